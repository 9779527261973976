//! Idempotency keys of requests other than moves, whose keys are in the log.

use chrono::{DateTime, Utc};
use regicide_engine::engine::Hash;
use uuid::Uuid;

use super::database::{Database, Row, Statement, Transaction, params};
use super::error::{Conflict, RowKind, StoreError};

const FORGET_ANSWERS: Statement = Statement::new(
    "delete from idempotency where key in (
        select key from idempotency where claimed_at < $1 order by claimed_at limit $2)",
);

/// The number of keys that are deleted in one transaction.
const FORGOTTEN_AT_ONCE: u32 = 10_000;

const FREE_EXPIRED: Statement = Statement::new(
    "delete from idempotency where key = $1 and (answer is null and claimed_at < $2 or claimed_at < $3)",
)
.of_key();

const CLAIM: Statement = Statement::new(
    "insert into idempotency (key, request, claimed_by, claimed_at) values ($1, $2, $3, $4)
    on conflict do nothing",
)
.of_key();

const CLAIMED: Statement =
    Statement::new("select request, answer, claimed_at from idempotency where key = $1").of_key();

const ANSWER: Statement = Statement::new(
    "update idempotency set answer = $3 where key = $1 and claimed_by = $2 and answer is null",
)
.of_key();

const RELEASE: Statement =
    Statement::new("delete from idempotency where key = $1 and claimed_by = $2 and answer is null").of_key();

/// A request's claim to its idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The hash of the key, bound to its caller.
    pub key: Hash,
    pub request: Hash,
    /// Distinguishes this request from another with the key.
    pub by: Uuid,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimState {
    /// This request has the key now.
    Claimed,
    /// Another request has the key and has not ended.
    Running { since: DateTime<Utc> },
    /// The key was used for a different request.
    OtherRequest,
    /// The request was answered before: the answer.
    Answered(Vec<u8>),
}

/// The answer of a claimed key, to be stored.
#[derive(Clone, Debug)]
pub struct StoredAnswer {
    pub claim: Claim,
    /// The answer, encrypted: the store cannot decrypt it.
    pub body: Vec<u8>,
}

/// The claimed idempotency keys.
pub struct Idempotency {
    pub(super) database: Database,
}

impl Idempotency {
    /// Claims an idempotency key at `now` for a request, or returns its state. Claims without
    /// an answer from before `expired` are free again, since their request was cut off, and so
    /// are answers from before `forgotten`. No other key is touched: on a cluster it may be on a
    /// server that is down.
    pub async fn claim(
        &self,
        claim: &Claim,
        now: DateTime<Utc>,
        expired: DateTime<Utc>,
        forgotten: DateTime<Utc>,
    ) -> Result<ClaimState, StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.execute(FREE_EXPIRED, params![claim.key, expired, forgotten]).await?;
        let claimed =
            transaction.execute(CLAIM, params![claim.key, claim.request, claim.by, now]).await? == 1;
        let state = if claimed {
            ClaimState::Claimed
        } else {
            let used = transaction.fetch_optional(CLAIMED, params![claim.key]).await?;
            claim_state(claim, used.as_ref(), now)?
        };
        transaction.commit().await?;
        Ok(state)
    }

    /// Deletes the keys that were claimed before `forgotten`.
    pub async fn forget(&self, forgotten: DateTime<Utc>) -> Result<(), StoreError> {
        let at_once = params![forgotten, FORGOTTEN_AT_ONCE];
        while self.database.execute(FORGET_ANSWERS, at_once).await? >= u64::from(FORGOTTEN_AT_ONCE) {}
        Ok(())
    }

    /// Releases the claim of a request that failed, so that it can be retried.
    pub async fn release(&self, claim: &Claim) -> Result<(), StoreError> {
        self.database.execute(RELEASE, params![claim.key, claim.by]).await?;
        Ok(())
    }
}

/// Commits, with the answer of a claimed key if there is one.
///
/// # Errors
/// [`Conflict::ClaimLost`] if another request has claimed it meanwhile.
pub(super) async fn commit_with_answer(
    mut transaction: Transaction,
    answer: Option<&StoredAnswer>,
) -> Result<(), StoreError> {
    if let Some(StoredAnswer { claim, body }) = answer {
        let values = params![claim.key, claim.by, body.as_slice()];
        transaction.execute_or(Conflict::ClaimLost, ANSWER, values).await?;
    }
    transaction.commit().await
}

/// No row means that the claim before was just released: a retry will get the key.
fn claim_state(claim: &Claim, used: Option<&Row>, now: DateTime<Utc>) -> Result<ClaimState, StoreError> {
    let Some(row) = used else { return Ok(ClaimState::Running { since: now }) };
    let (request, answer, since): (Hash, Option<Vec<u8>>, DateTime<Utc>) =
        row.parse(RowKind::IdempotencyKey, "key", |row| {
            Ok((row.get("request")?, row.optional("answer")?, row.get("claimed_at")?))
        })?;
    Ok(match answer {
        _ if request != claim.request => ClaimState::OtherRequest,
        None => ClaimState::Running { since },
        Some(answer) => ClaimState::Answered(answer),
    })
}
