//! Standings, compared with the results that they follow from.

use uuid::Uuid;

use super::Finding;
use regicide_store::{AuditedStanding, Store, StoreError};

const BATCH: u32 = 256;

pub async fn audit_standings(store: &Store) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    let mut after = Uuid::nil();
    while let Some(&last) = store.audit.standing_players(after, BATCH).await?.last() {
        match store.audit.standings_between(after, last).await {
            Ok(found) => findings.extend(found.chunk_by(is_of_one).filter_map(failed)),
            Err(StoreError::Corrupt { id, .. }) => {
                findings.push(Finding { row: "standing", id, checks: vec!["rows"] });
            }
            Err(error) => return Err(error),
        }
        after = last;
    }
    Ok(findings)
}

fn is_of_one(one: &AuditedStanding, other: &AuditedStanding) -> bool {
    (one.player, one.period, one.players) == (other.player, other.period, other.players)
}

/// The first difference: a standing as it is stored, then as it follows from results.
fn failed(found: &[AuditedStanding]) -> Option<Finding> {
    let checks = match found {
        [stored, computed] => differences(stored, computed),
        [only] if only.is_computed => vec!["missing"],
        _ => vec!["days"],
    };
    let AuditedStanding { player, period, players, .. } = found.first()?;
    let finding = Finding { row: "standing", id: format!("{player} {period}/{players}"), checks };
    Some(finding).filter(|finding| !finding.checks.is_empty())
}

fn differences(stored: &AuditedStanding, computed: &AuditedStanding) -> Vec<&'static str> {
    let (totals, expected) = (&stored.totals, &computed.totals);
    let all = [
        ("bot", stored.bot == computed.bot),
        ("played", totals.played == expected.played),
        ("won", totals.won == expected.won),
        ("enemies", totals.enemies == expected.enemies),
        ("average", totals.average == expected.average),
        ("streak", totals.streak == expected.streak),
        ("longest_streak", totals.longest_streak == expected.longest_streak),
        ("last_day", totals.last_day == expected.last_day),
    ];
    all.into_iter().filter(|(_, holds)| !holds).map(|(name, _)| name).collect()
}
