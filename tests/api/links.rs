//! Links for people lead to pages that show the linked resource.

use std::time::Duration;

use actix_web::rt::time::timeout;
use awc::http::Method;
use futures_util::future::join;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;

use crate::challenges::organise;
use crate::client::Client;
use crate::day::{begin, play, today};
use crate::games::id;
use crate::players::come;
use crate::received::read;
use crate::server::{OPERATOR, Setting};
use crate::webhooks::sending;

crate::on_both_databases!(every_link_for_people_leads_to_a_page_that_shows_it, pages_can_have_another_origin);

/// The public URL of the tested service.
const HERE: &str = "https://regicide.example";

/// A link for people, with where it was found and words of the page's title.
struct Link {
    found_in: String,
    url: String,
    title: String,
}

/// The one link of a text.
fn link_of(text: &str, base: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter == '"');
    let links: Vec<&str> = words.filter(|word| word.starts_with(base)).collect();
    assert_eq!(links.len(), 1, "{text}");
    links[0].to_owned()
}

/// The text to share of a player's ended attempt.
async fn share(player: &Client, challenge: &str) -> String {
    let own = player.get(&format!("/v1/challenges/{challenge}")).await.expect(200);
    own["own_attempts"][0]["share"].as_str().unwrap().to_owned()
}

/// Messages to a player's webhooks in both forms: about a game, and a test.
async fn messages(client: &Client, listener: &TcpListener) -> Vec<String> {
    let ((_, ada), (_, ben)) = (come(client, "Ada").await, come(client, "Ben").await);
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let mut tests = Vec::new();
    for form in ["standard", "discord"] {
        let body = json!({"url": format!("{url}{form}"), "events": ["turn"], "form": form});
        let made = ada.post("/v1/webhooks", &body).await.expect(201);
        tests.push(format!("/v1/webhooks/{}/test", made["webhook"]["id"].as_str().unwrap()));
    }
    let game = ben.create(&json!({"players": 2, "open_seats": 2, "seed": "banana"})).await;
    for player in [&ada, &ben] {
        player.post(&format!("/v1/games/{}/seats", id(&game)), &json!({})).await.expect(201);
    }
    let mut bodies = Vec::new();
    for _ in 0..2 {
        bodies.push(received(listener).await);
    }
    for test in &tests {
        let (sent, body) = join(ada.post(test, &json!({})), received(listener)).await;
        sent.expect(200);
        bodies.push(body);
    }
    bodies
}

/// The body of the next message.
async fn received(listener: &TcpListener) -> String {
    let receive = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        let body = read(&mut stream).await.body;
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await.unwrap();
        body
    };
    timeout(Duration::from_mins(1), receive).await.expect("nothing was received")
}

/// The message that a day has begun.
async fn of_next_day(setting: &Setting, client: &Client, listener: &TcpListener) -> String {
    let body = json!({"url": format!("http://{}/", listener.local_addr().unwrap()), "events": ["daily"]});
    client.with_token(OPERATOR).post("/v1/webhooks", &body).await.expect(201);
    setting.clock.set("2026-11-21T12:10:00Z");
    received(listener).await
}

/// All links of a service that has its pages at `base`.
async fn all(setting: &Setting, client: &Client, base: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let mut found = |found_in: &str, text: &str, title: &str| {
        let (found_in, title) = (found_in.to_owned(), title.to_owned());
        links.push(Link { found_in, url: link_of(text, base), title });
    };
    let ((_, ada), (_, ben)) = (come(client, "Ada").await, come(client, "Ben").await);
    let (solo, pair) = (today(client, 1).await, today(client, 2).await);
    let game = begin(&ada, &solo).await;
    ada.concede(&game).await.expect(201);
    found("the share of a day", &share(&ada, &solo).await, "2026-11-20");
    let team = begin(&ada, &pair).await;
    ben.post(&format!("/v1/games/{team}/seats"), &json!({})).await.expect(201);
    play(&[&ada, &ben], &team, 1000).await;
    let text = share(&ben, &pair).await;
    assert!(text.ends_with("/daily/2026-11-20?players=2"), "{text}");
    found("the share of a team's day", &text, "2026-11-20");
    let (organised, _) = organise(client, json!({})).await;
    let attempt = begin(&ada, &organised).await;
    ada.concede(&attempt).await.expect(201);
    found("the share of a challenge", &share(&ada, &organised).await, "Club night");

    let over = ada.create(&json!({"players": 1})).await;
    ada.concede(id(&over)).await.expect(201);
    let record = client.get(&format!("/v1/games/{}/record", id(&over))).await.expect(200);
    found("a record", record["url"].as_str().unwrap(), "Ada");
    let export = client.get("/v1/records").await.text;
    let line: Value = serde_json::from_str(export.lines().next().unwrap()).unwrap();
    found("the export", line["url"].as_str().unwrap(), "Ada");

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    for body in &messages(client, &listener).await {
        let title = if body.contains("/games/") { "Ada" } else { "Regicide" };
        found("a webhook", body, title);
    }
    found("a webhook", &of_next_day(setting, client, &listener).await, "2026-11-21");
    links
}

async fn every_link_for_people_leads_to_a_page_that_shows_it(setting: Setting) {
    let client = setting.instance_with(sending);
    for Link { found_in, url, title } in all(&setting, &client, HERE).await {
        let path = url.strip_prefix(HERE).unwrap();
        let page = client.request(Method::GET, path).header("accept", "text/html").send().await;
        assert_eq!(page.status.as_u16(), 200, "{found_in}: {url}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{found_in}: {url}");
        let tag = |name: &str| {
            let start = format!("<meta property=\"og:{name}\" content=\"");
            let (_, rest) = page.text.split_once(&start).unwrap_or_else(|| panic!("{name} of {url}"));
            rest.split('"').next().unwrap().to_owned()
        };
        assert!(tag("title").contains(&title), "{found_in}: {url} is of {}", tag("title"));
        assert_eq!(tag("url"), url, "{found_in}");
    }
}

async fn pages_can_have_another_origin(setting: Setting) {
    let elsewhere = "https://play.example/regicide";
    let client = setting.instance_with(|config| {
        sending(config);
        config.settings.pages_url = Some(elsewhere.to_owned());
    });
    for Link { found_in, url, .. } in all(&setting, &client, elsewhere).await {
        assert!(url.starts_with(&format!("{elsewhere}/")), "{found_in}: {url}");
    }
    // Documents for programs, and pictures, are at the service's own address.
    let page = client.request(Method::GET, "/daily/2026-11-20?players=3").send().await.text;
    for tag in [
        format!("og:url\" content=\"{elsewhere}/daily/2026-11-20?players=3\""),
        format!("og:image\" content=\"{HERE}/picture.png\""),
    ] {
        assert!(page.contains(&tag), "{page}");
    }
}
