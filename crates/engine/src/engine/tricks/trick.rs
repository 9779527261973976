//! The winner of a trick.

use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::card::{Card, CardSet, Rank, Suit};

/// The highest rank below the joker (T3).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, ToSchema, strum::Display, strum::EnumString,
)]
pub enum Highest {
    /// K 9 8 7 6 5 4 3 2 A, as every hand starts.
    #[default]
    #[serde(rename = "K")]
    #[strum(serialize = "K")]
    King,
    /// A 2 3 4 5 6 7 8 9 K, the reverse.
    #[serde(rename = "A")]
    #[strum(serialize = "A")]
    Ace,
}

impl Highest {
    /// The other order.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::King => Self::Ace,
            Self::Ace => Self::King,
        }
    }
}

/// The order that decides a trick: the trump suit, once it is settled, and the order
/// of the ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) trump: Option<Suit>,
    pub(crate) highest: Highest,
}

/// The strength of a card in a trick, the better one greater.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// Neither trump nor of the suit led.
    Discarded,
    Followed(u8),
    Trump(u8),
    Joker,
}

impl Order {
    /// The suit that a card counts as: a joker is of the trump suit (T6).
    pub(crate) fn suit(self, card: Card) -> Option<Suit> {
        card.suit().or(self.trump)
    }

    /// The cards that count as of a suit (T6).
    pub(crate) fn of_suit(self, suit: Suit) -> CardSet {
        let mut cards = CardSet::of_suit(suit);
        if self.trump == Some(suit) {
            cards.insert(Card::X1);
            cards.insert(Card::X2);
        }
        cards
    }

    /// The place in the trick of the card that wins it (T7), 0 for the card
    /// led.
    pub(super) fn winner(self, trick: &[Card]) -> usize {
        let led = trick.first().and_then(|&card| self.suit(card));
        // Only a better card takes the lead: the first of two jokers wins.
        let better = |best: (usize, Strength), place: usize| {
            let strength = self.strength(trick[place], led);
            if strength > best.1 { (place, strength) } else { best }
        };
        (0..trick.len()).fold((0, Strength::Discarded), better).0
    }

    fn strength(self, card: Card, led: Option<Suit>) -> Strength {
        let Some(rank) = card.rank() else { return Strength::Joker };
        if card.suit() == self.trump {
            Strength::Trump(self.height(rank))
        } else if card.suit() == led {
            Strength::Followed(self.height(rank))
        } else {
            Strength::Discarded
        }
    }

    fn height(self, rank: Rank) -> u8 {
        match self.highest {
            Highest::King => rank as u8,
            Highest::Ace => Rank::King as u8 - rank as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEARTS: Order = Order { trump: Some(Suit::Hearts), highest: Highest::King };
    const REVERSED: Order = Order { trump: Some(Suit::Hearts), highest: Highest::Ace };

    fn winner(order: Order, trick: &str) -> String {
        let cards: Vec<Card> = trick.split(' ').map(|text| text.parse().unwrap()).collect();
        cards[order.winner(&cards)].to_string()
    }

    #[test]
    fn t3_the_king_is_high_and_the_ace_low_until_reversed() {
        let falling = ["KC", "9C", "8C", "7C", "6C", "5C", "4C", "3C", "2C", "AC"];
        for pair in falling.windows(2) {
            for trick in [format!("{} {}", pair[0], pair[1]), format!("{} {}", pair[1], pair[0])] {
                assert_eq!(winner(HEARTS, &trick), pair[0]);
                assert_eq!(winner(REVERSED, &trick), pair[1]);
            }
        }
    }

    #[test]
    fn t3_a_joker_is_above_both_ends() {
        for order in [HEARTS, REVERSED] {
            assert_eq!(winner(order, "KH X1 AH"), "X1");
        }
    }

    #[test]
    fn t7_the_highest_trump_wins() {
        assert_eq!(winner(HEARTS, "KC AH 2H 9C"), "2H");
        assert_eq!(winner(REVERSED, "KC 2H AH AC"), "AH");
    }

    #[test]
    fn t7_without_trump_the_highest_of_the_suit_led_wins() {
        assert_eq!(winner(HEARTS, "2C KS 3C KD"), "3C");
        assert_eq!(winner(HEARTS, "2C KS 9D KD"), "2C");
    }

    #[test]
    fn t7_of_two_jokers_the_first_wins() {
        assert_eq!(winner(HEARTS, "KH X2 X1"), "X2");
        assert_eq!(winner(HEARTS, "X1 X2"), "X1");
    }

    #[test]
    fn t6_a_joker_counts_as_trump() {
        assert_eq!(HEARTS.suit(Card::X2), Some(Suit::Hearts));
        assert!(HEARTS.of_suit(Suit::Hearts).contains(Card::X1));
        assert!(!HEARTS.of_suit(Suit::Spades).contains(Card::X1));
    }
}
