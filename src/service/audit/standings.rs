//! Standings, compared with what they follow from: the days that a player has
//! played, and the results of those that are counted.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::Finding;
use crate::service::challenges::month_of;
use crate::store::{AuditedStanding, PlayedDay, PlayerStandings, Store, StoreError};

const BATCH: u32 = 256;

/// All time, and all numbers of players, as they are stored.
const ALL: i32 = 0;

pub async fn audit_standings(store: &Store) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    let mut after = Uuid::nil();
    while let Some(&last) = store.standing_players(after, BATCH).await?.last() {
        match store.standings_between(after, last).await {
            Ok(players) => {
                findings.extend(players.iter().flat_map(|(player, found)| failed(*player, found)));
            }
            Err(StoreError::Corrupt { id, .. }) => {
                findings.push(Finding { row: "standing", id, checks: vec!["rows"] });
            }
            Err(error) => return Err(error),
        }
        after = last;
    }
    Ok(findings)
}

/// The period and the number of players of a standing.
type Table = (i32, u8);

/// The standings of a player that do not hold.
fn failed(player: Uuid, found: &PlayerStandings) -> Vec<Finding> {
    let mut days = BTreeMap::<Table, Vec<PlayedDay>>::new();
    for day in &found.days {
        for table in [(ALL, 0), (ALL, day.players), (month_of(day.day), 0), (month_of(day.day), day.players)]
        {
            days.entry(table).or_default().push(*day);
        }
    }
    let mut findings = Vec::new();
    let mut add = |(period, players): Table, checks: Vec<&'static str>| {
        if !checks.is_empty() {
            findings.push(Finding { row: "standing", id: format!("{player} {period}/{players}"), checks });
        }
    };
    for stored in &found.stored {
        let table = (stored.period, stored.players);
        match days.remove(&table) {
            Some(days) => add(table, differences(stored, &days)),
            None => add(table, vec!["days"]),
        }
    }
    for table in days.into_keys() {
        add(table, vec!["missing"]);
    }
    findings
}

/// The fields of a standing that are not what these days lead to.
fn differences(stored: &AuditedStanding, days: &[PlayedDay]) -> Vec<&'static str> {
    let totals = &stored.totals;
    let counted = || days.iter().filter(|day| day.bots == stored.bot).filter_map(|day| day.counted);
    let played = counted().fold(0_u32, |sum, _| sum + 1);
    let won: u32 = counted().map(|count| u32::from(count.won)).sum();
    let enemies: u32 = counted().map(|count| u32::from(count.enemies)).sum();
    let average = (enemies * 1000).checked_div(played).unwrap_or(0);
    let (streak, longest_streak, last_day) = streaks(days.iter().map(|day| day.day).collect());
    let all = [
        ("bot", days.iter().all(|day| day.player_is_bot == stored.bot)),
        ("played", played == totals.played),
        ("won", won == totals.won),
        ("enemies", enemies == stored.enemies),
        ("average", average == totals.average),
        ("streak", streak == totals.streak),
        ("longest_streak", longest_streak == totals.longest_streak),
        ("last_day", last_day == totals.last_day),
    ];
    all.into_iter().filter(|(_, holds)| !holds).map(|(name, _)| name).collect()
}

/// Days in a row up to the last, the most ever, and the last day.
fn streaks(days: BTreeSet<i32>) -> (u32, u32, i32) {
    let (mut streak, mut longest, mut last) = (0, 0, None);
    for day in days {
        streak = if last == Some(day - 1) { streak + 1 } else { 1 };
        longest = longest.max(streak);
        last = Some(day);
    }
    (streak, longest, last.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_a_row_are_counted() {
        let streaks = |days: &[i32]| streaks(days.iter().copied().collect());
        assert_eq!(streaks(&[]), (0, 0, 0));
        assert_eq!(streaks(&[7]), (1, 1, 7));
        assert_eq!(streaks(&[1, 2, 3, 5, 6]), (2, 3, 6));
    }
}
