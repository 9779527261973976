//! The end of a game at its seats, as profiles count it.

use regicide_engine::engine::Seat;
use regicide_engine::record::SeedBy;

use regicide_store::{CountedGame, Finished, Game, Origin, SeatEnd};

/// The end of a game at each of its seats, after `moves` moves.
pub(in crate::service) fn seat_ends(game: &Game, finished: &Finished, moves: u32) -> Vec<SeatEnd> {
    let end = |seat: Seat, has_player: bool| SeatEnd {
        seat,
        counted: counted_game(game, seat, finished, moves).filter(|_| has_player),
    };
    game.seats.iter().map(|state| end(state.seat, state.player.is_some())).collect()
}

/// A finished game in the counts of a seat's player. Games that were created here
/// with a secret deal count: no fork, no import, no seed that a client gave or a
/// finished challenge has shown, and only the first attempt.
pub(in crate::service) fn counted_game(
    game: &Game,
    seat: Seat,
    finished: &Finished,
    moves: u32,
) -> Option<CountedGame> {
    let is_first = game.challenge.is_none_or(|entry| entry.attempt == 1);
    if game.origin != Origin::Created || game.seed_by != SeedBy::Service || !is_first {
        return None;
    }
    let result = finished.outcome.seat_result(&game.setup, seat);
    Some(CountedGame {
        from: game.challenge.map_or(finished.at, |entry| entry.ends_at),
        kind: game.setup.kind(),
        players: game.setup.players(),
        won: result.won,
        medal: result.medal,
        enemies: result.enemies_defeated,
        moves,
    })
}
