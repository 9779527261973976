//! Proofs that an entry is in a log, to be checked offline (C2SP `tlog-proof`).

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{LogFault, hash_from_base64, number};
use crate::engine::Hash;

const FIRST_LINE: &str = "c2sp.org/tlog-proof@v1";
/// The most hashes of a proof: more than a tree has levels.
const MAX_HASHES: usize = 128;

/// A proof that an entry is in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What else a verifier needs.
    pub extra: Extra,
    /// The entry's index, from 0.
    pub index: u64,
    /// The inclusion proof (RFC 6962, section 2.1.1).
    pub hashes: Vec<Hash>,
    /// The checkpoint, as a signed note.
    pub checkpoint: String,
}

/// What a proof says besides inclusion (L4.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extra {
    /// The hash of who played a game (L1.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Hash>,
    /// That the log has grown from an older checkpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Growth>,
}

/// A consistency proof (RFC 6962, section 2.1.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// The size of the older tree.
    pub size: u64,
    /// The proof.
    #[serde(serialize_with = "write_hashes", deserialize_with = "read_hashes")]
    pub hashes: Vec<Hash>,
}

fn write_hashes<S: Serializer>(hashes: &[Hash], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(hashes.iter().map(|hash| hash.to_base64()))
}

fn read_hashes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Hash>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let hashes: Option<Vec<Hash>> = texts.iter().map(|text| hash_from_base64(text)).collect();
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
                serde_json::from_slice(&STANDARD.decode(&line["extra ".len()..]).ok()?).ok()
            })?;
            let index = number(lines.next()?.strip_prefix("index ")?)?;
            let hashes: Vec<Hash> = lines.map(hash_from_base64).collect::<Option<_>>()?;
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
