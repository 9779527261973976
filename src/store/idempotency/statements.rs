//! The SQL of idempotency keys.

use crate::store::database::Statement;

pub(super) const FORGET_ANSWERS: Statement = Statement::new("delete from idempotency where claimed_at < $1");

pub(super) const FREE_EXPIRED: Statement =
    Statement::new("delete from idempotency where key = $1 and answer is null and claimed_at < $2");

pub(super) const CLAIM: Statement = Statement::new(
    "insert into idempotency (key, request, claimed_by, claimed_at) values ($1, $2, $3, $4)
    on conflict do nothing",
);

pub(super) const CLAIMED: Statement =
    Statement::new("select request, answer, claimed_at from idempotency where key = $1");

pub(super) const ANSWER: Statement = Statement::new(
    "update idempotency set answer = $3 where key = $1 and claimed_by = $2 and answer is null",
);

pub(super) const RELEASE: Statement =
    Statement::new("delete from idempotency where key = $1 and claimed_by = $2 and answer is null");
