//! Lists.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use regicide_engine::engine::{GameKind, Options, Ruleset, Setup};
use regicide_store::{Game, GameFilter, Status, Store};
use regicide_system::entropy::{OsEntropy, new_id};

use crate::fixtures::{after, everything, game, store};
use crate::support::Database;

/// Which of the games, by their times, a list between two times holds.
async fn between(
    store: &Store,
    created_after: DateTime<Utc>,
    created_before: DateTime<Utc>,
) -> Vec<DateTime<Utc>> {
    let filter = GameFilter {
        created_before: Some(created_before),
        created_after: Some(created_after),
        now: after(0),
        ..everything()
    };
    store.games.list(&filter, 10).await.unwrap().items.iter().map(|summary| summary.info.created_at).collect()
}

async fn times_decide_not_ids(database: Database) {
    let store = store(&database).await;
    // The clock is read twice for a game: once for its id, once for its time.
    for (number, id_made) in [(10, after(10) - TimeDelta::milliseconds(2)), (20, after(21))] {
        let mut game = game(number);
        game.id = new_id(&OsEntropy, id_made);
        store.games.create(&game, None).await.unwrap();
    }
    let end = TimeDelta::microseconds(1);
    assert_eq!(between(&store, after(10), after(10) + end).await, [after(10)]);
    assert_eq!(between(&store, after(20), after(20) + end).await, [after(20)]);
    assert_eq!(between(&store, after(10), after(20)).await, [after(10)]);
    assert!(between(&store, after(10) + end, after(20)).await.is_empty());
    assert_eq!(between(&store, DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC).await.len(), 2);
}

/// Pages through a list.
async fn walk(store: &Store, mut filter: GameFilter) -> (Vec<DateTime<Utc>>, usize) {
    let (mut found, mut pages) = (Vec::new(), 0);
    loop {
        let page = store.games.list(&filter, 100).await.unwrap();
        pages += 1;
        found.extend(page.items.iter().map(|summary| summary.info.created_at));
        match page.next {
            Some(next) => filter.after = Some(next),
            None => return (found, pages),
        }
    }
}

async fn a_page_looks_at_a_limited_number_of_games(database: Database) {
    let store = store(&database).await;
    let options = Options { jokers: Some(2), ..Options::default() };
    let rare = Setup::new(Ruleset::current(GameKind::Tricks), 2, &options).unwrap();
    let made = (0..1102).map(|number| {
        let at = after(number);
        let made = Game { id: new_id(&OsEntropy, at), created_at: at, ..game(0) };
        if number == 0 { Game { setup: rare, ..made } } else { made }
    });
    let made: Vec<Game> = made.collect();
    for some in made.chunks(32) {
        let created = join_all(some.iter().map(|game| store.games.create(game, None))).await;
        created.into_iter().for_each(Result::unwrap);
    }
    let all = GameFilter { now: after(2000), ..everything() };
    let tricks = GameFilter { game: vec![GameKind::Tricks], ..all.clone() };
    let first = store.games.list(&tricks, 100).await.unwrap();
    assert!(first.items.is_empty(), "the first page ends before it");
    assert_eq!((first.next, first.looked_at), (Some(made[102].id), 1000));
    let second = store.games.list(&GameFilter { after: first.next, ..tricks.clone() }, 100).await.unwrap();
    assert_eq!((second.items.len(), second.looked_at), (1, 102));
    assert_eq!(walk(&store, tricks.clone()).await, (vec![after(0)], 2));
    let nothing = GameFilter { players: vec![4], ..tricks };
    assert_eq!(walk(&store, nothing).await, (Vec::new(), 2));
    let (running, _) = walk(&store, GameFilter { status: vec![Status::Running], ..all.clone() }).await;
    assert_eq!(running, (0..1102).rev().map(after).collect::<Vec<_>>());
    assert_eq!(walk(&store, all).await, (running, 12), "what is not narrowed has full pages");
}

#[tokio::test]
async fn postgres_looks_at_a_limited_number_of_games_for_a_page() {
    a_page_looks_at_a_limited_number_of_games(Database::postgres().await).await;
}

#[tokio::test]
async fn sqlite_looks_at_a_limited_number_of_games_for_a_page() {
    a_page_looks_at_a_limited_number_of_games(Database::sqlite().await).await;
}

#[tokio::test]
async fn postgres_lists_by_the_time_of_a_game_and_not_of_its_id() {
    times_decide_not_ids(Database::postgres().await).await;
}

#[tokio::test]
async fn sqlite_lists_by_the_time_of_a_game_and_not_of_its_id() {
    times_decide_not_ids(Database::sqlite().await).await;
}
