//! Web Push: a push service of the tests' own, and a browser that reads its messages.

use aes_gcm::aead::{Aead as _, KeyInit as _};
use aes_gcm::{Aes128Gcm, Key, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use hkdf::Hkdf;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToSec1Point as _;
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;

use super::receiver::{Receiver, Reply};
use super::{HOOKS, Hook, concede, instance, overdue, sending, table_of};
use crate::admin::act;
use crate::client::Client;
use crate::games::id;
use crate::players::{come, path};
use crate::received::Received;
use crate::server::Setting;

crate::on_both_databases!(
    a_browser_reads_its_message_and_nothing_else_does,
    a_browser_that_has_unsubscribed_is_deleted,
    a_lost_seat_is_a_notification_of_its_own,
    a_push_service_that_requests_a_pause_gets_it,
    a_message_that_is_too_large_is_given_up,
    a_message_to_a_browser_is_of_one_page,
    instances_share_the_key_and_send_once,
    a_browser_stays_with_a_new_token_and_goes_with_its_player,
    hidden_names_are_in_no_notification,
    a_day_is_sent_to_a_browser_once,
    unsuitable_subscriptions_are_refused,
);

/// A browser with a subscription at a push service.
struct Browser {
    key: SecretKey,
    hook: Hook,
}

const AUTH: [u8; 16] = [3; 16];

fn keys_of(key: &SecretKey) -> Value {
    let point = key.public_key().to_sec1_point(false);
    json!({"p256dh": URL_SAFE_NO_PAD.encode(point), "auth": URL_SAFE_NO_PAD.encode(AUTH)})
}

fn derived<const N: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> [u8; N] {
    let mut output = [0; N];
    Hkdf::<Sha256>::new(Some(salt), input).expand(info, &mut output).unwrap();
    output
}

impl Browser {
    async fn new(player: &Client, service: &Receiver, events: &[&str]) -> Self {
        Self::with(player, service, events, "en").await
    }

    async fn with(player: &Client, service: &Receiver, events: &[&str], language: &str) -> Self {
        let key = SecretKey::from_slice(&[7; 32]).unwrap();
        let body = json!({
            "url": service.url(), "form": "web_push", "push_keys": keys_of(&key), "events": events, "language": language,
        });
        let made = player.post(HOOKS, &body).await.expect(201);
        assert_eq!(made.as_object().unwrap().keys().collect::<Vec<_>>(), ["webhook"], "there is no secret");
        let path = format!("{HOOKS}/{}", made["webhook"]["id"].as_str().unwrap());
        Self { key, hook: Hook { path, secret: Vec::new(), player: player.clone() } }
    }

    /// Decrypts a message (RFC 8291).
    fn read(&self, received: &Received) -> Value {
        assert_eq!(received.headers["content-encoding"], "aes128gcm");
        let (head, rest) = received.bytes.split_at(21);
        let (salt, [.., key_length]) = head.split_at(16) else { panic!("no salt") };
        let (sender, sealed) = rest.split_at((*key_length).into());
        let shared = self.key.diffie_hellman(&PublicKey::from_sec1_bytes(sender).unwrap());
        let own = self.key.public_key().to_sec1_point(false);
        let info = [b"WebPush: info\0", own.as_bytes(), sender].concat();
        let input: [u8; 32] = derived(&AUTH, shared.raw_secret_bytes(), &info);
        let key: [u8; 16] = derived(salt, &input, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = derived(salt, &input, b"Content-Encoding: nonce\0");
        let cipher = Aes128Gcm::new(&Key::<Aes128Gcm>::from(key));
        let plain = cipher.decrypt(&Nonce::from(nonce), sealed).unwrap();
        serde_json::from_slice(plain.strip_suffix(&[2]).unwrap()).unwrap()
    }
}

/// The claims of a message's token, whose signature is checked, and its key (RFC 8292).
fn claims(received: &Received) -> (Value, String) {
    let header = received.headers["authorization"].strip_prefix("vapid t=").unwrap();
    let (token, key) = header.split_once(", k=").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let verifying = VerifyingKey::from_sec1_bytes(&decode(key)).unwrap();
    verifying.verify(signed.as_bytes(), &Signature::from_slice(&decode(signature)).unwrap()).unwrap();
    let (head, claims) = signed.split_once('.').unwrap();
    let head: Value = serde_json::from_slice(&decode(head)).unwrap();
    assert_eq!(head, json!({"typ": "JWT", "alg": "ES256"}));
    (serde_json::from_slice(&decode(claims)).unwrap(), key.to_owned())
}

async fn a_browser_reads_its_message_and_nothing_else_does(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut service = Receiver::start().await;
    let browser = Browser::with(&ada, &service, &["turn", "game_over"], "es").await;
    let game = table_of([&ada, &ben]).await;
    let sent = service.next().await;
    let path = format!("/games/{game}");
    let expected = json!({"title": "Le toca", "body": "Regicide (Ada y Ben): es su turno.", "path": path});
    assert_eq!(browser.read(&sent), expected);
    let header = |name: &str| sent.headers[name].as_str();
    assert_eq!((sent.method.as_str(), sent.path.as_str()), ("POST", "/hook?key=1"));
    assert_eq!((header("ttl"), header("urgency")), ("86400", "high"));
    let (claims, key) = claims(&sent);
    let now = setting.store.clock.now().await.unwrap();
    let (day, until) = (TimeDelta::days(1).num_seconds(), claims["exp"].as_i64().unwrap() - now.timestamp());
    assert!((1..=day).contains(&until), "{until}");
    let origin = service.url();
    assert_eq!(claims["aud"], origin.strip_suffix("/hook?key=1").unwrap());
    assert_eq!(claims["sub"], "https://regicide.example");
    let list = ada.get(HOOKS).await.expect(200);
    assert_eq!(list["web_push_key"], key);
    assert!(!list.to_string().contains(keys_of(&browser.key)["auth"].as_str().unwrap()));
    let head: String = sent.headers.values().map(String::as_str).collect();
    let text = format!("{head}{}", String::from_utf8_lossy(&sent.bytes));
    for word in [game.as_str(), &game.replace('-', ""), "Ada", "Regicide", "turno"] {
        assert!(!text.contains(word), "{word}");
    }
    browser.hook.until_newest("delivered", 1).await;
    concede([&ada, &ben], &game).await;
    let end = service.next().await;
    assert_eq!(browser.read(&end)["path"], path);
    assert_eq!((&end.headers["topic"], &*end.headers["urgency"]), (&sent.headers["topic"], "normal"));
    assert_eq!(end.headers["topic"].len(), 32);
    browser.hook.until_newest("delivered", 1).await;
}

async fn a_browser_that_has_unsubscribed_is_deleted(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    for status in [404, 410] {
        let replies = [Reply::Status(status), Reply::Status(status)];
        let mut service = Receiver::replying(replies).await;
        let browser = Browser::new(&ada, &service, &["turn"]).await;
        table_of([&ada, &ben]).await;
        browser.read(&service.next().await);
        while ada.get(HOOKS).await.expect(200)["items"] != json!([]) {}
        ada.get(&browser.hook.path).await.problem(404, "no_such_webhook");
        // By a test, too.
        let browser = Browser::new(&ada, &service, &["turn"]).await;
        let tested = ada.post(&format!("{}/test", browser.hook.path), &json!({})).await.expect(200);
        assert_eq!(json!([tested["status"], tested["response_status"]]), json!(["failed", status]));
        ada.get(&browser.hook.path).await.problem(404, "no_such_webhook");
        assert_eq!(setting.rows("webhook_deliveries").await, 0);
    }
}

async fn a_lost_seat_is_a_notification_of_its_own(setting: Setting) {
    let client = instance(&setting);
    let mut service = Receiver::start().await;
    let (game, absent, people) = overdue(&setting, &client, &["Ada", "Ben", "Cy"]).await;
    let browser = Browser::new(&people[absent].1, &service, &["game_over"]).await;
    let bot = format!("/v1/games/{game}/seats/{absent}/bot");
    people[(absent + 1) % 3].1.post(&bot, &json!({"level": "novice"})).await.expect(201);
    let shown = browser.read(&service.next().await);
    let path = format!("/games/{game}");
    assert_eq!((&shown["title"], &shown["path"]), (&json!("You lost your seat"), &json!(path)));
    let body = shown["body"].as_str().unwrap();
    assert!(body.ends_with("you can take it back."), "{body}");
}

async fn a_push_service_that_requests_a_pause_gets_it(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut service = Receiver::replying([Reply::RetryAfter(429, 600)]).await;
    let browser = Browser::new(&ada, &service, &["turn"]).await;
    table_of([&ada, &ben]).await;
    let first = service.next().await;
    browser.hook.until_newest("pending", 1).await;
    let stored = setting.store.webhooks.read(browser.hook.id()).await.unwrap().unwrap();
    assert_eq!(stored.due_at.unwrap() - stored.failing_since.unwrap(), TimeDelta::seconds(600));
    setting.clock.pass(TimeDelta::seconds(601));
    let second = service.next().await;
    assert_eq!(browser.read(&second), browser.read(&first));
    assert_ne!(second.bytes, first.bytes, "each is encrypted with another key");
    browser.hook.until_newest("delivered", 2).await;
}

async fn a_message_that_is_too_large_is_given_up(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut service = Receiver::replying([Reply::Status(413)]).await;
    let browser = Browser::new(&ada, &service, &["turn"]).await;
    table_of([&ada, &ben]).await;
    service.next().await;
    let failed = browser.hook.until_newest("failed", 1).await;
    assert_eq!((&failed["response_status"], &failed["error"]), (&json!(413), &json!("status")));
    assert_eq!(browser.hook.get().await["failing_since"], Value::Null);
    let next = table_of([&ada, &ben]).await;
    assert_eq!(browser.read(&service.next().await)["path"], format!("/games/{next}"));
    browser.hook.until(|all| all.len() == 2 && all[0]["status"] == "delivered").await;
}

async fn a_message_to_a_browser_is_of_one_page(setting: Setting) {
    let silent = super::silent(&setting);
    let ((_, ada), (_, ben)) = (come(&silent, "Ada").await, come(&silent, "Ben").await);
    let mut service = Receiver::start().await;
    let browser = Browser::new(&ada, &service, &["turn", "rematch"]).await;
    let mut paths = Vec::new();
    for _ in 0..2 {
        paths.push(format!("/games/{}", table_of([&ada, &ben]).await));
    }
    let _sending = setting.instance_with(sending);
    let sent = [service.next().await, service.next().await];
    let mut found = sent.each_ref().map(|one| browser.read(one)["path"].as_str().unwrap().to_owned());
    found.sort_unstable();
    paths.sort_unstable();
    assert_eq!(found.as_slice(), paths);
    assert_ne!(sent[0].headers["topic"], sent[1].headers["topic"]);
    browser.hook.until(|all| all.len() == 2 && all.iter().all(|one| one["status"] == "delivered")).await;
}

async fn instances_share_the_key_and_send_once(setting: Setting) {
    let (client, other) = (instance(&setting), instance(&setting));
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let list = async |client: &Client| client.with_token_of(&ada).get(HOOKS).await.expect(200);
    let (one, same) = futures_util::future::join(list(&client), list(&other)).await;
    assert_eq!(one["web_push_key"], same["web_push_key"]);
    assert_eq!(setting.rows("vapid_keys").await, 1);
    let mut service = Receiver::start().await;
    let browser = Browser::new(&ada, &service, &["turn"]).await;
    for number in 1..=3 {
        let game = table_of([&ada, &ben]).await;
        let sent = service.next().await;
        assert_eq!(browser.read(&sent)["path"], format!("/games/{game}"));
        assert_eq!(claims(&sent).1, one["web_push_key"].as_str().unwrap());
        browser.hook.until(|all| all.len() == number && all[0]["status"] == "delivered").await;
    }
    assert!(service.has_nothing());
}

async fn a_browser_stays_with_a_new_token_and_goes_with_its_player(setting: Setting) {
    let client = instance(&setting);
    let ((ada_info, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut service = Receiver::start().await;
    let browser = Browser::new(&ada, &service, &["turn"]).await;
    let game = table_of([&ada, &ben]).await;
    browser.read(&service.next().await);
    browser.hook.until_newest("delivered", 1).await;
    let renewed = ada.post(&format!("{}/token", path(&ada_info)), &json!({})).await.expect(201);
    let ada = client.with_token(renewed["token"].as_str().unwrap());
    super::play_on([&ada, &ben], &game, 1).await;
    super::play_on([&ada, &ben], &game, 0).await;
    assert_eq!(browser.read(&service.next().await)["path"], format!("/games/{game}"));
    ada.delete(&path(&ada_info)).await.expect(200);
    assert_eq!(setting.rows("webhooks").await, 0);
}

async fn hidden_names_are_in_no_notification(setting: Setting) {
    let client = instance(&setting);
    let ((bad_info, bad), (ben_info, ben)) = (come(&client, "Unspeakable").await, come(&client, "Ben").await);
    let mut service = Receiver::start().await;
    let browser = Browser::new(&ben, &service, &["invitation"]).await;
    act(&client, json!({"type": "hide_name", "player_id": bad_info["id"]})).await.expect(201);
    let created = bad.create(&json!({"players": 2, "open_seats": 1, "visibility": "private"})).await;
    let invite = json!({"for_seats": [1], "player_id": ben_info["id"]});
    bad.post(&format!("/v1/games/{}/invitations", id(&created)), &invite).await.expect(201);
    let message = browser.read(&service.next().await);
    assert_eq!(
        (&message["title"], &message["path"]),
        (&json!("Invitation"), &json!(format!("/games/{}", id(&created))))
    );
    assert_eq!(message["body"], "Regicide (Seat 1): a seat is held for you.");
}

async fn a_day_is_sent_to_a_browser_once(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let mut service = Receiver::start().await;
    let browser = Browser::new(&ada, &service, &["daily"]).await;
    setting.clock.pass(TimeDelta::days(1) + TimeDelta::minutes(5));
    let sent = service.next().await;
    let message = browser.read(&sent);
    assert_eq!((&message["title"], &*sent.headers["urgency"]), (&json!("Daily challenge"), "low"));
    let day = message["path"].as_str().unwrap().strip_prefix("/daily/").unwrap();
    assert_eq!(message["body"], format!("The daily challenges of {day} are open."));
    browser.hook.until_newest("delivered", 1).await;
    assert!(service.has_nothing());
}

async fn unsuitable_subscriptions_are_refused(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let keys = keys_of(&SecretKey::from_slice(&[7; 32]).unwrap());
    let mut off_the_curve = [7; 65];
    off_the_curve[0] = 4;
    let off_the_curve = json!({"p256dh": URL_SAFE_NO_PAD.encode(off_the_curve), "auth": keys["auth"]});
    let game = ada.create(&json!({"players": 2})).await;
    let subscribing = |more: Value| {
        let mut body = json!({"url": "https://push.example/1", "events": ["turn"], "form": "web_push"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    for (field, more) in [
        ("push_keys", json!({})),
        ("push_keys", json!({"push_keys": keys, "form": "standard"})),
        ("push_keys", json!({"push_keys": keys, "form": "discord"})),
        ("push_keys", json!({"push_keys": off_the_curve})),
        ("game_id", json!({"push_keys": keys, "game_id": id(&game)})),
        ("mention", json!({"push_keys": keys, "mention": {"user": "123456789012345678"}})),
    ] {
        let refused = ada.post(HOOKS, &subscribing(more.clone())).await.problem(422, "invalid_setup");
        assert_eq!(refused["field"], field, "{more}");
    }
    for wrong in [
        Value::Null,
        json!({"p256dh": keys["p256dh"]}),
        json!({"p256dh": keys["auth"], "auth": keys["auth"]}),
        json!({"p256dh": keys["p256dh"], "auth": keys["p256dh"]}),
        json!({"p256dh": keys["p256dh"], "auth": keys["auth"], "more": 1}),
    ] {
        ada.post(HOOKS, &subscribing(json!({"push_keys": wrong}))).await.problem(400, "malformed_body");
    }
    let made = ada.post(HOOKS, &subscribing(json!({"push_keys": keys}))).await.expect(201);
    assert_eq!((&made["webhook"]["form"], &made["webhook"]["push_keys"]), (&json!("web_push"), &Value::Null));
    ada.post(HOOKS, &subscribing(json!({"push_keys": keys}))).await.problem(409, "webhook_exists");
}
