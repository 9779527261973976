//! What is stored of players.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::StoreError;
use super::model::{Answer, TokenHash};
use super::rows::SetupRow;
use crate::engine::{Outcome, Seat, Setup};

/// Somebody who comes back.
#[derive(Clone, Debug)]
pub struct Player {
    /// The id, a UUID of version 7.
    pub id: Uuid,
    /// When the player came.
    pub created_at: DateTime<Utc>,
    /// Name and token; nothing once the player is deleted.
    pub identity: Option<Identity>,
    /// Whether it is a program that plays.
    pub bot: bool,
}

/// What makes a player somebody.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The display name.
    pub name: String,
    /// Whether an operator has hidden the name.
    pub name_hidden: bool,
    /// The hash of the secret token.
    pub token: TokenHash,
}

impl Identity {
    /// The name, if it is to be shown.
    #[must_use]
    pub fn shown_name(&self) -> Option<&str> {
        Some(self.name.as_str()).filter(|_| !self.name_hidden)
    }
}

/// What becomes of a player.
#[derive(Clone, Copy, Debug)]
pub enum PlayerChange<'a> {
    /// Another name or token.
    Becomes(&'a Identity),
    /// Deleted at this time.
    Deleted(DateTime<Utc>),
}

impl<'a> PlayerChange<'a> {
    /// Name and token from now on, if any.
    pub(super) const fn identity(self) -> Option<&'a Identity> {
        match self {
            Self::Becomes(identity) => Some(identity),
            Self::Deleted(_) => None,
        }
    }

    pub(super) const fn deleted_at(self) -> Option<DateTime<Utc>> {
        match self {
            Self::Becomes(_) => None,
            Self::Deleted(at) => Some(at),
        }
    }
}

/// A finished game that a player sat in.
#[derive(Clone, Debug)]
pub struct Finish {
    /// The game's set-up.
    pub setup: Setup,
    /// The player's seat.
    pub seat: Seat,
    /// How it ended.
    pub outcome: Outcome,
    /// The number of its moves.
    pub moves: u32,
}

/// The players.
#[async_trait]
pub trait PlayerStore: Send + Sync {
    /// Stores a new player. `answer` as in
    /// [`Store::create_game`](super::Store::create_game); false if its claim
    /// is lost.
    async fn create_player(&self, player: &Player, answer: Option<&Answer>) -> Result<bool, StoreError>;

    /// The player with an id.
    async fn player(&self, id: Uuid) -> Result<Option<Player>, StoreError>;

    /// The player whose token has this hash.
    async fn player_with(&self, token: &TokenHash) -> Result<Option<Player>, StoreError>;

    /// Changes a player if the token is still `was`. All seats of the player
    /// change with it, and their games get a new version, all or nothing: no
    /// instance believes what it knew. False if the token was another, or a claim is lost.
    async fn change_player(
        &self,
        id: Uuid,
        was: &TokenHash,
        change: PlayerChange<'_>,
        answer: Option<&Answer>,
    ) -> Result<bool, StoreError>;

    /// The finished games of a player that were created here, forks excepted,
    /// and those of challenges that still run at `now`.
    async fn finishes(&self, player: Uuid, now: DateTime<Utc>) -> Result<Vec<Finish>, StoreError>;
}

/// Stores a player.
pub(super) const INSERT_PLAYER: &str =
    "insert into players (id, name, token, created_at, bot) values ($1, $2, $3, $4, $5)";

/// A player by id.
pub(super) const PLAYER: &str =
    "select id, name, token, created_at, bot, name_hidden from players where id = $1";

/// A player by token.
pub(super) const PLAYER_WITH: &str =
    "select id, name, token, created_at, bot, name_hidden from players where token = $1";

/// Changes a player whose token is still the one that was judged.
pub(super) const CHANGE_PLAYER: &str = "
    update players set name = $3, token = $4, deleted_at = $5 where id = $1 and token = $2";

/// Changes the seats of a player who was just changed; a deleted player leaves
/// them to nobody.
pub(super) const CHANGE_SEATS: &str = "
    update seats
    set name = (select case when name_hidden = 1 then null else players.name end from players where id = $1),
        player_token = $2, player = $3
    where player = $1";

/// A deleted player stands in no table.
pub(super) const DROP_STANDINGS: &str = "delete from standings where player = $1";

/// Seats of a player in games that wait for others are free again.
pub(super) const FREE_SEATS: &str = "
    update seats set open = 1, name = null, token = null, player = null, player_token = null,
        asked_to_concede = null
    where player = $1 and game_id in (select game_id from seats where open = 1)";

/// And what has not begun, the player has not tried.
pub(super) const DROP_WAITING: &str = "
    delete from attempts
    where player = $1 and exists (select 1 from seats where game_id = attempts.game and open = 1)";

/// The results of a player.
pub(super) const FINISHES: &str = "
    select g.id, g.game, g.players, g.options, g.result, s.seat,
        (select max(seq) from moves where game_id = g.id) as moves
    from seats s join games g on g.id = s.game_id
    where s.player = $1 and g.finished_at is not null and g.origin = 'created'
        and (g.ends_at is null or g.ends_at <= $2)";

/// A player's row.
#[derive(sqlx::FromRow)]
pub(super) struct PlayerRow {
    id: Uuid,
    name: Option<String>,
    token: Option<Vec<u8>>,
    created_at: i64,
    bot: i16,
    name_hidden: i16,
}

impl TryFrom<PlayerRow> for Player {
    type Error = StoreError;

