//! The SQL of standings.

use constcat::concat;

use crate::database::Statement;

const SELECT: &str = "select s.player, s.played, s.won, s.average, s.streak, s.longest_streak, s.last_day,
        case when p.name_hidden = 1 then null else p.name end as name
    from standings s join players p on p.id = s.player where s.period = $1 and s.players = $2 ";

pub(super) const BY_AVERAGE: Statement = Statement::new(concat!(
    SELECT,
    "and s.bot = $3 and s.played >= $4 order by s.average desc, s.played desc, s.player limit $5"
));

pub(super) const BY_STREAK: Statement = Statement::new(concat!(
    SELECT,
    "and s.bot = $3 and s.played >= $4 order by s.longest_streak desc, s.played desc, s.player limit $5"
));

/// Daily challenges that are not in the standings yet have an index of their own.
pub(super) const DAY_TO_ADD: Statement = Statement::new(
    "select id from challenges where day is not null and in_standings < 2 and ends_at <= $1
    order by ends_at, id limit 1",
);

pub(super) const BEGIN_DAY: Statement =
    Statement::new("update challenges set in_standings = 1 where id = $1 and in_standings = 0");

pub(super) const END_DAY: Statement =
    Statement::new("update challenges set in_standings = 2 where id = $1 and in_standings = 1");

const PLAYERS_OF_DAY: &str = "select id from players where id in (
        select player from attempts where challenge = $1 and number = 1 and player > $2 order by player limit $3)
    order by id";

/// The next players of a day, locked in the way of a ranked game's.
pub(super) const LOCK_PLAYERS_OF_DAY: Statement =
    Statement::each(concat!(PLAYERS_OF_DAY, " for no key update"), PLAYERS_OF_DAY);

/// The state of a day: in the standings, being added, or neither. On Postgres it cannot change
/// until the transaction ends; on SQLite the writer's lock is enough.
pub(super) const SHARE_DAY: Statement = Statement::each(
    "select in_standings from challenges where id = $1 and day is not null for share",
    "select in_standings from challenges where id = $1 and day is not null",
);

/// The standings computed from the results of all days that have been added or are being added.
/// `$players` selects the players, as `player`.
///
/// Tables are joined in an order that SQLite keeps: otherwise it reads all attempts. A day
/// counts for streaks once its game has begun. Results with the help of bots do not count for
/// people. The highest bits of a score are the number of enemies (docs/spec/challenges.md
/// C2.1).
macro_rules! computed {
    ($players:expr, $month:expr, $has_begun:expr) => {
        concat!(
            "with wanted as materialized (",
            $players,
            "), days as materialized (
                select a.player, p.bot, c.players, c.day, ",
            $month,
            " as month,
                    case when r.bots = p.bot and r.void_reason is null then r.score >> 23 end as enemies
                from wanted cross join players p cross join attempts a cross join challenges c
                left join results r on r.challenge = a.challenge and r.game = a.game
                where p.id = wanted.player and p.deleted_at is null
                    and a.player = p.id and a.number = 1
                    and c.id = a.challenge and c.day is not null and c.in_standings > 0
                    and (c.players = 1 or ",
            $has_begun,
            ")
            ), runs as (
                select period, players, player, bot, count(*) as length, max(day) as last_day,
                    max(max(day)) over (partition by period, players, player) as last_of_all,
                    count(enemies) as played, count(case when enemies = 12 then 1 end) as won,
                    coalesce(sum(enemies), 0) as enemies
                from (
                    select days.*,
                        day - row_number() over (partition by period, players, player order by day) as run
                    from (select 0 as period, days.* from days union all select month, days.* from days) as days
                ) as numbered
                group by period, players, player, bot, run
            )
            select period, players, player, bot, cast(sum(played) as integer) as played,
                cast(sum(won) as integer) as won,
                coalesce(cast(sum(enemies) as integer) * 1000 / nullif(cast(sum(played) as integer), 0), 0)
                    as average,
                cast(max(case when last_day = last_of_all then length end) as integer) as streak,
                cast(max(length) as integer) as longest_streak, max(last_day) as last_day
            from runs group by period, players, player, bot"
        )
    };
}

const MONTH_POSTGRES: &str = "cast(to_char(date '1970-01-01' + c.day, 'YYYYMM') as integer)";
const MONTH_SQLITE: &str = "cast(strftime('%Y%m', c.day * 86400, 'unixepoch') as integer)";

