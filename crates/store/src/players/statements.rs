//! The SQL of players.

use constcat::concat;

use crate::database::Statement;

pub(super) const INSERT_PLAYER: Statement = Statement::new(
    "insert into players (id, name, token, created_at, bot, skeleton, skeleton_unicode)
    values ($1, $2, $3, $4, $5, $6, $7)",
);

const SELECT: &str = "select id, name, token, created_at, bot, name_hidden from players where ";

pub(super) const PLAYER: Statement = Statement::new(concat!(SELECT, "id = $1"));

pub(super) const PLAYER_BY_TOKEN: Statement = Statement::new(concat!(SELECT, "token = $1"));

pub(super) const UPDATE_PLAYER: Statement = Statement::new(
    "update players set name = $2, token = $3, deleted_at = $4, skeleton = $5, skeleton_unicode = $6
    where id = $1",
);

/// A deleted player's seats have no player.
pub(super) const LEAVE_SEATS: Statement = Statement::new("update seats set player = null where player = $1");

/// Seats are no longer held for a deleted player.
pub(super) const DECLINE_SEATS: Statement =
    Statement::new("update seats set invited_player = null, invited_until = null where invited_player = $1");

/// Raises the versions of games. Postgres locks them in the order of ids, as batches of moves
/// do.
macro_rules! raise_versions {
    (unlocked $which:expr) => {
        concat!("update games set version = version + 1 where id in (", $which, ") returning id")
    };
    ($which:expr) => {
        Statement::each(
            concat!(
                "with locked as (select id from games where id in (",
                $which,
                ") order by id for no key update)
                update games set version = version + 1 from locked where games.id = locked.id
                returning games.id"
            ),
            raise_versions!(unlocked $which),
        )
        // A cluster does not lock rows of several servers in one order: of two transactions
        // that wait for each other, one fails and must be retried.
        .distributed(raise_versions!(unlocked $which))
    };
}

const OF_PLAYER: &str = "select game_id from seats where player = $1
    union select game_id from seats where invited_player = $1";

/// Games in which a player waits for others.
const WAITING_OF_PLAYER: &str = "select own.game_id from seats own
    where own.player = $1 and exists (select 1 from seats where game_id = own.game_id and open = 1)";

pub(crate) const RAISE_VERSIONS: Statement = raise_versions!(OF_PLAYER);

pub(crate) const RAISE_WAITING_VERSIONS: Statement = raise_versions!(WAITING_OF_PLAYER);

/// A deleted player is not in the standings.
pub(super) const DELETE_STANDINGS: Statement = Statement::new("delete from standings where player = $1");

/// Frees the seats of a player in games that wait for others, but for those of ranked
/// attempts: their challenge is over.
pub(super) const FREE_SEATS: Statement = Statement::new(
    "update seats set open = 1, name = null, token = null, player = null, asked_to_concede = null,
        concession_place = null, concession_key = null, concession_request = null
    where player = $1
        and exists (select 1 from seats other where other.game_id = seats.game_id and other.open = 1)
        and not exists (select 1 from attempts a
            where a.player = $1 and a.game = seats.game_id and a.ranked = 1)",
);

pub(super) const WAITING_ATTEMPTS: Statement = Statement::new(
    "select distinct challenge, game from attempts join seats on game_id = game
    where attempts.player = $1 and ranked = 0 and open = 1",
);

/// A game that has not begun does not count as an attempt.
pub(super) const DELETE_ATTEMPT: Statement =
    Statement::new("delete from attempts where challenge = $1 and game = $2 and player = $3");

/// The games of a player that count at a time, read from a covering index.
pub(super) const STATS: Statement = Statement::new(
    "select kind, players, count(*) as finished, sum(won) as won,
        count(case when medal = 'gold' then 1 end) as gold,
        count(case when medal = 'silver' then 1 end) as silver,
        count(case when medal = 'bronze' then 1 end) as bronze,
        max(enemies) as most_enemies, min(case when won = 1 then moves end) as fewest_moves
    from seats
    where player = $1 and counts_from <= $2
    group by kind, players
    order by kind, players",
);
