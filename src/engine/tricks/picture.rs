//! The table as a person would want to see it.

use std::fmt;

use super::position::{Phase, Position, TurnedUp};
use crate::engine::card::Spaced;

impl Position {
    /// The whole table, nothing hidden, a line each.
    pub(super) fn picture(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let trump = self.trump.map_or("not settled".to_owned(), |suit| format!("{suit:?}"));
        writeln!(f, "Trump         {trump}, {} highest", self.highest)?;
        writeln!(f, "Points        {}", self.points)?;
        let turned_up = match self.turned_up {
            TurnedUp::Open { card } => format!("{card}, open"),
            TurnedUp::Taken { card, by } => format!("{card}, taken by seat {by}"),
            TurnedUp::Stock { card } => format!("{card}, turned down"),
        };
        writeln!(f, "Turned up     {turned_up}")?;
        writeln!(f, "Trick         {}, led by seat {}", Spaced(self.trick.iter().copied()), self.leader)?;
        for seat in self.seats() {
            let turn = if seat == self.turn { '>' } else { ' ' };
            let (hand, tricks) = (self.hands[seat.index()], self.tricks[seat.index()]);
            writeln!(f, "Seat {seat}      {turn} {}  (tricks {tricks})", Spaced(hand.iter()))?;
        }
        writeln!(f, "Buried        {}", Spaced(self.buried.into_iter()))?;
        writeln!(f, "Stock         {}", Spaced(self.stock.iter().copied()))?;
        match self.phase {
            Phase::Take => write!(f, "Seat {} takes the card or passes.", self.turn),
            Phase::Trump => write!(f, "Seat {} names the trump suit.", self.turn),
            Phase::Bury => write!(f, "Seat {} buries a card.", self.turn),
            Phase::Play => write!(f, "Seat {} plays a card.", self.turn),
            Phase::Change => write!(f, "Seat {} may change trump and ranks.", self.turn),
            Phase::Over => write!(f, "The game is over."),
        }
    }
}
