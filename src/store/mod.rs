//! What the service keeps, and the contract that both back ends fulfil.
//!
//! `tests/store` runs every method of [`Store`] on both.

mod admin;
mod batch;
mod boards;
mod challenges;
mod connect;
mod errors;
mod model;
mod players;
mod pool;
mod postgres;
mod rows;
mod shared;
mod sql;
mod sqlite;

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

pub use admin::{Act, AdminStore};
pub use boards::{
    BoardStore, Direction, Member, Place, RankedResult, Ranking, Settlement, Standing, StandingFilter,
    StandingOrder, Tally,
};
pub use challenges::{
    Admission, Attempt, Challenge, ChallengeFilter, ChallengeStatus, ChallengeStore, DailyKey, Day, Entrant,
    Invitation, Source, TeamChange,
};
pub use connect::{Options, connect};
pub use model::{
    Answer, Append, Appended, Claim, ClaimState, Entered, Exported, Filter, Finished, Game, LogEntry, Mark,
    MoveKey, NewGame, Origin, SeatPlayer, SeatState, Status, StoredKey, Summary, TokenHash, Visibility,
};
pub use players::{Finish, Identity, Player, PlayerChange, PlayerStore};
pub use pool::Lease;

/// The database behind the service. Several instances may share one.
#[async_trait]
pub trait Store: PlayerStore + ChallengeStore + BoardStore + AdminStore {
    /// Brings the schema up to date; harmless where it is.
    async fn migrate(&self) -> Result<(), StoreError>;

    /// Answers if the database does, and its schema is the one that this
    /// program needs.
    async fn ready(&self) -> Result<(), StoreError>;

    /// Stores a new game with its seats and, for forks and imports, its
    /// moves, all or nothing. With `answer`, a claimed idempotency key gets
    /// its answer in the same transaction.
    ///
    /// False, and nothing stored, if the claim has been lost to another
    /// request in the meantime.
    async fn create_game(&self, game: &NewGame, answer: Option<&Answer>) -> Result<bool, StoreError>;

    /// A game with its seats and its whole log: one round trip.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if a row cannot be read or the log has a gap.
    async fn game(&self, id: Uuid) -> Result<Option<Game>, StoreError>;

    /// The same for a game that may well be finished: a replica that has it as
    /// finished is believed.
    async fn past_game(&self, id: Uuid) -> Result<Option<Game>, StoreError>;

    /// What tells the present state of a game from all others: one round trip
    /// that reads no log. Nothing if there is no such game, or what is stored
    /// of it makes no sense.
    async fn mark(&self, id: Uuid) -> Result<Option<Mark>, StoreError>;

    /// Adds a move at exactly its place, if the game's row still has the
    /// version that was judged: one round trip, which moves of other games
    /// share that are in flight at the same time. The move that ends a game
    /// stores its result with it.
    async fn append(&self, append: &Append) -> Result<Appended, StoreError>;

    /// Puts a seat's new state in place if the game still has `version` and
    /// is neither finished nor cancelled, and raises the version by one.
    /// False if it has not, or if the player who sits there has another token
    /// now, or cannot take part in the game's challenge. `answer` as in
    /// [`Store::create_game`]; a lost claim is false too.
    async fn set_seat(
        &self,
        game: Uuid,
        version: u32,
        seat: &SeatState,
        team: Option<&TeamChange>,
        answer: Option<&Answer>,
    ) -> Result<bool, StoreError>;

    /// Cancels a game if it still has `version` and is neither finished nor
    /// cancelled. False if it has not.
    async fn cancel(&self, game: Uuid, version: u32, at: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Public games that fit `filter`, newest first, at most `limit`. With a
    /// replica, as it knows them.
    async fn list(&self, filter: &Filter, limit: u32) -> Result<Vec<Summary>, StoreError>;

    /// Finished public games after a position of the export, in its order, at
    /// most `limit`. Every such game has got a position for ever by the time
    /// it is first returned; games that finish later come later, whenever
    /// they began. Those of challenges that still run at `now` wait.
    async fn export(&self, after: i64, limit: u32, now: DateTime<Utc>) -> Result<Vec<Exported>, StoreError>;

    /// The ids of all games after one, in their order, at most `limit`.
    async fn game_ids(&self, after: Uuid, limit: u32) -> Result<Vec<Uuid>, StoreError>;

    /// All games after an id, up to another and with it. What cannot be read
    /// is [`StoreError::Corrupt`] by itself.
    async fn games_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<Vec<Result<Game, StoreError>>, StoreError>;

    /// The keys that sign finished games, the oldest first.
    async fn signing_keys(&self) -> Result<Vec<StoredKey>, StoreError>;

    /// Adds a key; false if there is one with its number already.
    async fn add_signing_key(&self, key: &StoredKey) -> Result<bool, StoreError>;

    /// The place in the export that a game has got, if it has one.
    async fn export_position(&self, id: Uuid) -> Result<Option<i64>, StoreError>;

    /// Claims an idempotency key at `now` for a request, or says what has
    /// become of it. Claims without an answer from before `stale` are free
    /// again, since whoever made them is gone; answers from before `expired`
    /// are forgotten.
    async fn claim(
        &self,
        claim: &Claim,
        now: DateTime<Utc>,
        stale: DateTime<Utc>,
        expired: DateTime<Utc>,
    ) -> Result<ClaimState, StoreError>;

    /// Gives up a claim whose request failed, so that it can be tried again.
    async fn release(&self, claim: &Claim) -> Result<(), StoreError>;
}

/// Why the store could not do it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database does not answer now; later it may.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] Arc<sqlx::Error>),
    /// What is stored cannot be what was stored.
    #[error("game {game} is stored wrongly: {what}")]
    Corrupt {
        /// The game.
        game: Uuid,
        /// What is wrong with it.
        what: String,
    },
    /// The schema is older or newer than this program.
    #[error("the database schema does not fit this program: {0}")]
    Schema(String),
    /// Anything else that the database says.
    #[error("the database refused: {0}")]
    Database(#[source] Arc<sqlx::Error>),
}

/// How options and results are stored.
fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("what is stored is plain data")
}
