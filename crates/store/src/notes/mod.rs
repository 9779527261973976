//! Private notes of players on finished games. A player's notes on a game are one row; on a
//! cluster it is on the server of the player's lock.

use regicide_engine::json;
use regicide_engine::record::Comment;
use uuid::Uuid;

use super::database::{Database, Invalid, Row, Statement, Transaction, params};
use super::error::{Conflict, RowKind, StoreError};
use super::locks::lock_player;
use super::text::to_json;
use super::token::SeatPlayer;

const NOTES: Statement =
    Statement::new("select player, notes from notes where player = $1 and game_id = $2").of_player_lock();

const NOTED_GAMES: Statement =
    Statement::new("select count(*) as games from notes where player = $1 and game_id <> $2");

const UPSERT: Statement = Statement::new(
    "insert into notes (player, game_id, notes) values ($1, $2, $3)
    on conflict (player, game_id) do update set notes = excluded.notes",
);

const DELETE: Statement = Statement::new("delete from notes where player = $1 and game_id = $2");

const DELETE_OF_PLAYER: Statement = Statement::new("delete from notes where player = $1");

/// The maximum number of games on which a player has notes.
pub const MAX_NOTED_GAMES: u32 = 500;

/// The stored notes.
pub struct Notes {
    pub(super) database: Database,
}

impl Notes {
    /// The notes of a player on a game.
    pub async fn read(&self, player: Uuid, game: Uuid) -> Result<Vec<Comment>, StoreError> {
        let notes = self.database.read_row(NOTES, params![player, game], read_notes).await?;
        Ok(notes.unwrap_or_default())
    }

    /// Replaces the notes of a player, whose token is still the same, on a game. Without notes
    /// the row is deleted.
    ///
    /// # Errors
    /// [`Conflict::TokenChanged`], [`Conflict::TooManyNotes`] if the player has notes on
    /// [`MAX_NOTED_GAMES`] others.
    pub async fn replace(
        &self,
        player: &SeatPlayer,
        game: Uuid,
        notes: &[Comment],
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        lock_player(&mut transaction, player).await?;
        if notes.is_empty() {
            transaction.execute(DELETE, params![player.id, game]).await?;
            return transaction.commit().await;
        }
        let others = transaction.fetch_optional(NOTED_GAMES, params![player.id, game]).await?;
        let others = others.ok_or(sqlx::Error::RowNotFound)?;
        let others: u32 = others.parse(RowKind::Player, "games", |row| row.get("games"))?;
        if others >= MAX_NOTED_GAMES {
            return Err(Conflict::TooManyNotes.into());
        }
        transaction.execute(UPSERT, params![player.id, game, to_json(&notes)]).await?;
        transaction.commit().await
    }
}

fn read_notes(row: &Row) -> Result<Vec<Comment>, StoreError> {
    row.parse(RowKind::Player, "player", |row| {
        let notes: String = row.get("notes")?;
        json::parse(&notes).and_then(json::from_value).map_err(Invalid::new)
    })
}

/// Deletes the notes of a deleted player.
pub(crate) async fn delete_notes(transaction: &mut Transaction, player: Uuid) -> Result<(), StoreError> {
    transaction.execute(DELETE_OF_PLAYER, params![player]).await?;
    Ok(())
}
