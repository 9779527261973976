//! What one seat knows of the hidden cards of the co-operative game.
//!
//! Hidden cards come in lots: cards that came into the tavern together, in an
//! order that nobody knows. The deal is one lot, each healing is one, and so is
//! each royal that lies on top of the tavern. Of each place in the tavern and
//! in the other hands it is known which lot its card is from, and of each lot
//! which of its cards are still hidden. That is all that can be known, but for
//! what may be guessed from how others play, and for the mulligans of the deal
//! (R10.1).

use std::collections::VecDeque;

#[cfg(test)]
use crate::engine::regicide::Position;
use crate::engine::regicide::{Effect, Setup, Unseen, View};
use crate::engine::{Card, CardList, CardSet, Key, Pile, Rank, Seat, Stream, Suit};

/// What one seat knows.
#[derive(Clone, Debug)]
pub(in crate::bots) struct Knowledge {
    pub(super) setup: Setup,
    pub(super) seat: Seat,
    pub(super) view: View,
    /// Royals that are not turned up yet.
    castle: CardSet,
    /// The cards of each lot that are still hidden.
    lots: Vec<CardSet>,
    /// The lot of each card of the tavern, top first.
    tavern: VecDeque<Lot>,
    /// The lot of each card of the other hands, by seat.
    hands: [Vec<Lot>; Seat::COUNT],
    /// The attack values of all plays with a spade against the enemy (R6.3).
    spades: u8,
}

/// The place of a lot in the list of lots.
type Lot = usize;

impl Knowledge {
    pub(in crate::bots) fn new(setup: Setup, seat: Seat, first: &View) -> Self {
        let royal = |card: &Card| card.rank() >= Some(Rank::Jack);
        let castle = CardSet::ALL.iter().filter(royal).filter(|&card| Some(card) != enemy(first)).collect();
        let jesters = [Card::X1, Card::X2].into_iter().take(setup.jesters().into());
        let dealt: CardSet = CardSet::ALL.iter().filter(|card| card.rank() < Some(Rank::Jack)).collect();
        let dealt = dealt.iter().filter(|card| !card.is_jester()).chain(jesters).collect::<CardSet>();
        let own: CardSet = first.hand.iter().flatten().copied().collect();
        let others = |other: usize| if other == seat.index() { 0 } else { size(first, other) };
        Self {
            setup,
            seat,
            view: first.clone(),
            castle,
            lots: vec![dealt.difference(own)],
            tavern: std::iter::repeat_n(0, first.tavern_left.into()).collect(),
            hands: std::array::from_fn(|other| vec![0; others(other)]),
            spades: 0,
        }
    }

