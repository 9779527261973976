//! The move log.

mod end;
mod statements;
mod writer;

use chrono::{DateTime, Utc};
use regicide_engine::engine::{Hash, Outcome, Seat};
use regicide_engine::record::Entry;
use uuid::Uuid;

use super::batch::Batches;
use super::changes::AnnouncedMove;
use super::database::Database;
use super::dry_run::check_writable;
use super::error::{Conflict, StoreError};
use super::outbox::MoveEvent;
use super::token::TokenHash;

pub use end::{CountedGame, SeatEnd};
pub(super) use statements::APPEND_BATCH_AFTER_RACE;
pub(super) use writer::MoveWriter;

/// A stored row of a move log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry {
    pub entry: Entry,
    /// The chain's hash after it (docs/spec/record.md S5.2).
    pub h: Hash,
    /// Identifies a repeated request, if the move came with an idempotency key.
    pub key: Option<MoveKey>,
}

/// Hashes of an idempotency key, bound to its caller, and of the request that came with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveKey {
    /// The caller's key. No two moves of a game share one: each was searched for in the log
    /// before its move.
    pub key: Hash,
    pub request: Hash,
}

#[derive(Clone, Debug)]
pub struct Append {
    pub game: Uuid,
    /// The version of the game's row against which the move was validated.
    pub version: u32,
    /// The token of the seat's player, if the move was sent with it: it must still be a
    /// player's.
    pub player_token: Option<TokenHash>,
    /// The tokens of the players who sit there, if they will see the move without another read
    /// of their tokens: these must still be players', too. A distributed database ignores them
    /// ([`Moves::confirms_players`]).
    pub seated: Vec<TokenHash>,
    /// The hash of the previous move, if there is one.
    pub after: Option<Hash>,
    pub row: LogEntry,
    /// The seat to act after the move, if there is one.
    pub to_act: Option<Seat>,
    /// The result, if the move ends the game; raises the version.
    pub finished: Option<Finished>,
    /// The end of the game at its seats, if the move ends it.
    pub seat_ends: Vec<SeatEnd>,
    /// The players who sit in the game; they are notified of the move.
    pub players: Vec<Uuid>,
    /// The player whose turn it is after another seat's move; nil if the seat has none.
    pub turn: Option<Uuid>,
    pub bots: BotsNext,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The time of its last move or, if that is unknown, of its import.
    pub at: DateTime<Utc>,
    pub outcome: Outcome,
}

/// The house bots of a game after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotsNext {
    /// The game has none.
    None,
    Move,
    /// It is no bot's turn.
    Wait,
}

impl AnnouncedMove {
    #[must_use]
    pub fn of(row: &LogEntry) -> Self {
        let beginning = row.h.0.first_chunk().copied().unwrap_or_default();
        Self(row.entry.seq, u64::from_be_bytes(beginning))
    }

    /// True if a log contains it.
    #[must_use]
    pub fn is_in(self, log: &[LogEntry]) -> bool {
        let place = (self.0 as usize).checked_sub(1);
        place.and_then(|place| log.get(place)).is_some_and(|row| Self::of(row) == self)
    }
}

impl Append {
    /// The tokens that must be players', each once.
    fn tokens(&self) -> Vec<TokenHash> {
        let mut tokens = self.seated.clone();
        tokens.extend(self.player_token.filter(|own| tokens.iter().all(|token| token.0 != own.0)));
        tokens
    }

    fn has_events(&self) -> bool {
        self.turn.is_some() || self.finished.is_some() && !self.players.is_empty()
    }

    fn counts_for_former(&self) -> bool {
        self.seat_ends.iter().any(|end| end.former.is_some())
    }

    /// Its events for the webhooks of players.
    fn events(&self) -> impl Iterator<Item = MoveEvent> {
        let event = move |event| move |player: &Uuid| (*player, self.game, event, self.row.entry.seq);
        let ended = if self.finished.is_some() { &self.players[..] } else { &[] };
        self.turn.iter().map(event("turn")).chain(ended.iter().map(event("game_over")))
    }

    fn at(&self) -> Option<i64> {
        self.row.entry.at.map(|at| at.timestamp_micros())
    }

    fn finished_at(&self) -> Option<i64> {
        self.finished.as_ref().map(|finished| finished.at.timestamp_micros())
    }

    fn result(&self) -> Option<String> {
        self.finished.as_ref().map(|finished| crate::text::to_json(&finished.outcome))
    }
}

/// The stored moves.
pub struct Moves {
    pub(super) database: Database,
    pub(super) batches: Batches<Append>,
}

impl Moves {
    /// True if a move is stored only if the tokens of all players at its table are unchanged.
    #[must_use]
    pub fn confirms_players(&self) -> bool {
        !self.database.is_distributed()
    }

    /// Adds a move at exactly its position, if the game's row still has the version that was
    /// validated and the token of its player is not revoked. One round trip, which moves of
    /// other games in flight share. The move that ends a game stores its result with it.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if another move has its position, or the game's row or the player's
    /// token has changed.
    pub async fn append(&self, append: &Append) -> Result<(), StoreError> {
        check_writable()?;
        Ok(self.batches.run(append.clone()).await?.ok_or(Conflict::Stale)?)
    }
}
