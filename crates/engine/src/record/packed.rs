//! The packed form of the log of an ended game (docs/spec/packed.md).

use chrono::{DateTime, Utc};

use super::chain::Entry;
use crate::engine::{Card, Change, Hash, MAX_MOVES, Move, Named, Seat, Suit};

/// The version of the form (P1).
const VERSION: u8 = 1;

/// 0000-01-01T00:00:00Z in microseconds since 1970 (P3).
const YEAR_0: i64 = -62_167_219_200_000_000;

/// 10000-01-01T00:00:00Z in microseconds since the year 0.
const YEAR_10000: u64 = 315_569_520_000_000_000;

/// One move of a packed log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMove {
    /// The move, with number, seat and time.
    pub entry: Entry,
    /// The first four bytes of the chain's hash after it.
    pub check: [u8; 4],
}

/// Why a log has no packed form, or bytes are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackedError {
    /// Another version of the form.
    #[error("the packed log has an unknown version")]
    UnknownVersion,
    /// The bytes end within a move.
    #[error("the packed log is cut off")]
    CutOff,
    /// A byte that is no move, or a number that is longer than necessary.
    #[error("move {0} of the packed log is unreadable")]
    Unreadable(u32),
    /// A time before the one of an earlier move, or outside of the years 0 to 9999.
    #[error("move {0} has a time that cannot be packed")]
    Time(u32),
    /// A number that is not the move's place.
    #[error("move {0} is not in its place")]
    Place(u32),
    /// More moves than any game has.
    #[error("the log is too long")]
    TooLong,
}

/// Packs a log whose moves are in order, each with the hash of the chain after it.
pub fn pack<'a>(log: impl IntoIterator<Item = (&'a Entry, Hash)>) -> Result<Vec<u8>, PackedError> {
    let mut bytes = vec![VERSION];
    let mut before = 0;
    for (seq, (entry, hash)) in (1..).zip(log) {
        if entry.seq != seq {
            return Err(PackedError::Place(entry.seq));
        }
        if seq > MAX_MOVES {
            return Err(PackedError::TooLong);
        }
        let seat = u64::from(u8::from(entry.seat));
        let head = match entry.at {
            None => seat,
            Some(at) => {
                let micros = micros(at).filter(|micros| *micros >= before).ok_or(PackedError::Time(seq))?;
                let later = micros - before;
                before = micros;
                later << 3 | 4 | seat
            }
        };
        put_number(&mut bytes, head);
        put_move(&mut bytes, &entry.mv);
        bytes.extend_from_slice(&hash.0[..4]);
    }
    Ok(bytes)
}

/// The moves of a packed log.
pub fn unpack(bytes: &[u8]) -> Result<Vec<PackedMove>, PackedError> {
    let (&version, mut rest) = bytes.split_first().ok_or(PackedError::CutOff)?;
    if version != VERSION {
        return Err(PackedError::UnknownVersion);
    }
    // The shortest move has six bytes.
    let mut moves = Vec::with_capacity((rest.len() / 6).min(MAX_MOVES as usize));
    let mut before = 0;
    for seq in 1.. {
        if rest.is_empty() {
            break;
        }
        if seq > MAX_MOVES {
            return Err(PackedError::TooLong);
        }
        let head = take_number(&mut rest, seq)?;
        let seat = Seat::try_from((head & 3) as u8).map_err(|_| PackedError::Unreadable(seq))?;
        let at = match (head & 4 != 0, head >> 3) {
            (false, 0) => None,
            (false, _) => return Err(PackedError::Unreadable(seq)),
            (true, later) => {
                before = later.checked_add(before).ok_or(PackedError::Time(seq))?;
                Some(time(before).ok_or(PackedError::Time(seq))?)
            }
        };
        let mv = take_move(&mut rest, seq)?;
        let (check, after) = rest.split_first_chunk().ok_or(PackedError::CutOff)?;
        rest = after;
        moves.push(PackedMove { entry: Entry { seq, seat, mv, at }, check: *check });
    }
    Ok(moves)
}

/// The codes of moves (P4). Those with a card, suit or seat add its place to the first.
mod code {
    pub(super) const PLAY_ONE: u8 = 0;
    pub(super) const DISCARD_ONE: u8 = 54;
    pub(super) const BURY: u8 = 108;
    pub(super) const NEXT: u8 = 162;
    pub(super) const TRUMP: u8 = 166;
    pub(super) const CHANGE_TRUMP: u8 = 170;
    pub(super) const CHANGE_BOTH: u8 = 174;
    pub(super) const CHANGE_REVERSE: u8 = 178;
    pub(super) const YIELD: u8 = 179;
    pub(super) const FLIP: u8 = 180;
    pub(super) const CONCEDE: u8 = 181;
    pub(super) const UNDO: u8 = 182;
    pub(super) const TAKE: u8 = 183;
    pub(super) const PASS: u8 = 184;
    pub(super) const KEEP: u8 = 185;
    /// And so many cards, from two to eight, whose places follow.
    pub(super) const PLAY: u8 = 192;
    pub(super) const DISCARD: u8 = 208;
}

