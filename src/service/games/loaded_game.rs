//! A stored game with its log folded into a position.

use std::ops::Deref;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::bots::Level;
use regicide_engine::engine::{Game as _, Hash, History, Ignore, Position, Seat, Viewer};
use regicide_engine::record::{Chain, Rebuild};
use uuid::Uuid;

use super::receipts::Receipts;
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_rebuilt;
use regicide_store::{
    Finished, Game, LogEntry, Revision, SeatIdentity, SeatState, Status, StoreError, TokenHash,
};

/// The maximum age of players' names in the answer to a move. Everything else that is
/// shown is compared with the database.
const NAME_AGE: TimeDelta = TimeDelta::minutes(1);

/// A stored game with the position of its log. The parts that follow from the log
/// change in [`GameState::push`] and [`GameState::truncate_to`] only.
#[derive(Clone, Debug)]
pub(crate) struct GameState {
    pub(crate) game: Game,
    history: History,
    chain: Chain,
}

/// A state of a game at one moment: its status depends on the time. A copy shares the
/// state.
#[derive(Clone, Debug)]
pub(crate) struct LoadedGame {
    pub(crate) state: Arc<GameState>,
    pub(crate) now: DateTime<Utc>,
    /// The time at which the names at its seats were read, and the tokens of their
    /// players.
    pub(super) names_read_at: DateTime<Utc>,
    /// Signs the game's receipt, if it is shown.
    pub(super) receipts: Option<Arc<Receipts>>,
}

impl Deref for LoadedGame {
    type Target = GameState;

    fn deref(&self) -> &GameState {
        &self.state
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Seat(Seat),
    /// A caller who may see a private game without a seat in it: the player who
    /// created it, one who is invited to a seat, or one who has its code.
    Guest,
    Spectator,
}

impl Role {
    pub(crate) fn viewer(self) -> Viewer {
        match self {
            Self::Seat(seat) => Viewer::Seat(seat),
            Self::Guest | Self::Spectator => Viewer::Spectator,
        }
    }
}

impl LoadedGame {
    /// Rebuilds the position from seed and log, checking every link of the chain. A packed log
    /// has all hashes in full afterwards.
    pub(crate) fn rebuild(mut game: Game, now: DateTime<Utc>) -> Result<Self, StoreError> {
        let mut hashes = Vec::new();
        let complete = |hash| {
            if game.packed {
                hashes.push(hash);
            }
        };
        let (history, chain) = fold(&game, usize::MAX, complete)?;
        for (row, hash) in game.moves.iter_mut().zip(hashes) {
            row.h = hash;
        }
        let state = Arc::new(GameState { game, history, chain });
        Ok(Self { state, now, names_read_at: now, receipts: None })
    }

    /// A game that is about to be stored, as it is then.
    pub(crate) fn made(game: Game) -> Result<Self, StoreError> {
        let created_at = game.created_at;
        let mut made = Self::rebuild(game, created_at)?;
        let to_act = made.position().to_act();
        made.state_mut().game.to_act = to_act;
        Ok(made)
    }

    /// The state at another time.
    pub(crate) fn seen_at(self, now: DateTime<Utc>) -> Self {
        Self { now, ..self }
    }

    /// The state, to change it: a copy, if others share it.
    pub(crate) fn state_mut(&mut self) -> &mut GameState {
        Arc::make_mut(&mut self.state)
    }

    /// True if the names at its seats may be shown without reading them again:
    /// players can have others by now.
    pub(crate) fn has_fresh_names(&self) -> bool {
        self.now - self.names_read_at < NAME_AGE || self.game.seats.iter().all(|seat| seat.player.is_none())
    }

    /// Replaces names and tokens by those that were just read; returns true if they
    /// are to be cached.
    pub(crate) fn update_identities(&mut self, identities: Vec<SeatIdentity>) -> bool {
        let differs = |(seat, identity): (&SeatState, &SeatIdentity)| {
            let token = seat.player.zip(identity.player_token);
            seat.name != identity.name || token.is_some_and(|(player, token)| player.token.0 != token.0)
        };
        let differ = self.game.seats.iter().zip(&identities).any(differs);
        if differ {
            for (seat, identity) in self.state_mut().game.seats.iter_mut().zip(identities) {
                seat.name = identity.name;
                if let (Some(player), Some(token)) = (&mut seat.player, identity.player_token) {
                    player.token = token;
                }
            }
        }
        let is_due = !self.has_fresh_names();
        self.names_read_at = self.now;
        differ || is_due
    }

    pub(crate) fn status(&self) -> Status {
        self.game.status(self.now)
    }

    /// True if the game can change no more, so that its result stands.
    pub(crate) fn is_over(&self) -> bool {
        self.status().is_over()
    }

    pub(crate) fn counts(&self) -> bool {
        self.status().counts(self.has_begun())
    }

    pub(crate) fn require_running(&self) -> Result<(), Error> {
        match self.status() {
            Status::Running => Ok(()),
            Status::Waiting => Err(Error::NotBegun),
            over @ (Status::Finished | Status::Abandoned | Status::Cancelled | Status::Closed) => {
                Err(Error::Over(over))
            }
        }
    }

    pub(crate) fn bot_to_act(&self) -> Option<(Seat, Level)> {
        let seat = self.position().to_act().filter(|_| self.status() == Status::Running)?;
        self.bot_at(seat).map(|level| (seat, level))
    }
}

impl GameState {
    pub(crate) fn log(&self) -> &[LogEntry] {
        &self.game.moves
    }

