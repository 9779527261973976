//! The operator's settings.

mod tlog;

use std::num::NonZero;
use std::time::Duration;

use regicide_engine::bots::review::Budgets;
use regicide_engine::bots::{Knowledge, Level};
use regicide_engine::engine::{GameKind, Move, Ruleset};
use serde::Serialize;
use utoipa::ToSchema;

use super::runtime::scheduler::{self, Limits};
use super::runtime::token::Secret;

pub(super) use tlog::url_below;
pub use tlog::{CheckpointGuard, TlogSettings, WitnessPolicy};

/// The solver's budget for each candidate, in nodes (C4.1).
const SOLVER_NODES: u64 = 5_000_000;

/// The function by which house bots choose: [`regicide_engine::bots::choose`], except in
/// tests.
pub type Chooser = fn(Level, &Knowledge, [u8; 32]) -> Move;

/// The permitted receivers of webhooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WebhookReceivers {
    /// None: there are no webhooks.
    #[default]
    Off,
    /// Public addresses, by `https`.
    Https,
    /// Any address, also by `http`: for a private network.
    Any,
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of seconds without a move after which a new game counts as
    /// abandoned. Games keep the value that they were created with.
    pub abandon_after: u32,
    /// The URL of the service: no slash at the end.
    pub public_url: Option<String>,
    /// The URL of the pages for people, for links to them: no slash at the end.
    /// `None` for those of the service itself.
    pub pages_url: Option<String>,
    /// The key that seeds of daily challenges are made with; if there is none, one is
    /// made and stored in the database.
    pub daily_key: Option<Secret>,
    /// The time for which games of a daily challenge may be played after their day,
    /// in minutes.
    pub daily_grace_minutes: u32,
    /// The number of coming days for which commitments are published.
    pub daily_ahead: u16,
    /// The SHA-256 of the operator's token; without it there is no operator.
    pub operator: Option<Secret>,
    /// The age of a player, in hours, from which the player's public challenges are
    /// listed.
    pub listing_age_hours: u32,
    /// The approximate number of bytes of games that are cached between requests.
    pub cache_bytes: u64,
    /// The number of bots that this instance moves concurrently; none if 0.
    pub bot_threads: usize,
    /// The pause of a bot before it moves, so that people can follow.
    pub bot_pause: Duration,
    /// The time limit of a bot's search. Then another choice is made for it.
    pub bot_limit: Duration,
    pub chooser: Chooser,
    /// True if the difficulty of daily challenges is measured and shown.
    pub daily_difficulty: bool,
    /// The budget for the deal of a challenge, in nodes of the solver; with 0 deals
    /// are not searched for a win.
    pub solver_nodes: u64,
    /// The number of bots' games that measure the difficulty of a deal.
    pub difficulty_games: u32,
    /// The number of concurrent long computations: searches and games of bots.
    pub compute_threads: NonZero<usize>,
    /// The pause after a computation in the background, in multiples of its time.
    pub background_pause: u32,
    /// The budget for the analysis of a game. Analyses with other budgets are
    /// computed again.
    pub analysis: Budgets,
    /// The permitted receivers of webhooks.
    pub webhooks: WebhookReceivers,
    /// The pause of a webhook after a change, so that several changes are one
    /// message.
    pub webhook_pause: Duration,
    /// The interval between polls for webhooks that are due.
    pub webhook_look: Duration,
    /// The transparency log.
    pub tlog: TlogSettings,
    /// The interval at which this instance packs logs of ended games and deletes old keys; never
    /// if `None`.
    pub maintenance: Option<Duration>,
    /// The version of a game's rules for new games and challenges. Stored ones keep
    /// theirs.
    pub ruleset: fn(GameKind) -> Ruleset,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            abandon_after: 30 * 86_400,
            public_url: None,
            pages_url: None,
            daily_key: None,
            daily_grace_minutes: 120,
            daily_ahead: 7,
            operator: None,
            listing_age_hours: 24,
            cache_bytes: 0,
            bot_threads: 0,
            bot_pause: Duration::ZERO,
            bot_limit: Duration::from_secs(10),
            chooser: regicide_engine::bots::choose,
            daily_difficulty: true,
            solver_nodes: SOLVER_NODES,
            difficulty_games: regicide_engine::bots::difficulty::GAMES,
            compute_threads: scheduler::default_searches(),
            background_pause: scheduler::BACKGROUND_PAUSE,
            analysis: Budgets::default(),
            webhooks: WebhookReceivers::Off,
            webhook_pause: Duration::from_secs(1),
            webhook_look: Duration::from_secs(5),
            tlog: TlogSettings::default(),
            maintenance: None,
            ruleset: Ruleset::current,
        }
    }
}

impl Settings {
    pub(super) const fn features(&self) -> Features {
        Features {
            house_bots: self.bot_threads > 0,
            operator: self.operator.is_some(),
            winnable_deals: self.solver_nodes > 0,
            daily_difficulty: self.daily_difficulty,
            webhooks: !matches!(self.webhooks, WebhookReceivers::Off),
        }
    }

    pub(super) const fn limits(&self) -> Limits {
        Limits {
            bot_turns: self.bot_threads,
            searches: self.compute_threads.get(),
            background_pause: self.background_pause,
        }
    }
}

/// The features that the operator has switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Features {
    /// True if this instance moves house bots; others may, also where it is false.
    pub house_bots: bool,
    /// True if an operator can act, with a token.
    pub operator: bool,
    /// True if the deals of challenges are searched for a win.
    pub winnable_deals: bool,
    /// True if the difficulty of daily challenges is measured.
    pub daily_difficulty: bool,
    /// True if there are webhooks.
    pub webhooks: bool,
}
