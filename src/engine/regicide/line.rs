//! The position line (RECORD.md S4).

use std::fmt;

use super::position::{Immunity, Phase, Position};
use crate::engine::moves::Seat;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {} ", self.castle, self.tavern, self.discard_pile, self.table)?;
        let seats = || Seat::all(self.players());
        for seat in seats() {
            let separator = if seat == Seat::default() { "" } else { "|" };
            write!(f, "{separator}{}", self.hand(seat))?;
        }
        match self.enemy {
            None => f.write_str(" -:0:0:immune")?,
            Some(enemy) => {
                let immunity = match enemy.immunity {
                    Immunity::Immune => "immune",
                    Immunity::Cancelled => "cancelled",
                };
                write!(f, " {}:{}:{}:{immunity}", enemy.card, enemy.damage, enemy.spades)?;
            }
        }
        match self.phase {
            Phase::Play => f.write_str(" play ")?,
            Phase::Discard { damage, attacked } => write!(f, " discard:{damage}:{attacked} ")?,
            Phase::Next => f.write_str(" next ")?,
            Phase::Won => f.write_str(" won ")?,
            Phase::Lost => f.write_str(" lost ")?,
        }
        write!(f, "{} ", self.seat)?;
        for seat in seats() {
            f.write_str(if self.yielded[seat.index()] { "y" } else { "n" })?;
        }
        write!(f, " {} {}", self.jesters, self.seq)
    }
}
