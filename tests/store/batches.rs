//! Moves that are in flight together share a commit, and nothing else.

use std::sync::Arc;

use regicide_engine::engine::Move;
use regicide_store::{Append, BotsNext, Game, Store, StoreError};
use sqlx::{Connection, PgConnection, SqliteConnection};
use tokio::task::JoinHandle;

use crate::fixtures::{STALE, STORED, append, changed, conflict, game, lost, store};
use crate::races::until_it_waits;
use crate::support::Database;

/// Games that have begun.
async fn games(store: &Arc<Store>, count: u8) -> Vec<Game> {
    let games: Vec<Game> = (1..=count).map(game).collect();
    for game in &games {
        assert!(changed(store.games.create(game, None).await));
    }
    games
}

type Outcome = Result<(), StoreError>;

/// Sends a move, and returns when it is in flight.
async fn send(store: &Arc<Store>, append: Append) -> JoinHandle<Outcome> {
    let (store, (on_its_way, begun)) = (store.clone(), tokio::sync::oneshot::channel());
    let sent = tokio::spawn(async move {
        let mut waiting = std::pin::pin!(store.moves.append(&append));
        // One look puts the move into the queue.
        let first =
            std::future::poll_fn(|context| std::task::Poll::Ready(waiting.as_mut().poll(context))).await;
        on_its_way.send(()).unwrap();
        match first {
            std::task::Poll::Ready(outcome) => outcome,
            std::task::Poll::Pending => waiting.await,
        }
    });
    begun.await.unwrap();
    sent
}

/// One move that must wait, and behind it all kinds of others: good ones, two
/// for one place, a stale one, a last one, and one that the database refuses.
async fn send_all(store: &Arc<Store>, games: &[Game]) -> Vec<JoinHandle<Outcome>> {
    let mut refused = append(&games[5], 1);
    refused.row.entry.mv = Move::Flip;
    let moves = [
        append(&games[0], 1),
        append(&games[1], 1),
        append(&games[2], 1),
        append(&games[2], 1),
        Append { version: 7, ..append(&games[3], 1) },
        Append { finished: Some(lost(games[4].created_at)), ..append(&games[4], 1) },
        refused,
        append(&games[6], 1),
    ];
    let mut sent = Vec::new();
    for append in moves {
        sent.push(send(store, append).await);
    }
    sent
}

/// Locks a game's row, so that a move of it has to wait.
async fn hold(lock: &mut PgConnection, game: &Game) {
    let held = sqlx::query("select from games where id = $1 for update").bind(game.id);
    held.execute(lock).await.unwrap();
}

async fn check(store: &Arc<Store>, games: &[Game], sent: Vec<JoinHandle<Outcome>>) {
    let mut outcomes = Vec::new();
    for sent in sent {
        outcomes.push(sent.await.unwrap());
    }
    let refused = outcomes.remove(6);
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
    let outcomes: Vec<_> = outcomes.into_iter().map(conflict).collect();
    // The last one is a neighbour of the refused one.
    assert_eq!(outcomes, [STORED, STORED, STORED, STALE, STALE, STORED, STORED]);
    for (game, moves) in games.iter().zip([1, 1, 1, 0, 1, 0, 1]) {
        let stored = store.games.read(game.id).await.unwrap().unwrap();
        assert_eq!(stored.moves.len(), moves);
        assert_eq!(stored.finished.is_some(), game.id == games[4].id);
    }
}

#[tokio::test]
async fn sqlite_each_move_of_a_batch_has_an_outcome_of_its_own() {
    let database = Database::sqlite().await;
    let store = store(&database).await;
    let games = games(&store, 7).await;
    let mut other = SqliteConnection::connect(&database.url).await.unwrap();
    let refuse = "create trigger no_flip before insert on moves when new.move = 'flip'
        begin select raise(abort, 'no'); end";
    sqlx::query(refuse).execute(&mut other).await.unwrap();
    sqlx::query("begin immediate").execute(&mut other).await.unwrap();
    let sent = send_all(&store, &games).await;
    sqlx::query("commit").execute(&mut other).await.unwrap();
    check(&store, &games, sent).await;
}

#[tokio::test]
async fn postgres_each_move_of_a_batch_has_an_outcome_of_its_own() {
    let database = Database::postgres().await;
    let store = store(&database).await;
    let games = games(&store, 7).await;
    let mut other = PgConnection::connect(&database.url).await.unwrap();
    let refuse = "create function no_flip() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$";
    database.execute(refuse).await.unwrap();
    let refuse = "create trigger no_flip before insert on moves for each row when (new.move = 'flip')
        execute function no_flip()";
    database.execute(refuse).await.unwrap();
    let mut lock = other.begin().await.unwrap();
    hold(&mut lock, &games[0]).await;
    let sent = send_all(&store, &games).await;
    lock.commit().await.unwrap();
    check(&store, &games, sent).await;
}

