//! The keys that sign finished games (docs/spec/record.md S6.8).
//!
//! The first is made when it is needed and stored in the database, for all instances.
//! A game is signed with the key that was in force when it ended, so its record does
//! not change.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use regicide_engine::record::{PublicKey, SigningKey};
use serde::Serialize;
use utoipa::ToSchema;

use super::core::Core;
use super::error::Error;
use regicide_store::{Conflict, StoreError};

/// The most keys: each signs all checkpoints of the transparency log, twice, and a reader takes at
/// most 100 signatures.
const MAX_KEYS: usize = 40;

/// The public keys of the service.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = KeyList)]
pub struct Keys {
    /// All keys, the oldest first.
    pub items: Vec<KeyInfo>,
    /// Always `null`: all are on this page.
    pub next: Option<String>,
}

/// A public key of the service.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeyInfo {
    /// Its id in signatures: the first 16 hex digits of the SHA-256 of its bytes.
    #[schema(pattern = "^[0-9a-f]{16}$")]
    pub id: String,
    /// The Ed25519 public key (RFC 8032) in hex.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub public_key: PublicKey,
    /// Games that ended at this time or later are signed with it. The first
    /// key also signed those before.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub valid_from: DateTime<Utc>,
    /// The end of its validity: games that ended before are signed with it; `null` for the key
    /// in force.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub valid_until: Option<DateTime<Utc>>,
}

pub(crate) struct Signer {
    pub(crate) key: SigningKey,
    pub(crate) valid_from: DateTime<Utc>,
}

pub struct SigningKeys {
    core: Arc<Core>,
}

impl SigningKeys {
    pub(super) const fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    pub async fn list(&self) -> Result<Keys, Error> {
        let keys = self.signers().await?;
        let ends = keys.iter().skip(1).map(|next| Some(next.valid_from)).chain([None]);
        let info = |(signer, valid_until): (&Signer, _)| {
            let public_key = signer.key.public();
            KeyInfo { id: public_key.id(), public_key, valid_from: signer.valid_from, valid_until }
        };
        Ok(Keys { items: keys.iter().zip(ends).map(info).collect(), next: None })
    }

    /// Puts a new key in force: games that end from now on are signed with it.
    pub async fn rotate(&self) -> Result<(), Error> {
        let last = self.signers().await?.len();
        if last >= MAX_KEYS {
            return Err(Error::Unfit { field: "keys", reason: "unfit-too-many-keys" });
        }
        let key = self.new_key(u32::try_from(last).unwrap_or(u32::MAX) + 1).await?;
        Ok(self.core.store.keys.add_signing(&key).await?)
    }

    /// All keys, the oldest first; none only while the first cannot be stored.
    pub(crate) async fn signers(&self) -> Result<Vec<Signer>, Error> {
        let mut keys = self.core.store.keys.signing().await?;
        if keys.is_empty() {
            // Of several instances that find none, one stores it.
            match StoreError::deferred(self.core.store.keys.add_signing(&self.new_key(1).await?).await) {
                Ok(_) | Err(StoreError::Conflict(Conflict::Stale)) => {}
                Err(error) => return Err(error.into()),
            }
            keys = self.core.store.keys.signing().await?;
        }
        let signer = |stored: regicide_store::SigningKey| Signer {
            key: SigningKey::from_bytes(&stored.secret),
            valid_from: stored.valid_from,
        };
        Ok(keys.into_iter().map(signer).collect())
    }

    async fn new_key(&self, number: u32) -> Result<regicide_store::SigningKey, Error> {
        let mut secret = [0; 32];
        self.core.entropy.fill(&mut secret);
        Ok(regicide_store::SigningKey { number, secret, valid_from: self.core.now().await? })
    }
}
