//! A history of all acknowledged responses of a service, and its check: they are in logs,
//! boards and the export, each once and unchanged.

use std::collections::{BTreeMap, BTreeSet};

use regicide_engine::i18n::Language;
use regicide_engine::record::{Expected, RecordFile, verify};
use serde_json::{Value, json};

use crate::client::Client;
use crate::server::Setting;

crate::on_both_databases!(lost_and_changed_answers_are_found);

/// All acknowledged moves and results.
#[derive(Default)]
pub(crate) struct History(BTreeMap<String, Acknowledged>);

/// The acknowledged moves and result of a game.
struct Acknowledged {
    commitment: Value,
    /// The challenge and the player, if it is an attempt.
    attempt: Option<(String, String)>,
    moves: Vec<Value>,
    result: Value,
}

/// Fields of a move in a response, which the log has to repeat.
const OF_A_MOVE: [&str; 5] = ["seq", "seat", "at", "text", "chain"];

fn facts(line: &Value) -> Value {
    OF_A_MOVE.iter().map(|name| ((*name).to_owned(), line[*name].clone())).collect()
}

impl History {
    /// A game was acknowledged, perhaps as a player's attempt at a challenge.
    pub(crate) fn created(&mut self, game: &Value, attempt: Option<(&str, &str)>) {
        let attempt = attempt.map(|(challenge, player)| (challenge.to_owned(), player.to_owned()));
        let commitment = game["commitment"].clone();
        let acknowledged = Acknowledged { commitment, attempt, moves: Vec::new(), result: Value::Null };
        self.0.insert(game["id"].as_str().unwrap().to_owned(), acknowledged);
    }

    /// A move was acknowledged.
    pub(crate) fn moved(&mut self, game: &str, answer: &Value) {
        let acknowledged = self.0.get_mut(game).unwrap();
        acknowledged.moves.push(facts(answer));
        acknowledged.result = answer["game"]["result"].clone();
        // Records name the game elsewhere.
        if let Some(result) = acknowledged.result.as_object_mut() {
            result.remove("kind");
        }
    }

    /// How many moves were acknowledged.
    pub(crate) fn moves(&self) -> usize {
        self.0.values().map(|game| game.moves.len()).sum()
    }

    /// Differences between the service and its acknowledgements, a line each. Each game may
    /// have one move more, whose response was cut off. All challenges have to be over.
    pub(crate) async fn disagreements(&self, client: &Client) -> Vec<String> {
        let exported = client.get("/v1/records").await.text;
        let mut found = Vec::new();
        let mut records = BTreeMap::new();
        for line in exported.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let Some(id) = record["id"].as_str() else { panic!("an exported line without an id: {line}") };
            let id = id.to_owned();
            if records.insert(id.clone(), record).is_some() {
                found.push(format!("{id}: it is exported twice"));
            }
        }
        for (id, game) in &self.0 {
            let wrong = game.disagreements(client, id, records.get(id)).await;
            found.extend(wrong.into_iter().map(|what| format!("{id}: {what}")));
        }
        found.extend(self.disagreements_of_boards(client).await);
        found
    }

    /// Every attempt that ended stands on its board once, with its result.
    async fn disagreements_of_boards(&self, client: &Client) -> Vec<String> {
        let mut found = Vec::new();
        let attempts = || self.0.iter().filter_map(|(id, game)| Some((id, game, game.attempt.as_ref()?)));
        let challenges: BTreeSet<&String> = attempts().map(|(_, _, (challenge, _))| challenge).collect();
        for challenge in challenges {
            let entries = entries(client, challenge).await;
            for (id, game, (_, player)) in attempts().filter(|(_, _, (of, _))| of == challenge) {
                let own: Vec<&Value> = entries.iter().filter(|entry| entry["game_id"] == **id).collect();
                let [entry] = own[..] else {
                    found.push(format!("{id}: it stands on the board {} times", own.len()));
                    continue;
                };
                if entry["team"][0]["player_id"] != **player {
                    found.push(format!("{id}: it is another player's on the board"));
                }
                let enemies = |result: &Value| result["enemies_defeated"].clone();
                if game.result != Value::Null && enemies(&entry["score"]) != enemies(&game.result) {
                    found.push(format!("{id}: the board has {}", entry["score"]));
                }
            }
        }
        found
    }
}

