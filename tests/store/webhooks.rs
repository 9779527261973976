//! Webhooks: events wait in the outbox; one instance at a time delivers.

use futures_util::future::join_all;
use regicide_engine::engine::Seat;
use regicide_store::{
    Append, Delivery, DeliveryStatus, FormerPlayer, Game, GameEvent, Identity, Invitee, OutboxKey, Player,
    PushBytes, PushKeys, SeatInvitation, SeatPlayer, SeatState, Seated, Status, Store, TokenHash, Topic,
    Visibility, Wake, Webhook, WebhookEvent, WebhookForm, WebhookOwner, WebhookStatus,
};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use uuid::Uuid;

use crate::challenges::daily;
use crate::contract::{on_both_databases, with_statements_of_a_cluster};
use crate::fixtures::{STALE, STORED, after, append, conflict, deletion, game, lost, store};
use crate::players::player;
use crate::races::until_it_waits;
use crate::support::Database;

on_both_databases!(
    a_webhook_comes_back_as_it_was_stored,
    the_operator_has_webhooks_too,
    events_wait_until_they_are_delivered_or_have_passed,
    an_event_during_a_delivery_is_not_lost,
    events_are_added_only_for_webhooks_that_want_them,
    a_lost_seat_is_the_end_for_its_player,
    equal_urls_and_the_maximum_hold_under_concurrency,
    one_instance_delivers_at_a_time,
    deliveries_of_several_webhooks_do_not_deadlock,
    a_message_is_pending_until_it_is_delivered_or_outdated,
    a_browser_that_has_unsubscribed_goes_with_the_delivery,
    a_hundred_deliveries_are_kept,
    webhooks_go_with_their_player,
    results_are_added_once,
    the_state_of_a_game_has_the_seat_of_a_player,
);

with_statements_of_a_cluster!(
    events_wait_until_they_are_delivered_or_have_passed,
    an_event_during_a_delivery_is_not_lost,
    events_are_added_only_for_webhooks_that_want_them,
    a_lost_seat_is_the_end_for_its_player,
    equal_urls_and_the_maximum_hold_under_concurrency,
    results_are_added_once,
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
        url: format!("https://elsewhere.example/{number}"),
        events: ALL.to_vec(),
        form: WebhookForm::Discord,
        language: "es".to_owned(),
        secret: [number; 32],
        status: WebhookStatus::Active,
        created_at: after(0),
        told_day: 20_000,
        position: 3,
        failures: 0,
        failing_since: None,
        due_at: Some(after(0)),
        game_id: None,
        mention: "role:123456789012345678".parse().ok(),
        push_keys: Some(PushKeys { p256dh: PushBytes([4; 65]), auth: PushBytes([number; 16]) }),
    }
}

fn identity(player: &Player) -> &Identity {
    player.identity.as_ref().unwrap()
}

/// A store with a player and the player's webhook.
async fn with_webhook(database: &Database) -> (std::sync::Arc<Store>, Player, Webhook) {
    let (store, player) = (store(database).await, player(1));
    store.players.create(&player, None).await.unwrap();
    let webhook = webhook(1, &player);
    store.webhooks.create(&webhook, Some(&identity(&player).token), None).await.unwrap();
    (store, player, webhook)
}

/// A game whose second seat is the player's.
fn game_of(number: u8, player: &Player) -> Game {
    let mut made = game(number);
    made.seats[1].player = Some(SeatPlayer { id: player.id, token: identity(player).token });
    made
}

/// The pending events of a webhook.
async fn pending(store: &Store, webhook: &Webhook) -> Vec<(Uuid, u32, WebhookEvent)> {
    let events = store.webhooks.pending_events(webhook, after(5), 10).await.unwrap();
    events.iter().map(|GameEvent { game, seq, event, .. }| (game.id, *seq, *event)).collect()
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
        last_attempt_at: None,
        response_status: None,
        error: None,
    }
}

fn received(number: u8, webhook: &Webhook) -> Delivery {
    Delivery {
        status: DeliveryStatus::Delivered,
        attempts: 1,
        last_attempt_at: Some(after(2)),
        response_status: Some(204),
        ..message(number, webhook)
    }
}

