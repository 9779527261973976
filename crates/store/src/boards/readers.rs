//! Readers of a board, with the results around their own, in batches.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use uuid::Uuid;

use super::statements::{AROUND, READER, READERS};
use super::{BoardPosition, RankedResult, board_values};
use crate::batch::{Answers, Executor, Operation};
use crate::database::{Connections, Dialect, Row, Value, params};
use crate::error::{RowKind, StoreError};
use crate::token::TokenHash;

/// The number of results that a player sees on either side of the own one.
pub const NEIGHBOURS: u32 = 3;

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
    /// The results around it, including itself; empty if it does not count.
    pub around: Vec<RankedResult>,
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
        let found = match self.0.dialect {
            Dialect::Postgres | Dialect::Distributed => self.find_all(&lookups).await?,
            Dialect::Sqlite => self.find_each(&lookups).await?,
        };
        let mut answers = HashMap::<Uuid, Readers>::new();
        for ((challenge, token), reader) in found {
            answers.entry(challenge).or_default().insert(token, reader);
        }
        Ok(answers.into_iter().map(|(challenge, readers)| (challenge, Arc::new(readers))).collect())
    }
}

impl BoardReaders {
    async fn find_all(&self, lookups: &BTreeSet<LookupKey>) -> Result<Vec<Found>, StoreError> {
        let tokens = Value::bytes(lookups.iter().map(|(_, token)| Some(&token[..])));
        let challenges = Value::ids(lookups.iter().map(|(challenge, _)| *challenge));
        let rows = self.0.read(READERS, params![tokens, challenges, NEIGHBOURS + 1]).await?;
        let number = |row: &Row| row.parse(RowKind::Player, "reader", |row| row.get::<u32>("number"));
        let (mut rows, mut found) = (&rows[..], Vec::new());
        for (place, key) in (1..).zip(lookups) {
            let mut count = 0;
            while count < rows.len() && number(&rows[count])? == place {
                count += 1;
            }
            let (of_one, others) = rows.split_at(count);
            rows = others;
            if let Some(row) = of_one.first() {
                let mut reader = BoardReader::read(row);
                if let Some(own) = reader.as_mut().ok().and_then(BoardReader::own_mut) {
                    own.around = RankedResult::read_all(of_one);
                }
                found.push((*key, reader));
            }
        }
        Ok(found)
    }

    async fn find_each(&self, lookups: &BTreeSet<LookupKey>) -> Result<Vec<Found>, StoreError> {
        let mut found = Vec::new();
        for &(challenge, token) in lookups {
            let rows = self.0.read(READER, params![TokenHash(token), challenge]).await?;
            let Some(row) = rows.first() else { continue };
            let mut reader = BoardReader::read(row);
            if let Some(own) = reader.as_mut().ok().and_then(BoardReader::own_mut) {
                let values = board_values(challenge, own.bots, Some(own.place), NEIGHBOURS + 1);
                own.around = RankedResult::read_all(&self.0.read(AROUND, &values).await?);
            }
            found.push(((challenge, token), reader));
        }
        Ok(found)
    }
}

impl BoardReader {
    /// Reads a row without the results around.
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Player, "reader", |row| {
            let result = |score| {
                let place = BoardPosition { score, game: row.get("own_game")?, seat: row.get("own_seat")? };
                let is_void = row.optional::<String>("own_void_reason")?.is_some();
                Ok(OwnResult { place, bots: row.get("own_bots")?, is_void, around: Vec::new() })
            };
            let first_attempt = match row.optional("own_ranked")? {
                None => FirstAttempt::Missing,
                Some(false) => FirstAttempt::Unranked,
                Some(true) => FirstAttempt::Ranked(row.optional("own_score")?.map(result).transpose()?),
            };
            Ok(Self { player: row.get("reader")?, organises: row.get("organises")?, first_attempt })
        })
    }

    /// The own result, if it counts.
    const fn own_mut(&mut self) -> Option<&mut OwnResult> {
        match &mut self.first_attempt {
            FirstAttempt::Ranked(Some(own)) if !own.is_void => Some(own),
            FirstAttempt::Ranked(_) | FirstAttempt::Missing | FirstAttempt::Unranked => None,
        }
    }
}
