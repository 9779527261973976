//! Keys from which the seeds of daily challenges are derived, keys that sign the records of
//! finished games, and the key that identifies the service to push services.

use chrono::{DateTime, Utc};
use constcat::concat;
use regicide_engine::engine::Hash;

use super::admin_log::{AdminAction, commit_with_entry};
use super::clock::{NOW_POSTGRES, NOW_SQLITE};
use super::database::{Database, DatabaseClock, Row, Statement, from_row, params};
use super::error::{Conflict, RowKind, StoreError};

/// The statement that adds a key, with the database's time.
macro_rules! add_daily_key {
    ($now:expr) => {
        concat!(
            "insert into daily_keys (number, fingerprint, secret, valid_from)
            select $1, $2, $3, $4
            where $1 = 1 + (select count(*) from daily_keys)
                and not exists (select 1 from daily_keys where fingerprint = $2 or valid_from = $4)
                and not exists (select 1 from challenges where day >= $4)
                and ($4 - $5) * 86400000000 <= coalesce($6, ",
            $now,
            ")
            on conflict do nothing"
        )
    };
}

const DAILY_KEYS: Statement =
    Statement::new("select number, fingerprint, secret, valid_from from daily_keys order by number")
        .of_any_server();

/// Adds a key if it is the next, no day that it is for is published, and its first day is not
/// too far ahead.
const ADD_DAILY_KEY: Statement = Statement::each(add_daily_key!(NOW_POSTGRES), add_daily_key!(NOW_SQLITE));

/// While a day is published no key is added, and while a key is added no day is published.
pub(super) const SHARE_DAILY_KEYS: Statement =
    Statement::each("lock table daily_keys in row exclusive mode", "select 1");
const LOCK_DAILY_KEYS: Statement =
    Statement::each("lock table daily_keys in share row exclusive mode", "select 1");

/// The number of days ahead for which a daily challenge can be published. A later day would
/// come from a wrong clock.
pub const MAX_DAYS_AHEAD: i32 = 400;

#[derive(Clone)]
pub struct DailyKey {
    /// Its number, from 1.
    pub number: u32,
    pub fingerprint: Hash,
    /// The secret bytes; `None` if they are in the configuration.
    pub secret: Option<[u8; 32]>,
    /// The first day whose seed is derived from it.
    pub valid_from: i32,
}

/// The stored keys.
pub struct Keys {
    pub(super) database: Database,
    pub(super) clock: DatabaseClock,
}

impl Keys {
    /// The keys of daily challenges, the oldest first.
    pub async fn daily(&self) -> Result<Vec<DailyKey>, StoreError> {
        self.database.read_rows(DAILY_KEYS, &[], DailyKey::read).await
    }

    /// Adds a key.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if there is one with its number, a day that it would
    /// be valid for is published already, or its first day is too far ahead.
    pub async fn add_daily(&self, key: &DailyKey, action: Option<&AdminAction>) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.fetch(LOCK_DAILY_KEYS, &[]).await?;
        let values = params![
            key.number,
            key.fingerprint,
            key.secret,
            key.valid_from,
            MAX_DAYS_AHEAD + 1,
            self.clock.replacement(),
        ];
        transaction.execute_or(Conflict::Stale, ADD_DAILY_KEY, values).await?;
        match action {
            Some(action) => commit_with_entry(transaction, action).await,
            None => transaction.commit().await,
        }
    }
}

from_row!(RowKind::DailyKey, "number", |row| DailyKey { number, fingerprint, secret, valid_from });

const SIGNING_KEYS: Statement =
    Statement::new("select number, secret, valid_from from signing_keys order by number").of_any_server();

const ADD_SIGNING_KEY: Statement = Statement::new(
    "insert into signing_keys (number, secret, valid_from)
    select $1, $2, $3 where not exists (select 1 from signing_keys where number = $1)
    on conflict do nothing",
);

#[derive(Clone)]
pub struct SigningKey {
    /// Its number, from 1.
    pub number: u32,
    pub secret: [u8; 32],
    pub valid_from: DateTime<Utc>,
}

impl Keys {
    /// The keys that sign finished games, the oldest first.
    pub async fn signing(&self) -> Result<Vec<SigningKey>, StoreError> {
        self.database.read_rows(SIGNING_KEYS, &[], SigningKey::read).await
    }

    /// Adds a key.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if there is one with its number already.
    pub async fn add_signing(&self, key: &SigningKey) -> Result<(), StoreError> {
        let values = params![key.number, key.secret, key.valid_from];
        match self.database.execute(ADD_SIGNING_KEY, values).await? {
            0 => Err(Conflict::Stale.into()),
            _ => Ok(()),
        }
    }
}

from_row!(RowKind::SigningKey, "number", |row| SigningKey { number, secret, valid_from });

const VAPID_KEY: Statement = Statement::new("select number, secret from vapid_keys").of_any_server();

const ADD_VAPID_KEY: Statement =
    Statement::new("insert into vapid_keys (number, secret) values (1, $1) on conflict do nothing");

impl Keys {
    /// The key that identifies the service to push services, once it is stored.
    pub async fn vapid(&self) -> Result<Option<[u8; 32]>, StoreError> {
        let secret = |row: &Row| row.parse(RowKind::VapidKey, "number", |row| row.get("secret"));
        self.database.read_row(VAPID_KEY, &[], secret).await
    }

    /// Stores the key, unless there is one.
    pub async fn add_vapid(&self, secret: &[u8; 32]) -> Result<(), StoreError> {
        self.database.execute(ADD_VAPID_KEY, params![*secret]).await?;
        Ok(())
    }
}