/// True if all seats of an attempt's game are taken.
const HAS_BEGUN: &str = "(select max(s.open) from seats s where s.game_id = a.game) = 0";
/// The condition of `HAS_BEGUN` where attempts are on every server and seats are distributed.
const HAS_BEGUN_DISTRIBUTED: &str = "a.game not in (
    select s.game_id from wanted join attempts own on own.player = wanted.player
    join seats s on s.game_id = own.game and s.open = 1)";

/// Stores the standings of the players whose ids are `$1`. An earlier statement has locked
/// them, so that this one reads all their results, and no transaction that read fewer stores
/// standings after it.
pub(super) const STORE_STANDINGS: Statement = Statement::each(
    concat!(INSERT, computed!(IDS_POSTGRES, MONTH_POSTGRES, HAS_BEGUN), UPDATE),
    concat!(INSERT, computed!(IDS_SQLITE, MONTH_SQLITE, HAS_BEGUN), UPDATE),
)
.distributed(concat!(INSERT, computed!(IDS_POSTGRES, MONTH_POSTGRES, HAS_BEGUN_DISTRIBUTED), UPDATE))
.long();

const IDS_POSTGRES: &str =
    "select value::uuid as player from json_array_elements_text($1::json) as ids (value)";
const IDS_SQLITE: &str = "select unhex(value) as player from json_each($1)";

const INSERT: &str = "insert into standings
        (period, players, player, bot, played, won, average, streak, longest_streak, last_day) ";

/// Unchanged rows are not written again: of a day, most months.
const UPDATE: &str = "
    on conflict (period, players, player) do update set
        bot = excluded.bot, played = excluded.played, won = excluded.won, average = excluded.average,
        streak = excluded.streak, longest_streak = excluded.longest_streak, last_day = excluded.last_day
    where (standings.bot, standings.played, standings.won, standings.average, standings.streak,
            standings.longest_streak, standings.last_day)
        <> (excluded.bot, excluded.played, excluded.won, excluded.average, excluded.streak,
            excluded.longest_streak, excluded.last_day)";

/// The stored and the computed standings of the players after an id, up to another and
/// including it, without players of a day that is being added.
pub(crate) const STANDINGS_BETWEEN: Statement = Statement::each(
    concat!(COMPUTED, computed!(BETWEEN, MONTH_POSTGRES, HAS_BEGUN), STORED),
    concat!(COMPUTED, computed!(BETWEEN, MONTH_SQLITE, HAS_BEGUN), STORED),
)
.distributed(concat!(COMPUTED, computed!(BETWEEN, MONTH_POSTGRES, HAS_BEGUN_DISTRIBUTED), STORED))
.long();

const COMPUTED: &str = "select computed.*, 1 as is_computed from (";

const BETWEEN: &str = "select a.player from attempts a join challenges c on c.id = a.challenge
    where a.player > $1 and a.player <= $2
    group by a.player having max(c.in_standings % 2) = 0";

const STORED: &str = ") as computed
    union all
    select period, players, player, bot, played, won, average, streak, longest_streak, last_day, 0
    from standings
    where player > $1 and player <= $2 and not exists (
        select 1 from attempts a join challenges c on c.id = a.challenge
        where a.player = standings.player and c.in_standings = 1)
    order by player, period, players, is_computed";

macro_rules! streak {
    ($has_begun:expr) => {
        concat!(
            "with wanted as (select id as player from players where id = $1 and deleted_at is null), days as (
                select distinct c.day
                from wanted cross join attempts a cross join challenges c
                where a.player = wanted.player and a.number = 1 and c.id = a.challenge and c.day is not null
                    and (c.players = 1 or ",
            $has_begun,
            ")
            ), runs as (
                select count(*) as length, max(day) as last_day
                from (select day, day - row_number() over (order by day) as run from days) as numbered
                group by run
            )
            select coalesce(max(case when last_day >= $2 then length end), 0) as current,
                coalesce(max(length), 0) as longest
            from runs"
        )
    };
}

/// The days in a row on which a player began daily challenges, for any number of players: the
/// longest streak, and the one that reaches a given day.
pub(super) const STREAK: Statement =
    Statement::new(streak!(HAS_BEGUN)).distributed(streak!(HAS_BEGUN_DISTRIBUTED));
