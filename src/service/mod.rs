//! The use cases: create, join, move, look, replay, audit, fork, import.
//!
//! Every use case loads what it needs, validates the request, and has the store write
//! the result at exactly the position that it was validated for. Each area is a struct
//! over the [`Core`] and the areas that it uses; [`Service`] assembles them.

mod analysis;
mod audit;
mod auth;
mod bots;
mod challenges;
mod core;
mod error;
mod export;
mod games;
mod live;
mod names;
mod operators;
mod pages;
mod play;
mod players;
mod runtime;
mod settings;
mod several;
mod signing;
mod tlog;
mod webhooks;

use std::sync::Arc;

use regicide_system::entropy::Entropy;

use analysis::Analysis;
use audit::Audits;
use auth::Auth;
use bots::Bots;
use challenges::Challenges;
use core::Core;
use export::Export;
use games::Games;
use live::Live;
use operators::Operators;
use play::Play;
use players::Players;
use regicide_store::Store;
use signing::SigningKeys;
use tlog::Tlog;
use webhooks::Webhooks;

pub use analysis::{
    ASK_AGAIN, AnalysedDecision, AnalysisMark, AnalysisMethod, AnalysisRequest, AnalysisSpan, GameAnalysis,
    LineMove, SampledMove,
};
pub use audit::{
    Audit, AuditCheck, Audited, Difference, Finding, audit, audit_boards, audit_challenges, audit_games,
    audit_standings, audit_tlog,
};
pub use auth::idempotency::{IdempotencyKey, Reply};
pub use bots::{BotOutcome, SeatBot};
pub use challenges::{
    AttemptStarted, BoardEntry, BoardName, BoardPlayer, BoardQuery, ChallengeInfo, ChallengeList,
    ChallengeSource, ChallengeView, ChallengesQuery, CommitmentEntry, CreateChallenge, Daily, DailyDay,
    DailyQuery, DifficultyInfo, EnemiesBar, Invitations, Invite, Leaderboard, OwnAttempt, OwnRank, Period,
    RoyalsBar, SolutionGoal, SolutionQuery, StandingRow, Standings, StandingsQuery, StartAttempt, Stats,
    StatsQuery, VoidEntry, Winnable,
};
pub use error::Error;
pub use export::{ExportLine, SkippedRecord};
pub use games::create::{CreateGame, Created, SeatToken};
pub use games::fork::ForkGame;
pub use games::import::{ImportOutcome, Imported, Prepared, verdict_on};
pub use games::list::{GameList, ListQuery};
pub use games::log::VisibleGame;
pub use games::replay::{Replay, ReplayQuery, ReplayStep};
pub use games::rules::{ClauseText, GameRules, Rules};
pub use games::signals::{AllowedSignal, GiveSignal, SignalLine, SignalPage};
pub use games::view::{
    ConcessionPending, GameView, LegalMove, LegalMoves, Log, LogLine, MadeMove, MinimalMove, MoveAnswer,
    RevealedPosition,
};
pub use live::{ChallengeEvent, CloseReason, Event, Events, GameEvent, PlayerEvent, PublicGamesEvent};
pub use operators::{AdminAction, AdminEntry, AdminLog, AdminLogQuery};
pub(crate) use pages::Page;
pub use play::invitations::{InviteToSeats, SeatCode, SeatInvitations};
pub use play::moves::{AnswerForm, MakeMove, Moved};
pub use play::rematch::Rematch;
pub use play::seats::{Joined, TakeSeat};
pub use play::undo::UndoMove;
pub use players::accounts::{
    CreatePlayer, MedalCounts, NamePlayer, PlayerGameStats, PlayerInfo, PlayerToken, Profile,
};
pub use players::games::{PlayerGame, PlayerGames, WhoseTurn};
pub use regicide_store::{
    ChallengeEntry, Delivery, ForkedFrom, GameInfo, OriginName, SeatInfo, Streak, Turnout, Webhook,
    WebhookOwner,
};
pub use runtime::bot_games::BotGames;
pub use runtime::clock::{Clock, NotReady, SystemClock};
pub(crate) use runtime::shared_reads::SharedReads;
pub use runtime::token::{Secret, Token};
pub use runtime::work::{Sender, Work};
pub use settings::{Chooser, Features, Settings, TlogSettings, WebhookReceivers, Witness};
pub(crate) use several::several;
pub use signing::{KeyInfo, Keys};
pub use tlog::{MissingEntries, Refusal, TlogFile, TlogInfo, WantedProof, WitnessInfo};
pub use webhooks::{ChangeWebhook, CreateWebhook, DeliveriesQuery, DeliveryList, WebhookList, WebhookSecret};

