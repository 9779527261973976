//! The transparency log: its tree, compared with every checkpoint that was signed.

use chrono::TimeDelta;
use regicide_engine::record::SigningKey;
use regicide_engine::tlog::{EntryKind, Tile, TileKind, TileSet, WIDTH};
use uuid::Uuid;

use super::Finding;
use crate::service::tlog::{entry_of_challenge, own_policy, stored};
use regicide_store::{SignedCheckpoint, Store, StoreError};

const BATCH: u32 = 256;

/// The time that a game or challenge has until it is in a checkpoint.
const MARGIN: TimeDelta = TimeDelta::minutes(1);

/// Audits the entries of challenges, and the tree at every checkpoint.
pub async fn audit_tlog(store: &Store) -> Result<Vec<Finding>, StoreError> {
    let mut findings = audit_commitments(store).await?;
    // Entries that are added meanwhile are not checked.
    let newest = store.tlog.checkpoints(1).await?.pop();
    if let Some(newest) = &newest {
        findings.extend(audit_subjects(store, newest).await?);
    }
    let newest = newest.map(|checkpoint| checkpoint.number);
    let keys = store.keys.signing().await?;
    let keys: Vec<SigningKey> = keys.iter().map(|key| SigningKey::from_bytes(&key.secret)).collect();
    let size = store.tlog.size().await?;
    let mut tree = TileSet::default();
    for bundle in Tile::since(TileKind::Entries, 0, size) {
        for logged in store.tlog.bundle(bundle).await? {
            tree.push(logged.position, logged.entry.leaf_hash());
        }
    }
    let mut number = 0;
    loop {
        let checkpoints = store.tlog.checkpoints_from(number, BATCH).await?;
        let Some(last) = checkpoints.last() else { break };
        number = last.number + 1;
        for checkpoint in checkpoints.iter().filter(|checkpoint| Some(checkpoint.number) <= newest) {
            let failed = failed(checkpoint, &tree, &keys);
            if !failed.is_empty() {
                findings.push(Finding { row: "checkpoint", id: checkpoint.size.to_string(), checks: failed });
            }
        }
    }
    findings.extend(audit_nodes(store, size, &tree).await?);
    Ok(findings)
}

/// The checks of a checkpoint that fail.
fn failed(signed: &SignedCheckpoint, tree: &TileSet, keys: &[SigningKey]) -> Vec<&'static str> {
    let Ok(checkpoint) = stored(signed) else { return vec!["rows"] };
    let policy = own_policy(&checkpoint.origin, keys);
    let mut failed = Vec::new();
    failed.extend((tree.root(checkpoint.size) != Some(checkpoint.root)).then_some("root"));
    failed.extend(policy.open(&signed.note).is_err().then_some("signature"));
    failed
}

/// Games and challenges from before a checkpoint that have no entry, and its entries that do not
/// have exactly one.
async fn audit_subjects(store: &Store, newest: &SignedCheckpoint) -> Result<Vec<Finding>, StoreError> {
    let unlogged = store.tlog.unlogged_before(newest.at - MARGIN).await?.into_iter();
    let unlogged = unlogged.map(|(kind, id)| {
        let row = if kind == EntryKind::Game { "game" } else { "challenge" };
        Finding { row, id: id.to_string(), checks: vec!["log"] }
    });
    let unfit = store.tlog.unfit_positions(newest.size).await?.into_iter();
    let unfit =
        unfit.map(|position| Finding { row: "entry", id: position.to_string(), checks: vec!["subject"] });
    Ok(unlogged.chain(unfit).collect())
}

/// Entries of challenges that differ from their challenges.
async fn audit_commitments(store: &Store) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    let mut after = Uuid::nil();
    loop {
        let found = store.challenges.after(after, BATCH).await?;
        let Some((last, _)) = found.last() else { return Ok(findings) };
        after = *last;
        // Unreadable challenges are found where challenges are audited.
        for challenge in found.iter().filter_map(|(_, challenge)| challenge.as_ref().ok()) {
            let logged = store.tlog.entry_of_challenge(challenge.id).await?;
            if logged.is_some_and(|logged| logged.entry != entry_of_challenge(challenge).entry) {
                let checks = vec!["log"];
                findings.push(Finding { row: "challenge", id: challenge.id.to_string(), checks });
            }
        }
    }
}

/// Hashes of complete tiles that are not those of the entries.
async fn audit_nodes(store: &Store, size: u64, tree: &TileSet) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    for above in Tile::all_since(0, size) {
        let TileKind::Hashes(level @ 1..) = above.kind else { continue };
        let stored = store.tlog.tiles(&[above]).await?;
        let pairs = stored.get(above).iter().zip(tree.get(above));
        for (number, _) in (above.number * WIDTH..).zip(pairs).filter(|(_, (stored, own))| stored != own) {
            findings.push(Finding { row: "node", id: format!("{level} {number}"), checks: vec!["hash"] });
        }
    }
    Ok(findings)
}
