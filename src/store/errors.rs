//! What the database says, in the store's words.

use sqlx::migrate::MigrateError;
use uuid::Uuid;

use super::StoreError;

/// Whether the database is away or has refused.
pub(super) fn classify(error: sqlx::Error) -> StoreError {
    use sqlx::Error::{Io, PoolClosed, PoolTimedOut, Tls, WorkerCrashed};

    let no_answer = matches!(error, Io(_) | Tls(_) | PoolTimedOut | PoolClosed | WorkerCrashed);
    let refusal = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    if no_answer || refusal.is_some_and(|code| says_later(&code)) {
        StoreError::Unavailable(error.into())
    } else {
        StoreError::Database(error.into())
    }
}

/// Codes after which the same statement may well succeed: of Postgres (lost
/// connection, no resources, shutting down or starting, deadlock) and of SQLite (busy,
/// locked, cannot open).
fn says_later(code: &str) -> bool {
    const POSTGRES: [&str; 4] = ["08", "53", "57P", "40P"];
    if code.len() == 5 && POSTGRES.iter().any(|class| code.starts_with(class)) {
        return true;
    }
    // The low byte of an extended code is the primary one.
    let primary = code.parse::<u32>().ok().filter(|_| code.len() < 5).map(|code| code & 0xff);
    matches!(primary, Some(5 | 6 | 14))
}

/// A row of a game that does not even have the right types.
pub(super) fn unreadable(game: Uuid, error: sqlx::Error) -> StoreError {
    if matches!(error, sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) {
        return StoreError::Corrupt { game, what: error.to_string() };
    }
    classify(error)
}

/// Why migrations could not be applied.
pub(super) fn migration_error(error: MigrateError) -> StoreError {
    if let MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) = error {
        return classify(error);
    }
    StoreError::Schema(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_passing_trouble_is_worth_another_try() {
        for code in ["08006", "53300", "57P01", "57P03", "40P01", "5", "6", "14", "517"] {
            assert!(says_later(code), "{code}");
        }
        for code in ["23505", "42P01", "57014", "1", "19", "787", "P0001"] {
            assert!(!says_later(code), "{code}");
        }
    }
}
