//! What a house bot does: from what its seat was shown, and nothing else.

use regicide::bots::{Knowledge, Level, Observer, choose};
use regicide::engine::{Effect, Hash, History, Move, Refusal, Seat, Seed, Setup};
use uuid::Uuid;

use crate::store::Game;

/// How a house bot chooses: as [`regicide::bots::choose`] does, but in tests.
pub type Chooser = fn(Level, &Knowledge, [u8; 32]) -> Move;

/// What a house bot is called, in all languages.
#[must_use]
pub fn bot_name(level: Level) -> String {
    format!("Bot ({level})")
}

/// The choice of a bot on `seat`, whose turn it is after the moves of `log`.
///
/// The deal and the log are folded here, and the bot is shown what the seat
/// sees of it: views, and the effects of moves. Its randomness comes from the
/// game's id and the number of moves, which everybody knows, and not from the
/// seed, which says what is hidden.
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

/// Who was shown what a seat sees of a log, and how many moves it has.
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

/// What a bot's randomness in a position comes from.
fn choice_seed(game: Uuid, seq: u32) -> [u8; 32] {
    let mut text = b"regicide/bot/v1\0".to_vec();
    text.extend(game.as_bytes());
    text.extend(seq.to_be_bytes());
    Hash::of(&text).0
}
