//! Rows of rules that this program does not support.

use regicide_engine::engine::Ruleset;
use regicide_store::{ChallengeFilter, Game, StoreError};
use uuid::Uuid;

use crate::challenges::daily;
use crate::contract::{execute, on_both_databases};
use crate::fixtures::{after, changed, everything, game, lost, store};
use crate::support::Database;

on_both_databases!(
    rows_of_unknown_rules_are_reported_and_left_out_of_lists,
    rows_keep_the_version_that_they_were_stored_with,
);

fn unknown<T>(read: Result<T, StoreError>) -> (Uuid, String) {
    match read {
        Err(StoreError::UnknownRules { id, rules, .. }) => (id.parse().unwrap(), rules.name().to_owned()),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was read"),
    }
}

async fn drop_trigger(database: &Database, table: &str) {
    let on = if database.url.starts_with("sqlite") { String::new() } else { format!(" on {table}") };
    execute(database, &format!("drop trigger {table}_keep_identity{on}")).await;
}

fn any_challenge() -> ChallengeFilter {
    ChallengeFilter { daily: None, players: Vec::new(), status: Vec::new(), after: None, now: after(0) }
}

async fn rows_of_unknown_rules_are_reported_and_left_out_of_lists(database: Database) {
    let store = store(&database).await;
    let games: Vec<Game> =
        (1..=4).map(|number| Game { finished: Some(lost(after(9))), ..game(number) }).collect();
    for game in &games {
        store.games.create(game, None).await.unwrap();
    }
    let challenges = [1, 2, 3].map(|players| daily(20_777, players));
    for challenge in &challenges {
        assert!(changed(store.challenges.add(challenge, None, None).await));
    }
    drop_trigger(&database, "games").await;
    drop_trigger(&database, "challenges").await;
    execute(&database, "update games set rules = 7 where seed = 'seed-2'").await;
    execute(&database, "update games set game = 'chess' where seed = 'seed-3'").await;
    execute(&database, "update challenges set rules = -1 where players = 2").await;

    assert_eq!(unknown(store.games.read(games[1].id).await), (games[1].id, "regicide/7".to_owned()));
    assert_eq!(unknown(store.games.read_past(games[2].id).await), (games[2].id, "chess/1".to_owned()));
    let listed = store.games.list(&everything(), 3).await.unwrap();
    assert_eq!(listed.next, Some(games[1].id), "the list goes on after a row that is left out");
    let listed = store.games.list(&everything(), 4).await.unwrap().items;
    assert_eq!(listed.iter().map(|row| row.info.id).collect::<Vec<_>>(), [games[3].id, games[0].id]);
    let exported = store.games.export(0, 4, after(100)).await.unwrap();
    let found: Vec<_> = exported.iter().map(|row| (row.id, row.game.is_ok())).collect();
    let expected: Vec<_> = games.iter().map(|game| game.id).zip([true, false, false, true]).collect();
    assert_eq!(found, expected);
    let between = store.audit.games_between(Uuid::nil(), Uuid::max()).await.unwrap();
    let readable: Vec<bool> = between.iter().map(|(_, audited)| audited.is_ok()).collect();
    assert_eq!(readable, [true, false, false, true]);

    let read = store.challenges.read(challenges[1].id).await;
    assert_eq!(unknown(read), (challenges[1].id, "regicide/-1".to_owned()));
    let known = [1, 3];
    let of_day = store.challenges.of_days(20_777, 20_777).await.unwrap();
    assert_eq!(of_day.iter().map(|row| row.setup.players()).collect::<Vec<_>>(), known);
    let mut listed = store.challenges.list(&any_challenge(), 3).await.unwrap().items;
    listed.sort_by_key(|row| row.setup.players());
    assert_eq!(listed.iter().map(|row| row.setup.players()).collect::<Vec<_>>(), known);
}

async fn rows_keep_the_version_that_they_were_stored_with(database: Database) {
    use regicide_engine::engine::{Options, Setup};

    let store = store(&database).await;
    for (number, name) in [(1, "regicide/1"), (2, "regicide/200")] {
        let ruleset: Ruleset = name.parse().unwrap();
        let setup = Setup::new(ruleset, 2, &Options::default()).unwrap();
        let made = Game { setup, ..game(number) };
        store.games.create(&made, None).await.unwrap();
        assert_eq!(store.games.read(made.id).await.unwrap().unwrap().setup, setup);
        let challenge = regicide_store::Challenge { setup, ..daily(number.into(), 2) };
        assert!(changed(store.challenges.add(&challenge, None, None).await));
        assert_eq!(store.challenges.read(challenge.id).await.unwrap().unwrap().setup, setup);
    }
}
