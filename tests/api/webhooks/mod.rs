//! Webhooks: players get events of their games outside the page.

mod push;
mod receiver;

use std::time::Duration;

use awc::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use hmac::{Hmac, KeyInit as _, Mac as _};
use regicide_server::api::Config;
use regicide_server::service::settings::{Settings, WebhookReceivers};
use serde_json::{Value, json};
use sha2::Sha256;
use uuid::Uuid;

use crate::admin::{act, void};
use crate::challenges::{attempts, organise};
use crate::client::Client;
use crate::games::{id, player};
use crate::players::{come, path};
use crate::received::Received;
use crate::server::{OPERATOR, Setting};
use receiver::{Receiver, Reply};

crate::on_both_databases!(
    a_turn_is_delivered_with_a_signature,
    only_actions_of_others_are_delivered,
    the_end_of_a_game_is_delivered_once,
    an_undo_is_no_end_of_a_game,
    an_agreed_undo_is_the_turn_of_its_seat,
    a_rematch_is_delivered_to_the_awaited_players,
    an_invitation_is_delivered_with_its_host,
    only_players_invite_players_to_one_seat,
    fifty_seats_are_held_for_a_player,
    a_day_is_delivered_once,
    a_webhook_for_days_gets_turns_meanwhile,
    public_games_are_delivered_to_the_operator_by_position,
    only_the_operator_has_the_operators_webhooks,
    discord_gets_a_sentence_in_the_language_of_the_player,
    a_failed_message_is_repeated_unchanged,
    outdated_events_are_not_sent,
    pending_turns_are_batched_in_one_message,
    a_receiver_that_fails_for_a_day_is_switched_off,
    a_receiver_that_answers_410_is_switched_off_at_once,
    a_redirect_is_not_followed,
    a_receiver_that_hangs_is_given_up,
    pending_deliveries_of_a_stopped_instance_are_sent_by_another,
    an_interrupted_delivery_is_sent_by_another_instance,
    concurrent_instances_deliver_once,
    a_player_has_at_most_five_webhooks_and_only_own_ones_are_visible,
    a_test_delivery_returns_its_outcome,
    deliveries_are_listed_in_pages,
    a_deleted_player_gets_no_deliveries,
    a_receiver_that_does_not_answer_delays_no_other_owner,
    urls_are_checked_again_at_delivery,
    equal_urls_are_one_webhook,
    webhooks_are_off_by_default,
    a_full_game_is_delivered_to_its_creator,
    a_rematch_that_begins_is_delivered_to_its_creator,
    discord_gets_the_outcome_and_a_mention,
    results_are_delivered_once_they_are_public,
    results_are_delivered_by_another_instance,
    a_webhook_for_one_game_gets_the_turns_of_all_seats,
    a_webhook_for_one_game_is_deleted_after_its_end,
    a_webhook_for_one_game_ends_when_its_owner_leaves,
    a_webhook_for_one_game_needs_a_seat_in_it,
    a_mention_is_an_id_of_discord,
    an_undo_is_no_end_for_a_webhook_for_one_game,
    a_webhook_for_one_game_is_deleted_with_its_owner,
    webhooks_outlive_the_token_of_their_owner,
    a_cancelled_game_is_delivered_to_its_webhooks,
    hidden_names_are_in_no_message,
    a_buried_card_is_in_no_message,
    results_of_unlisted_challenges_are_not_for_the_operator,
    results_are_not_delivered_twice,
    a_voided_result_has_no_place_in_a_message,
    unsuitable_webhooks_are_refused,
    a_lost_seat_is_delivered_to_its_player,
    an_invitation_names_whoever_sends_it,
    turns_at_the_seat_of_a_former_guest_are_delivered,
);

pub(crate) fn sending(config: &mut Config) {
    config.settings = Settings {
        webhooks: WebhookReceivers::Any,
        webhook_pause: Duration::from_millis(5),
        webhook_look: Duration::from_millis(20),
        ..config.settings.clone()
    };
}

/// An instance that waits for long before it sends webhooks.
fn silent(setting: &Setting) -> Client {
    setting.instance_with(|config| {
        sending(config);
        config.settings.webhook_pause = Duration::from_hours(1);
    })
}

/// An instance that sends webhooks.
fn instance(setting: &Setting) -> Client {
    setting.instance_with(sending)
}

/// The path of all webhooks.
const HOOKS: &str = "/v1/webhooks";

/// A webhook of a player's: its path and its secret.
struct Hook {
    path: String,
    secret: Vec<u8>,
    player: Client,
}

impl Hook {
    async fn new(player: &Client, receiver: &Receiver, events: &[&str]) -> Self {
        Self::with(player, &json!({"url": receiver.url(), "events": events})).await
    }

    async fn with(player: &Client, body: &Value) -> Self {
        let made = player.post(HOOKS, body).await.expect(201);
        let secret = made["secret"].as_str().unwrap().strip_prefix("whsec_").unwrap();
        Self {
            path: format!("{HOOKS}/{}", made["webhook"]["id"].as_str().unwrap()),
            secret: STANDARD.decode(secret).unwrap(),
            player: player.clone(),
        }
    }

    fn id(&self) -> Uuid {
        self.path.rsplit('/').next().unwrap().parse().unwrap()
    }

    async fn get(&self) -> Value {
        self.player.get(&self.path).await.expect(200)
    }

    /// Its deliveries, the newest first.
    async fn deliveries(&self) -> Vec<Value> {
        let list = self.player.get(&format!("{}/deliveries", self.path)).await.expect(200);
        list["items"].as_array().unwrap().clone()
    }

    /// Waits until its deliveries are as they should be.
    async fn until(&self, are_so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let patience = Duration::from_mins(1);
        let wait = async {
            loop {
                let deliveries = self.deliveries().await;
                if are_so(&deliveries) {
                    return deliveries;
                }
            }
        };
        if let Ok(deliveries) = actix_web::rt::time::timeout(patience, wait).await {
            return deliveries;
        }
        panic!("{:?}", self.deliveries().await);
    }

    /// Waits until the newest delivery has a status.
    async fn until_newest(&self, status: &str, attempts: u32) -> Value {
        let is_so = |all: &[Value]| {
            all.first().is_some_and(|newest| newest["status"] == status && newest["attempts"] == attempts)
        };
        self.until(is_so).await.remove(0)
    }

    /// The message, whose signature and form are checked as documented.
    fn opened(&self, received: &Received) -> Value {
        let header = |name: &str| received.headers[name].as_str();
        let signed = format!("{}.{}.{}", header("webhook-id"), header("webhook-timestamp"), received.body);
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).unwrap();
        mac.update(signed.as_bytes());
        let signature = STANDARD.decode(header("webhook-signature").strip_prefix("v1,").unwrap()).unwrap();
        mac.verify_slice(&signature).unwrap();
        let message: Value = serde_json::from_str(&received.body).unwrap();
        if let Some(event) = message["type"].as_str() {
            let document = regicide_server::api::document();
            let body = &document["webhooks"][event]["post"]["requestBody"];
            let mut schema = body["content"]["application/json"]["schema"].clone();
            schema["components"] = document["components"].clone();
            let validator = jsonschema::validator_for(&schema).unwrap();
            let errors: Vec<_> = validator.iter_errors(&message).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{message}: {errors:?}");
        }
        message
    }
}

/// A game in which the first of two players is on turn.
async fn table_of(players: [&Client; 2]) -> String {
    let created = players[0].create(&json!({"players": 2, "open_seats": 2, "seed": "banana"})).await;
    for player in players {
        player.post(&format!("/v1/games/{}/seats", id(&created)), &json!({})).await.expect(201);
    }
    id(&created).to_owned()
}

/// Makes moves until a seat is on turn; how many were made.
async fn play_on(players: [&Client; 2], game: &str, seat: usize) -> u64 {
    loop {
        let view = players[0].view(game).await;
        let to_act = usize::try_from(view["to_act"].as_u64().unwrap()).unwrap();
        if to_act == seat {
            return view["seq"].as_u64().unwrap();
        }
        let own = players[to_act].view(game).await;
        players[to_act].make(game, own["legal_moves"][0]["text"].clone()).await.expect(201);
    }
}

/// The ids of the games in a message.
fn games(message: &Value) -> Vec<&str> {
    message["data"]["games"]
        .as_array()
        .unwrap_or_else(|| panic!("no games: {message}"))
        .iter()
        .map(|game| game["game_id"].as_str().unwrap())
        .collect()
}

async fn concede(players: [&Client; 2], game: &str) {
    players[0].concede(game).await.expect(201);
    players[1].concede(game).await.expect(201);
}

