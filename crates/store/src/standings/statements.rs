//! The SQL of standings.

use constcat::concat;

use crate::database::Statement;

const SELECT: &str =
    "select s.player, s.played, s.won, s.enemies, s.average, s.streak, s.longest_streak, s.last_day,
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
/// until the transaction ends; on SQLite the writer's lock is enough. On a cluster, two shared
/// locks of a table that every server has wait for each other.
pub(super) const SHARE_DAY: Statement = Statement::each(
    "select in_standings from challenges where id = $1 and day is not null for share",
    "select in_standings from challenges where id = $1 and day is not null",
)
.distributed("select in_standings from challenges where id = $1 and day is not null for no key update");

/// The standings computed from the results of days that have been added or are being added.
/// `$wanted` selects the players, as `player` and `bot`. `$days` limits their attempts, and
/// `$stored` selects stored standings, which hold the others.
///
/// A day is a standing of its own, and standings of several days are added up. Tables are
/// joined in an order that SQLite keeps: otherwise it reads all attempts. A day counts for
/// streaks once its game has begun. Results with the help of bots do not count for people. The
/// highest bits of a score are the number of enemies (docs/spec/challenges.md C2.1).
macro_rules! computed {
    ($wanted:expr, $days:expr, $month:expr, $has_begun:expr, $stored:expr) => {
        concat!(
            "with wanted as materialized (",
            $wanted,
            "), days as materialized (
                select wanted.*, c.players, c.day, ",
            $month,
            " as month,
                    case when r.bots = wanted.bot and r.void_reason is null then r.score >> 23 end as enemies
                from wanted cross join attempts a cross join challenges c
                left join results r on r.challenge = a.challenge and r.game = a.game
                where a.player = wanted.player and a.number = 1",
            $days,
            " and c.id = a.challenge and c.day is not null and c.in_standings > 0 and (c.players = 1 or ",
            $has_begun,
            ")
            ), parts as (
                select period, players, player, bot, case when enemies is null then 0 else 1 end as played,
                    case when enemies = 12 then 1 else 0 end as won, coalesce(enemies, 0) as enemies,
                    1 as streak, 1 as longest_streak, day as last_day
                from (select 0 as period, days.* from days union all select month, days.* from days) as days",
            $stored,
            "
            ), runs as (
                select period, players, player, bot, sum(played) as played, sum(won) as won,
                    sum(enemies) as enemies, sum(streak) as streak, max(longest_streak) as longest_streak,
                    max(last_day) as last_day,
                    max(max(last_day)) over (partition by period, players, player) as last_of_all
                from (
                    select parts.*,
                        last_day - sum(streak) over (partition by period, players, player order by last_day) as run
                    from parts
                ) as numbered
                group by period, players, player, bot, run
            ), totals as (
                select period, players, player, bot, cast(sum(played) as integer) as played,
                    cast(sum(won) as integer) as won, cast(sum(enemies) as integer) as enemies,
                    cast(max(case when last_day = last_of_all then streak end) as integer) as streak,
                    cast(max(case when streak > longest_streak then streak else longest_streak end) as integer)
                        as longest_streak,
                    max(last_day) as last_day
                from runs group by period, players, player, bot
            )
            select period, players, player, bot, played, won, enemies,
                coalesce(enemies * 1000 / nullif(played, 0), 0) as average, streak, longest_streak, last_day
            from totals where true"
        )
    };
}

const MONTH_POSTGRES: &str = "cast(to_char(date '1970-01-01' + c.day, 'YYYYMM') as integer)";
const MONTH_SQLITE: &str = "cast(strftime('%Y%m', c.day * 86400, 'unixepoch') as integer)";

/// True if all seats of an attempt's game are taken.
const HAS_BEGUN: &str = "(select max(s.open) from seats s where s.game_id = a.game) = 0";
/// The condition of `HAS_BEGUN` where attempts are on every server and seats are distributed.
macro_rules! has_begun_distributed {
    ($days:expr) => {
        concat!(
            "a.game not in (
                select s.game_id from wanted cross join attempts a join seats s on s.game_id = a.game
                where a.player = wanted.player and s.open = 1",
            $days,
            ")"
        )
    };
}

