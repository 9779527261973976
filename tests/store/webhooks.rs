//! Webhooks: what is new for them follows from the games; one instance at a time
//! delivers.

use regicide::engine::{GameKind, Seat};
use regicide_server::store::{
    Append, CountedGame, Delivery, DeliveryAttempt, DeliveryResult, DeliveryStatus, Game, GameNews,
    GameStats, Identity, Invitee, News, Player, PlayerChange, SeatInvitation, SeatPlayer, SeatState, Store,
    Told, Topic, Wake, Webhook, WebhookEvent, WebhookForm, WebhookOwner, WebhookStatus,
};
use uuid::Uuid;

use crate::contract::on_both_databases;
use crate::fixtures::{STALE, STORED, after, append, conflict, game, lost, store};
use crate::players::player;
use crate::support::Database;

on_both_databases!(
    a_webhook_comes_back_as_it_was_stored,
    the_operator_has_webhooks_too,
    turns_ends_and_held_seats_are_news_until_they_are_told,
    an_end_stays_news_when_the_game_is_counted,
    one_instance_delivers_at_a_time,
    a_message_is_pending_until_it_is_delivered_or_outdated,
    a_hundred_deliveries_are_kept,
    webhooks_go_with_their_player,
);

const ALL: [WebhookEvent; 5] = [
    WebhookEvent::Turn,
    WebhookEvent::GameOver,
    WebhookEvent::Invitation,
    WebhookEvent::Rematch,
    WebhookEvent::Daily,
];

fn webhook(number: u8, player: &Player) -> Webhook {
    Webhook {
        id: Uuid::from_u128(number.into()),
        owner: WebhookOwner::Player(player.id),
        url: "https://elsewhere.example/".to_owned(),
        events: ALL.to_vec(),
        form: WebhookForm::Discord,
        language: "es".to_owned(),
        secret: [number; 32],
        status: WebhookStatus::Active,
        created_at: after(0),
        since: after(0),
        told_day: 20_000,
        position: 3,
        failures: 0,
        failing_since: None,
        due_at: Some(after(0)),
    }
}

fn identity(player: &Player) -> &Identity {
    player.identity.as_ref().unwrap()
}

/// A store with a player and the player's webhook.
async fn with_webhook(database: &Database) -> (std::sync::Arc<Store>, Player, Webhook) {
    let (store, player) = (store(database).await, player(1));
    store.create_player(&player, None).await.unwrap();
    let webhook = webhook(1, &player);
    store.create_webhook(&webhook, Some(&identity(&player).token), 5, None).await.unwrap();
    (store, player, webhook)
}

/// A game whose second seat is the player's.
fn game_of(number: u8, player: &Player) -> Game {
    let mut made = game(number);
    made.seats[1].player = Some(SeatPlayer { id: player.id, token: identity(player).token });
    made
}

async fn news(store: &Store, webhook: &Webhook) -> Vec<(Uuid, u32, News)> {
    let news = store.webhook_news(webhook, after(5), 10).await.unwrap();
    news.iter().map(|GameNews { game, seq, news, .. }| (*game, *seq, *news)).collect()
}

fn message(number: u8, webhook: &Webhook) -> Delivery {
    Delivery {
        id: Uuid::from_u128(number.into()),
        webhook: webhook.id,
        event: "turn".to_owned(),
        body: format!("{{\"number\":{number}}}"),
        status: DeliveryStatus::Pending,
        created_at: after(1),
        attempts: 0,
        last: None,
    }
}

fn received() -> DeliveryAttempt {
    DeliveryAttempt { at: after(2), response_status: Some(204), error: None }
}

/// Has the webhook told of games, as if they were delivered.
async fn tell(store: &Store, webhook: &Webhook, told: &[(Uuid, Told)]) {
    let claim = Uuid::from_u128(77);
    assert!(store.claim_webhook(webhook.id, claim, after(0), after(30)).await.unwrap());
    let result = DeliveryResult::Delivered { told, told_day: webhook.told_day, position: 3 };
    store.end_delivery(&message(99, webhook), claim, &received(), result).await.unwrap();
    store.release_webhook(webhook.id, claim, None).await.unwrap();
}

