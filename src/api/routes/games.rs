//! Games: creating, listing, reading.

use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, delete, get, post};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::extract::auth::{Caller, Key};
use crate::api::extract::body::{Json, NoBody};
use crate::api::extract::context::Context;
use crate::api::respond::{Answer, json_if_new, json_no_store, json_revalidated, replied_in};
use crate::api::state::page_shared;
use crate::service::auth::Reply;
use crate::service::games::{CreateGame, Created, GameList, GameView, LegalMoves, ListQuery};
use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of a game.
pub(super) fn item(config: &mut ServiceConfig<'_>) {
    config.service(get_game).service(cancel_game).service(list_legal_moves);
}

/// The answer to a request that created a game.
pub(crate) fn created(reply: Reply) -> HttpResponse {
    replied_in("games", HttpResponse::Created(), reply)
}

/// Create a game
///
/// The answer has the game, its seed's commitment and a secret token for each seat that
/// is neither open nor a bot's. With open seats the game waits until others have taken them.
/// Its owner is the player whose token is sent, who takes the first seat unless it is open or
/// `join` is false; without one, the first seat that is neither open nor a bot's.
#[utoipa::path(
    tag = "games",
    params(Key),
    responses(
        (status = 201, description = "The game", body = Created, headers(("Location" = String, description = "The game's path"))),
        (status = 422, description = "`invalid_setup`, `misleading_name`"),
    ),
    security((), ("token" = [])),
)]
#[post("")]
pub(crate) async fn create_game(caller: Caller, body: Json<CreateGame>) -> Answer {
    let key = caller.key().await?;
    let reply = caller.api.service.games.create(&body, caller.token.as_ref(), key.as_ref()).await?;
    caller.api.metrics.count_game(&reply);
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
pub(crate) async fn list_games(context: Context, query: Query<ListQuery>) -> Answer {
    let games = context.api.service.games.list(&query);
    page_shared(&context.api, &context.request, games, |games| games.next).await
}

/// The position of a game to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ViewQuery {
    /// Show the game as it was after this many moves; after all if left out.
    #[param(minimum = 0, maximum = 7151)]
    seq: Option<u32>,
}

/// Get a game
///
/// With a seat's token, the seat's view with its hand and, on its turn, its legal moves;
/// with a player's token the view of the player's seat. Without a token, or with one that
/// has no seat in the game, the view of a spectator; once the game is over, everything.
#[utoipa::path(
    tag = "games",
    params(ViewQuery),
    responses((status = 200, description = "The game as the caller may see it", body = GameView)),
    security((), ("token" = [])),
)]
#[get("")]
pub(crate) async fn get_game(caller: Caller, id: Path<Uuid>, query: Query<ViewQuery>) -> Answer {
    let game = caller.api.service.games.visible_game(*id, caller.token.as_ref()).await?;
    Ok(json_if_new(&caller.request, game.state(query.seq), game.view(query.seq)).await?)
}

/// Cancel a game
///
/// With its owner's token, before all open seats are taken.
#[utoipa::path(
    tag = "games",
    responses(
        (status = 200, description = "The cancelled game", body = GameView),
        (status = 403, description = "`forbidden`: not its owner's token"),
        (status = 409, description = "`game_begun` or `game_over`"),
    ),
    security(("token" = [])),
)]
#[delete("")]
pub(crate) async fn cancel_game(caller: Caller, id: Path<Uuid>, _: NoBody) -> Answer {
    let view = caller.api.service.play.cancel(*id, caller.token.as_ref()).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &view))
}

/// List the caller's legal moves
///
/// All legal moves of the seat, in JSON and as text, so that a front end needs no rules.
/// Empty when it is another seat's turn. Conceding is always legal and never listed.
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
pub(crate) async fn list_legal_moves(caller: Caller, id: Path<Uuid>) -> Answer {
    let moves = caller.api.service.games.legal_moves(*id, caller.token.as_ref()).await?;
    Ok(json_revalidated(&caller.request, &moves))
}
