//! A game as it stands: what is stored of it, folded into a position.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::error::Error;
use super::token::Token;
use crate::engine::{Game as _, Hash, Position, Seat, Silent, Viewer};
use crate::record::{Chain, Rebuild};
use crate::store::{Game, LogEntry, Mark, MoveKey, NewGame, SeatState, Status, StoreError};

/// A stored game with the position that its log leads to, at one moment.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) stored: Game,
    pub(super) position: Position,
    pub(super) chain: Chain,
    pub(super) now: DateTime<Utc>,
}

/// Who asks, as far as one game is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// The player on a seat.
    Seat(Seat),
    /// Who created the game, without a seat.
    Owner,
    /// Anybody else.
    Spectator,
}

impl Caller {
    pub(super) fn viewer(self) -> Viewer {
        match self {
            Self::Seat(seat) => Viewer::Seat(seat),
            Self::Owner | Self::Spectator => Viewer::Spectator,
        }
    }
}

impl Table {
    /// Rebuilds the position from seed and log, checking every link of the
    /// chain on the way.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the stored log is not what was stored: it is
    /// reported, never mended (RECORD.md S5.4).
    pub(super) fn rebuild(stored: Game, now: DateTime<Utc>) -> Result<Self, StoreError> {
        let (position, chain) = fold(&stored.game, usize::MAX)?;
        Ok(Self { stored, position, chain, now })
    }

    pub(super) fn game(&self) -> &NewGame {
        &self.stored.game
    }

    pub(super) fn log(&self) -> &[LogEntry] {
        &self.stored.game.moves
    }

    /// What tells this state of the game from every other.
    pub(super) fn mark(&self) -> Mark {
        Mark { version: self.stored.version, last: self.log().last().map(|row| (row.entry.seq, row.h)) }
    }

    pub(super) fn seq(&self) -> u32 {
        self.position.seq()
    }

    pub(super) fn status(&self) -> Status {
        self.stored.status(self.now)
    }

    /// Whether the game can change no more, so that its result stands.
    pub(super) fn is_over(&self) -> bool {
        self.status().is_over()
    }

    /// Whether all seats are taken, so that cards were seen.
    pub(super) fn is_full(&self) -> bool {
        self.game().seats.iter().all(|seat| !seat.open)
    }

    /// Whether what is reached in it counts: not if it was called off, or ended
    /// before all seats were taken.
    pub(super) fn counts(&self) -> bool {
        match self.status() {
            Status::Cancelled => false,
            Status::Closed => self.is_full(),
            Status::Waiting | Status::Running | Status::Finished | Status::Abandoned => true,
        }
    }

    /// Whether everything about the game is public.
    pub(super) fn is_open(&self) -> bool {
        sight(&self.stored, Caller::Spectator, self.now) == Sight::Everything
    }

    /// # Errors
    /// [`Error::NotOver`] while something about the game is hidden, or
    /// [`Error::Sealed`] if that is for its challenge.
    pub(super) fn require_open(&self) -> Result<(), Error> {
        if self.is_open() {
            return Ok(());
        }
        Err(if self.stored.is_sealed(self.now) { Error::Sealed(SEALED) } else { Error::NotOver })
    }

    /// Who wants to look at the game with this token.
    ///
    /// # Errors
    /// As [`Table::caller`], or [`Error::Sealed`] if there is nothing for them
    /// to see.
    pub(super) fn looker(&self, token: Option<&Token>) -> Result<Caller, Error> {
        let caller = self.caller(token)?;
        match sight(&self.stored, caller, self.now) {
            Sight::Nothing => Err(Error::Sealed(SEALED)),
            Sight::Place | Sight::Everything => Ok(caller),
        }
    }

    /// # Errors
    /// Why no move can be made now: open seats, or an end.
    pub(super) fn require_running(&self) -> Result<(), Error> {
        match self.status() {
            Status::Running => Ok(()),
            Status::Waiting => Err(Error::NotBegun),
            over @ (Status::Finished | Status::Abandoned | Status::Cancelled | Status::Closed) => {
                Err(Error::Over(over))
            }
        }
    }

