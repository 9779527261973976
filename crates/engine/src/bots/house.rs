//! House bots: bots on seats of games that a program plays with people, and advice to
//! these.

use super::{Considered, Knowledge, Observer, choose_within};
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
    let (knowledge, seq) = knowledge_after(*setup, seed, log, seat)?;
    let text = [b"regicide/bot/v1\0".as_slice(), game, &seq.to_be_bytes()].concat();
    Ok(choose(&knowledge, Hash::of(&text).0))
}

/// The move that a bot advises `seat` to make, whose turn it is after the moves of `log`,
/// with a budget in sampled deals (R11.4).
///
/// It depends on the seat's knowledge and the number of moves alone.
pub fn advice(
    setup: &Setup,
    seed: &Seed,
    log: impl IntoIterator<Item = (Seat, Move)>,
    seat: Seat,
    worlds: u32,
) -> Result<Considered, Refusal> {
    let (knowledge, seq) = knowledge_after(*setup, seed, log, seat)?;
    let text = [b"regicide/advice/v1\0".as_slice(), &seq.to_be_bytes()].concat();
    let choice = choose_within(worlds, &knowledge, Hash::of(&text).0);
    let tried = choice.moves.into_iter().find(|tried| tried.mv == choice.mv);
    Ok(tried.unwrap_or(Considered { mv: choice.mv, visits: 0, won: 0 }))
}

/// The knowledge of a seat after the moves of `log`, and their number.
fn knowledge_after(
    setup: Setup,
    seed: &Seed,
    log: impl IntoIterator<Item = (Seat, Move)>,
    seat: Seat,
) -> Result<(Knowledge, u32), Refusal> {
    let mut history = History::deal(&setup, seed.key());
    let mut observer = Observer::new(&setup, seat, history.position());
    for (mover, mv) in log {
        let mut effects: Vec<Effect> = Vec::new();
        history.advance(mover, &mv, &mut effects)?;
        observer.observe(&effects, history.position());
    }
    Ok((observer.knowledge().clone(), history.position().seq()))
}
