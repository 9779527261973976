//! What the databases themselves refuse, whoever asks.

use regicide::store::Entered;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::challenges::daily;
use crate::made::{after, append, game, lost, store};
use crate::support::Database;

/// Statements that would change what has happened.
const REFUSED: [&str; 22] = [
    "update moves set move = 'flip'",
    "update moves set at = at + 1",
    "delete from moves",
    "delete from games",
    "delete from seats",
    "update seats set seat = 2 where seat = 1",
    "update games set seed = 'other'",
    "update games set created_at = created_at + 1",
    "update games set abandon_after = abandon_after + 1",
    "update games set visibility = 'unlisted'",
    "update games set owner = null",
    "update games set finished_at = finished_at + 1",
    "update games set finished_at = null, result = null",
    "update games set result = '{}'",
    "update games set cancelled_at = 1 where finished_at is not null",
    "update games set export_position = export_position + 1",
    "update games set ends_at = ends_at + 1",
    "update games set attempt = 2",
    "update games set challenge = null, attempt = null, ends_at = null",
    "update challenges set seed = 'other'",
    "update challenges set name = 'other'",
    "delete from challenges",
];

async fn a_finished_game(database: &Database) {
    let store = store(database).await;
    let mut game = game(1);
    game.owner = Some(regicide::store::TokenHash([7; 32]));
    let challenge = daily(1, 2);
    assert!(store.add_challenge(&challenge, None, None).await.unwrap());
    let ends_at = after(50);
    game.challenge = Some(Entered { challenge: challenge.id, attempt: 1, ends_at });
    store.create_game(&game, None).await.unwrap();
    let mut last = append(&game, 1);
    last.finished = Some(lost(game.created_at));
    store.append(&last).await.unwrap();
    assert_eq!(store.export(0, 10, after(100)).await.unwrap().len(), 1);
}

#[tokio::test]
async fn postgres_refuses_to_change_what_has_happened() {
    let database = Database::postgres().await;
    a_finished_game(&database).await;
    let mut connection = PgConnection::connect(&database.url).await.unwrap();
    let emptied = ["truncate moves", "truncate games cascade", "truncate seats", "truncate challenges"];
    for statement in REFUSED.into_iter().chain(emptied) {
        let refused = sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await;
        assert!(refused.is_err(), "{statement}");
    }
}

#[tokio::test]
async fn sqlite_refuses_to_change_what_has_happened() {
    let database = Database::sqlite();
    a_finished_game(&database).await;
    let mut connection = SqliteConnection::connect(&database.url).await.unwrap();
    let replaced = [
        "insert or replace into moves select game_id, seq, 1, 'flip', at, h, key, request from moves",
        "insert or replace into games select * from games",
    ];
    for statement in REFUSED.into_iter().chain(replaced) {
        let refused = sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await;
        assert!(refused.is_err(), "{statement}");
    }
}
