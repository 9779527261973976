//! The use cases: create, join, move, look, replay, audit, fork, import.
//!
//! Every use case loads what it needs, validates the request, and has the store write
//! the result at exactly the position that it was validated for. The cache of games
//! between requests only saves reads.

mod analysis;
mod audit;
mod bearer;
mod bots;
mod challenges;
mod error;
mod games;
mod live;
mod operators;
mod pages;
mod players;
mod runtime;
mod settings;
mod several;
mod tlog;
mod webhooks;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use regicide::engine::Hash;
use regicide_system::entropy::{Entropy, new_id};
use uuid::Uuid;

use analysis::Analyses;
use bots::BotState;
use challenges::{BoardPages, UnstoredDeals};
use games::cache::GameCache;
use games::loaded_game::LoadedGame;
use live::{FollowedBoards, FollowedGames, LatestGames};
use regicide_store::{Game, PoolUse, Store};
use runtime::background::Job;
use runtime::idempotency::ReplyCipher;
use runtime::in_flight::InFlight;
use runtime::scheduler::Scheduler;
use runtime::work::blocking;
use tlog::TransparencyLog;
use webhooks::Webhooks;

pub use analysis::{
    ASK_AGAIN, AnalysedDecision, AnalysisMark, AnalysisMethod, AnalysisRequest, AnalysisSpan, GameAnalysis,
    LineMove, SampledMove,
};
pub use audit::{
    Audit, AuditCheck, Audited, Difference, Finding, audit, audit_boards, audit_challenges, audit_games,
    audit_standings, audit_tlog,
};
pub use bots::{BotGames, BotOutcome, Chooser, SeatBot};
pub use challenges::{
    AttemptStarted, BoardEntry, BoardName, BoardPlayer, BoardQuery, ChallengeInfo, ChallengeList,
    ChallengeSource, ChallengeView, ChallengesQuery, CommitmentEntry, CreateChallenge, Daily, DailyDay,
    DailyQuery, DifficultyInfo, EnemiesBar, Invitations, Invite, Leaderboard, OwnAttempt, OwnRank, Period,
    RoyalsBar, SolutionGoal, SolutionQuery, StandingRow, Standings, StandingsQuery, StartAttempt, Stats,
    StatsQuery, VoidEntry, Winnable,
};
pub use error::Error;
pub use games::create::{CreateGame, Created, SeatToken};
pub use games::export::{ExportLine, SkippedRecord};
pub use games::fork::ForkGame;
pub use games::import::{ImportOutcome, Imported, Prepared};
pub use games::invitations::{InviteToSeats, SeatCode, SeatInvitations};
pub use games::list::{GameList, ListQuery};
pub use games::log::VisibleGame;
pub use games::moves::{AnswerForm, MakeMove, Moved};
pub use games::rematch::Rematch;
pub use games::replay::{Replay, ReplayQuery, ReplayStep};
pub use games::rules::{ClauseText, GameRules, Rules};
pub use games::seats::{Joined, TakeSeat};
pub use games::signals::{AllowedSignal, GiveSignal, SignalLine, SignalPage};
pub use games::undo::UndoMove;
pub use games::view::{
    ConcessionPending, GameView, LegalMove, LegalMoves, Log, LogLine, MadeMove, MinimalMove, MoveAnswer,
    RevealedPosition,
};
pub use live::{ChallengeEvent, CloseReason, Event, Events, GameEvent, PlayerEvent, PublicGamesEvent};
pub use operators::admin::{AdminAction, AdminEntry, AdminLog, AdminLogQuery};
pub use operators::keys::{KeyInfo, Keys};
pub(crate) use pages::Page;
pub use players::accounts::{
    CreatePlayer, MedalCounts, NamePlayer, PlayerGameStats, PlayerInfo, PlayerToken, Profile,
};
pub use players::games::{PlayerGame, PlayerGames, WhoseTurn};
pub use regicide_store::{
    ChallengeEntry, Delivery, ForkedFrom, GameInfo, OriginName, SeatInfo, Streak, Turnout, Webhook,
    WebhookOwner,
};
pub use runtime::clock::{Clock, NotReady, SystemClock};
pub use runtime::idempotency::{IdempotencyKey, Reply};
pub(crate) use runtime::shared_reads::SharedReads;
pub use runtime::token::{Secret, Token};
pub use runtime::work::{Sender, Work};
pub use settings::{Features, Settings};
pub(crate) use several::several;
pub use tlog::{
    MissingEntries, Refusal, TlogFile, TlogInfo, TlogSettings, WantedProof, Witness, WitnessInfo,
};
pub use webhooks::{
    ChangeWebhook, CreateWebhook, DeliveriesQuery, DeliveryList, WebhookList, WebhookReceivers, WebhookSecret,
};

/// The limit on validations of a request whose stored state changes concurrently.
const MAX_RETRIES: u32 = 16;

/// True if a text has exactly `digits` hexadecimal digits, in lower case.
fn is_hex(text: &str, digits: usize) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == digits && text.bytes().all(is_digit)
}

/// The service: a store, a clock and a source of randomness.
#[derive(Clone)]
pub struct Service {
    store: Arc<Store>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    settings: Settings,
    cache: Arc<GameCache>,
    jobs: Arc<InFlight<Job>>,
    scheduler: Arc<Scheduler>,
    /// Held while a day is published that a request waits for.
    publishing: Arc<tokio::sync::Mutex<()>>,
    unstored_deals: Arc<UnstoredDeals>,
    analyses: Arc<Analyses>,
    followed: Arc<FollowedGames>,
    boards: FollowedBoards,
    board_pages: BoardPages,
    latest_games: Arc<LatestGames>,
    bots: Arc<BotState>,
    tlog: Arc<TransparencyLog>,
    /// `None` if they are switched off.
    webhooks: Option<Arc<Webhooks>>,
}

