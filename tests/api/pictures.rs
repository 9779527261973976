//! The table as a picture: its content for each viewer, and its appearance.

use std::collections::BTreeMap;

use awc::http::Method;
use futures_util::TryStreamExt;
use resvg::tiny_skia::Pixmap;
use serde_json::json;

use crate::client::Client;
use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    a_picture_opens_the_hand_of_its_viewer_alone,
    hidden_cards_do_not_change_a_picture,
    a_picture_of_a_game_that_is_over_opens_all_hands,
    a_picture_shows_earlier_moments_and_both_games,
    a_picture_has_the_requested_scheme,
    an_unchanged_picture_is_not_sent_again,
);

async fn drawn(client: &Client, path: &str) -> Pixmap {
    let answer = client.request(Method::GET, path).open().await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers.get("content-type").unwrap(), "image/png");
    let parts: Vec<_> = answer.body.try_collect().await.unwrap();
    let bytes = parts.concat();
    assert!(bytes.len() < 100_000, "{} bytes", bytes.len());
    let picture = Pixmap::decode_png(&bytes).unwrap();
    assert_eq!((picture.width(), picture.height()), (1200, 630));
    picture
}

/// The smallest rectangle with all pixels that differ: left, top, right, bottom.
fn difference(one: &Pixmap, other: &Pixmap) -> Option<[u32; 4]> {
    let places = (0..630).flat_map(|y| (0..1200).map(move |x| (x, y)));
    let differing = places.filter(|&(x, y)| one.pixel(x, y) != other.pixel(x, y));
    differing.fold(None, |found, (x, y)| {
        let [left, top, right, bottom] = found.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    })
}

async fn a_picture_opens_the_hand_of_its_viewer_alone(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "seed": "banana", "names": ["Ada", "<b>&"]})).await;
    let path = format!("/v1/games/{}/table.png", id(&created));
    let closed = drawn(&client, &path).await;
    for (seat, half) in [(0, 0..600), (1, 600..1200)] {
        let open = drawn(&player(&client, &created, seat), &path).await;
        let [left, top, right, _] = difference(&closed, &open).unwrap();
        assert!(top > 440 && half.contains(&left) && half.contains(&right), "{left} to {right}");
    }
}

/// Of games with the same enemy and other hands, only the holders of seats see a difference.
async fn hidden_cards_do_not_change_a_picture(Setting { client, .. }: Setting) {
    let mut by_enemy = BTreeMap::new();
    // There are four first enemies.
    let (one, other) = 'found: {
        for number in 0..5 {
            let created = client.create(&json!({"players": 2, "seed": format!("hidden-{number}")})).await;
            let enemy = created["game"]["table"]["enemy"]["card"].to_string();
            if let Some(earlier) = by_enemy.insert(enemy, created.clone()) {
                break 'found (earlier, created);
            }
        }
        panic!("the first of five enemies is one of four");
    };
    let paths = [&one, &other].map(|created| format!("/v1/games/{}/table.png", id(created)));
    let seen = [drawn(&client, &paths[0]).await, drawn(&client, &paths[1]).await];
    assert_eq!(difference(&seen[0], &seen[1]), None);
    let own = drawn(&player(&client, &one, 0), &paths[0]).await;
    let other = drawn(&player(&client, &other, 0), &paths[1]).await;
    assert!(difference(&own, &other).is_some(), "open hands differ");
}

async fn a_picture_of_a_game_that_is_over_opens_all_hands(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let path = format!("/v1/games/{}/table.png", id(&created));
    let own = drawn(&player(&client, &created, 0), &path).await;
    player(&client, &created, 0).concede(id(&created)).await.expect(201);
    let then = drawn(&client, &format!("{path}?seq=0")).await;
    assert_eq!(difference(&own, &then), None);
    assert!(difference(&own, &drawn(&client, &path).await).is_some(), "it is lost");
}

async fn a_picture_shows_earlier_moments_and_both_games(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let path = format!("/v1/games/{}/table.png", id(&created));
    let before = drawn(&client, &path).await;
    player(&client, &created, 0).make(id(&created), "play 5C 5D").await.expect(201);
    let after = drawn(&client, &path).await;
    assert!(difference(&before, &after).is_some());
    assert_eq!(difference(&drawn(&client, &format!("{path}?seq=0")).await, &before), None);
    client.get(&format!("{path}?seq=2")).await.problem(404, "no_such_move");
    let tricks = json!({"kind": "regicide-tricks", "players": 4, "open_seats": 1, "seed": "banana"});
    let tricks = client.create(&tricks).await;
    let path = format!("/v1/games/{}/table.png", id(&tricks));
    let waiting = drawn(&client, &path).await;
    client.post(&format!("/v1/games/{}/seats", id(&tricks)), &json!({})).await.expect(201);
    let closed = drawn(&client, &path).await;
    assert!(difference(&waiting, &closed).is_some());
    let [left, top, right, _] =
        difference(&closed, &drawn(&player(&client, &tricks, 2), &path).await).unwrap();
    assert!(top > 440 && left > 600 && right < 900, "the third of four seats: {left} to {right}");
}

async fn a_picture_has_the_requested_scheme(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1})).await;
    let path = format!("/v1/games/{}/table.png", id(&created));
    for (query, paper) in [("", [0xf6, 0xf2, 0xe9]), ("?scheme=dark", [0x15, 0x17, 0x1d])] {
        let ground = drawn(&client, &format!("{path}{query}")).await.pixel(0, 0).unwrap();
        assert_eq!([ground.red(), ground.green(), ground.blue()], paper);
    }
    for query in ["scheme=blue", "width=320"] {
        client.get(&format!("{path}?{query}")).await.problem(400, "malformed_query");
    }
    let image = client.request(Method::GET, &path).header("accept", "image/png").send().await;
    assert_eq!(image.status, 200);
}

async fn an_unchanged_picture_is_not_sent_again(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let path = format!("/v1/games/{}/table.png", id(&created));
    let tag = client.get(&path).await.header("etag").unwrap().to_owned();
    let again = || client.request(Method::GET, &path).header("if-none-match", &tag);
    assert_eq!(again().send().await.status, 304);
    player(&client, &created, 0).make(id(&created), "play 5C 5D").await.expect(201);
    assert_eq!(again().send().await.status, 200);
}
