//! The SQL of standings.

use constcat::concat;

use crate::store::database::Statement;

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

pub(super) const STANDING: Statement = Statement::new(concat!(SELECT, "and s.player = $3"));

pub(super) const UNCOUNTED: Statement = Statement::new(
    "select challenge, game from daily_results where counted = 0 and ends_at <= $1
    order by ends_at, challenge, game limit $2",
);

pub(super) const MARK_COUNTED: Statement = Statement::new(
    "update daily_results set counted = 1 where challenge = $1 and game = $2 and counted = 0
    returning game, ends_at, month, players, won, enemies",
);

/// Postgres locks rows in the order in which days are counted, too. It is a
/// statement by itself: the next one sees what another transaction, which was
/// waited for here, has made of results.
pub(super) const LOCK_STANDINGS: Statement = Statement::each(
    "select 1 as locked from standings
    where player in (select player from attempts where challenge = $1 and game = $2)
    order by period, players, player
    for no key update",
    "select $1, $2",
);

/// People do not score by what bots helped them to.
pub(super) const CHANGE_AVERAGES: Statement = Statement::new(
    "update standings set
        played = played + $5, won = won + $6, enemies = enemies + $7,
        average = case when played + $5 > 0 then (enemies + $7) * 1000 / (played + $5) else 0 end
    where period in (0, $3) and players in (0, $4)
        and player in (select player from attempts where challenge = $1 and game = $2)
        and bot = (select max(bots) from results where challenge = $1 and game = $2)",
);

/// Those who have played with a player, who is one of them if there are any.
pub(in crate::store) const TEAM: &str = "(
        select theirs.player from attempts own
        join attempts theirs on theirs.challenge = own.challenge and theirs.game = own.game
        where own.player = $1
    )";

pub(in crate::store) const LOCK_TEAM_STANDINGS: Statement = Statement::each(
    concat!(
        "select 1 as locked from standings where player = $1 or player in ",
        TEAM,
        " order by period, players, player for no key update"
    ),
    "select $1",
);

/// Counts the same standings again: what a player is decides what the games
/// count for everybody in them.
pub(in crate::store) const RECOUNT_TEAM: Statement = Statement::new(concat!(
    "update standings set (played, won, enemies) = (
        select count(*), coalesce(sum(d.won), 0), coalesce(sum(d.enemies), 0)
        from attempts a join daily_results d on d.challenge = a.challenge and d.game = a.game
        where a.player = standings.player and d.counted = 1
            and standings.period in (0, d.month) and standings.players in (0, d.players)
            and standings.bot
                = (select max(bots) from results r where r.challenge = d.challenge and r.game = d.game)
    )
    where player in ",
    TEAM
));

pub(in crate::store) const REAVERAGE_TEAM: Statement = Statement::new(concat!(
    "update standings set average = case when played > 0 then enemies * 1000 / played else 0 end
    where player in ",
    TEAM
));