    /// Takes in what a move did.
    pub(in crate::bots) fn observe<'a>(&mut self, effects: impl Iterator<Item = &'a Effect>, view: &View) {
        let mut drawn = Vec::new();
        for effect in effects {
            match *effect {
                Effect::Played { seat, cards, attack } => {
                    if cards.iter().any(|card| card.suit() == Some(Suit::Spades)) {
                        self.spades += attack;
                    }
                    self.show(seat, &cards);
                }
                Effect::Discarded { seat, cards, .. } => self.show(seat, &cards),
                Effect::Healed { .. } => self.heal(view),
                Effect::Drawn { seat, count, cards } => drawn.push((seat, count, cards)),
                Effect::Defeated { enemy, exact } => {
                    self.spades = 0;
                    if exact {
                        self.lots.push([enemy].into_iter().collect());
                        // What was drawn, was drawn before.
                        self.draw(&std::mem::take(&mut drawn));
                        self.tavern.push_front(self.lots.len() - 1);
                    }
                }
                Effect::Revealed { enemy } => {
                    self.castle.remove(enemy);
                }
                Effect::Yielded { .. }
                | Effect::ImmunityCancelled { .. }
                | Effect::Immune { .. }
                | Effect::Shielded { .. }
                | Effect::Damaged { .. }
                | Effect::Attacked { .. }
                | Effect::PassedOver { .. }
                | Effect::Flipped { .. }
                | Effect::Named { .. }
                | Effect::Turn { .. }
                | Effect::Conceded { .. }
                | Effect::Won { .. }
                | Effect::Lost { .. } => {}
            }
        }
        self.draw(&drawn);
        self.view = view.clone();
    }

    /// Cards of a hand are open now.
    fn show(&mut self, seat: Seat, cards: &[Card]) {
        if seat == self.seat {
            return;
        }
        for &card in cards {
            let hand = &mut self.hands[seat.index()];
            let lot = self.lots.iter().position(|lot| lot.contains(card));
            if let Some(place) = lot.and_then(|lot| hand.iter().position(|&other| other == lot)) {
                let lot = hand.swap_remove(place);
                self.lots[lot].remove(card);
            }
        }
    }

    /// Cards that were in the discard pile and are not there any more went
    /// under the tavern (R4.6).
    fn heal(&mut self, view: &View) {
        let before: CardSet = self.view.discard_pile.iter().copied().collect();
        let healed = before.difference(view.discard_pile.iter().copied().collect());
        self.tavern.extend(std::iter::repeat_n(self.lots.len(), healed.len()));
        self.lots.push(healed);
    }

    /// Cards are drawn one at a time, the first seat of the list first (R4.7).
    fn draw(&mut self, drawn: &[(Seat, u8, Option<CardSet>)]) {
        let mut left: Vec<(Seat, u8)> = drawn.iter().map(|&(seat, count, _)| (seat, count)).collect();
        while left.iter().any(|&(_, count)| count > 0) {
            for (seat, count) in left.iter_mut().filter(|(_, count)| *count > 0) {
                *count -= 1;
                if let Some(lot) = self.tavern.pop_front() {
                    self.hands[seat.index()].push(lot);
                }
            }
        }
        for card in drawn.iter().filter_map(|(.., cards)| *cards).flat_map(CardSet::iter) {
            self.lots.iter_mut().for_each(|lot| {
                lot.remove(card);
            });
        }
        self.hands[self.seat.index()].clear();
    }

    /// A random arrangement of all that the seat does not see: every one that
    /// fits what is known is equally likely.
    pub(super) fn sample(&self, dice: &mut Stream) -> Unseen {
        let mut lots: Vec<CardList<{ Card::COUNT }>> =
            self.lots.iter().map(|lot| shuffled(*lot, dice)).collect();
        let mut take = |lot: Lot| {
            let card = lots[lot].first().copied();
            lots[lot].drop_front(usize::from(card.is_some()));
            card
        };
        let mut hands = [CardSet::EMPTY; Seat::COUNT];
        for (hand, from) in hands.iter_mut().zip(&self.hands) {
            *hand = from.iter().filter_map(|&lot| take(lot)).collect();
        }
        let mut tavern = Pile::EMPTY;
        self.tavern.iter().filter_map(|&lot| take(lot)).for_each(|card| tavern.push(card));
        let mut castle = CardList::EMPTY;
        for rank in [Rank::Jack, Rank::Queen, Rank::King] {
            let royals = self.castle.iter().filter(|card| card.rank() == Some(rank)).collect();
            castle.extend_from_slice(&shuffled(royals, dice));
        }
        let key = Key::labelled("regicide/bot/world/v1", &dice.bytes());
        Unseen { castle, tavern, hands, spades: self.spades, key }
    }
}

fn enemy(view: &View) -> Option<Card> {
    view.enemy.as_ref().map(|enemy| enemy.card)
}

fn size(view: &View, seat: usize) -> usize {
    view.hand_sizes.get(seat).copied().unwrap_or_default().into()
}

fn shuffled(cards: CardSet, dice: &mut Stream) -> Pile {
    let mut list = Pile::EMPTY;
    cards.iter().for_each(|card| list.push(card));
    dice.shuffle(list.as_mut_slice());
    list
}

#[cfg(test)]
impl Knowledge {
    /// Whether this position may be the true one: every hidden card is of the
    /// lot that its place is known to have a card of.
    pub(in crate::bots) fn allows(&self, position: &Position) -> bool {
        let lot_of = |card: Card| self.lots.iter().position(|lot| lot.contains(card));
        let lots = |cards: &[Card]| cards.iter().map(|&card| lot_of(card)).collect::<Vec<_>>();
        let others = Seat::all(self.setup.players()).filter(|&seat| seat != self.seat);
        let same_hands = others.into_iter().all(|seat| {
            let mut lots = lots(&position.hand(seat).iter().collect::<Vec<_>>());
            let mut known: Vec<_> = self.hands[seat.index()].iter().copied().map(Some).collect();
            lots.sort_unstable();
            known.sort_unstable();
            lots == known
        });
        let hidden = self.tavern.len() + self.hands.iter().map(Vec::len).sum::<usize>();
        same_hands
            && lots(position.tavern()) == self.tavern.iter().copied().map(Some).collect::<Vec<_>>()
            && hidden == self.lots.iter().map(|lot| lot.len()).sum::<usize>()
            && self.castle == position.castle().iter().copied().collect()
            && position.enemy().is_none_or(|enemy| enemy.spades == self.spades)
    }
}