#[tokio::test]
async fn postgres_moves_that_wait_together_share_one_commit() {
    let database = Database::postgres().await;
    let store = store(&database).await;
    let games = games(&store, 40).await;
    let mut other = PgConnection::connect(&database.url).await.unwrap();
    let mut lock = other.begin().await.unwrap();
    hold(&mut lock, &games[0]).await;
    let mut sent = Vec::new();
    for game in &games {
        sent.push(send(&store, append(game, 1)).await);
    }
    lock.commit().await.unwrap();
    for sent in sent {
        sent.await.unwrap().unwrap();
    }
    let commits: Vec<i64> = sqlx::query_scalar("select count(*) from moves group by xmin order by 1")
        .fetch_all(&mut other)
        .await
        .unwrap();
    let most = 2 * database.shards();
    assert!(commits.len() <= most && commits.iter().sum::<i64>() == 40, "{commits:?}");
}

/// Another instance stores a move, and this one has a batch on its way that has
/// a move for the same place.
#[tokio::test]
async fn postgres_a_place_that_is_taken_meanwhile_costs_no_other_move_of_its_batch() {
    let database = Database::postgres().await;
    let store = store(&database).await;
    let connect = async || PgConnection::connect(&database.url).await.unwrap();
    let (mut holder, mut rival) = (connect().await, connect().await);
    for (bots, taken) in
        [(BotsNext::None, true), (BotsNext::Move, true), (BotsNext::None, false), (BotsNext::Move, false)]
    {
        let games = games(&store, 3).await;
        let [first, raced, neighbour] = [0, 1, 2].map(|number| &games[number]);
        // One move keeps the writer busy, so that the others share a batch.
        let mut held = holder.begin().await.unwrap();
        hold(&mut held, first).await;
        let busy = send(&store, append(first, 1)).await;
        until_it_waits(&database, &busy).await;
        let mut other = rival.begin().await.unwrap();
        sqlx::query("insert into moves (game_id, seq, seat, move, h) values ($1, 1, 0, 'yield', $2)")
            .bind(raced.id)
            .bind(vec![7_u8; 32])
            .execute(&mut *other)
            .await
            .unwrap();
        let losing = send(&store, Append { bots, ..append(raced, 1) }).await;
        let neighbouring = send(&store, Append { bots, ..append(neighbour, 1) }).await;
        held.commit().await.unwrap();
        assert_eq!(conflict(busy.await.unwrap()), STORED);
        until_it_waits(&database, &losing).await;
        if taken {
            other.commit().await.unwrap();
        } else {
            other.rollback().await.unwrap();
        }
        assert_eq!(conflict(losing.await.unwrap()), if taken { STALE } else { STORED });
        assert_eq!(conflict(neighbouring.await.unwrap()), STORED);
        for (game, stored) in [(raced, !taken), (neighbour, true)] {
            assert_eq!(store.games.read(game.id).await.unwrap().unwrap().moves.len(), 1);
            let noted = store.bots.turn(game.id).await.unwrap().is_some();
            assert_eq!(noted, stored && bots == BotsNext::Move);
        }
    }
}

#[tokio::test]
async fn postgres_a_lone_move_whose_place_is_taken_meanwhile_is_stale() {
    let database = Database::postgres().await;
    let store = store(&database).await;
    let mut rival = PgConnection::connect(&database.url).await.unwrap();
    let games = games(&store, 1).await;
    let mut other = rival.begin().await.unwrap();
    sqlx::query("insert into moves (game_id, seq, seat, move, h) values ($1, 1, 0, 'yield', $2)")
        .bind(games[0].id)
        .bind(vec![7_u8; 32])
        .execute(&mut *other)
        .await
        .unwrap();
    let losing = send(&store, append(&games[0], 1)).await;
    until_it_waits(&database, &losing).await;
    other.commit().await.unwrap();
    assert_eq!(conflict(losing.await.unwrap()), STALE);
}

#[tokio::test]
async fn a_move_is_stored_even_if_its_request_is_dropped() {
    for database in [Database::sqlite().await, Database::postgres().await] {
        let store = store(&database).await;
        let games = games(&store, 2).await;
        let gone = send(&store, append(&games[0], 1)).await;
        gone.abort();
        assert_eq!(conflict(store.moves.append(&append(&games[1], 1)).await), STORED);
        assert_eq!(conflict(store.moves.append(&append(&games[0], 2)).await), STORED);
    }
}
