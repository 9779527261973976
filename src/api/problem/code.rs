//! The stable codes of problems.

use std::fmt;

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Message;

/// What is wrong, for programs. Codes are added, never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The body is no JSON, or not of the right shape.
    MalformedBody,
    /// A query parameter is missing, unknown or of the wrong type.
    MalformedQuery,
    /// A header cannot be read.
    MalformedHeader,
    /// A value is out of its range.
    InvalidValue,
    /// The idempotency key could be guessed.
    IdempotencyKeyWeak,
    /// No token was sent.
    TokenMissing,
    /// The token opens nothing here.
    TokenUnknown,
    /// The token is good for something else.
    Forbidden,
    /// It belongs to a challenge that still runs.
    Sealed,
    /// The challenge is for invited players.
    InvitationNeeded,
    /// Nothing is at this path.
    NoSuchPath,
    /// No game has this id.
    NoSuchGame,
    /// No player has this id.
    NoSuchPlayer,
    /// No challenge has this id, or none is published for the day.
    NoSuchChallenge,
    /// The game has no result that counts.
    NoSuchResult,
    /// The game has not so many moves.
    NoSuchMove,
    /// The path does not know the method.
    MethodNotAllowed,
    /// No form that the client accepts.
    NotAcceptable,
    /// The log is not where the client thinks.
    SeqConflict,
    /// Others were faster, again and again.
    Contended,
    /// Seats are still open.
    GameNotBegun,
    /// Seats change only before the game begins.
    GameBegun,
    /// The game takes no more moves.
    GameOver,
    /// This is public only when the game is over.
    GameNotOver,
    /// The seat is taken.
    SeatTaken,
    /// The player has a seat in the game already.
    SeatedAlready,
    /// All seats are taken.
    NoOpenSeat,
    /// The challenge is not open yet.
    ChallengeNotOpen,
    /// No game of the challenge can be begun any more.
    ChallengeClosed,
    /// The player has no attempt left.
    AttemptedAlready,
    /// An attempt before it is not over.
    AttemptOutOfTurn,
    /// The log holds no more moves.
    LogFull,
    /// The first request with the key is still running.
    IdempotencyKeyRunning,
    /// The body is too large.
    BodyTooLarge,
    /// The body is not JSON.
    UnsupportedMediaType,
    /// The move is against the rules.
    IllegalMove,
    /// The choices do not fit the game or each other.
    InvalidSetup,
    /// The record does not hold.
    InvalidRecord,
    /// The key was used for another request.
    IdempotencyKeyReused,
    /// Too many requests from this address.
    TooManyRequests,
    /// Something is wrong inside.
    Internal,
    /// What is stored of the game does not hold together.
    StoredGameCorrupt,
    /// The database is away.
    Unavailable,
}

impl Code {
    /// Every code, in the order of their statuses.
    pub const ALL: [Self; 43] = [
        Self::MalformedBody,
        Self::MalformedQuery,
        Self::MalformedHeader,
        Self::InvalidValue,
        Self::IdempotencyKeyWeak,
        Self::TokenMissing,
        Self::TokenUnknown,
        Self::Forbidden,
        Self::Sealed,
        Self::InvitationNeeded,
        Self::NoSuchPath,
        Self::NoSuchGame,
        Self::NoSuchPlayer,
        Self::NoSuchChallenge,
        Self::NoSuchResult,
        Self::NoSuchMove,
        Self::MethodNotAllowed,
        Self::NotAcceptable,
        Self::SeqConflict,
        Self::Contended,
        Self::GameNotBegun,
        Self::GameBegun,
        Self::GameOver,
        Self::GameNotOver,
        Self::SeatTaken,
        Self::SeatedAlready,
        Self::NoOpenSeat,
        Self::ChallengeNotOpen,
        Self::ChallengeClosed,
        Self::AttemptedAlready,
        Self::AttemptOutOfTurn,
        Self::LogFull,
        Self::IdempotencyKeyRunning,
        Self::BodyTooLarge,
        Self::UnsupportedMediaType,
        Self::IllegalMove,
        Self::InvalidSetup,
        Self::InvalidRecord,
        Self::IdempotencyKeyReused,
        Self::TooManyRequests,
        Self::Internal,
        Self::StoredGameCorrupt,
        Self::Unavailable,
    ];

