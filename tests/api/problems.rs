//! Bad input gets a clear problem, and changes nothing.

use awc::http::Method;
use serde_json::{Value, json};

use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    malformed_requests_are_refused,
    paths_methods_and_forms_that_do_not_exist_are_refused,
    tokens_are_valid_only_for_their_own_resources,
    refused_moves_change_nothing,
    a_repeated_request_gets_the_first_answer_again,
    a_repeated_move_gets_the_first_answer_again,
    bad_records_are_refused_with_the_reason,
    too_many_requests_have_to_wait,
    a_database_that_was_tampered_with_is_reported,
);

async fn malformed_requests_are_refused(Setting { client, .. }: Setting) {
    let games = "/v1/games";
    let raw = async |body: &str| client.request(Method::POST, games).body("application/json", body).await;
    for body in ["", "{", "[]", "null", "{\"players\":2", "{\"players\":\"2\"}", "{\"players\":-1}"] {
        raw(body).await.problem(400, "malformed_body");
    }
    for body in
        ["{\"players\":2,\"cards\":1}", "{\"players\":2.5}", "{\"players\":1e99}", "{\"players\":999}"]
    {
        raw(body).await.problem(400, "malformed_body");
    }
    for (body, field) in [
        (json!({"players": 2, "cards": 1}), "cards"),
        (json!({"players": 2, "a`b": 1}), "a`b"),
        (json!({"players": 2, "options": {"speed": 1}}), "options.speed"),
        (json!({}), "players"),
    ] {
        assert_eq!(raw(&body.to_string()).await.problem(400, "malformed_body")["field"], field);
    }
    assert_eq!(client.get("/v1/games?page=2").await.problem(400, "malformed_query")["field"], "page");
    raw(&format!("{{\"players\":1,\"seed\":\"{}\"}}", "x".repeat(65 * 1024)))
        .await
        .problem(413, "body_too_large");
    client.request(Method::POST, games).body("text/plain", "{}").await.problem(415, "unsupported_media_type");
    for (body, field, rule) in [
        (json!({"players": 0}), "players", "R3.1"),
        (json!({"players": 5}), "players", "R3.1"),
        (json!({"players": 1, "options": {"first": 1}}), "options.first", "R10.4"),
        (json!({"players": 2, "options": {"solo_yield": "once"}}), "options.solo_yield", "R10.4"),
        (json!({"players": 1, "options": {"variants": ["shared_damage"]}}), "options.variants", "R10.4"),
        (json!({"players": 2, "options": {"jokers": 2}}), "options.jokers", "R10.4"),
    ] {
        let problem = client.post(games, &body).await.problem(422, "invalid_setup");
        assert_eq!((&problem["field"], &problem["rule"]), (&json!(field), &json!(rule)), "{body}");
    }
    for name in ["", " Ada", "A\u{7}da", &"x".repeat(41)] {
        let body = json!({"players": 1, "names": [name]});
        assert_eq!(client.post(games, &body).await.problem(400, "invalid_value")["field"], "names");
    }
    let body = json!({"players": 1, "seed": "not a seed"});
    assert_eq!(client.post(games, &body).await.problem(400, "invalid_value")["field"], "seed");
    for query in ["limit=0", "limit=101", "players=0"] {
        client.get(&format!("{games}?{query}")).await.problem(400, "invalid_value");
    }
    for query in ["limit=x", "nonsense=1", "status=sleeping", "cursor=1", "created_after=yesterday"] {
        client.get(&format!("{games}?{query}")).await.problem(400, "malformed_query");
    }
    let with_key = async |key: &str| {
        let request = client.request(Method::POST, games).header("idempotency-key", key);
        request.json(&json!({"players": 1})).await
    };
    for key in [
        "1",
        "0123456789abcdef0123456789abcde",
        "0123456789abcdef0123456789abcde!",
        "00000000-0000-0000-0000-000000000000",
        &"a".repeat(64),
    ] {
        with_key(key).await.problem(400, "idempotency_key_weak");
    }
    let list = client.get(games).await.expect(200);
    assert_eq!(list["items"], json!([]), "nothing is half-stored");
    for key in [
        "0af3456789abcdef0123456789abcdef",
        "Zq-3_vEjRWeJCrze8SNFZ4kKvN7xI0VniQ",
        "c232ab00-9414-11ec-b3c8-9f6bdeced846",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "919108F7-52D1-4320-9BAC-F847DB4148A8",
    ] {
        with_key(key).await.expect(201);
    }
}

