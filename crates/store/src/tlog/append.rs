//! The hashes of the tiles that new entries complete.

use regicide_engine::engine::Hash;
use regicide_engine::tlog::{Entry, Tile, TileKind, WIDTH, complete_root};

use super::tiles;
use crate::database::Transaction;
use crate::error::StoreError;

/// The hash of a complete tile: its level in `log_nodes` and its number there.
pub(super) type Node = (u8, u64, Hash);

/// The hash of each tile that is complete once the entries follow the first `size`.
pub(super) async fn completed_tiles(
    transaction: &mut Transaction,
    size: u64,
    entries: &[Entry],
) -> Result<Vec<Node>, StoreError> {
    let mut nodes = Vec::new();
    let mut added: Vec<Hash> = entries.iter().map(Entry::leaf_hash).collect();
    // The number of hashes that the level had before.
    let mut count = size;
    for level in 0.. {
        let (number, open) = (count / WIDTH, count % WIDTH);
        if open + u64::try_from(added.len()).unwrap_or(u64::MAX) < WIDTH {
            break;
        }
        let partial = Tile { kind: TileKind::Hashes(level), number, width: u16::try_from(open).unwrap_or(0) };
        let (statement, values) = tiles::query(partial);
        let mut hashes = tiles::hashes(partial, &transaction.fetch(statement, &values).await?)?;
        hashes.append(&mut added);
        for (number, tile) in (number..).zip(hashes.chunks_exact(256)) {
            let hash = complete_root(tile);
            nodes.push((level + 1, number, hash));
            added.push(hash);
        }
        count = number;
    }
    Ok(nodes)
}
