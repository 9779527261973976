//! Problem documents (RFC 9457): the errors of the API.

mod code;
mod field_error;

use std::collections::BTreeSet;
use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use regicide_engine::engine::{Message, Reason, Refusal};
use regicide_engine::i18n::Language;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::VARY;
use crate::service;
use regicide_store::StoreError;

use code::EXAMPLE_ID;

pub use code::Code;
use field_error::FieldErrorDocument;
pub(in crate::api) use field_error::{FieldError, MAX_ERRORS, Place};

/// A problem that is not yet translated: the content of its document, and its headers.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) code: Code,
    pub(crate) detail: Message,
    /// The error text of a library, in English.
    pub(crate) cause: Option<String>,
    pub(crate) rule: Option<&'static str>,
    /// The names of fields with errors whose places are not known yet.
    pub(in crate::api) fields: Vec<(String, Message)>,
    /// The errors of fields, of which the first is also `field` and `detail`.
    pub(in crate::api) errors: Vec<FieldError>,
    pub(crate) game_id: Option<Uuid>,
    pub(crate) seq: Option<u32>,
    pub(crate) legal_moves_url: Option<String>,
    /// The seconds until the next try.
    pub(crate) retry_after: Option<u64>,
    /// The methods that are allowed.
    pub(crate) allow: Vec<&'static str>,
}

/// A problem document (RFC 9457).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem, examples(json!({
    "type": "/problems/illegal_move",
    "title": "The move is against the rules",
    "status": 422,
    "detail": "7H is not in the hand.",
    "code": "illegal_move",
    "rule": "R4.2",
    "clause": "/v1/clauses/R4.2",
    "seq": 3,
    "legal_moves_url": "/v1/games/0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11/legal-moves"
})))]
pub(crate) struct ProblemDocument {
    /// A link to the description of the code: absolute if the service has a public URL.
    #[serde(rename = "type")]
    kind: String,
    /// The title that every problem with this code has, in the language of the request.
    title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// The problem of this request, for people, in the language of the request.
    detail: String,
    /// The error text of a library, always in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cause: Option<String>,
    /// The kind of problem, for programs: never changes.
    code: Code,
    /// The clause of the rules that the request breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("R7.2"))]
    rule: Option<&'static str>,
    /// A link to that clause, if it is one of a game's rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("/v1/clauses/R7.2"))]
    clause: Option<String>,
    /// The field, parameter or header with the problem, of several the first: a field in a
    /// body with its path, such as `options.first` or `names[1]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    field: Option<String>,
    /// All fields, parameters and headers with errors that were found. The first one is
    /// `field`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(min_items = 1, max_items = 16)]
    errors: Vec<FieldErrorDocument>,
    /// The game with the problem, if the request is about several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    game_id: Option<Uuid>,
    /// The number of moves made in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    seq: Option<u32>,
    /// The path of the caller's legal moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    legal_moves_url: Option<String>,
}

impl Problem {
    pub(crate) fn new(code: Code, detail: impl Into<Message>) -> Self {
        Self {
            code,
            detail: detail.into(),
            cause: None,
            rule: None,
            fields: Vec::new(),
            errors: Vec::new(),
            game_id: None,
            seq: None,
            legal_moves_url: None,
            retry_after: (code == Code::Unavailable).then_some(1),
            allow: Vec::new(),
        }
    }

    /// The problem of a request with errors, of which the first one is its detail.
    pub(in crate::api) fn of_fields(code: Code, errors: Vec<FieldError>) -> Self {
        let first = errors.first();
        let detail = first.map_or_else(|| code.title(), |error| error.detail.clone());
        Self { errors, ..Self::new(code, detail) }
    }

    /// The problem with the places of its fields, if these have only names so far.
    pub(in crate::api) fn with_places(self, find: impl Fn(&str) -> Place) -> Self {
        let placed = |(field, detail): (String, _)| FieldError { place: find(&field), detail };
        let Self { fields, mut errors, .. } = self;
        errors.extend(fields.into_iter().map(placed));
        Self { fields: Vec::new(), errors, ..self }
    }

    pub(crate) fn cause(self, cause: impl fmt::Display) -> Self {
        Self { cause: Some(cause.to_string()), ..self }
    }

    pub(crate) fn document(self, language: Language, public_url: Option<&str>) -> ProblemDocument {
        let Self { code, detail, cause, rule, fields, errors, game_id, seq, legal_moves_url, .. } = self;
        let unplaced = || Some(fields.first()?.0.clone());
        ProblemDocument {
            kind: code.kind(public_url),
            title: language.text(&code.title()),
            status: code.status().as_u16(),
            detail: language.text(&detail),
            cause,
            code,
            rule,
            clause: rule
                .filter(|rule| rule.starts_with(['R', 'T']))
                .map(|rule| format!("/v1/clauses/{rule}")),
            field: errors.first().map_or_else(unplaced, FieldError::field),
            errors: errors.into_iter().map(|error| error.document(language)).collect(),
            game_id,
            seq,
            legal_moves_url,
        }
    }

