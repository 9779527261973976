//! Records of lines: moves that nobody made, but a search found.

use super::{Chain, Entry, RecordFile, RecordResult};
use crate::engine::{Game as _, Ignore, Move, Position, Seed, Setup};

impl RecordFile {
    /// The record of moves from the deal on, each made by the seat whose turn
    /// it is; nothing if one of them is against the rules.
    pub fn of_line(setup: &Setup, seed: &Seed, line: impl IntoIterator<Item = Move>) -> Option<Self> {
        let mut position = Position::deal(setup, seed.key());
        let mut chain = Chain::start(setup, seed.commitment());
        let mut entries = Vec::new();
        for mv in line {
            let seat = position.to_act()?;
            position.advance(seat, &mv, &mut Ignore).ok()?;
            let entry = Entry { seq: position.seq(), seat, mv, at: None };
            chain = chain.then(&entry, seed);
            entries.push(entry);
        }
        Some(Self { chain: Some(chain.hash()), ..Self::ending(setup, seed, entries, &position) })
    }

    /// The record of moves that lead to this position, with all that follows from
    /// it but the chain.
    pub fn ending(
        setup: &Setup,
        seed: &Seed,
        entries: impl IntoIterator<Item = Entry>,
        end: &Position,
    ) -> Self {
        Self {
            commitment: Some(seed.commitment()),
            result: end.outcome().as_ref().map(RecordResult::from),
            position: Some(end.to_string()),
            ..Self::new(setup, seed, entries)
        }
    }
}
