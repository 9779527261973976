//! Games played at random, by dice that a seed decides.

use regicide_engine::engine::tricks::{Effect, Position, RulesVersion, Setup};
use regicide_engine::engine::{Game, Move, Options, Seat, Seed, Stream};

/// One move of a game.
pub(crate) struct Turn<'a> {
    /// The position before.
    pub(crate) before: &'a Position,
    /// The seat that moved.
    pub(crate) seat: Seat,
    /// The move.
    pub(crate) mv: Move,
    /// The position after.
    pub(crate) after: &'a Position,
    /// The effects of the move.
    pub(crate) effects: &'a [Effect],
}

/// A game to be played at random.
#[derive(Clone)]
pub(crate) struct Random {
    pub(crate) setup: Setup,
    pub(crate) seed: Seed,
    dice: Stream,
}

impl Random {
    /// The position after the deal.
    pub(crate) fn start(&self) -> Position {
        Position::deal(&self.setup, self.seed.key())
    }

    /// Plays to the end, showing each move to `see`.
    pub(crate) fn play(mut self, mut see: impl FnMut(Turn<'_>)) -> Position {
        let mut before = self.start();
        for _ in 0..regicide_engine::engine::Setup::Tricks(self.setup).max_moves() {
            let Some(seat) = before.to_act() else { return before };
            let (seat, mv) = self.choose(&before, seat);
            let mut effects = Vec::new();
            let after = before.play(seat, &mv, &mut effects).unwrap();
            see(Turn { before: &before, seat, mv, after: &after, effects: &effects });
            before = after;
        }
        panic!("{:?} has not ended: {before}", self.seed.as_str());
    }

    /// One of the legal moves; once in a thousand moves, a concession.
    fn choose(&mut self, position: &Position, to_act: Seat) -> (Seat, Move) {
        if self.dice.below(1000) == 0 {
            let seats: Vec<Seat> = Seat::all(self.setup.players()).collect();
            return (*self.pick(&seats), Move::Concede);
        }
        (to_act, *self.pick(&position.legal_moves()))
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.dice.below(u32::try_from(items.len()).unwrap()) as usize]
    }
}

/// So many games of every number of players, with and without partners and
/// jokers, low target and high.
pub(crate) fn games(name: &str, of_each: u32) -> impl Iterator<Item = Random> {
    setups().into_iter().enumerate().flat_map(move |(at, setup)| {
        (0..of_each).map(move |number| format!("{name}-{at}-{number}")).map(move |seed| {
            let seed: Seed = seed.parse().unwrap();
            let dice = seed.key().stream(u64::MAX);
            Random { setup, seed, dice }
        })
    })
}

fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for (players, partners) in [(2, false), (3, false), (4, false), (4, true)] {
        for jokers in [0, 2] {
            for target in [10, 25, 50] {
                let options = Options {
                    first: Seat::all(players).next_back(),
                    jokers: Some(jokers),
                    partners: Some(partners),
                    target: Some(target),
                    ..Options::default()
                };
                setups.push(Setup::new(RulesVersion::CURRENT, players, &options).unwrap());
            }
        }
    }
    setups
}