    /// The example on the page about a code: mostly a problem without details beyond its
    /// title.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most problems have nothing more to show")]
    pub(crate) fn example(code: Code) -> Self {
        let problem = Self::new(code, code.title());
        match code {
            Code::IllegalMove => {
                let refusal = Refusal { reason: Reason::ComboTooHigh(15), clause: "R4.3" };
                Self::from(service::error::Error::refused(refusal, 3, Vec::new())).in_game(EXAMPLE_ID)
            }
            Code::IllegalSignal => {
                let refusal = Refusal { reason: Reason::NotToBeSaidNow, clause: "R8.2" };
                Self::from(service::error::Error::SignalRefused { refusal, seq: 3 })
            }
            Code::SeqConflict => Self::from(service::error::Error::SeqConflict { expected: 3, actual: 4 }),
            Code::NoSuchMove => Self::from(service::error::Error::NoSuchMove(12)),
            Code::IdempotencyKeyWeak => Self::from(service::error::Error::KeyWeak),
            Code::MalformedBody => {
                let wanted = Message::new("wanted-number-between").with("least", "1").with("most", "4");
                Self::of_fields(code, vec![FieldError::new(&Place::field_of_body("players"), wanted)])
            }
            Code::MalformedQuery => {
                let unknown = Message::new("unknown-field").with("known", "`limit`, `after`");
                Self::of_fields(code, vec![FieldError::new(&Place::parameter("page"), unknown)])
            }
            _ => problem,
        }
    }

