//! The hash tree of RFC 6962, section 2.1, over tiles.

use std::collections::{BTreeSet, HashMap};

use ct_merkle::digest::Output;
use ct_merkle::{ConsistencyProof, InclusionProof, RootHash};
use ct_merkle::{indices_for_consistency_proof, indices_for_inclusion_proof};
use sha2::{Digest, Sha256};

use super::tile::{MAX_LEVEL, Tile, TileKind};
use crate::engine::Hash;

/// The largest tree: readers of JSON are exact up to this number.
pub const MAX_SIZE: u64 = (1 << 53) - 1;

/// How many levels of the tree a tile spans.
const HEIGHT: u32 = 8;

/// The root of a tree without entries.
pub fn empty_root() -> Hash {
    Hash::of(&[])
}

/// The hash of an entry.
pub fn leaf_hash(entry: &[u8]) -> Hash {
    Hash(Sha256::new().chain_update([0]).chain_update(entry).finalize().into())
}

/// The hash of two subtrees.
pub fn node_hash(left: Hash, right: Hash) -> Hash {
    Hash(Sha256::new().chain_update([1]).chain_update(left.0).chain_update(right.0).finalize().into())
}

/// The leaves of a subtree: from a first one up to another, without that.
#[derive(Clone, Copy, Debug)]
struct Range {
    start: u64,
    end: u64,
}

impl Range {
    /// The subtree with a number among the nodes of an array-based tree (RFC 9420,
    /// appendix C), which is not complete where the tree ends in it.
    fn of_node(node: u64, size: u64) -> Self {
        let level = node.trailing_ones();
        let start = (node >> (level + 1)) << level;
        Self { start, end: (start + (1 << level)).min(size) }
    }

    /// The complete subtrees that it is made of, from left to right, as levels
    /// and their first leaves.
    fn complete_parts(self) -> impl Iterator<Item = (u32, u64)> {
        let mut start = self.start;
        std::iter::from_fn(move || {
            let level = (self.end - start).checked_ilog2()?.min(start.trailing_zeros());
            let part = (level, start);
            start += 1 << level;
            Some(part)
        })
    }
}

/// The tile that has the hashes of a complete subtree, and which of them.
fn place(level: u32, start: u64) -> (TileKind, u64, std::ops::Range<usize>) {
    let tile_level = level / HEIGHT;
    let first = start >> (tile_level * HEIGHT);
    let from = usize::try_from(first % 256).expect("below 256");
    let kind = TileKind::Hashes(u8::try_from(tile_level).expect("below 8"));
    (kind, first / 256, from..from + (1 << (level % HEIGHT)))
}

fn tiles_of(ranges: impl IntoIterator<Item = Range>, size: u64) -> Vec<Tile> {
    let parts = ranges.into_iter().flat_map(Range::complete_parts);
    let tiles = parts.filter_map(|(level, start)| {
        let (kind, number, _) = place(level, start);
        Tile::within(kind, number, size)
    });
    tiles.collect::<BTreeSet<_>>().into_iter().collect()
}

fn inclusion_ranges(index: u64, size: u64) -> impl Iterator<Item = Range> {
    let nodes = if index < size { indices_for_inclusion_proof(size, index) } else { Vec::new() };
    nodes.into_iter().map(move |node| Range::of_node(node, size))
}

fn consistency_ranges(old: u64, new: u64) -> impl Iterator<Item = Range> {
    let nodes = if 0 < old && old < new { indices_for_consistency_proof(old, new - old) } else { Vec::new() };
    nodes.into_iter().map(move |node| Range::of_node(node, new))
}

/// The tiles that the root of a tree is computed from.
pub fn tiles_of_root(size: u64) -> Vec<Tile> {
    tiles_of_prefix(size, size)
}

/// The tiles that the root of the tree of its first `prefix` entries is computed from.
pub fn tiles_of_prefix(prefix: u64, size: u64) -> Vec<Tile> {
    tiles_of([Range { start: 0, end: prefix.min(size) }], size)
}

/// The tiles that prove that a tree has an entry.
pub fn tiles_of_inclusion(index: u64, size: u64) -> Vec<Tile> {
    tiles_of(inclusion_ranges(index, size), size)
}

/// The tiles that prove that a tree has grown from another.
pub fn tiles_of_consistency(old: u64, new: u64) -> Vec<Tile> {
    tiles_of(consistency_ranges(old, new), new)
}

