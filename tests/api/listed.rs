//! Which challenges stand in lists, and in which order.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Client;
use crate::players::come;
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    challenges_of_new_players_are_not_listed,
    an_established_organiser_lists_five_at_a_time,
    an_operator_lists_and_hides_challenges,
    open_challenges_are_listed_first,
);

async fn organise(client: &Client, name: &str, more: Value) -> Value {
    let mut body = json!({"name": name, "players": 1, "closes_at": "2026-11-25T12:00:00Z"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.post("/v1/challenges", &body).await.expect(201)
}

/// The names in the list, in its order; nothing for days.
async fn names(client: &Client, query: &str) -> Vec<Option<String>> {
    let list = client.get(&format!("/v1/challenges{query}")).await.expect(200);
    let name = |challenge: &Value| challenge["name"].as_str().map(str::to_owned);
    list["items"].as_array().unwrap().iter().map(name).collect()
}

async fn own(client: &Client) -> Vec<String> {
    names(client, "?source=custom").await.into_iter().flatten().collect()
}

async fn act(client: &Client, action: Value) -> u16 {
    client.with_token(OPERATOR).post("/v1/admin/actions", &action).await.status.as_u16()
}

async fn challenges_of_new_players_are_not_listed(setting: Setting) {
    let client = &setting.client;
    client.get("/v1/daily").await.expect(200);
    let organisers = [come(client, "Ada").await.1, come(client, "Ben").await.1];
    for number in 0..100 {
        let made = organise(&organisers[number % 2], "Spam", json!({})).await;
        assert_eq!((&made["listed"], made["id"].is_string()), (&json!(false), true));
    }
    assert_eq!(names(client, "").await, vec![None; 8 * 4], "only the days");
    let none = organise(&client.with_token(OPERATOR), "Mine", json!({"visibility": "unlisted"})).await;
    assert_eq!((&none["listed"], own(client).await.len()), (&json!(false), 0));
}

async fn an_established_organiser_lists_five_at_a_time(setting: Setting) {
    let client = &setting.client;
    let (_, ada) = come(client, "Ada").await;
    setting.clock.pass(TimeDelta::hours(23));
    assert_eq!(organise(&ada, "Early", json!({})).await["listed"], false);
    setting.clock.pass(TimeDelta::hours(1));
    for number in 0..8 {
        let made = organise(&ada, &format!("Cup {number}"), json!({})).await;
        assert_eq!(made["listed"], number < 5, "{number}");
    }
    assert_eq!(own(client).await.len(), 5);
    let other = setting.instance_with(|config| config.settings.listing_age_hours = 0);
    let (_, ben) = come(&other, "Ben").await;
    assert_eq!(organise(&ben, "At once", json!({})).await["listed"], true);
    // A finished challenge leaves its place to others.
    setting.clock.set("2026-11-25T12:00:00Z");
    let closes_at = json!({"closes_at": "2026-11-26T12:00:00Z"});
    assert_eq!(organise(&ada, "Next", closes_at).await["listed"], true);
}

async fn an_operator_lists_and_hides_challenges(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    let made = organise(&as_ada, "Club", json!({})).await;
    let id = made["id"].as_str().unwrap();
    let list = json!({"type": "list_challenge", "challenge_id": id});
    as_ada.post("/v1/admin/actions", &list).await.problem(403, "forbidden");
    assert_eq!(act(client, list.clone()).await, 201);
    assert_eq!(own(client).await, ["Club"]);
    assert_eq!(client.get(&format!("/v1/challenges/{id}")).await.expect(200)["listed"], true);
    setting.clock.pass(TimeDelta::days(1));
    organise(&as_ada, "Spam", json!({})).await;
    assert_eq!(own(client).await.len(), 2);

    let hide = json!({"type": "hide_organiser", "player_id": ada["id"]});
    assert_eq!(act(client, hide).await, 201);
    assert_eq!(own(client).await, [""; 0]);
    assert_eq!(client.get(&format!("/v1/challenges/{id}")).await.expect(200)["name"], Value::Null);
    assert_eq!(organise(&as_ada, "More", json!({})).await["listed"], false);
    assert_eq!(act(client, list).await, 404, "what is hidden stays hidden");
    let unknown = json!({"type": "hide_organiser", "player_id": id});
    assert_eq!(act(client, unknown).await, 404);
}

async fn open_challenges_are_listed_first(setting: Setting) {
    let client = &setting.client;
    crate::day::published(client, 7).await;
    let operator = client.with_token(OPERATOR);
    organise(&operator, "Far", json!({"opens_at": "2026-11-24T12:00:00Z"})).await;
    organise(&operator, "Near", json!({"opens_at": "2026-11-23T12:00:00Z"})).await;
    organise(&operator, "Long", json!({"closes_at": "2026-11-29T12:00:00Z"})).await;
    organise(&operator, "Short", json!({"closes_at": "2026-11-20T12:30:00Z"})).await;
    let graced = json!({"closes_at": "2026-11-20T12:10:00Z", "grace_minutes": 60});
    organise(&operator, "Graced", graced).await;
    setting.clock.set("2026-11-20T12:15:00Z");
    let listed = names(client, "").await;
    let place = |name: &str| listed.iter().position(|listed| listed.as_deref() == Some(name)).unwrap();
    assert_eq!(["Short", "Long", "Graced"].map(place), [4, 5, 6], "after today's: {listed:?}");
    assert_eq!([place("Near"), place("Far")], [listed.len() - 2, listed.len() - 1], "after days to come");
    setting.clock.set("2026-11-20T12:40:00Z");
    let listed = names(client, "").await;
    assert_eq!(listed.last().unwrap().as_deref(), Some("Short"), "what is over is last: {listed:?}");
    assert_eq!(names(client, "?status=over").await, [Some("Short".to_owned())]);
    assert_eq!(names(client, "?status=closing").await, [Some("Graced".to_owned())]);
    let several = names(client, "?status=over,closing&players=1,2&source=custom").await;
    assert_eq!(several, [Some("Graced".to_owned()), Some("Short".to_owned())]);
    assert!(names(client, "?status=over,closing&players=2,3&source=custom").await.is_empty());
}
