//! The SQL of operators' actions.

use constcat::concat;

use crate::database::Statement;

pub(super) const VOID_RESULTS: Statement = Statement::new(
    "update results set void_reason = $3 where challenge = $1 and game = $2 and void_reason is null
    returning game, bots, score",
);

/// A player, and all who have played challenges with that player.
const TEAM_MATES: &str = "select id from players where id = $1 or id in (
        select theirs.player from attempts own
        join attempts theirs on theirs.challenge = own.challenge and theirs.game = own.game
        where own.player = $1
    ) order by id";

/// Postgres: meanwhile no game of the player is ranked, and none of these players is marked. On
/// SQLite the writer's lock is enough.
pub(super) const LOCK_TEAM_MATES: Statement =
    Statement::each(concat!(TEAM_MATES, " for no key update"), TEAM_MATES);

pub(super) const MARK_BOT: Statement =
    Statement::new("update players set bot = $2 where id = $1 and deleted_at is null");

/// Results of a player on the wrong one of the boards of bots and of people.
pub(super) const MISPLACED_RESULTS: Statement = Statement::new(
    "select challenge, game, seat, bots, score, counts from (
        select r.challenge, r.game, r.seat, r.bots, r.score,
            case when r.void_reason is null then 1 else 0 end as counts,
            case when r.game in (
                    select s.game_id from seats s join attempts own on own.game = s.game_id
                    where own.player = $1 and s.bot is not null
                ) then 1
                else (select max(p.bot) from attempts a join players p on p.id = a.player
                    where a.challenge = r.challenge and a.game = r.game) end as belongs
        from results r join attempts mine on mine.challenge = r.challenge and mine.game = r.game
        where mine.player = $1
    ) as placed where bots <> belongs order by challenge, game, seat",
);

pub(super) const MOVE_RESULT: Statement =
    Statement::new("update results set bots = $4 where challenge = $1 and game = $2 and seat = $3");

pub(super) const HIDE_NAME: Statement =
    Statement::new("update players set name_hidden = 1 where id = $1 and deleted_at is null");

pub(super) const HIDE_CHALLENGE: Statement =
    Statement::new("update challenges set hidden = 1 where id = $1 and name is not null");

pub(super) const LIST_CHALLENGE: Statement = Statement::new(
    "update challenges set listed = 1
    where id = $1 and name is not null and visibility = 'public' and hidden = 0",
);

pub(super) const HIDE_ORGANISER: Statement =
    Statement::new("update challenges set hidden = 1 where organiser = $1");

pub(super) const REVOKE_PLAYER_TOKEN: Statement =
    Statement::new("update players set token = $2 where id = $1 and deleted_at is null");

pub(super) const RAISE_VERSION: Statement =
    Statement::new("update games set version = version + 1 where id = $1");

pub(super) const REVOKE_SEAT_TOKEN: Statement = Statement::new(
    "update seats set token = $3 where game_id = $1 and seat = $2 and open = 0 and bot is null",
);

pub(super) const CLOSE_GAME: Statement = Statement::new(
    "update games set version = version + 1, cancelled_at = $2
    where id = $1 and finished_at is null and cancelled_at is null and (ends_at is null or ends_at > $2)",
);
