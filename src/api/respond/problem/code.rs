//! The stable codes of problems.

use actix_web::http::StatusCode;
use regicide_engine::engine::Message;
use serde::Serialize;
use strum::{EnumProperty as _, VariantArray as _};
use utoipa::ToSchema;
use uuid::Uuid;

/// The example id in the requests of the catalogue, where they have `{id}`.
// A test sends each request, in a state that gets the problem, with real values for
// this id and for the words in capitals.
pub(super) const EXAMPLE_ID: Uuid = Uuid::from_u128(0x01a1_fd5f_2107_73f1_a7ae_926e_c2d7_1501);

/// The kind of problem, for programs. Codes are added, never changed.
// Each code has its status, and a request that gets it, in the order of the statuses;
// `{id}`, `{seat}` and `{player}` in it are an id and headers. Texts are in `locales/`,
// by the code.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    ToSchema,
    strum::Display,
    strum::EnumProperty,
    strum::EnumString,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Code {
    /// The request is not valid HTTP.
    #[strum(props(status = 400, request = "GET /v1/games\na header without a colon"))]
    MalformedRequest,
    /// The body is not JSON, or has the wrong structure.
    #[strum(props(status = 400, request = "POST /v1/games\n\n{\"players\":\"1\"}"))]
    MalformedBody,
    /// A query parameter is missing, unknown or of the wrong type.
    #[strum(props(status = 400, request = "GET /v1/games?page=2"))]
    MalformedQuery,
    /// A header cannot be read.
    #[strum(props(status = 400, request = "POST /v1/games\nIdempotency-Key:\n\n{\"players\":2}"))]
    MalformedHeader,
    /// A value is out of its range.
    #[strum(props(status = 400, request = "GET /v1/games?limit=1000"))]
    InvalidValue,
    /// The idempotency key could be guessed.
    #[strum(props(status = 400, request = "POST /v1/games\nIdempotency-Key: 1\n\n{\"players\":2}"))]
    IdempotencyKeyWeak,
    /// No token was sent.
    #[strum(props(status = 401, request = "POST /v1/games/{id}/moves\n\n{\"text\":\"yield\"}"))]
    TokenMissing,
    /// The token is not valid here.
    #[strum(props(
        status = 401,
        request = "POST /v1/games/{id}/moves\nAuthorization: Bearer of-another-game\n\n{\"text\":\"yield\"}"
    ))]
    TokenUnknown,
    /// The token is valid, but not for this operation.
    #[strum(props(status = 403, request = "DELETE /v1/games/{id}\n{seat}"))]
    Forbidden,
    /// A web page may not send this request.
    #[strum(props(
        status = 403,
        request = "OPTIONS /v1/games\nOrigin: https://elsewhere.example\nAccess-Control-Request-Method: PUT"
    ))]
    CorsRefused,
    /// The game belongs to a challenge that still runs.
    #[strum(props(status = 403, request = "GET /v1/games/{id}"))]
    Embargoed,
    /// The challenge or the seat is for invited players.
    #[strum(props(status = 403, request = "POST /v1/challenges/{id}/attempts\n{player}\n\n{}"))]
    InvitationNeeded,
    /// The operator has not enabled webhooks.
    #[strum(props(
        status = 403,
        request = "POST /v1/webhooks\n{player}\n\n{\"url\":\"https://elsewhere.example/hook\",\"events\":[\"turn\"]}"
    ))]
    WebhooksOff,
    /// There is no resource at this path.
    #[strum(props(status = 404, request = "GET /v1/tables"))]
    NoSuchPath,
    /// No game has this id.
    #[strum(props(status = 404, request = "GET /v1/games/nonsense"))]
    NoSuchGame,
    /// No player has this id.
    #[strum(props(status = 404, request = "GET /v1/players/nonsense"))]
    NoSuchPlayer,
    /// No challenge has this id, or none is published for the day.
    #[strum(props(status = 404, request = "GET /v1/challenges/nonsense"))]
    NoSuchChallenge,
    /// The game has no result that counts, or none to be restored.
    #[strum(props(
        status = 404,
        request = "POST /v1/admin/actions\nAuthorization: Bearer TOKEN-OF-AN-OPERATOR\n\n{\"type\":\"void_result\",\"game_id\":\"{id}\",\"reason\":\"Two accounts.\"}"
    ))]
    NoSuchResult,
    /// No such win of the challenge's deal is known.
    #[strum(props(status = 404, request = "GET /v1/challenges/{id}/solution?goal=gold"))]
    NoSuchSolution,
    /// The game has fewer moves than requested.
    #[strum(props(status = 404, request = "GET /v1/games/{id}?seq=7000"))]
    NoSuchMove,
    /// The challenge has no such invitation.
    #[strum(props(
        status = 404,
        request = "PATCH /v1/challenges/{id}/invitations/{id}\n{player}\n\n{\"revoked\":true}"
    ))]
    NoSuchInvitation,
    /// The player has no such webhook.
    #[strum(props(status = 404, request = "GET /v1/webhooks/nonsense\n{player}"))]
    NoSuchWebhook,
    /// No checkpoint of the transparency log contains it.
    #[strum(props(status = 404, request = "GET /v1/games/{id}/proof"))]
    NotLogged,
    /// Games of this kind are not analysed.
    #[strum(props(status = 404, request = "GET /v1/games/{id}/analysis"))]
    NoAnalysis,
    /// The path does not support the method.
    #[strum(props(status = 405, request = "DELETE /v1/games"))]
    MethodNotAllowed,
    /// There is no representation that the client accepts.
    #[strum(props(status = 406, request = "GET /v1/games\nAccept: image/jpeg"))]
    NotAcceptable,
    /// The request was sent too slowly.
    #[strum(props(status = 408, request = "POST /v1/games\nContent-Length: 100\n\n{\"players\":"))]
    RequestTimeout,
    /// The game's log is not at the position that the client expects.
    #[strum(props(
        status = 409,
        request = "POST /v1/games/{id}/moves\n{seat}\n\n{\"text\":\"yield\",\"expected_seq\":3}"
    ))]
    SeqConflict,
    /// Concurrent requests won every retry.
    #[strum(props(status = 409, request = "POST /v1/games/{id}/seats\n\n{}"))]
    Contended,
    /// Seats are still open.
    #[strum(props(status = 409, request = "POST /v1/games/{id}/moves\n{seat}\n\n{\"text\":\"yield\"}"))]
    GameNotBegun,
    /// The game has begun: it is not cancelled, and this seat does not change.
    #[strum(props(
        status = 409,
        request = "DELETE /v1/games/{id}\nAuthorization: Bearer TOKEN-OF-THE-OWNER"
    ))]
    GameBegun,
    /// The seat is another player's, whose turn has not come or is not over.
    #[strum(props(status = 409, request = "DELETE /v1/games/{id}/seats/1\n{seat}"))]
    TurnNotOver,
    /// The game takes no more moves.
    #[strum(props(status = 409, request = "POST /v1/games/{id}/moves\n{seat}\n\n{\"text\":\"yield\"}"))]
    GameOver,
    /// This is public only when the game is over.
    #[strum(props(status = 409, request = "GET /v1/games/{id}/replay"))]
    GameNotOver,
    /// The seat is taken.
    #[strum(props(status = 409, request = "POST /v1/games/{id}/seats\n\n{\"seat\":1}"))]
    SeatTaken,
    /// The player has a seat in the game already.
    #[strum(props(status = 409, request = "POST /v1/games/{id}/seats\n{player}\n\n{}"))]
    SeatedAlready,
    /// The owner has a webhook with the URL.
    #[strum(props(
        status = 409,
        request = "POST /v1/webhooks\n{player}\n\n{\"url\":\"https://elsewhere.example/hook\",\"events\":[\"turn\"]}"
    ))]
    WebhookExists,
    /// All seats are taken.
    #[strum(props(status = 409, request = "POST /v1/games/{id}/seats\n\n{}"))]
    NoOpenSeat,
    /// The last move cannot be taken back.
    #[strum(props(status = 409, request = "POST /v1/games/{id}/proposal\n{seat}\n\n{\"type\":\"undo\"}"))]
    CannotUndo,
    /// The game can count, or another seat is to act.
    #[strum(props(status = 409, request = "GET /v1/games/{id}/advice\n{seat}"))]
    NoAdvice,
    /// The move takes the agreement of several people.
    #[strum(props(status = 409, request = "POST /v1/games/{id}/moves\n{seat}\n\n{\"text\":\"concede\"}"))]
    AgreementRequired,
    /// Another proposal is open.
    #[strum(props(status = 409, request = "POST /v1/games/{id}/proposal\n{seat}\n\n{\"type\":\"undo\"}"))]
    ProposalOpen,
    /// The challenge is not open yet.
    #[strum(props(status = 409, request = "POST /v1/challenges/{id}/attempts\n{player}\n\n{}"))]
    ChallengeNotOpen,
    /// No new game of the challenge can begin.
    #[strum(props(status = 409, request = "POST /v1/challenges/{id}/attempts\n{player}\n\n{}"))]
    ChallengeClosed,
    /// The player has no attempt left.
    #[strum(props(status = 409, request = "POST /v1/challenges/{id}/attempts\n{player}\n\n{}"))]
    AttemptedAlready,
    /// An earlier attempt is not over.
    #[strum(props(status = 409, request = "POST /v1/challenges/{id}/attempts\n{player}\n\n{}"))]
    AttemptOutOfTurn,
    /// The game's log is full.
    #[strum(props(status = 409, request = "POST /v1/games/{id}/moves\n{seat}\n\n{\"text\":\"concede\"}"))]
    LogFull,
    /// The first request with the key is still running.
    #[strum(props(
        status = 409,
        request = "POST /v1/games\nIdempotency-Key: 6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11\n\n{\"players\":2}"
    ))]
    IdempotencyKeyRunning,
    /// A precondition of the request does not hold.
    #[strum(props(
        status = 412,
        request = "DELETE /v1/games/{id}\nAuthorization: Bearer TOKEN-OF-THE-OWNER\nIf-None-Match: *"
    ))]
    PreconditionFailed,
    /// The body is too large.
    #[strum(props(status = 413, request = "POST /v1/games\nContent-Length: 1000000"))]
    BodyTooLarge,
    /// The body is not JSON, or compressed.
    #[strum(props(status = 415, request = "POST /v1/games\nContent-Type: text/plain\n\n{\"players\":2}"))]
    UnsupportedMediaType,
    /// The request is for a host that the service does not answer for.
    #[strum(props(status = 421, request = "GET /v1/games\nHost: elsewhere.example"))]
    MisdirectedRequest,
    /// The move is against the rules.
    #[strum(props(
        status = 422,
        request = "POST /v1/games/{id}/moves\n{seat}\n\n{\"text\":\"play 5C 5D 5H\"}"
    ))]
    IllegalMove,
    /// The rules do not allow this signal now.
    #[strum(props(
        status = 422,
        request = "POST /v1/games/{id}/signals\n{seat}\n\n{\"signal\":\"good_play\"}"
    ))]
    IllegalSignal,
    /// The game takes no more signals.
    #[strum(props(
        status = 422,
        request = "POST /v1/games/{id}/signals\n{seat}\n\n{\"signal\":\"good_play\"}"
    ))]
    TooManySignals,
    /// The player has the maximum number of webhooks.
    #[strum(props(
        status = 422,
        request = "POST /v1/webhooks\n{player}\n\n{\"url\":\"https://elsewhere.example/hook\",\"events\":[\"turn\"]}"
    ))]
    TooManyWebhooks,
    /// The choices do not fit the game or each other.
    #[strum(props(status = 422, request = "POST /v1/games\n\n{\"players\":9}"))]
    InvalidSetup,
    /// The name could be mistaken for another, or is illegible.
    #[strum(props(status = 422, request = "POST /v1/players\n\n{\"name\":\"Paypаl\"}"))]
    MisleadingName,
    /// The record is invalid.
    #[strum(props(
        status = 422,
        request = "POST /v1/records\n\n{\"format\":\"regicide-record/1\",\"kind\":\"regicide\",\"rules\":1,\"players\":1,\"seed\":\"banana\",\"moves\":[{\"seq\":1,\"seat\":0,\"text\":\"next 0\"}]}"
    ))]
    InvalidRecord,
    /// The text is no position line, or not one of a game with this set-up.
    #[strum(props(
        status = 422,
        request = "POST /v1/analysis\n\n{\"type\":\"position\",\"players\":1,\"seed\":\"banana\",\"position\":\"-\"}"
    ))]
    InvalidPosition,
    /// This instance does not support the version of the rules.
    #[strum(props(status = 422, request = "GET /v1/rules?ruleset=regicide/99"))]
    UnknownRules,
    /// The key was used for another request.
    #[strum(props(
        status = 422,
        request = "POST /v1/games\nIdempotency-Key: 6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11\n\n{\"players\":3}"
    ))]
    IdempotencyKeyReused,
    /// Too many requests from this address, or with this token.
    #[strum(props(status = 429, request = "POST /v1/games\n\n{\"players\":2}"))]
    TooManyRequests,
    /// The request's line and headers are too large.
    #[strum(props(status = 431, request = "GET /v1/games\nCookie: A-VALUE-OF-131072-BYTES"))]
    HeadTooLarge,
    /// An internal error.
    #[strum(props(status = 500, request = "GET /v1/games/{id}"))]
    Internal,
    /// The stored game is inconsistent.
    #[strum(props(status = 500, request = "GET /v1/games/{id}"))]
    StoredGameCorrupt,
    /// The stored game uses rules that this instance does not support.
    #[strum(props(status = 501, request = "GET /v1/games/{id}"))]
    StoredRulesUnknown,
    /// The database is unavailable.
    #[strum(props(status = 503, request = "GET /v1/games/{id}"))]
    Unavailable,
    /// The transparency log is behind a checkpoint that was signed.
    #[strum(props(status = 503, request = "GET /log/checkpoint"))]
    LogRefused,
    /// The queue of analyses is full.
    #[strum(props(status = 503, request = "GET /v1/games/{id}/analysis"))]
    AnalysesBusy,
}

