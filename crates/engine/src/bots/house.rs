//! House bots: bots on seats of games that a program plays with people.

use super::{Knowledge, Observer};
use crate::engine::{Effect, Hash, History, Move, Refusal, Seat, Seed, Setup};

/// The move of a house bot on `seat`, whose turn it is after the moves of `log`.
///
/// The deal and the log are folded here, and `choose` gets what the seat knows: views,
/// and the effects of moves. The bot's randomness comes from the game's id and the number
/// of moves, which are public, and not from the seed, which determines hidden cards.
pub fn house_move(
    game: &[u8; 16],
    setup: &Setup,
    seed: &Seed,
    log: impl IntoIterator<Item = (Seat, Move)>,
    seat: Seat,
    choose: impl FnOnce(&Knowledge, [u8; 32]) -> Move,
) -> Result<Move, Refusal> {
    let mut history = History::deal(setup, seed.key());
    let mut observer = Observer::new(setup, seat, history.position());
    for (mover, mv) in log {
        let mut effects: Vec<Effect> = Vec::new();
        history.advance(mover, &mv, &mut effects)?;
        observer.observe(&effects, history.position());
    }
    Ok(choose(observer.knowledge(), randomness(game, history.position().seq())))
}

/// The seed of a bot's randomness in a position.
fn randomness(game: &[u8; 16], seq: u32) -> [u8; 32] {
    let mut text = b"regicide/bot/v1\0".to_vec();
    text.extend(game);
    text.extend(seq.to_be_bytes());
    Hash::of(&text).0
}
