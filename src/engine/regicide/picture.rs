//! The table as a person would want to see it.

use std::fmt;

use super::position::{Phase, Position};
use crate::engine::card::Spaced;
use crate::engine::moves::Seat;

impl Position {
    /// The whole table, nothing hidden, a line each.
    pub(super) fn picture(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let position = self;
        match &position.enemy {
            None => writeln!(f, "Enemy         none left")?,
            Some(enemy) => {
                let immune = enemy.immune_to().map_or("nothing".to_owned(), |suit| format!("{suit:?}"));
                writeln!(
                    f,
                    "Enemy         {}  damage {} of {}  attack {} (shield {})  immune to {immune}",
                    enemy.card,
                    enemy.damage,
                    enemy.stats.health,
                    enemy.attack(),
                    enemy.shield(),
                )?;
            }
        }
        writeln!(f, "Castle        {}", Spaced(position.castle.iter().copied()))?;
        writeln!(f, "Table         {}", Spaced(position.table.iter().copied()))?;
        for seat in Seat::all(position.players()) {
            let turn = if seat == position.seat { '>' } else { ' ' };
            writeln!(f, "Seat {seat}      {turn} {}", Spaced(position.hand(seat).iter()))?;
        }
        writeln!(f, "Tavern        {}", Spaced(position.tavern.iter().copied()))?;
        writeln!(f, "Discard pile  {}", Spaced(position.discard_pile.iter().copied()))?;
        if position.is_solo() {
            writeln!(f, "Jesters left  {}", position.jesters)?;
        }
        match position.phase {
            Phase::Play => write!(f, "Seat {} plays.", position.seat),
            Phase::Discard { damage, .. } => write!(f, "Seat {} covers {damage} damage.", position.seat),
            Phase::Next => write!(f, "Seat {} names who goes next.", position.seat),
            Phase::Won => write!(f, "The game is won."),
            Phase::Lost => write!(f, "The game is lost."),
        }
    }
}