async fn a_turn_is_delivered_with_a_signature(setting: Setting) {
    let client = instance(&setting);
    let ((ada_info, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    let game = table_of([&ben, &ada]).await;
    let seq = play_on([&ben, &ada], &game, 1).await;
    let sent = receiver.next().await;
    let message = hook.opened(&sent);
    assert_eq!((sent.method.as_str(), sent.path.as_str()), ("POST", "/hook?key=1"));
    assert_eq!(sent.headers["content-type"], "application/json");
    assert!(sent.headers["user-agent"].starts_with("regicide-server/"));
    assert_eq!(message["type"], "turn");
    let url = format!("https://regicide.example/games/{game}");
    let view = ben.view(&game).await;
    let expected = json!([{
        "game_id": game, "kind": "regicide", "seat": 1, "status": "running", "seq": seq, "to_act": 1,
        "seats": view["seats"], "result": null, "url": url,
    }]);
    assert_eq!(message["data"], json!({"player_id": ada_info["id"], "games": expected}));
    let delivery = hook.until_newest("delivered", 1).await;
    assert_eq!(message["timestamp"], delivery["created_at"]);
    assert_eq!((&delivery["response_status"], &delivery["error"]), (&json!(200), &Value::Null));
    let bare = delivery["id"].as_str().unwrap().replace('-', "");
    assert_eq!(sent.headers["webhook-id"], format!("msg_{bare}"));
}

async fn only_actions_of_others_are_delivered(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    // A game alone is not waited for.
    let alone = ada.create(&json!({"players": 1, "open_seats": 1})).await;
    ada.post(&format!("/v1/games/{}/seats", id(&alone)), &json!({})).await.expect(201);
    let game = table_of([&ada, &ben]).await;
    assert_eq!(games(&hook.opened(&receiver.next().await)), [game.as_str()], "it has begun");
    hook.until_newest("delivered", 1).await;
    // An attack that leaves her the next step is her own doing.
    let moves = ada.view(&game).await["legal_moves"].clone();
    let attack = moves.as_array().unwrap().iter().find(|mv| mv["text"] != "yield").unwrap();
    ada.make(&game, attack["text"].clone()).await.expect(201);
    assert_eq!(ada.view(&game).await["to_act"], 0);
    let other = table_of([&ben, &ada]).await;
    play_on([&ben, &ada], &other, 1).await;
    assert_eq!(games(&hook.opened(&receiver.next().await)), [other.as_str()]);
    hook.until(|all| all.len() == 2 && all[0]["status"] == "delivered").await;
}

async fn the_end_of_a_game_is_delivered_once(setting: Setting) {
    let silent = setting.instance_with(|config| {
        sending(config);
        config.settings.webhook_look = Duration::from_hours(1);
        config.settings.webhook_pause = Duration::from_hours(1);
    });
    let ((_, ada), (_, ben)) = (come(&silent, "Ada").await, come(&silent, "Ben").await);
    let before = table_of([&ada, &ben]).await;
    concede([&ada, &ben], &before).await;
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["game_over"]).await;
    let mut over = Vec::new();
    for _ in 0..2 {
        let game = table_of([&ada, &ben]).await;
        concede([&ada, &ben], &game).await;
        over.insert(0, game);
    }
    let client = instance(&setting);
    let message = hook.opened(&receiver.next().await);
    assert_eq!(
        (&message["type"], games(&message)),
        (&json!("game_over"), over.iter().map(String::as_str).collect())
    );
    hook.until_newest("delivered", 1).await;
    let created = ada.create(&json!({"players": 2, "open_seats": 2})).await;
    ada.post(&format!("/v1/games/{}/seats", id(&created)), &json!({})).await.expect(201);
    client.with_token_of(&ada).delete(&format!("/v1/games/{}", id(&created))).await.expect(200);
    assert_eq!(games(&hook.opened(&receiver.next().await)), [id(&created)], "a game that was cancelled");
    hook.until(|all| all.len() == 2 && all[0]["status"] == "delivered").await;
}

async fn an_undo_is_no_end_of_a_game(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["game_over"]).await;
    let setup = json!({"players": 1, "visibility": "private", "options": {"solo_yield": "once"}});
    let created = ada.create(&setup).await;
    for text in ["yield", "undo", "yield"] {
        ada.make(id(&created), text).await.expect(201);
    }
    ada.propose(id(&created), "undo").await.expect(201);
    ada.concede(id(&created)).await.expect(201);
    assert_eq!(games(&hook.opened(&receiver.next().await)), [id(&created)]);
    let sent = hook.until(|all| all.iter().all(|one| one["status"] == "delivered")).await;
    assert_eq!(sent.len(), 1, "the only end is the last move");
}

/// R11.2: the seat whose move was taken back is to act again.
async fn an_agreed_undo_is_the_turn_of_its_seat(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    let setup = json!({"kind": "regicide-tricks", "players": 2, "open_seats": 1});
    let created = ada.create(&setup).await;
    let game = id(&created);
    ben.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    assert_eq!(games(&hook.opened(&receiver.next().await)), [game]);
    ada.make(game, "pass").await.expect(201);
    ada.propose(game, "undo").await.expect(201);
    ben.propose(game, "undo").await.expect(201);
    let message = hook.opened(&receiver.next().await);
    assert_eq!((&message["type"], &message["data"]["games"][0]["seq"]), (&json!("turn"), &json!(2)));
}

async fn a_rematch_is_delivered_to_the_awaited_players(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let game = table_of([&ada, &ben]).await;
    concede([&ada, &ben], &game).await;
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["invitation", "rematch"]).await;
    let rematch = ben.post(&format!("/v1/games/{game}/rematches"), &json!({})).await.expect(201);
    let message = hook.opened(&receiver.next().await);
    assert_eq!((&message["type"], games(&message)), (&json!("rematch"), vec![id(&rematch)]));
    assert_eq!(message["data"]["games"][0]["seat"], 0);
    hook.until_newest("delivered", 1).await;
    // A player who did not sit in the game before is invited.
    let (cleo_info, cleo) = come(&client, "Cleo").await;
    let mut elsewhere = Receiver::start().await;
    let hook = Hook::new(&cleo, &elsewhere, &["invitation", "rematch"]).await;
    let game = format!("/v1/games/{}", id(&rematch));
    ada.delete(&format!("{game}/seats/0")).await.expect(200);
    let invite = json!({"for_seats": [0], "player_id": cleo_info["id"]});
    ben.post(&format!("{game}/invitations"), &invite).await.expect(201);
    let message = hook.opened(&elsewhere.next().await);
    assert_eq!((&message["type"], games(&message)), (&json!("invitation"), vec![id(&rematch)]));
}

async fn an_invitation_is_delivered_with_its_host(setting: Setting) {
    let client = instance(&setting);
    let ((ada_info, ada), (ben_info, ben)) = (come(&client, "Ada").await, come(&client, "B_e_n").await);
    let (mut receiver, mut discord) = (Receiver::start().await, Receiver::start().await);
    let hook = Hook::new(&ada, &receiver, &["invitation"]).await;
    let sentences = json!({"url": discord.url(), "events": ["invitation"], "form": "discord"});
    let sentences = Hook::with(&ada, &sentences).await;
    let body = json!({"players": 2, "open_seats": 2});
    let created = ben.create(&body).await;
    let game = id(&created);
    let invite = json!({"for_seats": [1], "player_id": ada_info["id"]});
    ben.post(&format!("/v1/games/{game}/invitations"), &invite).await.expect(201);
    let message = hook.opened(&receiver.next().await);
    let url = format!("https://regicide.example/games/{game}");
    let by = json!({"player_id": ben_info["id"], "name": "B_e_n"});
    let invited = &message["data"]["games"][0];
    assert_eq!((&message["type"], &invited["game_id"]), (&json!("invitation"), &json!(game)));
    assert_eq!(
        (&invited["seat"], &invited["status"], &invited["invited_by"], &invited["url"], &invited["seq"]),
        (&json!(1), &json!("waiting"), &by, &json!(url), &json!(0))
    );
    let sentence = sentences.opened(&discord.next().await);
    let content = format!("Regicide: B\\_e\\_n holds a seat for you. {url}");
    assert_eq!(sentence, json!({"content": content, "allowed_mentions": {"parse": []}}));
    hook.until_newest("delivered", 1).await;
    // An invitation that is declined at once is not sent.
    let other = ben.create(&body).await;
    let mut failing = Receiver::replying([Reply::Status(503)]).await;
    let late = Hook::new(&ada, &failing, &["invitation"]).await;
    ben.post(&format!("/v1/games/{}/invitations", id(&other)), &invite).await.expect(201);
    failing.next().await;
    for (game, seat) in [(game, 1), (id(&other), 1)] {
        ada.delete(&format!("/v1/games/{game}/seats/{seat}")).await.expect(200);
    }
    late.until_newest("pending", 1).await;
    setting.clock.pass(TimeDelta::seconds(6));
    late.until_newest("outdated", 1).await;
}

