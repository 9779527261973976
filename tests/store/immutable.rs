//! Changes that the databases themselves refuse.

use regicide_engine::engine::{Hash, Seat, Signal};
use regicide_engine::tlog::{Entry, EntryKind};
use regicide_store::{
    ChallengeEntry, DailyKey, Game, NewTlogEntry, Origin, Ranking, Revision, SeatEnd, SignedCheckpoint,
    SigningKey, TlogSubject, TokenHash,
};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use uuid::Uuid;

use crate::challenges::{act, daily, results_of, tried};
use crate::fixtures::{after, append, chained, changed, game, lost, row, store};
use crate::former_players::leave;
use crate::support::Database;

const DAY: i32 = 20_777;

/// Statements that would change what has happened.
const REFUSED: [&str; 57] = [
    "update moves set move = 'flip'",
    "update moves set at = at + 1",
    "delete from moves",
    "update packed_logs set log = h",
    "update packed_logs set moves = moves + 1",
    "delete from packed_logs",
    "update games set packed = 0 where packed = 1",
    "update games set packed = 1 where packed = 0",
    "update signals set signal = 'not_next'",
    "delete from signals",
    "delete from games",
    "delete from seats",
    "delete from former_players",
    "update former_players set until = until + 1",
    "update former_players set version = version + 1",
    "update seats set seat = 2 where seat = 1",
    "update seats set ended = 0 where ended = 1",
    "update seats set counts_from = counts_from + 1 where ended = 1",
    "update seats set ended = 0, counts_from = 1 where ended = 0",
    "update games set seed = 'other'",
    "update games set created_at = created_at + 1",
    "update games set abandon_after = abandon_after + 1",
    "update games set visibility = 'unlisted'",
    "update games set owner = null",
    "update games set spectator_code = null",
    "update games set finished_at = finished_at + 1",
    "update games set finished_at = null, result = null",
    "update games set result = '{}'",
    "update games set cancelled_at = 1 where finished_at is not null",
    "update games set export_position = export_position + 1",
    "update games set ends_at = ends_at + 1",
    "update games set attempt = 2",
    "update games set challenge = null, attempt = null, ends_at = null",
    "update challenges set seed = 'other'",
    "update challenges set rules = 2",
    "update challenges set name = 'other'",
    "update challenges set organiser = null",
    "update challenges set win = null",
    "update challenges set difficulty_wanted = 1",
    "update challenges set in_standings = 1 where in_standings = 2",
    "delete from challenges",
    "update players set id = (select id from games)",
    "update players set created_at = created_at + 1",
    "delete from players",
    "update admin_log set actor = 'other'",
    "delete from admin_log",
    "delete from signing_keys",
    "delete from daily_keys",
    "delete from attempts",
    "update games set log_position = 9 where log_position is not null",
    "update challenges set log_position = null where log_position is not null",
    "update log_entries set kind = 'commitment'",
    "delete from log_entries",
    "update log_nodes set number = number + 1",
    "delete from log_nodes",
    "update log_checkpoints set note = 'other'",
    "delete from log_checkpoints",
];

/// A row in every table whose rows stay: a finished game, an imported one, a ranked attempt,
/// keys and an entry of the operators' log.
async fn rows_that_stay(database: &Database) {
    let store = store(database).await;
    let key = DailyKey { number: 1, fingerprint: Hash([1; 32]), secret: Some([1; 32]), valid_from: DAY };
    assert!(changed(store.keys.add_daily(&key, Some(&act(1))).await));
    let key = SigningKey { number: 1, secret: [1; 32], valid_from: after(0) };
    assert!(changed(store.keys.add_signing(&key).await));
    let played = daily(DAY + 1, 1);
    let games = tried(&store, &played, 1..3).await;
    for game in &games {
        assert_eq!(store.boards.rank_game(&results_of(&played, *game, 7)).await.unwrap(), Ranking::Ranked);
    }
    assert_eq!(store.standings.add_day(played.id, Uuid::nil(), 10).await.unwrap(), None);
    let mut game = game(1);
    game.owner = Some(TokenHash([7; 32]));
    let challenge = daily(DAY, 2);
    assert!(changed(store.challenges.add(&challenge, None, None).await));
    let ends_at = after(50);
    game.challenge = Some(ChallengeEntry { challenge: challenge.id, attempt: 1, ends_at });
    store.games.create(&game, None).await.unwrap();
    let first = append(&game, 1);
    store.moves.append(&first).await.unwrap();
    let validated_by = Revision { version: 0, last: Some((1, first.row.h)) };
    store
        .games
        .add_signal(game.id, &validated_by, Seat::default(), Signal::GoodPlay, after(1))
        .await
        .unwrap();
    let mut last = append(&game, 2);
    last.finished = Some(lost(game.created_at));
    last.seat_ends = Seat::all(2).map(|seat| SeatEnd { seat, counted: None, former: None }).collect();
    store.moves.append(&last).await.unwrap();
    assert_eq!(store.games.export(0, 10, after(100)).await.unwrap().len(), 1);
    let left = crate::fixtures::game(3);
    store.games.create(&left, None).await.unwrap();
    leave(&store, &left, 0).await;
    let imported = Game { origin: Origin::Imported, ..crate::fixtures::game(2) };
    store.games.create(&chained(imported, [row(1)]), None).await.unwrap();
    let subjects = [TlogSubject::Game(game.id), TlogSubject::Challenge(challenge.id)];
    let subjects = subjects.into_iter().chain(std::iter::repeat_n(TlogSubject::Lost, 254));
    let entries = (0..=255).zip(subjects).map(|(number, subject)| {
        let entry = Entry { kind: EntryKind::Game, subject: Hash([number; 32]), hash: Hash([1; 32]) };
        NewTlogEntry { subject, entry, players: None }
    });
    let entries: Vec<NewTlogEntry> = entries.collect();
    assert_eq!(store.tlog.add_entries(&entries, after(1)).await.unwrap(), 256);
    let checkpoint = SignedCheckpoint { number: 0, size: 256, note: "note".to_owned(), at: after(1) };
    assert!(changed(store.tlog.add_checkpoint(&checkpoint).await));
}

