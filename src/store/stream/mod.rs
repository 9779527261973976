//! The stream of public games: their changes in the order in which positions
//! were given to them.

mod methods;
mod statements;

pub(super) use statements::LOCK_STREAM_END;

use super::database::Row;
use super::error::{RowKind, StoreError};
use super::games::GameInfo;

/// A public game that was created, has begun or is over.
#[derive(Clone, Debug)]
pub struct StreamedGame {
    /// Its position in the stream. A game that changes again gets a later one.
    pub position: i64,
    pub game: GameInfo,
}

impl StreamedGame {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Game, "id", |row| {
            Ok(Self { position: row.get("position")?, game: GameInfo::read(row)? })
        })
    }
}

fn position(row: &Row) -> Result<i64, StoreError> {
    row.parse(RowKind::Game, "id", |row| row.get("position"))
}
