//! Effects in words.

use std::fmt;

use super::effect::Effect;

/// One short sentence.
impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CardTaken { seat, card } => write!(f, "Seat {seat} takes {card}."),
            Self::Passed { seat } => write!(f, "Seat {seat} passes."),
            Self::TurnedDown { card } => write!(f, "{card} goes face down on the stock."),
            Self::TrumpSet { seat, suit } => write!(f, "Seat {seat} makes {suit:?} trump."),
            Self::Buried { seat, card: None } => write!(f, "Seat {seat} buries a card."),
            Self::Buried { seat, card: Some(card) } => write!(f, "Seat {seat} buries {card}."),
            Self::CardPlayed { seat, card } => write!(f, "Seat {seat} plays {card}."),
            Self::TrickWon { seat, card, tricks } => {
                write!(f, "Seat {seat} wins the trick with {card} and has {tricks} now.")
            }
            Self::Kept { seat } => write!(f, "Seat {seat} leaves trump and ranks as they are."),
            Self::TrumpChanged { seat, suit } => write!(f, "Seat {seat} changes trump to {suit:?}."),
            Self::RanksReversed { seat, highest } => {
                write!(f, "Seat {seat} reverses the ranks: {highest} is highest.")
            }
            Self::HandScored { scored, points } => {
                write!(f, "The hand is over and scores {scored}; the points are {points}.")
            }
            Self::CardsDealt { seat, count, cards: None } => write!(f, "Seat {seat} is dealt {count} cards."),
            Self::CardsDealt { seat, count, cards: Some(cards) } => {
                write!(f, "Seat {seat} is dealt {count} cards:")?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))?;
                f.write_str(".")
            }
            Self::CardTurnedUp { dealer, card } => write!(f, "Seat {dealer} turns up {card}."),
            Self::SideConceded { seat, side } => write!(f, "Seat {seat} concedes for side {side}."),
            Self::GameWon { side, points } => {
                write!(f, "Side {side} wins the game; the points are {points}.")
            }
            Self::GameShared { points, .. } => write!(f, "The game is shared; the points are {points}."),
        }
    }
}
