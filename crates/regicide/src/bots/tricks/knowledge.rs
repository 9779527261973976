//! What one seat knows of the hidden cards of the trick-taking game: whatever
//! the view shows, and which cards another seat cannot have, because it did not
//! follow suit.

use crate::engine::tricks::{Effect, Position, Setup, TurnedUp, Unseen, View};
use crate::engine::{Card, CardList, CardSet, Key, Rank, Seat, Stream, Suit};

/// What one seat knows.
#[derive(Clone, Debug)]
pub(in crate::bots) struct Knowledge {
    pub(super) setup: Setup,
    pub(super) seat: Seat,
    pub(super) view: View,
    /// The cards that each seat does not have, by seat.
    lacking: [CardSet; Seat::COUNT],
}

/// Where a hidden card can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
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

    /// Who does not follow the suit led has no card of it (T6).
    fn notice(&mut self, seat: Seat, card: Card) {
        let suit = |card: Card| card.suit().or(self.view.trump);
        let led = self.view.trick.first().and_then(|&led| suit(led));
        if let Some(led) = led.filter(|_| suit(card) != led) {
            let lacking = &mut self.lacking[seat.index()];
            *lacking = lacking.union(counting_as(led, self.view.trump));
        }
    }

    /// A random arrangement of all that the seat does not see. Who has taken the
    /// turned-up card is taken to hold it, if that can be.
    pub(super) fn sample(&self, dice: &mut Stream) -> Unseen {
        let (mut cards, mut places) = self.open_question();
        dice.shuffle(&mut cards);
        dice.shuffle(&mut places);
        let mut hands = [CardSet::EMPTY; Seat::COUNT];
        let mut stock = CardList::EMPTY;
        let mut buried = None;
        for (place, card) in self.known_place().into_iter().chain(self.arrange(&cards, &places)) {
            match place {
                Place::Hand(seat) => {
                    hands[seat.index()].insert(card);
                }
                Place::Stock => stock.push(card),
                Place::Buried => buried = Some(card),
            }
        }
        let key = Key::labelled("regicide/bot/world/v1", &dice.bytes());
        Unseen { stock, hands, buried, key }
    }

    /// The cards whose place is not known, and as many places.
    fn open_question(&self) -> (Vec<Card>, Vec<Place>) {
        let view = &self.view;
        let known = view.hand.iter().flatten().chain(&view.played).chain(&view.buried).copied();
        let known = known.chain([view.turned_up.card()]).collect();
        let cards = deck(self.setup).difference(known).iter().collect();
        let others = Seat::all(self.setup.players()).filter(|&seat| seat != self.seat);
        let mut places: Vec<Place> =
            others.flat_map(|seat| std::iter::repeat_n(Place::Hand(seat), size(view, seat))).collect();
        places.extend(std::iter::repeat_n(Place::Stock, view.stock_left.into()));
        if view.buried_by.is_some_and(|seat| seat != self.seat) {
            places.push(Place::Buried);
        }
        let taken = self.known_place().and_then(|(known, _)| places.iter().position(|&place| place == known));
        taken.map(|taken| places.remove(taken));
        (cards, places)
    }

    /// Where the turned-up card is, if it is hidden and its place is known.
    fn known_place(&self) -> Option<(Place, Card)> {
        let view = &self.view;
        match view.turned_up {
            TurnedUp::Open { .. } => None,
            TurnedUp::Stock { card } => Some((Place::Stock, card)),
            TurnedUp::Taken { card, by } if by == self.seat || view.played.contains(&card) => None,
            TurnedUp::Taken { card, by }
                if self.lacking[by.index()].contains(card) || size(view, by) == 0 =>
            {
                Some((Place::Buried, card))
            }
            TurnedUp::Taken { card, by } => Some((Place::Hand(by), card)),
        }
    }

    /// A card for each place, none where it cannot be. Both lists are shuffled:
    /// so this is one of the possible arrangements by lot, though not each as
    /// likely as every other.
    fn arrange(&self, cards: &[Card], places: &[Place]) -> Vec<(Place, Card)> {
        let can_be = |card: Card, place: Place| match place {
            Place::Hand(seat) => !self.lacking[seat.index()].contains(card),
            Place::Stock | Place::Buried => true,
        };
        let mut held = vec![None; places.len()];
        for card in 0..cards.len() {
            let fits = |card: usize, place: usize| can_be(cards[card], places[place]);
            place_card(card, &fits, &mut held, &mut 0);
        }
        let held = places.iter().zip(held);
        held.filter_map(|(&place, held)| Some((place, cards[held?]))).collect()
    }
}

/// Finds a place for a card: a free one, or one whose card finds another.
/// Places that were looked at are bits: there are fewer than 64.
fn place_card(
    card: usize,
    fits: &impl Fn(usize, usize) -> bool,
    held: &mut [Option<usize>],
    looked_at: &mut u64,
) -> bool {
    if let Some(free) = (0..held.len()).find(|&place| held[place].is_none() && fits(card, place)) {
        held[free] = Some(card);
        return true;
    }
    for place in 0..held.len() {
        if !fits(card, place) || *looked_at & 1 << place != 0 {
            continue;
        }
        *looked_at |= 1 << place;
        let Some(other) = held[place] else { continue };
        if place_card(other, fits, held, looked_at) {
            held[place] = Some(card);
            return true;
        }
    }
    false
}

fn size(view: &View, seat: Seat) -> usize {
    view.hand_sizes.get(seat.index()).copied().unwrap_or_default().into()
}

/// The cards that count as of a suit: jokers are of the trump suit (T6).
fn counting_as(suit: Suit, trump: Option<Suit>) -> CardSet {
    let mut cards = CardSet::of_suit(suit);
    if trump == Some(suit) {
        cards.insert(Card::X1);
        cards.insert(Card::X2);
    }
    cards
}

/// Every card of the game (T1).
fn deck(setup: Setup) -> CardSet {
    let plays = |card: &Card| match card.rank() {
        None => setup.jokers() > 0,
        Some(rank) => !matches!(rank, Rank::Ten | Rank::Jack | Rank::Queen),
    };
    CardSet::ALL.iter().filter(plays).collect()
}

impl Knowledge {
    /// Whether this position may be the true one.
    pub(in crate::bots) fn allows(&self, position: &Position) -> bool {
        Seat::all(self.setup.players())
            .all(|seat| position.hand(seat).intersection(self.lacking[seat.index()]).is_empty())
    }
}