/// Claims a webhook, and stores that a message with events was delivered.
async fn deliver(store: &Store, webhook: &Webhook, events: &[GameEvent]) {
    let claim = Uuid::from_u128(77);
    assert!(store.webhooks.claim(webhook.id, claim, after(0), after(30)).await.unwrap());
    let state = Webhook { due_at: None, ..webhook.clone() };
    let keys: Vec<OutboxKey> = events.iter().map(OutboxKey::from).collect();
    store.webhooks.end_delivery(&state, claim, &received(99, webhook), &keys).await.unwrap();
}

/// Delivers all that is pending.
async fn deliver_pending(store: &Store, webhook: &Webhook) {
    let events = store.webhooks.pending_events(webhook, after(5), 10).await.unwrap();
    deliver(store, webhook, &events).await;
    assert_eq!(pending(store, webhook).await, []);
}

fn seat(number: u8) -> Seat {
    Seat::try_from(number).unwrap()
}

/// A move of the first player, after which it is the second one's turn.
fn to_second(game: &Game, player: &Player, seq: u32) -> Append {
    Append { to_act: Some(seat(1)), turn: Some(player.id), ..append(game, seq) }
}

/// The last move of a game of the player.
fn last_move(game: &Game, player: &Player) -> Append {
    Append { finished: Some(lost(after(3))), players: vec![player.id], ..append(game, 1) }
}

async fn a_webhook_comes_back_as_it_was_stored(database: Database) {
    let (store, player, mut made) = with_webhook(&database).await;
    let token = identity(&player).token;
    for number in 2..=5 {
        store.webhooks.create(&webhook(number, &player), Some(&token), None).await.unwrap();
    }
    assert!(conflict(store.webhooks.create(&webhook(6, &player), Some(&token), None).await).is_some());
    let found = store.webhooks.read(made.id).await.unwrap().unwrap();
    assert_eq!((found.url, found.events, found.form), (made.url.clone(), made.events.clone(), made.form));
    assert_eq!(
        (found.language, found.secret, found.status),
        (made.language.clone(), made.secret, made.status)
    );
    assert_eq!(
        (found.game_id, found.mention, found.push_keys),
        (None, made.mention.clone(), made.push_keys.clone())
    );
    assert_eq!((found.created_at, found.due_at, found.failures), (made.created_at, made.due_at, 0));
    let ids = |webhooks: Vec<Webhook>| webhooks.into_iter().map(|each| each.id.as_u128()).collect::<Vec<_>>();
    assert_eq!(ids(store.webhooks.of_owner(made.owner).await.unwrap()), [1, 2, 3, 4, 5]);
    made.status = WebhookStatus::Paused;
    made.events = vec![WebhookEvent::Daily];
    let mut changes = store.changes.subscribe(Topic::Webhooks);
    store.webhooks.update(&made).await.unwrap();
    // On Postgres, what is listened to from now on may have changed before.
    assert!([Wake::Webhook(made.id), Wake::Anything].contains(&changes.changed().await));
    let found = store.webhooks.read(made.id).await.unwrap().unwrap();
    assert_eq!((found.status, found.events), (made.status, made.events.clone()));
    let second = Uuid::from_u128(2);
    assert_eq!(store.webhooks.due(after(0), Uuid::nil(), 1).await.unwrap(), [second]);
    assert_eq!(store.webhooks.due(after(0), second, 1).await.unwrap(), [Uuid::from_u128(3)]);
    store.webhooks.delete(second, WebhookOwner::Operator).await.unwrap();
    assert!(store.webhooks.read(second).await.unwrap().is_some(), "another player's");
    store.webhooks.delete(second, made.owner).await.unwrap();
    assert!(store.webhooks.read(second).await.unwrap().is_none());
    assert!(conflict(store.webhooks.update(&webhook(2, &player)).await).is_some());
}

