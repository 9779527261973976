//! Why the service does not do what it is asked.

use crate::engine::{Reason, Refusal, SetupError};
use crate::store::{Status, StoreError};

/// Why the service does not do what it is asked. The API turns each into a
/// status, a stable code and a problem document.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such game.
    #[error("there is no game with this id")]
    NoSuchGame,
    /// The export has no such game to go on after.
    #[error("the export holds no game with this id")]
    NoSuchCursor,
    /// What is asked needs a token.
    #[error("this needs the token of a seat or of the game's creator")]
    TokenMissing,
    /// A token that opens nothing here.
    #[error("the token opens no seat of this game")]
    TokenUnknown,
    /// A token that is good for something else.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The game's log is not where the caller thinks.
    #[error("the game is at move {actual}, not at {expected}")]
    SeqConflict {
        /// The number of moves that the caller expected.
        expected: u32,
        /// The number of moves made.
        actual: u32,
    },
    /// Others were faster, again and again.
    #[error("the game changed while the request was judged")]
    Contended,
    /// Seats are still open.
    #[error("the game has not begun: seats are open")]
    NotBegun,
    /// Seats can be changed only before the game begins.
    #[error("the game has begun")]
    Begun,
    /// The game takes no more moves.
    #[error("the game takes no more moves: it is {}", .0.name())]
    Over(Status),
    /// What is asked is public only when the game is over.
    #[error("the game is not over yet")]
    NotOver,
    /// The seat cannot be taken.
    #[error("the seat is taken")]
    SeatTaken,
    /// No seat can be taken.
    #[error("no seat is open")]
    NoOpenSeat,
    /// A move against the rules.
    #[error("{}", .refusal.reason)]
    Refused {
        /// Why.
        refusal: Refusal,
        /// The number of moves made.
        seq: u32,
    },
    /// A set-up against the rules.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move that was never made.
    #[error("the game has {0} moves")]
    NoSuchMove(u32),
    /// Fields that do not fit together.
    #[error("{reason}")]
    Unfit {
        /// The field that does not fit.
        field: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// A field whose value does not do.
    #[error("{reason}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// What it has to be.
        reason: String,
    },
    /// A log holds no more moves.
    #[error("the log is full: it holds 20000 moves")]
    LogFull,
    /// A record that does not hold.
    #[error("{reason}")]
    BadRecord {
        /// What does not hold.
        reason: String,
        /// The first bad move.
        seq: Option<u32>,
        /// The clause that it is against.
        clause: Option<&'static str>,
    },
    /// The idempotency key was used for another request.
    #[error("this Idempotency-Key was used for another request")]
    KeyReused,
    /// The first request with the key is still running.
    #[error("the first request with this Idempotency-Key is still running")]
    KeyRunning,
    /// Anybody could guess the key.
    #[error("without a token an Idempotency-Key has to carry 128 random bits: use a UUID of version 4")]
    KeyWeak,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Error {
    /// The refusal of a move in a game with `seq` moves.
    #[must_use]
    pub fn refused(refusal: Refusal, seq: u32) -> Self {
        if refusal.reason == Reason::Over {
            return Self::Over(Status::Finished);
        }
        Self::Refused { refusal, seq }
    }
}
