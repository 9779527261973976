//! Errors of the store.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use regicide_engine::engine::UnknownRuleset;
use regicide_system::causes::causes;
use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;

#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The stored state is no longer the one that the request was validated against.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// The database does not answer now; it may later.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] Arc<dyn std::error::Error + Send + Sync>),
    /// A stored value is invalid.
    #[error("{row} {id} is stored wrongly: {what}")]
    Corrupt { row: RowKind, id: String, what: String },
    /// The row has rules that this program does not support: a newer version has stored it.
    #[error("{row} {id} is stored with unknown rules: {rules}")]
    UnknownRules {
        row: RowKind,
        id: String,
        #[source]
        rules: UnknownRuleset,
    },
    /// This program cannot work with the schema (`migrations/README.md`).
    #[error("the database schema does not fit this program: {0}")]
    Schema(String),
    /// Any other error of the database.
    #[error("the database refused: {0}")]
    Database(#[source] Arc<sqlx::Error>),
}

/// The reason for which a change was not made. Nothing is stored then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// A row has changed since it was read: the caller reads it and validates again.
    #[error("what was read has changed meanwhile")]
    Stale,
    #[error("another request has the idempotency key")]
    ClaimLost,
    #[error("the player's token has changed")]
    TokenChanged,
    #[error("the challenge does not admit the player")]
    NotAdmitted,
    #[error("the game has no room for another signal")]
    Full,
    #[error("the player has as many webhooks as there may be")]
    TooManyWebhooks,
    #[error("the owner has a webhook with the URL")]
    WebhookExists,
    #[error("as many seats are held for the player as may be")]
    TooManyHeldSeats,
    #[error("the player has notes on as many games as there may be")]
    TooManyNotes,
    #[error("there is no such row to be changed")]
    Missing,
    #[error("the request is carried out without writing")]
    DryRun,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum RowKind {
    /// A game, with its seats and moves.
    Game,
    Player,
    Challenge,
    /// A code that admits a player to a challenge.
    Invitation,
    /// A player's attempt at a challenge, by its game.
    Attempt,
    /// A result on a board, by its game.
    Result,
    /// A player's results in daily challenges, by the player.
    Standing,
    /// A key that signs finished games, by its number.
    #[strum(to_string = "signing key")]
    SigningKey,
    /// The key for push services, by its number.
    #[strum(to_string = "VAPID key")]
    VapidKey,
    /// A key of daily challenges, by its number.
    #[strum(to_string = "daily key")]
    DailyKey,
    /// An entry of the operators' log.
    #[strum(to_string = "admin action")]
    AdminAction,
    Migration,
    /// The answer to an idempotency key.
    #[strum(to_string = "idempotency key")]
    IdempotencyKey,
    /// An entry of the transparency log, or a hash above entries, by its position.
    #[strum(to_string = "log entry")]
    TlogEntry,
    /// A checkpoint of the transparency log, by its size.
    Checkpoint,
    Webhook,
    /// A delivery to a webhook.
    #[strum(to_string = "webhook delivery")]
    WebhookDelivery,
    Clock,
}

impl StoreError {
    pub(super) fn timed_out(limit: Duration) -> Self {
        Self::unavailable(format!("it did not answer within {} ms", limit.as_millis()))
    }

    pub(super) fn read_only() -> Self {
        Self::unavailable("it takes no writes".to_owned())
    }

    pub(super) fn unavailable(reason: String) -> Self {
        Self::Unavailable(Arc::from(Box::<dyn std::error::Error + Send + Sync>::from(reason)))
    }

    #[must_use]
    pub fn corrupt_game(game: uuid::Uuid, what: impl fmt::Display) -> Self {
        Self::Corrupt { row: RowKind::Game, id: game.to_string(), what: what.to_string() }
    }

    #[must_use]
    pub fn corrupt_result(game: uuid::Uuid, what: impl fmt::Display) -> Self {
        Self::Corrupt { row: RowKind::Result, id: game.to_string(), what: what.to_string() }
    }

    /// True if the caller should read again and validate anew.
    #[must_use]
    pub const fn is_stale(&self) -> bool {
        matches!(self, Self::Conflict(Conflict::Stale))
    }

