//! A request that is repeated with its key gets the first answer again, byte for byte,
//! also after later changes.

use awc::http::Method;
use regicide_engine::engine::{Seed, Stream};
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    every_repeat_of_a_move_gets_the_first_answer,
    repeats_that_come_after_the_rematch_and_the_challenge_get_the_first_answer,
);

/// Marks repeated answers.
const REPLAYED: &str = "idempotency-replayed";

/// How many requests of a game are repeated at most.
const MOST: usize = 70;

/// A request that was carried out, and its answer.
struct Sent {
    client: Client,
    path: String,
    body: Value,
    key: String,
    headers: [(&'static str, &'static str); 2],
    answer: (u16, String, [Option<String>; 3]),
}

fn parts(answer: &Answer) -> (u16, String, [Option<String>; 3]) {
    let header = |name| answer.header(name).map(str::to_owned);
    let headers = ["content-language", "preference-applied", "content-type"].map(header);
    (answer.status.as_u16(), answer.text.clone(), headers)
}

/// The text of an answer to a move without the open proposal, which a repeated one does not show.
fn without_proposal(text: &str) -> String {
    let Some((before, rest)) = text.split_once(r#""proposal":{"#) else { return text.to_owned() };
    let (_, after) = rest.split_once('}').unwrap();
    format!(r#"{before}"proposal":null{after}"#)
}

impl Sent {
    async fn new(
        client: &Client,
        path: String,
        body: Value,
        key: String,
        headers: [(&'static str, &'static str); 2],
    ) -> Self {
        let answer = (0, String::new(), [None, None, None]);
        let mut sent = Self { client: client.clone(), path, body, key, headers, answer };
        let first = sent.send(client).await;
        assert_eq!(first.header(REPLAYED), None, "{} {}", sent.path, sent.body);
        sent.answer = parts(&first);
        sent
    }

    async fn send(&self, client: &Client) -> Answer {
        let request = client.with_token_of(&self.client).request(Method::POST, &self.path);
        let request = request.header("idempotency-key", &self.key);
        let request = self.headers.iter().fold(request, |request, (name, value)| request.header(name, value));
        request.json(&self.body).await
    }

    async fn repeat(&self, client: &Client) {
        let again = self.send(client).await;
        let (mut first, mut answer) = (self.answer.clone(), parts(&again));
        if self.path.ends_with("/moves") {
            (first.1, answer.1) = (without_proposal(&first.1), without_proposal(&answer.1));
        }
        assert_eq!(answer, first, "{} {}", self.path, self.body);
        assert_eq!(again.header(REPLAYED), Some("true"), "{} {}", self.path, self.body);
    }
}

/// A game, its players, and the requests made in it.
struct Table<'a> {
    instances: &'a [Client; 2],
    game: String,
    players: Vec<Client>,
    sent: Vec<Sent>,
    dice: Stream,
}

impl<'a> Table<'a> {
    fn new(instances: &'a [Client; 2], created: &Value, players: Vec<Client>) -> Self {
        let game = id(created).to_owned();
        let seed: Seed = "repeats".parse().unwrap();
        let number = created["game"]["players"].as_u64().unwrap();
        Self { instances, game, players, sent: Vec::new(), dice: seed.key().stream(number) }
    }

    fn chance(&mut self, of: u32) -> bool {
        self.dice.below(of) == 0
    }

    fn pick<'b, T>(&mut self, all: &'b [T]) -> &'b T {
        &all[self.dice.below(u32::try_from(all.len()).unwrap()) as usize]
    }

    /// Sends a request with a new key, and the same at once again; whether it was
    /// carried out.
    async fn send(&mut self, seat: usize, path: &str, body: Value) -> bool {
        let forms = [("prefer", "return=minimal"), ("prefer", "return=representation"), ("prefer", "wait=1")];
        let headers =
            [*self.pick(&forms), *self.pick(&[("accept-language", "en"), ("accept-language", "es")])];
        let path = format!("/v1/games/{}/{path}", self.game);
        let client = self.pick(self.instances).with_token_of(&self.players[seat]);
        let key = format!("0b0d6a6e-1f0c-4a5c-9b57-{:012}", self.sent.len());
        let first = Sent::new(&client, path, body, key, headers).await;
        if !matches!(first.answer.0, 201 | 202) {
            return false;
        }
        let again = self.pick(self.instances);
        first.repeat(again).await;
        self.sent.push(first);
        // One of the earlier requests, too.
        let again = self.pick(self.instances);
        let place = self.dice.below(u32::try_from(self.sent.len()).unwrap()) as usize;
        self.sent[place].repeat(again).await;
        true
    }

    /// Goes on at random until the game is over, or was long enough.
    async fn play(&mut self) {
        while self.sent.len() < MOST {
            let view = self.players[0].view(&self.game).await;
            let Some(seat) = view["to_act"].as_u64() else { return };
            let seat = usize::try_from(seat).unwrap();
            let own = self.players[seat].view(&self.game).await;
            let alone = self.players.len() == 1;
            let is_open = own["proposal"].is_object();
            if own["can_undo"] == true && !is_open && !alone && self.chance(3) {
                for by in 0..self.players.len() {
                    let undo = json!({"type": "undo", "expected_seq": own["seq"]});
                    assert!(self.send(by, "proposal", undo).await, "can_undo is true");
                }
                continue;
            }
            if own["can_undo"] == true && alone && self.chance(2) {
                let expects = self.chance(2);
                let done = if self.chance(2) {
                    let mut body = json!({"type": "undo"});
                    if expects {
                        body["expected_seq"] = own["seq"].clone();
                    }
                    self.send(seat, "proposal", body).await
                } else {
                    self.send(seat, "moves", json!({"text": "undo"})).await
                };
                assert!(done, "can_undo is true");
                continue;
            }
            if own["can_undo"] == false && !is_open && self.chance(8) {
                let undo = json!({"type": "undo"});
                assert!(!self.send(seat, "proposal", undo).await, "can_undo is false");
                continue;
            }
            // One to concede stays open until the end.
            if !alone && !is_open && self.players.len().is_multiple_of(2) && self.chance(15) {
                let by = self.dice.below(u32::try_from(self.players.len()).unwrap()) as usize;
                self.send(by, "proposal", json!({"type": "concede"})).await;
                continue;
            }
            let legal = own["legal_moves"].as_array().unwrap().clone();
            // Moves that touch no hidden cards are frequent enough for undos.
            let quiet: Vec<Value> = legal.iter().filter(|one| one["text"] != "flip").cloned().collect();
            let mv = self.pick(if quiet.is_empty() { &legal } else { &quiet }).clone();
            let mut body =
                if self.chance(2) { json!({"text": mv["text"]}) } else { json!({"move": mv["move"]}) };
            if self.chance(2) {
                body["expected_seq"] = own["seq"].clone();
            }
            assert!(self.send(seat, "moves", body).await, "{mv}");
        }
    }

    /// Ends the game, if it goes on.
    async fn end(&mut self) {
        for seat in 0..self.players.len() {
            if self.players[seat].view(&self.game).await["status"] == "running" {
                self.send(seat, "proposal", json!({"type": "concede"})).await;
            }
        }
        assert_eq!(self.players[0].view(&self.game).await["status"], "finished");
    }

    async fn repeat_all(&self) {
        for sent in &self.sent {
            for client in self.instances {
                sent.repeat(client).await;
            }
        }
    }
}

