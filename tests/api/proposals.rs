//! Proposals: to concede, or to take the last move back, by agreement (R11.2, S3.1).

use awc::http::Method;
use serde_json::{Value, json};

use crate::audited::audit;
use crate::bots::with_bots;
use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::live::reader::{Form, Reader};
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    people_take_a_move_back_by_agreement,
    a_buried_card_is_taken_back_unseen,
    a_proposal_is_declined_or_withdrawn,
    a_move_closes_a_proposal_to_take_one_back,
    a_game_has_one_proposal,
    agreement_cannot_be_evaded_by_a_move,
    a_concession_is_of_the_seat_that_proposed_it,
    a_repeated_proposal_gets_the_first_answer,
    house_bots_agree_and_their_moves_stay,
    attempts_are_conceded_but_keep_their_moves,
    only_seats_propose,
    concurrent_acceptance_and_decline_agree_on_one_outcome,
);

async fn begin(client: &Client, setup: &Value) -> (String, Vec<Client>) {
    let created = client.create(setup).await;
    let players = created["tokens"].as_array().unwrap().len();
    (id(&created).to_owned(), (0..players).map(|seat| player(client, &created, seat)).collect())
}

async fn close(seat: &Client, game: &str) -> Answer {
    seat.request(Method::DELETE, &format!("/v1/games/{game}/proposal")).send().await
}

/// A move that can be taken back, from a position without moves.
async fn quiet_move(seat: &Client, game: &str) -> Value {
    let view = seat.view(game).await;
    let legal = view["legal_moves"].as_array().unwrap();
    let quiet = |text: &&str| ["yield", "pass"].contains(text);
    let texts = legal.iter().map(|one| one["text"].as_str().unwrap());
    json!(texts.into_iter().find(quiet).unwrap())
}

/// S3.1, R11.2: both kinds, all numbers of people, two instances.
async fn people_take_a_move_back_by_agreement(setting: Setting) {
    let other = setting.instance_with(|_| ());
    for setup in [
        json!({"players": 2, "seed": "banana"}),
        json!({"players": 3, "visibility": "private"}),
        json!({"players": 4, "visibility": "unlisted"}),
        json!({"kind": "regicide-tricks", "players": 2}),
        json!({"kind": "regicide-tricks", "players": 4, "options": {"partners": true}}),
    ] {
        let (game, people) = begin(&setting.client, &setup).await;
        let before = people[0].view(&game).await;
        let mover = usize::try_from(before["to_act"].as_u64().unwrap()).unwrap();
        assert_eq!(before["can_undo"], false);
        people[0].propose(&game, "undo").await.problem(409, "cannot_undo");
        let last = people.len() - 1;
        let events = format!("/v1/games/{game}/events");
        let mut reader = Reader::open(&people[last], &events, Form::Lines, None).await;
        assert_eq!(reader.event().await["type"], "view");
        let own_before = people[mover].view(&game).await;
        let text = quiet_move(&people[mover], &game).await;
        people[mover].make(&game, text).await.expect(201);
        assert_eq!(reader.event().await["type"], "move");
        assert_eq!(people[last].view(&game).await["can_undo"], true, "for all at the table");

        // The seat that proposes is not the one that moved.
        let open = people[last].propose(&game, "undo").await.expect(201);
        let waiting: Vec<usize> = (0..last).collect();
        assert_eq!(open["type"], "open");
        assert_eq!(
            open["game"]["proposal"],
            json!({
                "type": "undo", "seat": last, "seq": 1, "accepted": [last], "waiting_for": waiting,
                "at": open["game"]["proposal"]["at"],
            })
        );
        let event = reader.event().await;
        assert_eq!(json!([event["type"], event["game"]["proposal"]["type"]]), json!(["seats", "undo"]));
        for (seat, person) in people.iter().enumerate().take(last) {
            let answer = other.with_token_of(person).propose(&game, "undo").await.expect(201);
            assert_eq!(answer["type"], if seat + 1 < last { "open" } else { "made" });
            if seat + 1 == last {
                assert_eq!(
                    json!([answer["text"], answer["seat"], answer["effects"], answer["game"]["proposal"]]),
                    json!(["undo", mover, [{"type": "taken_back", "seat": mover, "seq": 1}], null])
                );
                assert_eq!(answer["game"]["seat"], seat, "as the caller sees it");
            }
            let event = reader.event().await;
            assert_eq!(event["type"], if seat + 1 < last { "seats" } else { "move" });
        }
        let own = people[mover].view(&game).await;
        for field in ["table", "legal_moves", "to_act", "status"] {
            assert_eq!(own[field], own_before[field], "{field}");
        }
        assert_eq!(json!([own["seq"], own["can_undo"], own["proposal"]]), json!([2, false, null]));

        let path = format!("/v1/games/{game}");
        for seat in &people {
            seat.concede(&game).await;
        }
        let record = people[0].get(&format!("{path}/record")).await.expect(200);
        assert_eq!(record["moves"][1]["text"], "undo");
        let verdict = setting.client.post("/v1/verification", &record).await.expect(200);
        assert_eq!(
            json!([verdict["consistent"], verdict["moves_valid"]]),
            json!([true, record["moves"].as_array().unwrap().len()])
        );
    }
    assert_eq!(audit(&setting).status.code(), Some(0));
}

