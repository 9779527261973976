//! What a board of a million results costs, on both databases: its top, a page
//! in its middle, a player's own rank, and its figures. Prints figures and
//! checks none.
//!
//! The results of the others are made by the database itself and have no games
//! behind them; the player who asks has played.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on panics")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use regicide::i18n::Language;
use regicide_server::service::{
    AnswerForm, BoardQuery, Clock, CreateChallenge, CreatePlayer, MakeMove, OsEntropy, Service, Settings,
    StartAttempt, StatsQuery, SystemClock, Token,
};
use regicide_server::store::Store;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use support::Database;
use uuid::Uuid;

#[expect(dead_code, reason = "tests use the rest of it")]
#[path = "../tests/support/mod.rs"]
mod support;

/// How many results the board has.
const RESULTS: u32 = 1_000_000;
/// How often each question is asked.
const ASKED: usize = 300;

#[tokio::main]
async fn main() {
    println!("{RESULTS} results on a board, {ASKED} questions each, p50 / p99 in ms");
    measure("SQLite", Database::sqlite().await).await;
    measure("Postgres", Database::postgres().await).await;
}

async fn measure(name: &str, database: Database) {
    let store = Arc::new(Store::connect(&database.url, &database.options).await.unwrap());
    store.migrate().await.unwrap();
    let service = Service::new(store, Arc::new(SystemClock), Arc::new(OsEntropy), Settings::default());
    let (challenge, token) = play(&service).await;
    let begun = Instant::now();
    fill(&database, challenge).await;
    println!("\n{name}, filled in {:.0} s", begun.elapsed().as_secs_f64());
    let page =
        |after: Option<String>, limit| BoardQuery { after, limit: Some(limit), ..BoardQuery::default() };
    let board = async |query: BoardQuery| {
        let board = service.leaderboard(challenge, Some(&token), &query, Language::default()).await.unwrap();
        assert!(board.own.is_some() && board.results == u64::from(RESULTS) + 1);
        board
    };
    // A win in 200 moves: equal to thousands, in the middle of the wins.
    let middle =
        format!("{}.{}.0", (12 << 23) + 20_000 - 200, Uuid::from_u128(u128::from(RESULTS / 2)).simple());
    ask("own rank, percentile and neighbours", async || drop(board(page(None, 1)).await)).await;
    ask("the same with the top 100", async || drop(board(page(None, 100)).await)).await;
    ask("the same with 100 in the middle", async || drop(board(page(Some(middle.clone()), 100)).await)).await;
    ask("figures", async || {
        drop(service.stats(challenge, Some(&token), StatsQuery::default()).await.unwrap());
    })
    .await;
}

async fn ask(question: &str, answer: impl AsyncFn()) {
    let mut times = Vec::with_capacity(ASKED);
    for _ in 0..ASKED {
        let begun = Instant::now();
        answer().await;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let ms = |time: Duration| 1000.0 * time.as_secs_f64();
    println!("{question:38} {:7.2} / {:.2}", ms(times[ASKED / 2]), ms(times[ASKED * 99 / 100]));
}

/// A challenge, and the token of a player whose attempt has ended.
async fn play(service: &Service) -> (Uuid, Token) {
    let closes_at = SystemClock.now() + TimeDelta::days(1);
    let wanted: CreateChallenge =
        serde_json::from_value(json!({"name": "Crowd", "players": 1, "closes_at": closes_at})).unwrap();
    let challenge = service.create_challenge(&wanted, None, None).await.unwrap().about;
    let wanted: CreatePlayer = serde_json::from_value(json!({"name": "Ada"})).unwrap();
    let player: Value =
        serde_json::from_str(&service.create_player(&wanted, None).await.unwrap().json).unwrap();
    let token = Token::from_client(player["token"].as_str().unwrap());
    let start = StartAttempt::default();
    let game = service.start_attempt(challenge, Some(&token), &start, None).await.unwrap().about;
    let concede: MakeMove = serde_json::from_value(json!({"text": "concede"})).unwrap();
    service.make_move(game, Some(&token), &concede, None, AnswerForm::Minimal).await.unwrap();
    (challenge, token)
}

/// Results of others: one in twenty a win, with some thousand different scores.
async fn fill(database: &Database, challenge: Uuid) {
    let postgres = database.url.starts_with("postgres");
    let (id, of, token) = if postgres {
        ("lpad(to_hex(i), 32, '0')::uuid", format!("'{challenge}'::uuid"), "sha256(i::text::bytea)")
    } else {
        ("unhex(printf('%032x', i))", format!("unhex('{}')", challenge.simple()), "unhex(printf('%064x', i))")
    };
    let numbers =
        format!("with recursive n (i) as (select 1 union all select i + 1 from n where i < {RESULTS})");
    let score = "case when i % 20 = 0 then 100663296 + (i / 20 % 4) * 2097152 + 19980 - i / 80 % 500
        else (i % 12) * 8388608 + (i / 12 % 40) * 32768 end";
    let statements = [
        format!(
            "insert into players (id, name, token, created_at) {numbers} select {id}, 'Player', {token}, 0 from n"
        ),
        format!(
            "insert into attempts (challenge, player, number, game, seat, ranked) {numbers} select {of}, {id}, 1, {id}, 0, 1 from n"
        ),
        format!(
            "insert into results (challenge, game, seat, bots, score, micros) {numbers} select {of}, {id}, 0, 0, {score}, i from n"
        ),
        format!("delete from board_counts where challenge = {of}"),
        format!(
            "insert into board_counts (challenge, bots, score, results) select challenge, bots, score, count(*) from results where challenge = {of} group by challenge, bots, score"
        ),
        "analyze".to_owned(),
    ];
    if postgres {
        let mut connection = PgConnection::connect(&database.url).await.unwrap();
        for statement in statements {
            sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
        }
    } else {
        let mut connection = SqliteConnection::connect(&database.url).await.unwrap();
        for statement in statements {
            sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
        }
    }
}
