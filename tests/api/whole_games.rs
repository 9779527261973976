//! Whole games: played to the end, exported, verified, tampered with.

use regicide_engine::engine::{
    Effect, Game as _, GameKind, Options, Position, Ruleset, Seed, Setup, Stream, regicide as coop,
};
use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, Expected, RecordFile, verify};
use serde_json::{Value, json};

use crate::client::Client;
use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    games_of_all_kinds_are_played_to_their_end_and_rebuilt,
    a_game_of_four_with_a_jester_an_exact_kill_and_a_loss_is_audited_from_its_record,
    a_game_of_several_is_conceded_when_all_request_it,
    a_fork_goes_on_from_any_position,
    the_export_gives_every_finished_public_game_once,
);

/// Plays a game at random through its legal moves, as a front end without
/// rules would, and gives its last view.
async fn play_out(client: &Client, created: &Value, dice: &mut Stream) -> Value {
    let game = id(created);
    let mut view = client.view(game).await;
    while view["status"] == "running" {
        let seat = usize::try_from(view["to_act"].as_u64().unwrap()).unwrap();
        let own = player(client, created, seat);
        let legal = own.get(&format!("/v1/games/{game}/legal-moves")).await.expect(200);
        let moves = legal["items"].as_array().unwrap();
        let pick = dice.below(u32::try_from(moves.len()).unwrap()) as usize;
        let body = json!({"move": moves[pick]["move"], "expected_seq": legal["seq"]});
        let made = own.post(&format!("/v1/games/{game}/moves"), &body).await.expect(201);
        assert_eq!(made["text"], moves[pick]["text"]);
        view = made["game"].clone();
    }
    view
}

fn dice(name: &str) -> Stream {
    Seed::key(&name.parse().unwrap()).stream(0)
}

async fn games_of_all_kinds_are_played_to_their_end_and_rebuilt(Setting { client, .. }: Setting) {
    let mut dice = dice("whole-games");
    let bodies = [
        json!({"players": 1, "options": {"solo_yield": "once"}}),
        json!({"players": 2, "options": {"first": 1}}),
        json!({"players": 3, "options": {"variants": ["mulligan", "no_combos"]}}),
        json!({"players": 4, "options": {"variants": ["shared_damage"]}}),
        json!({"kind": "regicide-tricks", "players": 2, "options": {"target": 10}}),
        json!({"kind": "regicide-tricks", "players": 4, "options": {"partners": true, "jokers": 0, "target": 10}}),
    ];
    for body in bodies {
        let created = client.create(&body).await;
        let last = play_out(&client, &created, &mut dice).await;
        assert_eq!(last["status"], "finished");
        let path = format!("/v1/games/{}", id(&created));
        let steps = replay_steps(&client, &path).await;
        assert!((1..).zip(&steps).all(|(seq, step)| step["seq"] == seq));
        assert_eq!(steps.len() as u64, last["seq"].as_u64().unwrap());
        let end = steps.last().unwrap();
        assert_eq!((&end["chain"], &end["digest"]), (&last["chain"], &last["revealed"]["digest"]));
        let audit = client.get(&format!("{path}/audit")).await.expect(200);
        assert_eq!((&audit["holds"], &audit["chain"]), (&json!(true), &last["chain"]));
        let record = client.get(&format!("{path}/record")).await.text;
        let commitment = created["game"]["commitment"].as_str().unwrap().parse().ok();
        let chain = last["chain"].as_str().unwrap().parse().ok();
        let verdict = verify(
            &RecordFile::from_json(&record).unwrap(),
            &Expected { commitment, chain, ..Expected::default() },
            Language::default(),
        );
        assert!(verdict.consistent, "{verdict:?}");
        assert_eq!(verdict.authenticity, Authenticity::Authenticated);
    }
}

/// All steps of a replay, page by page.
async fn replay_steps(client: &Client, path: &str) -> Vec<Value> {
    let (mut steps, mut after) = (Vec::new(), Some("0".to_owned()));
    while let Some(from) = after {
        let mut page = client.get(&format!("{path}/replay?after={from}&limit=70")).await.expect(200);
        steps.append(page["items"].as_array_mut().unwrap());
        after = page["next"].as_str().map(str::to_owned);
    }
    steps
}