/// T11.
async fn a_buried_card_is_taken_back_unseen(setting: Setting) {
    let client = &setting.client;
    let setup = json!({"kind": "regicide-tricks", "players": 2, "options": {"jokers": 0}});
    let (game, people) = begin(client, &setup).await;
    let made = people[0].make(&game, "take").await.expect(201);
    // The card that was turned up is known to all.
    let taken = format!("bury {}", made["effects"][0]["card"].as_str().unwrap());
    let legal = made["game"]["legal_moves"].as_array().unwrap();
    let bury = legal.iter().map(|one| one["text"].clone()).find(|text| *text != taken).unwrap();
    let card = bury.as_str().unwrap().rsplit_once(' ').unwrap().1.to_owned();
    people[0].make(&game, bury).await.expect(201);
    for seat in &people {
        seat.propose(&game, "undo").await.expect(201);
    }
    let own = people[0].view(&game).await;
    assert!(own["table"]["hand"].to_string().contains(&card), "it is in the hand again");
    for reader in [&people[1], client] {
        let texts = [
            reader.view(&game).await.to_string(),
            reader.get(&format!("/v1/games/{game}/moves")).await.expect(200).to_string(),
        ];
        assert!(texts.iter().all(|text| !text.contains(&format!("\"{card}\""))), "{card}: {texts:?}");
        assert!(texts.iter().all(|text| !text.contains(&format!("bury {card}"))), "{card}: {texts:?}");
    }
}

async fn a_proposal_is_declined_or_withdrawn(setting: Setting) {
    let (game, people) = begin(&setting.client, &json!({"players": 3})).await;
    for (kind, by) in [("concede", 2), ("concede", 0), ("undo", 1), ("undo", 0)] {
        if kind == "undo" && people[0].view(&game).await["seq"] == 0 {
            people[0].make(&game, "yield").await.expect(201);
        }
        people[0].propose(&game, kind).await.expect(201);
        people[1].propose(&game, kind).await.expect(201);
        let closed = close(&people[by], &game).await.expect(200);
        assert_eq!(json!([closed["proposal"], closed["seat"]]), json!([null, by]));
        assert_eq!(people[2].view(&game).await["proposal"], Value::Null);
        // The acceptance of a closed proposal is a new one.
        let open = people[2].propose(&game, kind).await.expect(201);
        assert_eq!(open["game"]["proposal"]["accepted"], json!([2]));
        close(&people[2], &game).await.expect(200);
        close(&people[2], &game).await.expect(200);
    }
    for seat in &people {
        seat.concede(&game).await.expect(201);
    }
    close(&people[0], &game).await.problem(409, "game_over");
}

