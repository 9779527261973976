//! Moves: making them, and the log.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, get, post};
use constcat::concat;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::extract::auth::Caller;
use crate::api::extract::body::Json;
use crate::api::extract::prefer::{RETURN_MINIMAL, answer_form};
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::paging::with_next;
use crate::api::respond::problem::Problem;
use crate::api::respond::{Answer, VARY, json_no_store, json_revalidated, mark_replay};
use crate::service::games::{Log, MoveAnswer};
use crate::service::play::{AnswerForm, MakeMove, Moved};
use utoipa_actix_web::service_config::ServiceConfig;

/// The routes below a game.
pub(super) fn of_game(config: &mut ServiceConfig<'_>) {
    config.service(make_move).service(list_moves);
}

/// The request headers that the answer to a move depends on.
const MOVE_VARY: &str = concat!(VARY, ", Prefer");

const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// The documentation of the headers that requests for moves may have.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "others read them, this only describes them")]
pub(crate) struct MoveHeaders {
    /// A repeated request with this key and the same body gets the first answer again.
    #[param(
        rename = "Idempotency-Key",
        min_length = 1,
        max_length = 200,
        pattern = "^[!-~]([ -~]{0,198}[!-~])?$"
    )]
    key: Option<String>,
    /// `return=minimal` requests the small answer, `return=representation` the one with
    /// the game, which is the default (RFC 7240). Other preferences are ignored. A
    /// repeated request gets the form that it prefers, whatever the first one got.
    #[param(rename = "Prefer", example = "return=minimal")]
    preference: Option<String>,
}

/// Make a move
///
/// The move is applied once or not at all. The answer has its effects, step by step, and
/// the game after it. With `Prefer: return=minimal` it has only the effects, as data, for
/// programs that follow the game by themselves.
#[utoipa::path(
    tag = "moves",
    extensions(("x-budget" = json!("move"))),
    params(MoveHeaders),
    responses(
        (status = 201, description = "`made`, or `minimal` where that is preferred: the move is in the log", body = MoveAnswer, headers(("Preference-Applied" = String, description = "`return=minimal` if the answer is the small one"))),
        (status = 403, description = "`forbidden`: not a seat's token"),
        (status = 409, description = "`seq_conflict`, `game_not_begun`, `game_over`, `contended`, `log_full` or, for `concede` and `undo`, `agreement_required` or `cannot_undo`"),
        (status = 422, description = "`illegal_move`, with the rule,"),
    ),
    security(("token" = [])),
)]
#[post("/moves")]
pub(crate) async fn make_move(caller: Caller, id: Path<Uuid>, body: Json<MakeMove>) -> Answer {
    let form = answer_form(&caller.request);
    let (token, key) = caller.token_and_key()?;
    let moved = caller.api.service.play.make_move(*id, token, &body, key.as_ref(), form).await;
    let Moved { answer, repeated } = moved.map_err(|error| Problem::from(error).in_game(*id))?;
    if !repeated {
        caller.api.metrics.moves.inc();
    }
    Ok(mark_replay(made(&answer, form), repeated))
}

/// The answer to a move that is in the log.
fn made(answer: &MoveAnswer, form: AnswerForm) -> HttpResponse {
    let mut response = json_no_store(&mut HttpResponse::Created(), answer);
    match form {
        AnswerForm::Full(language) => response = with_language(language, response),
        AnswerForm::Minimal => {
            let applied = HeaderValue::from_static(RETURN_MINIMAL);
            response.headers_mut().insert(PREFERENCE_APPLIED, applied);
        }
    }
    response.headers_mut().insert(header::VARY, HeaderValue::from_static(MOVE_VARY));
    response
}

/// The part of a log to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogQuery {
    /// Only moves after this number: the `next` of the page before, or a `seq`.
    #[serde(default)]
    #[param(value_type = Option<String>, required = false, pattern = "^(0|[1-9][0-9]{0,2}|[1-6][0-9]{3}|70[0-9]{2}|71[0-4][0-9]|715[01])$")]
    after: u32,
    /// The maximum number of moves, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Read the log
///
/// The moves of a game with their effects. While the game runs, the cards that others
/// drew stay hidden.
#[utoipa::path(
    tag = "moves",
    params(LogQuery),
    responses((status = 200, description = "A page of the log", body = Log)),
    security((), ("token" = [])),
)]
#[get("/moves")]
pub(crate) async fn list_moves(caller: Caller, id: Path<Uuid>, query: Query<LogQuery>) -> Answer {
    let language = preferred_language(&caller.request);
    let log =
        caller.api.service.games.log(*id, caller.token.as_ref(), query.after, query.limit, language).await?;
    let response = with_next(&caller.request, json_revalidated(&caller.request, &log), log.next);
    Ok(with_language(language, response))
}
