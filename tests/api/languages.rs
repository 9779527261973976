//! Both games in every language: problems, effects, the log, the replay, the
//! rules.

use awc::http::Method;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::server::Setting;

crate::on_both_databases!(
    problems_are_in_the_requested_language,
    narration_is_in_the_requested_language,
    rules_are_in_the_requested_language,
    names_and_codes_are_the_same_in_every_language,
);

async fn get(client: &Client, path: &str, language: &str) -> Answer {
    client.request(Method::GET, path).header("accept-language", language).send().await
}

#[track_caller]
fn assert_spoken(answer: &Answer, tag: &str) {
    assert_eq!(answer.header("content-language"), Some(tag));
    assert!(answer.header("vary").is_some_and(|vary| vary.contains("Accept-Language")));
}

async fn problems_are_in_the_requested_language(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1, "seed": "words"})).await;
    let id = created["game"]["id"].as_str().unwrap();
    let player = client.with_token(created["tokens"][0]["token"].as_str().unwrap());
    let path = format!("/v1/games/{id}/moves");
    for (header, tag, title, detail) in [
        (
            "es-ES,es;q=0.9,en;q=0.8",
            "es",
            "La jugada va contra las reglas",
            "Jugando a solas no se puede pasar.",
        ),
        ("en;q=0.5, es;q=0.4", "en", "The move is against the rules", "A solo game has no yielding."),
        ("fr", "en", "The move is against the rules", "A solo game has no yielding."),
    ] {
        let request = player.request(Method::POST, &path).header("accept-language", header);
        let answer = request.json(&json!({"text": "yield"})).await;
        assert_spoken(&answer, tag);
        let problem = answer.problem(422, "illegal_move");
        assert_eq!((&problem["title"], &problem["detail"]), (&json!(title), &json!(detail)));
        assert_eq!(problem["rule"], "R7.3");
    }
    // Problems before a handler, too, except a library's words.
    let request = player.request(Method::POST, &path).header("accept-language", "es");
    let problem = request.body("application/json", "{\"move\":}").await;
    assert_spoken(&problem, "es");
    let problem = problem.problem(400, "malformed_body");
    assert_eq!(problem["detail"], "El cuerpo no es JSON válido.");
    assert!(problem["cause"].as_str().unwrap().contains("expected value"));
    let nowhere = get(&client, "/v1/nowhere", "es").await;
    assert_eq!(nowhere.problem(404, "no_such_path")["detail"], "No hay nada en /v1/nowhere.");
    let html = client.request(Method::GET, "/v1/rules").header("accept", "text/html");
    let html = html.header("accept-language", "es").send().await;
    assert_eq!(html.problem(406, "not_acceptable")["title"], "Ninguna forma aceptable");
    let meaning = get(&client, "/problems/game_over", "es").await;
    assert_spoken(&meaning, "es");
    assert_eq!(meaning.expect(200)["title"], "La partida no admite más jugadas");
}

/// Plays a game to its end, the first legal move each time, in a language,
/// and returns the narration of every move.
async fn play(client: &Client, body: &Value, language: &str) -> (String, Vec<Value>) {
    let created = client.create(body).await;
    let id = created["game"]["id"].as_str().unwrap().to_owned();
    let players: Vec<Client> = created["tokens"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| client.with_token(seat["token"].as_str().unwrap()))
        .collect();
    let mut narrations = Vec::new();
    loop {
        let view = client.view(&id).await;
        let Some(seat) = view["to_act"].as_u64() else { return (id, narrations) };
        let player = &players[usize::try_from(seat).unwrap()];
        let moves = player.get(&format!("/v1/games/{id}/legal-moves")).await.expect(200);
        let request = player.request(Method::POST, &format!("/v1/games/{id}/moves"));
        let answer = request
            .header("accept-language", language)
            .json(&json!({"move": moves["items"][0]["move"], "expected_seq": view["seq"]}))
            .await;
        assert_spoken(&answer, language);
        let made = answer.expect(201);
        assert_eq!(made["narration"].as_array().unwrap().len(), made["effects"].as_array().unwrap().len());
        narrations.push(made["narration"].clone());
    }
}