    /// The code's text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// The HTTP status.
    #[must_use]
    pub const fn status(self) -> StatusCode {
        self.row().1
    }

    /// The title of its problems.
    #[must_use]
    pub fn title(self) -> Message {
        Message::new(format!("problem-{self}"))
    }

    const fn row(self) -> (&'static str, StatusCode) {
        use StatusCode as S;

        match self {
            Self::MalformedBody => ("malformed_body", S::BAD_REQUEST),
            Self::MalformedQuery => ("malformed_query", S::BAD_REQUEST),
            Self::MalformedHeader => ("malformed_header", S::BAD_REQUEST),
            Self::InvalidValue => ("invalid_value", S::BAD_REQUEST),
            Self::IdempotencyKeyWeak => ("idempotency_key_weak", S::BAD_REQUEST),
            Self::TokenMissing => ("token_missing", S::UNAUTHORIZED),
            Self::TokenUnknown => ("token_unknown", S::UNAUTHORIZED),
            Self::Forbidden => ("forbidden", S::FORBIDDEN),
            Self::Sealed => ("sealed", S::FORBIDDEN),
            Self::InvitationNeeded => ("invitation_needed", S::FORBIDDEN),
            Self::NoSuchPath => ("no_such_path", S::NOT_FOUND),
            Self::NoSuchGame => ("no_such_game", S::NOT_FOUND),
            Self::NoSuchPlayer => ("no_such_player", S::NOT_FOUND),
            Self::NoSuchChallenge => ("no_such_challenge", S::NOT_FOUND),
            Self::NoSuchResult => ("no_such_result", S::NOT_FOUND),
            Self::NoSuchMove => ("no_such_move", S::NOT_FOUND),
            Self::MethodNotAllowed => ("method_not_allowed", S::METHOD_NOT_ALLOWED),
            Self::NotAcceptable => ("not_acceptable", S::NOT_ACCEPTABLE),
            Self::SeqConflict => ("seq_conflict", S::CONFLICT),
            Self::Contended => ("contended", S::CONFLICT),
            Self::GameNotBegun => ("game_not_begun", S::CONFLICT),
            Self::GameBegun => ("game_begun", S::CONFLICT),
            Self::GameOver => ("game_over", S::CONFLICT),
            Self::GameNotOver => ("game_not_over", S::CONFLICT),
            Self::SeatTaken => ("seat_taken", S::CONFLICT),
            Self::SeatedAlready => ("seated_already", S::CONFLICT),
            Self::NoOpenSeat => ("no_open_seat", S::CONFLICT),
            Self::ChallengeNotOpen => ("challenge_not_open", S::CONFLICT),
            Self::ChallengeClosed => ("challenge_closed", S::CONFLICT),
            Self::AttemptedAlready => ("attempted_already", S::CONFLICT),
            Self::AttemptOutOfTurn => ("attempt_out_of_turn", S::CONFLICT),
            Self::LogFull => ("log_full", S::CONFLICT),
            Self::IdempotencyKeyRunning => ("idempotency_key_running", S::CONFLICT),
            Self::BodyTooLarge => ("body_too_large", S::PAYLOAD_TOO_LARGE),
            Self::UnsupportedMediaType => ("unsupported_media_type", S::UNSUPPORTED_MEDIA_TYPE),
            Self::IllegalMove => ("illegal_move", S::UNPROCESSABLE_ENTITY),
            Self::InvalidSetup => ("invalid_setup", S::UNPROCESSABLE_ENTITY),
            Self::InvalidRecord => ("invalid_record", S::UNPROCESSABLE_ENTITY),
            Self::IdempotencyKeyReused => ("idempotency_key_reused", S::UNPROCESSABLE_ENTITY),
            Self::TooManyRequests => ("too_many_requests", S::TOO_MANY_REQUESTS),
            Self::Internal => ("internal", S::INTERNAL_SERVER_ERROR),
            Self::StoredGameCorrupt => ("stored_game_corrupt", S::INTERNAL_SERVER_ERROR),
            Self::Unavailable => ("unavailable", S::SERVICE_UNAVAILABLE),
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_called_the_same_everywhere() {
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
        let names: std::collections::BTreeSet<_> = Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(names.len(), Code::ALL.len());
    }
}