async fn the_operator_has_webhooks_too(database: Database) {
    let (store, player, of_player) = with_webhook(&database).await;
    let made = Webhook { owner: WebhookOwner::Operator, ..webhook(2, &player) };
    store.webhooks.create(&made, None, None).await.unwrap();
    let another = Webhook { id: Uuid::from_u128(3), ..made.clone() };
    assert!(conflict(store.webhooks.create(&another, None, None).await).is_some(), "an equal URL");
    assert_eq!(store.webhooks.due(after(0), Uuid::nil(), 9).await.unwrap(), [of_player.id, made.id]);
    let found = store.webhooks.of_owner(WebhookOwner::Operator).await.unwrap();
    assert_eq!(
        found.iter().map(|each| (each.id, each.owner, each.position)).collect::<Vec<_>>(),
        [(made.id, WebhookOwner::Operator, 3)]
    );
    store.webhooks.delete(made.id, WebhookOwner::Operator).await.unwrap();
    assert!(store.webhooks.read(made.id).await.unwrap().is_none());
}

async fn events_wait_until_they_are_delivered_or_have_passed(database: Database) {
    let (store, player, webhook) = with_webhook(&database).await;
    let turn = Game { to_act: Some(seat(0)), ..game_of(1, &player) };
    store.games.create(&turn, None).await.unwrap();
    assert_eq!(pending(&store, &webhook).await, []);
    store.moves.append(&to_second(&turn, &player, 1)).await.unwrap();
    assert_eq!(pending(&store, &webhook).await, [(turn.id, 1, WebhookEvent::Turn)]);
    let own_step = Append { to_act: Some(seat(1)), ..append(&turn, 2) };
    store.moves.append(&own_step).await.unwrap();
    assert_eq!(pending(&store, &webhook).await, [], "the player has moved, and goes on");
    store.moves.append(&to_second(&turn, &player, 3)).await.unwrap();
    deliver_pending(&store, &webhook).await;
    store.moves.append(&to_second(&turn, &player, 4)).await.unwrap();
    assert_eq!(pending(&store, &webhook).await, [(turn.id, 4, WebhookEvent::Turn)], "another turn");

    let over = game_of(2, &player);
    store.games.create(&over, None).await.unwrap();
    store.moves.append(&last_move(&over, &player)).await.unwrap();
    let held = |number| {
        let invitation = SeatInvitation { invitee: Invitee::Player(player.id), until: after(50) };
        let mut held = game_of(number, &player);
        held.seats[0] = SeatState { invitation: Some(invitation), ..SeatState::open(seat(0)) };
        held
    };
    let (invited, rematch) = (held(3), Game { rematch_of: Some(over.id), ..held(4) });
    let begun = Game { to_act: Some(seat(1)), ..game_of(5, &player) };
    let mut changes = store.changes.subscribe(Topic::Webhooks);
    for made in [&invited, &rematch, &begun] {
        store.games.create(made, None).await.unwrap();
    }
    assert!([Wake::Webhook(webhook.id), Wake::Anything].contains(&changes.changed().await));
    let all = [
        (begun.id, 0, WebhookEvent::Turn),
        (rematch.id, 0, WebhookEvent::Rematch),
        (invited.id, 0, WebhookEvent::Invitation),
        (over.id, 1, WebhookEvent::GameOver),
        (turn.id, 4, WebhookEvent::Turn),
    ];
    assert_eq!(pending(&store, &webhook).await, all);
    deliver_pending(&store, &webhook).await;
    // A game sends one invitation.
    let again = SeatState::held_for(seat(0), player.id, after(60));
    store.seats.invite(invited.id, 0, (&[again], &[]), after(4), 9, None).await.unwrap();
    assert_eq!(pending(&store, &webhook).await, []);
    store.moves.append(&Append { version: 1, ..last_move(&invited, &player) }).await.unwrap();
    assert_eq!(pending(&store, &webhook).await, [(invited.id, 1, WebhookEvent::GameOver)]);
    deliver_pending(&store, &webhook).await;
    store.games.cancel(begun.id, 0, after(4)).await.unwrap();
    assert_eq!(pending(&store, &webhook).await, [(begun.id, 0, WebhookEvent::GameOver)]);
}

