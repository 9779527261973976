//! A game of a challenge, compared with the challenge, its players' attempts
//! and its board.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use regicide_engine::engine::Seat;
use uuid::Uuid;

use super::{Audit, AuditCheckName};
use crate::service::games::loaded_game::LoadedGame;
use regicide_store::{AuditedGame, Challenge, Game, Store, StoreError};

/// The challenges of some games, each read once.
#[derive(Default)]
pub(super) struct Challenges(HashMap<Uuid, Option<Challenge>>);

impl Challenges {
    /// The challenge of a game, if it has a readable one.
    pub(super) async fn of(&mut self, store: &Store, game: &Game) -> Result<Option<&Challenge>, StoreError> {
        let Some(entry) = game.challenge else { return Ok(None) };
        if let Entry::Vacant(unread) = self.0.entry(entry.challenge) {
            let found = match store.challenges.read(entry.challenge).await {
                Err(StoreError::Corrupt { .. } | StoreError::UnknownRules { .. }) => None,
                Err(error) if error.is_damage() => None,
                found => found?,
            };
            unread.insert(found);
        }
        Ok(self.0.get(&entry.challenge).and_then(Option::as_ref))
    }
}

/// Adds the checks of a challenge's game.
pub(super) fn check_challenge_game(audit: &mut Audit, held: &AuditedGame, challenge: Option<&Challenge>) {
    let challenge = challenge.filter(|challenge| fits(&held.game, challenge));
    audit.add(AuditCheckName::Challenge, challenge.is_some());
    audit.add(AuditCheckName::Attempts, attempts_hold(held) && reached_holds(held));
    if let Some(challenge) = challenge {
        audit.add(AuditCheckName::Board, board_holds(held, challenge));
    }
}

/// True if a game has its challenge's seed, commitment, set-up and end, and its
/// attempt is one that the challenge allows.
fn fits(game: &Game, challenge: &Challenge) -> bool {
    game.setup == challenge.setup
        && game.seed == challenge.seed
        && game.commitment == challenge.commitment
        && game.seed_by == challenge.seed_by
        && game.challenge.is_some_and(|entry| {
            entry.challenge == challenge.id
                && entry.ends_at == challenge.ends_at
                && entry.attempt <= challenge.attempts
        })
}

/// True if each seat that a player took has its attempt, and no other has. A game
/// that was cancelled before it began is no attempt.
fn attempts_hold(held: &AuditedGame) -> bool {
    let game = &held.game;
    let seats = &game.seats;
    let was_called_off = game.cancelled_at.is_some() && seats.iter().any(|seat| seat.open);
    let taken = seats.iter().filter(|seat| !seat.open && seat.bot.is_none() && !was_called_off);
    let expected: Vec<Seat> = taken.clone().map(|seat| seat.seat).collect();
    let found: Vec<Seat> = held.attempts.iter().map(|attempt| attempt.seat).collect();
    // A deleted player has no seat, but has used the attempt.
    let players_fit = taken.zip(&held.attempts).all(|(seat, attempt)| {
        seat.player.is_none_or(|player| player.id == attempt.player)
            && game.challenge.is_some_and(|entry| entry.attempt == attempt.number)
    });
    let ranked = held.attempts.iter().filter(|attempt| attempt.ranked).count();
    expected == found && players_fit && (ranked == 0 || ranked == found.len())
}

/// True if the stored scores of the attempts follow from the log, where they are
/// stored.
fn reached_holds(held: &AuditedGame) -> bool {
    let game = &held.game;
    let Some(entry) = game.challenge else { return false };
    if held.attempts.iter().all(|attempt| attempt.reached.is_none()) {
        return true;
    }
    let Ok(loaded) = LoadedGame::rebuild(game.clone(), entry.ends_at) else { return false };
    let expected = loaded.reached();
    held.attempts.iter().all(|attempt| {
        let of_seat = expected.iter().find(|(seat, _)| *seat == attempt.seat);
        attempt.reached.is_none() || attempt.reached.as_ref() == of_seat.map(|(_, reached)| reached)
    })
}

/// True if the results are those of the log, once they are ranked, and none are
/// stored before.
fn board_holds(held: &AuditedGame, challenge: &Challenge) -> bool {
    let game = &held.game;
    if !held.attempts.iter().any(|attempt| attempt.ranked) {
        return held.results.is_empty();
    }
    // The game was over when it was ranked, whatever the time is here.
    let loaded = LoadedGame::rebuild(game.clone(), challenge.ends_at);
    // Another check reports why nothing follows from the log.
    let Ok(expected) = loaded.map_err(Into::into).and_then(|loaded| loaded.results(challenge)) else {
        return false;
    };
    let house_bots = game.seats.iter().any(|seat| seat.bot.is_some());
    let bots = house_bots || held.attempts.iter().any(|attempt| attempt.bot);
    let scores: Vec<(Seat, u32)> = held.results.iter().map(|result| (result.seat, result.score)).collect();
    let results_hold =
        held.results.iter().all(|result| result.bots == bots && result.micros == expected.micros);
    let void = held.results.iter().filter(|result| result.void).count();
    scores == expected.scores && results_hold && (void == 0 || void == held.results.len())
}