async fn paths_methods_and_forms_that_do_not_exist_are_refused(Setting { client, .. }: Setting) {
    for path in ["/v1/", "/v1/nonsense", "/v2/games", "/v1/games/"] {
        client.get(path).await.problem(404, "no_such_path");
    }
    for path in ["/v1/games/1", "/v1/games/0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11"] {
        client.get(path).await.problem(404, "no_such_game");
    }
    let long = client.get(&format!("/v1/games/{}", "a".repeat(600))).await;
    assert!(long.text.len() < 300, "{}", long.text);
    long.problem(404, "no_such_path");
    let put = client.request(Method::PUT, "/v1/games").send().await;
    assert_eq!(put.header("allow"), Some("GET, POST, HEAD, OPTIONS"));
    put.problem(405, "method_not_allowed");
    client.delete("/v1/rules").await.problem(405, "method_not_allowed");
    let html = client.request(Method::GET, "/v1/rules").header("accept", "text/html").send().await;
    html.problem(406, "not_acceptable");
    let id = client.request(Method::GET, "/v1/rules").header("x-request-id", "my-own-1").send().await;
    assert_eq!(id.header("x-request-id"), Some("my-own-1"));
    assert!(client.get("/nonsense").await.header("x-request-id").is_some_and(|id| id.len() == 36));
}

async fn tokens_are_valid_only_for_their_own_resources(Setting { client, .. }: Setting) {
    let one = client.create(&json!({"players": 2})).await;
    let other = client.create(&json!({"players": 2})).await;
    let stranger = player(&client, &other, 0);
    let path = format!("/v1/games/{}", id(&one));
    assert_eq!(stranger.get(&path).await.expect(200), client.get(&path).await.expect(200));
    stranger.make(id(&one), "yield").await.problem(403, "forbidden");
    client.make(id(&one), "yield").await.problem(401, "token_missing");
    client.get(&format!("{path}/legal-moves")).await.problem(401, "token_missing");
    let basic = client.request(Method::GET, &path).header("authorization", "Basic eDp5").send().await;
    assert_eq!(basic.header("www-authenticate"), Some("Bearer"));
    basic.problem(401, "token_unknown");
}

async fn refused_moves_change_nothing(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "seed": "banana"})).await;
    let game = id(&created);
    let (ada, ben) = (player(&client, &created, 0), player(&client, &created, 1));
    let before = ada.view(game).await;
    for text in ["play", "play 1H", "yield 1", "dance", "next 9"] {
        assert_eq!(ada.make(game, text).await.problem(400, "invalid_value")["field"], "text");
    }
    let path = format!("/v1/games/{game}/moves");
    ada.post(&path, &json!({"move": {"type": "yield", "x": 1}})).await.problem(400, "malformed_body");
    ada.post(&path, &json!({"move": {"type": "play", "cards": "7H"}})).await.problem(400, "malformed_body");
    for (text, rule) in [("discard 7H", "R4.1"), ("next 1", "R4.1"), ("flip", "R9.1"), ("take", "R4.1")] {
        let problem = ada.make(game, text).await.problem(422, "illegal_move");
        assert_eq!((&problem["rule"], &problem["seq"]), (&json!(rule), &json!(0)), "{text}");
        assert_eq!(problem["legal_moves_url"], format!("/v1/games/{game}/legal-moves"));
        let clause = client.get(problem["clause"].as_str().unwrap()).await.expect(200);
        assert_eq!(clause["rule"], rule);
        let kind = problem["type"].as_str().unwrap();
        client.get(kind.strip_prefix("https://regicide.example").unwrap()).await.expect(200);
    }
    assert_eq!(ben.make(game, "yield").await.problem(422, "illegal_move")["rule"], "R4.1");
    let stale = ada.post(&path, &json!({"text": "yield", "expected_seq": 7})).await;
    assert_eq!(stale.problem(409, "seq_conflict")["seq"], 0);
    assert_eq!(ada.view(game).await, before);
}

async fn a_repeated_request_gets_the_first_answer_again(Setting { client, .. }: Setting) {
    let send = async |path: &str, key: &str, body: Value| {
        client.request(Method::POST, path).header("idempotency-key", key).json(&body).await
    };
    let key = "6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11";
    let body = json!({"players": 2, "open_seats": 1});
    let first = send("/v1/games", key, body.clone()).await;
    let again = send("/v1/games", key, body).await;
    assert_eq!((first.status, &first.text), (again.status, &again.text));
    assert_eq!(first.header("location"), again.header("location"));
    send("/v1/games", key, json!({"players": 3})).await.problem(422, "idempotency_key_reused");
    let seats = format!("/v1/games/{}/seats", id(&first.json()));
    let key = "7f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11";
    let joined = send(&seats, key, json!({"name": "Ben"})).await;
    let again = send(&seats, key, json!({"name": "Ben"})).await;
    assert_eq!((joined.status.as_u16(), &joined.text), (201, &again.text));
    let failed = "8f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11";
    send(&seats, failed, json!({})).await.problem(409, "no_open_seat");
    send(&seats, failed, json!({})).await.problem(409, "no_open_seat");
}

