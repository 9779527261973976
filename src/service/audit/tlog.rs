//! The transparency log: its tree, compared with every checkpoint that was signed.

use regicide::engine::Hash;
use regicide::record::SigningKey;
use regicide::tlog::{LogPolicy, Tile, TileKind, WIDTH, complete_root, empty_root, leaf_hash, node_hash};
use uuid::Uuid;

use super::Finding;
use crate::service::tlog::{entry_of_challenge, stored, verifier_keys};
use crate::store::{SignedCheckpoint, Store, StoreError};

const BATCH: u32 = 256;

/// The tree of some first entries: the roots of the complete subtrees that it is
/// made of, by their levels.
#[derive(Default)]
struct Growing(Vec<Option<Hash>>);

impl Growing {
    /// Adds an entry, which joins the subtrees that it completes.
    fn add(&mut self, leaf: Hash) {
        let mut hash = leaf;
        for level in &mut self.0 {
            let Some(left) = level.take() else {
                *level = Some(hash);
                return;
            };
            hash = node_hash(left, hash);
        }
        self.0.push(Some(hash));
    }

    fn root(&self) -> Hash {
        let parts = self.0.iter().flatten().copied();
        parts.reduce(|right, left| node_hash(left, right)).unwrap_or_else(empty_root)
    }
}

/// Audits the entries of challenges, and the tree at every checkpoint.
pub async fn audit_tlog(store: &Store) -> Result<Vec<Finding>, StoreError> {
    let mut findings = audit_commitments(store).await?;
    let keys = store.signing_keys().await?;
    let keys: Vec<SigningKey> = keys.iter().map(|key| SigningKey::from_bytes(&key.secret)).collect();
    let size = store.tlog_size().await?;
    let (mut tree, mut added) = (Growing::default(), 0);
    let mut after = None;
    loop {
        let checkpoints = store.checkpoints_after(after, BATCH).await?;
        let Some(last) = checkpoints.last() else { break };
        after = Some(last.size);
        for checkpoint in &checkpoints {
            while added < checkpoint.size.min(size) {
                let width = (size - added / WIDTH * WIDTH).min(WIDTH);
                let bundle = store.tlog_bundle(added / WIDTH, u16::try_from(width).unwrap_or(256)).await?;
                let rest = bundle.iter().skip(usize::try_from(added % WIDTH).unwrap_or(0));
                let wanted = usize::try_from(checkpoint.size - added).unwrap_or(usize::MAX);
                for logged in rest.take(wanted) {
                    tree.add(leaf_hash(logged.entry.to_string().as_bytes()));
                    added += 1;
                }
            }
            let failed = failed(checkpoint, added, tree.root(), &keys);
            if !failed.is_empty() {
                findings.push(Finding { row: "checkpoint", id: checkpoint.size.to_string(), checks: failed });
            }
        }
    }
    findings.extend(audit_nodes(store, size).await?);
    Ok(findings)
}

/// What of a checkpoint does not hold.
fn failed(signed: &SignedCheckpoint, size: u64, root: Hash, keys: &[SigningKey]) -> Vec<&'static str> {
    let Ok(checkpoint) = stored(signed) else { return vec!["rows"] };
    let policy = LogPolicy { keys: verifier_keys(&checkpoint.origin, keys), ..LogPolicy::default() };
    let mut failed = Vec::new();
    failed.extend((checkpoint.size != size || checkpoint.root != root).then_some("root"));
    failed.extend(policy.open(&signed.note).is_err().then_some("signature"));
    failed
}

/// Entries of challenges that are not what they are of.
async fn audit_commitments(store: &Store) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    let mut after = Uuid::nil();
    loop {
        let found = store.challenges_after(after, BATCH).await?;
        let Some((last, _)) = found.last() else { return Ok(findings) };
        after = *last;
        // What cannot be read is found where challenges are audited.
        for challenge in found.iter().filter_map(|(_, challenge)| challenge.as_ref().ok()) {
            let logged = store.tlog_entry_of_challenge(challenge.id).await?;
            if logged.is_some_and(|logged| logged.entry != entry_of_challenge(challenge).entry) {
                let checks = vec!["log"];
                findings.push(Finding { row: "challenge", id: challenge.id.to_string(), checks });
            }
        }
    }
}

/// Hashes of complete tiles that do not follow from those below.
async fn audit_nodes(store: &Store, size: u64) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    for level in 0.. {
        let complete = size >> (8 * (u32::from(level) + 1));
        if complete == 0 {
            break;
        }
        for number in 0..complete {
            let below = tile(TileKind::Hashes(level), number, 256);
            let above =
                tile(TileKind::Hashes(level + 1), number / WIDTH, 256.min(complete - number / WIDTH * WIDTH));
            let tiles = store.tlog_tiles(&[below, above]).await?;
            let stored = tiles.get(above).get(usize::try_from(number % WIDTH).unwrap_or(0));
            if stored != Some(&complete_root(tiles.get(below))) {
                let id = format!("{} {number}", level + 1);
                findings.push(Finding { row: "node", id, checks: vec!["hash"] });
            }
        }
    }
    Ok(findings)
}

fn tile(kind: TileKind, number: u64, width: u64) -> Tile {
    Tile { kind, number, width: u16::try_from(width).unwrap_or(256) }
}
