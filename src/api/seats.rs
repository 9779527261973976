//! Seats: taking and freeing them before a game begins.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, delete, post};
use serde::Deserialize;
use uuid::Uuid;

use super::Api;
use super::answer::{tell, tell_json};
use super::auth::{Bearer, IdempotencyHeader, UnguessableKey};
use super::problem::Problem;
use crate::engine::Seat;
use crate::service::{GameView, Joined, TakeSeat};

/// Take an open seat
///
/// Answers its secret token. The game begins when all seats are taken. With a
/// player's token the seat is that player's, and the player's token opens it
/// as its own does.
#[utoipa::path(
    operation_id = "take_seat",
    tag = "seats",
    params(
        ("id" = Uuid, Path, description = "The game's id"),
        UnguessableKey,
    ),
    request_body = TakeSeat,
    responses(
        (status = 201, description = "The seat and its token", body = Joined),
        (status = 409, description = "`seat_taken`, `seated_already`, `no_open_seat`, `game_over` or `idempotency_key_running`", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "`idempotency_key_reused`", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "`too_many_requests`", body = Problem, content_type = "application/problem+json"),
    ),
    security((), ("token" = [])),
)]
#[post("/games/{id}/seats")]
pub(super) async fn take_seat(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    key: IdempotencyHeader,
    id: Path<Uuid>,
    body: Json<TakeSeat>,
) -> Result<HttpResponse, Problem> {
    api.creating.check(&request)?;
    let key = key.unguessable(&bearer)?;
    let reply = api.service.take_seat(*id, bearer.token(), &body, key.as_ref()).await?;
    Ok(tell_json(&mut HttpResponse::Created(), reply.json))
}

/// Where a seat is.
#[derive(Debug, Deserialize)]
pub(super) struct SeatPath {
    id: Uuid,
    seat: Seat,
}

/// Free a seat
///
/// With the seat's own token to leave it, with the creator's to free it for
/// somebody else, before all seats are taken.
#[utoipa::path(
    operation_id = "free_seat",
    tag = "seats",
    params(
        ("id" = Uuid, Path, description = "The game's id"),
        ("seat" = Seat, Path, description = "The seat", minimum = 0, maximum = 3),
    ),
    responses(
        (status = 200, description = "The game with the seat open", body = GameView),
        (status = 403, description = "`forbidden`: neither the seat's nor the creator's token", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "`game_begun` or `game_over`", body = Problem, content_type = "application/problem+json"),
    ),
    security(("token" = [])),
)]
#[delete("/games/{id}/seats/{seat}")]
pub(super) async fn free_seat(
    api: Data<Api>,
    bearer: Bearer,
    path: Path<SeatPath>,
) -> Result<HttpResponse, Problem> {
    let view = api.service.free_seat(path.id, path.seat, bearer.token()).await?;
    Ok(tell(&mut HttpResponse::Ok(), &view))
}
