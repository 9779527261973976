//! Packed logs in the format of their statement (`PACKED_POSTGRES` and `PACKED_SQLITE` in
//! `statements.rs`).

use regicide::engine::Hash;
use regicide::record::{PackedMove, unpack};

use super::bytes::{Bytes, cut_off, number, time};
use crate::database::Invalid;
use crate::moves::LogEntry;

/// What the column begins with that has a packed log, and no other.
pub(super) const PACKED: &[u8] = b"packed ";

/// All moves. Of the hash of each but the last there are only the first four bytes.
pub(super) fn packed_entries(bytes: &[u8]) -> Result<Vec<LogEntry>, Invalid> {
    let mut bytes = Bytes(bytes);
    let (count, last_at) = bytes.line()?.split_once(' ').ok_or_else(cut_off)?;
    let count: usize = number(count)?;
    let last_at = if last_at == "-" { None } else { Some(time(last_at)?) };
    let last_hash = Hash(bytes.array()?);
    let row = |PackedMove { entry, check }| {
        let mut h = Hash([0; 32]);
        h.0[..4].copy_from_slice(&check);
        LogEntry { entry, h, key: None }
    };
    let mut entries: Vec<LogEntry> = unpack(bytes.0).map_err(Invalid::new)?.into_iter().map(row).collect();
    if entries.len() != count {
        return Err(Invalid::new(format_args!("{} of {count} packed moves can be read", entries.len())));
    }
    // A row that contradicts its log leaves the last hash incomplete, so that the chain breaks
    // there, or at an earlier move that was changed.
    if let Some(last) = entries.last_mut()
        && last.entry.at == last_at
        && last_hash.0.starts_with(&last.h.0[..4])
    {
        last.h = last_hash;
    }
    Ok(entries)
}
