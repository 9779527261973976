//! The shards of a distributed database: games are spread over its servers by the hash of their
//! ids, one range for each shard.

use std::num::Wrapping;

use uuid::Uuid;

#[derive(Clone, Debug)]
pub(crate) struct Shards {
    /// The first hash of each shard but the first, ascending; empty if the games are not
    /// spread.
    boundaries: Vec<i32>,
}

impl Shards {
    /// Shards with these first hashes, ascending.
    pub(super) fn new(first_hashes: impl Iterator<Item = i32>) -> Self {
        Self { boundaries: first_hashes.skip(1).collect() }
    }

    pub(crate) const fn count(&self) -> usize {
        self.boundaries.len() + 1
    }

    /// The number of a game's shard, from 0.
    pub(crate) fn of(&self, game: Uuid) -> usize {
        if self.boundaries.is_empty() {
            return 0;
        }
        let hash = hash(game.as_bytes());
        self.boundaries.partition_point(|first| *first <= hash)
    }
}

/// The hash by which Postgres spreads ids and bytes (`hash_bytes`): Jenkins' `lookup3`. No stored
/// data depends on it: with another hash, batches would have moves of several shards, and those
/// that are not of the first move's would be refused.
pub(super) fn hash(bytes: &[u8]) -> i32 {
    let word = |at: &[u8]| Wrapping(u32::from_le_bytes([at[0], at[1], at[2], at[3]]));
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let start = Wrapping(0x9e37_79b9) + Wrapping(length) + Wrapping(3_923_095);
    let [mut a, mut b, mut c] = [start; 3];
    let (parts, rest) = bytes.as_chunks::<12>();
    for part in parts {
        (a, b, c) = (a + word(part), b + word(&part[4..]), c + word(&part[8..]));
        for places in [4, 6, 8, 16, 19, 4] {
            a = (a - c) ^ rotated(c, places);
            c += b;
            (a, b, c) = (b, c, a);
        }
    }
    // The lowest byte of the last word is left out.
    let mut last = [0; 13];
    last[..rest.len()].copy_from_slice(rest);
    last.copy_within(8..12, 9);
    last[8] = 0;
    (a, b, c) = (a + word(&last), b + word(&last[4..]), c + word(&last[8..]));
    for places in [14, 11, 25, 16, 4, 14, 24] {
        c = (c ^ b) - rotated(b, places);
        (a, b, c) = (b, c, a);
    }
    b.0.cast_signed()
}

const fn rotated(word: Wrapping<u32>, places: u32) -> Wrapping<u32> {
    Wrapping(word.0.rotate_left(places))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_postgres() {
        // select uuid_hash(...)
        for (id, expected) in [
            ("00010203-0405-0607-0809-0a0b0c0d0e0f", -1_339_686_672),
            ("ffffffff-ffff-ffff-ffff-ffffffffffff", -682_383_255),
            ("019aa6a2-7d3c-7f00-8c55-001122334455", 1_866_833_438),
        ] {
            assert_eq!(hash(id.parse::<Uuid>().unwrap().as_bytes()), expected, "{id}");
        }
        // select worker_hash('\\x...'::bytea)
        for (bytes, expected) in [
            ("", -1_477_818_771),
            ("01", 595_046_178),
            ("072c51769bc0e5", 331_411_743),
            ("0b30557a9fc4e90e33587d", 97_074_518),
            ("0c31567ba0c5ea0f34597ea3", 1_938_645_983),
            ("20456a8fb4d9fe23486d92b7dc01264b7095badf04294e7398bde2072c51769b", -991_212_566),
        ] {
            assert_eq!(hash(&hex::decode(bytes).unwrap()), expected, "{bytes}");
        }
    }

    #[test]
    fn a_shard_begins_with_its_first_hash() {
        let id: Uuid = "019aa6a2-7d3c-7f00-8c55-001122334455".parse().unwrap();
        let shard = |boundaries: &[i32]| Shards { boundaries: boundaries.to_vec() }.of(id);
        assert_eq!(shard(&[]), 0);
        assert_eq!(shard(&[-5, 1_866_833_438]), 2);
        assert_eq!(shard(&[-5, 1_866_833_439]), 1);
        assert_eq!(shard(&[i32::MAX]), 0);
    }
}
