//! Applying legal moves.

use super::effect::Effect;
use super::outcome::LossReason;
use super::position::{Enemy, Immunity, Phase, Position};
use super::validate::Act;
use super::values::worth;
use crate::engine::card::Card;
use crate::engine::game::Sink;
use crate::engine::moves::{Named, Seat};
use crate::engine::options::Variant;

impl Position {
    /// Carries out an act that was validated in this position.
    pub(super) fn carry_out(&mut self, act: Act, sink: &mut impl Sink<Effect>) {
        match act {
            Act::Play(cards) => self.attack(cards, sink),
            Act::Yield => {
                self.yielded[self.seat.index()] = true;
                sink.emit(Effect::Yielded { seat: self.seat });
                self.be_attacked(sink);
            }
            Act::Discard(cards) => self.cover(cards, sink),
            Act::Next(seat) => {
                sink.emit(Effect::Named { seat });
                self.begin_turn(seat, sink);
            }
            Act::Flip => self.flip(sink),
            Act::Concede(seat) => {
                self.conceded_by = Some(seat);
                self.phase = Phase::Lost;
                sink.emit(Effect::Conceded { seat });
            }
        }
    }

    /// Steps 1 to 3 (R4.1).
    fn attack(&mut self, cards: Named, sink: &mut impl Sink<Effect>) {
        let seat = self.seat;
        for &card in cards.iter() {
            self.hands[seat.index()].remove(card);
            self.table.push(card);
        }
        self.yielded[seat.index()] = false;
        let attack = worth(cards.iter().copied());
        sink.emit(Effect::Played { seat, cards, attack });
        let Some(enemy) = self.enemy else { return };
        if cards[0].is_jester() {
            self.cancel_immunity(enemy, sink);
            return;
        }
        let (damage, enemy) = enemy.struck(&cards, attack);
        self.use_powers(enemy, &cards, attack, sink);
        let (total, health) = (enemy.damage, enemy.stats.health);
        sink.emit(Effect::Damaged { amount: damage, doubled: damage > attack, total, health });
        self.enemy = Some(enemy);
        if total >= health {
            self.defeat(enemy, sink);
        } else {
            self.be_attacked(sink);
        }
    }

    /// R6.2, R6.4.
    fn cancel_immunity(&mut self, enemy: Enemy, sink: &mut impl Sink<Effect>) {
        if let Some(suit) = enemy.immune_to() {
            sink.emit(Effect::ImmunityCancelled { suit });
        }
        self.enemy = Some(Enemy { immunity: Immunity::Cancelled, ..enemy });
        self.phase = Phase::Next;
    }

    /// R5.
    fn defeat(&mut self, enemy: Enemy, sink: &mut impl Sink<Effect>) {
        let exact = enemy.damage == enemy.stats.health;
        if exact {
            self.tavern.push_front(enemy.card);
        } else {
            self.discard_pile.push(enemy.card);
        }
        let played = self.table;
        self.discard_pile.extend_from_slice(&played);
        self.table.clear();
        sink.emit(Effect::Defeated { card: enemy.card, exact });
        if let Some(&card) = self.castle.first() {
            self.reveal_next(card, sink);
        } else {
            self.enemy = None;
            self.phase = Phase::Won;
            sink.emit(Effect::Won { medal: self.medal() });
        }
    }

    /// R5.3, R5.4: the same player begins a new turn.
    fn reveal_next(&mut self, card: Card, sink: &mut impl Sink<Effect>) {
        self.castle.drop_front(1);
        self.enemy = Enemy::new(card);
        sink.emit(Effect::Revealed { card });
        self.begin_turn(self.seat, sink);
    }

    /// Step 4: the enemy attacks the seat to act (R4.11).
    fn be_attacked(&mut self, sink: &mut impl Sink<Effect>) {
        let attacked = self.seat;
        let damage = self.enemy.map_or(0, Enemy::attack);
        sink.emit(Effect::Attacked { seat: attacked, damage });
        if damage == 0 {
            self.begin_turn(attacked.next(self.players()), sink);
            return;
        }
        self.phase = Phase::Discard { damage, attacked };
        if self.can_cover(damage) {
            self.pass_over(sink);
        } else {
            self.lose(LossReason::Damage, sink);
        }
    }

