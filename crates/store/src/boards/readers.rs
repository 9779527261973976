//! Readers of a board, with their own results, in batches.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use uuid::Uuid;

use super::BoardPosition;
use super::statements::{READER, READERS};
use crate::batch::{Answers, Executor, Operation, shared_answers};
use crate::database::{Connections, Dialect, Row, Value, params};
use crate::error::{RowKind, StoreError};
use crate::token::TokenHash;

/// A player who reads a board.
#[derive(Clone, Debug)]
pub struct BoardReader {
    pub player: Uuid,
    /// True if the challenge is this player's own.
    pub organises: bool,
    pub first_attempt: FirstAttempt,
}

/// The state of a player's first attempt at a challenge.
#[derive(Clone, Debug)]
pub enum FirstAttempt {
    /// The player has none.
    Missing,
    /// It has not ended, or has ended and was not read since.
    Unranked,
    /// It is ranked, with its result if it has one.
    Ranked(Option<OwnResult>),
}

/// The result of a player.
#[derive(Clone, Debug)]
pub struct OwnResult {
    pub place: BoardPosition,
    /// True if it is on the board of bots.
    pub bots: bool,
    /// True if it does not count.
    pub is_void: bool,
}

/// The lookup of the reader of a challenge's board by a token. Lookups for one challenge share
/// a statement and its answer, which is keyed by token.
pub(crate) struct ReaderLookup {
    pub(super) token: TokenHash,
    pub(super) challenge: Uuid,
}

/// A challenge, and the hash of a token.
type LookupKey = (Uuid, [u8; 32]);
type Found = (LookupKey, Result<BoardReader, StoreError>);
type Readers = HashMap<[u8; 32], Result<BoardReader, StoreError>>;

pub(crate) struct BoardReaders(pub(crate) Connections);

impl Operation for ReaderLookup {
    type Answer = Arc<Readers>;

    const SHARES_ANSWER: bool = true;

    fn subject(&self) -> Uuid {
        self.challenge
    }
}

impl Executor for BoardReaders {
    type Operation = ReaderLookup;

    async fn execute(&self, batch: &[ReaderLookup]) -> Result<Answers<ReaderLookup>, StoreError> {
        let lookups: BTreeSet<_> = batch.iter().map(|lookup| (lookup.challenge, lookup.token.0)).collect();
        let lookups = Vec::from_iter(lookups);
        let found = match self.0.dialect {
            Dialect::Postgres | Dialect::Distributed => self.find_all(&lookups).await?,
            Dialect::Sqlite => self.find_each(&lookups).await?,
        };
        Ok(shared_answers(found.into_iter().map(|((challenge, token), reader)| (challenge, token, reader))))
    }
}

impl BoardReaders {
    async fn find_all(&self, lookups: &[LookupKey]) -> Result<Vec<Found>, StoreError> {
        let tokens = Value::bytes(lookups.iter().map(|(_, token)| Some(&token[..])));
        let challenges = Value::ids(lookups.iter().map(|(challenge, _)| *challenge));
        let rows = self.0.read(READERS, params![tokens, challenges]).await?;
        rows.iter()
            .map(|row| {
                let number = row.parse(RowKind::Player, "reader", |row| row.get::<u32>("number"))?;
                let key = lookups.get(number as usize - 1);
                Ok((*key.expect("rows have the number of a lookup"), BoardReader::read(row)))
            })
            .collect()
    }

    async fn find_each(&self, lookups: &[LookupKey]) -> Result<Vec<Found>, StoreError> {
        let mut found = Vec::new();
        for &(challenge, token) in lookups {
            let rows = self.0.read(READER, params![TokenHash(token), challenge]).await?;
            found.extend(rows.first().map(|row| ((challenge, token), BoardReader::read(row))));
        }
        Ok(found)
    }
}

impl BoardReader {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Player, "reader", |row| {
            let result = |score| {
                let place = BoardPosition { score, game: row.get("own_game")?, seat: row.get("own_seat")? };
                let is_void = row.optional::<String>("own_void_reason")?.is_some();
                Ok(OwnResult { place, bots: row.get("own_bots")?, is_void })
            };
            let first_attempt = match row.optional("own_ranked")? {
                None => FirstAttempt::Missing,
                Some(false) => FirstAttempt::Unranked,
                Some(true) => FirstAttempt::Ranked(row.optional("own_score")?.map(result).transpose()?),
            };
            Ok(Self { player: row.get("reader")?, organises: row.get("organises")?, first_attempt })
        })
    }
}
