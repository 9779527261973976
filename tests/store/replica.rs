//! A streaming replica that is behind, and one that is unavailable.

use std::sync::Arc;

use regicide_store::{Append, DatabaseClock, Game, GameFilter, Options, Ranking, Store};
use sqlx::{Connection, PgConnection};

use crate::challenges::{daily, results_of, tried};
use crate::fixtures::{after, append, changed, everything, game, lost};
use crate::support::Server;

/// Two servers, of which one follows the other, and stores over them.
struct Setting {
    store: Arc<Store>,
    /// The same database without its replica.
    primary_only: Arc<Store>,
    replica: PgConnection,
    servers: (Server, Server),
}

/// The database's clock is stopped, before anything ends.
fn options() -> Options {
    Options { clock: DatabaseClock::replaced(|| after(0)), ..Options::default() }
}

impl Setting {
    async fn new() -> Self {
        let primary = Server::start(&[("TEST_POSTGRES_OWN", "1")]);
        let replica = Server::start(&[("TEST_POSTGRES_REPLICA_OF", &primary.url)]);
        let with_replica = Options { replica: Some(replica.url.clone()), ..options() };
        let store = Arc::new(Store::connect(&primary.url, &with_replica).await.unwrap());
        store.migrate().await.unwrap();
        Self {
            store,
            primary_only: Arc::new(Store::connect(&primary.url, &options()).await.unwrap()),
            replica: PgConnection::connect(&replica.url).await.unwrap(),
            servers: (primary, replica),
        }
    }

    /// Waits until the replica has all that the primary has now.
    async fn catch_up(&mut self) {
        let mut primary = PgConnection::connect(&self.servers.0.url).await.unwrap();
        let written: String =
            sqlx::query_scalar("select pg_current_wal_lsn()::text").fetch_one(&mut primary).await.unwrap();
        let mut there = false;
        while !there {
            there = sqlx::query_scalar("select pg_last_wal_replay_lsn() >= $1::pg_lsn")
                .bind(&written)
                .fetch_one(&mut self.replica)
                .await
                .unwrap();
        }
    }
}

async fn finish(store: &Arc<Store>, number: u8) -> Game {
    let made = game(number);
    assert!(changed(store.games.create(&made, None).await));
    let last = Append { finished: Some(lost(after(100))), ..append(&made, 1) };
    store.moves.append(&last).await.unwrap();
    made
}

#[tokio::test]
async fn postgres_rows_missing_on_a_replica_are_read_from_the_primary() {
    let mut setting = Setting::new().await;
    let store = setting.store.clone();
    let old = finish(&store, 1).await;
    let running = game(2);
    store.games.create(&running, None).await.unwrap();
    let exported = store.games.export(0, 10, after(100)).await.unwrap();
    assert_eq!(exported.len(), 1);
    let challenge = daily(20_777, 1);
    let tried = tried(&store, &challenge, 1..3).await;
    assert_eq!(store.boards.rank_game(&results_of(&challenge, tried[0], 3)).await.unwrap(), Ranking::Ranked);
    setting.catch_up().await;
    setting.servers.1.pause_replay().await;

    // From here on the replica's replay is paused.
    let new = finish(&store, 3).await;
    let last = Append { finished: Some(lost(after(100))), ..append(&running, 1) };
    store.moves.append(&last).await.unwrap();
    for game in [&old, &new, &running] {
        let found = store.games.read_past(game.id).await.unwrap().unwrap();
        assert_eq!(found.moves.len(), 1);
        assert!(found.finished.is_some());
    }
    assert_eq!(store.games.head(running.id).await.unwrap().unwrap().revision.version, 1);
    let exported = store.games.export(0, 10, after(100)).await.unwrap();
    let ids: Vec<_> = exported.iter().map(|row| (row.position, row.id)).collect();
    assert_eq!(ids.len(), 3);
    assert_eq!(ids[0], (1, old.id));
    assert!(ids[1..].iter().all(|(_, id)| [new.id, running.id].contains(id)), "{ids:?}");
    let pages = [
        store.games.export(0, 1, after(100)).await.unwrap(),
        store.games.export(1, 1, after(100)).await.unwrap(),
    ];
    assert_eq!(pages.map(|page| page[0].position), [1, 2]);

    // The board of a challenge that is over is the replica's only if that has
    // all of it.
    let read = async |whole: &[(u32, u64)]| {
        store.boards.read_final(challenge.id, false, None, 10, whole).await.unwrap().len()
    };
    assert_eq!((read(&[(3, 1)]).await, read(&[(3, 1), (2, 1)]).await), (1, 1));
    assert_eq!(store.boards.rank_game(&results_of(&challenge, tried[1], 2)).await.unwrap(), Ranking::Ranked);
    assert_eq!((read(&[(3, 1)]).await, read(&[(3, 1), (2, 1)]).await), (1, 2));

    // A list may be behind: that is what the replica is for.
    let listed = async |store: &Arc<Store>| store.games.list(&everything(), 10).await.unwrap().items.len();
    assert_eq!((listed(&store).await, listed(&setting.primary_only).await), (2, 3));
    let latest = GameFilter { latest: true, ..everything() };
    assert_eq!(store.games.list(&latest, 10).await.unwrap().items.len(), 3);
}

#[tokio::test]
async fn postgres_without_its_replica_the_primary_answers_everything() {
    let Setting { store, servers: (primary, replica), .. } = Setting::new().await;
    let made = finish(&store, 1).await;
    drop(replica);
    assert!(store.games.read_past(made.id).await.unwrap().is_some());
    assert_eq!(store.games.export(0, 10, after(100)).await.unwrap().len(), 1);
    assert_eq!(store.games.list(&everything(), 10).await.unwrap().items.len(), 1);
    assert!(store.games.read_past(uuid::Uuid::nil()).await.unwrap().is_none());
    drop(primary);
}

#[tokio::test]
async fn sqlite_has_no_replicas() {
    let replica = Options { replica: Some("sqlite://other.db".to_owned()), ..Options::default() };
    assert!(Store::connect("sqlite::memory:", &replica).await.is_err());
}
