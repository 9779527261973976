//! Players.

mod skeleton;
mod stats;

use chrono::{DateTime, Utc};
use constcat::concat;
use regicide_engine::engine::Hash;
use uuid::Uuid;

use super::changes::Change;
use super::database::{Database, Invalid, Row, Statement, Transaction, from_row, params};
use super::error::{RowKind, StoreError};
use super::games::{Game, SET_PLAYERS_HASH, UNLOGGED_GAMES_OF_PLAYER};
use super::idempotency::{StoredAnswer, commit_with_answer};
use super::locks::{lock_player, upsert_lock};
use super::notes::delete_notes;
use super::seats::PLAYED_GAMES;
use super::token::{SeatPlayer, TokenHash};
use super::webhooks::delete_webhooks;
use skeleton::UNICODE;

pub use skeleton::{raw_skeleton, skeleton_of};
pub use stats::GameStats;

const INSERT_PLAYER: Statement = Statement::new(
    "insert into players (id, name, token, created_at, bot, skeleton, skeleton_unicode)
    values ($1, $2, $3, $4, $5, $6, $7)",
);

const SELECT: &str = "select id, name, token, created_at, bot, name_hidden from players where ";

const PLAYER: Statement = Statement::new(concat!(SELECT, "id = $1")).of_any_server();

const PLAYER_BY_TOKEN: Statement = Statement::new(concat!(SELECT, "token = $1")).of_any_server();

const UPDATE_PLAYER: Statement = Statement::new(
    "update players set name = $2, token = $3, deleted_at = $4, skeleton = $5, skeleton_unicode = $6
    where id = $1",
);

/// A deleted player's seats have no player.
const LEAVE_SEATS: Statement = Statement::new("update seats set player = null where player = $1");

/// Seats are no longer held for a deleted player.
const DECLINE_SEATS: Statement =
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

const OF_PLAYER: &str = concat!(PLAYED_GAMES, " union select game_id from seats where invited_player = $1");

/// Games in which a player waits for others.
const WAITING_OF_PLAYER: &str = "select own.game_id from seats own
    where own.player = $1 and exists (select 1 from seats where game_id = own.game_id and open = 1)
        and exists (select 1 from games where id = own.game_id and seated_at is null)";

pub(super) const RAISE_VERSIONS: Statement = raise_versions!(OF_PLAYER);

pub(super) const RAISE_WAITING_VERSIONS: Statement = raise_versions!(WAITING_OF_PLAYER);

/// A deleted player is not in the standings.
const DELETE_STANDINGS: Statement = Statement::new("delete from standings where player = $1");

/// Frees the seats of a player in games that wait for others, but for those of ranked
/// attempts: their challenge is over.
const FREE_SEATS: Statement = Statement::new(
    "update seats set open = 1, name = null, token = null, player = null
    where player = $1
        and exists (select 1 from seats other where other.game_id = seats.game_id and other.open = 1)
        and exists (select 1 from games where id = seats.game_id and seated_at is null)
        and not exists (select 1 from attempts a
            where a.player = $1 and a.game = seats.game_id and a.ranked = 1)",
);

/// The seats of a player in running games with others, outside of challenges.
const SEATS_TO_OPEN: &str = "seats.player = $1 and seats.ended = 0
        and exists (
            select 1 from games g where g.id = seats.game_id and g.players > 1 and g.challenge is null
                and g.packed = 0 and g.finished_at is null and g.cancelled_at is null
                and (g.seated_at is not null
                    or not exists (select 1 from seats other where other.game_id = g.id and other.open = 1)))";

