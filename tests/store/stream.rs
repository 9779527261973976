//! The stream of public games: every change has a position, which is given in
//! the order of commits and never twice.

use std::sync::Arc;

use regicide_store::{Append, Game, Proposal, ProposalKind, SeatState, Status, Store, Visibility};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::contract::{execute, on_both_databases};
use crate::fixtures::{after, append, connect, game, lost, store};
use crate::support::Database;

on_both_databases!(
    changes_are_streamed_in_the_order_in_which_they_are_stored,
    a_game_that_changes_again_gets_a_later_position,
    concurrent_readers_see_one_order,
    unlisted_games_are_in_no_stream,
    any_number_of_waiting_changes_get_positions,
);

/// All games after a position, read in small pages.
async fn all(store: &Store, mut from: i64) -> Vec<(i64, Uuid)> {
    let end = store.games.stream_end().await.unwrap();
    let mut found = Vec::new();
    loop {
        let page = store.games.streamed(from, end, 2, after(100)).await.unwrap();
        found.extend(page.items.iter().map(|streamed| (streamed.position, streamed.game.id)));
        match page.next {
            Some(next) => from = next,
            None => return found,
        }
    }
}

async fn created(store: &Store, number: u8) -> Game {
    let made = game(number);
    store.games.create(&made, None).await.unwrap();
    made
}

async fn changes_are_streamed_in_the_order_in_which_they_are_stored(database: Database) {
    let store = store(&database).await;
    assert_eq!(store.games.stream_end().await.unwrap(), 0);
    let young = created(&store, 9).await;
    assert_eq!(all(&store, 0).await, [(1, young.id)]);
    let old = created(&store, 1).await;
    assert_eq!(all(&store, 1).await, [(2, old.id)]);
    assert_eq!(all(&*connect(&database).await, 0).await, [(1, young.id), (2, old.id)]);
    assert_eq!(store.games.stream_end().await.unwrap(), 2);
}

async fn a_game_that_changes_again_gets_a_later_position(database: Database) {
    let store = store(&database).await;
    let open = SeatState::open(game(1).seats[1].seat);
    let [taken, freed] = [game(1).seats[1].clone(), open.clone()];
    let mut made = game(1);
    made.seats = game(1).seats.iter().map(|seat| SeatState::open(seat.seat)).collect();
    store.games.create(&made, None).await.unwrap();
    let status = async || {
        let page = store.games.streamed(0, i64::MAX, 9, after(100)).await.unwrap();
        page.items.iter().map(|streamed| (streamed.position, streamed.game.status)).collect::<Vec<_>>()
    };
    assert_eq!((store.games.stream_end().await.unwrap(), status().await), (1, vec![(1, Status::Waiting)]));
    let first = SeatState { open: false, ..made.seats[0].clone() };
    store.seats.update(made.id, 0, &first, None, None, None).await.unwrap();
    assert_eq!((store.games.stream_end().await.unwrap(), status().await), (1, vec![(1, Status::Waiting)]));
    for (version, seat, end, now) in
        [(1, &taken, 2, Status::Running), (2, &freed, 3, Status::Waiting), (3, &taken, 4, Status::Running)]
    {
        store.seats.update(made.id, version, seat, None, None, None).await.unwrap();
        assert_eq!(status().await, [], "it waits for a reader");
        assert_eq!((store.games.stream_end().await.unwrap(), status().await), (end, vec![(end, now)]));
    }
    let (seat, accepted) = (taken.seat, vec![taken.seat]);
    let proposal = Proposal { kind: ProposalKind::Concede, seat, seq: 0, accepted, at: after(1) };
    store.games.set_proposal(made.id, 4, Some(&proposal), None).await.unwrap();
    store.moves.append(&Append { version: 5, ..append(&made, 1) }).await.unwrap();
    assert_eq!(store.games.stream_end().await.unwrap(), 4, "neither begins nor ends it");
    let last = Append { version: 5, finished: Some(lost(after(9))), ..append(&made, 2) };
    store.moves.append(&last).await.unwrap();
    assert_eq!((store.games.stream_end().await.unwrap(), status().await), (5, vec![(5, Status::Finished)]));
    let other = created(&store, 2).await;
    store.games.cancel(other.id, 0, after(3)).await.unwrap();
    assert_eq!(store.games.stream_end().await.unwrap(), 6, "one position for both changes");
    assert_eq!(status().await, [(5, Status::Finished), (6, Status::Cancelled)]);
}