async fn an_event_during_a_delivery_is_not_lost(database: Database) {
    let (store, player, webhook) = with_webhook(&database).await;
    let made = game_of(1, &player);
    store.games.create(&made, None).await.unwrap();
    store.moves.append(&to_second(&made, &player, 1)).await.unwrap();
    let sent = store.webhooks.pending_events(&webhook, after(5), 10).await.unwrap();
    store.moves.append(&append(&made, 2)).await.unwrap();
    store.moves.append(&to_second(&made, &player, 3)).await.unwrap();
    deliver(&store, &webhook, &sent).await;
    assert_eq!(pending(&store, &webhook).await, [(made.id, 3, WebhookEvent::Turn)]);
    // Its notification may be lost.
    assert_eq!(store.webhooks.due(after(0), Uuid::nil(), 9).await.unwrap(), [webhook.id]);
    deliver_pending(&store, &webhook).await;
    assert!(store.webhooks.due(after(0), Uuid::nil(), 9).await.unwrap().is_empty());
}

async fn events_are_added_only_for_webhooks_that_want_them(database: Database) {
    let (store, player, all) = with_webhook(&database).await;
    let token = identity(&player).token;
    let days = Webhook { events: vec![WebhookEvent::Daily], ..webhook(2, &player) };
    let ends = Webhook { events: vec![WebhookEvent::GameOver, WebhookEvent::Daily], ..webhook(3, &player) };
    for made in [&days, &ends] {
        store.webhooks.create(made, Some(&token), None).await.unwrap();
    }
    let (made, other) = (game_of(1, &player), game(2));
    for made in [&made, &other] {
        store.games.create(made, None).await.unwrap();
    }
    store.moves.append(&to_second(&made, &player, 1)).await.unwrap();
    store.moves.append(&append(&other, 1)).await.unwrap();
    assert_eq!(pending(&store, &all).await, [(made.id, 1, WebhookEvent::Turn)]);
    // An event that a webhook has not chosen has no row, also if it is chosen later.
    for webhook in [&days, &ends] {
        let wants_all = Webhook { events: ALL.to_vec(), ..webhook.clone() };
        assert_eq!(pending(&store, &wants_all).await, []);
    }
    store
        .moves
        .append(&Append { finished: Some(lost(after(3))), players: vec![player.id], ..append(&made, 2) })
        .await
        .unwrap();
    for webhook in [&all, &ends] {
        assert_eq!(pending(&store, webhook).await, [(made.id, 2, WebhookEvent::GameOver)]);
    }
    // An event that is no longer chosen is not sent.
    assert_eq!(pending(&store, &Webhook { events: days.events.clone(), ..all }).await, []);
}