/// A game of four that was lost after a jester and an exact kill: its seed and
/// its moves, found by playing at random.
fn game_with_everything() -> (String, Vec<String>) {
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), 4, &Options::default()).unwrap();
    for number in 0.. {
        let text = format!("everything-{number}");
        let seed: Seed = text.parse().unwrap();
        let mut dice = seed.key().stream(u64::MAX);
        let mut position = Position::deal(&setup, seed.key());
        let (mut moves, mut effects) = (Vec::new(), Vec::new());
        while let Some(seat) = position.to_act() {
            let mut legal = Vec::new();
            position.for_each_legal(|mv| legal.push(mv));
            let mv = legal[dice.below(u32::try_from(legal.len()).unwrap()) as usize];
            position = position.play(seat, &mv, &mut effects).unwrap();
            moves.push(mv.to_string());
        }
        let any = |wanted: fn(&coop::Effect) -> bool| {
            effects.iter().any(|effect| matches!(effect, Effect::Regicide(effect) if wanted(effect)))
        };
        if any(|effect| matches!(effect, coop::Effect::ImmunityCancelled { .. }))
            && any(|effect| matches!(effect, coop::Effect::Defeated { exact: true, .. }))
            && any(|effect| matches!(effect, coop::Effect::Lost { .. }))
        {
            return (text, moves);
        }
    }
    unreachable!("there are enough seeds")
}

async fn a_game_of_four_with_a_jester_an_exact_kill_and_a_loss_is_audited_from_its_record(setting: Setting) {
    let client = &setting.client;
    let (seed, moves) = game_with_everything();
    let body = json!({"players": 4, "seed": seed, "names": ["Ada", "Ben", "Cleo", "Dan"]});
    let created = client.create(&body).await;
    let mut view = created["game"].clone();
    for text in moves {
        let seat = usize::try_from(view["to_act"].as_u64().unwrap()).unwrap();
        view = player(client, &created, seat).make(id(&created), text).await.expect(201)["game"].clone();
    }
    assert_eq!(view["result"]["outcome"], "lost");
    let record = client.get(&format!("/v1/games/{}/record", id(&created))).await.expect(200);
    let validate = |record: &Value, expected: &Expected| {
        RecordFile::from_json(&record.to_string())
            .ok()
            .map(|record| verify(&record, expected, Language::default()))
    };
    let nothing = Expected::default();
    let verdict = validate(&record, &nothing).unwrap();
    assert!(verdict.consistent);
    assert_eq!(verdict.authenticity, Authenticity::Unauthenticated);
    for (place, changed) in tampered(&record) {
        let verdict = validate(&changed, &nothing);
        assert!(verdict.is_none_or(|verdict| !verdict.consistent), "the change at {place} was not found");
    }
    // A forger can make a consistent record; only published values reveal it.
    let forged = RecordFile::from_json(&record.to_string()).unwrap();
    let setup = forged.setup().unwrap();
    let forged = RecordFile::new(&setup, &"another-seed".parse().unwrap(), []);
    assert_eq!(verify(&forged, &nothing, Language::default()).authenticity, Authenticity::Unauthenticated);
    assert!(verify(&forged, &nothing, Language::default()).consistent);
    let known = Expected {
        commitment: created["game"]["commitment"].as_str().unwrap().parse().ok(),
        ..Expected::default()
    };
    assert_eq!(verify(&forged, &known, Language::default()).authenticity, Authenticity::Contradicted);
}

/// The record with each field that it binds changed, one at a time.
fn tampered(record: &Value) -> Vec<(String, Value)> {
    let mut all: Vec<(String, Value)> = Vec::new();
    let mut change = |place: String, edit: &dyn Fn(&mut Value)| {
        let mut changed = record.clone();
        edit(&mut changed);
        assert_ne!(&changed, record, "{place}");
        all.push((place, changed));
    };
    let zeros = "0".repeat(64);
    for (field, value) in [
        ("format", json!("regicide-record/2")),
        ("kind", json!("regicide-tricks")),
        ("rules", json!(2)),
        ("players", json!(3)),
        ("first", json!(1)),
        ("variants", json!(["mulligan"])),
        ("seed", json!("everything-x")),
        ("commitment", json!(zeros)),
        ("chain", json!(zeros)),
        ("position", json!("x")),
        ("seats", json!(["Ada"])),
    ] {
        change(field.to_owned(), &|record| record[field] = value.clone());
    }
    for (field, value) in [
        ("outcome", json!("won")),
        ("conceded_by", json!(0)),
        ("enemies_defeated", json!(12)),
        ("medal", json!("gold")),
    ] {
        change(format!("result.{field}"), &|record| record["result"][field] = value.clone());
    }
    let count = record["moves"].as_array().unwrap().len();
    for index in 0..count {
        change(format!("moves[{index}].at"), &|record| {
            record["moves"][index]["at"] = json!("2026-11-20T11:00:00Z");
        });
        change(format!("moves[{index}].seq"), &|record| record["moves"][index]["seq"] = json!(count + 7));
        change(format!("moves[{index}].seat"), &|record| {
            let seat = record["moves"][index]["seat"].as_u64().unwrap();
            record["moves"][index]["seat"] = json!((seat + 1) % 4);
        });
        change(format!("moves[{index}].move"), &|record| record["moves"][index]["text"] = json!("flip"));
        change(format!("without moves[{index}]"), &|record| {
            record["moves"].as_array_mut().unwrap().remove(index);
        });
    }
    all
}

