//! Private notes of players on finished games.

use actix_web::web::Path;
use actix_web::{HttpResponse, get, put};
use uuid::Uuid;

use crate::api::extract::auth::Caller;
use crate::api::extract::body::Json;
use crate::api::respond::{Answer, json_no_store, json_revalidated};
use crate::service::games::Notes;
use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;

/// The routes below a game.
pub(super) fn of_game(config: &mut ServiceConfig<'_>) {
    config.service(scope("/notes").service(get_notes).service(replace_notes));
}

/// Get the own notes on a game
///
/// With a player's token, that player's notes. Other players, the operator and the record of
/// the game do not show them.
#[utoipa::path(
    tag = "records",
    responses(
        (status = 200, description = "The notes", body = Notes),
        (status = 403, description = "`forbidden`: not a player's token, or a private game of others; or `embargoed`"),
        (status = 409, description = "`game_not_over`"),
    ),
    security(("token" = [])),
)]
#[get("")]
pub(crate) async fn get_notes(caller: Caller, id: Path<Uuid>) -> Answer {
    let notes = caller.api.service.games.notes(*id, caller.token.as_ref()).await?;
    Ok(json_revalidated(&caller.request, &notes))
}

/// Replace the own notes on a game
///
/// With a player's token, on a finished game that the player may read, played or not; all
/// notes at once. An empty list deletes them, and so does deleting the player. Of concurrent
/// requests the last one stays.
#[utoipa::path(
    tag = "records",
    responses(
        (status = 200, description = "The notes", body = Notes),
        (status = 403, description = "`forbidden`: not a player's token, or a private game of others; or `embargoed`"),
        (status = 404, description = "`no_such_game`; or `no_such_move`: a note after the last move"),
        (status = 409, description = "`game_not_over`"),
        (status = 422, description = "`invalid_setup`: two notes on a position, or notes on 500 other games"),
    ),
    security(("token" = [])),
)]
#[put("")]
pub(crate) async fn replace_notes(caller: Caller, id: Path<Uuid>, body: Json<Notes>) -> Answer {
    let notes = caller.api.service.games.replace_notes(*id, caller.token.as_ref(), &body).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &notes))
}
