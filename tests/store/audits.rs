//! What the store reads for audits.

use regicide::engine::Seat;
use regicide_server::store::{
    AuditedAttempt, AuditedResult, DailyResult, GameResults, MiscountedScore, Ranking, RowKind, StrayRow,
};
use uuid::Uuid;

use crate::challenges::{daily, results_of, tried};
use crate::contract::{execute, on_both_databases};
use crate::fixtures::{changed, game, store};
use crate::support::Database;

on_both_databases!(
    a_game_of_a_challenge_is_read_with_all_that_belongs_to_it,
    orphaned_and_miscounted_rows_are_found,
    standings_are_read_with_the_days_that_they_follow_from,
    ids_are_found_without_their_index,
);

const DAY: i32 = 20_777;

/// A lost game with three enemies defeated.
fn counted(challenge: &regicide_server::store::Challenge, game: Uuid, score: u32) -> GameResults {
    let ends_at = challenge.ends_at;
    let daily = Some(DailyResult { ends_at, month: 202_611, players: 1, won: false, enemies: 3 });
    GameResults { daily, ..results_of(challenge, game, score) }
}

async fn a_game_of_a_challenge_is_read_with_all_that_belongs_to_it(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let games = tried(&store, &challenge, 1..3).await;
    store.create_game(&game(1), None).await.unwrap();
    let ranked = store.rank_game(&counted(&challenge, games[0], 7)).await.unwrap();
    assert_eq!(ranked, Ranking::Ranked);
    let read = async |after, last| {
        let found = store.challenge_games_between(after, last).await.unwrap();
        found.into_iter().map(Result::unwrap).collect::<Vec<_>>()
    };
    let all = read(Uuid::nil(), Uuid::max()).await;
    assert_eq!(all.len(), 2, "games of no challenge are not among them");
    let first = all.iter().find(|found| found.game == games[0]).unwrap();
    let seat = Seat::default();
    let players = store.standing_players(Uuid::nil(), 10).await.unwrap();
    let attempt =
        |player, ranked| AuditedAttempt { player, number: 1, seat, ranked, bot: false, reached: None };
    assert_eq!((first.version, &first.attempts), (1, &vec![attempt(players[0], true)]));
    assert_eq!(first.results, [AuditedResult { seat, bots: false, score: 7, micros: 5, void: false }]);
    let ends_at = challenge.ends_at;
    assert_eq!(first.daily, [DailyResult { ends_at, month: 202_611, players: 1, won: false, enemies: 3 }]);
    let second = all.iter().find(|found| found.game == games[1]).unwrap();
    assert_eq!((second.version, &second.attempts), (0, &vec![attempt(players[1], false)]));
    assert!(second.results.is_empty() && second.daily.is_empty());
    let last = *games.iter().max().unwrap();
    assert_eq!((read(Uuid::nil(), last).await.len(), read(last, Uuid::max()).await.len()), (2, 0));

    let found = store.challenges_after(Uuid::nil(), 10).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].0, found[0].1.as_ref().unwrap().commitment), (challenge.id, challenge.commitment));
    assert!(store.challenges_after(challenge.id, 10).await.unwrap().is_empty());
}

async fn orphaned_and_miscounted_rows_are_found(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let games = tried(&store, &challenge, 1..3).await;
    for game in &games {
        store.rank_game(&results_of(&challenge, *game, 7)).await.unwrap();
    }
    assert_eq!(store.stray_rows().await.unwrap(), []);
    assert_eq!(store.miscounted_scores().await.unwrap(), []);

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
    assert_eq!(store.stray_rows().await.unwrap(), [stray]);
    let miscounted = MiscountedScore { challenge: challenge.id, bots: false, score: 7, counted: 3, found: 2 };
    assert_eq!(store.miscounted_scores().await.unwrap(), [miscounted]);
}

async fn standings_are_read_with_the_days_that_they_follow_from(database: Database) {
    let store = store(&database).await;
    let challenge = daily(DAY, 1);
    let games = tried(&store, &challenge, 1..4).await;
    store.rank_game(&counted(&challenge, games[0], 7)).await.unwrap();
    store.count_daily_results(challenge.ends_at, 10).await.unwrap();
    let players = store.standing_players(Uuid::nil(), 2).await.unwrap();
    assert_eq!(players.len(), 2);
    assert_eq!(store.standing_players(players[1], 2).await.unwrap().len(), 1);
    let found = store.standings_between(Uuid::nil(), players[1]).await.unwrap();
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), players);
    let first = &found[&players[0]];
    let facts = |enemies| (DAY, 1, enemies);
    let days = |player: &Uuid| {
        let days = found[player].days.iter();
        days.map(|day| (day.day, day.players, day.counted.map(|count| count.enemies))).collect::<Vec<_>>()
    };
    assert_eq!((days(&players[0]), days(&players[1])), (vec![facts(Some(3))], vec![facts(None)]));
    assert_eq!(first.stored.len(), 4, "of all time and of the month, for one player and for any");
    for stored in &first.stored {
        let totals = &stored.totals;
        assert_eq!((totals.played, stored.enemies, totals.average, totals.streak), (1, 3, 3000, 1));
    }
}

async fn ids_are_found_without_their_index(database: Database) {
    let store = store(&database).await;
    assert_eq!(store.damage().await.unwrap(), Vec::<String>::new());
    assert_eq!(store.surviving_game_ids().await.unwrap(), Vec::<Uuid>::new());
    let games: Vec<_> = (1..8).map(game).collect();
    for game in &games {
        assert!(changed(store.create_game(game, None).await));
    }
    let ids: Vec<Uuid> = games.iter().map(|game| game.id).collect();
    assert_eq!(store.surviving_game_ids().await.unwrap(), ids);
}