/// The players of `STORE_STANDINGS`, without those whose standings have the day already. The
/// challenge is null if all results are to be read: also if the standings have a later day.
macro_rules! wanted {
    ($ids:literal, $id:literal) => {
        concat!(
            "select p.id as player, p.bot, case when s.last_day > c.day then null else c.id end as challenge
            from ",
            $ids,
            " as ids cross join players p left join challenges c on c.id = $2
            left join standings s on s.period = 0 and s.players = c.players and s.player = p.id
            where p.id = ",
            $id,
            " and p.deleted_at is null and (s.last_day = c.day) is not true"
        )
    };
}

/// The stored standings to which a day is added.
macro_rules! stored {
    ($month:expr) => {
        concat!(
            "
            union all
            select s.period, s.players, s.player, wanted.bot, s.played, s.won, s.enemies, s.streak,
                s.longest_streak, s.last_day
            from wanted cross join challenges c cross join (select 0 as month union all select 1) as periods
                cross join standings s
            where c.id = wanted.challenge and s.period = periods.month * ",
            $month,
            " and s.players = c.players and s.player = wanted.player"
        )
    };
}

/// Stores the standings of the players whose ids are `$1`. An earlier statement has locked
/// them, so that this one reads all their results, and no transaction that read fewer stores
/// standings after it.
///
/// If `$2` is a day that is being added, it is added to stored standings of earlier days.
/// Otherwise they are computed from all results. `$3` and `$4` are the least and the greatest
/// id.
pub(super) const STORE_STANDINGS: Statement = Statement::each(
    concat!(
        INSERT,
        computed!(WANTED_POSTGRES, DAYS, MONTH_POSTGRES, HAS_BEGUN, stored!(MONTH_POSTGRES)),
        UPDATE
    ),
    concat!(INSERT, computed!(WANTED_SQLITE, DAYS, MONTH_SQLITE, HAS_BEGUN, stored!(MONTH_SQLITE)), UPDATE),
)
.distributed(concat!(
    INSERT,
    computed!(WANTED_POSTGRES, DAYS, MONTH_POSTGRES, has_begun_distributed!(DAYS), stored!(MONTH_POSTGRES)),
    UPDATE
))
.long();

const WANTED_POSTGRES: &str = wanted!("json_array_elements_text($1::json)", "ids.value::uuid");
const WANTED_SQLITE: &str = wanted!("json_each($1)", "unhex(ids.value)");

const DAYS: &str = "
    and a.challenge between coalesce(wanted.challenge, $3) and coalesce(wanted.challenge, $4)";

const INSERT: &str = "insert into standings
        (period, players, player, bot, played, won, enemies, average, streak, longest_streak, last_day) ";

/// Unchanged rows are not written again: most months, where all results are read.
const UPDATE: &str = "
    on conflict (period, players, player) do update set
        bot = excluded.bot, played = excluded.played, won = excluded.won, enemies = excluded.enemies,
        average = excluded.average, streak = excluded.streak, longest_streak = excluded.longest_streak,
        last_day = excluded.last_day
    where (standings.bot, standings.played, standings.won, standings.enemies, standings.average,
            standings.streak, standings.longest_streak, standings.last_day)
        <> (excluded.bot, excluded.played, excluded.won, excluded.enemies, excluded.average,
            excluded.streak, excluded.longest_streak, excluded.last_day)";

/// The stored and the computed standings of the players after an id, up to another and
/// including it, without players of a day that is being added.
pub(crate) const STANDINGS_BETWEEN: Statement = Statement::each(
    concat!(COMPUTED, computed!(BETWEEN, "", MONTH_POSTGRES, HAS_BEGUN, ""), STORED),
    concat!(COMPUTED, computed!(BETWEEN, "", MONTH_SQLITE, HAS_BEGUN, ""), STORED),
)
.distributed(concat!(
    COMPUTED,
    computed!(BETWEEN, "", MONTH_POSTGRES, has_begun_distributed!(""), ""),
    STORED
))
.long();

const COMPUTED: &str = "select computed.*, 1 as is_computed from (";

const BETWEEN: &str = "select a.player, p.bot
    from attempts a join challenges c on c.id = a.challenge join players p on p.id = a.player
    where a.player > $1 and a.player <= $2 and p.deleted_at is null
    group by a.player, p.bot having max(c.in_standings % 2) = 0";

const STORED: &str = ") as computed
    union all
    select period, players, player, bot, played, won, enemies, average, streak, longest_streak, last_day, 0
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
    Statement::new(streak!(HAS_BEGUN)).distributed(streak!(has_begun_distributed!("")));
