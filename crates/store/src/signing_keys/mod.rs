//! Keys that sign the records of finished games.

use chrono::{DateTime, Utc};

use super::Store;
use super::database::{Row, Statement, params};
use super::error::{Conflict, RowKind, StoreError};

const SIGNING_KEYS: Statement =
    Statement::new("select number, secret, valid_from from signing_keys order by number");

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

impl Store {
    /// The keys that sign finished games, the oldest first.
    pub async fn signing_keys(&self) -> Result<Vec<SigningKey>, StoreError> {
        self.database.read_rows(SIGNING_KEYS, &[], SigningKey::read).await
    }

    /// Adds a key.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if there is one with its number already.
    pub async fn add_signing_key(&self, key: &SigningKey) -> Result<(), StoreError> {
        let values = params![key.number, key.secret, key.valid_from];
        match self.database.execute(ADD_SIGNING_KEY, values).await? {
            0 => Err(Conflict::Stale.into()),
            _ => Ok(()),
        }
    }
}

impl SigningKey {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::SigningKey, "number", |row| {
            Ok(Self {
                number: row.get("number")?,
                secret: row.get("secret")?,
                valid_from: row.get("valid_from")?,
            })
        })
    }
}