async fn a_move_closes_a_proposal_to_take_one_back(setting: Setting) {
    let (game, people) = begin(&setting.client, &json!({"players": 2})).await;
    people[0].make(&game, "yield").await.expect(201);
    people[0].propose(&game, "undo").await.expect(201);
    let mv = people[0].view(&game).await["legal_moves"][0]["text"].clone();
    let made = people[0].make(&game, mv).await.expect(201);
    assert_eq!(made["game"]["proposal"], Value::Null);
    let late = json!({"type": "undo", "expected_seq": 1});
    people[1].post(&format!("/v1/games/{game}/proposal"), &late).await.problem(409, "seq_conflict");
    // One to concede stays.
    people[1].concede(&game).await.expect(201);
    let to_act = people[0].view(&game).await["to_act"].as_u64().unwrap();
    let seat = &people[usize::try_from(to_act).unwrap()];
    let mv = seat.view(&game).await["legal_moves"][0]["text"].clone();
    let made = seat.make(&game, mv).await.expect(201);
    assert_eq!(made["game"]["proposal"]["waiting_for"], json!([0]));
}

async fn a_game_has_one_proposal(setting: Setting) {
    let (game, people) = begin(&setting.client, &json!({"players": 3})).await;
    people[0].make(&game, "yield").await.expect(201);
    let first = people[1].propose(&game, "undo").await.expect(201);
    people[2].concede(&game).await.problem(409, "proposal_open");
    let again = people[1].propose(&game, "undo").await.expect(201);
    assert_eq!(again["game"]["proposal"], first["game"]["proposal"], "a repetition changes nothing");
    let listed = setting.client.get("/v1/games?status=running").await.expect(200);
    assert_eq!(listed["items"][0]["proposal"], first["game"]["proposal"]);
    // In an earlier position there is the present one, too.
    let earlier = setting.client.get(&format!("/v1/games/{game}?seq=0")).await.expect(200);
    assert_eq!(earlier["proposal"], first["game"]["proposal"]);
}

async fn agreement_cannot_be_evaded_by_a_move(setting: Setting) {
    let (game, people) = begin(&setting.client, &json!({"players": 2})).await;
    people[0].make(&game, "concede").await.problem(409, "agreement_required");
    people[0].make(&game, "undo").await.problem(409, "cannot_undo");
    people[0].make(&game, "yield").await.expect(201);
    for (seat, text) in [(0, "undo"), (1, "undo"), (0, "concede"), (1, "concede")] {
        people[seat].make(&game, text).await.problem(409, "agreement_required");
    }
    assert_eq!(people[0].view(&game).await["seq"], 1);
    // T12: a side of the other game concedes by itself.
    let tricks = json!({"kind": "regicide-tricks", "players": 2});
    for by_proposal in [true, false] {
        let (game, people) = begin(&setting.client, &tricks).await;
        people[0].make(&game, "pass").await.expect(201);
        people[0].propose(&game, "undo").await.expect(201);
        let done = if by_proposal {
            people[1].concede(&game).await.expect(201)
        } else {
            people[1].make(&game, "concede").await.expect(201)
        };
        assert_eq!(json!([done["type"], done["game"]["status"]]), json!(["made", "finished"]));
    }
}

/// R11.1.
async fn a_concession_is_of_the_seat_that_proposed_it(setting: Setting) {
    let (game, people) = begin(&setting.client, &json!({"players": 3})).await;
    people[1].concede(&game).await.expect(201);
    people[0].make(&game, "yield").await.expect(201);
    people[2].concede(&game).await.expect(201);
    let made = people[0].concede(&game).await.expect(201);
    assert_eq!(json!([made["seat"], made["text"], made["seq"]]), json!([1, "concede", 2]));
    assert_eq!(
        json!([made["game"]["result"]["conceded_by"], made["game"]["proposal"], made["game"]["seat"]]),
        json!([1, null, 0])
    );
}

