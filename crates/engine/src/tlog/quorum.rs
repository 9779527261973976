//! The witnesses of a policy, and those of them that are enough.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::key::PublicKey;
use super::note::VerifierKey;

/// A witness that a policy names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Its key, with the name that its signatures have.
    pub key: VerifierKey,
    /// The URL below which it takes checkpoints.
    pub url: Option<String>,
}

/// Witnesses whose signatures are enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Quorum {
    /// No signature is needed.
    #[default]
    None,
    /// That of a key.
    Witness(PublicKey),
    /// So many of these.
    Group(usize, Vec<Self>),
}

impl Quorum {
    /// The time from which on the signatures of keys with their times were enough.
    pub(super) fn reached_at(&self, signed: &HashMap<PublicKey, DateTime<Utc>>) -> Option<DateTime<Utc>> {
        match self {
            Self::None => signed.values().min().copied(),
            Self::Witness(key) => signed.get(key).copied(),
            Self::Group(wanted, members) => {
                let mut times: Vec<_> = members.iter().filter_map(|one| one.reached_at(signed)).collect();
                times.sort_unstable();
                times.get(wanted - 1).copied()
            }
        }
    }
}
