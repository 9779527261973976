//! Shuffling and dealing a hand (T4).

use super::points::Points;
use super::position::{Phase, Position, TurnedUp};
use super::scoring::TRICKS;
use super::setup::Setup;
use super::trick::Highest;
use crate::engine::card::{Card, CardList, CardSet, Rank};
use crate::engine::moves::Seat;
use crate::engine::seed::Key;

/// The most cards of a stock: two players, jokers, and the turned-down card.
pub(super) const STOCK: usize = 24;
pub(super) type Stock = CardList<STOCK>;
/// The ranks that are not in the deck (T1): at a real table they show the score.
pub(super) const REMOVED: [Rank; 3] = [Rank::Ten, Rank::Jack, Rank::Queen];
/// Room for the whole deck (T1).
type Deck = CardList<42>;

impl Position {
    /// Shuffles and deals the first hand, from stream 0.
    pub fn deal(setup: &Setup, key: Key) -> Self {
        Self::deal_hand(*setup, key, setup.first(), 0, Points::zero(setup.sides()))
    }

    /// The position after dealing the next hand: the deal passes clockwise,
    /// the stream is that of the move that ended the hand before.
    pub(super) fn next_deal(&self) -> Self {
        let dealer = self.dealer.next(self.setup.players());
        Self::deal_hand(self.setup, self.key, dealer, self.seq, self.points)
    }

    fn deal_hand(setup: Setup, key: Key, dealer: Seat, seq: u32, points: Points) -> Self {
        let mut deck: Deck = deck(setup).iter().collect();
        key.stream(seq.into()).shuffle(deck.as_mut_slice());
        let (dealt, left) = deck.split_at(usize::from(TRICKS * setup.players()));
        let mut hands = [CardSet::EMPTY; Seat::COUNT];
        let mut seat = dealer;
        for &card in dealt {
            seat = seat.next(setup.players());
            hands[seat.index()].insert(card);
        }
        Self {
            setup,
            key,
            seq,
            dealer,
            stock: left[1..].iter().copied().collect(),
            turned_up: TurnedUp::Open { card: left[0] },
            hands,
            buried: None,
            trick: CardList::EMPTY,
            leader: dealer,
            tricks: [0; Seat::COUNT],
            trump: None,
            highest: Highest::King,
            points,
            phase: Phase::Take,
            turn: dealer,
            conceded_by: None,
        }
    }
}

/// Every card of the game (T1).
pub(crate) fn deck(setup: Setup) -> CardSet {
    let is_in_deck = |card: &Card| match card.rank() {
        None => setup.jokers() > 0,
        Some(rank) => !REMOVED.contains(&rank),
    };
    CardSet::ALL.iter().filter(is_in_deck).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tricks::table;

    #[test]
    fn t1_the_deck_has_no_tens_jacks_and_queens() {
        let whole = "AC2C3C4C5C6C7C8C9CKCAD2D3D4D5D6D7D8D9DKD\
                     AH2H3H4H5H6H7H8H9HKHAS2S3S4S5S6S7S8S9SKS";
        assert_eq!(deck(table::of(2)).to_string(), format!("{whole}X1X2"));
        assert_eq!(deck(table::without_jokers()).to_string(), whole);
    }

    #[test]
    fn t4_nine_cards_each_one_at_a_time_after_the_dealer() {
        let key = table::key("deal");
        let position = Position::deal(&table::of(3), key);
        let mut cards: Deck = deck(table::of(3)).iter().collect();
        key.stream(0).shuffle(cards.as_mut_slice());
        for (seat, first) in [(1, 0), (2, 1), (0, 2)] {
            let expected: CardSet = cards[..27].iter().skip(first).step_by(3).copied().collect();
            assert_eq!(position.hands[seat], expected);
        }
        assert_eq!(position.turned_up, TurnedUp::Open { card: cards[27] });
        assert_eq!(position.stock[..], cards[28..]);
    }

    #[test]
    fn t4_a_later_hand_is_shuffled_anew_and_dealt_by_the_next() {
        let key = table::key("deal");
        let before = Position { seq: 77, ..Position::deal(&table::of(3), key) };
        let after = before.next_deal();
        let mut cards: Deck = deck(table::of(3)).iter().collect();
        key.stream(77).shuffle(cards.as_mut_slice());
        assert_eq!(after.dealer.index(), 1);
        assert_eq!(after.to_string().split(' ').nth(1), Some(cards[27].to_string().as_str()));
        assert!(after.hands[2].contains(cards[0]), "the first card goes to the seat after the dealer");
    }
}
