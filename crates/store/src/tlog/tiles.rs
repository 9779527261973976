//! Tiles, read from the rows of entries and nodes.

use regicide_engine::engine::Hash;
use regicide_engine::tlog::{Entry, Tile, TileKind, WIDTH, complete_root};

use super::TlogEntry;
use super::statements::{ENTRIES, NODES};
use crate::database::{Row, Statement, Transaction, Value, params};
use crate::error::{RowKind, StoreError};

/// The statement that reads a tile: at level 0 it reads the entries themselves.
pub(super) fn query(tile: Tile) -> (Statement, Vec<Value<'static>>) {
    let first = tile.number * WIDTH;
    let end = first + u64::from(tile.width);
    match tile.kind {
        TileKind::Entries | TileKind::Hashes(0) => (ENTRIES, params![first, end].to_vec()),
        TileKind::Hashes(level) => (NODES, params![i32::from(level), first, end].to_vec()),
    }
}

/// The hashes of a tile.
pub(super) fn hashes(tile: Tile, rows: &[Row]) -> Result<Vec<Hash>, StoreError> {
    read_all(tile, rows, |row| match tile.kind {
        TileKind::Entries | TileKind::Hashes(0) => {
            TlogEntry::read(row).map(|logged| logged.entry.leaf_hash())
        }
        TileKind::Hashes(_) => row.parse(RowKind::TlogEntry, "number", |row| row.get("hash")),
    })
}

/// Reads the rows of a tile. Fails if one is missing: the log never has gaps.
pub(super) fn read_all<T>(
    tile: Tile,
    rows: &[Row],
    read: impl Fn(&Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    if rows.len() == usize::from(tile.width) {
        return rows.iter().map(read).collect();
    }
    let what = format!("{} of its {} rows are there", rows.len(), tile.width);
    Err(StoreError::Corrupt { row: RowKind::TlogEntry, id: tile.to_string(), what })
}

/// The rows of `log_nodes` for the tiles that are complete once entries follow the first `size`:
/// level, number and hash.
pub(super) async fn completed(
    transaction: &mut Transaction,
    size: u64,
    entries: &[Entry],
) -> Result<Vec<(u8, u64, Hash)>, StoreError> {
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
        let (statement, values) = query(partial);
        let mut of_level = hashes(partial, &transaction.fetch(statement, &values).await?)?;
        of_level.append(&mut added);
        for (number, tile) in (number..).zip(of_level.chunks_exact(256)) {
            let hash = complete_root(tile);
            nodes.push((level + 1, number, hash));
            added.push(hash);
        }
        count = number;
    }
    Ok(nodes)
}
