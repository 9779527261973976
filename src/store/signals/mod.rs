//! Signals of players, which are not part of the log.

mod methods;
mod statements;

use chrono::{DateTime, Utc};
use regicide::engine::{Seat, Signal};

use super::database::{Invalid, Row};
use super::error::{RowKind, StoreError};

pub const MAX_SIGNALS: u32 = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaidSignal {
    /// Its number among the game's signals, from 1.
    pub number: u32,
    pub seat: Seat,
    /// The number of moves made before it.
    pub seq: u32,
    pub signal: Signal,
    pub at: DateTime<Utc>,
}

impl SaidSignal {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Game, "game_id", |row| {
            Ok(Self {
                number: row.get("number")?,
                seat: row.get("seat")?,
                seq: row.get("seq")?,
                signal: row.get::<String>("signal")?.parse().map_err(Invalid::new)?,
                at: row.get("at")?,
            })
        })
    }
}
