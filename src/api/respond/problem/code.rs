//! The stable codes of problems.

use std::fmt;

use actix_web::http::StatusCode;
use regicide::engine::Message;
use serde::Serialize;
use utoipa::ToSchema;

/// What is wrong, for programs. Codes are added, never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The request is no HTTP request.
    MalformedRequest,
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
    /// A web page may not send this request.
    CorsRefused,
    /// It belongs to a challenge that still runs.
    Embargoed,
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
    /// No win of the challenge's deal was known, or no such one.
    NoSuchSolution,
    /// The game has not so many moves.
    NoSuchMove,
    /// Games of this kind are not analysed.
    NoAnalysis,
    /// The path does not know the method.
    MethodNotAllowed,
    /// No form that the client accepts.
    NotAcceptable,
    /// The request was sent too slowly.
    RequestTimeout,
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
    /// The body is not JSON, or compressed.
    UnsupportedMediaType,
    /// The request is for a host that the service does not answer for.
    MisdirectedRequest,
    /// The move is against the rules.
    IllegalMove,
    /// The rules do not let players say that now.
    IllegalSignal,
    /// The game has no room for another signal.
    TooManySignals,
    /// The choices do not fit the game or each other.
    InvalidSetup,
    /// The name could be taken for another, or cannot be read.
    MisleadingName,
    /// The record does not hold.
    InvalidRecord,
    /// The text is no position line, or not one of a game with this set-up.
    InvalidPosition,
    /// This instance does not know the version of the rules.
    UnknownRules,
    /// The key was used for another request.
    IdempotencyKeyReused,
    /// Too many requests from this address, or with this token.
    TooManyRequests,
    /// The request's line and headers are too large.
    HeadTooLarge,
    /// Something is wrong inside.
    Internal,
    /// What is stored of the game does not hold together.
    StoredGameCorrupt,
    /// What is stored is played by rules that this instance does not know.
    StoredRulesUnknown,
    /// The database is away.
    Unavailable,
    /// As many analyses wait as may.
    AnalysesBusy,
}