/// Two instances; keys of open proposals are stored with them, those of the last acceptance in
/// the log.
async fn a_repeated_proposal_gets_the_first_answer(setting: Setting) {
    let other = setting.another_instance().await;
    let (game, people) = begin(&setting.client, &json!({"players": 2})).await;
    people[0].make(&game, "yield").await.expect(201);
    let path = format!("/v1/games/{game}/proposal");
    let send = async |client: &Client, key: &str, body: Value| {
        client.request(Method::POST, &path).header("idempotency-key", key).json(&body).await
    };
    let undo = json!({"type": "undo"});
    let first = send(&people[0], "one", undo.clone()).await;
    assert_eq!((first.status.as_u16(), first.header("idempotency-replayed")), (201, None));
    close(&people[1], &game).await.expect(200);
    let there = other.with_token_of(&people[0]);
    for client in [&people[0], &there] {
        let again = send(client, "one", undo.clone()).await;
        assert_eq!((&again.text, again.header("idempotency-replayed")), (&first.text, Some("true")));
        send(client, "one", json!({"type": "concede"})).await.problem(422, "idempotency_key_reused");
    }
    assert_eq!(people[0].view(&game).await["proposal"], Value::Null, "it stays declined");
    send(&people[0], "two", undo.clone()).await.expect(201);
    let last = send(&people[1], "one", undo.clone()).await;
    assert_eq!(last.json()["type"], "made");
    people[0].make(&game, "yield").await.expect(201);
    let there = other.with_token_of(&people[1]);
    for client in [&people[1], &there] {
        let again = send(client, "one", undo.clone()).await;
        assert_eq!((&again.text, again.header("idempotency-replayed")), (&last.text, Some("true")));
        send(client, "one", json!({"type": "concede"})).await.problem(422, "idempotency_key_reused");
        let as_move = client.request(Method::POST, &format!("/v1/games/{game}/moves"));
        let as_move = as_move.header("idempotency-key", "one").json(&json!({"text": "yield"})).await;
        as_move.problem(422, "idempotency_key_reused");
    }
    assert_eq!(people[0].view(&game).await["seq"], 3);
}

async fn house_bots_agree_and_their_moves_stay(setting: Setting) {
    let client = &setting.client;
    let begin = async |setup: Value| {
        let created = client.create(&setup).await;
        (id(&created).to_owned(), player(client, &created, 0))
    };
    // After `yield` the seat has to cover the damage, so no bot is to act.
    let setup = |visibility: &str| json!({"players": 2, "visibility": visibility, "bots": [null, "novice"]});
    let (game, ada) = begin(setup("private")).await;
    ada.make(&game, "yield").await.expect(201);
    let undone = ada.propose(&game, "undo").await.expect(201);
    assert_eq!(json!([undone["type"], undone["game"]["to_act"]]), json!(["made", 0]));
    ada.make(&game, "yield").await.expect(201);
    assert_eq!(ada.make(&game, "undo").await.expect(201)["effects"][0]["seq"], 3);
    let conceded = ada.concede(&game).await.expect(201);
    assert_eq!(conceded["game"]["status"], "finished");
    let (game, ada) = begin(setup("public")).await;
    ada.make(&game, "yield").await.expect(201);
    ada.propose(&game, "undo").await.problem(409, "cannot_undo");

    let setup =
        json!({"kind": "regicide-tricks", "players": 2, "visibility": "private", "bots": [null, "novice"]});
    let (moving, _) = with_bots(&setting);
    let created = moving.create(&setup).await;
    let (game, ada) = (id(&created).to_owned(), player(&moving, &created, 0));
    let mut reader = Reader::open(&ada, &format!("/v1/games/{game}/events"), Form::Lines, None).await;
    reader.event().await;
    ada.make(&game, "pass").await.expect(201);
    assert_eq!(reader.event().await["made"]["seat"], 0);
    let by_bot = reader.event().await;
    assert_eq!(json!([by_bot["made"]["seat"], by_bot["game"]["can_undo"]]), json!([1, false]));
    ada.propose(&game, "undo").await.problem(409, "cannot_undo");

    let setup = json!({"players": 3, "bots": [null, "novice", null]});
    let created = client.create(&setup).await;
    let (game, ada, ben) = (id(&created), player(client, &created, 0), player(client, &created, 1));
    let open = ben.concede(game).await.expect(201);
    assert_eq!(open["game"]["proposal"]["waiting_for"], json!([0]));
    ada.make(game, "yield").await.expect(201);
    assert_eq!(ada.concede(game).await.expect(201)["game"]["result"]["conceded_by"], 2);
}

