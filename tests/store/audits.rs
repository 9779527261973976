//! Reads of the store for audits.

use regicide_engine::engine::Seat;
use regicide_store::{AuditedAttempt, AuditedResult, MiscountedScore, Ranking, RowKind, StrayRow};
use uuid::Uuid;

use crate::challenges::{daily, results_of, tried};
use crate::contract::{execute, on_both_databases};
use crate::fixtures::{changed, game, store};
use crate::support::Database;

on_both_databases!(
    a_game_of_a_challenge_is_read_with_all_that_belongs_to_it,
    orphaned_and_miscounted_rows_are_found,
    ids_are_found_without_their_index,
);

const DAY: i32 = 20_777;

async fn a_game_of_a_challenge_is_read_with_all_that_belongs_to_it(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let games = tried(&store, &challenge, 1..3).await;
    let other = game(1);
    store.games.create(&other, None).await.unwrap();
    let ranked = store.boards.rank_game(&results_of(&challenge, games[0], 7)).await.unwrap();
    assert_eq!(ranked, Ranking::Ranked);
    let read = async |after, last| {
        let found = store.audit.games_between(after, last).await.unwrap();
        found.into_iter().map(|(_, found)| found.unwrap()).collect::<Vec<_>>()
    };
    let all = read(Uuid::nil(), Uuid::max()).await;
    assert_eq!(all.len(), 3);
    assert!(all.iter().find(|found| found.game.id == other.id).unwrap().attempts.is_empty());
    let first = all.iter().find(|found| found.game.id == games[0]).unwrap();
    let seat = Seat::default();
    let players = store.audit.standing_players(Uuid::nil(), 10).await.unwrap();
    let attempt =
        |player, ranked| AuditedAttempt { player, number: 1, seat, ranked, bot: false, reached: None };
    assert_eq!((first.game.version, &first.attempts), (1, &vec![attempt(players[0], true)]));
    assert_eq!(first.results, [AuditedResult { seat, bots: false, score: 7, micros: 5, void: false }]);
    let second = all.iter().find(|found| found.game.id == games[1]).unwrap();
    assert_eq!((second.game.version, &second.attempts), (0, &vec![attempt(players[1], false)]));
    assert!(second.results.is_empty() && second.seat_ends.is_empty());
    let last = *games.iter().max().unwrap();
    assert_eq!((read(Uuid::nil(), last).await.len(), read(last, Uuid::max()).await.len()), (3, 0));

    let found = store.challenges.after(Uuid::nil(), 10).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].0, found[0].1.as_ref().unwrap().commitment), (challenge.id, challenge.commitment));
    assert!(store.challenges.after(challenge.id, 10).await.unwrap().is_empty());
}

async fn orphaned_and_miscounted_rows_are_found(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let games = tried(&store, &challenge, 1..3).await;
    for game in &games {
        store.boards.rank_game(&results_of(&challenge, *game, 7)).await.unwrap();
    }
    assert_eq!(store.audit.stray_rows().await.unwrap(), []);
    assert_eq!(store.audit.miscounted_scores().await.unwrap(), []);

    let id = if database.url.starts_with("sqlite") {
        "x'00000000000000000000000000000009'"
    } else {
        "'00000000-0000-0000-0000-000000000009'"
    };
    execute(
        &database,
        &format!("insert into attempts (challenge, player, number, game, seat) select challenge, {id}, 1, {id}, 0 from results limit 1"),
    )
    .await;
    execute(&database, "update board_counts set results = 3").await;
    let game = Uuid::from_u128(9);
    let stray = StrayRow { row: RowKind::Attempt, challenge: challenge.id, game };
    assert_eq!(store.audit.stray_rows().await.unwrap(), [stray]);
    let miscounted = MiscountedScore { challenge: challenge.id, bots: false, score: 7, counted: 3, found: 2 };
    assert_eq!(store.audit.miscounted_scores().await.unwrap(), [miscounted]);
}

async fn ids_are_found_without_their_index(database: Database) {
    let store = store(&database).await;
    assert_eq!(store.audit.damage().await.unwrap(), Vec::<String>::new());
    assert_eq!(store.audit.surviving_game_ids().await.unwrap(), Vec::<Uuid>::new());
    let games: Vec<_> = (1..8).map(game).collect();
    for game in &games {
        assert!(changed(store.games.create(game, None).await));
    }
    let ids: Vec<Uuid> = games.iter().map(|game| game.id).collect();
    assert_eq!(store.audit.surviving_game_ids().await.unwrap(), ids);
}