impl Code {
    /// Every code, in the order of their statuses.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The HTTP status.
    ///
    /// # Panics
    /// Never: every code has one.
    #[must_use]
    pub fn status(self) -> StatusCode {
        let status = self.get_int("status").and_then(|status| u16::try_from(status).ok());
        status.and_then(|status| StatusCode::from_u16(status).ok()).expect("every code has a status")
    }

    #[must_use]
    pub fn title(self) -> Message {
        Message::new(format!("problem-{self}"))
    }

    /// The link to the page about the code: absolute if the service's URL is known.
    pub(in crate::api) fn kind(self, public_url: Option<&str>) -> String {
        format!("{}/problems/{self}", public_url.unwrap_or_default())
    }

    /// A request that gets the code, for its page.
    pub(in crate::api) fn request(self) -> String {
        let request = self.get_str("request").unwrap_or_default();
        request
            .replace("{id}", &EXAMPLE_ID.to_string())
            .replace("{seat}", "Authorization: Bearer TOKEN-OF-A-SEAT")
            .replace("{player}", "Authorization: Bearer TOKEN-OF-A-PLAYER")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_called_the_same_everywhere_and_has_a_status() {
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.to_string());
            assert_eq!(code.to_string().parse(), Ok(*code));
        }
        assert!(Code::ALL.is_sorted_by_key(|code| code.status()));
    }
}
