//! Checkpoints: the signed state of a log (C2SP `tlog-checkpoint`).

use std::str::FromStr;

use super::{LogFault, MAX_SIZE, empty_root, number};
use crate::engine::Hash;

/// The state of a log: its size and the root of its tree.
#[derive(Clone, Debug, PartialEq, Eq, derive_more::Display)]
#[display("{origin}\n{size}\n{}\n", root.to_base64())]
pub struct Checkpoint {
    /// Which log it is.
    pub origin: String,
    /// How many entries it has.
    pub size: u64,
    /// The root of the tree of its entries.
    pub root: Hash,
}

impl FromStr for Checkpoint {
    type Err = LogFault;

    /// Reads what is signed in a note: three lines (L2.2).
    fn from_str(text: &str) -> Result<Self, LogFault> {
        let read = || {
            let mut lines = text.strip_suffix('\n')?.split('\n');
            let origin = lines.next().filter(|origin| !origin.is_empty())?;
            let found = Self {
                origin: origin.to_owned(),
                size: number(lines.next()?).filter(|size| *size <= MAX_SIZE)?,
                root: Hash::from_base64(lines.next()?)?,
            };
            let is_possible = found.size > 0 || found.root == empty_root();
            (is_possible && lines.next().is_none()).then_some(found)
        };
        read().ok_or(LogFault::Malformed)
    }
}
