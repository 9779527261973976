//! Idempotency keys of requests, moves excepted: theirs stand in the log.

mod methods;
mod statements;

use chrono::{DateTime, Utc};
use regicide::engine::Hash;
use uuid::Uuid;

pub(super) use methods::commit_with_answer;

/// A request that wants to be the one with its idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The hash of the key, bound to its caller.
    pub key: Hash,
    pub request: Hash,
    /// Tells this request from another with the same key.
    pub by: Uuid,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimState {
    /// The key is this request's now.
    Claimed,
    /// Another request has it and is not done.
    Running { since: DateTime<Utc> },
    /// It was used for another request.
    OtherRequest,
    /// The same request was answered: what it was answered.
    Answered(Vec<u8>),
}

/// What a claimed key answers from now on.
#[derive(Clone, Debug)]
pub struct StoredAnswer {
    pub claim: Claim,
    /// The answer, encrypted: the store cannot read it.
    pub body: Vec<u8>,
}
