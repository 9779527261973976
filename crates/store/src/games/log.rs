//! The log of a game in the format of its statement: packed (`packed.rs`), or from rows of
//! `moves` (`MOVES_POSTGRES` and `MOVES_SQLITE` in `statements.rs`).

use regicide_engine::engine::{Hash, Seat};
use regicide_engine::record::Entry;

use super::bytes::{Bytes, cut_off, number, time};
use super::packed::{PACKED, packed_entries};
use crate::database::Invalid;
use crate::moves::{LogEntry, MoveKey};

/// The least number of bytes of a move, its hash included.
const SHORTEST: usize = 40;

/// The log of a game in either form, with true if it is packed. Its chain begins with `start`.
pub(super) fn game_log(bytes: &[u8], start: impl FnOnce() -> Hash) -> Result<(Vec<LogEntry>, bool), Invalid> {
    match bytes.strip_prefix(PACKED) {
        Some(packed) => Ok((packed_entries(packed, start)?, true)),
        None => Ok((log_entries(bytes)?, false)),
    }
}

/// All moves, in their order. A number that is missing or occurs twice is invalid, and so is a
/// move with an unreadable part.
fn log_entries(bytes: &[u8]) -> Result<Vec<LogEntry>, Invalid> {
    let (mut log, length) = (Bytes(bytes), bytes.len());
    let count: usize = number(log.line()?)?;
    let mut entries = Vec::with_capacity(count.min(length / SHORTEST));
    while !log.is_empty() {
        entries.push(entry(&mut log)?);
    }
    if entries.len() != count {
        return Err(Invalid::new(format_args!("{} of {count} moves can be read", entries.len())));
    }
    entries.sort_unstable_by_key(|row| row.entry.seq);
    let misplaced = (1..).zip(&entries).find(|(place, row)| row.entry.seq != *place);
    match misplaced {
        None => Ok(entries),
        Some((place, row)) => {
            let seq = row.entry.seq;
            Err(Invalid::new(format_args!("move {seq}: it stands where move {place} should")))
        }
    }
}

fn entry(log: &mut Bytes<'_>) -> Result<LogEntry, Invalid> {
    let (seq, rest) = log.line()?.split_once(' ').ok_or_else(cut_off)?;
    let seq = number(seq)?;
    rest_of(log, seq, rest).map_err(|invalid| match invalid {
        Invalid::Value(what) => Invalid::Value(format!("move {seq}: {what}")),
        Invalid::Rules(rules) => Invalid::Rules(rules),
    })
}

fn rest_of(log: &mut Bytes<'_>, seq: u32, line: &str) -> Result<LogEntry, Invalid> {
    let (seat, rest) = line.split_once(' ').ok_or_else(cut_off)?;
    let (at, text) = rest.split_once([' ', '+']).ok_or_else(cut_off)?;
    let has_key = rest.as_bytes()[at.len()] == b'+';
    let seat = Seat::try_from(number::<u8>(seat)?).map_err(Invalid::new)?;
    let at = if at == "-" { None } else { Some(time(at)?) };
    let mv = text.parse().map_err(Invalid::new)?;
    let h = Hash(log.array()?);
    let key =
        if has_key { Some(MoveKey { key: Hash(log.array()?), request: Hash(log.array()?) }) } else { None };
    Ok(LogEntry { entry: Entry { seq, seat, mv, at }, h, key })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: &str, hashes: &[u8]) -> Vec<u8> {
        let hashes = hashes.iter().flat_map(|&byte| [byte; 32]);
        format!("{line}\n").into_bytes().into_iter().chain(hashes).collect()
    }

    #[test]
    fn a_log_is_read_in_any_order() {
        let log = [
            row("3", &[]),
            row("2 1 1000000+play 7H", &[b'\n', 1, 2]),
            row("1 0 - flip", b" "),
            row("3 3 -5 yield", &[0]),
        ];
        let read = log_entries(&log.concat()).unwrap();
        let facts: Vec<_> = read
            .iter()
            .map(|row| {
                let Entry { seq, seat, mv, at } = row.entry;
                (seq, u8::from(seat), mv.to_string(), at.map(|at| at.timestamp_micros()), row.h.0[31])
            })
            .collect();
        let expected = [
            (1, 0, "flip", None, b' '),
            (2, 1, "play 7H", Some(1_000_000), b'\n'),
            (3, 3, "yield", Some(-5), 0),
        ];
        assert_eq!(facts, expected.map(|(seq, seat, mv, at, h)| (seq, seat, mv.to_owned(), at, h)));
        let keys: Vec<_> =
            read.iter().map(|row| row.key.map(|key| (key.key.0[0], key.request.0[0]))).collect();
        assert_eq!(keys, [None, Some((1, 2)), None]);
        assert_eq!(log_entries(b"0\n"), Ok(Vec::new()));
    }

    #[test]
    fn damage_is_invalid() {
        let good = || row("1 0 5 flip", &[7]);
        let log = |count: &str, rows: &[Vec<u8>]| [row(count, &[]), rows.concat()].concat();
        assert!(log_entries(&log("1", &[good()])).is_ok());
        for (damage, bytes) in [
            ("nothing", Vec::new()),
            ("no count", good()),
            ("a move that is missing", log("2", &[good()])),
            ("one that is there twice", log("2", &[good(), good()])),
            ("another number", log("1", &[row("2 0 5 flip", &[7])])),
            ("no such seat", log("1", &[row("1 4 5 flip", &[7])])),
            ("no such move", log("1", &[row("1 0 5 dance", &[7])])),
            ("no such time", log("1", &[row("1 0 9223372036854775807 flip", &[7])])),
            ("no time", log("1", &[row("1 0 flip", &[7])])),
            ("no hash", log("1", &[row("1 0 5 flip", &[])])),
            ("half a key", log("1", &[row("1 0 5+flip", &[7, 8])])),
            ("a short hash", log("2", &[good()[..42].to_vec(), row("2 0 5 flip", &[7])])),
            ("a long hash", log("2", &[good(), b"x".to_vec(), row("2 0 5 flip", &[7])])),
            ("a line in a text", log("1", &[row("1 0 5 flip\n", &[7])])),
        ] {
            assert!(log_entries(&bytes).is_err(), "{damage}");
        }
    }
}
