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
