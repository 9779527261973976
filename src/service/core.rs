//! The core of the service, which every area has: the store, the clock, randomness,
//! the settings, background jobs and the scheduler of computations.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use regicide_system::entropy::{Entropy, new_id};
use uuid::Uuid;

use super::error::Error;
use super::pages::Page;
use super::runtime::Clock;
use super::runtime::clock::{NotReady, check_skew};
use super::runtime::jobs::Jobs;
use super::runtime::scheduler::Scheduler;
use super::settings::{Features, Settings};
use regicide_store::{PoolUse, Server, Store};

/// The limit on validations of a request whose stored state changes concurrently.
pub(super) const MAX_RETRIES: u32 = 16;

pub struct Core {
    pub(super) store: Arc<Store>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) entropy: Arc<dyn Entropy>,
    pub(super) settings: Settings,
    pub(super) jobs: Jobs,
    pub(super) scheduler: Arc<Scheduler>,
}

impl Core {
    pub(super) fn new(
        store: Arc<Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        settings: Settings,
    ) -> Self {
        let scheduler = Scheduler::new(settings.limits());
        Self { store, clock, entropy, settings, jobs: Jobs::default(), scheduler }
    }

    /// Returns without error if the database answers, its schema matches, it takes
    /// writes, its clock advances with time, and this instance's clock is near it.
    pub async fn ready(&self) -> Result<(), NotReady> {
        self.store.ready().await?;
        self.store.clock.check()?;
        let before = self.clock.now();
        let database = self.store.clock.now().await?;
        check_skew(before, database, self.clock.now())
    }

    /// The connections to the database that are in use.
    pub(crate) fn database_pools(&self) -> Vec<PoolUse> {
        self.store.pools()
    }

    /// The servers of the database, if there are several.
    pub(crate) fn database_servers(&self) -> Vec<Server> {
        self.store.servers()
    }

    /// The time that opens, closes and ranks: the database's, which is the same for
    /// all instances.
    pub async fn now(&self) -> Result<DateTime<Utc>, Error> {
        Ok(self.store.clock.now().await?)
    }

    pub(super) fn new_id(&self, now: DateTime<Utc>) -> Uuid {
        new_id(&*self.entropy, now)
    }

    /// The id of a new game. On a cluster it is placed on an available server, if there is one.
    pub(super) fn new_game_id(&self, now: DateTime<Utc>) -> Uuid {
        let mut id = self.new_id(now);
        for _ in 0..MAX_RETRIES {
            if self.store.games.is_available(id) {
                break;
            }
            id = self.new_id(now);
        }
        id
    }

    /// The features that are switched on.
    #[must_use]
    pub const fn features(&self) -> Features {
        self.settings.features()
    }

    /// The URL of the service from outside, if it is configured.
    pub(crate) fn public_url(&self) -> Option<&str> {
        self.settings.public_url.as_deref()
    }

    /// The link to a page for people, if the URL of the pages is configured.
    pub(crate) fn page_link(&self, page: Page) -> Option<String> {
        self.settings.pages_url().map(|url| page.link(url))
    }

    /// Validates a request against the stored state, and again if that has changed
    /// before the outcome was stored.
    pub(super) async fn retry_stale<T>(
        &self,
        validate: impl AsyncFn() -> Result<T, Error>,
    ) -> Result<T, Error> {
        for _ in 0..MAX_RETRIES {
            match validate().await {
                Err(Error::Contended) => {}
                done => return done,
            }
        }
        Err(Error::Contended)
    }
}

/// True if a text has exactly `digits` hexadecimal digits, in lower case.
pub(super) fn is_hex(text: &str, digits: usize) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == digits && text.bytes().all(is_digit)
}
