//! The knowledge of one seat about the hidden cards of the co-operative game.
//!
//! Hidden cards come in batches: cards that came into the tavern together, in an
//! order that is hidden from every seat. The deal is one batch, each healing is
//! one, and so is each royal that lies on top of the tavern. Of each place in the
//! tavern and in the other hands it is known which batch its card is from, and of
//! each batch which of its cards are still hidden.
//!
//! Two things are known of hands as a whole. While damage that is shared is
//! being covered, all hands together are worth it, or the game would be over
//! (R10.2). And after mulligans each hand had a diamond (R10.1), which the seat
//! has until it shows one: ten mulligans without one are rarer than one in a
//! million, and taken to be none. That is all that can be known, but for what
//! may be guessed from how others play.

use std::collections::VecDeque;

use crate::engine::regicide::{Effect, Setup, View};
use crate::engine::{Card, CardSet, Rank, Seat, Suit, Variant};

/// The knowledge of one seat.
#[derive(Clone, Debug)]
pub(in crate::bots) struct Knowledge {
    pub(super) setup: Setup,
    pub(super) seat: Seat,
    pub(super) view: View,
    /// Royals that are not turned up yet.
    pub(super) castle: CardSet,
    /// The cards of each batch that are still hidden.
    pub(super) batches: Vec<CardSet>,
    /// The batch of each card of the tavern, top first.
    pub(super) tavern: VecDeque<Batch>,
    /// The batch of each card of the other hands, by seat.
    pub(super) hands: [Vec<Batch>; Seat::COUNT],
    /// The attack values of all plays with a spade against the enemy (R6.3).
    pub(super) spades: u8,
    /// Which other seats hold a diamond that they were dealt, by seat (R10.1).
    pub(super) has_diamond: [bool; Seat::COUNT],
}

/// The first batch.
pub(super) const DEAL: Batch = 0;
/// The place of a batch in the list of batches.
pub(super) type Batch = usize;

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
            batches: vec![dealt.difference(own)],
            tavern: std::iter::repeat_n(DEAL, first.tavern_left.into()).collect(),
            hands: std::array::from_fn(|other| vec![DEAL; others(other)]),
            spades: 0,
            has_diamond: std::array::from_fn(|other| setup.has(Variant::Mulligan) && others(other) > 0),
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
                Effect::Defeated { card: enemy, exact } => {
                    self.spades = 0;
                    if exact {
                        self.batches.push([enemy].into_iter().collect());
                        // What was drawn, was drawn before.
                        self.draw(&std::mem::take(&mut drawn));
                        self.tavern.push_front(self.batches.len() - 1);
                    }
                }
                Effect::Revealed { card: enemy } => {
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
            let batch = self.batches.iter().position(|batch| batch.contains(card));
            if let Some(place) = batch.and_then(|batch| hand.iter().position(|&other| other == batch)) {
                let batch = hand.swap_remove(place);
                self.batches[batch].remove(card);
                self.has_diamond[seat.index()] &= batch != DEAL || card.suit() != Some(Suit::Diamonds);
            }
        }
    }

    /// Cards that were in the discard pile and are not there any more went
    /// under the tavern (R4.6).
    fn heal(&mut self, view: &View) {
        let before: CardSet = self.view.discard_pile.iter().copied().collect();
        let healed = before.difference(view.discard_pile.iter().copied().collect());
        self.tavern.extend(std::iter::repeat_n(self.batches.len(), healed.len()));
        self.batches.push(healed);
    }

    /// Cards are drawn one at a time, the first seat of the list first (R4.7).
    fn draw(&mut self, drawn: &[(Seat, u8, Option<CardSet>)]) {
        let mut left: Vec<(Seat, u8)> = drawn.iter().map(|&(seat, count, _)| (seat, count)).collect();
        while left.iter().any(|&(_, count)| count > 0) {
            for (seat, count) in left.iter_mut().filter(|(_, count)| *count > 0) {
                *count -= 1;
                if let Some(batch) = self.tavern.pop_front() {
                    self.hands[seat.index()].push(batch);
                }
            }
        }
        for card in drawn.iter().filter_map(|(.., cards)| *cards).flat_map(CardSet::iter) {
            self.batches.iter_mut().for_each(|batch| {
                batch.remove(card);
            });
        }
        self.hands[self.seat.index()].clear();
    }
}

fn enemy(view: &View) -> Option<Card> {
    view.enemy.as_ref().map(|enemy| enemy.card)
}

fn size(view: &View, seat: usize) -> usize {
    view.hand_sizes.get(seat).copied().unwrap_or_default().into()
}
