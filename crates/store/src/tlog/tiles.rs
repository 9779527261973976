//! Tiles, read from the rows of entries and nodes.

use regicide_engine::engine::Hash;
use regicide_engine::tlog::{Tile, TileKind, WIDTH};

use super::TlogEntry;
use super::statements::{ENTRIES, NODES};
use crate::database::{Row, Statement, Value, params};
use crate::error::{RowKind, StoreError};

/// The statement that reads a tile: at level 0 it reads the entries themselves.
pub(super) fn query(tile: Tile) -> (Statement, Vec<Value<'static>>) {
    let first = tile.number * WIDTH;
    let end = first + u64::from(tile.width);
    let [first, end] = [first, end].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
    match tile.kind {
        TileKind::Entries | TileKind::Hashes(0) => (ENTRIES, params![first, end].to_vec()),
        TileKind::Hashes(level) => (NODES, params![i32::from(level), first, end].to_vec()),
    }
}

/// The hashes of a tile.
pub(super) fn hashes(tile: Tile, rows: &[Row]) -> Result<Vec<Hash>, StoreError> {
    let hash = |row: &Row| match tile.kind {
        TileKind::Entries | TileKind::Hashes(0) => {
            TlogEntry::read(row).map(|logged| logged.entry.leaf_hash())
        }
        TileKind::Hashes(_) => row.parse(RowKind::TlogEntry, "number", |row| row.get("hash")),
    };
    require_all(tile, rows)?;
    rows.iter().map(hash).collect()
}

/// The entries of a bundle.
pub(super) fn entries(tile: Tile, rows: &[Row]) -> Result<Vec<TlogEntry>, StoreError> {
    require_all(tile, rows)?;
    rows.iter().map(TlogEntry::read).collect()
}

/// Fails if a row is missing: the log never has gaps.
fn require_all(tile: Tile, rows: &[Row]) -> Result<(), StoreError> {
    if rows.len() == usize::from(tile.width) {
        return Ok(());
    }
    let what = format!("{} of its {} rows are there", rows.len(), tile.width);
    Err(StoreError::Corrupt { row: RowKind::TlogEntry, id: tile.to_string(), what })
}
