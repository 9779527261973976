//! Players: coming, being called otherwise, another token, going.

use actix_web::http::header;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post};
use uuid::Uuid;

use super::Api;
use super::answer::{show, tell, tell_json};
use super::auth::{Bearer, IdempotencyHeader, TokenKey, UnguessableKey};
use super::problem::Problem;
use crate::service::{CreatePlayer, NamePlayer, PlayerInfo, PlayerToken, Profile};

/// Become a player
///
/// No address, no password: the token is all there is, and it is shown this
/// once. Whoever takes a seat with it holds the seat as this player.
#[utoipa::path(
    operation_id = "create_player",
    tag = "players",
    params(UnguessableKey),
    request_body = CreatePlayer,
    responses(
        (status = 201, description = "The player and the token", body = PlayerToken, headers(("Location" = String, description = "The player's path"))),
        (status = 409, description = "`idempotency_key_running`", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "`idempotency_key_reused`", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "`too_many_requests`", body = Problem, content_type = "application/problem+json"),
    ),
)]
#[post("/players")]
pub(super) async fn create_player(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    key: IdempotencyHeader,
    body: Json<CreatePlayer>,
) -> Result<HttpResponse, Problem> {
    api.creating.check(&request)?;
    let key = key.unguessable(&bearer)?;
    let reply = api.service.create_player(&body, key.as_ref()).await?;
    let location = format!("/v1/players/{}", reply.about);
    Ok(tell_json(HttpResponse::Created().insert_header((header::LOCATION, location)), reply.json))
}

/// Look at a player
///
/// Who it is, and what came of the games that were finished.
#[utoipa::path(
    operation_id = "get_player",
    tag = "players",
    params(("id" = Uuid, Path, description = "The player's id")),
    responses((status = 200, description = "The player", body = Profile)),
)]
#[get("/players/{id}")]
pub(super) async fn get_player(
    api: Data<Api>,
    request: HttpRequest,
    id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    Ok(show(&request, &api.service.profile(*id).await?))
}

/// Change a player's name
///
/// At all seats of the player, in finished games, too.
#[utoipa::path(
    operation_id = "rename_player",
    tag = "players",
    params(("id" = Uuid, Path, description = "The player's id")),
    request_body = NamePlayer,
    responses((status = 200, description = "The player", body = PlayerInfo)),
    security(("token" = [])),
)]
#[patch("/players/{id}")]
pub(super) async fn rename_player(
    api: Data<Api>,
    bearer: Bearer,
    id: Path<Uuid>,
    body: Json<NamePlayer>,
) -> Result<HttpResponse, Problem> {
    let player = api.service.rename_player(*id, bearer.token(), &body).await?;
    Ok(tell(&mut HttpResponse::Ok(), &player))
}

/// Get another token
///
/// The one before is void at once, at all seats of the player.
#[utoipa::path(
    operation_id = "rotate_player_token",
    tag = "players",
    params(
        ("id" = Uuid, Path, description = "The player's id"),
        TokenKey,
    ),
    responses(
        (status = 200, description = "The player and the new token", body = PlayerToken),
        (status = 409, description = "`idempotency_key_running`", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "`idempotency_key_reused`", body = Problem, content_type = "application/problem+json"),
    ),
    security(("token" = [])),
)]
#[post("/players/{id}/token")]
pub(super) async fn rotate_player_token(
    api: Data<Api>,
    bearer: Bearer,
    key: IdempotencyHeader,
    id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let token = bearer.required()?;
    let key = key.key(&bearer)?;
    let reply = api.service.rotate_player_token(*id, token, key.as_ref()).await?;
    Ok(tell_json(&mut HttpResponse::Ok(), reply.json))
}

/// Delete a player
///
/// The name goes everywhere, and the token is void. The games stay, without a
/// name. There is no way back.
#[utoipa::path(
    operation_id = "delete_player",
    tag = "players",
    params(("id" = Uuid, Path, description = "The player's id")),
    responses((status = 200, description = "What is left of the player", body = PlayerInfo)),
    security(("token" = [])),
)]
#[delete("/players/{id}")]
pub(super) async fn delete_player(
    api: Data<Api>,
    bearer: Bearer,
    id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let player = api.service.delete_player(*id, bearer.token()).await?;
    Ok(tell(&mut HttpResponse::Ok(), &player))
}
