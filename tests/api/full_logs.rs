//! Games whose logs are nearly full: each can still be ended.

use regicide_engine::engine::{GameKind, Options, Ruleset, Seed, Setup};
use regicide_engine::record::RecordFile;
use serde_json::{Value, json};

use crate::client::Client;
use crate::games::{id, player};
use crate::long_games::long_game;
use crate::server::Setting;

crate::on_both_databases!(the_last_place_of_a_log_is_for_a_move_that_ends_the_game);

/// A game for three with so many moves, and its players.
async fn goes_on(client: &Client, imported: &str, moves: u32) -> (String, [Client; 3]) {
    let forked =
        client.post(&format!("/v1/games/{imported}/forks"), &json!({"seq": moves})).await.expect(201);
    (id(&forked).to_owned(), [0, 1, 2].map(|seat| player(client, &forked, seat)))
}

/// The first legal move of the seat to act.
async fn next(players: &[Client; 3], game: &str) -> (usize, Value) {
    let view = players[0].view(game).await;
    let seat = usize::try_from(view["to_act"].as_u64().unwrap()).unwrap();
    let legal = players[seat].get(&format!("/v1/games/{game}/legal-moves")).await.expect(200);
    (seat, legal["items"][0]["text"].clone())
}

/// A game for three whose log is full, and its players.
pub(crate) async fn full_game(client: &Client) -> (String, [Client; 3]) {
    let (imported, most) = import_long_game(client).await;
    goes_on(client, &imported, most).await
}

/// Imports a game of the longest length.
async fn import_long_game(client: &Client) -> (String, u32) {
    let setup = Setup::new(Ruleset::current(GameKind::Tricks), 3, &Options::default()).unwrap();
    let seed: Seed = "long".parse().unwrap();
    let most = setup.max_moves();
    let entries = long_game(setup, &seed, most);
    let record = RecordFile::new(&setup, &seed, entries.into_iter().take(most as usize));
    let record = serde_json::to_value(&record).unwrap();
    let imported = client.post("/v1/records", &record).await.expect(201);
    (id(&imported).to_owned(), most)
}

async fn the_last_place_of_a_log_is_for_a_move_that_ends_the_game(setting: Setting) {
    let client = &setting.client;
    let (imported, most) = import_long_game(client).await;
    let imported = &imported;

    let (game, players) = goes_on(client, imported, most - 2).await;
    let (seat, mv) = next(&players, &game).await;
    players[seat].make(&game, mv).await.expect(201);
    let (seat, mv) = next(&players, &game).await;
    players[seat].make(&game, mv).await.problem(409, "log_full");
    let last = players[2].concede(&game).await.expect(201);
    assert_eq!((&last["seq"], &last["game"]["status"]), (&json!(most), &json!("finished")));

    // Nothing more fits in a full log, which only a fork can have from the start.
    let (full, players) = goes_on(client, imported, most).await;
    players[0].concede(&full).await.problem(409, "log_full");
}
