//! The results around positions of boards, in batches.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use uuid::Uuid;

use super::statements::{AROUND, AROUND_EACH};
use super::{BoardPosition, RankedResult, board_values};
use crate::batch::{Answers, Executor, Operation, shared_answers};
use crate::database::{Connections, Dialect, Row, Value, params};
use crate::error::{RowKind, StoreError};

/// The number of results that are found on either side of a position.
pub const NEIGHBOURS: u32 = 3;

/// A position of a board, whose neighbours are found with those of other positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NeighboursLookup {
    pub(super) challenge: Uuid,
    pub(super) bots: bool,
    pub(super) place: BoardPosition,
}

type Neighbours = HashMap<NeighboursLookup, Vec<RankedResult>>;

pub(crate) struct NeighboursReader(pub(crate) Connections);

impl Operation for NeighboursLookup {
    type Answer = Arc<Neighbours>;

    const SHARES_ANSWER: bool = true;

    fn subject(&self) -> Uuid {
        self.challenge
    }
}

impl Executor for NeighboursReader {
    type Operation = NeighboursLookup;

    async fn execute(&self, batch: &[NeighboursLookup]) -> Result<Answers<NeighboursLookup>, StoreError> {
        let lookups: HashSet<_> = batch.iter().copied().collect();
        let lookups = Vec::from_iter(lookups);
        let found = match self.0.dialect {
            Dialect::Postgres | Dialect::Distributed => self.find_all(&lookups).await?,
            Dialect::Sqlite => self.find_each(&lookups).await?,
        };
        let found = lookups.into_iter().zip(found);
        Ok(shared_answers(found.map(|(lookup, results)| (lookup.challenge, lookup, results))))
    }
}

impl NeighboursReader {
    async fn find_all(&self, lookups: &[NeighboursLookup]) -> Result<Vec<Vec<RankedResult>>, StoreError> {
        let values = params![
            Value::ids(lookups.iter().map(|lookup| lookup.challenge)),
            Value::integers(lookups.iter().map(|lookup| lookup.bots.into())),
            Value::integers(lookups.iter().map(|lookup| lookup.place.score)),
            Value::ids(lookups.iter().map(|lookup| lookup.place.game)),
            Value::integers(lookups.iter().map(|lookup| u8::from(lookup.place.seat).into())),
            NEIGHBOURS + 1,
        ];
        let rows = self.0.read(AROUND_EACH, values).await?;
        let number = |row: &Row| row.parse(RowKind::Result, "game", |row| row.get::<u32>("number"));
        let numbers: Vec<_> = rows.iter().map(number).collect::<Result<_, _>>()?;
        let first = |lookup| numbers.partition_point(|number| *number < lookup);
        let of_one = |(number, _)| RankedResult::read_all(&rows[first(number)..first(number + 1)]);
        Ok((1..).zip(lookups).map(of_one).collect())
    }

    async fn find_each(&self, lookups: &[NeighboursLookup]) -> Result<Vec<Vec<RankedResult>>, StoreError> {
        let mut found = Vec::with_capacity(lookups.len());
        for NeighboursLookup { challenge, bots, place } in lookups {
            let values = board_values(*challenge, *bots, Some(*place), NEIGHBOURS + 1);
            found.push(RankedResult::read_all(&self.0.read(AROUND, &values).await?));
        }
        Ok(found)
    }
}
