//! The service's data, on Postgres or SQLite.
//!
//! One folder for each noun: its types, its statements and its methods of the store.
//! `database/` is the interface to the two databases. `tests/store` calls every method of
//! [`Store`] on both.

mod access_fault;
mod admin;
mod admin_log;
mod analyses;
mod attempts;
mod audit;
mod batch;
mod boards;
mod bot_games;
mod bot_turns;
mod challenges;
mod changes;
mod clock;
mod corrupt_rows;
mod daily_keys;
mod database;
mod dry_run;
mod error;
mod games;
mod idempotency;
mod locks;
mod moves;
mod outbox;
mod page;
mod players;
mod readiness;
mod schema;
mod seats;
mod setup;
mod signals;
mod signing_keys;
mod standings;
mod status;
mod stream;
mod tlog;
mod token;
mod webhooks;

use std::sync::Arc;

use batch::{BatchThread, Batches};
use boards::{BoardReaders, ReaderLookup};
use changes::{ChangeHub, Listening};
use clock::{Reading, Watch};
use database::{Database, Shards};
use games::{Lookup, LookupReader};
use moves::MoveWriter;
use tokio::sync::Mutex;

pub use access_fault::AccessFault;
pub use admin_log::AdminAction;
pub use attempts::{Attempt, Defeat, Defeats, Entrant, Reached, TeamChange, Turnout};
pub use audit::{AuditedAttempt, AuditedGame, AuditedResult, AuditedStanding, MiscountedScore, StrayRow};
pub use boards::{
    BoardPosition, BoardReader, FirstAttempt, GameResults, Member, NEIGHBOURS, OwnResult, RankedResult,
    Ranking,
};
pub use bot_turns::{BotTable, BotTurn};
pub use challenges::{
    Admission, Challenge, ChallengeEntry, ChallengeFilter, ChallengeStatus, DealDifficulty, DealSearch,
    Invitation, ListPlace, LoggedCommitment, MAX_LISTED, OrganiserListing, Source,
};
pub use changes::{AnnouncedMove, Subscription, Topic, Wake};
pub use clock::ClockFault;
pub use corrupt_rows::corrupt_rows;
pub use daily_keys::{DailyKey, MAX_DAYS_AHEAD};
pub use database::{DatabaseClock, Options, PoolMode, PoolUse, Timeouts, public_address, sqlite_file};
#[cfg(feature = "test-hooks")]
pub use database::{Plan, Plans};
pub use dry_run::{check_writable, dry_run, is_dry_run};
pub use error::{Conflict, RowKind, StoreError};
pub use games::{
    Exported, ForkedFrom, Game, GameFilter, GameHead, GameInPlay, GameInfo, GamesOfPlayer, ListedGame,
    Origin, OriginName, Revision, SeatIdentity, SeatInfo, WhichGames,
};
pub use idempotency::{Claim, ClaimState, StoredAnswer};
pub use moves::{Append, BotsNext, CountedGame, Finished, LogEntry, MoveKey, SeatEnd};
pub use page::Page;
pub use players::{GameStats, Identity, Player, PlayerChange, raw_skeleton, skeleton_of};
pub use seats::{ConcessionRequest, Invitee, SeatInvitation, SeatState};
pub use signals::{MAX_SIGNALS, SaidSignal};
pub use signing_keys::SigningKey;
pub use standings::{Standing, StandingFilter, StandingOrder, StandingTotals, Streak};
pub use status::{Status, Visibility};
pub use stream::StreamedGame;
pub use tlog::{NewTlogEntry, SignedCheckpoint, StoredCosignature, TlogEntry, TlogSubject, Unlogged};
pub use token::{SeatPlayer, TokenHash};
pub use webhooks::{
    Delivery, DeliveryStatus, GameEvent, MAX_WEBHOOKS, Webhook, WebhookEvent, WebhookForm, WebhookOwner,
    WebhookStatus,
};

/// The database behind the service. Several instances may share one.
pub struct Store {
    database: Database,
    changes: Arc<ChangeHub>,
    listening: Listening,
    moves: Batches<Append>,
    lookups: Batches<Lookup>,
    board_readers: Batches<ReaderLookup>,
    /// Held while positions are assigned, in the stream or in the export: callers of this
    /// process wait here and not for the database's lock.
    sequence_lock: Mutex<()>,
    clock: DatabaseClock,
    last_reading: parking_lot::Mutex<Option<Reading>>,
    watch: Watch,
}

impl Store {
    /// Opens the database at the URL: `sqlite://FILE`, which is created if it is missing and
    /// the options allow it, or `postgres://USER:PASSWORD@HOST/DATABASE`.
    pub async fn connect(url: &str, options: &Options) -> Result<Self, StoreError> {
        let changes = Arc::<ChangeHub>::default();
        let hub = changes.clone();
        let listener = Arc::new(move |lines: &[String]| hub.wake_announced(lines));
        let database = Database::open(url, options, listener).await?;
        let clock = options.clock.clone();
        let moves = MoveWriter { connections: database.batches(), clock: clock.clone() };
        let listening = Listening::new(database.direct_address()?, database.is_distributed());
        let lookups = LookupReader(database.lookups());
        let board_readers = BoardReaders(database.lookups());
        let (shards, limit) = (database.shards(), database.timeouts().batched());
        let mut writer = BatchThread::new()?;
        let moves = writer.batches(moves, shards, limit);
        writer.start("writer")?;
        let mut reader = BatchThread::new()?;
        let lookups = reader.batches(lookups, shards, limit);
        // Boards are on one server.
        let board_readers = reader.batches(board_readers, &Shards::one().into(), limit);
        reader.start("reader")?;
        let sequence_lock = Mutex::default();
        let (last_reading, watch) = Default::default();
        Ok(Self {
            database,
            changes,
            listening,
            moves,
            lookups,
            board_readers,
            sequence_lock,
            clock,
            last_reading,
            watch,
        })
    }

    /// The number of transactions since the database was opened; a statement by itself counts
    /// as one, and so does a batch.
    #[must_use]
    pub fn transactions(&self) -> u64 {
        self.database.transactions()
    }

    /// The use of the connections to the database, by pool.
    #[must_use]
    pub fn pools(&self) -> Vec<PoolUse> {
        self.database.pools()
    }

    /// Closes all connections when their statements have ended. From then on every method
    /// returns [`StoreError::Unavailable`].
    pub async fn close(&self) {
        self.listening.stop();
        self.database.close().await;
    }
}

/// The list in which a statement searches for one of these values, with a comma before, between
/// and after them. Empty for all.
fn one_of<T: std::fmt::Display>(values: impl IntoIterator<Item = T>) -> String {
    let mut list = String::new();
    for value in values {
        let separator = if list.is_empty() { "," } else { "" };
        list = format!("{list}{separator}{value},");
    }
    list
}

/// The stored form of options and results.
fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("what is stored is plain data")
}