async fn concurrent_readers_see_one_order(database: Database) {
    let store = store(&database).await;
    let readers: Vec<_> = (1..=12)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                created(&store, number).await;
                all(&store, 0).await
            })
        })
        .collect();
    let mut seen = Vec::new();
    for reader in readers {
        seen.push(reader.await.unwrap());
    }
    let order = all(&store, 0).await;
    assert_eq!(order.iter().map(|(position, _)| *position).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    for seen in seen {
        assert_eq!(order[..seen.len()], seen, "what was read first stays first");
    }
}

async fn unlisted_games_are_in_no_stream(database: Database) {
    let store = store(&database).await;
    let unlisted = Game { visibility: Visibility::Unlisted, ..game(1) };
    store.games.create(&unlisted, None).await.unwrap();
    let last = Append { finished: Some(lost(after(9))), ..append(&unlisted, 1) };
    store.moves.append(&last).await.unwrap();
    assert_eq!((store.games.stream_end().await.unwrap(), all(&store, 0).await), (0, Vec::new()));
}

async fn any_number_of_waiting_changes_get_positions(database: Database) {
    let store = store(&database).await;
    let made = created(&store, 1).await;
    let (id, numbers) = if database.url.starts_with("sqlite") {
        let numbers =
            "with recursive number (n) as (select 1 union all select n + 1 from number where n < 2100)
            select n from number";
        ("randomblob(16)", numbers)
    } else {
        ("gen_random_uuid()", "select generate_series(1, 2100)")
    };
    let columns = "game, rules, players, options, seed, commitment, seed_by, origin, visibility, created_at,
        abandon_after, version";
    let copies = format!(
        "insert into games (id, {columns}) select {id}, {columns} from games cross join ({numbers}) as numbers"
    );
    execute(&database, &copies).await;
    assert_eq!(store.games.stream_end().await.unwrap(), 2101);
    let page = store.games.streamed(2000, 2101, 200, after(100)).await.unwrap();
    // The copies have no seats, and a game without them cannot be read.
    assert!(page.next.is_none() && page.items.iter().all(|streamed| streamed.game.id == made.id));
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_a_change_that_is_committed_late_comes_late() {
    let database = Database::postgres().await;
    let store: Arc<Store> = store(&database).await;
    let running = created(&store, 1).await;
    assert_eq!(store.games.stream_end().await.unwrap(), 1);
    let mut other = PgConnection::connect(&database.url).await.unwrap();
    let mut transaction = other.begin().await.unwrap();
    // Both have begun before the game that comes first in the stream.
    let late = Uuid::from_u128(7);
    let copy = "insert into games (id, game, rules, players, options, seed, commitment, seed_by, origin,
            visibility, created_at, abandon_after, version)
        select $1, game, rules, players, options, seed, commitment, seed_by, origin, visibility,
            created_at - 1, abandon_after, version from games where id = $2";
    let seats = "insert into seats (game_id, seat, open) select $1, seat, open from seats where game_id = $2";
    for statement in [copy, seats] {
        sqlx::query(statement).bind(late).bind(running.id).execute(&mut *transaction).await.unwrap();
    }
    sqlx::query("update games set version = version + 1, cancelled_at = 1 where id = $1")
        .bind(running.id)
        .execute(&mut *transaction)
        .await
        .unwrap();
    let next = created(&store, 2).await;
    assert_eq!(all(&store, 1).await, [(2, next.id)], "it does not wait for a transaction");
    transaction.commit().await.unwrap();
    let mut rest = all(&store, 2).await;
    assert_eq!(rest.iter().map(|(position, _)| *position).collect::<Vec<_>>(), [3, 4]);
    rest.sort_by_key(|(_, id)| *id);
    assert_eq!(rest.into_iter().map(|(_, id)| id).collect::<Vec<_>>(), [late, running.id]);
}
