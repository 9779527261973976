//! Whole games of bots.

use std::str::FromStr;

use super::{Knowledge, Level, Observer, choose, choose_within};
use crate::engine::{Effect, Game as _, Key, Move, Position, Seat, SeatResult, Seed, Setup};

/// How a seat of such a game plays. `Display` writes the name of a level, or the
/// number of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, derive_more::Display)]
pub enum Player {
    /// At a level.
    Level(Level),
    /// By a search with so many iterations.
    Iterations(u32),
}

/// A game that bots have played.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The moves, each with its seat.
    pub moves: Vec<(Seat, Move)>,
    /// The last position.
    pub position: Position,
}

/// A text that names no bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a bot is novice, steady, strong, or the number of deals that it samples before a move")]
pub struct PlayerError;

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let number = || text.parse().ok().filter(|&number| number > 0).map(Self::Iterations);
        text.parse().ok().map(Self::Level).or_else(number).ok_or(PlayerError)
    }
}

impl MatchGame {
    /// The result of a seat; a game that was stopped after [`Setup::max_moves`] is
    /// lost for all.
    pub fn result(&self, setup: &Setup, seat: Seat) -> SeatResult {
        self.position.outcome().map(|outcome| outcome.seat_result(setup, seat)).unwrap_or_default()
    }
}

impl Player {
    /// The name of such a bot at a table, in all languages.
    pub fn bot_name(self) -> String {
        format!("Bot ({self})")
    }

    /// The move of a seat with this knowledge, with randomness from the seed.
    pub fn choose(self, knowledge: &Knowledge, seed: [u8; 32]) -> Move {
        match self {
            Self::Level(level) => choose(level, knowledge, seed),
            Self::Iterations(iterations) => choose_within(iterations, knowledge, seed).mv,
        }
    }
}

/// Plays a game to its end with the player of each seat. Each bot sees
/// what its seat may see. Random choices follow from the deal's seed
/// and `number`, so that one deal can be played many times.
///
/// # Panics
/// Never: bots make legal moves.
pub fn play(setup: &Setup, deal: &Seed, number: u64, player: impl Fn(Seat) -> Player) -> MatchGame {
    let mut position = Position::deal(setup, deal.key());
    let mut observers = Observer::all(setup, &position);
    let seed = Key::labelled("regicide/bot/match/v1", &deal.commitment().0).stream(number).bytes();
    let rng = Key::labelled("regicide/bot/move/v1", &seed);
    let mut moves = Vec::new();
    while let Some(seat) = position.to_act().filter(|_| position.seq() < setup.max_moves()) {
        let mv = player(seat)
            .choose(observers[seat.index()].knowledge(), rng.stream(position.seq().into()).bytes());
        let mut effects: Vec<Effect> = Vec::new();
        position.advance(seat, &mv, &mut effects).expect("bots make legal moves");
        moves.push((seat, mv));
        for observer in &mut observers {
            observer.observe(&effects, &position);
        }
    }
    MatchGame { moves, position }
}
