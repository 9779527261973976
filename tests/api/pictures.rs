//! The table as a picture: its content for each viewer, and its appearance.

use awc::http::Method;
use serde_json::json;

use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    a_picture_opens_the_hand_of_its_viewer_alone,
    a_picture_of_a_game_that_is_over_opens_all_hands,
    a_picture_shows_earlier_moments_and_both_games,
    a_picture_has_the_requested_size_scheme_and_language,
    an_unchanged_picture_is_not_sent_again,
);

async fn drawn(client: &Client, path: &str) -> Answer {
    let answer = client.get(path).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("content-type"), Some("image/svg+xml"));
    answer
}

/// How many cards lie open: each has an index in these letters, and so has the
/// line at the top.
fn open_cards(picture: &str) -> usize {
    picture.matches("font-family=\"ui-serif").count() - 1
}

async fn a_picture_opens_the_hand_of_its_viewer_alone(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "seed": "banana", "names": ["Ada", "<b>&"]})).await;
    let path = format!("/v1/games/{}/table.svg", id(&created));
    let closed = drawn(&client, &path).await.text;
    assert_eq!(open_cards(&closed), 1, "the enemy");
    assert!(
        closed.contains("Ada") && closed.contains("&lt;b&gt;&amp;") && !closed.contains("<b>"),
        "{closed}"
    );
    for seat in [0, 1] {
        assert_eq!(open_cards(&drawn(&player(&client, &created, seat), &path).await.text), 1 + 7);
    }
}

async fn a_picture_of_a_game_that_is_over_opens_all_hands(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let path = format!("/v1/games/{}/table.svg", id(&created));
    player(&client, &created, 0).concede(id(&created)).await.expect(201);
    let picture = drawn(&client, &path).await.text;
    assert_eq!(open_cards(&picture), 1 + 8);
    assert!(picture.contains("The castle holds"), "{picture}");
}

async fn a_picture_shows_earlier_moments_and_both_games(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let path = format!("/v1/games/{}/table.svg", id(&created));
    let before = drawn(&client, &path).await.text;
    player(&client, &created, 0).make(id(&created), "play 5C 5D").await.expect(201);
    let after = drawn(&client, &path).await.text;
    assert_ne!(before, after);
    assert_eq!(drawn(&client, &format!("{path}?seq=0")).await.text, before);
    client.get(&format!("{path}?seq=2")).await.problem(404, "no_such_move");
    let tricks = json!({"kind": "regicide-tricks", "players": 4, "open_seats": 1, "seed": "banana"});
    let tricks = client.create(&tricks).await;
    let path = format!("/v1/games/{}/table.svg", id(&tricks));
    assert!(drawn(&client, &path).await.text.contains("Open seat"));
    client.post(&format!("/v1/games/{}/seats", id(&tricks)), &json!({})).await.expect(201);
    let picture = drawn(&player(&client, &tricks, 2), &path).await.text;
    assert!((9..=10).contains(&open_cards(&picture)), "nine cards, jokers have no index, and one turned up");
    assert!(picture.contains("Trump is open"), "{picture}");
}

async fn a_picture_has_the_requested_size_scheme_and_language(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1})).await;
    let path = format!("/v1/games/{}/table.svg", id(&created));
    let picture = drawn(&client, &format!("{path}?width=320&scheme=dark&language=es")).await;
    assert_eq!(picture.header("content-language"), Some("es"));
    assert!(picture.text.contains("width=\"320\" height=\"180\""), "{}", picture.text);
    assert!(picture.text.contains("fill=\"#15171d\"") && picture.text.contains("Mazo de la posada"));
    let preferred = client.request(Method::GET, &path).header("accept-language", "es").send().await;
    assert!(preferred.text.contains("Mazo de la posada") && preferred.text.contains("fill=\"#f6f2e9\""));
    client.get(&format!("{path}?width=100")).await.problem(400, "invalid_value");
    client.get(&format!("{path}?scheme=blue")).await.problem(400, "malformed_query");
    let image = client.request(Method::GET, &path).header("accept", "image/svg+xml").send().await;
    assert_eq!(image.status, 200);
}

async fn an_unchanged_picture_is_not_sent_again(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let path = format!("/v1/games/{}/table.svg", id(&created));
    let tag = drawn(&client, &path).await.header("etag").unwrap().to_owned();
    let again = || client.request(Method::GET, &path).header("if-none-match", &tag);
    assert_eq!(again().send().await.status, 304);
    player(&client, &created, 0).make(id(&created), "play 5C 5D").await.expect(201);
    assert_eq!(again().send().await.status, 200);
}
