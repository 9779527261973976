//! The SQL of webhooks.

use constcat::concat;

use crate::store::database::Statement;
use crate::store::games::{LAST_MOVE, STATUS};

pub(super) const INSERT: Statement = Statement::new(
    "insert into webhooks (id, player, url, events, form, language, secret, status, created_at, since, told_day,
        due_at, position)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
);

const SELECT: &str =
    "select id, player, url, events, form, language, secret, status, created_at, since, told_day,
    position, failures, failing_since, due_at from webhooks where ";

pub(super) const WEBHOOK: Statement = Statement::new(concat!(SELECT, "id = $1"));

pub(super) const WEBHOOKS_OF_PLAYER: Statement = Statement::new(concat!(SELECT, "player = $1 order by id"));

pub(super) const ACTIVE: Statement = Statement::new(
    "select id, player from webhooks where status = 'active' and id > $1 order by id limit $2",
);

pub(super) const DUE: Statement = Statement::new(
    "select id from webhooks where due_at <= $1 and status = 'active' order by due_at limit $2",
);

/// What an instance that delivers for it finds out with its next statement.
pub(super) const CHANGE: Statement = Statement::new(
    "update webhooks set events = $3, status = $4, since = $5, told_day = $6, due_at = $7, failures = 0,
        failing_since = null, claim = null
    where id = $1 and player = $2",
);

/// One that is due later can be claimed now, unless another has the claim or its
/// receiver has failed: what is due may be only the next day.
pub(super) const CLAIM: Statement = Statement::new(
    "update webhooks set claim = $2, due_at = $4
    where id = $1 and status = 'active'
        and (due_at is null or due_at <= $3 or claim is null and failures = 0)",
);

pub(super) const KEEP: Statement =
    Statement::new("update webhooks set due_at = $3 where id = $1 and claim = $2");

pub(super) const RELEASE: Statement =
    Statement::new("update webhooks set claim = null, due_at = $3 where id = $1 and claim = $2");

pub(super) const SUCCEED: Statement = Statement::new(
    "update webhooks set failures = 0, failing_since = null, told_day = $3, position = $4
    where id = $1 and claim = $2",
);

pub(super) const FAIL: Statement = Statement::new(
    "update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, $3), status = $4,
        due_at = $5, claim = null
    where id = $1 and claim = $2",
);

pub(super) const DELETE: Statement = Statement::new("delete from webhooks where id = $1 and player = $2");

pub(super) const DELETE_GAMES: Statement = Statement::new("delete from webhook_games where webhook_id = $1");

pub(super) const DELETE_DELIVERIES: Statement =
    Statement::new("delete from webhook_deliveries where webhook_id = $1");

pub(super) const TELL_TURN: Statement = Statement::new(
    "insert into webhook_games (webhook_id, game_id, turn_seq) values ($1, $2, $3)
    on conflict (webhook_id, game_id) do update set turn_seq = excluded.turn_seq",
);

pub(super) const TELL_INVITATION: Statement = Statement::new(
    "insert into webhook_games (webhook_id, game_id, invited) values ($1, $2, 1)
    on conflict (webhook_id, game_id) do update set invited = excluded.invited",
);

/// What was told and is counted is not met again.
pub(super) const FORGET_COUNTED: Statement =
    Statement::new("delete from webhook_games where webhook_id = $1 and game_id = $2 and counted = 1");

pub(super) const TELL_END: Statement = Statement::new(
    "insert into webhook_games (webhook_id, game_id, ended) values ($1, $2, 1)
    on conflict (webhook_id, game_id) do update set ended = excluded.ended",
);

pub(super) const HAS_WEBHOOKS: Statement =
    Statement::new("select 1 as there where exists (select 1 from webhooks where player = $1)");

pub(super) const FINISHED_AT: Statement =
    Statement::new("select finished_at from games where id = $1 and finished_at is not null");

pub(super) const KEEP_COUNTED: Statement = Statement::new(
    "insert into webhook_games (webhook_id, game_id, counted)
    select id, $2, 1 from webhooks where player = $1 and since < $3 and events like '%game_over%'
    on conflict (webhook_id, game_id) do update set counted = excluded.counted",
);

/// What was told, or is not to be told.
pub(super) const DROP_COUNTED: Statement = Statement::new(
    "delete from webhook_games
    where game_id = $2 and (counted = 0 or ended = 1)
        and webhook_id in (select id from webhooks where player = $1)",
);

/// The games of a player that a webhook is to be told of, the newest first. The
/// index of games in play has all but those that a profile has counted.
///
/// What a player is invited to is a rematch if the player sat in the game before it.
/// It is looked up apart, as a cluster has the two games on several servers.
pub(super) const NEWS: Statement = Statement::new(concat!(
    "with sat as materialized (
        select distinct game_id from seats where player = $2 and game_id in (
            select g.rematch_of from seats held join games g on g.id = held.game_id
            where held.invited_player = $2 and held.open = 1 and held.invited_until > $1)
    )
    select * from (
        select described.*, coalesce(to_act_after_last, to_act_at_first) as to_act, ",
    STATUS,
    ",
            told.turn_seq, coalesce(told.invited, 0) as invited, sat.game_id as sat_before,
            (select name from players where id = creator and name_hidden = 0) as creator_name
        from (
            select g.id, g.game, g.players, g.rematch_of, g.creator, g.finished_at, g.cancelled_at, g.ends_at, g.origin,
                g.abandon_after, g.to_act as to_act_at_first, ",
    LAST_MOVE,
    ",
                (select seat from moves where game_id = g.id order by seq desc limit 1) as moved_last,
                (select min(seat) from seats where game_id = g.id and player = $2) as own_seat,
                (select min(seat) from seats
                    where game_id = g.id and invited_player = $2 and open = 1 and invited_until > $1)
                    as held_seat
            from games g
            where g.id in (
                select game_id from seats where player = $2 and counted = 0
                union select game_id from seats
                    where invited_player = $2 and open = 1 and invited_until > $1
                union select game_id from webhook_games where webhook_id = $3 and counted = 1 and ended = 0
            )
        ) as described
        left join webhook_games told on told.webhook_id = $3 and told.game_id = described.id
        left join sat on sat.game_id = described.rematch_of
        where coalesce(told.ended, 0) = 0
    ) as listed
    where $6 = 1 and own_seat is not null and (finished_at >= $4 or cancelled_at >= $4)
        or $7 = 1 and status = 'running' and players > 1 and to_act = own_seat
            and (moved_last is null or moved_last <> own_seat) and (turn_seq is null or turn_seq < seq)
        or held_seat is not null and status = 'waiting' and invited = 0
            and ($8 = 1 and sat_before is null or $9 = 1 and sat_before is not null)
    order by id desc limit $5"
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

pub(super) const INSERT_DELIVERY: Statement = Statement::new(
    "insert into webhook_deliveries (id, webhook_id, event, body, status, created_at, attempts, last_attempt_at,
        response_status, error)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing",
);

/// All but the newest.
pub(super) const FORGET_DELIVERIES: Statement = Statement::new(
    "delete from webhook_deliveries
    where webhook_id = $1 and id < (
        select id from webhook_deliveries where webhook_id = $1 order by id desc limit 1 offset $2)",
);

pub(super) const END_ATTEMPT: Statement = Statement::new(
    "update webhook_deliveries
    set status = $2, attempts = attempts + 1, last_attempt_at = $3, response_status = $4, error = $5
    where id = $1",
);
