//! The end of a game at its seats, compared with the game.

use crate::service::games::ends::counted_game;
use regicide_store::{AuditedGame, SeatEnd, SeatState};

/// True if all seats of an ended game have its end, with what it counts for their
/// players, and the seats of a running game have none. A game that time has ended gives its
/// seats the end when its log is packed.
pub(super) fn seats_hold(held: &AuditedGame) -> bool {
    let game = &held.game;
    if game.finished.is_none() && game.cancelled_at.is_none() && !game.packed {
        return held.seat_ends.is_empty();
    }
    let moves = game.moves.last().map_or(0, |row| row.entry.seq);
    let holds = |(state, end): (&SeatState, &SeatEnd)| {
        let finished = game.finished.as_ref();
        let expected = finished.and_then(|finished| counted_game(game, state.seat, finished, moves));
        // A deleted player has no seat, but the game was counted.
        let has_no_player = end.counted.is_none() && state.player.is_none();
        end.seat == state.seat && (end.counted == expected || has_no_player)
    };
    held.seat_ends.len() == game.seats.len() && game.seats.iter().zip(&held.seat_ends).all(holds)
}