    fn try_from(row: PlayerRow) -> Result<Self, StoreError> {
        let corrupt = || StoreError::Corrupt { game: row.id, what: "a player's row".to_owned() };
        let token = row.token.map(<[u8; 32]>::try_from).transpose().map_err(|_| corrupt())?;
        Ok(Self {
            id: row.id,
            created_at: DateTime::from_timestamp_micros(row.created_at).ok_or_else(corrupt)?,
            identity: row.name.zip(token).map(|(name, token)| Identity {
                name,
                name_hidden: row.name_hidden == 1,
                token: TokenHash(token),
            }),
            bot: row.bot == 1,
        })
    }
}

/// A result's row.
#[derive(sqlx::FromRow)]
pub(super) struct FinishRow {
    id: Uuid,
    #[sqlx(flatten)]
    setup: SetupRow,
    result: String,
    seat: i16,
    moves: Option<i32>,
}

impl TryFrom<FinishRow> for Finish {
    type Error = StoreError;

    fn try_from(row: FinishRow) -> Result<Self, StoreError> {
        row.read().ok_or_else(|| StoreError::Corrupt { game: row.id, what: "a player's result".to_owned() })
    }
}

impl FinishRow {
    fn read(&self) -> Option<Finish> {
        Some(Finish {
            setup: self.setup.read()?,
            seat: u8::try_from(self.seat).ok()?.try_into().ok()?,
            outcome: serde_json::from_str(&self.result).ok()?,
            moves: self.moves.unwrap_or_default().try_into().ok()?,
        })
    }
}

/// Implements the trait in the words of `shared_methods`.
macro_rules! implement_player_store {
    ($Store:ty, $Tx:ty) => {
        impl $Store {
            async fn insert_player(
                &self,
                player: &Player,
                answer: Option<&Answer>,
            ) -> Result<bool, sqlx::Error> {
                let mut tx = self.begin().await?;
                sqlx::query(players::INSERT_PLAYER)
                    .bind(player.id)
                    .bind(player.identity.as_ref().map(|identity| identity.name.as_str()))
                    .bind(player.identity.as_ref().map(|identity| identity.token.0.to_vec()))
                    .bind(micros(player.created_at))
                    .bind(i16::from(player.bot))
                    .execute(&mut *tx)
                    .await?;
                let answered = Self::write_answer(&mut tx, answer).await?;
                Self::settle(tx, answered).await
            }

            /// Frees the seats of a player who is gone, where others still wait.
            async fn free_seats(tx: &mut $Tx, player: Uuid) -> Result<(), sqlx::Error> {
                sqlx::query(players::DROP_WAITING).bind(player).execute(&mut **tx).await?;
                sqlx::query(players::FREE_SEATS).bind(player).execute(&mut **tx).await?;
                Ok(())
            }

            async fn update_player(
                &self,
                id: Uuid,
                was: &TokenHash,
                change: PlayerChange<'_>,
                answer: Option<&Answer>,
            ) -> Result<bool, sqlx::Error> {
                let name = change.identity().map(|identity| identity.name.as_str());
                let token = change.identity().map(|identity| identity.token.0.to_vec());
                let mut tx = self.begin().await?;
                let changed = sqlx::query(players::CHANGE_PLAYER)
                    .bind(id)
                    .bind(was.0.to_vec())
                    .bind(name)
                    .bind(token.as_deref())
                    .bind(change.deleted_at().map(micros))
                    .execute(&mut *tx)
                    .await?;
                if changed.rows_affected() == 0 {
                    return Self::settle(tx, false).await;
                }
                sqlx::query(Self::RAISE_VERSIONS).bind(id).execute(&mut *tx).await?;
                if change.identity().is_none() {
                    sqlx::query(players::DROP_STANDINGS).bind(id).execute(&mut *tx).await?;
                    Self::free_seats(&mut tx, id).await?;
                }
                sqlx::query(players::CHANGE_SEATS)
                    .bind(id)
                    .bind(token.as_deref())
                    .bind(change.identity().map(|_| id))
                    .execute(&mut *tx)
                    .await?;
                let answered = Self::write_answer(&mut tx, answer).await?;
                Self::settle(tx, answered).await
            }
        }

        #[async_trait::async_trait]
        impl PlayerStore for $Store {
            async fn create_player(
                &self,
                player: &Player,
                answer: Option<&Answer>,
            ) -> Result<bool, StoreError> {
                self.insert_player(player, answer).await.map_err(classify)
            }

            async fn player(&self, id: Uuid) -> Result<Option<Player>, StoreError> {
                let row = sqlx::query_as::<_, PlayerRow>(players::PLAYER).bind(id);
                let row = row.fetch_optional(&self.reader).await.map_err(classify)?;
                row.map(Player::try_from).transpose()
            }

            async fn player_with(&self, token: &TokenHash) -> Result<Option<Player>, StoreError> {
                let row = sqlx::query_as::<_, PlayerRow>(players::PLAYER_WITH).bind(token.0.to_vec());
                let row = row.fetch_optional(&self.reader).await.map_err(classify)?;
                row.map(Player::try_from).transpose()
            }

            async fn change_player(
                &self,
                id: Uuid,
                was: &TokenHash,
                change: PlayerChange<'_>,
                answer: Option<&Answer>,
            ) -> Result<bool, StoreError> {
                self.update_player(id, was, change, answer).await.map_err(classify)
            }

            async fn finishes(&self, player: Uuid, now: DateTime<Utc>) -> Result<Vec<Finish>, StoreError> {
                let rows = sqlx::query_as::<_, FinishRow>(players::FINISHES).bind(player).bind(micros(now));
                let rows = rows.fetch_all(&self.reader).await.map_err(classify)?;
                rows.into_iter().map(Finish::try_from).collect()
            }
        }
    };
}

pub(super) use implement_player_store;
