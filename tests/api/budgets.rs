//! What one address, and one token, may do.

use awc::http::Method;
use serde_json::json;

use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    each_kind_of_request_has_a_budget,
    budgets_are_shown,
    a_large_record_costs_more,
    a_large_answer_is_paid_for_afterwards,
    creations_are_limited_by_the_day,
    clients_behind_a_proxy_have_budgets_of_their_own,
    a_token_has_a_budget_wherever_it_is_used,
    each_bot_is_charged,
);

#[track_caller]
fn refused(answer: Answer) -> u64 {
    let wait = answer.header("retry-after").unwrap().parse().unwrap();
    answer.problem(429, "too_many_requests");
    wait
}

/// Sends a request until it is refused: a slow machine gives budgets time to
/// fill up.
async fn until_refused(mut send: impl AsyncFnMut() -> Answer) {
    for _ in 0..100 {
        let answer = send().await;
        if answer.status.as_u16() == 429 {
            refused(answer);
            return;
        }
    }
    panic!("never refused");
}

async fn each_kind_of_request_has_a_budget(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.allowances.changes_per_minute = 1;
        config.allowances.moves_per_minute = 1;
        config.allowances.reads_per_minute = 5;
        config.allowances.exports_per_minute = 1;
    });
    let ada = client.post("/v1/players", &json!({"name": "Ada"})).await.expect(201);
    let path = format!("/v1/players/{}", ada["player"]["id"].as_str().unwrap());
    let ada = client.with_token(ada["token"].as_str().unwrap());
    ada.request(Method::PATCH, &path).json(&json!({"name": "Ida"})).await.expect(200);
    until_refused(async || ada.post(&format!("{path}/token"), &json!({})).await).await;

    let created = client.create(&json!({"players": 2, "seed": "banana"})).await;
    let (one, other) = (player(&client, &created, 0), player(&client, &created, 1));
    one.make(id(&created), "yield").await.expect(201);
    until_refused(async || other.make(id(&created), "dance").await).await;

    until_refused(async || client.get("/v1/records").await).await;
    until_refused(async || client.get("/v1/games").await).await;
    until_refused(async || client.get("/nonsense").await).await;
    client.get("/healthz").await.expect(200);
    client.get("/readyz").await.expect(200);
}

async fn budgets_are_shown(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.allowances.creations_per_minute = 60;
        config.allowances.creations_per_day = 1000;
    });
    let answer = client.post("/v1/games", &json!({"players": 1})).await;
    assert_eq!(
        answer.header("ratelimit-policy"),
        Some("\"create\";q=60;w=60, \"create-day\";q=1000;w=86400")
    );
    assert_eq!(answer.header("ratelimit"), Some("\"create\";r=59;t=1, \"create-day\";r=999;t=87"));
    assert_eq!(client.get("/v1/games").await.header("ratelimit"), None);
}

async fn a_large_record_costs_more(setting: Setting) {
    let client = setting.instance_with(|config| config.allowances.records_per_minute = 20);
    let send = async |bytes: usize| {
        let request = client.request(Method::POST, "/v1/records/verify");
        request.body("application/json", " ".repeat(bytes)).await
    };
    send(1_000_000).await.problem(400, "malformed_body");
    refused(send(1_000_000).await);
    send(10).await.problem(400, "malformed_body");
}

async fn a_large_answer_is_paid_for_afterwards(setting: Setting) {
    let client = setting.instance_with(|config| config.allowances.reads_per_minute = 2);
    // More than three times 64 KiB.
    let document = client.get("/openapi.json").await;
    assert!(document.text.len() > 3 * 65_536, "{}", document.text.len());
    assert!(refused(client.get("/v1/rules").await) > 60);
}

async fn creations_are_limited_by_the_day(setting: Setting) {
    let client = setting.instance_with(|config| config.allowances.creations_per_day = 2);
    for _ in 0..2 {
        client.create(&json!({"players": 1})).await;
    }
    assert!(refused(client.post("/v1/players", &json!({"name": "Ada"})).await) > 60 * 60);
}

