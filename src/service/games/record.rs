//! The record of a game, and its signature (docs/spec/record.md).

use std::num::NonZeroU8;

use chrono::{DateTime, Utc};
use regicide_engine::bots::Level;
use regicide_engine::engine::Hash;
use regicide_engine::record::{
    Chain, End, FormerPlayer, GamePurpose, PlayedAs, RecordFile, RecordResult, RecordedFork, SeedBy, Stamp,
    Statement,
};
use regicide_engine::tlog::Entry;
use uuid::Uuid;

use super::loaded_game::LoadedGame;
use crate::service::pages::Page;
use crate::service::signing::Signer;
use regicide_store::{Game, Origin, SeatState};

/// The end of a game that is signed and logged, and its time; `None` if the game has none, or did
/// not end at this service.
pub(in crate::service) fn end_of(game: &Game, now: DateTime<Utc>) -> Option<(End<'_>, DateTime<Utc>)> {
    let finished = game.finished.as_ref().map(|ended| (End::Outcome(&ended.outcome), ended.at));
    let end = finished.or_else(|| game.closed_at(now).map(|at| (End::Closed(at), at)));
    end.filter(|_| game.origin != Origin::Imported)
}

/// Calls a function with the statement that is signed and logged of a game that has an end.
fn with_statement<T>(game: &Game, end: End<'_>, then: impl FnOnce(&Statement<'_>) -> Option<T>) -> Option<T> {
    let start = || Chain::start(&game.setup, game.commitment).hash();
    then(&Statement {
        chain: game.moves.last().map_or_else(start, |last| last.h),
        seed_by: game.seed_by,
        end,
        played_as: &played_as(game),
        player_ids: &player_ids(game),
        former_players: &former_players(game),
        id: &game.id.to_string(),
    })
}

/// The entry of a game in the transparency log (docs/spec/log.md L1.3), with the hash of its
/// players; `None` if it has no end here. The known players may have changed since it was logged
/// (L1.4).
pub(in crate::service) fn entry_of_game(
    game: &Game,
    players: Option<Hash>,
    now: DateTime<Utc>,
) -> Option<(Entry, Hash)> {
    let (end, _) = end_of(game, now)?;
    with_statement(game, end, |statement| {
        let players = players.unwrap_or_else(|| statement.players_hash());
        Some((statement.log_entry(players)?, players))
    })
}

/// The hash of the players of a game that has ended, or that its deadline closes.
pub(in crate::service) fn players_hash_at_end(game: &Game) -> Option<Hash> {
    entry_of_game(game, None, DateTime::<Utc>::MAX_UTC).map(|(_, players)| players)
}

impl LoadedGame {
    /// The record of the game, signed if the game has an end at this service.
    pub(crate) fn signed_record(&self, pages_url: Option<&str>, keys: &[Signer]) -> RecordFile {
        let mut record = self.record(pages_url);
        let Some((end, at)) = end_of(&self.game, self.now) else { return record };
        let in_force = keys.iter().rev().find(|signer| signer.valid_from <= at).or(keys.first());
        record.signature = in_force
            .and_then(|signer| with_statement(&self.game, end, |statement| signer.key.sign(statement)));
        record
    }
}

impl LoadedGame {
    /// The record file of the game, with everything that a reader can check.
    pub(crate) fn record(&self, pages_url: Option<&str>) -> RecordFile {
        let game = &self.game;
        let entries = game.moves.iter().map(|row| row.entry);
        let mut record = RecordFile::new(&game.setup, &game.seed, entries);
        record.commitment = Some(game.seed.commitment());
        record.seed_by = Some(game.seed_by);
        if game.seats.iter().any(|seat| seat.name.is_some()) {
            record.names = Some(game.seats.iter().map(|seat| seat.name.clone()).collect());
        }
        record.result = self.position().outcome().as_ref().map(RecordResult::from);
        record.closed_at = game.closed_at(self.now).map(|at| Stamp(Some(at)).to_string());
        record.position = Some(self.position().to_string());
        record.chain = Some(self.chain().hash());
        record.id = Some(game.id.to_string());
        record.played_as = Some(played_as(game));
        record.player_ids = Some(player_ids(game));
        record.former_players = former_players(game);
        record.url = pages_url.map(|url| Page::Game(game.id).link(url));
        record
    }
}

/// The ids of a game's players, by seat (docs/spec/record.md S6.12).
pub(in crate::service) fn player_ids(game: &Game) -> Vec<Option<String>> {
    let player = |seat: &SeatState| player_id(seat.player.map(|player| player.id), seat.bot);
    game.seats.iter().map(player).collect()
}

/// The former holders of a game's seats.
fn former_players(game: &Game) -> Vec<FormerPlayer> {
    let recorded = |former: &regicide_store::FormerPlayer| FormerPlayer {
        seat: former.seat,
        until: former.until,
        player_id: player_id(former.player, former.bot),
    };
    game.former_players.iter().map(recorded).collect()
}

fn player_id(player: Option<Uuid>, bot: Option<Level>) -> Option<String> {
    player.map(|id| id.to_string()).or_else(|| bot.map(|level| format!("bot-{level}")))
}

/// The purpose of a game (docs/spec/record.md S6.12).
pub(in crate::service) fn played_as(game: &Game) -> PlayedAs {
    let (challenge, attempt) = game.challenge.map(|entry| (entry.challenge, entry.attempt)).unzip();
    let purpose = match (game.origin, attempt, game.seed_by) {
        (Origin::Imported, _, _) => GamePurpose::Import,
        (Origin::Fork { .. }, _, _) => GamePurpose::Fork,
        (Origin::Created, Some(1), SeedBy::Service) => GamePurpose::Ranked,
        (Origin::Created, None, SeedBy::Service) => GamePurpose::Casual,
        (Origin::Created, _, _) => GamePurpose::Practice,
    };
    let forked_from = match game.origin {
        Origin::Fork { of, at } => Some(RecordedFork { game_id: of.to_string(), seq: at }),
        Origin::Created | Origin::Imported => None,
    };
    let attempt = attempt.and_then(NonZeroU8::new);
    PlayedAs { purpose, challenge_id: challenge.map(|id| id.to_string()), attempt, forked_from }
}

/// True if the game can never count: it belongs to no challenge, and its deal could be known
/// (R11.4).
pub(in crate::service) fn never_counts(game: &Game) -> bool {
    let purpose = played_as(game).purpose;
    game.challenge.is_none() && matches!(purpose, GamePurpose::Practice | GamePurpose::Fork)
}