/// The seats that a deleted player leaves in running games: others may give them to bots, or
/// invite to them. After the versions were raised.
const INSERT_FORMER_OF_DELETED: Statement = Statement::new(concat!(
    "insert into former_players (game_id, version, seat, until)
    select seats.game_id, (select version from games where id = seats.game_id), seats.seat,
        coalesce((select max(seq) from moves where game_id = seats.game_id), 0)
    from seats where ",
    SEATS_TO_OPEN
));
const UPDATE_SEATED_AT: Statement = Statement::new(concat!(
    "update games set seated_at = $2, proposal = null
    where id in (select seats.game_id from seats where ",
    SEATS_TO_OPEN,
    ")"
));
const OPEN_SEATS: Statement = Statement::new(concat!(
    "update seats set open = 1, name = null, token = null, player = null where ",
    SEATS_TO_OPEN
));

/// A deleted player is no former player either.
const CLEAR_FORMER_PLAYER: Statement =
    Statement::new("update former_players set player = null where player = $1");

const CLEAR_KEPT: Statement = Statement::new("update seats set kept_by = null where kept_by = $1");

/// The names that a deleted organiser gave to invited players.
const CLEAR_GIVEN_NAMES: Statement = Statement::new(
    "update invitations set name = null
    where name is not null and challenge in (select id from challenges where organiser = $1)",
);

/// The names that organisers gave to a deleted player.
const CLEAR_INVITED_NAMES: Statement =
    Statement::new("update invitations set name = null where name is not null and player = $1");

const WAITING_ATTEMPTS: Statement = Statement::new(
    "select distinct challenge, game from attempts join seats on game_id = game
    where attempts.player = $1 and ranked = 0 and open = 1",
);

/// A game that has not begun does not count as an attempt.
const DELETE_ATTEMPT: Statement =
    Statement::new("delete from attempts where challenge = $1 and game = $2 and player = $3");

#[derive(Clone, Debug)]
pub struct Player {
    /// The id, a UUID of version 7.
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    /// Name and token; `None` once the player is deleted.
    pub identity: Option<Identity>,
    /// True if the player is a program.
    pub bot: bool,
}

#[derive(Clone, Debug)]
pub struct Identity {
    pub name: String,
    /// True if an operator has hidden the name.
    pub name_hidden: bool,
    pub token: TokenHash,
}

impl Identity {
    #[must_use]
    pub fn shown_name(&self) -> Option<&str> {
        Some(self.name.as_str()).filter(|_| !self.name_hidden)
    }
}

#[derive(Clone, Copy, Debug)]
pub enum PlayerChange<'a> {
    /// A new name or token.
    Update(&'a Identity),
    /// No name and no token; `players_hash` gives that of a game, which is stored for those
    /// that have ended and are not logged yet.
    Delete { at: DateTime<Utc>, players_hash: fn(&Game) -> Option<Hash> },
}

from_row!(RowKind::Player, "id", |row| Player { id, created_at, identity: read_identity(row)?, bot });

fn read_identity(row: &Row) -> Result<Option<Identity>, Invalid> {
    let name_hidden = row.get("name_hidden")?;
    match (row.optional("name")?, row.optional("token")?) {
        (None, None) => Ok(None),
        (Some(name), Some(token)) => Ok(Some(Identity { name, name_hidden, token })),
        _ => Err(Invalid::new("a name without a token, or a token without a name")),
    }
}

/// The stored players.
pub struct Players {
    pub(super) database: Database,
}

impl Players {
    /// Stores a new player, with the answer to the request for it.
    ///
    /// # Errors
    /// [`Conflict::ClaimLost`](crate::Conflict::ClaimLost).
    pub async fn create(&self, player: &Player, answer: Option<&StoredAnswer>) -> Result<(), StoreError> {
        let identity = player.identity.as_ref();
        let skeleton = identity.map(|identity| skeleton_of(&identity.name));
        let values = params![
            player.id,
            identity.map(|identity| identity.name.as_str()),
            identity.map(|identity| identity.token),
            player.created_at,
            player.bot,
            skeleton.as_deref(),
            skeleton.as_ref().map(|_| UNICODE),
        ];
        let mut transaction = self.database.begin().await?;
        transaction.execute(INSERT_PLAYER, values).await?;
        upsert_lock(&mut transaction, player.id, identity.map(|identity| identity.token)).await?;
        commit_with_answer(transaction, answer).await
    }

    pub async fn read(&self, id: Uuid) -> Result<Option<Player>, StoreError> {
        self.database.read_row(PLAYER, params![id], Player::read).await
    }

    pub async fn by_token(&self, token: &TokenHash) -> Result<Option<Player>, StoreError> {
        self.database.read_row(PLAYER_BY_TOKEN, params![*token], Player::read).await
    }

    /// Changes a player whose token is still `token`. Name and token are stored with the player
    /// alone. A deleted player leaves all seats, whose games get a new version, all or nothing.
    ///
    /// # Errors
    /// [`Conflict::TokenChanged`](crate::Conflict::TokenChanged),
    /// [`Conflict::ClaimLost`](crate::Conflict::ClaimLost).
    pub async fn update(
        &self,
        id: Uuid,
        token: &TokenHash,
        change: PlayerChange<'_>,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let (identity, deleted_at) = match change {
            PlayerChange::Update(identity) => (Some(identity), None),
            PlayerChange::Delete { at, .. } => (None, Some(at)),
        };
        let name = identity.map(|identity| identity.name.as_str());
        let new_token = identity.map(|identity| identity.token);
        let mut transaction = self.database.begin().await?;
        lock_player(&mut transaction, &SeatPlayer { id, token: *token }).await?;
        upsert_lock(&mut transaction, id, new_token).await?;
        if let PlayerChange::Delete { at, players_hash } = change {
            // From here on no game of the player ends.
            raise_versions(&mut transaction, id, RAISE_VERSIONS).await?;
            for row in transaction.fetch(UNLOGGED_GAMES_OF_PLAYER, params![id, at]).await? {
                // One that cannot be read is not logged either.
                if let Ok(game) = Game::read(&row)
                    && let Some(hash) = players_hash(&game)
                {
                    transaction.execute(SET_PLAYERS_HASH, params![game.id, hash]).await?;
                }
            }
        }
        let skeleton = name.map(skeleton_of);
        let unicode = name.map(|_| UNICODE);
        let values = params![id, name, new_token, deleted_at, skeleton.as_deref(), unicode];
        transaction.execute(UPDATE_PLAYER, values).await?;
        if let PlayerChange::Delete { at, .. } = change {
            transaction.execute(DELETE_STANDINGS, params![id]).await?;
            delete_webhooks(&mut transaction, id).await?;
            delete_notes(&mut transaction, id).await?;
            transaction.execute(CLEAR_GIVEN_NAMES, params![id]).await?;
            transaction.execute(CLEAR_INVITED_NAMES, params![id]).await?;
            free_waiting_seats(&mut transaction, id).await?;
            transaction.execute(INSERT_FORMER_OF_DELETED, params![id]).await?;
            transaction.execute(UPDATE_SEATED_AT, params![id, at]).await?;
            transaction.execute(OPEN_SEATS, params![id]).await?;
            transaction.execute(CLEAR_FORMER_PLAYER, params![id]).await?;
            transaction.execute(CLEAR_KEPT, params![id]).await?;
            transaction.execute(LEAVE_SEATS, params![id]).await?;
            transaction.execute(DECLINE_SEATS, params![id]).await?;
        }
        transaction.announce(Change::Player(id));
        commit_with_answer(transaction, answer).await
    }
}

/// Frees the seats of a player who leaves, in games where others still wait.
pub(crate) async fn free_waiting_seats(
    transaction: &mut Transaction,
    player: Uuid,
) -> Result<(), StoreError> {
    for row in transaction.fetch(WAITING_ATTEMPTS, params![player]).await? {
        let (challenge, game): (Uuid, Uuid) =
            row.parse(RowKind::Attempt, "game", |row| Ok((row.get("challenge")?, row.get("game")?)))?;
        transaction.execute(DELETE_ATTEMPT, params![challenge, game, player]).await?;
    }
    transaction.execute(FREE_SEATS, params![player]).await?;
    Ok(())
}

/// Raises the versions of a player's games, all or those that wait for others, and announces
/// it.
pub(crate) async fn raise_versions(
    transaction: &mut Transaction,
    player: Uuid,
    versions: Statement,
) -> Result<(), StoreError> {
    for row in transaction.fetch(versions, params![player]).await? {
        transaction.announce(Change::game(row.id(RowKind::Game, "id")?));
    }
    transaction.announce(Change::Player(player));
    Ok(())
}
