//! The schema of SQLite.

use sqlx::{AssertSqlSafe, PgConnection, SqliteConnection};

use super::Facts;
use super::ddl::{Trigger, checks, squeezed};
use super::postgres::{self, SCRATCH};

/// The schema of an SQLite database. Its expressions go through a schema in Postgres that
/// is created for them.
pub(super) async fn facts(sqlite: &mut SqliteConnection, postgres: &mut PgConnection) -> Facts {
    let mut facts = Facts::new();
    run(postgres, &format!("drop schema if exists {SCRATCH} cascade")).await;
    run(postgres, &format!("create schema {SCRATCH}")).await;
    run(postgres, &format!("set search_path to {SCRATCH}")).await;
    let tables: Vec<(String, bool)> = sqlx::query_as(
        "select name, strict from pragma_table_list
        where type = 'table' and schema = 'main' and name not like 'sqlite%' and name <> '_sqlx_migrations'",
    )
    .fetch_all(&mut *sqlite)
    .await
    .unwrap();
    for (table, strict) in tables {
        facts.insert(format!("table {table}{}", if strict { "" } else { ", not strict" }));
        let statements = statements(sqlite, &table).await;
        add_columns(&mut facts, sqlite, postgres, (&table, &statements)).await;
        add_keys(&mut facts, sqlite, &table).await;
        for statement in &statements {
            add_expressions(&mut facts, postgres, (&table, statement)).await;
        }
    }
    facts.extend(postgres::expressions(postgres, SCRATCH).await);
    run(postgres, "set search_path to public").await;
    facts
}

async fn run(postgres: &mut PgConnection, statement: &str) {
    let done = sqlx::raw_sql(AssertSqlSafe(statement)).execute(postgres).await;
    done.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

/// The statements that made a table, its indexes and its triggers.
async fn statements(sqlite: &mut SqliteConnection, table: &str) -> Vec<String> {
    let statements: Vec<String> = sqlx::query_scalar(
        "select sql from sqlite_master where tbl_name = $1 and sql is not null
        order by type = 'table' desc, name",
    )
    .bind(table)
    .fetch_all(sqlite)
    .await
    .unwrap();
    statements.iter().map(|statement| squeezed(statement)).collect()
}

/// A column as `pragma_table_info` has it: name, type, not null, default and
/// position in the primary key.
type Column = (String, String, bool, Option<String>, i32);

/// Adds the columns, and makes the table of the same name in Postgres.
async fn add_columns(
    facts: &mut Facts,
    sqlite: &mut SqliteConnection,
    postgres: &mut PgConnection,
    (table, statements): (&str, &[String]),
) {
    let columns: Vec<Column> =
        sqlx::query_as("select name, type, \"notnull\", dflt_value, pk from pragma_table_info($1)")
            .bind(table)
            .fetch_all(sqlite)
            .await
            .unwrap();
    let mut keys: Vec<_> = columns.iter().filter(|(.., pk)| *pk > 0).collect();
    keys.sort_by_key(|(.., pk)| *pk);
    let keys: Vec<_> = keys.iter().map(|(name, ..)| name.as_str()).collect();
    facts.insert(format!("primary key {table} ({})", keys.join(", ")));
    let mut declared = Vec::new();
    for (name, kind, notnull, dflt_value, pk) in &columns {
        // SQLite has no UUIDs: they are the bytes whose length is not checked.
        let has_length = statements.iter().any(|statement| statement.contains(&format!("length({name})")));
        let (class, fallback) = match (kind.to_lowercase().as_str(), has_length) {
            ("integer", _) => ("integer", "bigint"),
            ("text", _) => ("text", "text"),
            ("blob", true) => ("bytes", "bytea"),
            ("blob", false) => ("uuid", "uuid"),
            other => panic!("{table}.{name} has the type {other:?}"),
        };
        // An integer primary key is never null, although it is not declared so.
        let null = if *notnull || *pk > 0 { "not null" } else { "null" };
        let default = dflt_value.as_ref().map(|value| format!(" default {value}")).unwrap_or_default();
        facts.insert(format!("column {table}.{name} {class} {null}{default}"));
        let known = postgres::column_type(postgres, table, name).await;
        declared.push(format!("{name} {}", known.as_deref().unwrap_or(fallback)));
    }
    run(postgres, &format!("create table {table} ({})", declared.join(", "))).await;
}

/// Adds unique constraints and foreign keys.
async fn add_keys(facts: &mut Facts, sqlite: &mut SqliteConnection, table: &str) {
    let unique: Vec<String> = sqlx::query_scalar("select name from pragma_index_list($1) where origin = 'u'")
        .bind(table)
        .fetch_all(&mut *sqlite)
        .await
        .unwrap();
    for index in unique {
        let columns: Vec<String> =
            sqlx::query_scalar("select name from pragma_index_info($1) order by seqno")
                .bind(&index)
                .fetch_all(&mut *sqlite)
                .await
                .unwrap();
        facts.insert(format!("unique {table} ({})", columns.join(", ")));
    }
    let foreign: Vec<(String, String, String, String, String)> = sqlx::query_as(
        "select \"table\", \"from\", \"to\", lower(on_update), lower(on_delete)
        from pragma_foreign_key_list($1)",
    )
    .bind(table)
    .fetch_all(sqlite)
    .await
    .unwrap();
    for (other, from, to, update, delete) in foreign {
        facts.insert(format!(
            "foreign key {table} ({from}) references {other} ({to}) on update {update} on delete {delete}"
        ));
    }
}

/// Gives the expressions of a statement to Postgres: checks, indexes and
/// triggers that refuse. A trigger that Postgres cannot have is a fact as it
/// stands.
async fn add_expressions(facts: &mut Facts, postgres: &mut PgConnection, (table, statement): (&str, &str)) {
    match statement.split(' ').nth(1) {
        Some("TABLE") => {
            for check in checks(statement) {
                run(postgres, &format!("alter table {table} add check ({check})")).await;
            }
        }
        Some("INDEX" | "UNIQUE") => run(postgres, statement).await,
        _ => {
            let trigger = Trigger::parse(statement).unwrap_or_else(|| panic!("no trigger: {statement}"));
            let Trigger { event, when, body, .. } = trigger;
            let refuses = format!("select raise(abort, 'rows of {table} are never changed or deleted')");
            let when = when.map(|when| format!(" when {when}")).unwrap_or_default();
            if body != refuses || when.contains("select") {
                let (timing, event) = event.split_once(' ').unwrap_or((event, ""));
                let body = if body == refuses { String::new() } else { format!(" does {body}") };
                facts.insert(format!("trigger {table}: {timing} row {event}{when}{body}"));
                return;
            }
            let when = when.strip_prefix(" when ").map(|when| format!("when ({when})")).unwrap_or_default();
            let name = statement.split(' ').nth(2).unwrap();
            run(
                postgres,
                &format!(
                    "create trigger {name} {event} on {table} for each row {when}
                    execute function public.refuse_change()"
                ),
            )
            .await;
        }
    }
}