    /// Returns true if the game goes on at this damage (R4.13, R9.2, R10.2).
    fn can_cover(&self, damage: u8) -> bool {
        if self.setup.has(Variant::SharedDamage) {
            let hands = Seat::all(self.players()).map(|seat| u16::from(self.hand_worth(seat)));
            return hands.sum::<u16>() >= u16::from(damage);
        }
        self.hand_worth(self.seat) >= damage || self.jesters > 0
    }

    /// Returns true if the phase fits the hands: a seat that has to discard has
    /// cards, or a jester, and the game is not over yet (R4.13).
    pub(super) fn can_be_asked_for_cards(&self) -> bool {
        let Phase::Discard { damage, .. } = self.phase else { return true };
        self.can_cover(damage) && (self.jesters > 0 || !self.hand(self.seat).is_empty())
    }

    /// R10.2: who has no card cannot pay. Alone, a jester can still be flipped
    /// (R9.2). Of several, one has a card: all hands together are worth the
    /// damage.
    fn pass_over(&mut self, sink: &mut impl Sink<Effect>) {
        if self.is_solo() {
            return;
        }
        for _ in 1..self.players() {
            if !self.hand(self.seat).is_empty() {
                return;
            }
            sink.emit(Effect::PassedOver { seat: self.seat });
            self.seat = self.seat.next(self.players());
        }
    }

    /// R4.12, R10.2.
    fn cover(&mut self, cards: Named, sink: &mut impl Sink<Effect>) {
        let Phase::Discard { damage, attacked } = self.phase else { return };
        let seat = self.seat;
        for &card in cards.iter() {
            self.hands[seat.index()].remove(card);
            self.discard_pile.push(card);
        }
        let worth = worth(cards.iter().copied());
        let left = damage.saturating_sub(worth);
        sink.emit(Effect::Discarded { seat, cards, worth, left });
        if left == 0 {
            self.begin_turn(attacked.next(self.players()), sink);
            return;
        }
        self.phase = Phase::Discard { damage: left, attacked };
        // The other hands are worth what is left, or the game was lost before
        // (R10.2): it is looked at again, because a position can also be
        // assumed.
        if self.can_cover(left) {
            self.seat = seat.next(self.players());
            self.pass_over(sink);
        } else {
            self.lose(LossReason::Damage, sink);
        }
    }

    /// R9.1.
    fn flip(&mut self, sink: &mut impl Sink<Effect>) {
        let seat = self.seat;
        self.jesters -= 1;
        let hand = std::mem::take(&mut self.hands[seat.index()]);
        hand.iter().for_each(|card| self.discard_pile.push(card));
        sink.emit(Effect::Flipped { cards: hand, left: self.jesters });
        self.draw(usize::from(self.setup.hand_size()), sink);
        match self.phase {
            Phase::Discard { damage, .. } if !self.can_cover(damage) => self.lose(LossReason::Damage, sink),
            Phase::Play if self.is_stuck() => self.lose(LossReason::Stuck, sink),
            Phase::Play | Phase::Discard { .. } | Phase::Next | Phase::Won | Phase::Lost => {}
        }
    }

    fn begin_turn(&mut self, seat: Seat, sink: &mut impl Sink<Effect>) {
        self.seat = seat;
        self.phase = Phase::Play;
        sink.emit(Effect::Turn { seat });
        if self.is_stuck() {
            self.lose(LossReason::Stuck, sink);
        }
    }

    /// R7.4: any card can be played, so only an empty hand can be stuck.
    pub(super) fn is_stuck(&self) -> bool {
        self.hand(self.seat).is_empty() && !self.may_yield() && self.jesters == 0
    }

    fn lose(&mut self, reason: LossReason, sink: &mut impl Sink<Effect>) {
        self.phase = Phase::Lost;
        sink.emit(Effect::Lost { seat: self.seat, reason });
    }
}