/// All entries of a board.
async fn entries(client: &Client, challenge: &str) -> Vec<Value> {
    let (mut all, mut query) = (Vec::new(), "?limit=100".to_owned());
    loop {
        let path = format!("/v1/challenges/{challenge}/leaderboard{query}");
        let page = client.get(&path).await.expect(200);
        if page["complete"] == false {
            // The rest is being ranked: the request is repeated.
            (all, query) = (Vec::new(), "?limit=100".to_owned());
            continue;
        }
        all.extend(page["items"].as_array().unwrap().clone());
        let Some(next) = page["next"].as_str() else { return all };
        query = format!("?limit=100&after={next}");
    }
}

impl Acknowledged {
    async fn disagreements(&self, client: &Client, id: &str, exported: Option<&Value>) -> Vec<String> {
        let mut found = Vec::new();
        let mut check = |holds: bool, what: &str| found.extend((!holds).then(|| what.to_owned()));
        let answer = client.get(&format!("/v1/games/{id}")).await;
        if answer.status.as_u16() != 200 {
            return vec![format!("it is answered with {}", answer.status)];
        }
        let view = answer.json();
        check(view["commitment"] == self.commitment, "it has another commitment");
        let answer = client.get(&format!("/v1/games/{id}/moves?limit=100")).await;
        if answer.status.as_u16() != 200 {
            return vec![format!("its log is answered with {}", answer.status)];
        }
        let log: Vec<Value> = answer.json()["items"].as_array().unwrap().iter().map(facts).collect();
        check(log.starts_with(&self.moves), "an acknowledged move is not in its place");
        check(log.len() <= self.moves.len() + 1, "moves are stored that no player made");
        let audit = client.get(&format!("/v1/games/{id}/audit")).await.json();
        check(audit["holds"] == true, &format!("the audit fails: {audit}"));
        match exported {
            Some(record) if record["format"] == "regicide-skipped/1" => check(false, "the export skips it"),
            Some(record) => {
                check(view["status"] == "finished", "it is exported and has not ended");
                check(
                    self.result.is_null() || record["result"] == self.result,
                    "the export has another result",
                );
                let moves: Vec<Value> =
                    record["moves"].as_array().unwrap().iter().map(|mv| mv["at"].clone()).collect();
                let times: Vec<Value> = log.iter().map(|line| line["at"].clone()).collect();
                check(moves == times, "the export has other moves");
                let last = log.last().and_then(|line| line["chain"].as_str()).map(|h| json!(h));
                let expected = Expected {
                    commitment: serde_json::from_value(self.commitment.clone()).ok(),
                    chain: last.and_then(|h| serde_json::from_value(h).ok()),
                    ..Expected::default()
                };
                let record = RecordFile::from_json(&record.to_string()).unwrap();
                let verdict = verify(&record, &expected, Language::default());
                check(
                    verdict.consistent
                        && verdict.authenticity == regicide_engine::record::Authenticity::Authenticated,
                    "the exported record does not hold",
                );
            }
            None => check(self.result.is_null(), "it has ended and is not exported"),
        }
        found
    }
}

/// The check itself: it finds changes that were made in the database.
async fn lost_and_changed_answers_are_found(setting: Setting) {
    let client = &setting.client;
    let mut history = History::default();
    let mut ids = Vec::new();
    for number in 0..2 {
        let created = client.create(&json!({"players": 1, "seed": format!("history-{number}")})).await;
        let id = crate::games::id(&created).to_owned();
        history.created(&created["game"], None);
        let player = crate::games::player(client, &created, 0);
        let legal = player.get(&format!("/v1/games/{id}/legal-moves")).await.expect(200);
        history.moved(&id, &player.make(&id, legal["items"][0]["text"].clone()).await.expect(201));
        history.moved(&id, &player.concede(&id).await.expect(201));
        ids.push(id);
    }
    assert_eq!(history.disagreements(client).await, Vec::<String>::new());
    assert_eq!(history.moves(), 4);

    for statement in setting.without_triggers() {
        setting.execute(statement).await.unwrap();
    }
    let second = "game_id = (select id from games where seed = 'history-1')";
    setting.execute(&format!("update moves set at = at + 1 where seq = 2 and {second}")).await.unwrap();
    let found = history.disagreements(client).await;
    assert!(!found.is_empty() && found.iter().all(|line| line.starts_with(&ids[1])), "{found:?}");

    // An answer that the service never gave.
    history.moved(&ids[0], &json!({"seq": 3, "game": {"result": {"outcome": "won"}}}));
    let found = history.disagreements(client).await;
    for what in ["an acknowledged move is not in its place", "the export has another result"] {
        assert!(found.contains(&format!("{}: {what}", ids[0])), "{found:?}");
    }
}
