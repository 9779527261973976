//! The migrations of `migrations/`, part of the program.
//!
//! They are not embedded by sqlx's macro: its crate would compile both drivers,
//! and SQLite, a second time for the compiler.

use std::sync::LazyLock;

use rust_embed::{Embed, RustEmbed};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr as _};

#[derive(RustEmbed)]
#[folder = "../../migrations/postgres"]
struct Postgres;

#[derive(RustEmbed)]
#[folder = "../../migrations/sqlite"]
struct Sqlite;

pub(super) static POSTGRES: LazyLock<Migrator> = LazyLock::new(migrator::<Postgres>);
pub(super) static SQLITE: LazyLock<Migrator> = LazyLock::new(migrator::<Sqlite>);

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