impl Service {
    #[must_use]
    pub fn new(
        store: Arc<Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        settings: Settings,
    ) -> Self {
        Self {
            store,
            clock,
            entropy,
            cache: Arc::new(GameCache::new(settings.cache_bytes)),
            scheduler: Scheduler::new(settings.limits()),
            bots: Arc::new(BotState::new(settings.bot_threads)),
            webhooks: Webhooks::new(settings.webhooks).map(Arc::new),
            tlog: Arc::new(TransparencyLog::new(&settings.tlog)),
            settings,
            jobs: Arc::new(InFlight::new("job")),
            publishing: Arc::default(),
            unstored_deals: Arc::default(),
            analyses: Arc::default(),
            followed: Arc::default(),
            boards: FollowedBoards::default(),
            board_pages: BoardPages::default(),
            latest_games: Arc::default(),
        }
    }

    /// Returns without error if the database answers, its schema matches, it takes
    /// writes, its clock advances with time, and this instance's clock is near it.
    pub async fn ready(&self) -> Result<(), NotReady> {
        self.store.ready().await?;
        self.store.check_clock()?;
        self.check_clock().await
    }

    /// The connections to the database that are in use.
    pub(crate) fn database_pools(&self) -> Vec<PoolUse> {
        self.store.pools()
    }

    /// The time that opens, closes and ranks: the database's, which is the same for
    /// all instances.
    pub async fn now(&self) -> Result<DateTime<Utc>, Error> {
        Ok(self.store.now().await?)
    }

    fn new_id(&self, now: DateTime<Utc>) -> Uuid {
        new_id(&*self.entropy, now)
    }

    /// The URL of the service from outside, if it is configured.
    pub(crate) fn public_url(&self) -> Option<&str> {
        self.settings.public_url.as_deref()
    }

    /// The link to a page for people, if the URL of the pages is configured.
    pub(crate) fn page_link(&self, page: Page) -> Option<String> {
        self.settings.pages_url().map(|url| page.link(url))
    }

    /// The present game: from the cache, if a version check finds no change, else
    /// read and rebuilt.
    async fn loaded_game(&self, id: Uuid) -> Result<LoadedGame, Error> {
        let Some(mut cached) = self.cache.get(id, self.now().await?) else { return self.load(id).await };
        match self.store.game_head(id).await? {
            Some(head) if head.revision == cached.revision() => {
                if cached.update_identities(head.seats) {
                    self.cache.insert(cached.clone());
                }
                Ok(cached)
            }
            Some(_) | None => self.load(id).await,
        }
    }

    /// A game that is probably over, read and rebuilt; perhaps from a replica.
    async fn past_game(&self, id: Uuid) -> Result<LoadedGame, Error> {
        let stored = self.store.past_game(id).await?.ok_or(Error::NoSuchGame)?;
        self.rebuild(stored).await
    }

    /// The present game, read and rebuilt without the cache.
    async fn load(&self, id: Uuid) -> Result<LoadedGame, Error> {
        let stored = self.store.game(id).await?.ok_or(Error::NoSuchGame)?;
        let loaded = self.rebuild(stored).await?;
        self.cache.insert(loaded.clone());
        Ok(loaded)
    }

    /// Rebuilds a game; a long one on a thread where no other request waits.
    async fn rebuild(&self, stored: Game) -> Result<LoadedGame, Error> {
        let now = self.now().await?;
        let moves = stored.moves.len();
        Ok(blocking(moves, move || LoadedGame::rebuild(stored, now)).await?)
    }

    /// Carries out a change once for each key, and validates it again if the stored
    /// state has changed before its outcome was stored. Without a token, the caller
    /// of this method checks the access of a repeated request: its answer may contain
    /// tokens.
    async fn once_retried(
        &self,
        token: Option<&Token>,
        key: Option<&IdempotencyKey>,
        request: Hash,
        change: impl AsyncFn(&ReplyCipher<'_>) -> Result<Reply, Error>,
    ) -> Result<Reply, Error> {
        let change = async |cipher: ReplyCipher<'_>| self.retry_stale(async || change(&cipher).await).await;
        self.once_with_token(token, key, request, change).await
    }

    /// Validates a request against the stored state, and again if that has changed
    /// before the outcome was stored.
    async fn retry_stale<T>(&self, validate: impl AsyncFn() -> Result<T, Error>) -> Result<T, Error> {
        for _ in 0..MAX_RETRIES {
            match validate().await {
                Err(Error::Contended) => {}
                done => return done,
            }
        }
        Err(Error::Contended)
    }
}

#[cfg(test)]
impl Service {
    /// A service over a SQLite database, with a stopped clock.
    async fn at(now: DateTime<Utc>, url: &str, settings: Settings) -> Self {
        let clock = regicide_store::DatabaseClock::replaced(move || now);
        let options = regicide_store::Options { clock, ..regicide_store::Options::default() };
        let store = Store::connect(url, &options).await.expect("a database");
        store.migrate().await.expect("a schema");
        let entropy = Arc::new(regicide_system::entropy::OsEntropy);
        Self::new(Arc::new(store), Arc::new(SystemClock), entropy, settings)
    }
}