    /// Who holds the token; without one, a spectator.
    ///
    /// # Errors
    /// [`Error::TokenUnknown`] for a token that opens nothing here.
    pub(super) fn caller(&self, token: Option<&Token>) -> Result<Caller, Error> {
        let Some(token) = token else { return Ok(Caller::Spectator) };
        let hash_matches = |stored: &Option<_>| stored.as_ref().is_some_and(|hash| token.matches(hash));
        let opens = |seat: &&SeatState| {
            hash_matches(&seat.token) || hash_matches(&seat.player.map(|player| player.token))
        };
        if let Some(seat) = self.game().seats.iter().find(opens) {
            return Ok(Caller::Seat(seat.seat));
        }
        if hash_matches(&self.game().owner) { Ok(Caller::Owner) } else { Err(Error::TokenUnknown) }
    }

    /// Whether a player has a seat already.
    pub(super) fn has_player(&self, player: Uuid) -> bool {
        self.game().seats.iter().any(|seat| seat.player.is_some_and(|there| there.id == player))
    }

    /// The seat whose token this is.
    ///
    /// # Errors
    /// If there is no token, or it is no seat's.
    pub(super) fn seat_of(&self, token: Option<&Token>) -> Result<Seat, Error> {
        match self.caller(token)? {
            Caller::Seat(seat) => Ok(seat),
            Caller::Owner => Err(Error::Forbidden("forbidden-no-seat")),
            Caller::Spectator => Err(Error::TokenMissing),
        }
    }

    /// The number of the move that an earlier request with this key made, if
    /// there is one.
    ///
    /// # Errors
    /// [`Error::KeyReused`] if that request was another one.
    pub(super) fn made_with(&self, key: Option<MoveKey>) -> Result<Option<u32>, Error> {
        let Some(key) = key else { return Ok(None) };
        let made = self.log().iter().find(|row| row.key.is_some_and(|used| used.key == key.key));
        match made {
            Some(row) if row.key == Some(key) => Ok(Some(row.entry.seq)),
            Some(_) => Err(Error::KeyReused),
            None => Ok(None),
        }
    }

    /// The position after the first `seq` moves.
    ///
    /// # Errors
    /// As [`Table::rebuild`].
    pub(super) fn position_at(&self, seq: u32) -> Result<(Position, Hash), Error> {
        let (position, chain) = fold(self.game(), usize::try_from(seq).unwrap_or(usize::MAX))?;
        Ok((position, chain.hash()))
    }
}

/// Why a game of a challenge that still runs is not shown.
pub(super) const SEALED: &str = "error-sealed";

/// What somebody may see of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// Nothing at all.
    Nothing,
    /// What can be seen from their place: a seat's own cards, or what lies on
    /// the table.
    Place,
    /// All of it (R12.4).
    Everything,
}

/// The one answer to what is open. Every resource asks here before it shows
/// anything of a game.
///
/// While a challenge runs, a game of it stays closed even when it is over: to
/// show its cards would show those of everybody who has not played yet.
pub(super) fn sight(game: &Game, caller: Caller, now: DateTime<Utc>) -> Sight {
    if game.is_sealed(now) {
        return match caller {
            Caller::Seat(_) => Sight::Place,
            Caller::Owner | Caller::Spectator => Sight::Nothing,
        };
    }
    match game.status(now) {
        Status::Finished | Status::Abandoned | Status::Closed => Sight::Everything,
        Status::Waiting | Status::Running | Status::Cancelled => Sight::Place,
    }
}

fn fold(game: &NewGame, count: usize) -> Result<(Position, Chain), StoreError> {
    let corrupt = |what: String| StoreError::Corrupt { game: game.id, what };
    if game.seed.commitment() != game.commitment {
        return Err(corrupt("the seed is not the one committed to".to_owned()));
    }
    let mut rebuild = Rebuild::new(&game.setup, &game.seed);
    for row in game.moves.iter().take(count) {
        rebuild.add(&row.entry, &mut Silent).map_err(|bad| corrupt(bad.to_string()))?;
        if rebuild.chain().hash() != row.h {
            return Err(corrupt(format!("move {}: the hash chain does not add up", row.entry.seq)));
        }
    }
    Ok((*rebuild.position(), rebuild.chain()))
}
