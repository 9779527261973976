//! The knowledge of one seat about the hidden cards of the trick-taking game: all that
//! the view shows, and the cards that another seat cannot have, because it did not
//! follow suit.

use crate::engine::tricks::{Effect, Order, Position, Setup, TurnedUp, Unseen, View, deck};
use crate::engine::{Card, CardList, CardSet, Key, Seat, Stream};

/// The knowledge of one seat.
#[derive(Clone, Debug)]
pub(in crate::bots) struct Knowledge {
    pub(super) setup: Setup,
    pub(super) seat: Seat,
    pub(super) view: View,
    /// The cards that each seat does not have, by seat.
    lacking: [CardSet; Seat::COUNT],
}

/// A place in which a hidden card can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CardLocation {
    Hand(Seat),
    Stock,
    Buried,
}

impl Knowledge {
    pub(in crate::bots) fn new(setup: Setup, seat: Seat, first: &View) -> Self {
        Self { setup, seat, view: first.clone(), lacking: [CardSet::EMPTY; Seat::COUNT] }
    }

    /// Takes in what a move did.
    pub(in crate::bots) fn observe<'a>(&mut self, effects: impl Iterator<Item = &'a Effect>, view: &View) {
        for effect in effects {
            match *effect {
                Effect::CardPlayed { seat, card } => self.notice(seat, card),
                Effect::CardsDealt { .. } => self.lacking = [CardSet::EMPTY; Seat::COUNT],
                Effect::CardTaken { .. }
                | Effect::Passed { .. }
                | Effect::TurnedDown { .. }
                | Effect::TrumpSet { .. }
                | Effect::Buried { .. }
                | Effect::TrickWon { .. }
                | Effect::Kept { .. }
                | Effect::TrumpChanged { .. }
                | Effect::RanksReversed { .. }
                | Effect::HandScored { .. }
                | Effect::CardTurnedUp { .. }
                | Effect::SideConceded { .. }
                | Effect::GameWon { .. }
                | Effect::GameShared { .. } => {}
            }
        }
        self.view = view.clone();
    }

    /// A seat that does not follow the suit led has no card of it (T6).
    fn notice(&mut self, seat: Seat, card: Card) {
        let order = Order { trump: self.view.trump, highest: self.view.highest };
        let led = self.view.trick.first().and_then(|&led| order.suit(led));
        if let Some(led) = led.filter(|_| order.suit(card) != led) {
            let lacking = &mut self.lacking[seat.index()];
            *lacking = lacking.union(order.of_suit(led));
        }
    }

    /// A random arrangement of all that the seat does not see. Who has taken the
    /// turned-up card is taken to hold it, if that can be.
    pub(super) fn sample(&self, rng: &mut Stream) -> Unseen {
        let (mut cards, mut locations) = self.hidden_cards();
        rng.shuffle(&mut cards);
        rng.shuffle(&mut locations);
        let mut hands = [CardSet::EMPTY; Seat::COUNT];
        let mut stock = CardList::EMPTY;
        let mut buried = None;
        for (location, card) in self.known_location().into_iter().chain(self.arrange(&cards, &locations)) {
            match location {
                CardLocation::Hand(seat) => {
                    hands[seat.index()].insert(card);
                }
                CardLocation::Stock => stock.push(card),
                CardLocation::Buried => buried = Some(card),
            }
        }
        let key = Key::labelled("regicide/bot/world/v1", &rng.bytes());
        Unseen { stock, hands, buried, key }
    }

    /// The cards whose location is not known, and as many locations.
    fn hidden_cards(&self) -> (Vec<Card>, Vec<CardLocation>) {
        let view = &self.view;
        let known = view.hand.iter().flatten().chain(&view.played).chain(&view.buried).copied();
        let known = known.chain([view.turned_up.card()]).collect();
        let cards = deck(self.setup).difference(known).iter().collect();
        let others = Seat::all(self.setup.players()).filter(|&seat| seat != self.seat);
        let mut locations: Vec<CardLocation> =
            others.flat_map(|seat| std::iter::repeat_n(CardLocation::Hand(seat), size(view, seat))).collect();
        locations.extend(std::iter::repeat_n(CardLocation::Stock, view.stock_left.into()));
        if view.buried_by.is_some_and(|seat| seat != self.seat) {
            locations.push(CardLocation::Buried);
        }
        let taken = self
            .known_location()
            .and_then(|(known, _)| locations.iter().position(|&location| location == known));
        taken.map(|taken| locations.remove(taken));
        (cards, locations)
    }

    /// The place of the turned-up card, if it is hidden and its place is known.
    fn known_location(&self) -> Option<(CardLocation, Card)> {
        let view = &self.view;
        match view.turned_up {
            TurnedUp::Open { .. } => None,
            TurnedUp::Stock { card } => Some((CardLocation::Stock, card)),
            TurnedUp::Taken { card, seat: by } if by == self.seat || view.played.contains(&card) => None,
            TurnedUp::Taken { card, seat: by }
                if self.lacking[by.index()].contains(card) || size(view, by) == 0 =>
            {
                Some((CardLocation::Buried, card))
            }
            TurnedUp::Taken { card, seat: by } => Some((CardLocation::Hand(by), card)),
        }
    }

    /// A card for each location, none where it cannot be. Both lists are shuffled:
    /// so this is one of the possible arrangements at random, though not each as
    /// likely as every other.
    fn arrange(&self, cards: &[Card], locations: &[CardLocation]) -> Vec<(CardLocation, Card)> {
        let can_be = |card: Card, location: CardLocation| match location {
            CardLocation::Hand(seat) => !self.lacking[seat.index()].contains(card),
            CardLocation::Stock | CardLocation::Buried => true,
        };
        let mut held = vec![None; locations.len()];
        for card in 0..cards.len() {
            let fits = |card: usize, location: usize| can_be(cards[card], locations[location]);
            place_card(card, &fits, &mut held, &mut 0);
        }
        let held = locations.iter().zip(held);
        held.filter_map(|(&location, held)| Some((location, cards[held?]))).collect()
    }

    /// Returns true if this position may be the true one.
    pub(in crate::bots) fn allows(&self, position: &Position) -> bool {
        Seat::all(self.setup.players())
            .all(|seat| position.hand(seat).intersection(self.lacking[seat.index()]).is_empty())
    }
}

/// Finds a location for a card: a free one, or one whose card finds another.
/// Places that were looked at are bits: there are fewer than 64.
fn place_card(
    card: usize,
    fits: &impl Fn(usize, usize) -> bool,
    held: &mut [Option<usize>],
    looked_at: &mut u64,
) -> bool {
    if let Some(free) = (0..held.len()).find(|&location| held[location].is_none() && fits(card, location)) {
        held[free] = Some(card);
        return true;
    }
    for location in 0..held.len() {
        if !fits(card, location) || *looked_at & 1 << location != 0 {
            continue;
        }
        *looked_at |= 1 << location;
        let Some(other) = held[location] else { continue };
        if place_card(other, fits, held, looked_at) {
            held[location] = Some(card);
            return true;
        }
    }
    false
}

fn size(view: &View, seat: Seat) -> usize {
    view.hand_sizes.get(seat.index()).copied().unwrap_or_default().into()
}