impl Code {
    /// Every code, in the order of their statuses.
    pub const ALL: [Self; 57] = [
        Self::MalformedRequest,
        Self::MalformedBody,
        Self::MalformedQuery,
        Self::MalformedHeader,
        Self::InvalidValue,
        Self::IdempotencyKeyWeak,
        Self::TokenMissing,
        Self::TokenUnknown,
        Self::Forbidden,
        Self::CorsRefused,
        Self::Embargoed,
        Self::InvitationNeeded,
        Self::NoSuchPath,
        Self::NoSuchGame,
        Self::NoSuchPlayer,
        Self::NoSuchChallenge,
        Self::NoSuchResult,
        Self::NoSuchSolution,
        Self::NoSuchMove,
        Self::NoAnalysis,
        Self::MethodNotAllowed,
        Self::NotAcceptable,
        Self::RequestTimeout,
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
        Self::MisdirectedRequest,
        Self::IllegalMove,
        Self::IllegalSignal,
        Self::TooManySignals,
        Self::InvalidSetup,
        Self::MisleadingName,
        Self::InvalidRecord,
        Self::InvalidPosition,
        Self::UnknownRules,
        Self::IdempotencyKeyReused,
        Self::TooManyRequests,
        Self::HeadTooLarge,
        Self::Internal,
        Self::StoredGameCorrupt,
        Self::StoredRulesUnknown,
        Self::Unavailable,
        Self::AnalysesBusy,
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

    /// A request that can get it, for its page.
    pub(in crate::api) const fn request(self) -> &'static str {
        match self {
            Self::MalformedRequest => "GET /v1/games HTTP/1.1\n\n(no Host)",
            Self::MalformedBody => "POST /v1/games\n\n{\"players\":2,\"cards\":1}",
            Self::MalformedQuery => "GET /v1/games?page=2",
            Self::MalformedHeader => "POST /v1/games\nIdempotency-Key:\n\n{\"players\":2}",
            Self::InvalidValue => "GET /v1/games?limit=1000",
            Self::IdempotencyKeyWeak => "POST /v1/games\nIdempotency-Key: 1\n\n{\"players\":2}",
            Self::TokenMissing => {
                "POST /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/moves\n\n{\"move\":\"yield\"}"
            }
            Self::TokenUnknown => {
                "POST /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/moves\nAuthorization: Bearer of-another-game\n\n{\"move\":\"yield\"}"
            }
            Self::Forbidden => {
                "DELETE /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501\nAuthorization: Bearer TOKEN-OF-A-SEAT"
            }
            Self::CorsRefused => {
                "OPTIONS /v1/games\nOrigin: https://elsewhere.example\nAccess-Control-Request-Method: PUT"
            }
            Self::Embargoed
            | Self::Internal
            | Self::StoredGameCorrupt
            | Self::StoredRulesUnknown
            | Self::Unavailable => "GET /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501",
            Self::InvitationNeeded
            | Self::ChallengeNotOpen
            | Self::ChallengeClosed
            | Self::AttemptedAlready
            | Self::AttemptOutOfTurn => {
                "POST /v1/challenges/01a1fd5f-2107-73f1-a7ae-926ec2d71501/attempts\nAuthorization: Bearer TOKEN-OF-A-PLAYER\n\n{}"
            }
            Self::NoSuchPath => "GET /v1/tables",
            Self::NoSuchGame => "GET /v1/games/nonsense",
            Self::NoSuchPlayer => "GET /v1/players/nonsense",
            Self::NoSuchChallenge => "GET /v1/challenges/nonsense",
            Self::NoSuchResult => "POST /v1/admin/actions\nAuthorization: Bearer TOKEN-OF-AN-OPERATOR",
            Self::NoSuchSolution => {
                "GET /v1/challenges/01a1fd5f-2107-73f1-a7ae-926ec2d71501/solution?goal=gold"
            }
            Self::NoSuchMove => "GET /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501?at=9999",
            Self::NoAnalysis | Self::AnalysesBusy => {
                "GET /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/analysis"
            }
            Self::MethodNotAllowed => "DELETE /v1/games",
            Self::NotAcceptable => "GET /v1/games\nAccept: image/png",
            Self::RequestTimeout => {
                "POST /v1/games\nContent-Length: 100\n\n(less than 100 bytes in 30 seconds)"
            }
            Self::SeqConflict => {
                "POST /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/moves\nAuthorization: Bearer TOKEN-OF-A-SEAT\n\n{\"move\":\"yield\",\"expected_seq\":3}"
            }
            Self::Contended | Self::NoOpenSeat => {
                "POST /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/seats\n\n{}"
            }
            Self::GameNotBegun | Self::GameOver | Self::LogFull => {
                "POST /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/moves\nAuthorization: Bearer TOKEN-OF-A-SEAT\n\n{\"move\":\"yield\"}"
            }
            Self::GameBegun => {
                "DELETE /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501\nAuthorization: Bearer TOKEN-OF-THE-CREATOR"
            }
            Self::GameNotOver => "GET /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/replay",
            Self::SeatTaken => "POST /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/seats\n\n{\"seat\":1}",
            Self::SeatedAlready => {
                "POST /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/seats\nAuthorization: Bearer TOKEN-OF-A-PLAYER\n\n{}"
            }
            Self::IdempotencyKeyRunning => {
                "POST /v1/games\nIdempotency-Key: 6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11\n\n{\"players\":2}"
            }
            Self::BodyTooLarge => "POST /v1/games\nContent-Length: 1000000",
            Self::UnsupportedMediaType => "POST /v1/games\nContent-Type: text/plain\n\n{\"players\":2}",
            Self::MisdirectedRequest => "GET /v1/games\nHost: elsewhere.example",
            Self::IllegalMove => {
                "POST /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/moves\nAuthorization: Bearer TOKEN-OF-A-SEAT\n\n{\"move\":\"play 5C 5D 5H\"}"
            }
            Self::IllegalSignal | Self::TooManySignals => {
                "POST /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/signals\nAuthorization: Bearer TOKEN-OF-A-SEAT\n\n{\"signal\":\"good_play\"}"
            }
            Self::InvalidSetup => "POST /v1/games\n\n{\"players\":9}",
            Self::MisleadingName => "POST /v1/players\n\n{\"name\":\"Paypаl\"}",
            Self::InvalidRecord => "POST /v1/records\n\n(a record in which a move is against the rules)",
            Self::InvalidPosition => {
                "POST /v1/analysis\n\n{\"type\":\"position\",\"players\":1,\"seed\":\"banana\",\"position\":\"-\"}"
            }
            Self::UnknownRules => "GET /v1/rules?rules=regicide/99",
            Self::IdempotencyKeyReused => {
                "POST /v1/games\nIdempotency-Key: 6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11\n\n{\"players\":3}"
            }
            Self::TooManyRequests => "POST /v1/games\n\n{\"players\":2}",
            Self::HeadTooLarge => "GET /v1/games\nCookie: (more than 128 KiB)",
        }
    }

