//! The check that files lead from one checkpoint of a log to another.

use std::collections::BTreeSet;

use futures_util::future::try_join;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use regicide_engine::engine::{Hash, Message};
use regicide_engine::tlog::{
    Entry, Tile, TileKind, TileSet, WIDTH, complete_root, leaf_hash, tiles_of_prefix, tiles_of_root,
};

use crate::failures::Failure;

/// The number of files that are requested concurrently.
const AT_ONCE: usize = 8;

/// The maximum number of levels of tiles.
const LEVELS: u8 = 8;

/// The reason why files do not lead to a checkpoint.
#[derive(Debug)]
pub(super) enum Misfit {
    /// The files lead to the new root, whose first entries are not those of the old one.
    OtherPast,
    /// A file is missing.
    Missing(Tile),
    /// A file has another length, or its hashes are not those of its entries or tiles.
    Unfit(Tile),
    /// All files fit each other, but not the signed root.
    OtherRoot,
}

impl Misfit {
    pub(super) fn message(&self) -> Message {
        match self {
            Self::OtherPast => Message::new("log-other-past"),
            Self::Missing(file) => Message::new("log-missing-file").with("file", file.to_string()),
            Self::Unfit(file) => Message::new("log-unfit-file").with("file", file.to_string()),
            Self::OtherRoot => Message::new("log-other-root"),
        }
    }
}

/// Reads the part of a tree that a smaller one lacks, both given as sizes and roots, and
/// checks that everything fits. `keep` receives each file before the roots are compared.
pub(super) async fn follow(
    (old, old_root): (u64, Hash),
    (new, new_root): (u64, Hash),
    get: impl AsyncFn(Tile) -> Result<Option<Vec<u8>>, Failure>,
    mut keep: impl FnMut(Tile, &[u8]) -> Result<(), Failure>,
) -> Result<Result<(), Misfit>, Failure> {
    let (get, keep) = (&get, &mut keep);
    let of_kind = |kind| Tile::all_since(old, new).filter(move |tile| tile.kind == kind);
    // Of the lowest level, only the tiles of the two roots are kept in memory.
    let needed: BTreeSet<Tile> = tiles_of_prefix(old, new).into_iter().chain(tiles_of_root(new)).collect();
    let mut tiles = TileSet::default();
    // The hashes of complete tiles, which the next level has to contain.
    let mut complete = Vec::new();
    let read = stream::iter(of_kind(TileKind::Entries)).map(async |bundle| {
        let tile = Tile { kind: TileKind::Hashes(0), ..bundle };
        let (entries, hashes) = try_join(get(bundle), get(tile)).await?;
        Ok::<_, Failure>((bundle, entries, tile, hashes))
    });
    let mut read = std::pin::pin!(read.buffered(AT_ONCE / 2));
    while let Some((bundle, entries, tile, hashes)) = read.try_next().await? {
        let Some(entries) = entries else { return Ok(Err(Misfit::Missing(bundle))) };
        let Some(hashes) = hashes else { return Ok(Err(Misfit::Missing(tile))) };
        let is_entry =
            |entry: &&[u8]| str::from_utf8(entry).is_ok_and(|entry| entry.parse::<Entry>().is_ok());
        let Some(found) = bundle.entries_in(&entries).filter(|found| found.iter().all(is_entry)) else {
            return Ok(Err(Misfit::Unfit(bundle)));
        };
        let leaves: Vec<Hash> = found.into_iter().map(leaf_hash).collect();
        if tile.hashes_in(&hashes).as_ref() != Some(&leaves) {
            return Ok(Err(Misfit::Unfit(tile)));
        }
        keep(bundle, &entries)?;
        keep(tile, &hashes)?;
        if tile.is_complete() {
            complete.push(complete_root(&leaves));
        }
        if needed.contains(&tile) {
            tiles.insert(tile, leaves);
        }
    }
    for level in 1..LEVELS {
        // The first hash of the level that the older tree does not have.
        let first = old >> (8 * u32::from(level));
        let mut made = std::mem::take(&mut complete).into_iter();
        let read = stream::iter(of_kind(TileKind::Hashes(level)))
            .map(async |tile| Ok::<_, Failure>((tile, get(tile).await?)));
        let mut read = std::pin::pin!(read.buffered(AT_ONCE));
        while let Some((tile, content)) = read.try_next().await? {
            let Some(content) = content else { return Ok(Err(Misfit::Missing(tile))) };
            let mut fits = |hashes: &Vec<Hash>| {
                let mut numbered = (tile.number * WIDTH..).zip(hashes);
                numbered.all(|(number, hash)| number < first || made.next() == Some(*hash))
            };
            let Some(hashes) = tile.hashes_in(&content).filter(|hashes| fits(hashes)) else {
                return Ok(Err(Misfit::Unfit(tile)));
            };
            keep(tile, &content)?;
            if tile.is_complete() {
                complete.push(complete_root(&hashes));
            }
            tiles.insert(tile, hashes);
        }
    }
    if tiles.root(new) != Some(new_root) {
        return Ok(Err(Misfit::OtherRoot));
    }
    Ok(if tiles.root(old) == Some(old_root) { Ok(()) } else { Err(Misfit::OtherPast) })
}
