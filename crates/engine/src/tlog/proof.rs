//! Proofs that an entry is in a log, to be checked offline (C2SP `tlog-proof`).

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::tile::Tile;
use super::tree::{TileSet, tiles_of_consistency, tiles_of_inclusion};
use super::{LogFault, MAX_SIZE, number};
use crate::engine::Hash;
use crate::json;

const FIRST_LINE: &str = "c2sp.org/tlog-proof@v1";
/// The most hashes of a proof: more than a tree has levels.
const MAX_HASHES: usize = 128;

/// A proof that an entry is in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The extra data for a verifier.
    pub extra: Extra,
    /// The entry's index, from 0.
    pub index: u64,
    /// The inclusion proof (RFC 6962, section 2.1.1).
    pub hashes: Vec<Hash>,
    /// The checkpoint, as a signed note.
    pub checkpoint: String,
}

/// The content of a proof besides inclusion (L4.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extra {
    /// The hash of who played a game (L1.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Hash>,
    /// That it is the log of another checkpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Growth>,
}

/// A consistency proof (RFC 6962, section 2.1.2) between two trees of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// The size of the tree that is not that of the proof's checkpoint.
    #[serde(deserialize_with = "read_size")]
    pub size: u64,
    /// The proof.
    #[serde(serialize_with = "write_hashes", deserialize_with = "read_hashes")]
    pub hashes: Vec<Hash>,
}

/// The request for a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofRequest {
    /// That the tree has the entry with this index.
    pub index: u64,
    /// How many entries the tree has.
    pub size: u64,
    /// That it is the log of a tree with so many entries.
    pub since: Option<u64>,
}

impl ProofRequest {
    /// The tiles that the proof is made of.
    pub fn tiles(&self) -> Vec<Tile> {
        let Self { index, size, since } = *self;
        let grown =
            since.map_or_else(Vec::new, |since| tiles_of_consistency(since.min(size), since.max(size)));
        let tiles: BTreeSet<Tile> = tiles_of_inclusion(index, size).into_iter().chain(grown).collect();
        tiles.into_iter().collect()
    }

    /// The proof by these tiles, with the hash of who played and the tree's signed
    /// checkpoint; nothing if a tile is missing.
    pub fn prove(&self, tiles: &TileSet, players: Option<Hash>, checkpoint: String) -> Option<Proof> {
        let Self { index, size, since } = *self;
        let since = match since {
            Some(since) => {
                let hashes = tiles.consistency(since.min(size), since.max(size))?;
                Some(Growth { size: since, hashes })
            }
            None => None,
        };
        let hashes = tiles.inclusion(index, size)?;
        Some(Proof { extra: Extra { players, since }, index, hashes, checkpoint })
    }
}

fn read_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let size = u64::deserialize(deserializer)?;
    let is_size = (1..=MAX_SIZE).contains(&size);
    is_size.then_some(size).ok_or_else(|| serde::de::Error::custom("a size is from 1 to 2^53 - 1"))
}

fn write_hashes<S: Serializer>(hashes: &[Hash], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(hashes.iter().map(|hash| hash.to_base64()))
}

fn read_hashes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Hash>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let hashes: Option<Vec<Hash>> = texts.iter().map(|text| Hash::from_base64(text)).collect();
    let hashes = hashes.filter(|hashes| hashes.len() <= MAX_HASHES);
    hashes.ok_or_else(|| serde::de::Error::custom("a hash is 32 bytes in base64"))
}

impl FromStr for Proof {
    type Err = LogFault;

    fn from_str(text: &str) -> Result<Self, LogFault> {
        let read = || {
            let (head, checkpoint) = text.split_once("\n\n")?;
            let mut lines = head.split('\n').peekable();
            if lines.next()? != FIRST_LINE {
                return None;
            }
            let extra = lines.next_if(|line| line.starts_with("extra "));
            let extra = extra.map_or(Some(Extra::default()), |line| {
                json::from_text(STANDARD.decode(&line["extra ".len()..]).ok()?).ok()
            })?;
            let index = number(lines.next()?.strip_prefix("index ")?)?;
            let hashes: Vec<Hash> = lines.map(Hash::from_base64).collect::<Option<_>>()?;
            let checkpoint = checkpoint.to_owned();
            (hashes.len() <= MAX_HASHES).then_some(Self { extra, index, hashes, checkpoint })
        };
        read().ok_or(LogFault::Malformed)
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        if self.extra != Extra::default() {
            let extra = serde_json::to_vec(&self.extra).map_err(|_| fmt::Error)?;
            writeln!(f, "extra {}", STANDARD.encode(extra))?;
        }
        writeln!(f, "index {}", self.index)?;
        self.hashes.iter().try_for_each(|hash| writeln!(f, "{}", hash.to_base64()))?;
        write!(f, "\n{}", self.checkpoint)
    }
}
