//! What a house bot does: from what its seat was shown, and nothing else.

use uuid::Uuid;

use crate::bots::{Level, Observer, choose};
use crate::engine::{Effect, Game as _, Hash, Move, Position, Refusal, Seat, Seed, Setup};

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
///
/// # Errors
/// If the log is against the rules.
pub fn bot_choice(
    level: Level,
    game: Uuid,
    setup: &Setup,
    seed: &Seed,
    log: impl IntoIterator<Item = (Seat, Move)>,
    seat: Seat,
) -> Result<Move, Refusal> {
    let mut position = Position::deal(setup, seed.key());
    let mut observer = Observer::new(setup, seat, &position);
    for (mover, mv) in log {
        let mut effects: Vec<Effect> = Vec::new();
        position = position.play(mover, &mv, &mut effects)?;
        observer.observe(&effects, &position);
    }
    Ok(choose(level, observer.knowledge(), choice_seed(game, position.seq())))
}

/// What a bot's randomness in a position comes from.
fn choice_seed(game: Uuid, seq: u32) -> [u8; 32] {
    let mut text = b"regicide/bot/v1\0".to_vec();
    text.extend(game.as_bytes());
    text.extend(seq.to_be_bytes());
    Hash::of(&text).0
}
