//! The SQL of boards, which both back ends understand.

/// A player's display name, if it is to be shown.
macro_rules! shown_name {
    () => {
        "case when p.name_hidden = 1 then null else p.name end as name"
    };
}

/// Results with their players, in an order of their own.
macro_rules! results {
    ($which:expr, $order:literal) => {
        concat!(
            "select r.game, r.seat, r.bots, r.score, r.micros, r.void_reason, a.seat as member_seat, a.player, ",
            shown_name!(),
            " from (",
            $which,
            ") as r
            join attempts a on a.challenge = r.challenge and a.game = r.game
            left join players p on p.id = a.player
            order by ",
            $order,
            ", a.seat"
        )
    };
}

/// Results of a board from a place on: those with the same score, then those
/// beyond. Each half is a range of an index, however many are equal.
macro_rules! board {
    ($beyond:literal, $order:literal) => {
        concat!(
            "select * from (
                select * from results
                where challenge = $1 and bots = $2 and void_reason is null and score = $3
                    and (game, seat) ",
            $beyond,
            " ($4, $5) order by ",
            $order,
            " limit $6
            ) as equal
            union all
            select * from (
                select * from results
                where challenge = $1 and bots = $2 and void_reason is null and $3 ",
            $beyond,
            " score order by ",
            $order,
            " limit $6
            ) as beyond
            order by ",
            $order,
            " limit $6"
        )
    };
}

/// A player's standings, some of them.
macro_rules! standings {
    ($rest:literal) => {
        concat!(
            "select s.player, s.played, s.won, s.average, s.run, s.longest, s.last_day, ",
            shown_name!(),
            " from standings s join players p on p.id = s.player where s.period = $1 and s.players = $2 ",
            $rest
        )
    };
}

pub(in crate::store) const UNSETTLED: &str = "
    select distinct attempts.game from attempts join games on games.id = attempts.game
    where attempts.challenge = $1 and settled = 0 and number = 1
        and (finished_at is not null or ends_at <= $2)
    limit $3";

pub(in crate::store) const SETTLE: &str =
    "update attempts set settled = 1 where challenge = $1 and game = $2 and settled = 0";

/// Where a bot plays, bots play.
pub(in crate::store) const ADD_RESULT: &str = "
    insert into results (challenge, game, seat, bots, score, micros)
    select $1, $2, $3, coalesce(max(bot), 0), $4, $5
    from attempts join players on players.id = attempts.player
    where challenge = $1 and game = $2
    returning bots";

/// One more result with a score.
pub(in crate::store) const COUNT: &str = "
    insert into board_counts (challenge, bots, score, results) values ($1, $2, $3, 1)
    on conflict (challenge, bots, score) do update set results = board_counts.results + 1";

/// One less.
pub(in crate::store) const UNCOUNT: &str = "
    update board_counts set results = results - 1 where challenge = $1 and bots = $2 and score = $3";

pub(in crate::store) const ADD_TALLY: &str = "
    insert into tallies (challenge, game, ends_at, month, players, won, enemies)
    values ($1, $2, $3, $4, $5, $6, $7)";

/// What counts for averages by now and is not counted yet.
pub(in crate::store) const UNCOUNTED: &str = "
    select challenge, game from tallies where counted = 0 and ends_at <= $1 order by ends_at limit $2";

pub(in crate::store) const COUNT_TALLY: &str = "
    update tallies set counted = 1 where challenge = $1 and game = $2 and counted = 0
    returning month, players, won, enemies";

pub(in crate::store) const COUNTS: &str = "
    select score, results from board_counts
    where challenge = $1 and bots = $2 and results > 0 order by score desc";

pub(in crate::store) const BOARD_DOWN: &str =
    results!(board!(">", "score desc, game, seat"), "r.score desc, r.game, r.seat");

pub(in crate::store) const BOARD_UP: &str =
    results!(board!("<", "score, game desc, seat desc"), "r.score, r.game desc, r.seat desc");

pub(in crate::store) const RESULTS: &str =
    results!("select * from results where challenge = $1 and game = $2", "r.seat");

pub(in crate::store) const VOID_RESULTS: &str = results!(
    "select * from results where challenge = $1 and bots = $2 and void_reason is not null
        order by game, seat limit $3",
    "r.game, r.seat"
);

pub(in crate::store) const BY_AVERAGE: &str =
    standings!("and s.bot = $3 and s.played >= $4 order by s.average desc, s.played desc, s.player limit $5");

pub(in crate::store) const BY_STREAK: &str =
    standings!("and s.bot = $3 and s.played >= $4 order by s.longest desc, s.played desc, s.player limit $5");

pub(in crate::store) const STANDING: &str = standings!("and s.player = $3");

/// Keeps moves out that were judged before.
pub(in crate::store) const RAISE_JUDGED: &str =
    "update games set version = version + 1 where id = $1 and version = $2";
