//! A change notifies its subscribers, one that was rolled back does not; a lost connection
//! is noticed.

use std::sync::Arc;
use std::time::Duration;

use regicide_engine::engine::Seat;
use regicide_store::{
    AnnouncedMove, Append, Identity, InstanceReaders, Player, PlayerChange, Proposal, ProposalKind,
    SeatPlayer, SeatState, Store, Subscription, TokenHash, Topic, Wake,
};
use tokio::time::timeout;
use uuid::Uuid;

use crate::contract::{execute, on_both_databases};
use crate::fixtures::{STALE, after, append, conflict, game, lost, store};
use crate::support::{Database, Server};

on_both_databases!(
    changes_of_a_game_notify_its_subscribers,
    players_and_lists_are_notified_of_games,
    a_rolled_back_change_notifies_no_subscriber,
    readers_of_a_game_are_announced,
    a_connection_that_is_cut_is_opened_again,
);

/// Waits for the notification.
pub(crate) async fn notified(place: &mut Subscription, wake: Wake) {
    let notified = timeout(Duration::from_secs(30), async { while place.changed().await != wake {} });
    notified.await.unwrap_or_else(|_| panic!("not notified of {wake:?}"));
}

/// A store that receives notifications from now on.
pub(crate) async fn listening(database: &Database) -> Arc<Store> {
    let store = store(database).await;
    if !database.url.starts_with("sqlite") {
        let mut place = store.changes.subscribe(Topic::Games);
        for _ in database.servers() {
            notified(&mut place, Wake::Anything).await;
        }
    }
    store
}

fn ada() -> (Player, SeatPlayer) {
    let identity = Identity { name: "Ada".to_owned(), token: TokenHash([9; 32]), name_hidden: false };
    let (id, token) = (Uuid::from_u128(9), identity.token);
    let player = Player { id, identity: Some(identity), created_at: after(0), bot: false };
    (player, SeatPlayer { id, token })
}

async fn changes_of_a_game_notify_its_subscribers(database: Database) {
    let store = listening(&database).await;
    let (made, other) = (game(1), game(2));
    let mut place = store.changes.subscribe(Topic::Game(made.id));
    let mut elsewhere = store.changes.subscribe(Topic::Game(other.id));
    let wake = Wake::Game(made.id);
    store.games.create(&made, None).await.unwrap();
    notified(&mut place, wake).await;
    let first = append(&made, 1);
    store.moves.append(&first).await.unwrap();
    notified(&mut place, Wake::Move(AnnouncedMove::of(&first.row))).await;
    let accepted = vec![Seat::default()];
    let proposal =
        Proposal { kind: ProposalKind::Concede, seat: Seat::default(), seq: 1, accepted, at: after(1) };
    store.games.set_proposal(made.id, 0, Some(&proposal), None).await.unwrap();
    notified(&mut place, wake).await;
    store.games.cancel(made.id, 1, after(3)).await.unwrap();
    notified(&mut place, wake).await;
    store.games.create(&other, None).await.unwrap();
    assert_eq!(elsewhere.changed().await, Wake::Game(other.id), "no other notification before");
}

async fn players_and_lists_are_notified_of_games(database: Database) {
    let store = listening(&database).await;
    let (player, seated) = ada();
    store.players.create(&player, None).await.unwrap();
    let mut own = store.changes.subscribe(Topic::Player(player.id));
    let mut games = store.changes.subscribe(Topic::Games);
    let made = game(1);
    let wake = Wake::Game(made.id);
    store.games.create(&made, None).await.unwrap();
    notified(&mut games, wake).await;
    let sits = SeatState { name: Some("Ada".to_owned()), player: Some(seated), ..made.seats[1].clone() };
    store.seats.update(made.id, 0, &sits, None, None, None).await.unwrap();
    notified(&mut own, wake).await;
    let last =
        Append { version: 1, finished: Some(lost(after(1))), players: vec![player.id], ..append(&made, 1) };
    store.moves.append(&last).await.unwrap();
    notified(&mut own, wake).await;
    notified(&mut games, wake).await;
    let mut identity = store.changes.subscribe(Topic::Identity(player.id));
    let renamed = Identity { name: "Ida".to_owned(), ..player.identity.clone().unwrap() };
    store.players.update(player.id, &TokenHash([9; 32]), PlayerChange::Update(&renamed), None).await.unwrap();
    notified(&mut own, Wake::Anything).await;
    notified(&mut identity, Wake::Anything).await;
    let token = Identity { token: TokenHash([8; 32]), ..renamed };
    store.players.update(player.id, &TokenHash([9; 32]), PlayerChange::Update(&token), None).await.unwrap();
    notified(&mut own, Wake::Anything).await;
    notified(&mut identity, Wake::Anything).await;
}

async fn a_rolled_back_change_notifies_no_subscriber(database: Database) {
    let store = listening(&database).await;
    let (made, next) = (game(1), game(2));
    store.games.create(&made, None).await.unwrap();
    let mut place = store.changes.subscribe(Topic::Game(made.id));
    assert_eq!(conflict(store.moves.append(&append(&made, 2)).await), STALE);
    assert_eq!(conflict(store.seats.update(made.id, 7, &made.seats[0], None, None, None).await), STALE);
    let mut games = store.changes.subscribe(Topic::Games);
    store.games.create(&next, None).await.unwrap();
    notified(&mut games, Wake::Game(next.id)).await;
    let notification = timeout(Duration::from_millis(1), place.changed()).await;
    // On Postgres the announcement of the game itself may arrive only now.
    assert!(notification.is_err() || !database.url.starts_with("sqlite"), "{notification:?}");
}

async fn readers_of_a_game_are_announced(database: Database) {
    let store = listening(&database).await;
    let id = Uuid::from_u128(1);
    let mut place = store.changes.subscribe(Topic::Game(id));
    let mut games = store.changes.subscribe(Topic::Games);
    let readers =
        InstanceReaders { instance: Uuid::from_u128(7), seats: 0b1010, spectators: 3, is_new: true };
    store.changes.announce_readers(id, readers).await.unwrap();
    notified(&mut place, Wake::Readers(readers)).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    assert_eq!(games.changed().await, Wake::Game(made.id), "of the game's own topic alone");
}

#[tokio::test]
async fn postgres_notifications_continue_after_a_restart_of_the_server() {
    let mut server = Server::start(&[("TEST_POSTGRES_OWN", "1")]);
    let database = Database::on(&server);
    let store = listening(&database).await;
    let made = game(1);
    let mut place = store.changes.subscribe(Topic::Game(made.id));
    server.crash();
    assert!(store.games.create(&made, None).await.is_err());
    server.start_again();
    notified(&mut place, Wake::Anything).await;
    while store.games.create(&made, None).await.is_err() {}
    notified(&mut place, Wake::Game(made.id)).await;
}

async fn a_connection_that_is_cut_is_opened_again(database: Database) {
    if database.url.starts_with("sqlite") {
        return;
    }
    let store = listening(&database).await;
    let made = game(1);
    let mut place = store.changes.subscribe(Topic::Game(made.id));
    for _ in 0..2 {
        let cut = "select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query ilike 'listen %'";
        execute(&database, cut).await;
        notified(&mut place, Wake::Anything).await;
    }
    store.games.create(&made, None).await.unwrap();
    notified(&mut place, Wake::Game(made.id)).await;
}
