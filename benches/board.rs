//! The time of reads of a board with a million results, on both databases: its top, a page
//! in its middle, a player's own rank, and its figures. Prints figures and checks none.
//!
//! The others are made by the database itself; one player has played, and reads the board.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on panics")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use regicide_engine::i18n::Language;
use regicide_server::service::Service;
use regicide_server::service::challenges::{
    BoardPage, BoardQuery, CreateChallenge, PermittedReader, StartAttempt, StatsQuery,
};
use regicide_server::service::play::{AnswerForm, MakeMove};
use regicide_server::service::players::CreatePlayer;
use regicide_server::service::runtime::{Clock, SystemClock, Token};
use regicide_server::service::settings::Settings;
use regicide_store::Store;
use regicide_system::entropy::OsEntropy;
use serde_json::{Value, json};
use uuid::Uuid;

use crowd::{Behind, Template};
use support::Database;

#[expect(dead_code, reason = "this board's players have no webhooks")]
mod crowd;

#[expect(dead_code, reason = "tests use the rest of it")]
#[path = "../tests/support/mod.rs"]
mod support;

/// The number of results on the board.
const RESULTS: u32 = 1_000_000;
/// Repetitions of each request.
const REPEATS: usize = 300;

#[tokio::main]
async fn main() {
    println!("{RESULTS} results on a board, {REPEATS} requests each, p50 / p99 in ms");
    measure("SQLite", Database::sqlite().await).await;
    measure("Postgres", Database::postgres().await).await;
}

async fn measure(name: &str, database: Database) {
    let store = Arc::new(Store::connect(&database.url, &database.options).await.unwrap());
    store.migrate().await.unwrap();
    let service = Service::new(store, Arc::new(SystemClock), Arc::new(OsEntropy), Settings::default());
    let (template, token) = play(&service).await;
    let challenge = template.challenge;
    let begun = Instant::now();
    let mut behind = Behind::connect(&database.url).await.unwrap();
    behind.add_players(template, RESULTS).await.unwrap();
    println!("\n{name}, filled in {:.0} s", begun.elapsed().as_secs_f64());
    let page =
        |after: Option<String>, limit| BoardQuery { after, limit: Some(limit), ..BoardQuery::default() };
    let board = async |query: BoardQuery| {
        let (page, reader) = read(&service, challenge, &token, &query).await;
        assert!(
            reader.own().is_some() && page.leaderboard(Language::default()).results == u64::from(RESULTS) + 1
        );
    };
    let (reached, player) = behind.middle(challenge, RESULTS).await.unwrap();
    let middle = format!("{reached}.{}.0", player.simple());
    time("own rank, percentile and neighbours", async || board(page(None, 1)).await).await;
    time("the same with the top 100", async || board(page(None, 100)).await).await;
    time("the same with 100 in the middle", async || board(page(Some(middle.clone()), 100)).await).await;
    time("figures", async || {
        drop(service.challenges.stats(challenge, Some(&token), StatsQuery::default()).await.unwrap());
    })
    .await;
}

async fn read(
    service: &Service,
    challenge: Uuid,
    token: &Token,
    query: &BoardQuery,
) -> (Arc<BoardPage>, PermittedReader) {
    let challenges = &service.challenges;
    let request = challenges.board_request(challenge, Some(token), query).await.unwrap();
    let page = challenges.shared_board_page(request.key).await.unwrap();
    let reader = challenges.permitted(&request, &page).await.unwrap();
    (page, reader)
}

async fn time(name: &str, request: impl AsyncFn()) {
    let mut times = Vec::with_capacity(REPEATS);
    for _ in 0..REPEATS {
        let begun = Instant::now();
        request().await;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let ms = |time: Duration| 1000.0 * time.as_secs_f64();
    println!("{name:38} {:7.2} / {:.2}", ms(times[REPEATS / 2]), ms(times[REPEATS * 99 / 100]));
}

/// A challenge with a player whose attempt has ended and is ranked, and that player's token.
async fn play(service: &Service) -> (Template, Token) {
    let closes_at = SystemClock.now() + TimeDelta::days(1);
    let wanted: CreateChallenge =
        serde_json::from_value(json!({"name": "Crowd", "players": 1, "closes_at": closes_at})).unwrap();
    let challenge = service.challenges.create(&wanted, None, None).await.unwrap().about;
    let wanted: CreatePlayer = serde_json::from_value(json!({"name": "Ada"})).unwrap();
    let player: Value =
        serde_json::from_str(&service.players.create(&wanted, None).await.unwrap().json).unwrap();
    let token = Token::from_client(player["token"].as_str().unwrap());
    let start = StartAttempt::default();
    let game = service.challenges.start_attempt(challenge, Some(&token), &start, None).await.unwrap().about;
    let concede: MakeMove = serde_json::from_value(json!({"text": "concede"})).unwrap();
    service.play.make_move(game, Some(&token), &concede, None, AnswerForm::Minimal).await.unwrap();
    // Reading the board ranks the attempts that have ended.
    assert!(read(service, challenge, &token, &BoardQuery::default()).await.1.own().is_some());
    let player = player["player"]["id"].as_str().unwrap().parse().unwrap();
    (Template { challenge, player, game }, token)
}
