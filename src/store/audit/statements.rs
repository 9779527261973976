//! The SQL of audits.

use constcat::concat;

use crate::store::database::Statement;
use crate::store::players::COUNTS;

/// Games of challenges with what other tables hold of them, as JSON: one
/// statement reads one moment.
pub(super) const CHALLENGE_GAMES_BETWEEN: Statement = Statement::each(
    "select g.id, g.version, (
        select coalesce(json_agg(json_build_array(a.player, a.number, a.seat, a.ranked, coalesce(p.bot, 0), a.score,
            a.defeats)
            order by a.seat, a.player)::text, '[]')
        from attempts a left join players p on p.id = a.player
        where a.challenge = g.challenge and a.game = g.id
    ) as attempts, (
        select coalesce(json_agg(json_build_array(r.seat, r.bots, r.score, r.micros,
            case when r.void_reason is null then 0 else 1 end) order by r.seat)::text, '[]')
        from results r where r.challenge = g.challenge and r.game = g.id
    ) as results, (
        select coalesce(json_agg(json_build_array(d.ends_at, d.month, d.players, d.won, d.enemies))::text, '[]')
        from daily_results d where d.challenge = g.challenge and d.game = g.id
    ) as daily
    from games g
    where g.challenge is not null and g.id > $1 and g.id <= $2",
    "select g.id, g.version, (
        select json_group_array(json_array(hex(a.player), a.number, a.seat, a.ranked, coalesce(p.bot, 0), a.score,
            a.defeats)
            order by a.seat, a.player)
        from attempts a left join players p on p.id = a.player
        where a.challenge = g.challenge and a.game = g.id
    ) as attempts, (
        select json_group_array(json_array(r.seat, r.bots, r.score, r.micros,
            case when r.void_reason is null then 0 else 1 end) order by r.seat)
        from results r where r.challenge = g.challenge and r.game = g.id
    ) as results, (
        select json_group_array(json_array(d.ends_at, d.month, d.players, d.won, d.enemies))
        from daily_results d where d.challenge = g.challenge and d.game = g.id
    ) as daily
    from games g
    where g.challenge is not null and g.id > $1 and g.id <= $2",
)
.long();

pub(super) const STRAY_ROWS: Statement = Statement::new(
    "select 'attempt' as kind, t.challenge, t.game from attempts t
        left join games g on g.id = t.game and g.challenge = t.challenge where g.id is null
    union
    select 'result', t.challenge, t.game from results t
        left join games g on g.id = t.game and g.challenge = t.challenge where g.id is null
    union
    select 'daily', t.challenge, t.game from daily_results t
        left join games g on g.id = t.game and g.challenge = t.challenge where g.id is null
    order by 3, 1",
)
.long();

pub(super) const MISCOUNTED_SCORES: Statement = Statement::new(
    "select challenge, bots, score, cast(sum(counted) as bigint) as counted, cast(sum(found) as bigint) as found
    from (
        select challenge, bots, score, results as counted, 0 as found from board_counts
        union all
        select challenge, bots, score, 0, count(*) from results
        where void_reason is null group by challenge, bots, score
    ) as both_sides
    group by challenge, bots, score
    having sum(counted) <> sum(found)
    order by challenge, bots, score",
)
.long();

pub(super) const STANDING_PLAYERS: Statement = Statement::new(
    "select player from (
        select * from (select distinct player from standings where player > $1 order by player limit $2) as stored
        union
        select * from (select distinct player from attempts where player > $1 order by player limit $2) as played
    ) as players
    order by player limit $2",
)
.long();

/// Whether a game of a player has not begun.
const WAITING: &str = "exists (select 1 from seats where game_id = a.game and open = 1)";
/// The same where attempts are on every server and seats are spread.
const WAITING_DISTRIBUTED: &str = "a.game in (
    select s.game_id from seats s join attempts own on own.game = s.game_id
    where own.player > $1 and own.player <= $2 and s.open = 1)";

macro_rules! standings_between {
    ($waiting:expr) => {
        concat!(
            "select player, 0 as is_day, period, players, bot, played, won, enemies, average,
                streak, longest_streak, last_day
            from standings where player > $1 and player <= $2
            union all
            select a.player, 1, 0, c.players,
                coalesce((select max(r.bots) from results r where r.challenge = a.challenge and r.game = a.game), 0),
                coalesce(d.counted, 0), coalesce(d.won, 0), coalesce(d.enemies, 0), 0, p.bot, 0, c.day
            from attempts a
            join challenges c on c.id = a.challenge
            join players p on p.id = a.player
            left join daily_results d on d.challenge = a.challenge and d.game = a.game
            where a.player > $1 and a.player <= $2 and a.number = 1 and c.day is not null
                and p.deleted_at is null and not ",
            $waiting,
            " order by player, is_day, last_day"
        )
    };
}

/// The standings of some players, and the ranked attempts at daily challenges
/// that they follow from. Who was deleted has none.
pub(super) const STANDINGS_BETWEEN: Statement =
    Statement::new(standings_between!(WAITING)).distributed(standings_between!(WAITING_DISTRIBUTED)).long();

pub(super) const COUNTED_PLAYERS: Statement = Statement::new(
    "select player from (
        select * from (select distinct player from player_stats where player > $1 order by player limit $2)
            as stored
        union
        select * from (select distinct player from seats where player > $1 and counted = 1
            order by player limit $2) as seated
    ) as players
    order by player limit $2",
)
.long();

pub(super) const COUNTS_BETWEEN: Statement = Statement::new(concat!(
    "select player, 0 as is_game, game, players, finished, won, gold, silver, bronze, most_enemies, fewest_moves,
        null as id, 0 as rules, '' as options, '' as result, 0 as seat, 0 as moves, 0 as counts
    from player_stats where player > $1 and player <= $2
    union all
    select s.player, 1, g.game, g.players, 0, 0, 0, 0, 0, null, null,
        g.id, g.rules, g.options, g.result, s.seat, (select max(seq) from moves where game_id = g.id), ",
    COUNTS,
    "
    from seats s join games g on g.id = s.game_id
    where s.player > $1 and s.player <= $2 and s.counted = 1
    order by player, is_game",
))
.long();

pub(super) const QUICK_CHECK: Statement =
    Statement::each("select 'ok' as quick_check", "select quick_check from pragma_quick_check").long();

/// SQLite: the last row of a table, by its place in the file.
pub(super) const LAST_GAME: Statement =
    Statement::each("select 1 as place", "select max(rowid) as place from games");
pub(super) const LAST_SEAT: Statement =
    Statement::each("select 1 as place", "select max(rowid) as place from seats");

/// SQLite: ids of games by their place, without the index. Postgres has no
/// places that could be counted up to: there the table is one.
pub(super) const GAMES_BY_PLACE: Statement = Statement::each(
    "select id from games where $1 < $2",
    "select id from games not indexed where rowid > $1 and rowid <= $2",
)
.long();
pub(super) const SEATS_BY_PLACE: Statement = Statement::each(
    "select distinct game_id as id from seats where $1 < $2",
    "select distinct game_id as id from seats not indexed where rowid > $1 and rowid <= $2",
)
.long();
