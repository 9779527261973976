//! Games played for the tests, and their records as an export gives them.

use chrono::{DateTime, Duration, Utc};
use regicide_engine::engine::{
    Game, GameKind, Hash, Ignore, Move, Options, Position, Ruleset, Seat, Seed, Setup, Variant,
};
use regicide_engine::i18n::Language;
use regicide_engine::record::{Chain, Entry, Rebuild, RecordFile, RecordResult, SeedBy, Verdict, verify};
use serde_json::Value;

/// A game as it was played.
pub(crate) struct Played {
    pub(crate) setup: Setup,
    pub(crate) seed: Seed,
    pub(crate) entries: Vec<Entry>,
}

/// The set-up of a co-operative game of three with all that can be chosen.
pub(crate) fn coop() -> Setup {
    let options = Options {
        first: Seat::try_from(1).ok(),
        variants: Some(vec![Variant::Mulligan, Variant::SharedDamage]),
        ..Options::default()
    };
    Setup::new(Ruleset::current(GameKind::Regicide), 3, &options).unwrap()
}

/// The set-up of a trick-taking game of partners with all that can be chosen.
pub(crate) fn partners() -> Setup {
    let options = Options {
        first: Seat::try_from(2).ok(),
        jokers: Some(2),
        partners: Some(true),
        target: Some(10),
        ..Options::default()
    };
    Setup::new(Ruleset::current(GameKind::Tricks), 4, &options).unwrap()
}

/// When the move with this number was taken: seven odd seconds apart.
fn at(seq: u32) -> DateTime<Utc> {
    let start: DateTime<Utc> = "2026-11-20T12:00:00Z".parse().unwrap();
    start + Duration::microseconds(7_055_433) * i32::try_from(seq).unwrap()
}

impl Played {
    /// A game of random moves, conceded after so many if it is not over by
    /// then.
    pub(crate) fn random(setup: Setup, seed: &str, moves: u32) -> Self {
        let seed: Seed = seed.parse().unwrap();
        let mut dice = "dice".parse::<Seed>().unwrap().key().stream(0);
        let mut position = Position::deal(&setup, seed.key());
        let mut entries = Vec::new();
        while let Some(seat) = position.to_act() {
            let legal = position.legal_moves();
            let count = u32::try_from(legal.len()).unwrap();
            let seq = position.seq() + 1;
            let mv = if seq > moves { Move::Concede } else { legal[dice.below(count) as usize] };
            position = position.play(seat, &mv, &mut Ignore).unwrap();
            entries.push(Entry { seq, seat, mv, at: Some(at(seq)) });
        }
        Self { setup, seed, entries }
    }

    /// The game after its first moves.
    pub(crate) fn rebuild(&self, moves: usize) -> Rebuild<'_> {
        let mut game = Rebuild::new(&self.setup, &self.seed);
        for entry in &self.entries[..moves] {
            game.add(entry, &mut Ignore).unwrap();
        }
        game
    }

    /// The record of its first moves, with all that there is to say.
    pub(crate) fn export(&self, moves: usize) -> RecordFile {
        let game = self.rebuild(moves);
        let names = (0..self.setup.players()).map(|seat| Some(format!("Player {seat}")));
        RecordFile {
            commitment: Some(self.seed.commitment()),
            seed_by: Some(SeedBy::Service),
            names: Some(names.collect()),
            result: game.position().outcome().as_ref().map(RecordResult::from),
            position: Some(game.position().to_string()),
            chain: Some(game.chain().hash()),
            id: Some("3f1e8a52-6f0b-4c8e-9f43-0d7a3a1f2b6c".to_owned()),
            url: Some("https://regicide.example/v1/games/3f1e8a52-6f0b-4c8e-9f43-0d7a3a1f2b6c".to_owned()),
            ..RecordFile::new(&self.setup, &self.seed, self.entries[..moves].iter().copied())
        }
    }

    /// The record of the whole game.
    pub(crate) fn whole(&self) -> RecordFile {
        self.export(self.entries.len())
    }

    /// The hash that the chain has after so many moves.
    pub(crate) fn chain(&self, moves: usize) -> Hash {
        let start = Chain::start(&self.setup, self.seed.commitment());
        self.entries[..moves].iter().fold(start, |chain, entry| chain.then(entry, &self.seed)).hash()
    }
}

/// A record as JSON.
pub(crate) fn json(record: &RecordFile) -> Value {
    serde_json::to_value(record).unwrap()
}

/// The verdict on a record of which nothing else is known.
pub(crate) fn verdict_of(record: &RecordFile) -> Verdict {
    verify(record, &regicide_engine::record::Expected::default(), Language::default())
}
