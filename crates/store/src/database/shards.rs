//! The shards of a distributed database: games are spread over its servers by the hash of their
//! ids, one range for each shard.

use std::num::Wrapping;

use sqlx::postgres::PgPool;
use sqlx::{Row as _, raw_sql};
use uuid::Uuid;

const HAS_SHARDS: &str = "select to_regclass('pg_dist_shard') is not null";

/// A range of hashes is stored as text.
const FIRST_HASHES: &str = "select shardminvalue::integer from pg_dist_shard
    where logicalrelid = to_regclass('games') order by 1";

#[derive(Clone, Debug)]
pub(crate) struct Shards {
    /// The first hash of each shard but the first, ascending; empty if the games are not
    /// spread.
    boundaries: Vec<i32>,
}

impl Shards {
    pub(crate) const fn one() -> Self {
        Self { boundaries: Vec::new() }
    }

    /// Reads the shards of the database, if it is distributed.
    pub(super) async fn read(pool: &PgPool) -> Result<Option<Self>, sqlx::Error> {
        if !raw_sql(HAS_SHARDS).fetch_one(pool).await?.try_get::<bool, _>(0)? {
            return Ok(None);
        }
        let rows = raw_sql(FIRST_HASHES).fetch_all(pool).await?;
        let first: Vec<i32> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        Ok((!first.is_empty()).then(|| Self { boundaries: first[1..].to_vec() }))
    }

    pub(crate) const fn count(&self) -> usize {
        self.boundaries.len() + 1
    }

    /// The number of a game's shard, from 0.
    pub(crate) fn of(&self, game: Uuid) -> usize {
        if self.boundaries.is_empty() {
            return 0;
        }
        let hash = hash(game);
        self.boundaries.partition_point(|first| *first <= hash)
    }
}

/// The hash by which Postgres spreads a UUID (`uuid_hash`): Jenkins' `lookup3` of 16 bytes. No
/// stored data depends on it: with another hash, moves would be stored one by one and not by
/// shards.
fn hash(id: Uuid) -> i32 {
    let bytes = id.as_bytes();
    let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let start = Wrapping(0x9e37_79b9 + 16 + 3_923_095);
    let [mut a, mut b, mut c] = [0, 4, 8].map(|at| start + Wrapping(word(at)));
    for places in [4, 6, 8, 16, 19, 4] {
        a = (a - c) ^ rotated(c, places);
        c += b;
        (a, b, c) = (b, c, a);
    }
    a += Wrapping(word(12));
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
            assert_eq!(hash(id.parse().unwrap()), expected, "{id}");
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
