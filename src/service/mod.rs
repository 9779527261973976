//! The use cases: create, join, move, look, replay, audit, fork, import.
//!
//! Every use case loads what it needs, judges, and asks the store to take the
//! result at exactly the place it was judged for. Nothing is kept between
//! requests.

mod audit;
mod clock;
mod create;
mod entropy;
mod error;
mod export;
mod fork;
mod idempotency;
mod import;
mod list;
mod log;
mod moves;
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
use table::Table;

pub use audit::{Audit, AuditCheck};
pub use clock::{Clock, SystemClock};
pub use create::{CreateGame, Created, SeatToken};
pub use entropy::{Entropy, OsEntropy, new_id};
pub use error::Error;
pub use fork::ForkGame;
pub use idempotency::{IdempotencyKey, Reply};
pub use import::Imported;
pub use list::{GameList, ListQuery};
pub use moves::{MakeMove, Moved};
pub use replay::{Replay, ReplayStep};
pub use rules::Rules;
pub use seats::{Joined, TakeSeat};
pub use token::Token;
pub use view::{
    ConcessionPending, ForkedFrom, GameInfo, GameView, LegalMove, LegalMoves, Log, LogLine, MoveAnswer,
    OriginName, RevealedPosition, SeatInfo,
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
        Self { store, clock, entropy, settings }
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

    /// Loads and rebuilds a game.
    async fn table(&self, id: Uuid) -> Result<Table, Error> {
        let stored = self.store.game(id).await?.ok_or(Error::NoSuchGame)?;
        Ok(Table::rebuild(stored, self.now())?)
    }
}
