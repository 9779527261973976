//! The holder of the token that a request is sent with.

use actix_web::get;

use crate::api::extract::auth::Caller;
use crate::api::respond::{Answer, json_revalidated};
use crate::service::permissions::TokenHolder;

/// Get the holder of the token
///
/// The player, the seat of a game, the spectator of a private game or the operator that the
/// token is of, and the operations that it permits now. A revoked token is unknown.
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The holder of the token", body = TokenHolder)),
    security(("token" = [])),
)]
#[get("/me")]
pub(crate) async fn get_token_holder(caller: Caller) -> Answer {
    let holder = caller.api.service.permissions.of(caller.required_token()?).await?;
    Ok(json_revalidated(&caller.request, &holder))
}
