//! The use cases: create, join, move, look, replay, audit, fork, import.
//!
//! Every use case loads what it needs, validates the request, and has the store write
//! the result at exactly the position that it was validated for. Each area is a struct
//! over the [`Core`] and the areas that it uses; [`Service`] assembles them.

pub mod analysis;
pub mod audit;
pub mod auth;
pub mod bots;
pub mod challenges;
pub mod core;
pub mod error;
pub mod export;
pub mod games;
pub mod live;
pub mod maintenance;
mod names;
pub mod operators;
pub mod pages;
pub mod permissions;
pub mod play;
pub mod players;
pub mod runtime;
pub mod settings;
pub mod several;
pub mod signing;
pub mod tlog;
pub mod webhooks;

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
use maintenance::Maintenance;
use operators::Operators;
use permissions::Permissions;
use play::Play;
use players::Players;
use regicide_store::Store;
use runtime::Clock;
use settings::Settings;
use signing::SigningKeys;
use tlog::Tlog;
use webhooks::Webhooks;

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
    pub permissions: Arc<Permissions>,
    pub analysis: Arc<Analysis>,
    pub audits: Arc<Audits>,
    pub maintenance: Arc<Maintenance>,
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
        let webhooks = Arc::new(Webhooks::new(core.clone(), auth.clone(), challenges.clone()));
        let operators =
            Arc::new(Operators::new(core.clone(), auth.clone(), games.clone(), challenges.clone()));
        let permissions = Arc::new(Permissions::new(core.clone(), auth.clone(), games.clone()));
        let analysis = Arc::new(Analysis::new(core.clone(), games.clone()));
        let audits = Arc::new(Audits::new(core.clone(), auth.clone(), games.clone()));
        let maintenance = Arc::new(Maintenance::new(core.clone(), auth.clone(), games.clone()));
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
            permissions,
            analysis,
            audits,
            maintenance,
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
        Self::new(Arc::new(store), Arc::new(runtime::SystemClock), entropy, settings)
    }
}