/// Tiles with hashes, of one tree. Of a tile that was partial earlier the widest
/// one counts.
#[derive(Clone, Debug, Default)]
pub struct TileSet(HashMap<(TileKind, u64), Vec<Hash>>);

impl TileSet {
    /// Adds the hashes of a tile.
    pub fn insert(&mut self, tile: Tile, hashes: Vec<Hash>) {
        self.0.insert((tile.kind, tile.number), hashes);
    }

    /// Adds the hash of an entry at the end of a tree whose tiles are all there.
    pub fn push(&mut self, index: u64, mut hash: Hash) {
        for level in 0..=MAX_LEVEL {
            let number = index >> (HEIGHT * (u32::from(level) + 1));
            let tile = self.0.entry((TileKind::Hashes(level), number)).or_default();
            tile.push(hash);
            if tile.len() < 256 {
                break;
            }
            hash = complete_root(tile);
        }
    }

    /// The hashes of a tile; none if it is missing.
    pub fn get(&self, tile: Tile) -> &[Hash] {
        self.0.get(&(tile.kind, tile.number)).map_or(&[], Vec::as_slice)
    }

    /// The root of the tree with so many entries; nothing if a tile is missing.
    pub fn root(&self, size: u64) -> Option<Hash> {
        if size == 0 { Some(empty_root()) } else { self.range(Range { start: 0, end: size }) }
    }

    /// The proof that an entry is in the tree with so many entries (RFC 6962, section
    /// 2.1.1); nothing if a tile is missing.
    pub fn inclusion(&self, index: u64, size: u64) -> Option<Vec<Hash>> {
        inclusion_ranges(index, size).map(|range| self.range(range)).collect()
    }

    /// The proof that a tree has grown from an older one (RFC 6962, section 2.1.2);
    /// nothing if a tile is missing.
    pub fn consistency(&self, old: u64, new: u64) -> Option<Vec<Hash>> {
        consistency_ranges(old, new).map(|range| self.range(range)).collect()
    }

    /// The root of an older tree, and the proof that a tree has grown from that; nothing if a tile
    /// is missing.
    pub fn growth(&self, old: u64, new: u64) -> Option<(Hash, Vec<Hash>)> {
        self.root(old).zip(self.consistency(old, new))
    }

    fn range(&self, range: Range) -> Option<Hash> {
        let parts: Vec<_> = range.complete_parts().collect();
        let mut hashes = parts.into_iter().rev().map(|(level, start)| self.complete(level, start));
        let last = hashes.next()??;
        hashes.try_fold(last, |right, left| Some(node_hash(left?, right)))
    }

    /// The hash of a complete subtree.
    fn complete(&self, level: u32, start: u64) -> Option<Hash> {
        let (kind, number, within) = place(level, start);
        self.0.get(&(kind, number))?.get(within).map(complete_root)
    }
}

/// The hash of a complete subtree, from those of a level of it: a power of two, such
/// as the hashes of a complete tile.
///
/// # Panics
/// If there are none.
pub fn complete_root(hashes: &[Hash]) -> Hash {
    if let [hash] = hashes {
        return *hash;
    }
    let (left, right) = hashes.split_at(hashes.len() / 2);
    node_hash(complete_root(left), complete_root(right))
}

fn output(hash: Hash) -> Output<Sha256> {
    hash.0.into()
}

fn joined(hashes: &[Hash]) -> Vec<u8> {
    hashes.iter().flat_map(|hash| hash.0).collect()
}

/// Returns true if a proof shows that an entry is in a tree.
pub fn is_included(entry: &[u8], index: u64, size: u64, root: Hash, proof: &[Hash]) -> bool {
    let Ok(proof) = InclusionProof::<Sha256>::try_from_bytes(joined(proof)) else { return false };
    size <= MAX_SIZE && RootHash::new(output(root), size).verify_inclusion(&entry, index, &proof).is_ok()
}

/// Returns true if a proof shows that a tree has grown from an older one, or is the same.
pub fn is_consistent(old: (u64, Hash), new: (u64, Hash), proof: &[Hash]) -> bool {
    if old.0 == 0 || old.0 == new.0 {
        let is_same = if old.0 == new.0 { old.1 == new.1 } else { old.1 == empty_root() };
        return proof.is_empty() && is_same;
    }
    let Ok(proof) = ConsistencyProof::<Sha256>::try_from_bytes(joined(proof)) else { return false };
    let (old, new) = (RootHash::new(output(old.1), old.0), RootHash::new(output(new.1), new.0));
    new.num_leaves() <= MAX_SIZE && new.verify_consistency(&old, &proof).is_ok()
}
