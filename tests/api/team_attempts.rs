//! Attempts of teams while seats are open: their link is an invitation.

use awc::http::Method;
use serde_json::{Value, json};

use crate::challenges::{attempts, organise};
use crate::client::Client;
use crate::day::{begin, today};
use crate::live::reader::{Form, Reader};
use crate::players::come;
use crate::server::{OPERATOR, Setting};
use crate::validation::Document;

crate::on_both_databases!(
    the_link_to_a_waiting_attempt_shows_its_seats_and_no_card,
    a_waiting_attempt_is_refused_as_not_over,
    a_stream_of_a_waiting_attempt_continues_for_seated_players_only,
    a_cancelled_attempt_is_shown_so_and_may_be_made_again,
    a_code_for_a_seat_of_an_attempt_gives_no_other_seat,
);

/// Resources of a waiting attempt that a caller without a seat reads.
const READS: [&str; 6] = ["", "?seq=0", "/moves", "/signals", "/events?wait=0", "/table.png"];

async fn strangers(client: &Client) -> [Client; 3] {
    [client.clone(), come(client, "Eve").await.1, client.with_token(OPERATOR)]
}

/// C3.2, of dailies and of an organiser's challenge, at two instances.
async fn the_link_to_a_waiting_attempt_shows_its_seats_and_no_card(setting: Setting) {
    let client = &setting.client;
    let other = setting.another_instance().await;
    let (organised, _) = organise(client, json!({"players": 3})).await;
    for challenge in [today(client, 2).await, today(client, 3).await, organised] {
        let (info, ada) = come(client, "Ada").await;
        let game = begin(&ada, &challenge).await;
        let seats = ada.view(&game).await["seats"].as_array().unwrap().len();
        for stranger in strangers(client).await {
            for reader in [stranger.clone(), other.with_token_of(&stranger)] {
                for path in READS {
                    let answer = reader.get(&format!("/v1/games/{game}{path}")).await;
                    assert_eq!(answer.status.as_u16(), 200, "{path}: {}", answer.text);
                    assert!(!answer.text.contains("daily.20"), "no seed: {}", answer.text);
                }
                let view = reader.view(&game).await;
                assert_eq!(
                    (&view["status"], &view["challenge"]["id"]),
                    (&json!("waiting"), &json!(challenge))
                );
                assert_eq!(
                    (&view["seats"][0]["player_id"], &view["seats"][1]["open"]),
                    (&info["id"], &json!(true))
                );
                for hidden in ["table", "revealed", "legal_moves", "seat", "to_act"] {
                    assert_eq!(view[hidden], Value::Null, "{hidden}");
                }
            }
        }
        let seat = format!("/v1/games/{game}/seats");
        for number in 1..seats {
            let (_, friend) = come(client, &format!("Friend {number}")).await;
            let joined = friend.post(&seat, &json!({})).await.expect(201);
            assert_eq!(joined["game"]["status"] == "running", number + 1 == seats);
        }
        // The last seat is taken: cards are dealt, and seen from seats alone.
        for stranger in strangers(client).await {
            for path in READS {
                stranger.get(&format!("/v1/games/{game}{path}")).await.problem(403, "embargoed");
            }
        }
        assert!(ada.view(&game).await["table"].is_object());
    }
}

/// The operations on a game that may answer `game_not_over`, with a body.
fn operations_on_ended_games() -> Vec<(Method, &'static str, Value)> {
    let document = Document(regicide_server::api::document());
    let paths = document.0["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(pattern, item)| {
        item.as_object().unwrap().iter().map(move |(method, operation)| (method, pattern, operation))
    });
    let is_refused = |operation: &Value| {
        let conflict = document.resolve(&operation["responses"]["409"]);
        conflict["description"].as_str().is_some_and(|codes| codes.contains("game_not_over"))
    };
    let refused = operations.filter(|(_, _, operation)| is_refused(operation));
    let found: Vec<_> = refused
        .map(|(method, pattern, operation)| {
            let schema = operation["requestBody"]["content"]["application/json"].get("schema");
            let body = schema.map_or(Value::Null, |schema| document.sample(schema));
            (method.to_uppercase().parse().unwrap(), pattern.as_str(), body)
        })
        .collect();
    assert_eq!(found.len(), 8, "{found:?}");
    found
}

