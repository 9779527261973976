//! The choice of a house bot, from the views of its seat alone.

use regicide_engine::bots::{Level, house_move};
use regicide_engine::engine::{Move, Refusal, Seat};

use crate::service::settings::Chooser;
use regicide_store::Game;

/// The move of a bot on `seat`, which is to act.
pub(super) fn choice_in(game: &Game, seat: Seat, level: Level, choose: Chooser) -> Result<Move, Refusal> {
    let log = game.moves.iter().map(|row| (row.entry.seat, row.entry.mv));
    house_move(game.id.as_bytes(), &game.setup, &game.seed, log, seat, |knowledge, seed| {
        choose(level, knowledge, seed)
    })
}
