//! The SQL of challenges.

use constcat::concat;

use crate::clock::{NOW_POSTGRES, NOW_SQLITE};
use crate::database::Statement;

macro_rules! add_challenge {
    ($now:expr) => {
        concat!(
            "insert into challenges (id, name, day, game, rules, players, options, seed, commitment, seed_by,
                created_at, opens_at, closes_at, ends_at, attempts, admission, visibility, organiser,
                listed, solver, nodes, skipped, win, gold, difficulty_wanted)
            select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                $24, $25, $26, $27, $28, $29
            where ($20 is null
                    or $20 = (select number from daily_keys where valid_from <= $3
                        order by valid_from desc limit 1))
                and ($3 is null or ($3 - $21) * 86400000000 <= coalesce($22, ",
            $now,
            "))
                and ($19 = 0 or $18 is null or (
                    (select count(*) from challenges
                        where organiser = $18 and listed = 1 and ends_at > $11) < $23
                    and not exists (select 1 from challenges where organiser = $18 and hidden = 1)
                ))
                and not exists (select 1 from challenges where id = $1 or (day = $3 and players = $6))
            on conflict do nothing"
        )
    };
}

pub(crate) const COLUMNS: &str = "id, name, hidden, day, game, rules, players, options, seed, commitment, \
     seed_by, created_at, opens_at, closes_at, ends_at, attempts, admission, visibility, organiser, \
     listed, solver, nodes, skipped, win, gold, difficulty_wanted, difficulty, bot_games, bot_enemies, \
     log_position, (select at from log_entries where position = log_position) as tlog_at";

const SELECT: &str = concat!("select ", COLUMNS, " from challenges ");

/// Challenges of lists, for the parameters 2 and 3: kind and numbers of players.
const LISTED: &str = "
    where visibility = 'public' and listed = 1 and hidden = 0
        and ($2 = -1 or (day is not null) = ($2 = 1))
        and ($3 = '' or $3 like '%,' || players || ',%') ";

/// Adds a challenge if its key is the one for its day, the day is not too far ahead, and its
/// organiser has fewer listed challenges than the limit and no hidden one. SQLite rejects rows
/// with a key that exists even where a conflict should do nothing: its triggers run first.
pub(super) const ADD_CHALLENGE: Statement =
    Statement::each(add_challenge!(NOW_POSTGRES), add_challenge!(NOW_SQLITE));

/// Postgres: no other challenge of the organiser is added meanwhile; on SQLite
/// the writer's lock is enough.
pub(crate) const LOCK_ORGANISER: Statement =
    Statement::each("select 1 as locked from players where id = $1 for no key update", "select $1");

pub(super) const ORGANISER_LISTING: Statement = Statement::new(
    "select $1 as organiser, coalesce(max(hidden), 0) as hidden,
        count(case when listed = 1 and ends_at > $2 then 1 end) as listed
    from challenges where organiser = $1",
)
.of_any_server();

pub(super) const CHALLENGE: Statement = Statement::new(concat!(SELECT, "where id = $1")).of_any_server();

pub(super) const CHALLENGES_AFTER: Statement =
    Statement::new(concat!(SELECT, "where id > $1 order by id limit $2")).long();

/// Challenges that have no entry in the transparency log.
pub(crate) const UNLOGGED_CHALLENGES: Statement =
    Statement::new(concat!(SELECT, "where log_position is null and id > $1 order by id limit $2"));

pub(super) const CHALLENGES_OF_DAYS: Statement =
    Statement::new(concat!(SELECT, "where day between $1 and $2 order by day, players")).of_any_server();

pub(super) const PUBLISHED_DAYS: Statement =
    Statement::new("select day, players from challenges where day between $1 and $2 order by day, players")
        .of_any_server();

/// Challenges that are not over and whose difficulty is awaited: days before challenges of
/// players, the nearest first.
pub(super) const UNMEASURED: Statement = Statement::new(concat!(
    SELECT,
    "where difficulty_wanted = 1 and difficulty is null and ends_at > $1
    order by case when day is null then 1 else 0 end, opens_at, players, id limit $2"
));

pub(super) const UPDATE_DIFFICULTY: Statement = Statement::new(
    "update challenges set difficulty = $2, bot_games = $3, bot_enemies = $4
    where id = $1 and difficulty is null",
);

pub(super) const LAST_DAY: Statement =
    Statement::new("select max(day) as day from challenges where day >= $1").of_any_server();

/// Challenges of lists that are not over, in the order of `Challenge::list_place`.
pub(super) const LIST_CURRENT: Statement = Statement::new(concat!(
    "select * from (
        select ",
    COLUMNS,
    ",
            case when $1 < opens_at then 2 when $1 < closes_at then 0 else 1 end as section,
            case when day is null then 1 else 0 end as own,
            case when $1 < opens_at then opens_at when $1 < closes_at then closes_at else ends_at end
                as moment
        from challenges",
    LISTED,
    "and ends_at > $1
    ) as listed_now
    where ($4 = '' or $4 like '%,' || section || ',%') and (section, own, moment, id) > ($5, $6, $7, $8)
    order by section, own, moment, id limit $9"
))
.of_any_server();

/// Challenges of lists that are over, in the order of `Challenge::list_place`.
pub(super) const LIST_OVER: Statement = Statement::new(concat!(
    SELECT,
    LISTED,
    "and ends_at <= $1 and ends_at <= $4 and (ends_at < $4 or id > $5)
    order by ends_at desc, id limit $6"
))
.of_any_server();

pub(super) const INVITE: Statement = Statement::each(
    "insert into invitations (challenge, id, code, name)
    select $1, id::uuid, decode(code, 'hex'), name
    from json_to_recordset($2::json) as made (id text, code text, name text)",
    "insert into invitations (challenge, id, code, name)
    select $1, unhex(value ->> 'id'), unhex(value ->> 'code'), value ->> 'name' from json_each($2)",
);

const INVITATIONS: &str = "select i.id, i.name, i.revoked, i.player,
        case when p.name_hidden = 1 then null else p.name end as player_name
    from invitations i left join players p on p.id = i.player
    where i.challenge = $1 and ";

pub(super) const INVITATION: Statement = Statement::new(concat!(INVITATIONS, "i.id = $2")).of_any_server();

pub(super) const INVITATIONS_AFTER: Statement =
    Statement::new(concat!(INVITATIONS, "i.id > $2 order by i.id limit $3")).of_any_server();

/// An empty name removes it.
pub(super) const UPDATE_INVITATION: Statement = Statement::new(
    "update invitations set revoked = coalesce($3, revoked), name = nullif(coalesce($4, name), '')
    where challenge = $1 and id = $2",
);

/// A player whose own code is revoked takes no other one.
pub(super) const ADMITS: Statement = Statement::new(
    "select 1 as admits where exists (
        select 1 from invitations
        where challenge = $1 and revoked = 0 and (player = $2 or player is null and code = $3)
    )
        and not exists (select 1 from invitations where challenge = $1 and player = $2 and revoked = 1)",
)
.of_any_server();

pub(super) const ADMIT: Statement = Statement::new(
    "update invitations set player = $2
    where challenge = $1 and code = $3 and player is null and revoked = 0
        and not exists (select 1 from invitations where challenge = $1 and player = $2)",
);
