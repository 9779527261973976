//! The use cases: create, join, move, look, replay, audit, fork, import.
//!
//! Every use case loads what it needs, judges, and asks the store to take the
//! result at exactly the place it was judged for. What is kept between
//! requests spares reading, and decides nothing.

mod admin;
mod audit;
mod challenges;
mod clock;
mod create;
mod entropy;
mod error;
mod export;
mod fork;
mod idempotency;
mod import;
mod kept;
mod keys;
mod list;
mod log;
mod moves;
mod name;
mod players;
mod replay;
mod rules;
mod seats;
mod table;
mod token;
mod view;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::store::{Store, StoreError};
use kept::Kept;
use table::Table;

pub use admin::{AdminAct, AdminEntry, AdminLog, AdminLogQuery};
pub use audit::{Audit, AuditCheck, audit};
pub use challenges::{
    AttemptStarted, BoardEntry, BoardName, BoardPlayer, BoardQuery, ChallengeInfo, ChallengeKind,
    ChallengeList, ChallengeView, ChallengesQuery, CreateChallenge, CreatedChallenge, Daily, DailyDay,
    EnemiesBar, Invitations, Invite, Leaderboard, OwnAttempt, OwnRank, Period, Royals, RoyalsBar,
    StandingRow, Standings, StandingsQuery, StartAttempt, Stats, StatsQuery, Streak, VoidEntry,
};
pub use clock::{Clock, SystemClock};
pub use create::{CreateGame, Created, SeatToken};
pub use entropy::{Entropy, OsEntropy, new_id};
pub use error::Error;
pub use fork::ForkGame;
pub use idempotency::{IdempotencyKey, Reply};
pub use import::Imported;
pub use keys::{KeyInfo, Keys};
pub use list::{GameList, ListQuery};
pub use moves::{MakeMove, Moved};
pub use players::{CreatePlayer, MedalCounts, NamePlayer, PlayerInfo, PlayerToken, Profile, Tally};
pub use replay::{Replay, ReplayStep};
pub use rules::Rules;
pub use seats::{Joined, TakeSeat};
pub use token::{Secret, Token};
pub use view::{
    ConcessionPending, ForkedFrom, GameInfo, GameView, InChallenge, LegalMove, LegalMoves, Log, LogLine,
    MoveAnswer, OriginName, RevealedPosition, SeatInfo,
};

/// How often a request is judged anew because others were faster, before it
/// gives up.
const ATTEMPTS: u32 = 16;

/// The service: a store, a clock and a source of randomness.
#[derive(Clone)]
pub struct Service {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    settings: Settings,
    kept: Arc<Kept>,
}

/// What an operator can choose about the service.
#[derive(Clone, Debug)]
pub struct Settings {
    /// After how many seconds without a move a new game counts as abandoned.
    /// Games keep the value that they were created with.
    pub abandon_after: u32,
    /// Where the service is reached, for links in records: no slash at the
    /// end.
    pub public_url: Option<String>,
    /// The key that seeds of daily challenges are made with; if there is none,
    /// one is made and kept in the database.
    pub daily_key: Option<Secret>,
    /// How long games of a daily challenge may be played after their day, in
    /// minutes.
    pub daily_grace_minutes: u32,
    /// For how many coming days commitments are published.
    pub daily_ahead: u16,
    /// The SHA-256 of the operator's token; there is no operator without.
    pub operator: Option<Secret>,
    /// How many bytes of games are kept in memory between requests, about.
    pub kept_bytes: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            abandon_after: 30 * 86_400,
            public_url: None,
            daily_key: None,
            daily_grace_minutes: 120,
            daily_ahead: 7,
            operator: None,
            kept_bytes: 0,
        }
    }
}

impl Service {
    /// A service over a store.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        settings: Settings,
    ) -> Self {
        let kept = Arc::new(Kept::new(settings.kept_bytes));
        Self { store, clock, entropy, settings, kept }
    }

    /// Answers if the database does and its schema fits.
    ///
    /// # Errors
    /// What the store says.
    pub async fn ready(&self) -> Result<(), StoreError> {
        self.store.ready().await
    }

    fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    fn new_id(&self, now: DateTime<Utc>) -> Uuid {
        new_id(&*self.entropy, now)
    }

    /// A game as it stands: as it was kept, if the database says that nothing
    /// has changed since, else read and rebuilt.
    async fn table(&self, id: Uuid) -> Result<Table, Error> {
        match self.kept.get(id, self.now()) {
            Some(kept) if self.store.mark(id).await? == Some(kept.mark()) => Ok(kept),
            Some(_) | None => self.load(id).await,
        }
    }

    /// A game that may well be over, read and rebuilt; perhaps from a replica.
    async fn past(&self, id: Uuid) -> Result<Table, Error> {
        let stored = self.store.past_game(id).await?.ok_or(Error::NoSuchGame)?;
        Ok(Table::rebuild(stored, self.now())?)
    }

    /// A game as it stands, read and rebuilt whatever is kept.
    async fn load(&self, id: Uuid) -> Result<Table, Error> {
        let stored = self.store.game(id).await?.ok_or(Error::NoSuchGame)?;
        let table = Table::rebuild(stored, self.now())?;
        self.kept.keep(table.clone());
        Ok(table)
    }
}