fn put_move(bytes: &mut Vec<u8>, mv: &Move) {
    let many = |cards: &[Card], one: u8, more: u8, bytes: &mut Vec<u8>| match cards {
        [card] => bytes.push(one + card.code()),
        cards => {
            bytes.push(more + u8::try_from(cards.len()).unwrap_or(u8::MAX - more));
            bytes.extend(cards.iter().map(|card| card.code()));
        }
    };
    bytes.push(match mv {
        Move::Play(cards) => return many(cards, code::PLAY_ONE, code::PLAY, bytes),
        Move::Discard(cards) => return many(cards, code::DISCARD_ONE, code::DISCARD, bytes),
        Move::Bury(card) => code::BURY + card.code(),
        Move::Next(seat) => code::NEXT + u8::from(*seat),
        Move::Trump(suit) => code::TRUMP + *suit as u8,
        Move::Change(Change::Trump(suit)) => code::CHANGE_TRUMP + *suit as u8,
        Move::Change(Change::Both(suit)) => code::CHANGE_BOTH + *suit as u8,
        Move::Change(Change::Reverse) => code::CHANGE_REVERSE,
        Move::Yield => code::YIELD,
        Move::Flip => code::FLIP,
        Move::Concede => code::CONCEDE,
        Move::Undo => code::UNDO,
        Move::Take => code::TAKE,
        Move::Pass => code::PASS,
        Move::Keep => code::KEEP,
    });
}

fn take_move(rest: &mut &[u8], seq: u32) -> Result<Move, PackedError> {
    let take = |rest: &mut &[u8]| {
        let (&byte, after) = rest.split_first().ok_or(PackedError::CutOff)?;
        *rest = after;
        Ok(byte)
    };
    let unreadable = PackedError::Unreadable(seq);
    let suit = |first: u8, code: u8| Suit::ALL[usize::from(code - first)];
    let card = |code: u8| Card::from_code(code).ok_or(unreadable);
    let many = |count: u8, rest: &mut &[u8]| -> Result<Named, PackedError> {
        if !(2..=8).contains(&count) {
            return Err(unreadable);
        }
        (0..count).map(|_| card(take(rest)?)).collect()
    };
    Ok(match take(rest)? {
        one @ code::PLAY_ONE..code::DISCARD_ONE => {
            Move::Play([card(one - code::PLAY_ONE)?].into_iter().collect())
        }
        one @ code::DISCARD_ONE..code::BURY => {
            Move::Discard([card(one - code::DISCARD_ONE)?].into_iter().collect())
        }
        one @ code::BURY..code::NEXT => Move::Bury(card(one - code::BURY)?),
        one @ code::NEXT..code::TRUMP => {
            Move::Next(Seat::try_from(one - code::NEXT).map_err(|_| unreadable)?)
        }
        one @ code::TRUMP..code::CHANGE_TRUMP => Move::Trump(suit(code::TRUMP, one)),
        one @ code::CHANGE_TRUMP..code::CHANGE_BOTH => {
            Move::Change(Change::Trump(suit(code::CHANGE_TRUMP, one)))
        }
        one @ code::CHANGE_BOTH..code::CHANGE_REVERSE => {
            Move::Change(Change::Both(suit(code::CHANGE_BOTH, one)))
        }
        code::CHANGE_REVERSE => Move::Change(Change::Reverse),
        code::YIELD => Move::Yield,
        code::FLIP => Move::Flip,
        code::CONCEDE => Move::Concede,
        code::UNDO => Move::Undo,
        code::TAKE => Move::Take,
        code::PASS => Move::Pass,
        code::KEEP => Move::Keep,
        one @ code::DISCARD.. => Move::Discard(many(one - code::DISCARD, rest)?),
        one @ code::PLAY.. => Move::Play(many(one - code::PLAY, rest)?),
        _ => return Err(unreadable),
    })
}

/// Appends a number as LEB128 (P2).
fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number.to_le_bytes()[0] | 128);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

fn take_number(rest: &mut &[u8], seq: u32) -> Result<u64, PackedError> {
    let mut number = 0;
    for place in 0..10 {
        let (&byte, after) = rest.split_first().ok_or(PackedError::CutOff)?;
        *rest = after;
        let part = u64::from(byte & 127);
        if place == 9 && part > 1 || place > 0 && byte == 0 {
            break;
        }
        number |= part << (7 * place);
        if byte < 128 {
            return Ok(number);
        }
    }
    Err(PackedError::Unreadable(seq))
}

