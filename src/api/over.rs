//! Games that are over: replay, record, audit, forks.

use actix_web::http::header;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, get, post};
use uuid::Uuid;

use super::answer::show;
use super::auth::{Bearer, IdempotencyHeader, UnguessableKey};
use super::games::created;
use super::language::{Wanted, said};
use super::problem::Problem;
use super::{Api, Metrics};
use crate::record::RecordFile;
use crate::service::{Audit, Created, ForkGame, Replay};

/// Replay a game
///
/// Every position from the deal to the end, with what each move did. Only
/// when the game is over.
#[utoipa::path(
    operation_id = "get_replay",
    tag = "records",
    params(("id" = Uuid, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The whole game", body = Replay),
        (status = 409, description = "`game_not_over`", body = Problem, content_type = "application/problem+json"),
    ),
)]
#[get("/games/{id}/replay")]
pub(super) async fn get_replay(
    api: Data<Api>,
    request: HttpRequest,
    Wanted(language): Wanted,
    id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    Ok(said(language, show(&request, &api.service.replay(*id, language).await?)))
}

/// Get a game's record file
///
/// Everything that is needed to rebuild and judge the game anywhere. Only when
/// the game is over.
#[utoipa::path(
    operation_id = "get_record",
    tag = "records",
    params(("id" = Uuid, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The record", body = RecordFile),
        (status = 409, description = "`game_not_over`", body = Problem, content_type = "application/problem+json"),
    ),
)]
#[get("/games/{id}/record")]
pub(super) async fn get_record(
    api: Data<Api>,
    request: HttpRequest,
    id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let mut response = show(&request, &api.service.record(*id).await?);
    let name = format!("attachment; filename=\"regicide-{id}.json\"");
    if let Ok(name) = name.parse() {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// Audit a game
///
/// Rebuilds the game from its seed and log and says what was checked and
/// what, if anything, does not hold.
#[utoipa::path(
    operation_id = "audit_game",
    tag = "records",
    params(("id" = Uuid, Path, description = "The game's id")),
    responses((status = 200, description = "What was checked", body = Audit)),
)]
#[get("/games/{id}/audit")]
pub(super) async fn audit_game(
    api: Data<Api>,
    request: HttpRequest,
    id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    Ok(show(&request, &api.service.audit(*id).await?))
}

/// Fork a game
///
/// A new practice game with the same seed and the first moves. Only when the
/// game is over.
#[utoipa::path(
    operation_id = "fork_game",
    tag = "records",
    params(
        ("id" = Uuid, Path, description = "The game's id"),
        UnguessableKey,
    ),
    request_body = ForkGame,
    responses(
        (status = 201, description = "The new game", body = Created, headers(("Location" = String, description = "The new game's path"))),
        (status = 409, description = "`game_not_over` or `idempotency_key_running`", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "`idempotency_key_reused`", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "`too_many_requests`", body = Problem, content_type = "application/problem+json"),
    ),
)]
#[post("/games/{id}/forks")]
pub(super) async fn fork_game(
    api: Data<Api>,
    metrics: Data<Metrics>,
    request: HttpRequest,
    bearer: Bearer,
    key: IdempotencyHeader,
    id: Path<Uuid>,
    body: Json<ForkGame>,
) -> Result<HttpResponse, Problem> {
    api.creating.check(&request)?;
    let key = key.unguessable(&bearer)?;
    let reply = api.service.fork_game(*id, &body, key.as_ref()).await?;
    metrics.games_created.inc();
    Ok(created(reply))
}