    /// The position after the last entry of the log.
    pub(crate) const fn position(&self) -> &Position {
        self.history.position()
    }

    pub(crate) const fn history(&self) -> &History {
        &self.history
    }

    pub(crate) const fn chain(&self) -> Chain {
        self.chain
    }

    /// Appends an entry that the database has stored, which leads to `history`.
    pub(crate) fn push(&mut self, row: LogEntry, history: History) {
        let outcome = history.position().outcome();
        self.game.version += u32::from(outcome.is_some());
        self.game.moves.push(row);
        self.game.finished = outcome.map(|outcome| Finished { at: self.game.touched_at(), outcome });
        self.chain = Chain::from_hash(row.h);
        self.history = history;
    }

    /// Restores the state in which the log had `seq` entries. The proposal stays.
    pub(crate) fn truncate_to(&mut self, seq: u32) -> Result<(), Error> {
        (self.history, self.chain) = fold(&self.game, seq as usize, |_| {})?;
        if (seq as usize) < self.game.moves.len() {
            self.game.finished = None;
        }
        self.game.moves.truncate(seq as usize);
        // A cancelled game takes no entries, and a rematch follows the last one.
        self.game.cancelled_at = None;
        self.game.rematch = None;
        Ok(())
    }

    /// True if the log has room for one entry only, which has to end the game
    /// (docs/spec/record.md S6.5).
    pub(crate) fn is_last_place(&self) -> bool {
        self.seq() + 1 == self.game.setup.max_moves()
    }

    /// The revision: it identifies this state of the game.
    pub(crate) fn revision(&self) -> Revision {
        Revision { version: self.game.version, last: self.log().last().map(|row| (row.entry.seq, row.h)) }
    }

    /// True if this is the other state of the game, or a later one: its log begins
    /// with all moves of the other.
    pub(crate) fn goes_on_from(&self, other: &Self) -> bool {
        other.log().last().is_none_or(|last| {
            let same_place = self.log().get(other.log().len() - 1);
            same_place.is_some_and(|row| row.h == last.h)
        })
    }

    pub(crate) fn seq(&self) -> u32 {
        self.position().seq()
    }

    /// True once all seats have been taken, so that cards were seen.
    pub(crate) fn has_begun(&self) -> bool {
        self.game.has_begun()
    }

    /// The seat that the token opens by itself, its own or its player's; a caller
    /// without one sees the game as a spectator.
    pub(crate) fn seated(&self, token: Option<&Token>) -> Role {
        match token.and_then(|token| self.holder(token)) {
            Some(Role::Seat(seat)) => Role::Seat(seat),
            Some(Role::Guest | Role::Spectator) | None => Role::Spectator,
        }
    }

    /// True if the holder of the seat owns the game.
    pub(crate) fn is_owned_by(&self, seat: &SeatState) -> bool {
        self.game.owner.is_some() && seat.token == self.game.owner
    }

    pub(crate) fn players(&self) -> Vec<Uuid> {
        self.game.seats.iter().filter_map(|seat| seat.player).map(|player| player.id).collect()
    }

    /// The players whose names the game shows.
    pub(crate) fn named_players(&self) -> Vec<Uuid> {
        let former = self.game.former_players.iter().filter_map(|former| former.player);
        self.players().into_iter().chain(former).collect()
    }

    /// The data that players change without a new version.
    pub(crate) fn names_and_tokens(&self) -> Vec<(Option<&str>, Option<[u8; 32]>)> {
        let token = |seat: &SeatState| seat.player.map(|player| player.token.0);
        let seated = self.game.seats.iter().map(|seat| (seat.name.as_deref(), token(seat)));
        seated.chain(self.game.former_players.iter().map(|former| (former.name.as_deref(), None))).collect()
    }

    pub(crate) fn player_tokens(&self) -> Vec<TokenHash> {
        self.game.seats.iter().filter_map(|seat| seat.player).map(|player| player.token).collect()
    }

    pub(crate) fn player_token(&self, seat: Seat, token: &Token) -> Option<TokenHash> {
        let player = self.game.seats[seat.index()].player?;
        token.matches(&player.token).then_some(player.token)
    }

    pub(crate) fn bot_at(&self, seat: Seat) -> Option<Level> {
        self.game.seats.get(seat.index()).and_then(|state| state.bot)
    }

    /// The history after the first `seq` moves, and the chain's hash.
    pub(crate) fn history_at(&self, seq: u32) -> Result<(History, Hash), Error> {
        let (history, chain) = fold(&self.game, seq as usize, |_| {})?;
        Ok((history, chain.hash()))
    }
}

/// The history and the chain of the first `count` moves of a game; `each` gets the hash after
/// each move.
fn fold(game: &Game, count: usize, mut each: impl FnMut(Hash)) -> Result<(History, Chain), StoreError> {
    let corrupt = |what: String| StoreError::corrupt_game(game.id, what);
    if game.seed.commitment() != game.commitment {
        return Err(corrupt("the seed is not the one committed to".to_owned()));
    }
    count_rebuilt(game.moves.len().min(count));
    let mut rebuild = Rebuild::new(&game.setup, &game.seed);
    for row in game.moves.iter().take(count) {
        rebuild.add(&row.entry, &mut Ignore).map_err(|bad| corrupt(bad.to_string()))?;
        let hash = rebuild.chain().hash();
        if !hash.0.starts_with(game.stored_hash(row)) {
            return Err(corrupt(format!("move {}: the hash chain does not add up", row.entry.seq)));
        }
        each(hash);
    }
    Ok((rebuild.history().clone(), rebuild.chain()))
}
