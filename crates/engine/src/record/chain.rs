//! The hash chain over a game's header and moves (docs/spec/record.md S5).

use std::fmt;
use std::io::{self, Write as _};

use chrono::{DateTime, Datelike, SecondsFormat, Timelike, Utc};

use crate::engine::{Hash, Move, Seat, Seed, Setup};

/// Room for a line of the chain, in bytes, without heap allocation: lines are
/// hashed for every move that is made, replayed or verified.
const LINE_ROOM: usize = 192;

/// One row of a move log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The move's number, from 1.
    pub seq: u32,
    /// The seat that made it.
    pub seat: Seat,
    /// The move.
    pub mv: Move,
    /// When the service took it, to the microsecond, where known.
    pub at: Option<DateTime<Utc>>,
}

/// The chain up to some move: its last hash, which binds all before it.
///
/// Every answer to a move carries this hash; a client that keeps it can prove later
/// that the log was not rewritten (S5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain(Hash);

impl Chain {
    /// The chain of a game without moves: the hash of its header line (S5.1).
    pub fn start(setup: &Setup, commitment: Hash) -> Self {
        Self(Hash::of(header_line(setup, commitment).as_bytes()))
    }

    /// The chain from a hash that was stored.
    pub const fn from_hash(hash: Hash) -> Self {
        Self(hash)
    }

    /// The chain with one move more (S5.2). The seed is needed for hidden
    /// moves only (S5.3).
    ///
    /// # Panics
    /// Never: no move is longer than the line has room for.
    #[must_use]
    pub fn then(self, entry: &Entry, seed: &Seed) -> Self {
        let mut line = [0; LINE_ROOM];
        let left = self.write_line(entry, seed, &mut line).expect("the line has room for the longest move");
        Self(Hash::of(&line[..LINE_ROOM - left]))
    }

    /// Writes the line of a move (S5.2); returns how much room is left.
    fn write_line(self, entry: &Entry, seed: &Seed, mut line: &mut [u8]) -> io::Result<usize> {
        let Entry { seq, seat, mv, at } = entry;
        line.write_all(&self.0.to_hex())?;
        write!(line, " {seq} {seat} {} ", Stamp(*at))?;
        if mv.is_hidden() {
            line.write_all(hidden_text(seed, entry).as_bytes())?;
        } else {
            write!(line, "{mv}")?;
        }
        Ok(line.len())
    }

    /// The last hash.
    pub const fn hash(self) -> Hash {
        self.0
    }
}

/// The header line that the chain starts from (S5.1, docs/spec/tricks.md T13).
pub fn header_line(setup: &Setup, commitment: Hash) -> String {
    format!("{setup} commitment={commitment}")
}

/// The text of a hidden move in the chain and in the log that other players
/// read: with the plain text, every card could be tried against the public hash
/// (S5.3).
pub fn hidden_text(seed: &Seed, entry: &Entry) -> String {
    let Entry { seq, mv, .. } = entry;
    let hash = Hash::of(format!("regicide/hide/v1\0{}\0{seq} {mv}", seed.as_str()).as_bytes());
    format!("bury #{hash}")
}

/// A time in the chain's format: always with six decimals, `-` if it is not
/// known (S5.2).
#[derive(Clone, Copy, Debug)]
pub struct Stamp(pub Option<DateTime<Utc>>);

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(at) = self.0 else { return f.write_str("-") };
        if !(0..=9999).contains(&at.year()) {
            // No record holds such a time; it must not look like another.
            return f.write_str(&at.to_rfc3339_opts(SecondsFormat::Micros, true));
        }
        let mut text = *b"0000-00-00T00:00:00.000000Z";
        let mut put = |place: std::ops::Range<usize>, mut number: u32| {
            for digit in text[place].iter_mut().rev() {
                *digit = b'0' + u8::try_from(number % 10).unwrap_or(0);
                number /= 10;
            }
        };
        put(0..4, at.year().unsigned_abs());
        put(5..7, at.month());
        put(8..10, at.day());
        put(11..13, at.hour());
        put(14..16, at.minute());
        put(17..19, at.second());
        put(20..26, at.nanosecond() / 1000 % 1_000_000);
        f.write_str(str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s5_2_a_time_has_six_decimals_always() {
        let stamp = |text: &str| Stamp(Some(text.parse().unwrap())).to_string();
        assert_eq!(stamp("2026-11-20T12:00:00Z"), "2026-11-20T12:00:00.000000Z");
        assert_eq!(stamp("2024-02-29T23:59:59.000001Z"), "2024-02-29T23:59:59.000001Z");
        assert_eq!(stamp("+12026-11-20T12:00:00Z"), "+12026-11-20T12:00:00.000000Z");
        assert_eq!(Stamp(None).to_string(), "-");
    }

    #[test]
    fn the_line_has_room_for_the_longest_move() {
        let seed: Seed = "banana".parse().unwrap();
        let at = "2026-11-20T12:00:00Z".parse().ok();
        let seat = Seat::try_from(3).unwrap();
        for text in ["discard AC 2C 3C 4C 5C 6C 7C 8C", "bury 5C", "change H reverse"] {
            let entry = Entry { seq: u32::MAX, seat, mv: text.parse().unwrap(), at };
            let start = Chain::from_hash(Hash([255; 32]));
            assert_ne!(start.then(&entry, &seed), start);
        }
    }
}