async fn clients_behind_a_proxy_have_budgets_of_their_own(setting: Setting) {
    let from = async |client: &Client, header: &str, value: &str| {
        let request = client.request(Method::POST, "/v1/games").header(header, value);
        request.json(&json!({"players": 1})).await
    };
    let proxied = setting.instance_with(|config| {
        config.allowances.creations_per_minute = 1;
        config.proxies = "127.0.0.0/8".parse().unwrap();
    });
    for (header, value) in [
        ("x-forwarded-for", "1.1.1.1"),
        ("x-forwarded-for", "1.1.1.1, 2.2.2.2:4711"),
        ("forwarded", "for=\"[2001:db8::1]:4711\";proto=https"),
    ] {
        from(&proxied, header, value).await.expect(201);
        refused(from(&proxied, header, value).await);
    }
    refused(from(&proxied, "x-forwarded-for", "9.9.9.9, 2.2.2.2").await);
    let direct = setting.instance_with(|config| config.allowances.creations_per_minute = 1);
    from(&direct, "x-forwarded-for", "1.1.1.1").await.expect(201);
    refused(from(&direct, "x-forwarded-for", "2.2.2.2").await);
}

async fn a_token_has_a_budget_wherever_it_is_used(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.allowances.reads_per_minute = 1;
        config.proxies = "127.0.0.0/8".parse().unwrap();
    });
    let look = async |address: &str, token: &str| {
        let request = client.with_token(token).request(Method::GET, "/v1/rules");
        request.header("x-forwarded-for", address).send().await
    };
    look("1.1.1.1", "one").await.expect(200);
    let answer = look("2.2.2.2", "one").await;
    assert!(answer.header("ratelimit-policy").unwrap().starts_with("\"read-token\";q=1;w=60"));
    refused(answer);
    look("3.3.3.3", "two").await.expect(200);
    for (address, credentials) in
        [("4.4.4.4", "bearer one"), ("5.5.5.5", "Bearer   one"), ("6.6.6.6", "BEARER one ")]
    {
        let request = client.request(Method::GET, "/v1/rules").header("authorization", credentials);
        refused(request.header("x-forwarded-for", address).send().await);
    }
}

async fn each_bot_is_charged(setting: Setting) {
    let left = |answer: &Answer| {
        let left = answer.header("ratelimit").unwrap();
        left.split(';').nth(1).unwrap().strip_prefix("r=").unwrap().parse::<u32>().unwrap()
    };
    let instance = || setting.instance_with(|config| config.allowances.creations_per_minute = 40);
    // A slow machine gives the budget time to fill up a little.
    for (bots, least, most) in [(json!([]), 38, 39), (json!([null, "novice", "steady"]), 28, 35)] {
        let client = instance();
        let created = client.post("/v1/games", &json!({"players": 3, "bots": bots})).await;
        assert_eq!(left(&created), 39, "bots are charged afterwards");
        created.expect(201);
        let next = client.post("/v1/games", &json!({"players": 9})).await;
        assert!((least..=most).contains(&left(&next)), "{bots}: {}", left(&next));
        next.problem(422, "invalid_setup");
    }

    let client = instance();
    let waiting = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let owner = client.with_token(waiting["owner_token"].as_str().unwrap());
    let path = format!("/v1/games/{}/seats/1/bot", id(&waiting));
    let seated = owner.post(&path, &json!({"level": "novice"})).await;
    assert!((34..=38).contains(&left(&seated)), "{}", left(&seated));
    seated.expect(201);

    let client = instance();
    let created = client.create(&json!({"players": 2, "bots": [null, "novice"]})).await;
    let seat = client.with_token(created["tokens"][0]["token"].as_str().unwrap());
    seat.make(id(&created), "concede").await.expect(201);
    let rematch = seat.post(&format!("/v1/games/{}/rematch", id(&created)), &json!({})).await;
    let before = left(&rematch);
    rematch.expect(200);
    let next = client.post("/v1/games", &json!({"players": 9})).await;
    assert!((before - 6..before).contains(&left(&next)), "{before}, {}", left(&next));
    assert!(left(&next) <= before - 3, "the rematch's bot is charged: {before}, {}", left(&next));
}
