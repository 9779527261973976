//! The SQL of attempts.

use crate::database::Statement;

/// The attempts of a player, with the state of their games as far as it needs no replay. Games
/// of challenges are never abandoned.
pub(super) const ATTEMPTS: Statement = Statement::new(
    "select tried.*, case
        when finished_at is not null then 'finished'
        when cancelled_at is not null then 'cancelled'
        when ends_at <= $3 then 'closed'
        when open = 1 then 'waiting'
        else 'running'
    end as status
    from (
        select a.number, a.game, a.seat, a.ranked, a.score, a.defeats, g.finished_at, g.cancelled_at, g.ends_at,
            coalesce((select max(open) from seats where game_id = g.id), 0) as open,
            (select max(r.void_reason) from results r where r.challenge = a.challenge and r.game = a.game)
                as void_reason
        from attempts a join games g on g.id = a.game
        where a.challenge = $1 and a.player = $2
    ) as tried
    order by number",
);

pub(super) const UPDATE_REACHED: Statement = Statement::new(
    "update attempts set score = $4, defeats = $5
    where challenge = $1 and game = $2 and seat = $3 and score is null",
);

/// The number of games that are first attempts at a challenge, and the number of these that are
/// ranked or have ended without a result.
pub(super) const TURNOUT: Statement = Statement::new(
    "select count(*) as attempts, count(case when ranked = 1 then 1 end) as finished
    from (select game, max(ranked) as ranked from attempts where challenge = $1 and number = 1 group by game)
        as games_of_challenge",
);

/// Adds an attempt if all before it have ended: otherwise a player could learn the deal of
/// another that still counts.
pub(super) const ADD_ATTEMPT: Statement = Statement::new(
    "insert into attempts (challenge, player, number, game, seat)
    select $1, $2, $3, $4, $5
    where $3 - 1 = (
        select count(*) from attempts join games on games.id = attempts.game
        where attempts.challenge = $1 and player = $2 and number < $3
            and (finished_at is not null or cancelled_at is not null)
    )
        and not exists (select 1 from attempts where challenge = $1 and player = $2 and number = $3)
    on conflict do nothing",
);

pub(super) const DELETE_ATTEMPT: Statement =
    Statement::new("delete from attempts where challenge = $1 and game = $2 and seat = $3");

/// The challenge of a game that has not begun.
pub(super) const WAITING_ENTRY: Statement = Statement::new(
    "select challenge from games
    where id = $1 and challenge is not null
        and exists (select 1 from seats where game_id = $1 and open = 1)",
);

/// A game that was cancelled before it began does not count as an attempt.
pub(super) const DELETE_ATTEMPTS_OF_GAME: Statement =
    Statement::new("delete from attempts where challenge = $1 and game = $2");