#[tokio::test]
async fn postgres_refuses_to_change_history() {
    let database = Database::postgres().await;
    rows_that_stay(&database).await;
    let mut connection = PgConnection::connect(&database.url).await.unwrap();
    let emptied = [
        "truncate moves",
        "truncate packed_logs",
        "truncate signals",
        "truncate games cascade",
        "truncate seats",
        "truncate former_players",
        "truncate challenges",
        "truncate log_entries",
        "truncate log_nodes",
        "truncate log_checkpoints",
    ];
    let overwritten = [
        "insert into moves select * from moves on conflict (game_id, seq) do update set move = 'flip'",
        "insert into packed_logs select * from packed_logs on conflict (game_id) do update set log = h",
        "insert into signals select * from signals on conflict (game_id, number) do update set seat = 2",
        "insert into games select * from games on conflict (id) do update set seed = 'other'",
        "insert into challenges select * from challenges on conflict (id) do update set seed = 'other'",
        "insert into players select * from players on conflict (id) do update set created_at = 1",
        "insert into admin_log select * from admin_log on conflict (id) do update set actor = 'other'",
        "insert into signing_keys select * from signing_keys on conflict (number) do update set valid_from = 1",
        "insert into daily_keys select * from daily_keys on conflict (number) do update set valid_from = 1",
        "insert into results select * from results
            on conflict (challenge, game, seat) do update set score = 1",
        "insert into attempts select * from attempts
            on conflict (challenge, player, number) do update set ranked = 0",
    ];
    for statement in REFUSED.into_iter().chain(emptied).chain(overwritten) {
        let refused = sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await;
        assert!(refused.is_err(), "{statement}");
    }
}

#[tokio::test]
async fn sqlite_refuses_to_change_history() {
    let database = Database::sqlite().await;
    rows_that_stay(&database).await;
    let mut connection = SqliteConnection::connect(&database.url).await.unwrap();
    let replaced = [
        "insert or replace into moves select game_id, seq, 1, 'flip', at, h, key, request from moves",
        "insert or replace into packed_logs select game_id, moves, h, last_at, h from packed_logs",
        "insert or replace into signals select * from signals",
        "insert or replace into signals select game_id, number + 1, seat, seq, signal, at from signals",
        "insert or replace into games select * from games",
        "insert or replace into seats select * from seats",
        "insert or replace into challenges select * from challenges",
        "insert or replace into players select * from players",
        "insert or replace into admin_log select * from admin_log",
        "insert or replace into signing_keys select * from signing_keys",
        "insert or replace into daily_keys select * from daily_keys",
        "insert or replace into results select * from results",
        "insert or replace into attempts select * from attempts where ranked = 1",
        "insert or replace into log_entries select * from log_entries",
        "insert or replace into log_nodes select * from log_nodes",
        "insert or replace into log_checkpoints select * from log_checkpoints",
        // By another key than the primary one.
        "insert or replace into players (id, name, token, created_at, bot)
            select randomblob(16), 'Eve', token, 1, 0 from players",
        "insert or replace into daily_keys select number + 1, fingerprint, secret, valid_from from daily_keys",
        "update or replace players set token = (select min(token) from players)",
        "update or replace games
            set export_position = (select max(export_position) from games) where export_position is null",
    ];
    for statement in REFUSED.into_iter().chain(replaced) {
        let refused = sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await;
        assert!(refused.is_err(), "{statement}");
    }
}
