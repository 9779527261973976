//! The migrations of `migrations/`, part of the program.
//!
//! They are not embedded by sqlx's macro: its crate would compile both drivers,
//! and SQLite, a second time for the compiler.

use std::sync::LazyLock;
use std::time::Duration;

use rust_embed::{Embed, RustEmbed};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Postgres, SqlSafeStr as _};

use super::pool::ConnectionPool;
use crate::access_fault::{AccessFault, of_driver};

#[derive(RustEmbed)]
#[folder = "../../migrations/postgres"]
struct PostgresFiles;

#[derive(RustEmbed)]
#[folder = "../../migrations/sqlite"]
struct SqliteFiles;

pub(super) static POSTGRES: LazyLock<Migrator> = LazyLock::new(migrator::<PostgresFiles>);
pub(super) static SQLITE: LazyLock<Migrator> = LazyLock::new(migrator::<SqliteFiles>);

/// How often a migration may fail because it waited too long for a lock. All that is asked of a
/// table waits behind a migration that waits for it, so each attempt is short (`lock_timeout`
/// in the migration).
const ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(200);

/// The files `VERSION_DESCRIPTION.sql` of a folder.
fn migrator<Folder: Embed>() -> Migrator {
    let migration = |file: std::borrow::Cow<'static, str>| {
        let (version, description) =
            file.trim_end_matches(".sql").split_once('_').expect("VERSION_DESCRIPTION");
        let version = version.parse().expect("a number");
        let sql = Folder::get(&file).expect("a file of the folder").data.into_owned();
        let sql = AssertSqlSafe(String::from_utf8(sql).expect("text")).into_sql_str();
        let description = description.replace('_', " ").into();
        Migration::new(version, description, MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(Folder::iter().filter(|file| file.ends_with(".sql")).map(migration).collect())
}

/// Applies the migrations that a Postgres database lacks.
pub(super) async fn apply_to_postgres(direct: &ConnectionPool<Postgres>) -> Result<(), MigrateError> {
    let mut failed = 0;
    loop {
        let (mut taken, _place) = direct.acquire().await?;
        let applied = POSTGRES.run_direct(None, &mut *taken.connection, false).await;
        // sqlx locks the database, and after an error does not unlock it; the server does when
        // the connection ends.
        taken.connection.close().await?;
        match applied {
            Err(error) if failed < ATTEMPTS && is_locked(&error) => {
                if failed == 0 {
                    tracing::info!("a migration waits for the locks of other transactions");
                }
                failed += 1;
            }
            applied => return applied,
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Returns true if another transaction held a lock.
fn is_locked(error: &MigrateError) -> bool {
    let (MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) = error else {
        return false;
    };
    of_driver(error) == Some(AccessFault::Locked)
}
