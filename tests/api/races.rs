//! Many at once.

use awc::http::Method;
use futures_util::future::join_all;
use serde_json::json;

use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    concurrent_moves_for_one_place_store_one,
    concurrent_requests_for_a_seat_give_it_once,
    requests_with_one_key_make_one_game,
    requests_with_one_key_make_one_move,
);

async fn concurrent_moves_for_one_place_store_one(setting: Setting) {
    let clients =
        [setting.client.clone(), setting.another_instance().await, setting.another_instance().await];
    let created = setting.client.create(&json!({"players": 1, "seed": "banana"})).await;
    let path = format!("/v1/games/{}/moves", id(&created));
    for seq in 0..4 {
        let legal = player(&setting.client, &created, 0).view(id(&created)).await;
        let moves: Vec<_> = legal["legal_moves"].as_array().unwrap().iter().take(6).cloned().collect();
        let tries = moves.iter().enumerate().map(async |(i, legal)| {
            let client = player(&clients[i % 3], &created, 0);
            client.post(&path, &json!({"text": legal["text"], "expected_seq": seq})).await.status.as_u16()
        });
        let statuses = join_all(tries).await;
        let count = |status| statuses.iter().filter(|&&got| got == status).count();
        assert_eq!((count(201), count(409)), (1, moves.len() - 1), "{statuses:?}");
    }
    let audit = setting.client.get(&format!("/v1/games/{}/audit", id(&created))).await.expect(200);
    assert_eq!((&audit["holds"], &audit["moves_valid"]), (&json!(true), &json!(4)));
}

async fn concurrent_requests_for_a_seat_give_it_once(setting: Setting) {
    let other = setting.another_instance().await;
    let created = setting.client.create(&json!({"players": 2, "open_seats": 1})).await;
    let path = format!("/v1/games/{}/seats", id(&created));
    let body = json!({"name": "Ben"});
    let tries = (0..8).map(async |i| {
        let client = if i % 2 == 0 { &setting.client } else { &other };
        client.post(&path, &body).await.status.as_u16()
    });
    let statuses = join_all(tries).await;
    assert_eq!(statuses.iter().filter(|&&status| status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|&&status| status == 409).count(), 7, "{statuses:?}");
}

async fn requests_with_one_key_make_one_game(setting: Setting) {
    let other = setting.another_instance().await;
    let key = "6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11";
    let body = json!({"players": 2});
    let tries = (0..6).map(async |i| {
        let client = if i % 2 == 0 { &setting.client } else { &other };
        client.request(Method::POST, "/v1/games").header("idempotency-key", key).json(&body).await
    });
    let answers = join_all(tries).await;
    let made: Vec<_> = answers.iter().filter(|answer| answer.status.as_u16() == 201).collect();
    assert!(!made.is_empty());
    assert!(made.iter().all(|answer| answer.text == made[0].text));
    assert!(answers.iter().all(|answer| [201, 409].contains(&answer.status.as_u16())));
    let list = setting.client.get("/v1/games").await.expect(200);
    assert_eq!(list["items"].as_array().unwrap().len(), 1);
}

async fn requests_with_one_key_make_one_move(setting: Setting) {
    let clients = [setting.client.clone(), setting.another_instance().await];
    let created = setting.client.create(&json!({"players": 2, "seed": "banana"})).await;
    let path = format!("/v1/games/{}/moves", id(&created));
    let tries = (0..8).map(async |i| {
        let request = player(&clients[i % 2], &created, 0).request(Method::POST, &path);
        let answer = request.header("idempotency-key", "once").json(&json!({"text": "yield"})).await;
        answer.expect(201)["chain"].clone()
    });
    let hashes = join_all(tries).await;
    assert!(hashes.iter().all(|h| *h == hashes[0]), "{hashes:?}");
    assert_eq!(setting.client.view(id(&created)).await["seq"], 1);
}