    const fn row(self) -> (&'static str, StatusCode) {
        use StatusCode as S;

        match self {
            Self::MalformedRequest => ("malformed_request", S::BAD_REQUEST),
            Self::MalformedBody => ("malformed_body", S::BAD_REQUEST),
            Self::MalformedQuery => ("malformed_query", S::BAD_REQUEST),
            Self::MalformedHeader => ("malformed_header", S::BAD_REQUEST),
            Self::InvalidValue => ("invalid_value", S::BAD_REQUEST),
            Self::IdempotencyKeyWeak => ("idempotency_key_weak", S::BAD_REQUEST),
            Self::TokenMissing => ("token_missing", S::UNAUTHORIZED),
            Self::TokenUnknown => ("token_unknown", S::UNAUTHORIZED),
            Self::Forbidden => ("forbidden", S::FORBIDDEN),
            Self::CorsRefused => ("cors_refused", S::FORBIDDEN),
            Self::Embargoed => ("embargoed", S::FORBIDDEN),
            Self::InvitationNeeded => ("invitation_needed", S::FORBIDDEN),
            Self::NoSuchPath => ("no_such_path", S::NOT_FOUND),
            Self::NoSuchGame => ("no_such_game", S::NOT_FOUND),
            Self::NoSuchPlayer => ("no_such_player", S::NOT_FOUND),
            Self::NoSuchChallenge => ("no_such_challenge", S::NOT_FOUND),
            Self::NoSuchResult => ("no_such_result", S::NOT_FOUND),
            Self::NoSuchSolution => ("no_such_solution", S::NOT_FOUND),
            Self::NoSuchMove => ("no_such_move", S::NOT_FOUND),
            Self::NoAnalysis => ("no_analysis", S::NOT_FOUND),
            Self::MethodNotAllowed => ("method_not_allowed", S::METHOD_NOT_ALLOWED),
            Self::NotAcceptable => ("not_acceptable", S::NOT_ACCEPTABLE),
            Self::RequestTimeout => ("request_timeout", S::REQUEST_TIMEOUT),
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
            Self::MisdirectedRequest => ("misdirected_request", S::MISDIRECTED_REQUEST),
            Self::IllegalMove => ("illegal_move", S::UNPROCESSABLE_ENTITY),
            Self::IllegalSignal => ("illegal_signal", S::UNPROCESSABLE_ENTITY),
            Self::TooManySignals => ("too_many_signals", S::UNPROCESSABLE_ENTITY),
            Self::InvalidSetup => ("invalid_setup", S::UNPROCESSABLE_ENTITY),
            Self::MisleadingName => ("misleading_name", S::UNPROCESSABLE_ENTITY),
            Self::InvalidRecord => ("invalid_record", S::UNPROCESSABLE_ENTITY),
            Self::InvalidPosition => ("invalid_position", S::UNPROCESSABLE_ENTITY),
            Self::UnknownRules => ("unknown_rules", S::UNPROCESSABLE_ENTITY),
            Self::IdempotencyKeyReused => ("idempotency_key_reused", S::UNPROCESSABLE_ENTITY),
            Self::TooManyRequests => ("too_many_requests", S::TOO_MANY_REQUESTS),
            Self::HeadTooLarge => ("head_too_large", S::REQUEST_HEADER_FIELDS_TOO_LARGE),
            Self::Internal => ("internal", S::INTERNAL_SERVER_ERROR),
            Self::StoredGameCorrupt => ("stored_game_corrupt", S::INTERNAL_SERVER_ERROR),
            Self::StoredRulesUnknown => ("stored_rules_unknown", S::NOT_IMPLEMENTED),
            Self::Unavailable => ("unavailable", S::SERVICE_UNAVAILABLE),
            Self::AnalysesBusy => ("analyses_busy", S::SERVICE_UNAVAILABLE),
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
