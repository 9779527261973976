//! The SQL of audits.

use crate::database::Statement;

/// Games with the rows of other tables, as JSON: one statement reads one moment.
pub(super) const GAMES_BETWEEN: Statement = Statement::each(
    "select g.id, g.version, (
        select coalesce(json_agg(json_build_array(s.seat, case when s.counts_from is not null then
            json_build_array(s.counts_from, s.kind, s.players, s.won, s.medal, s.enemies, s.moves) end)
            order by s.seat)::text, '[]')
        from seats s where s.game_id = g.id and s.ended = 1
    ) as seat_ends, (
        select coalesce(json_agg(json_build_array(a.player, a.number, a.seat, a.ranked, coalesce(p.bot, 0), a.score,
            a.defeats)
            order by a.seat, a.player)::text, '[]')
        from attempts a left join players p on p.id = a.player
        where a.challenge = g.challenge and a.game = g.id
    ) as attempts, (
        select coalesce(json_agg(json_build_array(r.seat, r.bots, r.score, r.micros,
            case when r.void_reason is null then 0 else 1 end) order by r.seat)::text, '[]')
        from results r where r.challenge = g.challenge and r.game = g.id
    ) as results
    from games g
    where g.id > $1 and g.id <= $2",
    "select g.id, g.version, (
        select json_group_array(json_array(s.seat, case when s.counts_from is not null then
            json_array(s.counts_from, s.kind, s.players, s.won, s.medal, s.enemies, s.moves) end)
            order by s.seat)
        from seats s where s.game_id = g.id and s.ended = 1
    ) as seat_ends, (
        select json_group_array(json_array(hex(a.player), a.number, a.seat, a.ranked, coalesce(p.bot, 0), a.score,
            a.defeats)
            order by a.seat, a.player)
        from attempts a left join players p on p.id = a.player
        where a.challenge = g.challenge and a.game = g.id
    ) as attempts, (
        select json_group_array(json_array(r.seat, r.bots, r.score, r.micros,
            case when r.void_reason is null then 0 else 1 end) order by r.seat)
        from results r where r.challenge = g.challenge and r.game = g.id
    ) as results
    from games g
    where g.id > $1 and g.id <= $2",
)
.long();

pub(super) const STRAY_ROWS: Statement = Statement::new(
    "select 'attempt' as kind, t.challenge, t.game from attempts t
        left join games g on g.id = t.game and g.challenge = t.challenge where g.id is null
    union
    select 'result', t.challenge, t.game from results t
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

pub(super) const QUICK_CHECK: Statement =
    Statement::each("select 'ok' as quick_check", "select quick_check from pragma_quick_check").long();

/// SQLite: the last row of a table, by rowid.
pub(super) const LAST_GAME: Statement =
    Statement::each("select 1 as place", "select max(rowid) as place from games");
pub(super) const LAST_SEAT: Statement =
    Statement::each("select 1 as place", "select max(rowid) as place from seats");

/// SQLite: ids of games by rowid, without the index. Postgres has no rowids: there the whole
/// table is one range.
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