async fn a_repeated_move_gets_the_first_answer_again(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let game = id(&created);
    let path = format!("/v1/games/{game}/moves");
    let ada = player(&client, &created, 0);
    let send = async |body: &Value| {
        ada.request(Method::POST, &path).header("idempotency-key", "turn 1").json(body).await
    };
    let legal = ada.view(game).await["legal_moves"][0]["text"].clone();
    let first = send(&json!({"text": legal})).await;
    ada.concede(game).await.expect(201);
    let again = send(&json!({"text": legal})).await;
    assert_eq!((first.status.as_u16(), &first.text), (201, &again.text));
    send(&json!({"text": "yield"})).await.problem(422, "idempotency_key_reused");
}

async fn bad_records_are_refused_with_the_reason(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "names": ["Ada", "Ben"]})).await;
    let game = id(&created);
    for seat in [0, 1] {
        player(&client, &created, seat).concede(game).await;
    }
    let record = client.get(&format!("/v1/games/{game}/record")).await.expect(200);
    assert_eq!(record["url"], format!("https://regicide.example/games/{game}"));
    let imported = client.post("/v1/records", &record).await.expect(201);
    assert_eq!(
        (&imported["game"]["origin"], &imported["game"]["seed_by"]),
        (&json!("import"), &json!("client"))
    );
    let change = |field: &str, value: Value| {
        let mut changed = record.clone();
        changed[field] = value;
        changed
    };
    let zeros = "0".repeat(64);
    for (field, value) in [
        ("commitment", json!(zeros)),
        ("chain", json!(zeros)),
        ("seed", json!("other")),
        ("position", json!("nonsense")),
        ("result", json!({"outcome": "won"})),
        ("players", json!(3)),
        ("moves", json!([])),
    ] {
        let bad = change(field, value);
        client.post("/v1/records", &bad).await.problem(422, "invalid_record");
        assert_eq!(client.post("/v1/verification", &bad).await.expect(200)["consistent"], false, "{field}");
    }
    for (field, value, code) in [
        ("format", json!("regicide-record/9"), "invalid_record"),
        ("kind", json!("chess"), "invalid_record"),
        ("rules", json!(7), "unknown_rules"),
    ] {
        let mut unknown = change(field, value);
        unknown["extra"] = json!(1);
        for path in ["/v1/records", "/v1/verification"] {
            let problem = client.post(path, &unknown).await.problem(422, code);
            assert_eq!(problem["field"], field);
            assert_eq!(problem["detail"].as_str().unwrap().contains("regicide/7"), field == "rules");
        }
    }
    client.post("/v1/records", &change("extra", json!(1))).await.problem(400, "malformed_body");
    let mut illegal = record.clone();
    illegal["moves"][0]["seat"] = json!(0);
    illegal["moves"][0]["text"] = json!("flip");
    let problem = client.post("/v1/records", &illegal).await.problem(422, "invalid_record");
    assert_eq!(problem["rule"], "R9.1");
    let large = change("url", json!("x".repeat(1 << 20)));
    client.post("/v1/records", &large).await.problem(413, "body_too_large");
    let list = client.get("/v1/games").await.expect(200);
    assert_eq!(list["items"].as_array().unwrap().len(), 2, "the game and its one import");
}

async fn too_many_requests_have_to_wait(setting: Setting) {
    let client = setting.instance_with(|config| config.allowances.creations_per_minute = 2);
    for _ in 0..2 {
        client.create(&json!({"players": 1})).await;
    }
    let refused = client.post("/v1/games", &json!({"players": 1})).await;
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait));
    refused.problem(429, "too_many_requests");
}

/// A log is never mended silently (S5.4).
async fn a_database_that_was_tampered_with_is_reported(setting: Setting) {
    let client = &setting.client;
    let created = client.create(&json!({"players": 2})).await;
    let game = id(&created);
    player(client, &created, 0).make(game, "yield").await.expect(201);
    let rewrite = "update moves set move = 'flip'";
    setting.execute(rewrite).await.unwrap_err();
    for statement in setting.without_triggers() {
        setting.execute(statement).await.unwrap();
    }
    setting.execute(rewrite).await.unwrap();
    // An instance that has the game in its cache does not read the log again.
    let other = setting.another_instance().await;
    let problem = other.get(&format!("/v1/games/{game}")).await.problem(500, "stored_game_corrupt");
    assert!(!problem.to_string().contains("flip"), "{problem}");
    let audit = client.get(&format!("/v1/games/{game}/audit")).await.expect(200);
    assert_eq!(audit["holds"], false);
    assert_eq!(audit["checks"][2], json!({"name": "legality", "holds": false, "seq": 1}));
}
