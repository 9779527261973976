//! Private games: only players, and callers with the code, see anything of them.

use serde_json::{Value, json};

use crate::client::Client;
use crate::games::{id, player};
use crate::players::{come, path as path_of};
use crate::server::Setting;

crate::on_both_databases!(
    a_private_game_is_visible_to_its_players_and_with_the_code,
    seats_of_a_private_game_are_taken_with_a_code,
    forks_and_rematches_of_a_private_game_are_private,
    a_private_rematch_is_shown_to_its_players_alone,
    a_private_game_is_in_no_list,
    a_challenge_is_not_private,
);

const RUNNING: [&str; 6] = ["", "/moves", "/signals", "/table.png", "/events?wait=0", "/audit"];
const OVER: [&str; 3] = ["/record", "/replay", "/analysis"];

fn code(created: &Value) -> &str {
    created["spectator_code"].as_str().unwrap()
}

/// Each resource of a game is refused, without a word about the game.
async fn assert_refused(client: &Client, game: &str, resources: &[&str]) {
    for resource in resources {
        let problem = client.get(&format!("/v1/games/{game}{resource}")).await.problem(403, "forbidden");
        let detail = "The game is private: it is for its players and for holders of its code.";
        assert_eq!(problem["detail"], detail, "{resource}");
    }
}

async fn assert_shown(client: &Client, game: &str, resources: &[&str]) {
    for resource in resources {
        let answer = client.get(&format!("/v1/games/{game}{resource}")).await;
        assert!(answer.status.is_success(), "{resource}: {}", answer.text);
        assert!(answer.header("cache-control").unwrap().contains("no-store"), "{resource}");
    }
}

async fn a_private_game_is_visible_to_its_players_and_with_the_code(setting: Setting) {
    let client = &setting.client;
    let created =
        client.create(&json!({"players": 2, "names": ["Ada", "Ben"], "visibility": "private"})).await;
    let game = id(&created);
    assert_eq!(created["game"]["visibility"], "private");
    let (ada, guest) = (player(client, &created, 0), client.with_token(code(&created)));
    let (_, stranger) = come(client, "Eve").await;
    let other = setting.another_instance().await;
    for outsider in [client, &stranger, &other] {
        assert_refused(outsider, game, &RUNNING).await;
        let fork = outsider.post(&format!("/v1/games/{game}/forks"), &json!({"seq": 0})).await;
        fork.problem(403, "forbidden");
    }
    for insider in [&ada, &guest, &other.with_token(code(&created))] {
        assert_shown(insider, game, &RUNNING).await;
    }
    let seen = guest.view(game).await;
    assert_eq!(
        (&seen["seat"], &seen["table"]["hand"], &seen["revealed"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    guest.make(game, "yield").await.problem(403, "forbidden");
    guest.delete(&format!("/v1/games/{game}")).await.problem(403, "forbidden");
    client.with_token("nonsense").get(&format!("/v1/games/{game}")).await.problem(401, "token_unknown");
    // It stays private after its end.
    for seat in [0, 1] {
        player(client, &created, seat).concede(game).await;
    }
    let resources: Vec<_> = RUNNING.into_iter().chain(OVER).collect();
    for outsider in [client, &stranger, &other] {
        assert_refused(outsider, game, &resources).await;
    }
    for insider in [&ada, &guest] {
        let past: Vec<_> = resources.iter().copied().filter(|resource| *resource != "/analysis").collect();
        assert_shown(insider, game, &past).await;
        let analysis = insider.get(&format!("/v1/games/{game}/analysis")).await;
        assert!([200, 202].contains(&analysis.status.as_u16()), "{}", analysis.text);
        assert!(insider.view(game).await["revealed"]["seed"].is_string());
    }
    // Its players may share its record.
    let record = ada.get(&format!("/v1/games/{game}/record")).await.expect(200);
    assert_eq!(client.post("/v1/verification", &record).await.expect(200)["consistent"], true);
}

async fn seats_of_a_private_game_are_taken_with_a_code(Setting { client, .. }: Setting) {
    let body = json!({"players": 3, "open_seats": 2, "visibility": "private"});
    let created = client.create(&body).await;
    let seats = format!("/v1/games/{}/seats", id(&created));
    client.post(&seats, &json!({})).await.problem(403, "invitation_needed");
    client
        .post(&seats, &json!({"seat": 1, "invitation": "nonsense"}))
        .await
        .problem(403, "invitation_needed");
    let joined = client.post(&seats, &json!({"invitation": code(&created), "seat": 2})).await.expect(201);
    assert_eq!((&joined["seat"], &joined["game"]["visibility"]), (&json!(2), &json!("private")));
    let owner = player(&client, &created, 0);
    assert_eq!(owner.view(id(&created)).await["status"], "waiting", "who created it sees it");
    let invitations = format!("/v1/games/{}/invitations", id(&created));
    let invited = owner.post(&invitations, &json!({"for_seats": [1]})).await.expect(201);
    let held = client.post(&seats, &json!({"invitation": code(&created)})).await;
    held.problem(403, "invitation_needed");
    let invitation = &invited["invitations"][0]["code"];
    let joined = client.post(&seats, &json!({"invitation": invitation})).await.expect(201);
    assert_eq!((&joined["seat"], &joined["game"]["status"]), (&json!(1), &json!("running")));
    // Without a code, the answer does not reveal that the game has begun.
    client.post(&seats, &json!({})).await.problem(403, "invitation_needed");
}

async fn forks_and_rematches_of_a_private_game_are_private(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "visibility": "private"})).await;
    let game = id(&created);
    let ada = player(&client, &created, 0);
    for seat in [0, 1] {
        player(&client, &created, seat).concede(game).await;
    }
    let guest = client.with_token(code(&created));
    guest.post(&format!("/v1/games/{game}/rematches"), &json!({})).await.problem(403, "forbidden");
    let rematch = ada.post(&format!("/v1/games/{game}/rematches"), &json!({})).await.expect(201);
    let fork = json!({"seq": 0, "visibility": "public"});
    let fork = guest.post(&format!("/v1/games/{game}/forks"), &fork).await;
    let fork = fork.expect(201);
    for made in [&rematch, &fork] {
        assert_eq!(made["game"]["visibility"], "private");
        assert_ne!(code(made), code(&created));
        client.get(&format!("/v1/games/{}", id(made))).await.problem(403, "forbidden");
        guest.get(&format!("/v1/games/{}", id(made))).await.problem(403, "forbidden");
        client.with_token(code(made)).view(id(made)).await;
    }
}