/// C3.2: nothing of a waiting game is hidden, so it is answered alike, in a challenge or not.
async fn a_waiting_attempt_is_refused_as_not_over(setting: Setting) {
    let client = &setting.client;
    let (_, ada) = come(client, "Ada").await;
    let plain = ada.create(&json!({"players": 2, "open_seats": 1})).await;
    let plain = plain["game"]["id"].as_str().unwrap().to_owned();
    let (organised, _) = organise(client, json!({"players": 2})).await;
    let attempts = [begin(&ada, &today(client, 2).await).await, begin(&ada, &organised).await];
    let assert_refused = async |game: &str, status: u16, code: &str| {
        for (method, pattern, body) in operations_on_ended_games() {
            let path = pattern.replace("{id}", game);
            let others = strangers(client).await.map(|stranger| (stranger, false));
            for (caller, has_seat) in others.into_iter().chain([(ada.clone(), true)]) {
                let request = caller.request(method.clone(), &path);
                let answer = if body.is_null() { request.send().await } else { request.json(&body).await };
                // A rematch is for seats alone, notes are for players alone.
                let is_refused = [401, 403].contains(&answer.status.as_u16());
                if !has_seat && pattern.ends_with("/rematches") {
                    assert!(is_refused, "{}", answer.text);
                } else if has_seat || !pattern.ends_with("/notes") || !is_refused {
                    answer.problem(status, code);
                }
            }
        }
    };
    for game in attempts.iter().chain([&plain]) {
        assert_refused(game, 409, "game_not_over").await;
    }
    let (_, ben) = come(client, "Ben").await;
    for game in attempts.iter().chain([&plain]) {
        ben.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    }
    for game in &attempts {
        assert_refused(game, 403, "embargoed").await;
    }
    assert_refused(&plain, 409, "game_not_over").await;
}

async fn a_stream_of_a_waiting_attempt_continues_for_seated_players_only(setting: Setting) {
    let client = &setting.client;
    let ((_, ada), (_, ben), (_, eve)) =
        (come(client, "Ada").await, come(client, "Ben").await, come(client, "Eve").await);
    let game = begin(&ada, &today(client, 2).await).await;
    let path = format!("/v1/games/{game}/events");
    let mut watching = Vec::new();
    let mut readers = vec![client.clone(), eve.clone()];
    // On SQLite, an instance hears of its own changes alone.
    if !setting.url().starts_with("sqlite") {
        readers.push(setting.another_instance().await.with_token_of(&eve));
    }
    for reader in readers {
        watching.push(Reader::open(&reader, &path, Form::Lines, None).await);
    }
    let mut joining = Reader::open(&ben, &path, Form::ServerSent, None).await;
    for reader in watching.iter_mut().chain([&mut joining]) {
        let event = reader.event().await;
        assert_eq!((&event["type"], &event["game"]["table"]), (&json!("view"), &Value::Null));
    }
    ben.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    for mut reader in watching {
        assert_eq!(reader.event().await, json!({"type": "closed", "reason": "embargoed"}));
        assert!(reader.next().await.is_none());
    }
    let event = joining.event().await;
    assert_eq!((&event["type"], &event["game"]["seat"]), (&json!("seats"), &json!(1)));
    assert!(event["game"]["table"]["hand"].is_array(), "{event}");
}

async fn a_cancelled_attempt_is_shown_so_and_may_be_made_again(setting: Setting) {
    let client = &setting.client;
    let ((_, ada), (_, ben)) = (come(client, "Ada").await, come(client, "Ben").await);
    let challenge = today(client, 3).await;
    let game = begin(&ada, &challenge).await;
    let path = format!("/v1/games/{game}");
    ben.post(&format!("{path}/seats"), &json!({})).await.expect(201);
    let mut waiting = Reader::open(client, &format!("{path}/events"), Form::Lines, None).await;
    assert_eq!(waiting.event().await["type"], "view");
    ada.delete(&path).await.expect(200);
    let end = waiting.event().await;
    assert_eq!((&end["type"], &end["game"]["status"]), (&json!("end"), &json!("cancelled")));
    for caller in [client, &ada, &ben] {
        assert_eq!(caller.view(&game).await["status"], "cancelled");
    }
    // Both have the day's attempt again, and so has a player who leaves.
    let second = begin(&ben, &challenge).await;
    ada.post(&format!("/v1/games/{second}/seats"), &json!({})).await.expect(201);
    ada.delete(&format!("/v1/games/{second}/seats/1")).await.expect(200);
    let third = ada.post(&attempts(&challenge), &json!({})).await.expect(201);
    assert_eq!((&third["attempt"], &third["ranked"]), (&json!(1), &json!(true)));
}

async fn a_code_for_a_seat_of_an_attempt_gives_no_other_seat(Setting { client, .. }: Setting) {
    let ((_, ada), (_, ben), (_, eve)) =
        (come(&client, "Ada").await, come(&client, "Ben").await, come(&client, "Eve").await);
    let game = begin(&ada, &today(&client, 3).await).await;
    let invitations = format!("/v1/games/{game}/invitations");
    let made = ada.post(&invitations, &json!({"for_seats": [1]})).await.expect(201);
    let (seats, code) = (format!("/v1/games/{game}/seats"), &made["invitations"][0]["code"]);
    for wrong in ["guessed", "", &"x".repeat(43)] {
        ben.post(&seats, &json!({"invitation": wrong})).await.problem(403, "invitation_needed");
    }
    ben.post(&seats, &json!({"invitation": code})).await.expect(201);
    eve.post(&seats, &json!({"invitation": code})).await.problem(403, "invitation_needed");
    eve.post(&seats, &json!({})).await.expect(201);
}