async fn a_webhook_comes_back_as_it_was_stored(database: Database) {
    let (store, player, mut made) = with_webhook(&database).await;
    let token = identity(&player).token;
    let mut list = store.subscribe(Topic::Webhooks);
    for number in 2..=3 {
        store.create_webhook(&webhook(number, &player), Some(&token), 3, None).await.unwrap();
    }
    assert_eq!(list.changed().await, Wake::Anything);
    assert!(conflict(store.create_webhook(&webhook(4, &player), Some(&token), 3, None).await).is_some());
    let found = store.webhook(made.id).await.unwrap().unwrap();
    assert_eq!((found.url, found.events, found.form), (made.url.clone(), made.events.clone(), made.form));
    assert_eq!(
        (found.language, found.secret, found.status),
        (made.language.clone(), made.secret, made.status)
    );
    assert_eq!((found.created_at, found.due_at, found.failures), (made.created_at, made.due_at, 0));
    let ids = |webhooks: Vec<Webhook>| webhooks.into_iter().map(|each| each.id.as_u128()).collect::<Vec<_>>();
    assert_eq!(ids(store.webhooks(made.owner).await.unwrap()), [1, 2, 3]);
    made.status = WebhookStatus::Paused;
    made.events = vec![WebhookEvent::Daily];
    made.since = after(9);
    store.change_webhook(&made).await.unwrap();
    let found = store.webhook(made.id).await.unwrap().unwrap();
    assert_eq!((found.status, found.events, found.since), (made.status, made.events.clone(), after(9)));
    let second = Uuid::from_u128(2);
    assert_eq!(store.active_webhooks(Uuid::nil(), 1).await.unwrap(), [(second, made.owner)]);
    assert_eq!(store.active_webhooks(second, 9).await.unwrap(), [(Uuid::from_u128(3), made.owner)]);
    store.delete_webhook(second, WebhookOwner::Operator).await.unwrap();
    assert!(store.webhook(second).await.unwrap().is_some(), "another player's");
    store.delete_webhook(second, made.owner).await.unwrap();
    assert!(store.webhook(second).await.unwrap().is_none());
    assert!(conflict(store.change_webhook(&webhook(2, &player)).await).is_some());
}

async fn the_operator_has_webhooks_too(database: Database) {
    let (store, player, of_player) = with_webhook(&database).await;
    let made = Webhook { owner: WebhookOwner::Operator, ..webhook(2, &player) };
    store.create_webhook(&made, None, 1, None).await.unwrap();
    let another = Webhook { id: Uuid::from_u128(3), ..made.clone() };
    assert!(conflict(store.create_webhook(&another, None, 1, None).await).is_some());
    let owners = [(of_player.id, of_player.owner), (made.id, WebhookOwner::Operator)];
    assert_eq!(store.active_webhooks(Uuid::nil(), 9).await.unwrap(), owners);
    let found = store.webhooks(WebhookOwner::Operator).await.unwrap();
    assert_eq!(
        found.iter().map(|each| (each.id, each.owner, each.position)).collect::<Vec<_>>(),
        [(made.id, WebhookOwner::Operator, 3)]
    );
    store.delete_webhook(made.id, WebhookOwner::Operator).await.unwrap();
    assert!(store.webhook(made.id).await.unwrap().is_none());
}

