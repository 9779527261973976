//! The end of a game at its seats, compared with the game.

use crate::service::games::ends::seat_ends;
use regicide_store::{AuditedGame, SeatEnd};

/// True if all seats of an ended game have its end, with what it counts for their
/// players and for former ones, and the seats of a running game have none. A game that time has
/// ended gives its seats the end when its log is packed.
pub(super) fn seats_hold(held: &AuditedGame) -> bool {
    let game = &held.game;
    if game.finished.is_none() && game.cancelled_at.is_none() && !game.packed {
        return held.seat_ends.is_empty();
    }
    let log: Vec<_> = game.moves.iter().map(|row| row.entry).collect();
    let expected = game.finished.as_ref().map(|finished| seat_ends(game, finished, &log));
    let expected = expected.unwrap_or_default();
    let of =
        |wanted: &SeatEnd| expected.iter().find(|end| (end.seat, end.former) == (wanted.seat, wanted.former));
    // A game that was counted for a player who was deleted since stays counted.
    let is_deleted = |end: &SeatEnd| match end.former {
        None => game.seats[end.seat.index()].player.is_none(),
        Some(version) => game
            .former_players
            .iter()
            .any(|former| (former.seat, former.version) == (end.seat, version) && former.player.is_none()),
    };
    let holds = |end: &SeatEnd| {
        let counted = of(end).and_then(|expected| expected.counted);
        end.counted == counted || counted.is_none() && is_deleted(end)
    };
    let is_there = |end: &SeatEnd| {
        held.former_ends.iter().any(|stored| (stored.seat, stored.former) == (end.seat, end.former))
    };
    held.seat_ends.iter().map(|end| end.seat).eq(game.seats.iter().map(|state| state.seat))
        && held.seat_ends.iter().chain(&held.former_ends).all(holds)
        && expected.iter().filter(|end| end.former.is_some()).all(is_there)
}
