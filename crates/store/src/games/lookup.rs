//! Version checks of games, in batches.

use uuid::Uuid;

use super::GameHead;
use super::statements::PRESENT;
use crate::batch::{Answers, Executor, Operation};
use crate::database::{Database, Row, Value, params};
use crate::error::{RowKind, StoreError};

/// The version check of a game. Checks that are made at the same time share a statement.
pub(crate) struct Lookup(pub(super) Uuid);

pub(crate) struct LookupReader(pub(crate) Database);

impl Operation for Lookup {
    type Answer = Result<GameHead, StoreError>;

    const SHARES_ANSWER: bool = true;

    fn subject(&self) -> Uuid {
        self.0
    }
}

impl Executor for LookupReader {
    type Operation = Lookup;

    async fn execute(&self, batch: &[Lookup]) -> Result<Answers<Lookup>, StoreError> {
        let mut games: Vec<Uuid> = batch.iter().map(Operation::subject).collect();
        // The ids are sorted.
        games.dedup();
        let Some(first) = games.first() else { return Ok(Answers::<Lookup>::default()) };
        let connections = self.0.lookups_of(*first);
        let games = Value::ids_of(connections.dialect, games.into_iter());
        connections.read(PRESENT, params![games]).await?.iter().map(answer).collect()
    }
}

/// A row that cannot be read is an error of that game alone.
fn answer(row: &Row) -> Result<(Uuid, Result<GameHead, StoreError>), StoreError> {
    let game = row.id(RowKind::Game, "id")?;
    Ok((game, row.parse(RowKind::Game, "id", GameHead::read)))
}