/// A seat of the game before does not show the one that others play now.
async fn a_private_rematch_is_shown_to_its_players_alone(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "visibility": "private"})).await;
    let [ada, ben] = [0, 1].map(|seat| player(&client, &created, seat));
    for seat in [&ada, &ben] {
        seat.concede(id(&created)).await.expect(201);
    }
    let rematches = format!("/v1/games/{}/rematches", id(&created));
    let made = ada.post(&rematches, &json!({})).await.expect(201);
    let path = format!("/v1/games/{}/seats", id(&made));
    let owner = client.with_token(made["token"].as_str().unwrap());
    owner.delete(&format!("{path}/1")).await.expect(200);
    let joined = client.post(&path, &json!({"invitation": code(&made)})).await.expect(201);
    let cem = client.with_token(joined["token"].as_str().unwrap());
    for is_over in [false, true] {
        if is_over {
            owner.concede(id(&made)).await.expect(201);
            cem.concede(id(&made)).await.expect(201);
        }
        ben.get(&format!("/v1/games/{}", id(&made))).await.problem(403, "forbidden");
        let known = ben.post(&rematches, &json!({})).await.expect(200);
        let shown = &known["game"];
        assert_eq!(json!([shown["id"], shown["seat"]]), json!([id(&made), null]));
        assert_eq!(json!([shown["table"], shown["revealed"], shown["result"]]), json!([null, null, null]));
    }
}

async fn a_private_game_is_in_no_list(Setting { client, .. }: Setting) {
    let (info, ada) = come(&client, "Ada").await;
    let (_, eve) = come(&client, "Eve").await;
    let created = ada.create(&json!({"players": 1, "visibility": "private"})).await;
    let public = ada.create(&json!({"players": 1})).await;
    for created in [&created, &public] {
        ada.concede(id(created)).await.expect(201);
    }
    let own = format!("{}/games", path_of(&info));
    let all = ada.get(&own).await.expect(200);
    let listed: Vec<_> = all["items"].as_array().unwrap().iter().map(|game| &game["visibility"]).collect();
    assert_eq!(listed, ["public", "private"]);
    for path in ["/v1/games", "/v1/records", &own, "/v1/events?wait=0&after=0"] {
        for who in [&client, &eve] {
            let text = who.get(path).await.text;
            assert!(text.contains(id(&public)) && !text.contains(id(&created)), "{path}: {text}");
        }
    }
    assert_eq!(client.get(&path_of(&info)).await.expect(200)["name"], "Ada");
}

async fn a_challenge_is_not_private(Setting { client, .. }: Setting) {
    let body = json!({
        "name": "Club", "players": 1, "closes_at": "2026-11-25T12:00:00Z", "visibility": "private",
    });
    let (_, ada) = come(&client, "Ada").await;
    let problem = ada.post("/v1/challenges", &body).await.problem(422, "invalid_setup");
    assert_eq!(problem["field"], "visibility");
}
