//! The feed shows days and results once they are public, and nothing else.

use awc::http::Method;
use serde_json::json;

use crate::challenges::organise;
use crate::client::Client;
use crate::day::{begin, today};
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    the_feed_shows_what_has_become_public,
    the_feed_is_revalidated_and_translated,
    links_of_the_feed_need_a_url,
);

async fn feed(client: &Client) -> String {
    let answer = client.get("/v1/feed").await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    assert_eq!(answer.header("content-type"), Some("application/atom+xml"));
    answer.text
}

/// The titles of the entries.
async fn titles(client: &Client) -> Vec<String> {
    let feed = feed(client).await;
    let title = |entry: &str| {
        let rest = entry.split("<title>Regicide: ").nth(1).unwrap();
        rest.split("</title>").next().unwrap().to_owned()
    };
    feed.split("<entry>").skip(1).map(title).collect()
}

const FIRST: &str = "the challenge of 2026-11-20";
const SECOND: &str = "the challenge of 2026-11-21";
const OF_FIRST: &str = "results of 2026-11-20";
const CUP: &str = "results of Tom &amp; &lt;Cup&gt;";

async fn the_feed_shows_what_has_become_public(setting: Setting) {
    // Without coming days, which are published in the background.
    let client = &setting.instance_with(|config| config.settings.daily_ahead = 0);
    let at = async |time: &str| {
        setting.clock.set(time);
        titles(client).await
    };
    let (_, ada) = come(client, "Ada").await;
    let (cup, operator) = organise(client, json!({"name": "Tom & <Cup>"})).await;
    let (unlisted, _) = organise(client, json!({"name": "Unlisted", "visibility": "unlisted"})).await;
    let (hidden, _) = organise(client, json!({"name": "Hidden"})).await;
    let hide = json!({"type": "hide_challenge", "challenge_id": hidden});
    operator.post("/v1/admin/actions", &hide).await.expect(201);
    for challenge in [&cup, &unlisted, &today(client, 1).await] {
        let game = begin(&ada, challenge).await;
        ada.concede(&game).await.expect(201);
    }
    assert_eq!(titles(client).await, [FIRST]);
    assert_eq!(at("2026-11-20T23:59:59Z").await, [FIRST]);
    assert_eq!(at("2026-11-21T00:00:00Z").await, [SECOND, FIRST]);
    assert_eq!(at("2026-11-21T01:59:59Z").await, [SECOND, FIRST]);
    assert_eq!(at("2026-11-21T02:00:00Z").await, [OF_FIRST, SECOND, FIRST]);
    assert_eq!(at("2026-11-21T11:59:59Z").await, [OF_FIRST, SECOND, FIRST]);
    assert_eq!(at("2026-11-21T12:00:00Z").await, [CUP, OF_FIRST, SECOND, FIRST]);
    let text = feed(client).await;
    assert!(text.contains(&cup) && !text.contains(&unlisted) && !text.contains("Ada"), "{text}");
    // Days without a request have no challenges.
    let last = ["the challenge of 2026-12-20", "results of 2026-11-21", CUP, OF_FIRST, SECOND];
    assert_eq!(at("2026-12-20T00:00:00Z").await, [last[0], last[1], last[2], last[4]]);
    let hide = json!({"type": "hide_challenge", "challenge_id": cup});
    operator.post("/v1/admin/actions", &hide).await.expect(201);
    assert_eq!(titles(client).await, [last[0], last[1], last[4]]);
    assert_eq!(at("2026-12-21T00:00:00Z").await, ["the challenge of 2026-12-21", last[0]]);
}

async fn the_feed_is_revalidated_and_translated(setting: Setting) {
    let client = &setting.client;
    let english = client.get("/v1/feed").await;
    let begins = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
        <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">\n\
        <id>https://regicide.example/v1/feed</id>\n<title>Regicide: days and results</title>\n\
        <updated>2026-11-20T00:00:00Z</updated>\n<author><name>Regicide Server</name></author>\n\
        <link rel=\"self\" href=\"https://regicide.example/v1/feed\"/>\n\
        <entry>\n<id>urn:uuid:";
    let (id, rest) = english.text.strip_prefix(begins).unwrap().split_once("</id>\n").unwrap();
    let ends = "<title>Regicide: the challenge of 2026-11-20</title>\n\
        <updated>2026-11-20T00:00:00Z</updated>\n\
        <content>The same cards for everybody: one attempt for the board.</content>\n\
        <link rel=\"alternate\" href=\"https://regicide.example/daily/2026-11-20\"/>\n</entry>\n</feed>\n";
    assert_eq!(rest, ends);
    let read = |name, value| client.request(Method::GET, "/v1/feed").header(name, value).send();
    assert_eq!(read("if-none-match", english.header("etag").unwrap()).await.status.as_u16(), 304);
    let spanish = read("accept-language", "es").await;
    assert_eq!(spanish.header("content-language"), Some("es"));
    assert!(spanish.text.contains(" xml:lang=\"es\"") && spanish.text.contains(id), "{}", spanish.text);
    assert!(spanish.text.contains("<title>Regicide: el reto del 2026-11-20</title>"), "{}", spanish.text);
    assert_ne!(spanish.header("etag"), english.header("etag"));
    assert_eq!(read("accept", "application/atom+xml").await.status.as_u16(), 200);
    read("accept", "text/html").await.problem(406, "not_acceptable");
    // An entry stays as it is, and another instance has it, too.
    setting.clock.set("2026-11-21T00:00:00Z");
    let later = setting.another_instance().await.get("/v1/feed").await;
    assert!(later.text.ends_with(&format!("<entry>\n<id>urn:uuid:{id}</id>\n{rest}")), "{}", later.text);
    assert_eq!(read("if-none-match", english.header("etag").unwrap()).await.text, later.text);
    let page = client.request(Method::GET, "/daily").header("accept", "text/html").send().await;
    let link = "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Regicide\" href=\"/v1/feed\">";
    assert!(page.text.contains(link), "{}", page.text);
}

async fn links_of_the_feed_need_a_url(setting: Setting) {
    let local = setting.instance_with(|config| config.settings.public_url = None);
    assert!(!feed(&local).await.contains("<link"));
    let elsewhere = setting.instance_with(|config| {
        config.settings.pages_url = Some("https://play.example/regicide".to_owned());
    });
    let text = feed(&elsewhere).await;
    assert!(text.contains("href=\"https://play.example/regicide/daily/2026-11-20\""), "{text}");
    assert!(text.contains("href=\"https://regicide.example/v1/feed\""), "{text}");
}
