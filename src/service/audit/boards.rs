//! Boards: every result and attempt has its game, and every score is counted as often
//! as there are results that have it. The results themselves are checked with their
//! games.

use super::Finding;
use regicide_store::{RowKind, Store, StoreError};

pub async fn audit_boards(store: &Store) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    for stray in store.audit.stray_rows().await? {
        let row = if stray.row == RowKind::Attempt { "attempt" } else { "result" };
        findings.push(Finding { row, id: stray.game.to_string(), checks: vec!["game"] });
    }
    for score in store.audit.miscounted_scores().await? {
        let board = if score.bots { "bots" } else { "people" };
        let id = format!("{} {board} {}", score.challenge, score.score);
        findings.push(Finding { row: "board", id, checks: vec!["count"] });
    }
    Ok(findings)
}
