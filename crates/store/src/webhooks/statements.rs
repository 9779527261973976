//! The SQL of webhooks.

use constcat::concat;

use crate::database::Statement;
use crate::games::{LAST_MOVE, STATUS};

pub(super) const INSERT: Statement = Statement::new(
    "insert into webhooks (id, player, url, events, form, language, secret, status, created_at, told_day, due_at,
        position)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
);

const SELECT: &str = "select id, player, url, events, form, language, secret, status, created_at, told_day,
    position, failures, failing_since, due_at from webhooks where ";

pub(super) const WEBHOOK: Statement = Statement::new(concat!(SELECT, "id = $1"));

pub(super) const WEBHOOKS_OF_PLAYER: Statement = Statement::new(concat!(SELECT, "player = $1 order by id"));

/// The webhooks that can be claimed and have an event to send, page by page.
pub(super) const DUE: Statement = Statement::new(
    "select id from webhooks
    where id > $2 and status = 'active' and (due_at <= $1 or claim is null and failures = 0 and id in (
        select webhook_id from webhook_outbox where pending = 1 and webhook_id > $2))
    order by id limit $3",
);

/// Updates a webhook. An instance that delivers for it loses the claim.
pub(super) const UPDATE: Statement = Statement::new(
    "update webhooks set events = $3, status = $4, told_day = $5, position = $6, due_at = $7, failures = 0,
        failing_since = null, claim = null
    where id = $1 and player = $2",
);

/// A webhook that is due later can be claimed now, unless another instance has the claim or its
/// receiver has failed: it may be due only because of the next day.
pub(super) const CLAIM: Statement = Statement::new(
    "update webhooks set claim = $2, due_at = $4
    where id = $1 and status = 'active'
        and (due_at is null or due_at <= $3 or claim is null and failures = 0)",
);

/// Stores the state after a delivery and releases the claim.
pub(super) const RELEASE: Statement = Statement::new(
    "update webhooks set status = $3, told_day = $4, position = $5, failures = $6, failing_since = $7, due_at = $8,
        claim = null
    where id = $1 and claim = $2",
);

pub(super) const POSTPONE: Statement =
    Statement::new("update webhooks set due_at = $2 where id = $1 and claim is null");

pub(super) const DELETE: Statement = Statement::new("delete from webhooks where id = $1 and player = $2");

pub(super) const DELETE_EVENTS: Statement =
    Statement::new("delete from webhook_outbox where webhook_id = $1");

pub(super) const DELETE_DELIVERIES: Statement =
    Statement::new("delete from webhook_deliveries where webhook_id = $1");

/// Removes an event that has passed, unless a later one has replaced it.
pub(super) const REMOVE_EVENT: Statement = Statement::new(
    "delete from webhook_outbox where webhook_id = $1 and game_id = $2 and event = $3 and seq = $4",
);

pub(super) const DELIVERED_INVITATION: Statement = Statement::new(
    "update webhook_outbox set pending = 0 where webhook_id = $1 and game_id = $2 and event = 'invitation'",
);

/// The pending events of a webhook, those of the newest games first, with the present state of
/// the games.
///
/// An invitation is one to a rematch if the player sat in the game before it. That is read
/// separately, as a cluster has the two games on several servers.
pub(super) const OUTBOX: Statement = Statement::new(concat!(
    "with sat as materialized (
        select distinct game_id from seats where player = $3 and game_id in (
            select g.rematch_of from webhook_outbox o join games g on g.id = o.game_id
            where o.webhook_id = $2 and o.pending = 1 and o.event = 'invitation')
    )
    select listed.*, sat.game_id as sat_before,
        (select name from players where id = listed.creator and name_hidden = 0) as creator_name
    from (
        select described.*, ",
    STATUS,
    "
        from (
            select g.id, g.game, g.rematch_of, g.creator, g.finished_at, g.cancelled_at, g.ends_at, g.origin,
                g.abandon_after, o.event, o.seq as event_seq, ",
    LAST_MOVE,
    ",
                (select min(seat) from seats where game_id = g.id and player = $3) as own_seat,
                (select min(seat) from seats
                    where game_id = g.id and invited_player = $3 and open = 1 and invited_until > $1)
                    as held_seat
            from webhook_outbox o join games g on g.id = o.game_id
            where o.webhook_id = $2 and o.pending = 1
            order by o.game_id desc limit $4
        ) as described
    ) as listed left join sat on sat.game_id = listed.rematch_of
    order by listed.id desc"
));

const DELIVERY: &str = "select id, webhook_id, event, body, status, created_at, attempts, last_attempt_at,
    response_status, error from webhook_deliveries where ";

pub(super) const PENDING: Statement =
    Statement::new(concat!(DELIVERY, "webhook_id = $1 and status = 'pending' order by id desc limit 1"));

pub(super) const DELIVERIES: Statement =
    Statement::new(concat!(DELIVERY, "webhook_id = $1 and id < $2 order by id desc limit $3"));

pub(super) const OUTDATE: Statement = Statement::new(
    "update webhook_deliveries set status = 'outdated'
    where webhook_id = $1 and status = 'pending' and id <> $2",
);

pub(super) const PUT_DELIVERY: Statement = Statement::new(
    "insert into webhook_deliveries (id, webhook_id, event, body, status, created_at, attempts, last_attempt_at,
        response_status, error)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (id) do update set status = excluded.status, attempts = excluded.attempts,
        last_attempt_at = excluded.last_attempt_at, response_status = excluded.response_status, error = excluded.error",
);

/// Deletes all deliveries but the newest.
pub(super) const FORGET_DELIVERIES: Statement = Statement::new(
    "delete from webhook_deliveries
    where webhook_id = $1 and id < (
        select id from webhook_deliveries where webhook_id = $1 order by id desc limit 1 offset $2)",
);
