//! The choice of a house bot, from the views of its seat alone.

use regicide::bots::{Knowledge, Level, Observer, choose};
use regicide::engine::{Effect, Hash, History, Move, Refusal, Seat, Seed, Setup};
use uuid::Uuid;

use crate::store::Game;

/// The function by which house bots choose: [`regicide::bots::choose`], but in tests.
pub type Chooser = fn(Level, &Knowledge, [u8; 32]) -> Move;

/// The name of a house bot, in all languages.
#[must_use]
pub fn bot_name(level: Level) -> String {
    format!("Bot ({level})")
}

/// The choice of a bot on `seat`, whose turn it is after the moves of `log`.
///
/// The deal and the log are folded here, and the bot gets what the seat sees of
/// them: views, and the effects of moves. Its randomness comes from the game's id
/// and the number of moves, which are public, and not from the seed, which
/// determines what is hidden.
pub fn bot_choice(
    level: Level,
    game: Uuid,
    setup: &Setup,
    seed: &Seed,
    log: impl IntoIterator<Item = (Seat, Move)>,
    seat: Seat,
) -> Result<Move, Refusal> {
    let (observer, seq) = observer(*setup, seed, log, seat)?;
    Ok(choose(level, observer.knowledge(), choice_seed(game, seq)))
}

/// The same of a game of the service, by a chooser.
pub(super) fn choice_in(game: &Game, seat: Seat, level: Level, choose: Chooser) -> Result<Move, Refusal> {
    let log = game.moves.iter().map(|row| (row.entry.seat, row.entry.mv));
    let (observer, seq) = observer(game.setup, &game.seed, log, seat)?;
    Ok(choose(level, observer.knowledge(), choice_seed(game.id, seq)))
}

/// An observer that has the views of a seat in a log, and the log's number of moves.
fn observer(
    setup: Setup,
    seed: &Seed,
    log: impl IntoIterator<Item = (Seat, Move)>,
    seat: Seat,
) -> Result<(Observer, u32), Refusal> {
    let mut history = History::deal(&setup, seed.key());
    let mut observer = Observer::new(&setup, seat, history.position());
    for (mover, mv) in log {
        let mut effects: Vec<Effect> = Vec::new();
        history.advance(mover, &mv, &mut effects)?;
        observer.observe(&effects, history.position());
    }
    Ok((observer, history.position().seq()))
}

/// The source of a bot's randomness in a position.
fn choice_seed(game: Uuid, seq: u32) -> [u8; 32] {
    let mut text = b"regicide/bot/v1\0".to_vec();
    text.extend(game.as_bytes());
    text.extend(seq.to_be_bytes());
    Hash::of(&text).0
}