/// A time in microseconds since the year 0, if a record can hold it.
fn micros(at: DateTime<Utc>) -> Option<u64> {
    u64::try_from(at.timestamp_micros().checked_sub(YEAR_0)?).ok().filter(|micros| *micros < YEAR_10000)
}

fn time(micros: u64) -> Option<DateTime<Utc>> {
    let micros = i64::try_from(micros).ok().filter(|_| micros < YEAR_10000)?;
    DateTime::from_timestamp_micros(micros + YEAR_0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One move of each form, with and without times.
    fn log() -> Vec<(Entry, Hash)> {
        let texts = [
            "play 7H",
            "play AC 2C 3C 4C 5C 6C 7C X2",
            "discard X1",
            "discard 8D AC",
            "bury KS",
            "next 3",
            "trump S",
            "change H",
            "change D reverse",
            "change reverse",
            "yield",
            "flip",
            "concede",
            "undo",
            "take",
            "pass",
            "keep",
        ];
        let times = ["0000-01-01T00:00:00Z", "2026-11-20T12:00:00.000001Z", "9999-12-31T23:59:59.999999Z"];
        let entry = |(seq, text): (u32, &str)| {
            let seat = Seat::try_from(u8::try_from(seq % 4).unwrap()).unwrap();
            let at = times.get(seq as usize / 6).filter(|_| seq % 3 > 0).map(|at| at.parse().unwrap());
            (Entry { seq, seat, mv: text.parse().unwrap(), at }, Hash([u8::try_from(seq).unwrap(); 32]))
        };
        (1..).zip(texts).map(entry).collect()
    }

    fn packed(log: &[(Entry, Hash)]) -> Result<Vec<u8>, PackedError> {
        pack(log.iter().map(|(entry, hash)| (entry, *hash)))
    }

    #[test]
    fn a_log_is_the_same_after_packing() {
        let log = log();
        let bytes = packed(&log).unwrap();
        let unpacked: Vec<_> = unpack(&bytes).unwrap();
        assert!(unpacked.iter().map(|mv| mv.entry).eq(log.iter().map(|(entry, _)| *entry)));
        assert!(unpacked.iter().all(|mv| mv.check == [u8::try_from(mv.entry.seq).unwrap(); 4]));
        assert_eq!(unpack(&packed(&[]).unwrap()), Ok(Vec::new()));
    }

    #[test]
    fn a_log_out_of_order_is_not_packed() {
        let misplaced = &log()[1..];
        assert_eq!(packed(misplaced), Err(PackedError::Place(2)));
        let mut backwards = log();
        backwards[7].0.at = "1999-01-01T00:00:00Z".parse().ok();
        assert_eq!(packed(&backwards), Err(PackedError::Time(8)));
        let mut late = log();
        late[16].0.at = "+10000-01-01T00:00:00Z".parse().ok();
        assert_eq!(packed(&late), Err(PackedError::Time(17)));
    }

    #[test]
    fn other_bytes_are_refused() {
        let hash = [0; 4];
        for (bytes, expected) in [
            (vec![], PackedError::CutOff),
            (vec![2], PackedError::UnknownVersion),
            (vec![1, 0], PackedError::CutOff),
            ([&[1, 0, 179][..], &hash[..3]].concat(), PackedError::CutOff),
            ([&[1, 0, 186][..], &hash].concat(), PackedError::Unreadable(1)),
            ([&[1, 0, 193, 0][..], &hash].concat(), PackedError::Unreadable(1)),
            ([&[1, 0, 194, 0, 54][..], &hash].concat(), PackedError::Unreadable(1)),
            ([&[1, 0, 217][..], &hash].concat(), PackedError::Unreadable(1)),
            // A longer number than necessary, and a time that is not there.
            ([&[1, 0x80, 0, 179][..], &hash].concat(), PackedError::Unreadable(1)),
            ([&[1, 8, 179][..], &hash].concat(), PackedError::Unreadable(1)),
            ([&[1][..], &[255; 10], &[179], &hash].concat(), PackedError::Unreadable(1)),
            ([&[1][..], &[255; 8], &[127, 179], &hash].concat(), PackedError::Time(1)),
        ] {
            assert_eq!(unpack(&bytes), Err(expected), "{bytes:?}");
        }
        let long: Vec<u8> =
            [1].into_iter().chain([0, 179, 0, 0, 0, 0].repeat(MAX_MOVES as usize + 1)).collect();
        assert_eq!(unpack(&long), Err(PackedError::TooLong));
        assert_eq!(unpack(&long[..long.len() - 6]).unwrap().len(), MAX_MOVES as usize);
    }
}
