//! The SQL of players.

use constcat::concat;

use crate::store::database::Statement;

pub(super) const INSERT_PLAYER: Statement = Statement::new(
    "insert into players (id, name, token, created_at, bot, skeleton, skeleton_unicode)
    values ($1, $2, $3, $4, $5, $6, $7)",
);

const SELECT: &str = "select id, name, token, created_at, bot, name_hidden from players where ";

pub(super) const PLAYER: Statement = Statement::new(concat!(SELECT, "id = $1"));

pub(super) const PLAYER_BY_TOKEN: Statement = Statement::new(concat!(SELECT, "token = $1"));

/// On Postgres, other changes of the player and other seats that the player
/// takes wait; on SQLite the writer's lock keeps them from happening.
pub(super) const LOCK_PLAYER: Statement = Statement::each(
    "select token from players where id = $1 for no key update",
    "select token from players where id = $1",
)
.distributed("select token from player_locks where player = $1 for no key update");

/// Only a cluster has the table.
pub(super) const KEEP_LOCK: Statement = Statement::each("", "").distributed(
    "insert into player_locks (player, token) values ($1, $2)
    on conflict (player) do update set token = excluded.token",
);

pub(super) const UPDATE_PLAYER: Statement = Statement::new(
    "update players set name = $2, token = $3, deleted_at = $4, skeleton = $5, skeleton_unicode = $6
    where id = $1",
);

/// A deleted player's seats belong to nobody.
pub(super) const LEAVE_SEATS: Statement = Statement::new("update seats set player = null where player = $1");

/// Nor are any held for the player.
pub(super) const DECLINE_SEATS: Statement =
    Statement::new("update seats set invited_player = null, invited_until = null where invited_player = $1");

/// Raises the versions of games. Postgres locks in the order of ids, as batches
/// of moves do.
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
        // Servers do not lock the rows of several of them in an order: of two
        // that wait for each other one is asked to try again.
        .distributed(raise_versions!(unlocked $which))
    };
}

const OF_PLAYER: &str = "select game_id from seats where player = $1
    union select game_id from seats where invited_player = $1";

/// Games in which a player waits for others.
const WAITING_OF_PLAYER: &str = "select own.game_id from seats own
    where own.player = $1 and exists (select 1 from seats where game_id = own.game_id and open = 1)";

pub(in crate::store) const RAISE_VERSIONS: Statement = raise_versions!(OF_PLAYER);

pub(in crate::store) const RAISE_WAITING_VERSIONS: Statement = raise_versions!(WAITING_OF_PLAYER);

/// A deleted player is on no table.
pub(super) const DELETE_STANDINGS: Statement = Statement::new("delete from standings where player = $1");
pub(super) const DELETE_STATS: Statement = Statement::new("delete from player_stats where player = $1");

/// Seats of a player in games that wait for others are free again.
pub(super) const FREE_SEATS: Statement = Statement::new(
    "update seats set open = 1, name = null, token = null, player = null, asked_to_concede = null,
        concession_place = null, concession_key = null, concession_request = null
    where player = $1
        and exists (select 1 from seats other where other.game_id = seats.game_id and other.open = 1)",
);

pub(super) const WAITING_ATTEMPTS: Statement = Statement::new(
    "select distinct challenge, game from attempts join seats on game_id = game
    where attempts.player = $1 and open = 1",
);

/// What has not begun does not count as an attempt.
pub(super) const DELETE_ATTEMPT: Statement =
    Statement::new("delete from attempts where challenge = $1 and game = $2 and player = $3");

/// What counts is what was created here with a deal that nobody could know: no
/// fork, no import, no seed that a client gave or a challenge that was over has
/// shown, and only the first attempt.
pub(in crate::store) const COUNTS: &str =
    "case when g.origin = 'created' and g.seed_by = 'service' and coalesce(g.attempt, 1) = 1
        then 1 else 0 end";

pub(super) const UNCOUNTED_GAMES: Statement = Statement::new(concat!(
    "select g.id, g.game, g.rules, g.players, g.options, g.result, s.seat,
        (select max(seq) from moves where game_id = g.id) as moves, ",
    COUNTS,
    " as counts
    from seats s join games g on g.id = s.game_id
    where s.player = $1 and s.counted = 0 and g.finished_at is not null
        and coalesce(g.ends_at, 0) <= $2
    limit $3",
));

pub(super) const GAMES_NOT_COUNTED: Statement =
    Statement::new("select count(*) as games from seats where player = $1 and counted = 0");

pub(super) const MARK_COUNTED: Statement = Statement::new(
    "update seats set counted = 1 where game_id = $1 and seat = $2 and player = $3 and counted = 0",
);

pub(super) const COUNT_GAME: Statement = Statement::new(
    "insert into player_stats (player, game, players, finished, won, gold, silver, bronze, most_enemies,
        fewest_moves)
    values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9)
    on conflict (player, game, players) do update set
        finished = player_stats.finished + 1,
        won = player_stats.won + excluded.won,
        gold = player_stats.gold + excluded.gold,
        silver = player_stats.silver + excluded.silver,
        bronze = player_stats.bronze + excluded.bronze,
        most_enemies = case
            when player_stats.most_enemies is null or player_stats.most_enemies < excluded.most_enemies
                then excluded.most_enemies
            else player_stats.most_enemies
        end,
        fewest_moves = case
            when player_stats.fewest_moves is null or player_stats.fewest_moves > excluded.fewest_moves
                then excluded.fewest_moves
            else player_stats.fewest_moves
        end",
);

pub(super) const STATS: Statement = Statement::new(
    "select player, game, players, finished, won, gold, silver, bronze, most_enemies, fewest_moves
    from player_stats where player = $1 order by game, players",
);