async fn instances(setting: &Setting) -> [Client; 2] {
    [setting.client.clone(), setting.another_instance().await]
}

async fn every_repeat_of_a_move_gets_the_first_answer(setting: Setting) {
    let instances = instances(&setting).await;
    let client = &setting.client;
    let mut undone = 0;
    for (number, body) in [
        json!({"players": 1, "visibility": "private", "options": {"solo_yield": "once"}, "seed": "s42"}),
        json!({"players": 1, "visibility": "private", "options": {"variants": ["no_combos"]}, "seed": "s42"}),
        json!({"players": 1}),
        json!({"players": 2, "visibility": "private", "seed": "s42"}),
        json!({"players": 3, "seed": "s42", "options": {"variants": ["mulligan", "shared_damage"]}}),
        json!({"players": 4, "seed": "s42"}),
        json!({"kind": "regicide-tricks", "players": 2, "seed": "s42", "options": {"target": 10}}),
        json!({"kind": "regicide-tricks", "players": 4, "seed": "s42", "options": {"partners": true}}),
    ]
    .into_iter()
    .enumerate()
    {
        let created = client.create(&body).await;
        let players = body["players"].as_u64().unwrap();
        let players = (0..usize::try_from(players).unwrap()).map(|seat| player(client, &created, seat));
        let mut table = Table::new(&instances, &created, players.collect());
        table.play().await;
        table.end().await;
        table.repeat_all().await;
        let taken_back = table.sent.iter().filter(|sent| sent.answer.1.contains("taken_back")).count();
        assert!((taken_back > 0) == (number != 2), "{body}: {taken_back}");
        undone += taken_back;
    }
    assert!(undone >= 8, "{undone}");
}

/// A repeated response to the last move has no fields that the view of the game got since.
async fn repeats_that_come_after_the_rematch_and_the_challenge_get_the_first_answer(setting: Setting) {
    let instances = instances(&setting).await;
    let client = &setting.client;
    let ((_, ada), (_, ben)) = (come(client, "Ada").await, come(client, "Ben").await);
    let created = ada.create(&json!({"players": 2, "open_seats": 1})).await;
    ben.post(&format!("/v1/games/{}/seats", id(&created)), &json!({})).await.expect(201);
    let mut table = Table::new(&instances, &created, vec![ada.clone(), ben]);
    table.play().await;
    table.end().await;
    assert!(table.send(0, "rematches", json!({})).await);
    assert!(table.send(0, "forks", json!({"seq": 1})).await);
    table.repeat_all().await;

    let day = client.get("/v1/daily").await.expect(200)["challenges"][0]["id"].clone();
    let attempts = format!("/v1/challenges/{}/attempts", day.as_str().unwrap());
    let key = "0b0d6a6e-1f0c-4a5c-9b57-999999999999".to_owned();
    let begun =
        Sent::new(&ada, attempts, json!({}), key, [("prefer", "wait=1"), ("accept-language", "en")]).await;
    let created: Value = serde_json::from_str(&begun.answer.1).unwrap();
    let mut table = Table::new(&instances, &created, vec![ada]);
    table.play().await;
    table.end().await;
    table.sent.push(begun);
    table.repeat_all().await;
    setting.clock.pass(chrono::TimeDelta::days(2));
    table.sent.pop();
    table.repeat_all().await;
}
