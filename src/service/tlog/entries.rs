//! Entries of games and challenges (L1).

use chrono::{DateTime, Utc};
use regicide_engine::record::{Chain, Commitment};

use super::Tlog;
use crate::service::error::Error;
use crate::service::games::loaded_game::LoadedGame;
use crate::service::games::record::entry_of_game;
use crate::service::runtime::work::blocking;
use regicide_store::{
    Challenge, Conflict, Game, NewTlogEntry, StoreError, TlogSubject, Unlogged, UnloggedCursor,
};

/// The number of games and challenges that get entries in one statement.
const AT_ONCE: u32 = 500;

impl Tlog {
    /// Gives entries to games and challenges that have none.
    pub(super) async fn add_entries(&self) -> Result<(), Error> {
        let (mut after, mut is_complete) = (Some(UnloggedCursor::default()), true);
        while let Some(place) = after {
            let now = self.core.now().await?;
            let unlogged = self.core.store.tlog.unlogged(place, now, AT_ONCE).await?;
            let Unlogged { challenges, games, next } = unlogged;
            after = next;
            let found = challenges.len() + games.len();
            let mut entries = entries_of_challenges(challenges);
            entries.extend(entries_of_games(games, now).await);
            // Those that cannot be read wait.
            is_complete &= entries.len() == found;
            if !entries.is_empty() {
                match self.core.store.tlog.add_entries(&entries, now).await {
                    // A closed game was changed meanwhile. None goes before those of this page.
                    Err(StoreError::Conflict(Conflict::Stale)) => return Ok(()),
                    added => drop(added?),
                }
            }
            if is_complete && after.is_none() {
                *self.state.complete_at.lock() = Some(now);
            }
        }
        Ok(())
    }
}

/// The entries that games get; unreadable games wait until they are repaired: the
/// audit finds them, too.
pub(super) async fn entries_of_games(
    games: Vec<Result<Game, StoreError>>,
    now: DateTime<Utc>,
) -> Vec<NewTlogEntry> {
    let moves = games.iter().filter_map(|game| game.as_ref().ok()).map(|game| game.moves.len()).sum();
    let new = move |game: Result<_, StoreError>| {
        let rebuilt = game.and_then(|game| LoadedGame::rebuild(game, now));
        let loaded = rebuilt.inspect_err(StoreError::report).ok()?;
        let game = &loaded.game;
        let (entry, players) = entry_of_game(game, game.players_hash, now)?;
        let closed = || TlogSubject::ClosedGame(game.id, loaded.revision());
        let subject = game.finished.as_ref().map_or_else(closed, |_| TlogSubject::Game(game.id));
        Some(NewTlogEntry { subject, entry, players: Some(players) })
    };
    blocking(moves, move || games.into_iter().filter_map(new).collect()).await
}

/// The entries that challenges get; unreadable ones wait until they are repaired.
pub(super) fn entries_of_challenges(challenges: Vec<Result<Challenge, StoreError>>) -> Vec<NewTlogEntry> {
    let read = |challenge: Result<_, StoreError>| challenge.inspect_err(StoreError::report).ok();
    challenges.into_iter().filter_map(read).map(|challenge| entry_of_challenge(&challenge)).collect()
}

/// The entry of a challenge (L1.5).
pub(in crate::service) fn entry_of_challenge(challenge: &Challenge) -> NewTlogEntry {
    let commitment = Commitment {
        id: challenge.id.to_string(),
        header: Chain::start(&challenge.setup, challenge.commitment).hash(),
        seed_by: challenge.seed_by,
        announced_at: challenge.created_at,
        opens_at: challenge.opens_at,
        closes_at: challenge.closes_at,
        ends_at: challenge.ends_at,
        attempts: challenge.attempts,
    };
    NewTlogEntry { subject: TlogSubject::Challenge(challenge.id), entry: commitment.entry(), players: None }
}