async fn equal_urls_and_the_maximum_hold_under_concurrency(database: Database) {
    let (store, player, first) = with_webhook(&database).await;
    let token = identity(&player).token;
    for (owner, token) in [(first.owner, Some(&token)), (WebhookOwner::Operator, None)] {
        let before = store.webhooks.of_owner(owner).await.unwrap().len();
        let create = |number: u8, url: &str| {
            let made = Webhook { owner, url: url.to_owned(), ..webhook(number, &player) };
            let store = store.clone();
            async move { store.webhooks.create(&made, token, None).await.is_ok() }
        };
        let id = if token.is_some() { 10 } else { 100 };
        let equal = join_all((0..8).map(|number| create(id + number, "https://a.example/equal"))).await;
        assert_eq!(equal.iter().filter(|made| **made).count(), 1);
        let urls: Vec<String> = (0..8).map(|number| format!("https://a.example/{number}")).collect();
        let many = join_all((0..8).map(|number| create(id + 20 + number, &urls[usize::from(number)]))).await;
        assert_eq!(many.iter().filter(|made| **made).count(), 4 - before);
        assert_eq!(store.webhooks.of_owner(owner).await.unwrap().len(), 5);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_webhooks_of_the_operator_are_created_one_after_the_other() {
    let database = Database::postgres().await;
    let (store, player, _) = with_webhook(&database).await;
    // As a transaction does that creates one.
    let mut other = PgConnection::connect(&database.url).await.unwrap();
    let mut transaction = other.begin().await.unwrap();
    sqlx::query("update stream_end set position = position").execute(&mut *transaction).await.unwrap();
    let made = Webhook { owner: WebhookOwner::Operator, ..webhook(2, &player) };
    let created = tokio::spawn(async move { conflict(store.webhooks.create(&made, None, None).await) });
    until_it_waits(&database, &created).await;
    assert!(!created.is_finished(), "it does not wait");
    transaction.commit().await.unwrap();
    assert_eq!(created.await.unwrap(), STORED);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_a_webhook_that_is_being_deleted_gets_no_delivery() {
    let database = Database::postgres().await;
    let (store, _, webhook) = with_webhook(&database).await;
    let mut other = PgConnection::connect(&database.url).await.unwrap();
    let mut transaction = other.begin().await.unwrap();
    sqlx::query("delete from webhooks where id = $1")
        .bind(webhook.id)
        .execute(&mut *transaction)
        .await
        .unwrap();
    let begun = tokio::spawn({
        let (store, message) = (store.clone(), message(1, &webhook));
        async move { store.webhooks.begin_delivery(message.webhook, Some(&message)).await }
    });
    until_it_waits(&database, &begun).await;
    transaction.commit().await.unwrap();
    begun.await.unwrap().unwrap();
    assert!(store.webhooks.deliveries(webhook.id, None, 9).await.unwrap().items.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_an_event_of_a_game_needs_no_other_shard() {
    let database = Database::postgres().await;
    let (store, player, webhook) = with_webhook(&database).await;
    let made = game_of(1, &player);
    store.games.create(&made, None).await.unwrap();
    let (mut connections, mut locks) = (Vec::new(), Vec::new());
    for server in if database.spread.is_some() { database.servers() } else { Vec::new() } {
        let mut other = PgConnection::connect(&server).await.unwrap();
        let shards = "select shard_name(logicalrelid, shardid)
            from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
            where logicalrelid = 'webhook_events'::regclass
                and shardid <> get_shard_id_for_distribution_column('webhook_events', $1)";
        let shards: Vec<String> =
            sqlx::query_scalar(shards).bind(made.id).fetch_all(&mut other).await.unwrap();
        other.execute("set citus.enable_manual_changes_to_shards = on; begin").await.unwrap();
        for shard in shards {
            other.execute(AssertSqlSafe(format!("lock table {shard} in exclusive mode"))).await.unwrap();
            locks.push(shard);
        }
        connections.push(other);
    }
    assert_eq!(locks.len(), database.shards() - 1);
    store.games.cancel(made.id, 0, after(3)).await.unwrap();
    assert_eq!(pending(&store, &webhook).await, [(made.id, 0, WebhookEvent::GameOver)]);
}

async fn deliveries_of_several_webhooks_do_not_deadlock(database: Database) {
    let (store, player, _) = with_webhook(&database).await;
    let token = identity(&player).token;
    let webhooks = [2, 3, 4, 5].map(|number| Webhook { due_at: None, ..webhook(number, &player) });
    for webhook in &webhooks {
        store.webhooks.create(webhook, Some(&token), None).await.unwrap();
    }
    let deliver = async |number: usize, webhook: &Webhook| {
        for round in 0..8 {
            let claim = Uuid::from_u128(number as u128);
            let delivery =
                Delivery { id: Uuid::from_u128((number * 8 + round) as u128), ..message(1, webhook) };
            assert!(store.webhooks.claim(webhook.id, claim, after(0), after(30)).await.unwrap());
            store.webhooks.begin_delivery(webhook.id, Some(&delivery)).await.unwrap();
            store.webhooks.end_delivery(webhook, claim, &delivery, &[]).await.unwrap();
        }
    };
    join_all(webhooks.iter().enumerate().map(|(number, webhook)| deliver(number, webhook))).await;
    for webhook in &webhooks {
        assert_eq!(store.webhooks.deliveries(webhook.id, None, 9).await.unwrap().items.len(), 8);
    }
}

async fn one_instance_delivers_at_a_time(database: Database) {
    let (store, _, webhook) = with_webhook(&database).await;
    let [one, other] = [1, 2].map(Uuid::from_u128);
    let claim = async |by, now, until| store.webhooks.claim(webhook.id, by, now, until).await.unwrap();
    assert_eq!(store.webhooks.due(after(0), Uuid::nil(), 9).await.unwrap(), [webhook.id]);
    store.webhooks.postpone(webhook.id, after(5)).await.unwrap();
    assert!(store.webhooks.due(after(4), Uuid::nil(), 9).await.unwrap().is_empty());
    store.webhooks.postpone(webhook.id, after(0)).await.unwrap();
    assert!(claim(one, after(0), after(30)).await);
    store.webhooks.postpone(webhook.id, after(20)).await.unwrap();
    assert!(!claim(other, after(29), after(60)).await, "a claimed one is not postponed");
    assert!(store.webhooks.due(after(29), Uuid::nil(), 9).await.unwrap().is_empty());
    assert_eq!(store.webhooks.due(after(30), Uuid::nil(), 9).await.unwrap(), [webhook.id]);
    assert!(claim(other, after(30), after(60)).await);
    // The first one comes too late.
    let due = |due_at| Webhook { due_at, ..webhook.clone() };
    let sent = received(1, &webhook);
    assert_eq!(conflict(store.webhooks.end_delivery(&due(None), one, &sent, &[]).await), STALE);
    assert_eq!(conflict(store.webhooks.release(&due(None), one).await), STALE);
    assert!(!claim(one, after(31), after(60)).await, "it is not the first one's to release");
    assert!(store.webhooks.deliveries(webhook.id, None, 9).await.unwrap().items.is_empty());
    store.webhooks.release(&due(None), other).await.unwrap();
    assert!(store.webhooks.due(after(99), Uuid::nil(), 9).await.unwrap().is_empty());
    assert!(claim(one, after(31), after(60)).await);
    // A delivery that is due later does not delay new events.
    store.webhooks.release(&due(Some(after(90))), one).await.unwrap();
    assert!(claim(other, after(32), after(60)).await);
}

async fn a_message_is_pending_until_it_is_delivered_or_outdated(database: Database) {
    let (store, _, webhook) = with_webhook(&database).await;
    let claim = Uuid::from_u128(1);
    let claimed =
        async || assert!(store.webhooks.claim(webhook.id, claim, after(0), after(30)).await.unwrap());
    claimed().await;
    let (first, second) = (message(1, &webhook), message(2, &webhook));
    store.webhooks.begin_delivery(webhook.id, Some(&first)).await.unwrap();
    assert_eq!(store.webhooks.pending_delivery(webhook.id).await.unwrap(), Some(first.clone()));
    let failed = Delivery {
        attempts: 1,
        last_attempt_at: Some(after(2)),
        response_status: Some(500),
        error: Some("status".to_owned()),
        ..first
    };
    let failing = Webhook { failures: 1, failing_since: Some(after(2)), ..webhook.clone() };
    store.webhooks.end_delivery(&failing, claim, &failed, &[]).await.unwrap();
    assert_eq!(store.webhooks.pending_delivery(webhook.id).await.unwrap(), Some(failed));
    let found = store.webhooks.read(webhook.id).await.unwrap().unwrap();
    assert_eq!((found.failures, found.failing_since, found.due_at), (1, Some(after(2)), webhook.due_at));
    claimed().await;
    store.webhooks.begin_delivery(webhook.id, Some(&second)).await.unwrap();
    let after_message = Webhook { told_day: 20_001, position: 4, ..webhook.clone() };
    store.webhooks.end_delivery(&after_message, claim, &received(2, &webhook), &[]).await.unwrap();
    assert_eq!(store.webhooks.pending_delivery(webhook.id).await.unwrap(), None);
    let well = store.webhooks.read(webhook.id).await.unwrap().unwrap();
    assert_eq!((well.failures, well.failing_since), (0, None));
    assert_eq!((well.told_day, well.position), (20_001, 4));
    let page = store.webhooks.deliveries(webhook.id, None, 1).await.unwrap();
    assert_eq!((page.items[0].status, page.next), (DeliveryStatus::Delivered, Some(second.id)));
    let page = store.webhooks.deliveries(webhook.id, page.next, 1).await.unwrap();
    assert_eq!((page.items[0].status, page.next), (DeliveryStatus::Outdated, None));
    claimed().await;
    let gone = Webhook { status: WebhookStatus::Gone, due_at: None, ..webhook.clone() };
    store.webhooks.end_delivery(&gone, claim, &second, &[]).await.unwrap();
    assert!(!store.webhooks.claim(webhook.id, claim, after(99), after(100)).await.unwrap());
}

async fn a_lost_seat_is_the_end_for_its_player(database: Database) {
    let (store, player, webhook) = with_webhook(&database).await;
    let games = [1, 2].map(|number| game_of(number, &player));
    let of_game = Webhook { game_id: Some(games[0].id), ..self::webhook(2, &player) };
    store.webhooks.create(&of_game, Some(&identity(&player).token), None).await.unwrap();
    let open = || SeatState::open(seat(1));
    let former = |lost| FormerPlayer {
        version: 1,
        seat: seat(1),
        until: 0,
        player: Some(player.id),
        bot: None,
        token: None,
        name: None,
        lost,
    };
    for (made, lost) in games.iter().zip([true, false]) {
        store.games.create(made, None).await.unwrap();
        let seated = Seated { at: after(1), begins: false, former: Some(former(lost)) };
        store.seats.update(made.id, 0, &open(), None, Some(&seated), None).await.unwrap();
        let events = store.webhooks.pending_events(&webhook, after(5), 10).await.unwrap();
        let found: Vec<_> = events.iter().map(|event| (event.event, event.seat, event.game.status)).collect();
        let expected = (WebhookEvent::GameOver, None, Status::Running);
        assert_eq!(found, [expected], "of the first game alone");
        assert!(pending(&store, &of_game).await.is_empty());
    }
    // An invitation back to the seat is another event, at the same number of moves.
    let held = [SeatState::held_for(seat(1), player.id, after(90))];
    store.seats.invite(games[0].id, 1, (&held, &[]), after(2), 9, None).await.unwrap();
    assert_eq!(pending(&store, &webhook).await.len(), 2);
    let claim = Uuid::from_u128(1);
    assert!(store.webhooks.claim(webhook.id, claim, after(0), after(30)).await.unwrap());
    let mut sent = store.webhooks.pending_events(&webhook, after(5), 10).await.unwrap();
    sent.retain(|event| event.event == WebhookEvent::GameOver);
    let keys: Vec<_> = sent.iter().map(OutboxKey::from).collect();
    store.webhooks.end_delivery(&webhook, claim, &message(1, &webhook), &keys).await.unwrap();
    let left = store.webhooks.pending_events(&webhook, after(5), 10).await.unwrap();
    assert_eq!(left.iter().map(|event| event.event).collect::<Vec<_>>(), [WebhookEvent::Invitation]);
    // Once the player has the seat again, all have passed.
    let back = SeatState { open: false, ..made_seat(&player, seat(1)) };
    let seated = Seated { at: after(2), begins: false, former: None };
    store.seats.update(games[0].id, 2, &back, None, Some(&seated), None).await.unwrap();
    assert!(pending(&store, &webhook).await.is_empty());
    // The end of a private game is not for former players.
    let code = Some(TokenHash([3; 32]));
    let made = Game { visibility: Visibility::Private, spectator_code: code, ..game_of(3, &player) };
    store.games.create(&made, None).await.unwrap();
    let seated = Seated { at: after(1), begins: false, former: Some(former(true)) };
    store.seats.update(made.id, 0, &open(), None, Some(&seated), None).await.unwrap();
    assert_eq!(pending(&store, &webhook).await.len(), 1);
    let last = Append { version: 1, finished: Some(lost(after(3))), ..append(&made, 1) };
    store.moves.append(&last).await.unwrap();
    assert_eq!(pending(&store, &webhook).await, []);
}

fn made_seat(player: &Player, seat: Seat) -> SeatState {
    let sits = SeatPlayer { id: player.id, token: identity(player).token };
    SeatState { player: Some(sits), ..SeatState::open(seat) }
}

async fn a_browser_that_has_unsubscribed_goes_with_the_delivery(database: Database) {
    let (store, player, other) = with_webhook(&database).await;
    let browser = Webhook { form: WebhookForm::WebPush, ..webhook(2, &player) };
    store.webhooks.create(&browser, Some(&identity(&player).token), None).await.unwrap();
    let (claim, sent) = (Uuid::from_u128(1), message(1, &browser));
    assert!(store.webhooks.claim(browser.id, claim, after(0), after(30)).await.unwrap());
    store.webhooks.begin_delivery(browser.id, Some(&sent)).await.unwrap();
    let gone = Webhook { status: WebhookStatus::Gone, due_at: None, ..browser };
    // Another instance has the claim.
    let late = store.webhooks.end_delivery(&gone, Uuid::from_u128(2), &sent, &[]).await;
    assert_eq!(conflict(late), STALE);
    store.webhooks.end_delivery(&gone, claim, &sent, &[]).await.unwrap();
    assert!(store.webhooks.read(gone.id).await.unwrap().is_none());
    assert!(store.webhooks.deliveries(gone.id, None, 9).await.unwrap().items.is_empty());
    assert!(store.webhooks.read(other.id).await.unwrap().is_some());
}

async fn a_hundred_deliveries_are_kept(database: Database) {
    let (store, _, webhook) = with_webhook(&database).await;
    for number in 1..=102 {
        let tried = Delivery { status: DeliveryStatus::Failed, attempts: 1, ..message(number, &webhook) };
        store.webhooks.add_delivery(&Delivery { last_attempt_at: Some(after(2)), ..tried }).await.unwrap();
    }
    let page = store.webhooks.deliveries(webhook.id, None, 200).await.unwrap();
    assert_eq!((page.items.len(), page.items[99].id), (100, Uuid::from_u128(3)));
}

async fn webhooks_go_with_their_player(database: Database) {
    let (store, player, webhook) = with_webhook(&database).await;
    store.webhooks.add_delivery(&message(1, &webhook)).await.unwrap();
    let token = identity(&player).token;
    let deleted = store.players.update(player.id, &token, deletion(9), None).await;
    assert_eq!(conflict(deleted), STORED);
    assert!(store.webhooks.read(webhook.id).await.unwrap().is_none());
    let stored = async || store.webhooks.deliveries(webhook.id, None, 9).await.unwrap().items;
    assert!(stored().await.is_empty());
    // An instance is sending meanwhile.
    store.webhooks.begin_delivery(webhook.id, Some(&message(2, &webhook))).await.unwrap();
    store.webhooks.add_delivery(&message(3, &webhook)).await.unwrap();
    assert!(stored().await.is_empty());
}

async fn results_are_added_once(database: Database) {
    let (store, player, other) = with_webhook(&database).await;
    let results = vec![WebhookEvent::Results];
    let made = Webhook { owner: WebhookOwner::Operator, events: results, ..webhook(2, &player) };
    store.webhooks.create(&made, None, None).await.unwrap();
    let day = daily(20_720, 1);
    assert_eq!(conflict(store.challenges.add(&day, None, None).await), None);
    let unsent = async |at| store.webhooks.challenges_over(at, 9).await.unwrap();
    assert!(unsent(day.closes_at).await.is_empty(), "it is not over");
    assert_eq!(unsent(day.ends_at).await, [day.id]);
    let receivers = store.webhooks.receivers_of_results(day.id).await.unwrap();
    assert_eq!(receivers, [made.id]);
    for receivers in [&receivers[..], &[other.id]] {
        store.webhooks.add_results(day.id, receivers).await.unwrap();
    }
    assert!(unsent(day.ends_at).await.is_empty());
    let pending = store.webhooks.pending_results(&made, 9).await.unwrap();
    assert_eq!(pending.iter().map(|each| each.challenge.id).collect::<Vec<_>>(), [day.id]);
    assert!(store.webhooks.pending_results(&other, 9).await.unwrap().is_empty());
    let changed = Webhook { events: vec![WebhookEvent::Daily], ..made };
    store.webhooks.update(&changed).await.unwrap();
    assert!(store.webhooks.pending_results(&changed, 9).await.unwrap().is_empty(), "no longer wanted");
}

async fn the_state_of_a_game_has_the_seat_of_a_player(database: Database) {
    let (store, player, _) = with_webhook(&database).await;
    let made = game_of(1, &player);
    store.games.create(&made, None).await.unwrap();
    let state = async |game| store.webhooks.game_state(game, player.id, after(1)).await.unwrap();
    assert!(state(made.id).await.is_some_and(|(_, seat)| seat.is_some()));
    assert!(state(Uuid::nil()).await.is_none());
}