/// The areas of the service.
#[derive(Clone)]
pub struct Service {
    pub core: Arc<Core>,
    pub auth: Arc<Auth>,
    pub games: Arc<Games>,
    pub players: Arc<Players>,
    pub challenges: Arc<Challenges>,
    pub live: Arc<Live>,
    pub play: Arc<Play>,
    pub bots: Arc<Bots>,
    pub keys: Arc<SigningKeys>,
    pub tlog: Arc<Tlog>,
    pub export: Arc<Export>,
    pub webhooks: Arc<Webhooks>,
    pub operators: Arc<Operators>,
    pub analysis: Arc<Analysis>,
    pub audits: Arc<Audits>,
}

impl Service {
    #[must_use]
    pub fn new(
        store: Arc<Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        settings: Settings,
    ) -> Self {
        let core = Arc::new(Core::new(store, clock, entropy, settings));
        let auth = Arc::new(Auth::new(core.clone()));
        let games = Arc::new(Games::new(core.clone(), auth.clone()));
        let players = Arc::new(Players::new(core.clone(), auth.clone()));
        let challenges = Arc::new(Challenges::new(core.clone(), auth.clone(), games.clone()));
        let live = Arc::new(Live::new(
            core.clone(),
            auth.clone(),
            games.clone(),
            challenges.clone(),
            players.clone(),
        ));
        let play =
            Arc::new(Play::new(core.clone(), auth.clone(), games.clone(), challenges.clone(), live.clone()));
        let bots =
            Arc::new(Bots::new(core.clone(), auth.clone(), games.clone(), challenges.clone(), play.clone()));
        let keys = Arc::new(SigningKeys::new(core.clone()));
        let tlog = Arc::new(Tlog::new(core.clone(), games.clone(), keys.clone()));
        let export = Arc::new(Export::new(core.clone(), games.clone(), keys.clone(), tlog.clone()));
        let webhooks = Arc::new(Webhooks::new(core.clone(), auth.clone()));
        let operators =
            Arc::new(Operators::new(core.clone(), auth.clone(), games.clone(), challenges.clone()));
        let analysis = Arc::new(Analysis::new(core.clone(), games.clone()));
        let audits = Arc::new(Audits::new(core.clone(), auth.clone(), games.clone()));
        Self {
            core,
            auth,
            games,
            players,
            challenges,
            live,
            play,
            bots,
            keys,
            tlog,
            export,
            webhooks,
            operators,
            analysis,
            audits,
        }
    }
}

#[cfg(test)]
impl Service {
    /// A service over a SQLite database, with a stopped clock.
    async fn at(now: chrono::DateTime<chrono::Utc>, url: &str, settings: Settings) -> Self {
        let clock = regicide_store::DatabaseClock::replaced(move || now);
        let options = regicide_store::Options { clock, ..regicide_store::Options::default() };
        let store = Store::connect(url, &options).await.expect("a database");
        store.migrate().await.expect("a schema");
        let entropy = Arc::new(regicide_system::entropy::OsEntropy);
        Self::new(Arc::new(store), Arc::new(SystemClock), entropy, settings)
    }
}