    /// True if the database may still be readable though it has refused a write: its disk is
    /// full, it is read-only, or another process holds a lock.
    #[must_use]
    pub const fn is_unwritable(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// Result of a write that a read would like to make. Without the write, the read answers
    /// from the stored rows, so nothing is lost.
    pub fn deferred<T>(written: Result<T, Self>) -> Result<Option<T>, Self> {
        match written {
            Err(error) if error.is_unwritable() => {
                tracing::debug!(error = %causes(&error), "a read could not store what it found");
                Ok(None)
            }
            done => done.map(Some),
        }
    }

    /// True if a part of the database's files is damaged; other parts may still be readable.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        let Self::Database(error) = self else { return false };
        let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
        code.is_some_and(|code| match code.len() {
            // Postgres: data or an index is corrupted.
            5 => matches!(&*code, "XX001" | "XX002"),
            // SQLite: the file is malformed.
            _ => code.parse::<u32>().is_ok_and(|code| code & 0xff == 11),
        })
    }

    /// True if another row has the key of the one to be stored.
    pub(super) fn is_taken(&self) -> bool {
        let Self::Database(error) = self else { return false };
        error.as_database_error().is_some_and(DatabaseError::is_unique_violation)
    }

    /// True if the statement should be repeated, as its shard has moved to another server.
    pub(super) fn is_serialization_failure(&self) -> bool {
        let Self::Database(error) = self else { return false };
        error.as_database_error().and_then(DatabaseError::code).is_some_and(|code| code == "40001")
    }

    /// True if the connection broke before an answer came.
    pub(super) fn is_lost_connection(&self) -> bool {
        let Self::Unavailable(reason) = self else { return false };
        reason.downcast_ref().is_some_and(is_lost)
    }

    /// True if the database has certainly not carried out the statement.
    pub(super) const fn is_refusal(&self) -> bool {
        matches!(self, Self::Database(_))
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error::{Io, PoolClosed, PoolTimedOut, Tls, WorkerCrashed};

        let no_answer = matches!(error, Io(_) | Tls(_) | PoolTimedOut | PoolClosed | WorkerCrashed);
        let refusal = error.as_database_error();
        let code = refusal.and_then(sqlx::error::DatabaseError::code);
        let is_lost_server = refusal
            .is_some_and(|refusal| LOST_SERVER.iter().any(|message| refusal.message().starts_with(message)));
        if no_answer || is_lost_server || code.is_some_and(|code| is_transient(&code)) {
            Self::Unavailable(Arc::new(error))
        } else {
            Self::Database(Arc::new(error))
        }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        if let MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) = error {
            return error.into();
        }
        Self::Schema(error.to_string())
    }
}

/// Returns true if an error reports a broken connection, or a server that shuts down.
pub(super) fn is_lost(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    matches!(error, sqlx::Error::Io(_)) || matches!(code.as_deref(), Some("57P01" | "57P02"))
}

/// Messages of a cluster's server, with the code of an internal error, when it loses another
/// server in the middle of a transaction.
const LOST_SERVER: [&str; 4] = [
    "could not commit transaction",
    "failure on connection marked as essential",
    "server closed the connection unexpectedly",
    "connection not open",
];

/// Codes after which the statement may well succeed later.
///
/// Of Postgres: lost connection, no resources (a full disk among them), failed input or output,
/// lock, statement or idle timeout, shutting down or starting, deadlock, a server that became a
/// replica, and a role that may not write. Of SQLite: busy, locked, no memory, read-only,
/// failed input or output, full disk, cannot open.
fn is_transient(code: &str) -> bool {
    const POSTGRES: [&str; 11] =
        ["08", "53", "55P03", "57014", "57P", "58", "40P", "25006", "25P03", "25P04", "42501"];
    if code.len() == 5 && POSTGRES.iter().any(|class| code.starts_with(class)) {
        return true;
    }
    // The low byte of an extended code is the primary one.
    let primary = code.parse::<u32>().ok().filter(|_| code.len() < 5).map(|code| code & 0xff);
    matches!(primary, Some(5 | 6 | 7 | 8 | 10 | 13 | 14))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_passing_trouble_is_worth_another_try() {
        let postgres = [
            "08006", "53100", "53300", "55P03", "57014", "57P01", "57P03", "58030", "40P01", "25006", "25P03",
        ];
        let sqlite = ["5", "6", "7", "8", "10", "13", "14", "517", "778", "1032"];
        for code in postgres.into_iter().chain(sqlite) {
            assert!(is_transient(code), "{code}");
        }
        for code in ["23505", "42P01", "25001", "XX001", "1", "11", "19", "26", "787", "P0001"] {
            assert!(!is_transient(code), "{code}");
        }
    }
}
