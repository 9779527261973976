//! Rebuilding a game from its seed and its moves, up to the first bad move.

use super::chain::{Chain, Entry};
use crate::engine::{Effect, Hash, History, Message, MoveError, Position, Refusal, Seed, Setup, Sink};

/// A game that is being rebuilt, move by move.
#[derive(Clone, Debug)]
pub struct Rebuild<'a> {
    seed: &'a Seed,
    /// How many moves its log holds.
    most: u32,
    history: History,
    chain: Chain,
}

/// The first move that is not good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct BadMove {
    /// Its place in the list of moves, from 1.
    pub seq: u32,
    /// The fault.
    pub fault: Fault,
}

/// The fault of a move in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its text is no move.
    Spelling(MoveError),
    /// It has another number than its place.
    Number(u32),
    /// It is against the rules.
    Refused(Refusal),
    /// Its time is none, not in UTC, or finer than a microsecond.
    Time,
    /// Its time is earlier than that of a move before it.
    EarlierTime,
    /// Its seat is none.
    Seat(u32),
    /// There are more moves than so many, which the log of such a game holds.
    TooMany(u32),
}

impl BadMove {
    /// The bad move and its fault as a message for people.
    pub fn message(&self) -> Message {
        Message::new("bad-move").with("seq", self.seq).with("fault", self.fault.message())
    }
}

impl Fault {
    /// The fault as a message for people.
    pub fn message(&self) -> Message {
        let message = Message::new;
        match self {
            Self::Spelling(error) => error.message(),
            Self::Number(number) => message("fault-number").with("number", *number),
            Self::Refused(refusal) => refusal.reason.message(),
            Self::Time => message("fault-time"),
            Self::EarlierTime => message("fault-earlier-time"),
            Self::Seat(seat) => message("fault-seat").with("seat", *seat),
            Self::TooMany(most) => message("fault-too-many").with("most", *most),
        }
    }

    /// The clause that the move is against: of the rules, or of docs/spec/record.md.
    pub const fn clause(&self) -> &'static str {
        match self {
            Self::Spelling(_) => "S3",
            Self::Time => "S5.2",
            Self::EarlierTime => "S5.6",
            Self::Number(_) | Self::Seat(_) | Self::TooMany(_) => "S6",
            Self::Refused(refusal) => refusal.clause,
        }
    }
}

impl<'a> Rebuild<'a> {
    /// A game after the deal.
    pub fn new(setup: &Setup, seed: &'a Seed) -> Self {
        let history = History::deal(&judged_by(*setup), seed.key());
        Self { seed, most: setup.max_moves(), history, chain: Chain::start(setup, seed.commitment()) }
    }

    /// Adds a move and emits its effects to `sink`. A bad move changes nothing.
    pub fn add(&mut self, entry: &Entry, sink: &mut impl Sink<Effect>) -> Result<(), BadMove> {
        let seq = self.position().seq() + 1;
        let bad = |fault| BadMove { seq, fault };
        if entry.seq != seq {
            return Err(bad(Fault::Number(entry.seq)));
        }
        if seq > self.most {
            return Err(bad(Fault::TooMany(self.most)));
        }
        let played = self.history.advance(entry.seat, &entry.mv, sink);
        played.map_err(|refusal| bad(Fault::Refused(refusal)))?;
        self.chain = self.chain.then(entry, self.seed);
        Ok(())
    }

    /// The position after the last move.
    pub const fn position(&self) -> &Position {
        self.history.position()
    }

    /// The position after the last move, and those that an undo goes back to.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The chain after the last move.
    pub const fn chain(&self) -> Chain {
        self.chain
    }
}

/// For tests of a program that judges games of released rules wrongly: those of
/// the co-operative game are then judged by the version for tests.
#[cfg(feature = "test-rules")]
pub static JUDGES_WRONGLY: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// The set-up that a game is judged by: its own.
fn judged_by(setup: Setup) -> Setup {
    #[cfg(feature = "test-rules")]
    if JUDGES_WRONGLY.load(std::sync::atomic::Ordering::Relaxed) {
        return setup.by_test_rules();
    }
    setup
}

/// A game that is replayed: an iterator over its steps, up to the first bad
/// move.
#[derive(Clone, Debug)]
pub struct Replay<'a, I> {
    rebuild: Rebuild<'a>,
    entries: I,
    failed: bool,
}

/// A step of a replay.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move.
    pub entry: Entry,
    /// Its effects.
    pub effects: Vec<Effect>,
    /// The position after it.
    pub position: Position,
    /// The chain's hash after it.
    pub h: Hash,
}

impl<'a, I: Iterator<Item = Entry>> Replay<'a, I> {
    /// A replay from the deal on.
    pub fn new(setup: &Setup, seed: &'a Seed, entries: impl IntoIterator<IntoIter = I>) -> Self {
        Self { rebuild: Rebuild::new(setup, seed), entries: entries.into_iter(), failed: false }
    }
}

impl<I: Iterator<Item = Entry>> Iterator for Replay<'_, I> {
    type Item = Result<Step, BadMove>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let entry = self.entries.next()?;
        let mut effects = Vec::new();
        Some(match self.rebuild.add(&entry, &mut effects) {
            Ok(()) => {
                let (position, h) = (*self.rebuild.position(), self.rebuild.chain().hash());
                Ok(Step { entry, effects, position, h })
            }
            Err(bad) => {
                self.failed = true;
                Err(bad)
            }
        })
    }
}