async fn turns_ends_and_held_seats_are_news_until_they_are_told(database: Database) {
    let (store, player, webhook) = with_webhook(&database).await;
    let seat = |number| Seat::try_from(number).unwrap();
    let turn = Game { to_act: Some(seat(0)), ..game_of(1, &player) };
    store.create_game(&turn, None).await.unwrap();
    assert_eq!(news(&store, &webhook).await, []);
    let to_second = |seq| Append { to_act: Some(seat(1)), ..append(&turn, seq) };
    store.append_move(&to_second(1)).await.unwrap();
    assert_eq!(news(&store, &webhook).await, [(turn.id, 1, News::Turn)]);
    store.append_move(&to_second(2)).await.unwrap();
    assert_eq!(news(&store, &webhook).await, [], "the player has moved, and goes on");
    store.append_move(&to_second(3)).await.unwrap();
    tell(&store, &webhook, &[(turn.id, Told::Turn(3))]).await;
    assert_eq!(news(&store, &webhook).await, []);
    for seq in [4, 5] {
        store.append_move(&to_second(seq)).await.unwrap();
    }
    assert_eq!(news(&store, &webhook).await, [(turn.id, 5, News::Turn)], "another turn");

    let over = game_of(2, &player);
    store.create_game(&over, None).await.unwrap();
    let last = Append { finished: Some(lost(after(3))), ..append(&over, 1) };
    store.append_move(&last).await.unwrap();
    let held = |number| {
        let invitation = SeatInvitation { invitee: Invitee::Player(player.id), until: after(50) };
        let mut held = game(number);
        held.seats[0] = SeatState { invitation: Some(invitation), ..SeatState::open(seat(0)) };
        held
    };
    let (invited, rematch) = (held(3), Game { rematch_of: Some(over.id), ..held(4) });
    let mut own = store.subscribe(Topic::Player(player.id));
    store.create_game(&invited, None).await.unwrap();
    // On Postgres, what is listened to from now on may have changed before.
    assert!([Wake::Game(invited.id), Wake::Anything].contains(&own.changed().await));
    store.create_game(&rematch, None).await.unwrap();
    let all = [
        (rematch.id, 0, News::Rematch),
        (invited.id, 0, News::Invitation),
        (over.id, 1, News::GameOver),
        (turn.id, 5, News::Turn),
    ];
    assert_eq!(news(&store, &webhook).await, all);
    let only = |event| Webhook { events: vec![event], ..webhook.clone() };
    for (_, _, kind) in all {
        let found = news(&store, &only(kind.event())).await;
        assert_eq!(found.iter().map(|(_, _, found)| *found).collect::<Vec<_>>(), [kind]);
    }
    let later = Webhook { since: after(4), ..webhook.clone() };
    assert_eq!(news(&store, &later).await.len(), 3, "it ended before");
    let told = store.webhook_news(&webhook, after(5), 10).await.unwrap();
    let told: Vec<(Uuid, Told)> = told.iter().map(|game| (game.game, game.told())).collect();
    tell(&store, &webhook, &told).await;
    assert_eq!(news(&store, &webhook).await, []);
}

async fn an_end_stays_news_when_the_game_is_counted(database: Database) {
    let (store, player, webhook) = with_webhook(&database).await;
    let stats = GameStats { game: GameKind::Regicide, players: 2, finished: 1, ..GameStats::default() };
    let count = async |made: &Game| {
        let counted = CountedGame { id: made.id, seat: Seat::try_from(1).unwrap(), counts: true, stats };
        store.count_games(player.id, &[counted]).await.unwrap();
    };
    for (number, told_first) in [(1, false), (2, true)] {
        let made = game_of(number, &player);
        store.create_game(&made, None).await.unwrap();
        let last = Append { finished: Some(lost(after(3))), ..append(&made, 1) };
        store.append_move(&last).await.unwrap();
        if !told_first {
            count(&made).await;
        }
        assert_eq!(news(&store, &webhook).await, [(made.id, 1, News::GameOver)]);
        tell(&store, &webhook, &[(made.id, Told::End)]).await;
        assert_eq!(news(&store, &webhook).await, []);
        if told_first {
            count(&made).await;
        }
        assert_eq!(news(&store, &webhook).await, []);
    }
    assert_eq!(store.game_stats(player.id).await.unwrap()[0].finished, 2);
}

async fn one_instance_delivers_at_a_time(database: Database) {
    let (store, _, webhook) = with_webhook(&database).await;
    let [one, other] = [1, 2].map(Uuid::from_u128);
    let claim = async |by, now, until| store.claim_webhook(webhook.id, by, now, until).await.unwrap();
    assert_eq!(store.due_webhooks(after(0), 9).await.unwrap(), [webhook.id]);
    assert!(claim(one, after(0), after(30)).await);
    assert!(!claim(other, after(29), after(60)).await);
    assert!(store.due_webhooks(after(29), 9).await.unwrap().is_empty());
    assert_eq!(store.due_webhooks(after(30), 9).await.unwrap(), [webhook.id]);
    assert!(claim(other, after(30), after(60)).await);
    // The first one comes too late.
    let sent = message(1, &webhook);
    let begun = store.begin_delivery(webhook.id, one, Some(&sent), after(60)).await;
    assert_eq!(conflict(begun), STALE);
    let result = DeliveryResult::Delivered { told: &[], told_day: 1, position: 3 };
    assert_eq!(conflict(store.end_delivery(&sent, one, &received(), result).await), STALE);
    store.release_webhook(webhook.id, one, None).await.unwrap();
    assert!(!claim(one, after(31), after(60)).await, "it is not the first one's to release");
    store.release_webhook(webhook.id, other, None).await.unwrap();
    assert!(store.due_webhooks(after(99), 9).await.unwrap().is_empty());
    assert!(claim(one, after(31), after(60)).await);
    // What is due tomorrow keeps nobody from telling what is new today.
    store.release_webhook(webhook.id, one, Some(after(90))).await.unwrap();
    assert!(claim(other, after(32), after(60)).await);
}

