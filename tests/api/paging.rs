//! Lists in pages are read to their ends by their links (RFC 8288).

use awc::http::Method;
use serde_json::{Value, json};

use crate::challenges::organise;
use crate::client::Client;
use crate::day::begin;
use crate::games::{id, player};
use crate::players::{come, path};
use crate::server::{OPERATOR, Setting};
use crate::signals::table;
use crate::webhooks::sending;

crate::on_both_databases!(every_list_is_read_by_its_links, pages_of_events_are_read_by_their_links);

/// The path and query of an answer's link to the next page.
fn next_link(header: &str) -> &str {
    header.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\"")).unwrap()
}

/// Reads a list one item a page by its links. Returns the number of items.
async fn read_by_links(client: &Client, list: &str) -> usize {
    let (mut path, mut count) = (format!("{list}?limit=1"), 0);
    loop {
        let answer = client.get(&path).await;
        let link = answer.header("link").map(str::to_owned);
        let page = answer.expect(200);
        count += page["items"].as_array().unwrap().len();
        let Some(link) = link else {
            assert_eq!(page["next"], Value::Null, "{path}");
            return count;
        };
        next_link(&link).clone_into(&mut path);
        let after = page["next"].as_str().unwrap();
        assert_eq!(path, format!("{list}?limit=1&after={after}"));
    }
}

/// Reads all events so far by their links. Returns the number of events.
async fn read_events_by_links(client: &Client, stream: &str) -> usize {
    let (mut path, mut count) = (stream.to_owned(), 0);
    loop {
        let answer = client.get(&path).await;
        let head = client.request(Method::HEAD, &path).send().await;
        assert_eq!(head.header("link"), answer.header("link"), "{path}");
        let link = answer.header("link").map(str::to_owned);
        let page = answer.expect(200);
        let items = page["items"].as_array().unwrap();
        count += items.len();
        let Some(link) = link else {
            assert!(items.is_empty() && page["next"].is_string(), "{path}: {page}");
            return count;
        };
        let (_, after) = next_link(&link).rsplit_once("&after=").unwrap();
        assert_eq!(after, page["next"].as_str().unwrap().replace('~', "%7E"), "{path}");
        next_link(&link).clone_into(&mut path);
    }
}

/// The patterns of the paths that have links, by the OpenAPI document.
fn with_links() -> Vec<&'static str> {
    let paths = regicide_server::api::document()["paths"].as_object().unwrap().iter();
    let is_list = |item: &Value| !item["get"]["responses"]["200"]["headers"]["Link"].is_null();
    paths.filter(|(_, item)| is_list(item)).map(|(path, _)| path.as_str()).collect()
}

async fn every_list_is_read_by_its_links(setting: Setting) {
    let client = &setting.instance_with(sending);
    let operator = client.with_token(OPERATOR);
    let (ada, as_ada) = come(client, "Ada").await;
    let (_, as_ben) = come(client, "Ben").await;
    let (challenge, _) = organise(client, json!({})).await;
    organise(client, json!({})).await;
    for player in [&as_ada, &as_ben] {
        let game = begin(player, &challenge).await;
        player.concede(&game).await.expect(201);
    }
    for _ in 0..2 {
        let game = as_ada.create(&json!({"players": 1})).await;
        as_ada.concede(id(&game)).await.expect(201);
    }
    let shared = as_ada.create(&json!({"players": 2, "open_seats": 1})).await;
    as_ben.post(&format!("/v1/games/{}/seats", id(&shared)), &json!({})).await.expect(201);
    let created = client.create(&json!({"players": 1})).await;
    let game = id(&created);
    let solo = player(client, &created, 0);
    let legal = solo.view(game).await["legal_moves"][0]["text"].clone();
    for text in [legal, json!("concede")] {
        solo.make(game, text).await.expect(201);
    }
    let (talk, seats) = table(client).await;
    seats[0].make(&talk, "play X1").await.expect(201);
    for seat in &seats[1..] {
        let signal = json!({"signal": "not_next"});
        seat.post(&format!("/v1/games/{talk}/signals"), &signal).await.expect(201);
    }
    let hook = json!({"url": "https://localhost/hook", "events": ["turn"]});
    let hook = as_ada.post("/v1/webhooks", &hook).await.expect(201);
    let hook = format!("/v1/webhooks/{}", hook["webhook"]["id"].as_str().unwrap());
    for _ in 0..2 {
        as_ada.request(Method::POST, &format!("{hook}/test")).send().await.expect(200);
    }
    let (invited, _) = organise(client, json!({"admission": "invited"})).await;
    let codes = format!("/v1/challenges/{invited}/invitations");
    operator.post(&codes, &json!({"count": 2})).await.expect(201);
    for name in ["one", "two"] {
        let (player, _) = come(client, name).await;
        let act = json!({"type": "hide_name", "player_id": player["id"]});
        operator.post("/v1/admin/actions", &act).await.expect(201);
    }
    let tested = [
        (client, "/v1/games".to_owned(), 4),
        (client, "/v1/challenges".to_owned(), 2),
        (&operator, format!("/v1/challenges/{challenge}/leaderboard"), 2),
        (&operator, codes, 2),
        (&as_ada, format!("{}/games", path(&ada)), 3),
        (&as_ada, format!("{}/co-players", path(&ada)), 1),
        (client, format!("/v1/games/{game}/moves"), 2),
        (client, format!("/v1/games/{game}/replay"), 2),
        (client, format!("/v1/games/{talk}/signals"), 2),
        (&as_ada, format!("{hook}/deliveries"), 2),
        (&operator, "/v1/admin/actions".to_owned(), 2),
    ];
    for (reader, list, items) in &tested {
        assert!(read_by_links(reader, list).await >= *items, "{list}");
    }
    let lists = || with_links().into_iter().filter(|path| !path.ends_with("/events"));
    assert_eq!(lists().count(), tested.len(), "{:?}", lists().collect::<Vec<_>>());
    let filtered = client.get("/v1/games?status=finished,running&limit=1").await;
    let link = next_link(filtered.header("link").unwrap()).to_owned();
    assert!(link.starts_with("/v1/games?status=finished%2Crunning&limit=1&after="), "{link}");
    client.get(&link).await.expect(200);
    // A page that is read by its copy has its link, too.
    let tag = filtered.header("etag").unwrap().to_owned();
    let unchanged = client.request(Method::GET, "/v1/games?status=finished,running&limit=1");
    let unchanged = unchanged.header("if-none-match", &tag).send().await;
    assert_eq!((unchanged.status.as_u16(), unchanged.header("link")), (304, filtered.header("link")));
}

async fn pages_of_events_are_read_by_their_links(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    let (challenge, operator) = organise(client, json!({})).await;
    let created = client.create(&json!({"players": 1})).await;
    let game = id(&created);
    player(client, &created, 0).concede(game).await.expect(201);
    as_ada.create(&json!({"players": 1, "visibility": "private"})).await;
    let tested = [
        (client, format!("/v1/games/{game}/events?wait=0"), 1),
        (&as_ada, format!("{}/events?wait=0", path(&ada)), 1),
        (&operator, format!("/v1/challenges/{challenge}/events?wait=0"), 1),
        (client, format!("/v1/events?game_id={game}&wait=0"), 2),
        (client, "/v1/events?wait=0".to_owned(), 1),
    ];
    for (reader, stream, events) in &tested {
        assert!(read_events_by_links(reader, stream).await >= *events, "{stream}");
    }
    let streams = with_links().into_iter().filter(|path| path.ends_with("/events")).count();
    assert_eq!(streams, tested.len() - 1, "one path has two streams");
}