async fn only_players_invite_players_to_one_seat(Setting { client, .. }: Setting) {
    let ((ada_info, ada), (ben_info, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let created = ada.create(&json!({"players": 4, "open_seats": 4})).await;
    let invitations = |created: &Value| format!("/v1/games/{}/invitations", id(created));
    let to = |seats: &[u8], player: &Value| json!({"for_seats": seats, "player_id": player});
    ada.post(&format!("/v1/games/{}/seats", id(&created)), &json!({})).await.expect(201);
    let invite = async |body: Value| ada.post(&invitations(&created), &body).await;
    ben.post(&invitations(&created), &to(&[1], &ben_info["id"])).await.problem(403, "forbidden");
    let unknown = json!(Uuid::nil());
    for (field, body) in [("for_seats", to(&[1, 2], &ben_info["id"])), ("player_id", to(&[1], &unknown))] {
        assert_eq!(invite(body).await.problem(422, "invalid_setup")["field"], field);
    }
    invite(to(&[1], &ada_info["id"])).await.problem(409, "seated_already");
    invite(to(&[1], &Value::Null)).await.problem(400, "malformed_body");
    invite(to(&[1], &ben_info["id"])).await.expect(201);
    for seat in [1, 2] {
        invite(to(&[seat], &ben_info["id"])).await.problem(409, "seated_already");
    }
    // A player who takes another seat is no longer invited.
    let joined =
        ben.post(&format!("/v1/games/{}/seats", id(&created)), &json!({"seat": 2})).await.expect(201);
    let game = ada.view(id(&created)).await;
    for game in [&joined["game"], &game] {
        assert_eq!(game["seats"][1]["invited_player_id"], Value::Null);
    }
    // A game without a player's account behind it invites by codes.
    let plain = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let owner = player(&client, &plain, 0);
    owner.post(&invitations(&plain), &to(&[1], &ben_info["id"])).await.problem(403, "forbidden");
    owner.post(&invitations(&plain), &json!({"for_seats": [1]})).await.expect(201);
}

async fn fifty_seats_are_held_for_a_player(Setting { client, .. }: Setting) {
    let ((ada_info, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let invite = json!({"for_seats": [0], "player_id": ada_info["id"]});
    let open = json!({"players": 2, "open_seats": 2});
    let mut games = Vec::new();
    for _ in 0..=50 {
        games.push(format!("/v1/games/{}", id(&ben.create(&open).await)));
    }
    let invitations = |place: usize| format!("{}/invitations", games[place]);
    for place in 0..50 {
        ben.post(&invitations(place), &invite).await.expect(201);
    }
    let refused = ben.post(&invitations(50), &invite).await.problem(422, "invalid_setup");
    assert_eq!(refused["field"], "player_id");
    ada.delete(&format!("{}/seats/0", games[7])).await.expect(200);
    ben.post(&invitations(50), &invite).await.expect(201);
}

async fn a_day_is_delivered_once(setting: Setting) {
    let client = instance(&setting);
    let (ada_info, ada) = come(&client, "Ada").await;
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["daily"]).await;
    for (date, time) in [("2026-11-21", "2026-11-21T00:10:00Z"), ("2026-11-22", "2026-11-22T00:10:00Z")] {
        setting.clock.set(time);
        let message = hook.opened(&receiver.next().await);
        let url = format!("https://regicide.example/daily/{date}");
        assert_eq!(message["data"], json!({"player_id": ada_info["id"], "date": date, "url": url}));
        hook.until_newest("delivered", 1).await;
    }
    assert_eq!(hook.deliveries().await.len(), 2);
}

async fn a_webhook_for_days_gets_turns_meanwhile(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["turn", "daily"]).await;
    for number in 1..=2 {
        let game = table_of([&ada, &ben]).await;
        assert_eq!(games(&hook.opened(&receiver.next().await)), [game.as_str()]);
        hook.until(|all| all.len() == number && all[0]["status"] == "delivered").await;
    }
}

/// A webhook of the operator's.
async fn operators(client: &Client, receiver: &Receiver, events: &[&str]) -> Hook {
    Hook::new(&client.with_token(OPERATOR), receiver, events).await
}

/// The next message, unless it is of the day again: a step of an instance that began before the clock
/// was set claims the webhook until a time that has passed, and then another instance sends it, too.
async fn next_but_daily(hook: &Hook, receiver: &mut Receiver) -> Value {
    loop {
        let message = hook.opened(&receiver.next().await);
        if message["type"] != "daily" {
            return message;
        }
    }
}

async fn public_games_are_delivered_to_the_operator_by_position(setting: Setting) {
    let client = instance(&setting);
    let solo = json!({"players": 1});
    client.create(&solo).await;
    let mut receiver = Receiver::replying([Reply::Status(200), Reply::Status(503)]).await;
    let hook = operators(&client, &receiver, &["public_game", "daily"]).await;
    let game = client.create(&json!({"players": 1, "visibility": "private"})).await;
    assert_eq!(game["game"]["visibility"], "private");
    let first = client.create(&solo).await;
    let message = hook.opened(&receiver.next().await);
    let url = format!("https://regicide.example/games/{}", id(&first));
    let expected =
        json!([{"game_id": id(&first), "kind": "regicide", "status": "running", "seq": 0, "url": url}]);
    assert_eq!(message["type"], "public_game", "earlier and private games are not sent");
    assert_eq!(message["data"], json!({"games": expected}));
    hook.until_newest("delivered", 1).await;
    // A failed delivery is repeated with new events, twenty games at a time.
    let mut created = vec![id(&client.create(&solo).await).to_owned()];
    receiver.next().await;
    hook.until_newest("pending", 1).await;
    for _ in 0..24 {
        created.push(id(&client.create(&solo).await).to_owned());
    }
    setting.clock.pass(TimeDelta::seconds(6));
    let mut sent = Vec::new();
    for games_at_once in [20, 5] {
        let message = hook.opened(&receiver.next().await);
        sent.extend(games(&message).into_iter().map(str::to_owned));
        assert_eq!(games(&message).len(), games_at_once);
    }
    assert_eq!(sent, created);
    hook.until_newest("delivered", 1).await;
    // The end of a game is sent, and a day, at another instance too.
    let _other = instance(&setting);
    player(&client, &first, 0).concede(id(&first)).await.expect(201);
    let message = hook.opened(&receiver.next().await);
    assert_eq!(
        (games(&message), &message["data"]["games"][0]["status"]),
        (vec![id(&first)], &json!("finished"))
    );
    // Otherwise the claim expires with the clock, and the other instance sends it again.
    hook.until_newest("delivered", 1).await;
    setting.clock.set("2026-11-21T00:10:00Z");
    let message = hook.opened(&receiver.next().await);
    let url = "https://regicide.example/daily/2026-11-21";
    assert_eq!(message["data"], json!({"date": "2026-11-21", "url": url}));
    hook.until_newest("delivered", 1).await;
    let next = client.create(&solo).await;
    let message = next_but_daily(&hook, &mut receiver).await;
    assert_eq!(games(&message), [id(&next)], "no event of a game is sent twice");
    // Events while it is switched off are sent later.
    hook.until_newest("delivered", 1).await;
    assert_eq!(hook.get().await["status"], "active");
    let switch = async |active: bool| {
        let body = json!({"active": active});
        let changed = hook.player.request(Method::PATCH, &hook.path).json(&body).await.expect(200);
        changed["status"].clone()
    };
    assert_eq!(switch(false).await, "paused");
    let missed = client.create(&solo).await;
    assert_eq!(switch(true).await, "active");
    assert_eq!(games(&next_but_daily(&hook, &mut receiver).await), [id(&missed)]);
    hook.until_newest("delivered", 1).await;
    // Events that are added are sent from then on.
    let change = async |events: &[&str]| {
        let body = json!({"events": events});
        hook.player.request(Method::PATCH, &hook.path).json(&body).await.expect(200);
    };
    change(&["daily"]).await;
    client.create(&solo).await;
    change(&["daily", "public_game"]).await;
    let next = client.create(&solo).await;
    assert_eq!(games(&next_but_daily(&hook, &mut receiver).await), [id(&next)]);
}

async fn only_the_operator_has_the_operators_webhooks(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let mut receiver = Receiver::start().await;
    let hook = operators(&client, &receiver, &["public_game"]).await;
    let operator = client.with_token(OPERATOR);
    let test = format!("{}/test", hook.path);
    assert_eq!(operator.post(&test, &json!({})).await.expect(200)["status"], "delivered");
    let message = hook.opened(&receiver.next().await);
    assert_eq!(message["data"], json!({"url": "https://regicide.example/"}));
    assert_eq!(hook.deliveries().await.len(), 1);
    let body = json!({"url": receiver.url(), "events": ["public_game"]});
    for (method, path) in [
        (Method::GET, hook.path.clone()),
        (Method::DELETE, hook.path.clone()),
        (Method::POST, test.clone()),
        (Method::GET, format!("{}/deliveries", hook.path)),
    ] {
        ada.request(method.clone(), &path).send().await.problem(404, "no_such_webhook");
        client.request(method, &path).send().await.problem(401, "token_missing");
    }
    let change =
        async |client: &Client, body: Value| client.request(Method::PATCH, &hook.path).json(&body).await;
    change(&ada, json!({"active": false})).await.problem(404, "no_such_webhook");
    // Events for the operator cannot be chosen by players.
    assert_eq!(ada.post(HOOKS, &body).await.problem(400, "invalid_value")["field"], "events");
    let turns = json!({"url": receiver.url(), "events": ["turn"]});
    assert_eq!(operator.post(HOOKS, &turns).await.problem(400, "invalid_value")["field"], "events");
    let turns = json!({"events": ["turn"]});
    assert_eq!(change(&operator, turns).await.problem(400, "invalid_value")["field"], "events");
    assert_eq!(ada.get(HOOKS).await.expect(200)["items"], json!([]));
    assert_eq!(operator.get(HOOKS).await.expect(200)["items"].as_array().unwrap().len(), 1);
    operator.delete(&hook.path).await.expect(200);
    operator.delete(&hook.path).await.problem(404, "no_such_webhook");
}

async fn discord_gets_a_sentence_in_the_language_of_the_player(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::start().await;
    let body = json!({"url": receiver.url(), "events": ["turn"], "form": "discord", "language": "es"});
    let hook = Hook::with(&ada, &body).await;
    let game = table_of([&ada, &ben]).await;
    let content = format!("Regicide (Ada y Ben): es su turno. https://regicide.example/games/{game}");
    let sentence = json!({"content": content, "allowed_mentions": {"parse": []}});
    assert_eq!(hook.opened(&receiver.next().await), sentence);
}

async fn a_failed_message_is_repeated_unchanged(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::replying([Reply::Status(500), Reply::Nothing]).await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    table_of([&ada, &ben]).await;
    let first = receiver.next().await;
    let failed = hook.until_newest("pending", 1).await;
    assert_eq!((&failed["response_status"], &failed["error"]), (&json!(500), &json!("status")));
    assert!(hook.get().await["failing_since"].is_string());
    setting.clock.pass(TimeDelta::seconds(6));
    let second = receiver.next().await;
    let failed = hook.until_newest("pending", 2).await;
    assert_eq!((&failed["response_status"], &failed["error"]), (&Value::Null, &json!("no_http")));
    setting.clock.pass(TimeDelta::seconds(11));
    let third = receiver.next().await;
    hook.until_newest("delivered", 3).await;
    assert_eq!(hook.get().await["failing_since"], Value::Null);
    for again in [&second, &third] {
        hook.opened(again);
        assert_eq!((&again.body, &again.headers["webhook-id"]), (&first.body, &first.headers["webhook-id"]));
        assert_ne!(again.headers["webhook-timestamp"], first.headers["webhook-timestamp"]);
    }
}

async fn outdated_events_are_not_sent(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::replying([Reply::Status(503)]).await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    let game = table_of([&ada, &ben]).await;
    receiver.next().await;
    hook.until_newest("pending", 1).await;
    play_on([&ada, &ben], &game, 1).await;
    setting.clock.pass(TimeDelta::seconds(6));
    hook.until_newest("outdated", 1).await;
    let other = table_of([&ada, &ben]).await;
    assert_eq!(games(&hook.opened(&receiver.next().await)), [other.as_str()], "nothing came before");
}

async fn pending_turns_are_batched_in_one_message(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::replying([Reply::Status(503)]).await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    let mut all = vec![table_of([&ada, &ben]).await];
    let first = receiver.next().await;
    hook.until_newest("pending", 1).await;
    for _ in 0..3 {
        all.insert(0, table_of([&ada, &ben]).await);
    }
    setting.clock.pass(TimeDelta::seconds(6));
    let sent = receiver.next().await;
    assert_eq!(games(&hook.opened(&sent)), all);
    assert_ne!(sent.headers["webhook-id"], first.headers["webhook-id"], "its content differs");
    let deliveries = hook.until(|all| all[0]["status"] == "delivered").await;
    assert_eq!((deliveries.len(), &deliveries[1]["status"]), (2, &json!("outdated")));
}

async fn a_receiver_that_fails_for_a_day_is_switched_off(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::replying(vec![Reply::Status(500); 3]).await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    table_of([&ada, &ben]).await;
    receiver.next().await;
    hook.until_newest("pending", 1).await;
    setting.clock.pass(TimeDelta::hours(23));
    receiver.next().await;
    hook.until_newest("pending", 2).await;
    assert_eq!(hook.get().await["status"], "active");
    // The first game is abandoned then.
    let other = table_of([&ada, &ben]).await;
    setting.clock.pass(TimeDelta::minutes(61));
    assert_eq!(games(&hook.opened(&receiver.next().await)), [other.as_str()]);
    hook.until_newest("pending", 1).await;
    assert_eq!(hook.get().await["status"], "failed");
    // Nothing is lost while it is switched off.
    let next = table_of([&ada, &ben]).await;
    setting.clock.pass(TimeDelta::hours(3));
    let changed = ada.request(Method::PATCH, &hook.path).json(&json!({"active": true})).await.expect(200);
    assert_eq!((&changed["status"], &changed["failing_since"]), (&json!("active"), &Value::Null));
    assert_eq!(games(&hook.opened(&receiver.next().await)), [next, other]);
    hook.until_newest("delivered", 1).await;
}

async fn a_receiver_that_answers_410_is_switched_off_at_once(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::replying([Reply::Status(410)]).await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    table_of([&ada, &ben]).await;
    receiver.next().await;
    assert_eq!(hook.until_newest("pending", 1).await["error"], "gone");
    assert_eq!(hook.get().await["status"], "gone");
}

async fn a_redirect_is_not_followed(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut elsewhere = Receiver::start().await;
    let mut receiver = Receiver::replying([Reply::Redirect(elsewhere.url())]).await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    table_of([&ada, &ben]).await;
    receiver.next().await;
    let failed = hook.until_newest("pending", 1).await;
    assert_eq!((&failed["response_status"], &failed["error"]), (&json!(307), &json!("redirect")));
    assert!(elsewhere.has_nothing());
}

async fn a_receiver_that_hangs_is_given_up(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    for reply in [Reply::Hang, Reply::Trickle] {
        let receiver = Receiver::replying([reply]).await;
        let hook = Hook::new(&ada, &receiver, &["turn"]).await;
        let tried = ada.post(&format!("{}/test", hook.path), &json!({})).await.expect(200);
        assert_eq!((&tried["status"], &tried["error"]), (&json!("failed"), &json!("timeout")));
    }
}

async fn pending_deliveries_of_a_stopped_instance_are_sent_by_another(setting: Setting) {
    let silent = silent(&setting);
    let ((_, ada), (_, ben)) = (come(&silent, "Ada").await, come(&silent, "Ben").await);
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    let game = table_of([&ada, &ben]).await;
    // An instance claims the webhook, and is killed.
    let now = setting.store.clock.now().await.unwrap();
    let lease = now + TimeDelta::seconds(30);
    assert!(setting.store.webhooks.claim(hook.id(), Uuid::from_u128(1), now, lease).await.unwrap());
    let client = instance(&setting).with_token_of(&ada);
    assert_eq!(client.get(&hook.path).await.expect(200)["status"], "active");
    assert!(!setting.store.webhooks.claim(hook.id(), Uuid::from_u128(2), now, lease).await.unwrap());
    assert!(receiver.has_nothing(), "it is not known that it was killed");
    setting.clock.pass(TimeDelta::seconds(31));
    assert_eq!(games(&hook.opened(&receiver.next().await)), [game.as_str()]);
    hook.until_newest("delivered", 1).await;
}

async fn an_interrupted_delivery_is_sent_by_another_instance(setting: Setting) {
    let client = &setting.client;
    let ((_, ada), (_, ben)) = (come(client, "Ada").await, come(client, "Ben").await);
    let silent = silent(&setting);
    let mut receiver = Receiver::replying([Reply::Hang]).await;
    let hook = Hook::new(&silent.with_token_of(&ada), &receiver, &["turn"]).await;
    table_of([&ada, &ben]).await;
    let dying = setting.mortal_instance_with(sending);
    let first = receiver.next().await;
    dying.abort();
    assert!(dying.await.unwrap_err().is_cancelled());
    let _surviving = instance(&setting);
    // A delivery to another player shows that all webhooks were considered.
    let mut others = Receiver::start().await;
    let other = Hook::new(&silent.with_token_of(&ben), &others, &["turn"]).await;
    table_of([&ben, &come(client, "Cleo").await.1]).await;
    other.opened(&others.next().await);
    let claimed = hook.deliveries().await.remove(0);
    assert_eq!((&claimed["status"], &claimed["attempts"]), (&json!("pending"), &json!(0)));
    assert!(receiver.has_nothing(), "the claim has not run out");
    setting.clock.pass(TimeDelta::seconds(31));
    let second = receiver.next().await;
    hook.opened(&second);
    assert_eq!((&second.body, &second.headers["webhook-id"]), (&first.body, &first.headers["webhook-id"]));
    hook.until_newest("delivered", 1).await;
    assert!(receiver.has_nothing());
}

async fn concurrent_instances_deliver_once(setting: Setting) {
    let client = instance(&setting);
    let _other = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    for number in 1..=5 {
        let game = table_of([&ada, &ben]).await;
        assert_eq!(games(&hook.opened(&receiver.next().await)), [game.as_str()]);
        hook.until(|all| all.len() == number && all[0]["status"] == "delivered").await;
    }
    assert!(receiver.has_nothing());
}

async fn a_receiver_that_does_not_answer_delays_no_other_owner(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut prompt = Receiver::start().await;
    let hook = Hook::new(&ada, &prompt, &["turn"]).await;
    let mut hanging = Receiver::replying(vec![Reply::Hang; 1000]).await;
    for number in 0..8 {
        let (_, player) = come(&client, &format!("Owner {number}")).await;
        for webhook in 0..5 {
            let url = format!("{}&webhook={webhook}", hanging.url());
            Hook::with(&player, &json!({"url": url, "events": ["turn"]})).await;
        }
        table_of([&player, &ben]).await;
    }
    for _ in 0..4 {
        hanging.next().await;
    }
    let game = table_of([&ada, &ben]).await;
    assert_eq!(games(&hook.opened(&prompt.next().await)), [game.as_str()]);
    let mut received = 4;
    while !hanging.has_nothing() {
        received += 1;
    }
    // Otherwise the first 32 would have had to be given up.
    assert!(received < 32, "{received}");
}

async fn urls_are_checked_again_at_delivery(setting: Setting) {
    let silent = silent(&setting);
    let ((_, ada), (_, ben)) = (come(&silent, "Ada").await, come(&silent, "Ben").await);
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    // At its address messages may be sent, but not by this scheme.
    let public = json!({"url": "http://[2600::]/", "events": ["turn"]});
    let public = Hook::with(&ada, &public).await;
    table_of([&ada, &ben]).await;
    let https = setting.instance_with(|config| {
        sending(config);
        config.settings.webhooks = WebhookReceivers::Https;
    });
    for hook in [&hook, &public] {
        let refused = hook.until_newest("pending", 1).await;
        assert_eq!((&refused["response_status"], &refused["error"]), (&Value::Null, &json!("unusable_host")));
    }
    let test = https.with_token_of(&ada).post(&format!("{}/test", hook.path), &json!({})).await;
    assert_eq!(test.problem(400, "invalid_value")["field"], "url");
    assert!(receiver.has_nothing());
}

async fn equal_urls_are_one_webhook(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let body = |url: &str| json!({"url": url, "events": ["turn"]});
    let made = ada.post(HOOKS, &body("https://a.example/hook")).await.expect(201);
    for url in ["https://a.example/hook", "HTTPS://A.example:443/x/../hook", "https://a.example./hook#part"] {
        ada.post(HOOKS, &body(url)).await.problem(409, "webhook_exists");
    }
    assert_eq!(ada.get(HOOKS).await.expect(200)["items"], json!([made["webhook"]]));
    ben.post(HOOKS, &body("https://a.example/hook")).await.expect(201);
    ada.post(HOOKS, &body("https://a.example/hook?key=1")).await.expect(201);
    let operator = client.with_token(OPERATOR);
    let daily = json!({"url": "https://a.example/hook", "events": ["daily"]});
    operator.post(HOOKS, &daily).await.expect(201);
    operator.post(HOOKS, &daily).await.problem(409, "webhook_exists");
}

async fn a_player_has_at_most_five_webhooks_and_only_own_ones_are_visible(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let body =
        |number: u32| json!({"url": format!("https://{number}.example/"), "events": ["turn", "daily"]});
    let with_key = async || {
        ada.request(Method::POST, HOOKS).header("idempotency-key", "once").json(&body(0)).await.expect(201)
    };
    let made = with_key().await;
    assert_eq!(with_key().await, made, "the same secret again");
    for number in 1..5 {
        ada.post(HOOKS, &body(number)).await.expect(201);
    }
    ada.post(HOOKS, &body(5)).await.problem(422, "too_many_webhooks");
    let list = ada.get(HOOKS).await.expect(200);
    assert_eq!((list["items"].as_array().unwrap().len(), &list["next"]), (5, &Value::Null));
    assert_eq!(list["items"][0], made["webhook"]);
    assert!(!list.to_string().contains("secret") && !list.to_string().contains("whsec"));
    let hook = format!("{HOOKS}/{}", made["webhook"]["id"].as_str().unwrap());
    for (method, path) in [
        (Method::GET, hook.clone()),
        (Method::DELETE, hook.clone()),
        (Method::POST, format!("{hook}/test")),
        (Method::GET, format!("{hook}/deliveries")),
    ] {
        ben.request(method.clone(), &path).send().await.problem(404, "no_such_webhook");
        client.request(method, &path).send().await.problem(401, "token_missing");
    }
    let off = json!({"active": false});
    ben.request(Method::PATCH, &hook).json(&off).await.problem(404, "no_such_webhook");
    assert_eq!(ben.get(HOOKS).await.expect(200)["items"], json!([]));
    let game = client.create(&json!({"players": 1})).await;
    let seat = client.with_token(game["tokens"][0]["token"].as_str().unwrap());
    seat.get(HOOKS).await.problem(403, "forbidden");
    seat.post(HOOKS, &body(6)).await.problem(403, "forbidden");
    client.get(HOOKS).await.problem(401, "token_missing");
    client.with_token("unknown").get(HOOKS).await.problem(401, "token_unknown");
    assert_eq!(ada.delete(&hook).await.expect(200), made["webhook"]);
    ada.get(&hook).await.problem(404, "no_such_webhook");
    ada.delete(&hook).await.problem(404, "no_such_webhook");
    ada.get(&format!("{HOOKS}/nonsense")).await.problem(404, "no_such_webhook");
    ada.post(HOOKS, &body(5)).await.expect(201);
}

async fn a_test_delivery_returns_its_outcome(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let mut receiver = Receiver::replying([Reply::Status(204), Reply::Status(404)]).await;
    let hook = Hook::new(&ada, &receiver, &["daily"]).await;
    let test = async || ada.post(&format!("{}/test", hook.path), &json!({})).await;
    let tried = test().await.expect(200);
    assert_eq!((&tried["event"], &tried["status"]), (&json!("test"), &json!("delivered")));
    assert_eq!(hook.opened(&receiver.next().await)["type"], "test");
    let tried = test().await.expect(200);
    assert_eq!((&tried["status"], &tried["response_status"]), (&json!("failed"), &json!(404)));
    assert_eq!(hook.deliveries().await[0], tried);
    // A budget of the player's, for all of them.
    let stopped = setting.clock.ahead_by(TimeDelta::zero());
    let client = setting.instance_with_clock_and(&stopped, sending).await.with_token_of(&ada);
    let test = async || client.post(&format!("{}/test", hook.path), &json!({})).await;
    stopped.set("2026-11-20T12:30:00Z");
    for _ in 0..30 {
        test().await.expect(200);
    }
    let refused = test().await;
    assert!(
        refused.header("retry-after").is_some_and(|wait| (1..=60).contains(&wait.parse::<u32>().unwrap()))
    );
    refused.problem(429, "too_many_requests");
}

async fn deliveries_are_listed_in_pages(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["daily"]).await;
    for _ in 0..3 {
        ada.post(&format!("{}/test", hook.path), &json!({})).await.expect(200);
    }
    let all = hook.deliveries().await;
    let page = async |query: &str| ada.get(&format!("{}/deliveries{query}", hook.path)).await.expect(200);
    let first = page("?limit=2").await;
    assert_eq!(first["items"].as_array().unwrap()[..], all[..2]);
    let second = page(&format!("?limit=2&after={}", first["next"].as_str().unwrap())).await;
    assert_eq!((&second["items"], &second["next"]), (&json!([all[2]]), &Value::Null));
}

async fn a_deleted_player_gets_no_deliveries(setting: Setting) {
    let client = instance(&setting);
    let ((ada_info, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["game_over"]).await;
    let mut others = Receiver::start().await;
    let other = Hook::new(&ben, &others, &["turn"]).await;
    ada.delete(&path(&ada_info)).await.expect(200);
    assert!(setting.store.webhooks.read(hook.id()).await.unwrap().is_none());
    let (_, cleo) = come(&client, "Cleo").await;
    let game = table_of([&ben, &cleo]).await;
    assert_eq!(games(&other.opened(&others.next().await)), [game.as_str()]);
}

async fn webhooks_are_off_by_default(setting: Setting) {
    let client = &setting.client;
    let (_, ada) = come(client, "Ada").await;
    let body = json!({"url": "https://elsewhere.example/", "events": ["turn"]});
    ada.post(HOOKS, &body).await.problem(403, "webhooks_off");
    assert_eq!(ada.get(HOOKS).await.expect(200), json!({"items": [], "next": null, "web_push_key": null}));
    assert_eq!(setting.rows("vapid_keys").await, 0);
    let receiver = Receiver::start().await;
    let hook = Hook::new(&instance(&setting).with_token_of(&ada), &receiver, &["turn"]).await;
    ada.post(&format!("{}/test", hook.path), &json!({})).await.problem(403, "webhooks_off");
    let change = ada.request(Method::PATCH, &hook.path).json(&json!({"active": true})).await;
    change.problem(403, "webhooks_off");
    ada.delete(&hook.path).await.expect(200);
}

async fn unsuitable_webhooks_are_refused(setting: Setting) {
    let client = setting.instance_with(|config| config.settings.webhooks = WebhookReceivers::Https);
    let (_, ada) = come(&client, "Ada").await;
    let url = "https://elsewhere.example/";
    for (field, body) in [
        ("url", json!({"url": "http://elsewhere.example/", "events": ["turn"]})),
        ("url", json!({"url": "https://127.0.0.1/", "events": ["turn"]})),
        ("url", json!({"url": "https://ada:secret@elsewhere.example/", "events": ["turn"]})),
        ("events", json!({"url": url, "events": []})),
        ("events", json!({"url": url, "events": ["turn", "turn"]})),
        ("language", json!({"url": url, "events": ["turn"], "language": "xx"})),
    ] {
        assert_eq!(ada.post(HOOKS, &body).await.problem(400, "invalid_value")["field"], field, "{body}");
    }
    let body = json!({"url": url, "events": ["moves"]});
    ada.post(HOOKS, &body).await.problem(400, "malformed_body");
    // A name that stands for a private address is found out when it is resolved,
    // and looks like one that stands for nothing.
    let mut hooks = Vec::new();
    for host in ["localhost", "nowhere.invalid"] {
        let body = json!({"url": format!("https://{host}:8443/"), "events": ["turn"]});
        hooks.push(Hook::with(&ada, &body).await);
    }
    for hook in hooks {
        let tried = ada.post(&format!("{}/test", hook.path), &json!({})).await.expect(200);
        assert_eq!((&tried["status"], &tried["error"]), (&json!("failed"), &json!("unusable_host")));
    }
}

/// Takes a seat of a game.
async fn sit(player: &Client, game: &str) {
    player.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
}

async fn a_full_game_is_delivered_to_its_creator(setting: Setting) {
    let client = instance(&setting);
    let ((ada_info, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["game_begun"]).await;
    // A creator who takes the last seat is not sent the own act, nor is one of a game that begins
    // at once.
    let filled = ada.create(&json!({"players": 2, "open_seats": 2})).await;
    ada.create(&json!({"players": 2, "bots": [null, "novice"]})).await;
    sit(&ben, id(&filled)).await;
    sit(&ada, id(&filled)).await;
    // One who does not sit there is, also of a game with a bot.
    let created = ada.create(&json!({"players": 2, "bots": ["novice", null], "open_seats": 1})).await;
    sit(&ben, id(&created)).await;
    let message = hook.opened(&receiver.next().await);
    assert_eq!((&message["type"], &message["data"]["player_id"]), (&json!("game_begun"), &ada_info["id"]));
    assert_eq!(games(&message), [id(&created)]);
    let begun = &message["data"]["games"][0];
    assert_eq!((&begun["seats"][0]["bot_level"], &begun["seat"]), (&json!("novice"), &Value::Null));
    assert_eq!(begun["seats"][1]["name"], "Ben");
    // The beginning and the turn of one moment are two events.
    let mut elsewhere = Receiver::start().await;
    let both = Hook::new(&ada, &elsewhere, &["turn", "game_begun"]).await;
    let created = ada.create(&json!({"players": 2, "open_seats": 2, "options": {"first": 0}})).await;
    sit(&ada, id(&created)).await;
    sit(&ben, id(&created)).await;
    for event in ["game_begun", "turn"] {
        let message = both.opened(&elsewhere.next().await);
        assert_eq!((&message["type"], games(&message)), (&json!(event), vec![id(&created)]));
    }
}

async fn a_rematch_that_begins_is_delivered_to_its_creator(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let game = table_of([&ada, &ben]).await;
    concede([&ada, &ben], &game).await;
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["game_begun"]).await;
    let rematch = ada.post(&format!("/v1/games/{game}/rematches"), &json!({})).await.expect(201);
    sit(&ben, id(&rematch)).await;
    assert_eq!(games(&hook.opened(&receiver.next().await)), [id(&rematch)]);
    // A fork is a game of its own.
    hook.until_newest("delivered", 1).await;
    ada.post(&format!("/v1/games/{game}/forks"), &json!({"seq": 0})).await.expect(201);
    let last = ada.create(&json!({"players": 2, "open_seats": 2})).await;
    for player in [&ada, &ben] {
        sit(player, id(&last)).await;
    }
    assert_eq!(games(&hook.opened(&receiver.next().await)), [id(&last)]);
}

async fn discord_gets_the_outcome_and_a_mention(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "A*da").await, come(&client, "Ben").await);
    let mut receiver = Receiver::start().await;
    let role = "123456789012345678";
    let body = json!({
        "url": receiver.url(), "events": ["game_over"], "form": "discord", "mention": {"role": role},
    });
    let hook = Hook::with(&ada, &body).await;
    let game = table_of([&ada, &ben]).await;
    concede([&ada, &ben], &game).await;
    let url = format!("https://regicide.example/games/{game}");
    let content = format!(
        "<@&{role}> Regicide (A\\*da and Ben): the game is lost, with 0 of 12 enemies defeated. {url}"
    );
    let sentence = json!({"content": content, "allowed_mentions": {"parse": [], "roles": [role]}});
    assert_eq!(hook.opened(&receiver.next().await), sentence);
    hook.until_newest("delivered", 1).await;
    let none = ada.request(Method::PATCH, &hook.path).json(&json!({"mention": {}})).await.expect(200);
    assert_eq!(none["mention"], Value::Null);
    // The trick-taking game is won by a player.
    let tricks = json!({"kind": "regicide-tricks", "players": 2, "open_seats": 2});
    let created = ada.create(&tricks).await;
    for player in [&ada, &ben] {
        sit(player, id(&created)).await;
    }
    ben.concede(id(&created)).await.expect(201);
    let url = format!("https://regicide.example/games/{}", id(&created));
    let content =
        format!("Regicide, the trick-taking game (A\\*da and Ben): the game is won by A\\*da, 0 : 0. {url}");
    let sentence = json!({"content": content, "allowed_mentions": {"parse": []}});
    assert_eq!(hook.opened(&receiver.next().await), sentence);
}

