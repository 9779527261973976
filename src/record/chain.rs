//! The hash chain over a game's header and moves (RECORD.md S5).

use std::fmt::Write;

use chrono::{DateTime, SecondsFormat, Utc};

use crate::engine::{Hash, Move, Seat, Seed, Setup};

/// One row of a move log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The move's number, from 1.
    pub seq: u32,
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub mv: Move,
    /// When the service took it, to the microsecond, where known.
    pub at: Option<DateTime<Utc>>,
}

/// The chain up to some move: its last hash, which binds all before it.
///
/// Every answer to a move carries this hash; who keeps it can prove later
/// that the log was not rewritten (S5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain(Hash);

impl Chain {
    /// The chain of a game without moves: the hash of its header line (S5.1).
    #[must_use]
    pub fn start(setup: &Setup, commitment: Hash) -> Self {
        Self(Hash::of(header_line(setup, commitment).as_bytes()))
    }

    /// The chain from a hash that was stored.
    #[must_use]
    pub const fn from_hash(hash: Hash) -> Self {
        Self(hash)
    }

    /// The chain with one move more (S5.2). The seed is needed for hidden
    /// moves only (S5.3).
    #[must_use]
    pub fn then(self, entry: &Entry, seed: &Seed) -> Self {
        let mut line = String::with_capacity(160);
        let Entry { seq, seat, mv, at } = entry;
        let written = write!(line, "{} {seq} {seat} {} ", self.0, Stamp(*at)).and_then(|()| {
            if mv.is_hidden() {
                write!(line, "bury #{}", hidden(seed, *seq, mv))
            } else {
                write!(line, "{mv}")
            }
        });
        debug_assert!(written.is_ok(), "writing to a string does not fail");
        Self(Hash::of(line.as_bytes()))
    }

    /// The last hash.
    #[must_use]
    pub const fn hash(self) -> Hash {
        self.0
    }
}

/// The header line that the chain starts from (S5.1, TRICKS.md T13).
#[must_use]
pub fn header_line(setup: &Setup, commitment: Hash) -> String {
    format!("{setup} commitment={commitment}")
}

/// What stands for a hidden move in the chain: with the bare text, anybody
/// could try all cards against the public hash (S5.3).
fn hidden(seed: &Seed, seq: u32, mv: &Move) -> Hash {
    Hash::of(format!("regicide/hide/v1\0{}\0{seq} {mv}", seed.as_str()).as_bytes())
}

/// A time as it stands in the chain: with six decimals always, `-` where it
/// is not known (S5.2).
#[derive(Clone, Copy, Debug)]
pub struct Stamp(pub Option<DateTime<Utc>>);

impl std::fmt::Display for Stamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(at) => f.write_str(&at.to_rfc3339_opts(SecondsFormat::Micros, true)),
            None => f.write_str("-"),
        }
    }
}
