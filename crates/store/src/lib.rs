//! The service's data, on Postgres or SQLite.
//!
//! One folder for each noun: its types, its statements, and a struct with its methods.
//! [`Store`] assembles them. `database/` is the interface to the two databases. `tests/store`
//! calls every method on both.

mod access_fault;
mod admin;
mod admin_log;
mod attempts;
mod audit;
mod batch;
mod boards;
mod bots;
mod challenges;
mod changes;
mod clock;
mod corrupt_rows;
mod database;
mod dry_run;
mod error;
mod games;
mod idempotency;
mod keys;
mod locks;
mod moves;
mod notes;
mod outbox;
mod page;
mod players;
mod readiness;
mod schema;
mod seats;
mod setup;
mod standings;
mod status;
mod text;
mod tlog;
mod token;
mod webhooks;

use std::sync::Arc;

use batch::BatchThread;
use boards::{BoardReaders, NeighboursReader};
use changes::{ChangeHub, Listening};
use database::{Database, Servers};
use games::LookupReader;
use locks::SequenceLock;
use moves::MoveWriter;

pub use access_fault::AccessFault;
pub use admin::Admin;
pub use admin_log::AdminAction;
pub use attempts::{Attempt, Attempts, Defeat, Defeats, Entrant, Reached, TeamChange, Turnout};
pub use audit::{
    Audit, AuditedAttempt, AuditedGame, AuditedResult, AuditedStanding, MiscountedScore, StrayRow,
};
pub use boards::{
    BoardPosition, BoardReader, Boards, FirstAttempt, GameResults, Member, NEIGHBOURS, OwnResult,
    RankedResult, Ranking,
};
pub use bots::{BotTable, BotTurn, Bots};
pub use challenges::{
    Admission, Challenge, ChallengeEntry, ChallengeFilter, ChallengeStatus, Challenges, DealDifficulty,
    DealSearch, Invitation, Invited, ListPlace, LoggedCommitment, MAX_LISTED, NewInvitation,
    OrganiserListing, Source,
};
pub use changes::{AnnouncedMove, Changes, InstanceReaders, Subscription, Topic, Wake};
pub use clock::{Clock, ClockFault};
pub use corrupt_rows::corrupt_rows;
pub use database::{
    DatabaseClock, Options, PoolMode, PoolUse, Server, Timeouts, public_address, sqlite_file,
};
#[cfg(feature = "test-hooks")]
pub use database::{Plan, Plans};
pub use dry_run::{check_writable, dry_run, is_dry_run};
pub use error::{Conflict, RowKind, StoreError};
pub use games::{
    Exported, ForkedFrom, Game, GameFilter, GameHead, GameInPlay, GameInfo, Games, GamesOfPlayer, ListedGame,
    MAX_SIGNALS, OpenProposal, Origin, OriginName, PackedLog, Proposal, ProposalKind, Revision, SaidSignal,
    SeatIdentity, SeatInfo, StreamedGame, Unpacked, WhichGames,
};
pub use idempotency::{Claim, ClaimState, Idempotency, StoredAnswer};
pub use keys::{DailyKey, Keys, MAX_DAYS_AHEAD, SigningKey};
pub use moves::{Append, BotsNext, CountedGame, Finished, LogEntry, MoveKey, Moves, SeatEnd};
pub use notes::{MAX_NOTED_GAMES, Notes};
pub use page::Page;
pub use players::{GameStats, Identity, Player, PlayerChange, Players, raw_skeleton, skeleton_of};
pub use seats::{FormerPlayer, Invitee, SeatInvitation, SeatState, Seated, Seats};
pub use standings::{Standing, StandingFilter, StandingOrder, StandingTotals, Standings, Streak};
pub use status::{Status, Visibility};
pub use tlog::{
    NewTlogEntry, SignedCheckpoint, StoredCosignature, Tlog, TlogEntry, TlogSubject, Unlogged, UnloggedCursor,
};
pub use token::{SeatPlayer, TokenHash};
pub use webhooks::{
    ChallengeResults, Delivery, DeliveryStatus, GameEvent, MAX_WEBHOOKS, Mention, MentionKind, OutboxKey,
    PushBytes, PushKeys, Snowflake, Webhook, WebhookEvent, WebhookForm, WebhookOwner, WebhookStatus,
    Webhooks,
};

/// The database behind the service. Several instances may share one.
pub struct Store {
    pub admin: Admin,
    pub attempts: Attempts,
    pub audit: Audit,
    pub boards: Boards,
    pub bots: Bots,
    pub challenges: Challenges,
    pub changes: Changes,
    pub clock: Clock,
    pub games: Games,
    pub idempotency: Idempotency,
    pub keys: Keys,
    pub moves: Moves,
    pub notes: Notes,
    pub players: Players,
    pub seats: Seats,
    pub standings: Standings,
    pub tlog: Tlog,
    pub webhooks: Webhooks,
    database: Database,
}

impl Store {
    /// Opens the database at the URL: `sqlite://FILE`, which is created if it is missing and
    /// the options allow it, or `postgres://USER:PASSWORD@HOST/DATABASE`.
    pub async fn connect(url: &str, options: &Options) -> Result<Self, StoreError> {
        let hub = Arc::<ChangeHub>::default();
        let woken = hub.clone();
        let listener = Arc::new(move |lines: &[String]| woken.wake_announced(lines));
        let database = Database::open(url, options, listener).await?;
        let clock = options.clock.clone();
        let (servers, limit) = (database.servers(), database.timeouts().batched());
        let several = database.is_distributed().then(|| servers.clone());
        let listening = Listening::new(database.direct_address()?, several);
        let mut writer = BatchThread::new()?;
        let moves = MoveWriter { database: database.clone(), clock: clock.clone() };
        let batches = writer.batches(moves, servers, limit);
        writer.start("writer")?;
        let mut reader = BatchThread::new()?;
        let lookups = reader.batches(LookupReader(database.clone()), servers, limit);
        // Boards are on one server.
        let (connections, one) = (database.lookups(), Servers::one().into());
        let readers = reader.batches(BoardReaders(connections.clone()), &one, limit);
        let neighbours = reader.batches(NeighboursReader(connections.clone()), &one, limit);
        reader.start("reader")?;
        let sequence_lock = SequenceLock::default();
        let shared = || database.clone();
        Ok(Self {
            admin: Admin { database: shared() },
            attempts: Attempts { database: shared() },
            audit: Audit { database: shared() },
            boards: Boards { database: shared(), readers, neighbours },
            bots: Bots { database: shared() },
            challenges: Challenges { database: shared(), clock: clock.clone() },
            changes: Changes { hub, listening, database: shared() },
            clock: Clock::new(shared(), clock.clone()),
            games: Games { database: shared(), lookups, sequence_lock: sequence_lock.clone() },
            idempotency: Idempotency { database: shared() },
            keys: Keys { database: shared(), clock },
            moves: Moves { database: shared(), batches },
            notes: Notes { database: shared() },
            players: Players { database: shared() },
            seats: Seats { database: shared() },
            standings: Standings { database: shared() },
            tlog: Tlog { database: shared(), sequence_lock },
            webhooks: Webhooks { database: shared() },
            database,
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

    /// The servers of a distributed database; none of another.
    #[must_use]
    pub fn servers(&self) -> Vec<Server> {
        self.database.servers().list()
    }

    /// Closes all connections when their statements have ended. From then on every method
    /// returns [`StoreError::Unavailable`].
    pub async fn close(&self) {
        self.changes.listening.stop();
        self.database.close().await;
    }
}
