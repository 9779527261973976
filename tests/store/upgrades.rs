//! Programs of several versions over one database, by `migrations/README.md`.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use regicide_store::{Store, StoreError};
use sqlx::{Connection, PgConnection};

use crate::contract::{execute, on_both_databases};
use crate::fixtures::{append, changed, connect, everything, game, store};
use crate::support::Database;

on_both_databases!(
    a_program_works_with_a_schema_that_a_newer_one_expanded,
    a_program_is_refused_by_a_schema_that_a_newer_one_contracted,
    a_program_is_refused_by_a_schema_of_another_history,
    a_schema_that_lacks_a_migration_is_named,
);

/// Records a newer program's migration as applied, without applying it.
async fn apply(database: &Database, version: i64) {
    let literal = if database.url.starts_with("sqlite") { "x'00'" } else { "'\\x00'" };
    let applied = format!(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        values ({version}, 'of another program', true, {literal}, 0)"
    );
    execute(database, &applied).await;
}

#[track_caller]
fn refused<T>(answer: Result<T, StoreError>, reason: &str) {
    match answer {
        Err(StoreError::Schema(message)) => assert!(message.contains(reason), "{message}"),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it is not refused"),
    }
}

/// A program that runs, and one that is started.
async fn are_refused(running: &Store, database: &Database, reason: &str) {
    refused(running.ready().await, reason);
    refused(running.check_schema().await, reason);
    refused(connect(database).await.migrate().await, reason);
}

async fn a_program_works_with_a_schema_that_a_newer_one_expanded(database: Database) {
    let running = store(&database).await;
    let made = game(1);
    running.games.create(&made, None).await.unwrap();
    apply(&database, 9_999).await;
    execute(&database, "create table added (id integer primary key)").await;
    execute(&database, "alter table games add column added text").await;
    execute(&database, "alter table moves add column added integer default 7").await;
    execute(&database, "create index games_added on games (added)").await;

    running.ready().await.unwrap();
    let started = connect(&database).await;
    started.migrate().await.unwrap();
    if !database.url.starts_with("sqlite") {
        // Or the next program could not migrate while this one runs.
        let mut connection = PgConnection::connect(&database.url).await.unwrap();
        let locks = "select count(*) from pg_locks join pg_database on pg_database.oid = database
            where locktype = 'advisory' and datname = current_database()";
        let began = Instant::now();
        while sqlx::query_scalar::<_, i64>(locks).fetch_one(&mut connection).await.unwrap() > 0 {
            assert!(began.elapsed() < Duration::from_secs(30), "the database is still locked");
        }
    }
    for (seq, store) in [(1, &running), (2, &started)] {
        store.ready().await.unwrap();
        assert_eq!(store.lacking_migration().await.unwrap(), None);
        assert!(changed(store.moves.append(&append(&made, seq)).await));
        store.games.create(&game(u8::try_from(seq).unwrap() + 1), None).await.unwrap();
        assert_eq!(store.games.read(made.id).await.unwrap().unwrap().moves.len(), seq as usize);
    }
    assert_eq!(running.games.list(&everything(), 9).await.unwrap().items.len(), 3);
}

async fn a_program_is_refused_by_a_schema_that_a_newer_one_contracted(database: Database) {
    let running = store(&database).await;
    apply(&database, 9_999).await;
    execute(&database, "update schema_compatibility set least_known_migration = 9999").await;
    let reason = "it needs a program that knows migration 9999; this one is older";
    are_refused(&running, &database, reason).await;
    refused(running.lacking_migration().await, reason);
    // As a restored backup has it.
    execute(&database, "delete from _sqlx_migrations where version = 9999").await;
    execute(&database, "update schema_compatibility set least_known_migration = 1").await;
    running.ready().await.unwrap();
}

async fn a_program_is_refused_by_a_schema_of_another_history(database: Database) {
    let running = store(&database).await;
    // No program has one of this number.
    apply(&database, 0).await;
    are_refused(&running, &database, "migration 0 was applied").await;
    execute(&database, "delete from _sqlx_migrations where version = 0").await;
    running.ready().await.unwrap();
    apply(&database, 9_999).await;
    execute(&database, "delete from _sqlx_migrations where version = 1").await;
    are_refused(&running, &database, "migration 9999 was applied").await;
    execute(&database, "update _sqlx_migrations set version = 1 where version = 9999").await;
    refused(running.ready().await, "migration 1 was applied with another text");
    // A cluster takes no migrations, so that none is tried.
    let reason = if database.spread.is_some() { "was applied" } else { "was previously applied" };
    refused(connect(&database).await.migrate().await, &format!("migration 1 {reason}"));
}

async fn a_schema_that_lacks_a_migration_is_named(database: Database) {
    let running = store(&database).await;
    assert_eq!(running.lacking_migration().await.unwrap(), None);
    execute(&database, "delete from _sqlx_migrations where version = 1").await;
    refused(running.ready().await, "it lacks migration 1");
    assert_eq!(running.lacking_migration().await.unwrap(), Some(1));
}

/// Takes back the migration that makes triggers on `games` and `moves`, and the later ones.
const UNDO: [&str; 23] = [
    "alter table games drop column log_position cascade, drop column players_hash",
    "alter table challenges drop column log_position cascade",
    "drop table log_entries, log_nodes, log_checkpoints, log_cosignatures",
    "drop index invitations_of_player",
    "alter table seats drop column kept_by",
    "drop table former_players",
    "alter table games drop column turn_limit, drop column seated_at",
    "drop table vapid_keys",
    "drop table notes",
    "drop table webhook_events",
    "alter table games drop column proposal",
    "alter table invitations drop column id, drop column name, drop column revoked",
    "drop trigger results_keep_reason on results",
    "alter table results drop column void_actor, drop column restored_reason",
    "create trigger results_keep_reason before update of void_reason on results
        for each row when (old.void_reason is not null) execute function refuse_change()",
    "alter table webhooks drop column game_id, drop column mention, drop column push_keys",
    "alter table challenges drop column results_sent",
    "drop function refuse_two_logs cascade",
    "drop function refuse_loss_of_moves cascade",
    "drop trigger moves_never_changed on moves",
    "create trigger moves_append_only before update or delete on moves
        for each row execute function refuse_change()",
    "update schema_compatibility set least_known_migration = 1",
    "delete from _sqlx_migrations where version >= 3",
];

#[tokio::test]
async fn postgres_a_migration_that_waits_for_a_lock_is_repeated_and_holds_nobody_up() {
    let database = Database::one_postgres().await;
    let running = store(&database).await;
    for statement in UNDO {
        execute(&database, statement).await;
    }
    let mut connection = PgConnection::connect(&database.url).await.unwrap();
    let mut writes = connection.begin().await.unwrap();
    sqlx::query("lock table moves in row exclusive mode").execute(&mut *writes).await.unwrap();
    let started = connect(&database).await;
    let migration = tokio::spawn(async move { started.migrate().await });

    let waiting = "select pid from pg_locks where not granted and mode = 'AccessExclusiveLock'
        and relation = 'moves'::regclass";
    let (mut attempts, began) = (BTreeSet::new(), Instant::now());
    while attempts.len() < 3 {
        assert!(began.elapsed() < Duration::from_secs(30), "the migration is not repeated");
        attempts.extend(sqlx::query_scalar::<_, i32>(waiting).fetch_all(&mut *writes).await.unwrap());
        // As a program without the newer columns reads.
        execute(&database, "select from moves limit 1").await;
    }
    writes.commit().await.unwrap();
    migration.await.unwrap().unwrap();
    assert_eq!(running.lacking_migration().await.unwrap(), None);
}
