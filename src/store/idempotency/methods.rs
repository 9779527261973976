//! What the store does with idempotency keys.

use chrono::{DateTime, Utc};
use regicide::engine::Hash;

use super::statements::{ANSWER, CLAIM, CLAIMED, FORGET_ANSWERS, FREE_EXPIRED, RELEASE};
use super::{Claim, ClaimState, StoredAnswer};
use crate::store::Store;
use crate::store::database::{Row, Transaction, params};
use crate::store::error::{Conflict, RowKind, StoreError};

impl Store {
    /// Claims an idempotency key at `now` for a request, or says what has
    /// become of it. Claims without an answer from before `expired` are free
    /// again, since their request was cut off; answers from before `forgotten`
    /// are deleted.
    pub async fn claim_key(
        &self,
        claim: &Claim,
        now: DateTime<Utc>,
        expired: DateTime<Utc>,
        forgotten: DateTime<Utc>,
    ) -> Result<ClaimState, StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.execute(FORGET_ANSWERS, params![forgotten]).await?;
        transaction.execute(FREE_EXPIRED, params![claim.key, expired]).await?;
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

    /// Gives up a claim whose request failed, so that it can be tried again.
    pub async fn release_key(&self, claim: &Claim) -> Result<(), StoreError> {
        self.database.execute(RELEASE, params![claim.key, claim.by]).await?;
        Ok(())
    }
}

/// Commits, with the answer of a claimed key if there is one.
///
/// # Errors
/// [`Conflict::ClaimLost`] if another request has claimed it meanwhile.
pub(in crate::store) async fn commit_with_answer(
    mut transaction: Transaction,
    answer: Option<&StoredAnswer>,
) -> Result<(), StoreError> {
    if let Some(StoredAnswer { claim, body }) = answer {
        let values = params![claim.key, claim.by, body.as_slice()];
        transaction.execute_or(Conflict::ClaimLost, ANSWER, values).await?;
    }
    transaction.commit().await
}

/// No row means that the claim before was just given up: the next try will get
/// it.
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