    pub(crate) fn response(self, language: Language, public_url: Option<&str>) -> HttpResponse {
        let mut response = HttpResponse::build(self.code.status());
        response
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header((header::CONTENT_LANGUAGE, language.tag()))
            .insert_header((header::VARY, VARY));
        if let Some(seconds) = self.retry_after {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        if self.code.status() == StatusCode::UNAUTHORIZED {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        if !self.allow.is_empty() {
            response.insert_header((header::ALLOW, self.allow.join(", ")));
        }
        let json = serde_json::to_string(&self.document(language, public_url)).unwrap_or_default();
        let kind = HeaderValue::from_static("application/problem+json");
        response.insert_header((header::CONTENT_TYPE, kind)).body(json)
    }

    pub(crate) fn field(self, field: impl Into<String>) -> Self {
        Self { fields: vec![(field.into(), self.detail.clone())], ..self }
    }

    pub(crate) fn retry_after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    fn rule(self, rule: &'static str) -> Self {
        Self { rule: Some(rule), ..self }
    }

    fn seq(self, seq: u32) -> Self {
        Self { seq: Some(seq), ..self }
    }

    /// The problem with a link to the caller's legal moves, where the number
    /// of moves made shows that it came from validating a move.
    pub(crate) fn in_game(self, id: uuid::Uuid) -> Self {
        let link = self.seq.map(|_| format!("/v1/games/{id}/legal-moves"));
        Self { legal_moves_url: link, ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.detail)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.code.status()
    }

    /// The problem is attached to its answer, so that it can be completed: the request
    /// with the client's language, and the settings, are unknown here.
    fn error_response(&self) -> HttpResponse {
        let mut response = self.clone().response(Language::default(), None);
        response.extensions_mut().insert(self.clone());
        response
    }
}

/// The seconds until a retry while the queue of analyses is full: one or two of them are
/// computed in that time.
const QUEUE_SECONDS: u64 = 30;
/// The seconds until the next poll for the end of a game with bots.
const BOT_GAME_SECONDS: u64 = 60;

impl From<service::error::Error> for Problem {
    fn from(error: service::error::Error) -> Self {
        use service::error::Error;

        let detail = error.message();
        let problem = |code| Self::new(code, detail);
        match error {
            Error::OneGame(game, error) => Self { game_id: Some(game), ..Self::from(*error) },
            Error::NoSuchGame => problem(Code::NoSuchGame),
            Error::NoSuchChallenge => problem(Code::NoSuchChallenge),
            Error::NoSuchResult | Error::NoRemovedResult => problem(Code::NoSuchResult),
            Error::NoSuchSolution => problem(Code::NoSuchSolution),
            Error::ChallengeNotOpen => problem(Code::ChallengeNotOpen),
            Error::ChallengeClosed => problem(Code::ChallengeClosed),
            Error::AttemptedAlready => problem(Code::AttemptedAlready),
            Error::AttemptOutOfTurn => problem(Code::AttemptOutOfTurn),
            Error::InvitationNeeded | Error::SeatHeld => problem(Code::InvitationNeeded).field("invitation"),
            Error::NoSuchPlayer => problem(Code::NoSuchPlayer),
            Error::NoSuchInvitation => problem(Code::NoSuchInvitation),
            Error::NoSuchWebhook => problem(Code::NoSuchWebhook),
            Error::WebhooksOff => problem(Code::WebhooksOff),
            Error::WebhookExists => problem(Code::WebhookExists),
            Error::TooManyWebhooks => problem(Code::TooManyWebhooks),
            Error::TooManyDeliveries(wait) => problem(Code::TooManyRequests).retry_after(wait),
            Error::NotLogged => problem(Code::NotLogged),
            Error::NoSuchLogFile => problem(Code::NoSuchPath),
            Error::LogRefused(_) => problem(Code::LogRefused),
            Error::NoSuchCursor => problem(Code::NoSuchGame).field("after"),
            Error::NoSuchMove(seq) => problem(Code::NoSuchMove).seq(seq),
            Error::Unfit { field, .. } => problem(Code::InvalidSetup).field(field),
            Error::TokenMissing => problem(Code::TokenMissing),
            Error::TokenUnknown => problem(Code::TokenUnknown),
            Error::Forbidden(_) => problem(Code::Forbidden),
            Error::SeqConflict { actual, .. } => problem(Code::SeqConflict).seq(actual),
            Error::Contended => problem(Code::Contended),
            Error::TurnNotOver => problem(Code::TurnNotOver),
            Error::NotBegun => problem(Code::GameNotBegun),
            Error::Begun => problem(Code::GameBegun),
            Error::Over(_) => problem(Code::GameOver),
            Error::NotOver => problem(Code::GameNotOver),
            Error::Embargoed(_) => problem(Code::Embargoed),
            Error::NoAnalysis(_) => problem(Code::NoAnalysis),
            Error::NoAdvice(_) => problem(Code::NoAdvice).rule("R11.4"),
            Error::ComputingUsedUp(wait) | Error::TooManyCodes(wait) => {
                problem(Code::TooManyRequests).retry_after(wait.as_secs() + 1)
            }
            Error::TooManyBotGames => problem(Code::TooManyRequests).retry_after(BOT_GAME_SECONDS),
            Error::AnalysesBusy => problem(Code::AnalysesBusy).retry_after(QUEUE_SECONDS),
            Error::SeatTaken => problem(Code::SeatTaken),
            Error::SeatedAlready => problem(Code::SeatedAlready),
            Error::CannotUndo => problem(Code::CannotUndo),
            Error::AgreementRequired => problem(Code::AgreementRequired),
            Error::ProposalOpen => problem(Code::ProposalOpen),
            Error::NoOpenSeat => problem(Code::NoOpenSeat),
            Error::Refused { refusal, seq, .. } => problem(Code::IllegalMove).rule(refusal.clause).seq(seq),
            Error::SignalRefused { refusal, seq } => {
                problem(Code::IllegalSignal).rule(refusal.clause).seq(seq)
            }
            Error::TooManySignals => problem(Code::TooManySignals),
            Error::Setup(setup) => {
                // The number of players is the only part of a set-up beside its options.
                let field = match setup.field {
                    "players" => setup.field.to_owned(),
                    option => format!("options.{option}"),
                };
                problem(Code::InvalidSetup).rule(setup.clause).field(field)
            }
            Error::Several(first, others) => {
                let mut problem = Self::from(*first);
                problem.fields.extend(others.into_iter().flat_map(|other| Self::from(other).fields));
                let mut named = BTreeSet::new();
                problem.fields.retain(|(field, _)| named.insert(field.clone()));
                problem
            }
            Error::Invalid { field, .. } => problem(Code::InvalidValue).field(field),
            Error::MisleadingName(field) | Error::ReservedName(field) => {
                problem(Code::MisleadingName).field(field)
            }
            Error::LogFull(_) => problem(Code::LogFull),
            Error::BadRecord { seq, clause, .. } => {
                Self { rule: clause, seq, ..problem(Code::InvalidRecord) }
            }
            Error::BadPosition(_) => problem(Code::InvalidPosition).field("position"),
            Error::UnknownRules(_) => problem(Code::UnknownRules).field("rules"),
            Error::KeyReused => problem(Code::IdempotencyKeyReused).field("Idempotency-Key"),
            Error::KeyRunning { retry_after } => {
                problem(Code::IdempotencyKeyRunning).field("Idempotency-Key").retry_after(retry_after)
            }
            Error::PreconditionFailed => problem(Code::PreconditionFailed),
            Error::KeyWeak => problem(Code::IdempotencyKeyWeak).field("Idempotency-Key"),
            Error::Store(error) => Self::from(error),
        }
    }
}

/// Internal errors are logged here and not disclosed.
impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        error.report();
        let code = match &error {
            StoreError::Unavailable(_) => Code::Unavailable,
            StoreError::Corrupt { .. } => Code::StoredGameCorrupt,
            StoreError::UnknownRules { .. } => Code::StoredRulesUnknown,
            StoreError::Schema(_) | StoreError::Database(_) | StoreError::Conflict(_) => Code::Internal,
        };
        Self::new(code, service::error::Error::Store(error).message())
    }
}