async fn narration_is_in_the_requested_language(Setting { client, .. }: Setting) {
    // To the player, and to spectators.
    for (language, own_words, words, body) in [
        ("es", "Juegas", "juega", json!({"players": 2, "seed": "palabras"})),
        ("en", "You play", "plays", json!({"players": 2, "seed": "palabras"})),
        (
            "es",
            "Ganas la baza",
            "gana la baza",
            json!({"kind": "regicide-tricks", "players": 2, "options": {"target": 10}, "seed": "palabras"}),
        ),
        (
            "en",
            "You win the trick",
            "wins the trick",
            json!({"kind": "regicide-tricks", "players": 2, "options": {"target": 10}, "seed": "palabras"}),
        ),
    ] {
        let (id, narrations) = play(&client, &body, language).await;
        let all = Value::from(narrations).to_string();
        assert!(all.contains(own_words), "{all}");
        let other = if language == "es" { "en" } else { "es" };
        for path in ["moves", "replay"] {
            let path = format!("/v1/games/{id}/{path}");
            let (own, others) = (get(&client, &path, language).await, get(&client, &path, other).await);
            assert_spoken(&own, language);
            assert_spoken(&others, other);
            assert_ne!(own.header("etag"), others.header("etag"));
            assert!(own.text.contains(words) && !others.text.contains(words));
            let again = client.request(Method::GET, &path).header("accept-language", other);
            let again = again.header("if-none-match", own.header("etag").unwrap()).send().await;
            assert_eq!(again.status.as_u16(), 200, "another language is another answer");
        }
        // A record is for programs and the same for all.
        let path = format!("/v1/games/{id}/record");
        assert_eq!(get(&client, &path, "es").await.text, get(&client, &path, "en").await.text);
    }
}

async fn rules_are_in_the_requested_language(Setting { client, .. }: Setting) {
    let (english, spanish) = (get(&client, "/v1/rules", "en").await, get(&client, "/v1/rules", "es").await);
    assert_spoken(&english, "en");
    assert_spoken(&spanish, "es");
    let (english, spanish) = (english.expect(200), spanish.expect(200));
    let coop = &spanish["items"][0];
    assert_eq!(coop["deck"][0]["title"], "compañero animal de tréboles");
    assert_eq!(coop["deck"][10]["title"], "sota de tréboles");
    assert_eq!(coop["deck"][53]["title"], "comodín");
    assert_eq!(coop["move_rules"][1]["title"], "Pasar");
    assert_eq!(english["items"][0]["deck"][10]["title"], "Jack of Clubs");
    assert_eq!(spanish["items"][1]["deck"][0]["title"], "as de tréboles");
    // The schema of every form accepts the legal moves.
    for (game, rules) in [("regicide", coop), ("regicide-tricks", &spanish["items"][1])] {
        let created = client.create(&json!({"kind": game, "players": 2})).await;
        let id = created["game"]["id"].as_str().unwrap();
        for seat in created["tokens"].as_array().unwrap() {
            let player = client.with_token(seat["token"].as_str().unwrap());
            let moves = player.get(&format!("/v1/games/{id}/legal-moves")).await.expect(200);
            for mv in moves["items"].as_array().unwrap() {
                let forms = rules["move_rules"].as_array().unwrap();
                let form = forms.iter().find(|form| form["name"] == mv["move"]["type"]).unwrap();
                assert!(jsonschema::is_valid(&form["schema"], &mv["move"]), "{mv}");
            }
        }
    }
}

/// Removes the texts for people.
fn without_words(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for words in ["title", "description", "text"] {
                fields.remove(words);
            }
            fields.values_mut().for_each(without_words);
        }
        Value::Array(items) => items.iter_mut().for_each(without_words),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

async fn names_and_codes_are_the_same_in_every_language(Setting { client, .. }: Setting) {
    let mut rules = Vec::new();
    for language in ["en", "es"] {
        let mut texts = get(&client, "/v1/rules", language).await.expect(200);
        without_words(&mut texts);
        rules.push(texts);
    }
    assert_eq!(rules[0], rules[1]);
    let record = json!({
        "format": "regicide-record/1", "kind": "regicide", "rules": 1, "players": 1, "seed": "words",
        "moves": [{"seq": 1, "seat": 0, "text": "yield"}]
    });
    let request = client.request(Method::POST, "/v1/verification").header("accept-language", "es");
    let answer = request.json(&record).await;
    assert_spoken(&answer, "es");
    let verdict = answer.expect(200);
    assert_eq!(verdict["bad_move"]["reason"], "Jugando a solas no se puede pasar.");
    assert_eq!(verdict["bad_move"]["rule"], "R7.3");
}
