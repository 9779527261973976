//! Moves that are in flight together share a commit, and nothing else.

use std::sync::Arc;

use regicide::engine::Move;
use regicide::store::{Append, Appended, NewGame, Store, StoreError};
use sqlx::{Connection, PgConnection, SqliteConnection};
use tokio::task::JoinHandle;

use crate::made::{append, game, lost, store};
use crate::support::Database;

/// Games that have begun.
async fn games(store: &Arc<dyn Store>, count: u8) -> Vec<NewGame> {
    let games: Vec<NewGame> = (1..=count).map(game).collect();
    for game in &games {
        assert!(store.create_game(game, None).await.unwrap());
    }
    games
}

type Outcome = Result<Appended, StoreError>;

/// Sends a move, and goes on when it is on its way.
async fn send(store: &Arc<dyn Store>, append: Append) -> JoinHandle<Outcome> {
    let (store, (on_its_way, begun)) = (store.clone(), tokio::sync::oneshot::channel());
    let sent = tokio::spawn(async move {
        let mut waiting = std::pin::pin!(store.append(&append));
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
async fn send_all(store: &Arc<dyn Store>, games: &[NewGame]) -> Vec<JoinHandle<Outcome>> {
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
async fn hold(lock: &mut PgConnection, game: &NewGame) {
    let held = sqlx::query("select from games where id = $1 for update").bind(game.id);
    held.execute(lock).await.unwrap();
}

async fn check(store: &Arc<dyn Store>, games: &[NewGame], sent: Vec<JoinHandle<Outcome>>) {
    let mut outcomes = Vec::new();
    for sent in sent {
        outcomes.push(sent.await.unwrap());
    }
    let stored: Vec<_> = outcomes.iter().map(|outcome| outcome.as_ref().ok().copied()).collect();

    let (taken, conflict) = (Appended::Stored, Appended::Conflict);
    let expected = [taken, taken, taken, conflict, conflict, taken].map(Some);
    assert_eq!(stored[..6], expected);
    assert!(matches!(outcomes[6], Err(StoreError::Database(_))), "{:?}", outcomes[6]);
    assert_eq!(stored[7], Some(taken), "a bad neighbour does no harm");
    for (game, moves) in games.iter().zip([1, 1, 1, 0, 1, 0, 1]) {
        let stored = store.game(game.id).await.unwrap().unwrap();
        assert_eq!(stored.game.moves.len(), moves);
        assert_eq!(stored.game.finished.is_some(), game.id == games[4].id);
    }
}

#[tokio::test]
async fn sqlite_each_move_of_a_batch_has_an_outcome_of_its_own() {
    let database = Database::sqlite();
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
    sqlx::query(refuse).execute(&mut other).await.unwrap();
    let refuse = "create trigger no_flip before insert on moves for each row when (new.move = 'flip')
        execute function no_flip()";
    sqlx::query(refuse).execute(&mut other).await.unwrap();
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
        assert_eq!(sent.await.unwrap().unwrap(), Appended::Stored);
    }
    let commits: Vec<i64> = sqlx::query_scalar("select count(*) from moves group by xmin order by 1")
        .fetch_all(&mut other)
        .await
        .unwrap();
    assert!(commits.len() <= 2 && commits.iter().sum::<i64>() == 40, "{commits:?}");
}

#[tokio::test]
async fn a_move_is_stored_although_nobody_waits_for_it_any_more() {
    for database in [Database::sqlite(), Database::postgres().await] {
        let store = store(&database).await;
        let games = games(&store, 2).await;
        let gone = send(&store, append(&games[0], 1)).await;
        gone.abort();
        assert_eq!(store.append(&append(&games[1], 1)).await.unwrap(), Appended::Stored);
        assert_eq!(store.append(&append(&games[0], 2)).await.unwrap(), Appended::Stored);
    }
}
