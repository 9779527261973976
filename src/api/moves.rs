//! Moves: making them, and the log.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::answer::{show, tell};
use super::auth::{Bearer, IdempotencyHeader};
use super::language::{Wanted, said};
use super::problem::Problem;
use super::{Api, Metrics};
use crate::service::{ConcessionPending, Log, MakeMove, MoveAnswer, Moved};

/// Make a move
///
/// The move is applied once or not at all. The answer says what it did, step
/// by step, and shows the game after it.
#[utoipa::path(
    operation_id = "make_move",
    tag = "moves",
    params(
        ("id" = Uuid, Path, description = "The game's id"),
        ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 200, pattern = "^[!-~]{1,200}$", description = "Sent again with the same body, the key gives the first answer again."),
    ),
    request_body = MakeMove,
    responses(
        (status = 201, description = "The move stands in the log", body = MoveAnswer),
        (status = 202, description = "The wish to concede is noted; other seats have to agree", body = ConcessionPending),
        (status = 403, description = "`forbidden`: not a seat's token", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "`seq_conflict`, `game_not_begun`, `game_over`, `contended` or `log_full`", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "`illegal_move`, with the rule, or `idempotency_key_reused`", body = Problem, content_type = "application/problem+json"),
    ),
    security(("token" = [])),
)]
#[post("/games/{id}/moves")]
pub(super) async fn make_move(
    api: Data<Api>,
    metrics: Data<Metrics>,
    bearer: Bearer,
    key: IdempotencyHeader,
    Wanted(language): Wanted,
    id: Path<Uuid>,
    body: Json<MakeMove>,
) -> Result<HttpResponse, Problem> {
    let token = bearer.required()?;
    let key = key.key(&bearer)?;
    let moved = api.service.make_move(*id, token, &body, key.as_ref(), language).await;
    match moved.map_err(|error| Problem::from(error).in_game(*id))? {
        Moved::Made(answer) => {
            metrics.moves.inc();
            Ok(said(language, tell(&mut HttpResponse::Created(), &answer)))
        }
        Moved::Asked(pending) => Ok(tell(&mut HttpResponse::Accepted(), &pending)),
    }
}

/// Which part of a log to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct LogQuery {
    /// Only moves after this number.
    #[serde(default)]
    #[param(minimum = 0, maximum = 20000)]
    after: u32,
    /// How many moves at the most, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Read the log
///
/// The moves of a game with what they did. While the game runs, what others
/// drew stays hidden.
#[utoipa::path(
    operation_id = "list_moves",
    tag = "moves",
    params(("id" = Uuid, Path, description = "The game's id"), LogQuery),
    responses((status = 200, description = "A page of the log", body = Log)),
    security((), ("token" = [])),
)]
#[get("/games/{id}/moves")]
pub(super) async fn list_moves(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    Wanted(language): Wanted,
    id: Path<Uuid>,
    query: Query<LogQuery>,
) -> Result<HttpResponse, Problem> {
    let log = api.service.log(*id, bearer.token(), query.after, query.limit, language).await?;
    Ok(said(language, show(&request, &log)))
}