async fn a_message_is_pending_until_it_is_delivered_or_outdated(database: Database) {
    let (store, _, webhook) = with_webhook(&database).await;
    let claim = Uuid::from_u128(1);
    let claimed =
        async || assert!(store.claim_webhook(webhook.id, claim, after(0), after(30)).await.unwrap());
    claimed().await;
    let (first, second) = (message(1, &webhook), message(2, &webhook));
    store.begin_delivery(webhook.id, claim, Some(&first), after(30)).await.unwrap();
    assert_eq!(store.pending_delivery(webhook.id).await.unwrap(), Some(first.clone()));
    let error = Some("status".to_owned());
    let attempt = DeliveryAttempt { at: after(2), response_status: Some(500), error };
    let result = DeliveryResult::Failed { status: WebhookStatus::Active, due_at: Some(after(0)) };
    store.end_delivery(&first, claim, &attempt, result).await.unwrap();
    let pending = store.pending_delivery(webhook.id).await.unwrap().unwrap();
    assert_eq!((pending.attempts, pending.last), (1, Some(attempt)));
    let failing = store.webhook(webhook.id).await.unwrap().unwrap();
    assert_eq!((failing.failures, failing.failing_since), (1, Some(after(2))));
    claimed().await;
    store.begin_delivery(webhook.id, claim, Some(&second), after(30)).await.unwrap();
    let result = DeliveryResult::Delivered { told: &[], told_day: 20_001, position: 4 };
    store.end_delivery(&second, claim, &received(), result).await.unwrap();
    assert_eq!(store.pending_delivery(webhook.id).await.unwrap(), None);
    let well = store.webhook(webhook.id).await.unwrap().unwrap();
    assert_eq!((well.failures, well.failing_since), (0, None));
    assert_eq!((well.told_day, well.position), (20_001, 4));
    let page = store.deliveries(webhook.id, None, 1).await.unwrap();
    assert_eq!((page.items[0].status, page.next), (DeliveryStatus::Delivered, Some(second.id)));
    let page = store.deliveries(webhook.id, page.next, 1).await.unwrap();
    assert_eq!((page.items[0].status, page.next), (DeliveryStatus::Outdated, None));
    let gone = DeliveryResult::Failed { status: WebhookStatus::Gone, due_at: None };
    store.end_delivery(&second, claim, &received(), gone).await.unwrap();
    assert!(!store.claim_webhook(webhook.id, claim, after(99), after(100)).await.unwrap());
}

async fn a_hundred_deliveries_are_kept(database: Database) {
    let (store, _, webhook) = with_webhook(&database).await;
    for number in 1..=102 {
        let tried = Delivery { status: DeliveryStatus::Failed, attempts: 1, ..message(number, &webhook) };
        store.add_delivery(&Delivery { last: Some(received()), ..tried }).await.unwrap();
    }
    let page = store.deliveries(webhook.id, None, 200).await.unwrap();
    assert_eq!((page.items.len(), page.items[99].id), (100, Uuid::from_u128(3)));
}

async fn webhooks_go_with_their_player(database: Database) {
    let (store, player, webhook) = with_webhook(&database).await;
    store.add_delivery(&message(1, &webhook)).await.unwrap();
    let token = identity(&player).token;
    let deleted = store.update_player(player.id, &token, PlayerChange::Delete(after(9)), None).await;
    assert_eq!(conflict(deleted), STORED);
    assert!(store.webhook(webhook.id).await.unwrap().is_none());
    assert!(store.deliveries(webhook.id, None, 9).await.unwrap().items.is_empty());
}
