//! The end of a game at its seats, as profiles count it.

use regicide_engine::engine::{Move, Seat};
use regicide_engine::record::{Entry, SeedBy};

use regicide_store::{CountedGame, Finished, FormerPlayer, Game, Origin, SeatEnd};

/// The holder of a seat who made more than half of its moves.
enum Counts<'a> {
    Present,
    Former(&'a FormerPlayer),
    /// No player did.
    None,
}

/// The end of a game at each of its seats, and for the former players who count it, after these
/// entries of its log.
pub(in crate::service) fn seat_ends(game: &Game, finished: &Finished, log: &[Entry]) -> Vec<SeatEnd> {
    let mut ends = Vec::new();
    let moves = log.last().map_or(0, |entry| entry.seq);
    for state in &game.seats {
        let seat = state.seat;
        let counted = || counted_game(game, seat, finished, moves);
        let (own, former) = match counts(game, seat, log) {
            Counts::Present => (counted().filter(|_| state.player.is_some()), None),
            Counts::Former(former) => (None, Some(former).filter(|former| former.player.is_some())),
            Counts::None => (None, None),
        };
        ends.push(SeatEnd { seat, counted: own, former: None });
        if let Some((former, counted)) = former.zip(counted()) {
            ends.push(SeatEnd { seat, counted: Some(counted), former: Some(former.version) });
        }
    }
    ends
}

/// The moves of a log that were not taken back.
pub(in crate::service) fn standing(log: &[Entry]) -> Vec<Entry> {
    let mut moves = Vec::new();
    for entry in log {
        if entry.mv == Move::Undo {
            moves.pop();
        } else {
            moves.push(*entry);
        }
    }
    moves
}

/// Whoever made more than half of a seat's moves counts the game: so a player neither leaves a loss
/// behind nor joins a win. To concede is no move of a hand, and a move that
/// was taken back is none either.
fn counts<'a>(game: &'a Game, seat: Seat, log: &[Entry]) -> Counts<'a> {
    let former: Vec<_> = game.former_players.iter().filter(|former| former.seat == seat).collect();
    let is_own = |entry: &&Entry| entry.seat == seat && entry.mv != Move::Concede;
    let made: Vec<u32> = standing(log).iter().filter(is_own).map(|entry| entry.seq).collect();
    if former.is_empty() || made.is_empty() {
        return Counts::Present;
    }
    let has_most = |part: usize| 2 * part > made.len();
    // By player, who may have had the seat several times.
    let of = |is_theirs: &dyn Fn(usize) -> bool| {
        made.iter().filter(|seq| is_theirs(former.partition_point(|held| held.until < **seq))).count()
    };
    let present = game.seats[seat.index()].player.map(|player| player.id);
    let is_present = |place: usize| match former.get(place) {
        None => true,
        Some(held) => present.is_some() && held.player == present,
    };
    if has_most(of(&is_present)) {
        return Counts::Present;
    }
    let most = former.iter().rev().find(|one| {
        let same = |place: usize| former.get(place).is_some_and(|held| held.player == one.player);
        one.player.is_some() && has_most(of(&same))
    });
    most.map_or(Counts::None, |former| Counts::Former(former))
}

/// A finished game in the counts of a seat's player. Games that were created here
/// with a secret deal count: no fork, no import, no seed that a client gave or a
/// finished challenge has shown, and only the first attempt.
fn counted_game(game: &Game, seat: Seat, finished: &Finished, moves: u32) -> Option<CountedGame> {
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