async fn attempts_are_conceded_but_keep_their_moves(setting: Setting) {
    let client = &setting.client;
    let day = client.get("/v1/daily").await.expect(200);
    let team = day["challenges"].as_array().unwrap().iter().find(|one| one["players"] == 2).unwrap();
    let ((_, ada), (_, ben)) = (come(client, "Ada").await, come(client, "Ben").await);
    let path = format!("/v1/challenges/{}/attempts", team["id"].as_str().unwrap());
    let created = ada.post(&path, &json!({})).await.expect(201);
    let game = id(&created);
    ben.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    ada.concede(game).await.expect(201);
    close(&ben, game).await.expect(200);
    ada.make(game, "yield").await.expect(201);
    assert_eq!(ada.view(game).await["can_undo"], false);
    ada.propose(game, "undo").await.problem(409, "cannot_undo");
    ben.concede(game).await.expect(201);
    let made = ada.concede(game).await.expect(201);
    assert_eq!(made["game"]["result"]["conceded_by"], 1);
}

async fn only_seats_propose(setting: Setting) {
    let client = &setting.client;
    let created = client.create(&json!({"players": 2, "visibility": "private", "open_seats": 1})).await;
    let (game, ada) = (id(&created), player(client, &created, 0));
    let spectator = client.with_token(created["spectator_code"].as_str().unwrap());
    for kind in ["concede", "undo"] {
        ada.propose(game, kind).await.problem(409, "game_not_begun");
        spectator.propose(game, kind).await.problem(403, "forbidden");
        client.propose(game, kind).await.problem(401, "token_missing");
        client.with_token("x".repeat(43).as_str()).propose(game, kind).await.problem(401, "token_unknown");
    }
    close(&ada, game).await.problem(409, "game_not_begun");
    close(&spectator, game).await.problem(403, "forbidden");
    close(client, game).await.problem(401, "token_missing");
    // A player whose token was replaced.
    let (profile, ben) = come(client, "Ben").await;
    let (_, eve) = come(client, "Eve").await;
    let created = ben.create(&json!({"players": 2, "open_seats": 1})).await;
    let game = id(&created);
    eve.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    let path = format!("/v1/players/{}/token", profile["id"].as_str().unwrap());
    let renewed = ben.post(&path, &json!({})).await.expect(201);
    ben.concede(game).await.problem(401, "token_unknown");
    close(&ben, game).await.problem(401, "token_unknown");
    client.with_token(renewed["token"].as_str().unwrap()).concede(game).await.expect(201);
}

async fn concurrent_acceptance_and_decline_agree_on_one_outcome(setting: Setting) {
    let other = setting.another_instance().await;
    for _ in 0..10 {
        let (game, people) = begin(&setting.client, &json!({"players": 2})).await;
        people[0].concede(&game).await.expect(201);
        let there = other.with_token_of(&people[0]);
        let (accepted, withdrawn) =
            futures_util::future::join(people[1].concede(&game), close(&there, &game)).await;
        let accepted = accepted.expect(201);
        let view = people[0].view(&game).await;
        if accepted["type"] == "made" {
            withdrawn.problem(409, "game_over");
            assert_eq!(view["status"], "finished");
        } else {
            // Either came last: an open proposal of the other seat, or none.
            withdrawn.expect(200);
            assert_eq!(view["status"], "running");
        }
    }
}