async fn results_are_delivered_once_they_are_public(setting: Setting) {
    let client = instance(&setting);
    let ((ada_info, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let receivers = [Receiver::start().await, Receiver::start().await, Receiver::start().await];
    let [mut of_ada, mut of_ben, mut of_operator] = receivers;
    let hook = Hook::new(&ada, &of_ada, &["results"]).await;
    let others = Hook::new(&ben, &of_ben, &["results"]).await;
    let (club, operator) = organise(&client, json!({"visibility": "unlisted"})).await;
    let operators = Hook::new(&operator, &of_operator, &["results"]).await;
    let begun = ada.post(&attempts(&club), &json!({})).await.expect(201);
    ada.concede(id(&begun)).await.expect(201);
    setting.clock.set("2026-11-23T12:00:00Z");
    let message = hook.opened(&of_ada.next().await);
    assert_eq!((&message["type"], &message["data"]["player_id"]), (&json!("results"), &ada_info["id"]));
    let results = &message["data"]["challenges"][0];
    let url = format!("https://regicide.example/challenges/{club}");
    assert_eq!(
        (&results["challenge_id"], &results["name"], &results["url"]),
        (&json!(club), &json!("Club night"), &json!(url))
    );
    assert_eq!((&results["place"], &results["results"]), (&json!(1), &json!(1)));
    assert_eq!(results["score"]["enemies_defeated"], 0);
    let message = operators.opened(&of_operator.next().await);
    let sent = message["data"]["challenges"].as_array().unwrap();
    assert!(sent.iter().any(|each| each["challenge_id"] == json!(club)), "{message}");
    hook.until_newest("delivered", 1).await;
    assert!(of_ben.has_nothing(), "an unlisted challenge of another");
    assert_eq!(others.deliveries().await, Vec::<Value>::new());
}

async fn results_are_delivered_by_another_instance(setting: Setting) {
    let silent = silent(&setting);
    let (_, ada) = come(&silent, "Ada").await;
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["results"]).await;
    let (club, _) = organise(&silent, json!({})).await;
    ada.post(&attempts(&club), &json!({})).await.expect(201);
    setting.clock.set("2026-11-23T12:00:00Z");
    let _client = instance(&setting);
    let _other = instance(&setting);
    // The game was not finished in time, and was ranked before the message.
    let message = hook.opened(&receiver.next().await);
    assert_eq!(message["data"]["challenges"][0]["place"], 1);
    hook.until_newest("delivered", 1).await;
    assert!(receiver.has_nothing());
}

/// A webhook for one game, with all events of it.
async fn hook_of_game(player: &Client, receiver: &Receiver, game: &str) -> Hook {
    let events = ["turn", "game_begun", "game_over"];
    Hook::with(player, &json!({"url": receiver.url(), "events": events, "game_id": game})).await
}

async fn a_webhook_for_one_game_gets_the_turns_of_all_seats(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let mut receiver = Receiver::start().await;
    let created = ada.create(&json!({"players": 2, "open_seats": 2, "seed": "banana"})).await;
    let game = id(&created);
    sit(&ada, game).await;
    let hook = hook_of_game(&ada, &receiver, game).await;
    assert_eq!(hook.get().await["game_id"], game);
    // Other games are not sent, whoever is on turn.
    table_of([&ada, &ben]).await;
    sit(&ben, game).await;
    let message = hook.opened(&receiver.next().await);
    assert_eq!((&message["type"], games(&message)), (&json!("game_begun"), vec![game]));
    for seat in [0, 1, 0] {
        play_on([&ada, &ben], game, seat).await;
        let message = hook.opened(&receiver.next().await);
        assert_eq!((&message["type"], games(&message)), (&json!("turn"), vec![game]));
        assert_eq!(message["data"]["games"][0]["to_act"], seat);
        hook.until(|all| all[0]["status"] == "delivered").await;
    }
}

async fn a_webhook_for_one_game_is_deleted_after_its_end(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let game = table_of([&ada, &ben]).await;
    let mut receiver = Receiver::replying([Reply::Status(503)]).await;
    let body = json!({"url": receiver.url(), "events": ["game_over"], "game_id": game});
    let ended = Hook::with(&ada, &body).await;
    let elsewhere = Receiver::start().await;
    let turns = json!({"url": elsewhere.url(), "events": ["turn"], "game_id": game});
    let silent = Hook::with(&ben, &turns).await;
    concede([&ada, &ben], &game).await;
    receiver.next().await;
    ended.until_newest("pending", 1).await;
    setting.clock.pass(TimeDelta::seconds(6));
    assert_eq!(games(&ended.opened(&receiver.next().await)), [game.as_str()]);
    for hook in [&ended, &silent] {
        until_deleted(hook).await;
    }
    // Rematches and forks are other games.
    let rematch = ada.post(&format!("/v1/games/{game}/rematches"), &json!({})).await.expect(201);
    sit(&ben, id(&rematch)).await;
    ada.post(HOOKS, &body).await.problem(409, "game_over");
}

async fn a_webhook_for_one_game_ends_when_its_owner_leaves(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let created = ben.create(&json!({"players": 2, "open_seats": 2})).await;
    let game = id(&created);
    sit(&ada, game).await;
    let mut receiver = Receiver::start().await;
    let hook = hook_of_game(&ada, &receiver, game).await;
    ada.delete(&format!("/v1/games/{game}/seats/0")).await.expect(200);
    let (_, cleo) = come(&client, "Cleo").await;
    for player in [&ben, &cleo] {
        sit(player, game).await;
    }
    until_deleted(&hook).await;
    assert!(receiver.has_nothing(), "events of a game of others");
}

async fn a_webhook_for_one_game_needs_a_seat_in_it(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let (_, cleo) = come(&client, "Cleo").await;
    let game = table_of([&ada, &ben]).await;
    let body = |game: &str| json!({"url": "https://a.example/", "events": ["turn"], "game_id": game});
    cleo.post(HOOKS, &body(&game)).await.problem(404, "no_such_game");
    ada.post(HOOKS, &body(&Uuid::nil().to_string())).await.problem(404, "no_such_game");
    let daily = json!({"url": "https://a.example/", "events": ["daily"], "game_id": game});
    client.with_token(OPERATOR).post(HOOKS, &daily).await.problem(422, "invalid_setup");
    assert_eq!(ada.post(HOOKS, &daily).await.problem(422, "invalid_setup")["field"], "events");
    // A channel follows several games at one URL.
    let key = async || {
        ada.request(Method::POST, HOOKS)
            .header("idempotency-key", "once")
            .json(&body(&game))
            .await
            .expect(201)
    };
    assert_eq!(key().await, key().await);
    ada.post(HOOKS, &body(&game)).await.problem(409, "webhook_exists");
    let other = table_of([&ada, &ben]).await;
    ada.post(HOOKS, &body(&other)).await.expect(201);
    // Those of games that were abandoned no longer count.
    for number in 0..3 {
        let url = format!("https://{number}.example/");
        ada.post(HOOKS, &json!({"url": url, "events": ["turn"]})).await.expect(201);
    }
    let more = json!({"url": "https://more.example/", "events": ["turn"]});
    ada.post(HOOKS, &more).await.problem(422, "too_many_webhooks");
    setting.clock.pass(TimeDelta::days(31));
    ada.post(HOOKS, &more).await.expect(201);
    let list = ada.get(HOOKS).await.expect(200);
    assert!(list["items"].as_array().unwrap().iter().all(|hook| hook["game_id"].is_null()), "{list}");
}

async fn a_mention_is_an_id_of_discord(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let body = |form: &str, mention: Value| json!({"url": "https://a.example/", "events": ["turn"], "form": form, "mention": mention});
    let id = "123456789012345678";
    for mention in [json!({"user": "everyone"}), json!({"user": "1"}), json!({"here": id})] {
        let refused = ada.post(HOOKS, &body("discord", mention.clone())).await;
        assert_eq!(refused.status, 400, "{mention}");
    }
    let refused = ada.post(HOOKS, &body("standard", json!({"user": id}))).await;
    assert_eq!(refused.problem(422, "invalid_setup")["field"], "mention");
    let made = ada.post(HOOKS, &body("discord", json!({"user": id}))).await.expect(201);
    assert_eq!(made["webhook"]["mention"], json!({"user": id}));
}

async fn an_undo_is_no_end_for_a_webhook_for_one_game(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let mut receiver = Receiver::start().await;
    let setup = json!({"players": 1, "visibility": "private", "options": {"solo_yield": "once"}});
    let created = ada.create(&setup).await;
    let game = id(&created);
    let hook = hook_of_game(&ada, &receiver, game).await;
    for text in ["yield", "undo", "yield"] {
        ada.make(game, text).await.expect(201);
    }
    ada.propose(game, "undo").await.expect(201);
    ada.concede(game).await.expect(201);
    let message = hook.opened(&receiver.next().await);
    assert_eq!((&message["type"], games(&message)), (&json!("game_over"), vec![game]));
    assert_eq!(message["data"]["games"][0]["status"], "finished");
    until_deleted(&hook).await;
    assert!(receiver.has_nothing(), "the only event is the last move");
}

/// Waits until a webhook for one game is deleted.
async fn until_deleted(hook: &Hook) {
    let deleted = async { while hook.player.get(HOOKS).await.expect(200)["items"] != json!([]) {} };
    let ended = actix_web::rt::time::timeout(Duration::from_mins(1), deleted).await;
    assert!(ended.is_ok(), "the webhook stays");
    hook.player.get(&hook.path).await.problem(404, "no_such_webhook");
}

async fn a_webhook_for_one_game_is_deleted_with_its_owner(setting: Setting) {
    let client = instance(&setting);
    let ((ada_info, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let game = table_of([&ada, &ben]).await;
    let (mut of_ada, mut of_ben) = (Receiver::start().await, Receiver::start().await);
    let hook = hook_of_game(&ada, &of_ada, &game).await;
    let other = hook_of_game(&ben, &of_ben, &game).await;
    ada.delete(&path(&ada_info)).await.expect(200);
    assert!(setting.store.webhooks.read(hook.id()).await.unwrap().is_none());
    // The seat of a deleted player is left to an operator.
    let close = json!({"type": "close_game", "game_id": game, "reason": "Left."});
    act(&client, close).await.expect(201);
    let message = other.opened(&of_ben.next().await);
    assert_eq!((&message["type"], games(&message)), (&json!("game_over"), vec![game.as_str()]));
    assert!(!message.to_string().contains("Ada"), "{message}");
    until_deleted(&other).await;
    assert!(of_ada.has_nothing());
}

async fn webhooks_outlive_the_token_of_their_owner(setting: Setting) {
    let client = instance(&setting);
    let ((ada_info, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let game = table_of([&ada, &ben]).await;
    let mut receiver = Receiver::start().await;
    let hook = hook_of_game(&ada, &receiver, &game).await;
    let renewed = ada.post(&format!("{}/token", path(&ada_info)), &json!({})).await.expect(201);
    let ada = client.with_token(renewed["token"].as_str().unwrap());
    play_on([&ada, &ben], &game, 1).await;
    assert_eq!(hook.opened(&receiver.next().await)["data"]["games"][0]["to_act"], 1);
    ada.get(&hook.path).await.expect(200);
    let revoke = json!({"type": "revoke_player_token", "player_id": ada_info["id"]});
    act(&client, revoke).await.expect(201);
    ada.get(&hook.path).await.problem(401, "token_unknown");
    while ben.view(&game).await["to_act"] == 1 {
        let own = ben.view(&game).await;
        ben.make(&game, own["legal_moves"][0]["text"].clone()).await.expect(201);
    }
    assert_eq!(hook.opened(&receiver.next().await)["data"]["games"][0]["to_act"], 0);
}

async fn a_cancelled_game_is_delivered_to_its_webhooks(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let (mut receiver, mut discord) = (Receiver::start().await, Receiver::start().await);
    let created = ada.create(&json!({"players": 2, "open_seats": 2})).await;
    let game = id(&created);
    sit(&ada, game).await;
    let hook = hook_of_game(&ada, &receiver, game).await;
    let sentences =
        json!({"url": discord.url(), "events": ["game_over"], "form": "discord", "game_id": game});
    let sentences = Hook::with(&ada, &sentences).await;
    ada.delete(&format!("/v1/games/{game}")).await.expect(200);
    let message = hook.opened(&receiver.next().await);
    let over = &message["data"]["games"][0];
    assert_eq!((&message["type"], &over["game_id"]), (&json!("game_over"), &json!(game)));
    assert_eq!(
        (&over["status"], &over["result"], &over["to_act"]),
        (&json!("cancelled"), &Value::Null, &Value::Null)
    );
    let content = format!("Regicide (Ada): the game was cancelled. https://regicide.example/games/{game}");
    assert_eq!(sentences.opened(&discord.next().await)["content"], content);
    until_deleted(&hook).await;
}

async fn hidden_names_are_in_no_message(setting: Setting) {
    let client = instance(&setting);
    let ((bad_info, bad), (_, ben)) = (come(&client, "Unspeakable").await, come(&client, "Ben").await);
    let hide = json!({"type": "hide_name", "player_id": bad_info["id"]});
    let events = ["turn", "game_over", "rematch"];
    let (mut receiver, mut discord) = (Receiver::start().await, Receiver::start().await);
    let hook = Hook::new(&ben, &receiver, &events).await;
    let sentences =
        Hook::with(&ben, &json!({"url": discord.url(), "events": events, "form": "discord"})).await;
    let game = table_of([&bad, &ben]).await;
    act(&client, hide).await.expect(201);
    play_on([&bad, &ben], &game, 1).await;
    let url = format!("https://regicide.example/games/{game}");
    let message = hook.opened(&receiver.next().await);
    let seats = &message["data"]["games"][0]["seats"];
    assert_eq!((&seats[0]["name"], &seats[1]["name"]), (&Value::Null, &json!("Ben")));
    let sentence = sentences.opened(&discord.next().await);
    assert_eq!(sentence["content"], format!("Regicide (Seat 1 and Ben): it is your turn. {url}"));
    for hook in [&hook, &sentences] {
        hook.until_newest("delivered", 1).await;
    }
    concede([&bad, &ben], &game).await;
    let message = hook.opened(&receiver.next().await);
    assert_eq!(message["type"], "game_over");
    assert!(!message.to_string().contains("Unspeakable"), "{message}");
    let sentence = sentences.opened(&discord.next().await);
    let content =
        format!("Regicide (Seat 1 and Ben): the game is lost, with 0 of 12 enemies defeated. {url}");
    assert_eq!(sentence["content"], content);
    for hook in [&hook, &sentences] {
        hook.until_newest("delivered", 1).await;
    }
    let rematch = bad.post(&format!("/v1/games/{game}/rematches"), &json!({})).await.expect(201);
    let message = hook.opened(&receiver.next().await);
    assert_eq!((&message["type"], games(&message)), (&json!("rematch"), vec![id(&rematch)]));
    let by = json!({"player_id": bad_info["id"], "name": null});
    assert_eq!(message["data"]["games"][0]["invited_by"], by);
    let content = sentences.opened(&discord.next().await)["content"].to_string();
    assert!(content.contains("a rematch waits for you") && !content.contains("Unspeakable"), "{content}");
}

/// A game of three with a limit of an hour whose first seat to act is overdue: its id, that seat, and
/// the players.
async fn overdue(
    setting: &Setting,
    client: &Client,
    names: &[&str],
) -> (String, usize, Vec<(Value, Client)>) {
    let mut people = Vec::new();
    for name in names {
        people.push(come(client, name).await);
    }
    let setup = json!({"players": names.len(), "open_seats": names.len() - 1, "turn_limit": 3600});
    let created = people[0].1.create(&setup).await;
    let game = id(&created).to_owned();
    for (_, person) in &people[1..] {
        person.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    }
    let absent = people[0].1.view(&game).await["to_act"].as_u64().unwrap();
    setting.clock.pass(TimeDelta::hours(1));
    (game, usize::try_from(absent).unwrap(), people)
}

async fn a_lost_seat_is_delivered_to_its_player(setting: Setting) {
    let client = instance(&setting);
    for by_invitation in [false, true] {
        let (mut receiver, mut discord) = (Receiver::start().await, Receiver::start().await);
        let (game, absent, people) = overdue(&setting, &client, &["Ada", "Ben", "Cy"]).await;
        let (left, waiting) = (&people[absent].1, &people[(absent + 1) % 3].1);
        let hook = Hook::new(left, &receiver, &["game_over"]).await;
        let sentences =
            json!({"url": discord.url(), "events": ["game_over"], "form": "discord", "language": "es"});
        let sentences = Hook::with(left, &sentences).await;
        // A webhook for the game alone gets no end: the game runs on.
        let of_game = json!({"url": receiver.url(), "events": ["turn", "game_over"], "game_id": game});
        Hook::with(left, &of_game).await;
        if by_invitation {
            let body = json!({"for_seats": [absent]});
            waiting.post(&format!("/v1/games/{game}/invitations"), &body).await.expect(201);
        } else {
            let path = format!("/v1/games/{game}/seats/{absent}");
            waiting.request(Method::DELETE, &path).send().await.expect(200);
        }
        let message = hook.opened(&receiver.next().await);
        let lost = &message["data"]["games"][0];
        assert_eq!(
            json!([message["type"], lost["game_id"], lost["status"], lost["seat"], lost["result"]]),
            json!(["game_over", game, "running", null, null])
        );
        let content = sentences.opened(&discord.next().await)["content"].to_string();
        assert!(content.contains("otra persona ha cedido su asiento"), "{content}");
        for hook in [&hook, &sentences] {
            hook.until_newest("delivered", 1).await;
        }
        // To leave by their own act is no event: the next one is the end of another game.
        left.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
        let path = format!("/v1/games/{game}/seats/{absent}");
        left.request(Method::DELETE, &path).send().await.expect(200);
        let solo = left.create(&json!({"players": 1})).await;
        left.concede(id(&solo)).await.expect(201);
        let other = left.create(&json!({"players": 2, "open_seats": 1})).await;
        let second = waiting.post(&format!("/v1/games/{}/seats", id(&other)), &json!({})).await;
        second.expect(201);
        left.concede(id(&other)).await.expect(201);
        waiting.concede(id(&other)).await.expect(201);
        let message = hook.opened(&receiver.next().await);
        assert!(!message.to_string().contains(&game), "{message}");
    }
}

async fn an_invitation_names_whoever_sends_it(setting: Setting) {
    let client = instance(&setting);
    for (names, is_known) in [(&["Ada", "Ben"][..], true), (&["Ada", "Ben", "Cy"][..], false)] {
        let mut receiver = Receiver::start().await;
        let (game, absent, people) = overdue(&setting, &client, names).await;
        let (info, waiting) = &people[(absent + 1) % names.len()];
        let (dora_info, dora) = come(&client, "Dora").await;
        let hook = Hook::new(&dora, &receiver, &["invitation"]).await;
        let body = json!({"for_seats": [absent], "player_id": dora_info["id"]});
        waiting.post(&format!("/v1/games/{game}/invitations"), &body).await.expect(201);
        let message = hook.opened(&receiver.next().await);
        let by = json!({"player_id": info["id"], "name": info["name"]});
        let by = if is_known { by } else { Value::Null };
        assert_eq!(message["data"]["games"][0]["invited_by"], by);
    }
}

async fn a_buried_card_is_in_no_message(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let players = [&ada, &ben];
    let created = ada
        .create(&json!({"kind": "regicide-tricks", "players": 2, "open_seats": 2, "seed": "banana"}))
        .await;
    let game = id(&created);
    for player in players {
        sit(player, game).await;
    }
    let (mut receiver, mut discord) = (Receiver::start().await, Receiver::start().await);
    let hook = hook_of_game(&ada, &receiver, game).await;
    let sentences = json!({"url": discord.url(), "events": ["turn"], "form": "discord", "game_id": game});
    let sentences = Hook::with(&ada, &sentences).await;
    let mut buried = None;
    for _ in 0..12 {
        let seat = usize::try_from(ada.view(game).await["to_act"].as_u64().unwrap()).unwrap();
        let own = players[seat].view(game).await;
        let moves = own["legal_moves"].as_array().unwrap();
        let take = moves.iter().find(|mv| mv["text"] == "take").unwrap_or(&moves[0]);
        let mv = take["text"].as_str().unwrap().to_owned();
        buried = buried.or(mv.strip_prefix("bury ").map(str::to_owned));
        players[seat].make(game, mv).await.expect(201);
        if ada.view(game).await["to_act"] == seat {
            continue;
        }
        let message = hook.opened(&receiver.next().await);
        let shown = &message["data"]["games"][0];
        assert_eq!((&message["type"], &shown["status"]), (&json!("turn"), &json!("running")));
        let sentence = sentences.opened(&discord.next().await);
        if let Some(card) = &buried {
            assert!(!message.to_string().contains(card), "{message}");
            assert!(!sentence.to_string().contains(card), "{sentence}");
        }
        for hook in [&hook, &sentences] {
            hook.until(|all| all[0]["status"] == "delivered").await;
        }
    }
    assert!(buried.is_some(), "a card was buried");
}

async fn results_of_unlisted_challenges_are_not_for_the_operator(setting: Setting) {
    let client = instance(&setting);
    let ((_, olga), (_, ada)) = (come(&client, "Olga").await, come(&client, "Ada").await);
    let mut receivers = [Receiver::start().await, Receiver::start().await, Receiver::start().await];
    let [of_olga, of_ada, of_operator] = &mut receivers;
    let organisers = Hook::new(&olga, of_olga, &["results"]).await;
    let hook = Hook::new(&ada, of_ada, &["results"]).await;
    let operators = operators(&client, of_operator, &["results"]).await;
    let body = json!({
        "name": "Club night", "players": 1, "closes_at": "2026-11-21T12:00:00Z", "visibility": "unlisted",
    });
    let made = olga.post("/v1/challenges", &body).await.expect(201);
    let club = made["id"].as_str().unwrap();
    let begun = ada.post(&attempts(club), &json!({})).await.expect(201);
    ada.concede(id(&begun)).await.expect(201);
    setting.clock.set("2026-11-23T12:00:00Z");
    // The organiser, who took no part, has no place.
    for (hook, receiver, place) in [(&organisers, of_olga, Value::Null), (&hook, of_ada, json!(1))] {
        let message = hook.opened(&receiver.next().await);
        let results = &message["data"]["challenges"][0];
        assert_eq!((&results["challenge_id"], &results["results"]), (&json!(club), &json!(1)));
        assert_eq!(results["place"], place);
    }
    // The operator's next one shows that those of the club were not stored for the operator.
    let (next, _) = organise(&client, json!({"closes_at": "2026-11-25T12:00:00Z"})).await;
    setting.clock.set("2026-11-27T12:00:00Z");
    let mut sent = Vec::new();
    while !sent.contains(&json!(next)) {
        let message = operators.opened(&of_operator.next().await);
        let challenges = message["data"]["challenges"].as_array().unwrap();
        sent.extend(challenges.iter().map(|each| each["challenge_id"].clone()));
    }
    assert!(!sent.contains(&json!(club)), "{sent:?}");
}

async fn results_are_not_delivered_twice(setting: Setting) {
    let client = instance(&setting);
    let _other = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["results"]).await;
    for (number, time) in ["2026-11-21T12:00:00Z", "2026-11-25T12:00:00Z"].into_iter().enumerate() {
        let (club, _) = organise(&client, json!({"closes_at": time})).await;
        let begun = ada.post(&attempts(&club), &json!({})).await.expect(201);
        ada.concede(id(&begun)).await.expect(201);
        // Another instance starts, and finds the challenge that is over.
        let _restarted = instance(&setting);
        setting.clock.set(time);
        setting.clock.pass(TimeDelta::days(2));
        let message = hook.opened(&receiver.next().await);
        let sent = message["data"]["challenges"].as_array().unwrap();
        let ids: Vec<&Value> = sent.iter().map(|each| &each["challenge_id"]).collect();
        assert_eq!(ids, [&json!(club)]);
        let all = hook.until(|all| all.len() == number + 1 && all[0]["status"] == "delivered").await;
        assert!(all.iter().all(|each| each["attempts"] == 1));
    }
    assert!(receiver.has_nothing());
}

async fn a_voided_result_has_no_place_in_a_message(setting: Setting) {
    let client = instance(&setting);
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let (mut of_ada, mut of_ben) = (Receiver::start().await, Receiver::start().await);
    let hook = Hook::new(&ada, &of_ada, &["results"]).await;
    let other = Hook::new(&ben, &of_ben, &["results"]).await;
    let (club, _) = organise(&client, json!({})).await;
    let mut played = Vec::new();
    for player in [&ada, &ben] {
        let begun = player.post(&attempts(&club), &json!({})).await.expect(201);
        player.concede(id(&begun)).await.expect(201);
        played.push(id(&begun).to_owned());
    }
    act(&client, void(&played[0])).await.expect(201);
    setting.clock.set("2026-11-23T12:00:00Z");
    for (hook, receiver, place) in [(&hook, &mut of_ada, Value::Null), (&other, &mut of_ben, json!(1))] {
        let message = hook.opened(&receiver.next().await);
        let results = &message["data"]["challenges"][0];
        assert_eq!((&results["challenge_id"], &results["results"]), (&json!(club), &json!(1)));
        assert_eq!((&results["place"], results["score"].is_null()), (&place, place.is_null()));
    }
}

async fn turns_at_the_seat_of_a_former_guest_are_delivered(setting: Setting) {
    let client = instance(&setting);
    let created = client.create(&json!({"players": 2, "seed": "banana"})).await;
    let game = id(&created);
    let [guest, ben] = [0, 1].map(|seat| player(&client, &created, seat));
    let (ada_info, ada) = come(&client, "Ada").await;
    let mut receiver = Receiver::start().await;
    let hook = Hook::new(&ada, &receiver, &["turn"]).await;
    play_on([&guest, &ben], game, 1).await;
    let body = json!({"guest_token": guest.token()});
    ada.post(&format!("/v1/games/{game}/seats"), &body).await.expect(201);
    let seq = play_on([&guest, &ben], game, 0).await;
    let message = hook.opened(&receiver.next().await);
    assert_eq!(message["data"]["player_id"], ada_info["id"]);
    let turn = &message["data"]["games"][0];
    assert_eq!((&turn["game_id"], &turn["seat"], &turn["seq"]), (&json!(game), &json!(0), &json!(seq)));
}