async fn a_game_of_several_is_conceded_when_all_request_it(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 3})).await;
    let game = id(&created);
    let pending = player(&client, &created, 0).concede(game).await.expect(201);
    assert_eq!(
        pending["game"]["proposal"],
        json!({
            "type": "concede", "seat": 0, "seq": 0, "accepted": [0], "waiting_for": [1, 2],
            "at": pending["game"]["proposal"]["at"],
        })
    );
    player(&client, &created, 0).concede(game).await.expect(201);
    player(&client, &created, 0).make(game, "yield").await.expect(201);
    player(&client, &created, 2).concede(game).await.expect(201);
    let made = player(&client, &created, 1).concede(game).await.expect(201);
    assert_eq!((&made["seq"], &made["seat"]), (&json!(2), &json!(0)));
    assert_eq!(made["game"]["result"]["conceded_by"], 0);
    assert_eq!(made["game"]["table"]["phase"], "lost");
}

async fn a_fork_goes_on_from_any_position(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2})).await;
    let path = format!("/v1/games/{}", id(&created));
    client.post(&format!("{path}/forks"), &json!({"seq": 0})).await.problem(409, "game_not_over");
    let last = play_out(&client, &created, &mut dice("forks")).await;
    let seq = last["seq"].as_u64().unwrap();
    let forks = format!("{path}/forks");
    client.post(&forks, &json!({"seq": seq})).await.problem(422, "invalid_setup");
    client.post(&forks, &json!({"seq": seq + 1})).await.problem(404, "no_such_move");
    let fork = client.post(&forks, &json!({"seq": seq - 1})).await.expect(201);
    assert_eq!((&fork["game"]["seq"], &fork["game"]["origin"]), (&json!(seq - 1), &json!("fork")));
    assert_eq!(fork["game"]["forked_from"], json!({"game_id": id(&created), "seq": seq - 1}));
    assert_eq!(fork["game"]["seed_by"], "client");
    let end = play_out(&client, &fork, &mut dice("fork")).await;
    assert_eq!(end["status"], "finished");
    let audit = client.get(&format!("/v1/games/{}/audit", id(&fork))).await.expect(200);
    assert_eq!(audit["holds"], true);
}

/// S6.10 and S6.11.
async fn the_export_gives_every_finished_public_game_once(Setting { client, .. }: Setting) {
    let finish = async |visibility: &str| {
        let created = client.create(&json!({"players": 1, "visibility": visibility})).await;
        player(&client, &created, 0).concede(id(&created)).await.expect(201);
        id(&created).to_owned()
    };
    let read = async |query: &str| {
        let answer = client.get(&format!("/v1/records{query}")).await;
        assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
        let line =
            |line: &str| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
        answer.text.lines().map(line).collect::<Vec<_>>()
    };
    assert!(read("").await.is_empty());
    let first = finish("public").await;
    finish("unlisted").await;
    client.create(&json!({"players": 1})).await;
    let second = finish("public").await;
    assert_eq!(read("").await, [first.clone(), second.clone()]);
    assert_eq!(read("?limit=1").await, [first.as_str()]);
    let third = finish("public").await;
    assert_eq!(read(&format!("?after={second}")).await, [third.as_str()]);
    assert_eq!(read(&format!("?after={third}")).await, [""; 0]);
    client.get("/v1/records?after=0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11").await.problem(404, "no_such_game");
    for _ in 0..150 {
        finish("public").await;
    }
    let all = read("").await;
    let once: std::collections::BTreeSet<_> = all.iter().collect();
    assert_eq!((all.len(), once.len()), (153, 153));
}
