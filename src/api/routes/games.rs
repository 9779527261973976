//! Games: creating, listing, reading.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, delete, get, post};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::extract::auth::{Bearer, IdempotencyHeader, UnguessableKey};
use crate::api::respond::problem::Problem;
use crate::api::respond::{json_no_store, json_revalidated, json_text_at, show_if_new};
use crate::api::{Api, Metrics};
use crate::service::{CreateGame, Created, GameList, GameView, LegalMoves, ListQuery, Reply};

/// The answer to a request that created a game.
pub(crate) fn created(reply: Reply) -> HttpResponse {
    about_game(HttpResponse::Created(), reply)
}

/// The answer about a game that may be new, with its path.
pub(crate) fn about_game(response: HttpResponseBuilder, reply: Reply) -> HttpResponse {
    json_text_at(response, format!("/v1/games/{}", reply.about), reply.json)
}

/// Create a game
///
/// Answers the game, its seed's commitment and one secret token a seat. With
/// open seats the game waits until others have taken them. With a player's
/// token, that player is its creator, and takes the first seat unless it is open
/// or `join` is false.
#[utoipa::path(
    tag = "games",
    params(UnguessableKey),
    responses(
        (status = 201, description = "The game", body = Created, headers(("Location" = String, description = "The game's path"))),
        (status = 422, description = "`invalid_setup`, `misleading_name`"),
    ),
    security((), ("token" = [])),
)]
#[post("")]
pub(crate) async fn create_game(
    api: Data<Api>,
    metrics: Data<Metrics>,
    bearer: Bearer,
    key: IdempotencyHeader,
    body: Json<CreateGame>,
) -> Result<HttpResponse, Problem> {
    let key = key.unguessable(&bearer)?;
    let reply = api.service.create_game(&body, bearer.token(), key.as_ref()).await?;
    metrics.count_game(&reply);
    Ok(created(reply))
}

/// List games
///
/// Public games, newest first, a page at a time.
#[utoipa::path(
    tag = "games",
    params(ListQuery),
    responses((status = 200, description = "A page of games", body = GameList)),
)]
#[get("")]
pub(crate) async fn list_games(
    api: Data<Api>,
    request: HttpRequest,
    query: Query<ListQuery>,
) -> Result<HttpResponse, Problem> {
    Ok(json_revalidated(&request, &api.service.list_games(&query).await?))
}

/// Which position of a game to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ViewQuery {
    /// Show the game as it was after this many moves; after all if left out.
    #[param(minimum = 0, maximum = 7151)]
    at: Option<u32>,
}

/// Look at a game
///
/// With a seat's token, what that seat may see, its hand and, on its turn, its
/// legal moves; without one, and with the token of a player who is not in the
/// game, what a spectator may see; once the game is over, everything.
#[utoipa::path(
    tag = "games",
    params(
        ViewQuery,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the view that the client has"),
    ),
    responses(
        (status = 200, description = "The game as the caller may see it", body = GameView, headers(("ETag" = String, description = "Changes with everything that the caller can see"))),
        (status = 304, description = "Nothing has changed"),
    ),
    security((), ("token" = [])),
)]
#[get("")]
pub(crate) async fn get_game(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    id: Path<Uuid>,
    query: Query<ViewQuery>,
) -> Result<HttpResponse, Problem> {
    let game = api.service.visible_game(*id, bearer.token()).await?;
    Ok(show_if_new(&request, game.state(query.at), game.view(query.at)).await?)
}

/// Call a game off
///
/// With the creator's token, before all open seats are taken.
#[utoipa::path(
    tag = "games",
    responses(
        (status = 200, description = "The game, called off", body = GameView),
        (status = 403, description = "`forbidden`: not the creator's token"),
        (status = 409, description = "`game_begun` or `game_over`"),
    ),
    security(("token" = [])),
)]
#[delete("")]
pub(crate) async fn cancel_game(
    api: Data<Api>,
    bearer: Bearer,
    id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let view = api.service.cancel_game(*id, bearer.token()).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &view))
}

/// List the caller's legal moves
///
/// All legal moves of the seat, in JSON and as text, so that a front
/// end needs no rules. Empty when it is another's turn. Conceding is always
/// legal and never listed.
#[utoipa::path(
    tag = "moves",
    responses(
        (status = 200, description = "The legal moves", body = LegalMoves),
        (status = 403, description = "`forbidden`: not a seat's token"),
        (status = 409, description = "`game_not_begun`"),
    ),
    security(("token" = [])),
)]
#[get("/legal-moves")]
pub(crate) async fn list_legal_moves(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let moves = api.service.legal_moves(*id, bearer.token()).await?;
    Ok(json_revalidated(&request, &moves))
}
