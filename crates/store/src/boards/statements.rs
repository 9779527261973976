//! The SQL of boards.

use constcat::concat;

use crate::database::Statement;

/// Results with their members, ordered as needed, with a flag for names that look like another
/// player's.
macro_rules! results {
    ($which:expr, $order:literal) => {
        concat!(results!($which), " order by ", $order, ", a.seat")
    };
    ($which:expr) => {
        concat!(
            "select r.game, r.seat, r.bots, r.score, r.micros, r.void_reason, r.void_actor, r.restored_reason,
                a.seat as member_seat, a.player,
                case when p.name_hidden = 1 then null else p.name end as name,
                case when p.name_hidden = 0 and 1 < (
                    select count(*) from (
                        select 1 from players q where q.skeleton = p.skeleton and q.name_hidden = 0 limit 2
                    ) as alike
                ) then 1 else 0 end as alike
            from (", $which, ") as r
            join attempts a on a.challenge = r.challenge and a.game = r.game
            left join players p on p.id = a.player"
        )
    };
}

/// Results of a board from a position on: those with the score of that position, then those
/// beyond. Each half is a range of an index, however many results are equal.
macro_rules! board {
    ([$challenge:literal, $bots:literal, $score:literal, $place:literal, $limit:literal],
        $beyond:literal, $from:literal, $order:literal) => {
        concat!(
            "select * from (
                select * from results
                where challenge = ",
            $challenge,
            " and bots = ",
            $bots,
            " and void_reason is null and score = ",
            $score,
            " and (game, seat) ",
            $from,
            $place,
            " order by ",
            $order,
            " limit ",
            $limit,
            ") as equal
            union all
            select * from (
                select * from results
                where challenge = ",
            $challenge,
            " and bots = ",
            $bots,
            " and void_reason is null and ",
            $score,
            $beyond,
            "score
                order by ",
            $order,
            " limit ",
            $limit,
            ") as beyond
            order by ",
            $order,
            " limit ",
            $limit
        )
    };
}

/// The results around a position of a board, with at most one less than the limit on either
/// side.
macro_rules! around {
    ($of:tt) => {
        concat!(
            "select * from (",
            board!($of, " < ", " <= ", "score, game desc, seat desc"),
            ") as before_and_at union select * from (",
            board!($of, " > ", " >= ", "score desc, game, seat"),
            ") as at_and_after"
        )
    };
}

/// The player with a token, with a flag for the organiser of a challenge, and the result of the
/// player's first attempt at it. If each seat has a result, it is the seat's.
macro_rules! reader {
    ($token:literal, $challenge:literal) => {
        concat!(
            "select p.id as reader, case when c.organiser = p.id then 1 else 0 end as organises,
                a.game as own_game, a.ranked as own_ranked, r.seat as own_seat, r.bots as own_bots,
                r.score as own_score, r.void_reason as own_void_reason
            from players p
            left join challenges c on c.id = ",
            $challenge,
            " left join attempts a on a.challenge = ",
            $challenge,
            " and a.player = p.id and a.number = 1
            left join results r on r.challenge = a.challenge and r.game = a.game
            where p.token = ",
            $token,
            " order by case when r.seat = a.seat then 0 else 1 end
            limit 1"
        )
    };
}

pub(super) const UNRANKED: Statement = Statement::new(
    "select distinct attempts.game from attempts join games on games.id = attempts.game
    where attempts.challenge = $1 and attempts.game > $2 and ranked = 0 and number = 1
        and (finished_at is not null or ends_at <= $3)
    order by attempts.game
    limit $4",
);

pub(super) const MARK_RANKED: Statement =
    Statement::new("update attempts set ranked = 1 where challenge = $1 and game = $2 and ranked = 0");

/// Raises the version, so that moves that were validated before fail.
pub(super) const RAISE_VALIDATED_VERSION: Statement =
    Statement::new("update games set version = version + 1 where id = $1 and version = $2");

const MEMBERS: &str = "select id from players
    where id in (select player from attempts where challenge = $1 and game = $2)
    order by id";

/// While a game is ranked, none of its players is marked as a bot; on SQLite the writer's lock
/// is enough.
pub(super) const SHARE_MEMBERS: Statement = Statement::each(concat!(MEMBERS, " for share"), MEMBERS);

/// While a game is ranked, the standings of its players are not computed elsewhere either.
pub(super) const LOCK_MEMBERS: Statement = Statement::each(concat!(MEMBERS, " for no key update"), MEMBERS);

/// A game with a bot in it, a player or a house bot, is on the board of bots.
pub(super) const ADD_RESULT: Statement = Statement::new(
    "insert into results (challenge, game, seat, bots, score, micros)
    select $1, $2, $3,
        case when exists (select 1 from seats where game_id = $2 and bot is not null) then 1
            else coalesce(max(players.bot), 0) end,
        $4, $5
    from attempts join players on players.id = attempts.player
    where challenge = $1 and game = $2
    returning bots",
);

pub(super) const ADD_SCORE: Statement = Statement::new(
    "insert into board_counts (challenge, bots, score, results) values ($1, $2, $3, 1)
    on conflict (challenge, bots, score) do update set results = board_counts.results + 1",
);

pub(super) const SUBTRACT_SCORE: Statement = Statement::new(
    "update board_counts set results = results - 1 where challenge = $1 and bots = $2 and score = $3",
);

pub(super) const SCORE_COUNTS: Statement = Statement::new(
    "select challenge, score, results from board_counts
    where challenge = $1 and bots = $2 and results > 0 order by score desc",
)
.of_any_server();

/// Results of a board from its top, or after a position.
pub(super) const BOARD: Statement = Statement::new(results!(
    board!(["$1", "$2", "$3", "($4, $5)", "$6"], " > ", " > ", "score desc, game, seat"),
    "r.score desc, r.game, r.seat"
))
.of_any_server();

/// Postgres: the results around positions of boards, by the index of the position, from 1.
pub(super) const AROUND_EACH: Statement = Statement::new(concat!(
    "select lookup.number, near.*
    from unnest($1::uuid[], $2::integer[], $3::integer[], $4::uuid[], $5::integer[])
        with ordinality as lookup(challenge, bots, score, game, seat, number)
    cross join lateral (",
    results!(around!([
        "lookup.challenge",
        "lookup.bots",
        "lookup.score",
        "(lookup.game, lookup.seat)",
        "$6"
    ])),
    ") as near
    order by lookup.number, near.score desc, near.game, near.seat, near.member_seat"
));

/// SQLite: the results around one position.
pub(super) const AROUND: Statement =
    Statement::new(results!(around!(["$1", "$2", "$3", "($4, $5)", "$6"]), "r.score desc, r.game, r.seat"));

/// Postgres: the players with tokens, by the index of the tokens, from 1.
pub(super) const READERS: Statement = Statement::new(concat!(
    "select lookup.number, own.*
    from unnest($1::bytea[], $2::uuid[]) with ordinality as lookup(token, challenge, number)
    cross join lateral (",
    reader!("lookup.token", "lookup.challenge"),
    ") as own"
));

/// SQLite: one player with a token.
pub(super) const READER: Statement = Statement::new(reader!("$1", "$2"));

pub(super) const RESULTS_OF_GAME: Statement =
    Statement::new(results!("select * from results where challenge = $1 and game = $2", "r.seat"))
        .of_any_server();

/// Results that were taken off a board: those that do not count, then those that were restored.
pub(super) const REMOVED_RESULTS: Statement = Statement::new(results!(
    "select * from (
        select * from results where challenge = $1 and bots = $2 and void_reason is not null
        order by game, seat limit $3
    ) as void
    union all
    select * from (
        select * from results
        where challenge = $1 and bots = $2 and void_reason is null and restored_reason is not null
        order by game, seat limit $3
    ) as restored",
    "case when r.void_reason is null then 1 else 0 end, r.game, r.seat"
))
.of_any_server();
