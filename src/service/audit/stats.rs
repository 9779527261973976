//! Counts of players' finished games, compared with the games.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::Finding;
use crate::service::players::accounts::counted;
use crate::store::{CountedGame, GameStats, PlayerCounts, Store, StoreError};

/// How many players are read at once, each with all games.
const BATCH: u32 = 32;

pub async fn audit_stats(store: &Store) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    let mut after = Uuid::nil();
    while let Some(&last) = store.counted_players(after, BATCH).await?.last() {
        for (player, counts) in store.counts_between(after, last).await? {
            match counts {
                Ok(counts) => findings.extend(failed(player, &counts)),
                Err(StoreError::Corrupt { .. }) => findings.push(finding(player.to_string(), vec!["rows"])),
                Err(StoreError::UnknownRules { .. }) => {
                    findings.push(finding(player.to_string(), vec!["unknown_rules"]));
                }
                Err(error) => return Err(error),
            }
        }
        after = last;
    }
    Ok(findings)
}

fn finding(id: String, checks: Vec<&'static str>) -> Finding {
    Finding { row: "player_stats", id, checks }
}

/// The counts of a player that do not hold, by game and number of players.
fn failed(player: Uuid, counts: &PlayerCounts) -> Vec<Finding> {
    let mut expected = BTreeMap::<(&str, u8), GameStats>::new();
    for CountedGame { stats, .. } in counts.games.iter().map(counted).filter(|game| game.counts) {
        let all = expected.entry((stats.game.into(), stats.players));
        all.and_modify(|all| add(all, &stats)).or_insert(stats);
    }
    let mut findings = Vec::new();
    let mut check = |(game, players): (&str, u8), checks: Vec<&'static str>| {
        if !checks.is_empty() {
            findings.push(finding(format!("{player} {game}/{players}"), checks));
        }
    };
    for stored in &counts.stored {
        let key = (stored.game.into(), stored.players);
        match expected.remove(&key) {
            Some(expected) => check(key, differences(stored, &expected)),
            None => check(key, vec!["games"]),
        }
    }
    for key in expected.into_keys() {
        check(key, vec!["missing"]);
    }
    findings
}

/// Adds a game, as the database does when a profile is read.
fn add(stats: &mut GameStats, game: &GameStats) {
    stats.finished += game.finished;
    stats.won += game.won;
    for (medals, more) in stats.medals.iter_mut().zip(game.medals) {
        *medals += more;
    }
    stats.most_enemies_defeated = stats.most_enemies_defeated.max(game.most_enemies_defeated);
    let fewest = [stats.fewest_moves_to_win, game.fewest_moves_to_win];
    stats.fewest_moves_to_win = fewest.into_iter().flatten().min();
}

/// The columns that are not what the games lead to.
fn differences(stored: &GameStats, expected: &GameStats) -> Vec<&'static str> {
    let all = [
        ("finished", stored.finished == expected.finished),
        ("won", stored.won == expected.won),
        ("gold", stored.medals[0] == expected.medals[0]),
        ("silver", stored.medals[1] == expected.medals[1]),
        ("bronze", stored.medals[2] == expected.medals[2]),
        ("most_enemies", stored.most_enemies_defeated == expected.most_enemies_defeated),
        ("fewest_moves", stored.fewest_moves_to_win == expected.fewest_moves_to_win),
    ];
    all.into_iter().filter(|(_, holds)| !holds).map(|(name, _)| name).collect()
}
