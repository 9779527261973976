//! The keys that sign finished games.

use actix_web::get;

use crate::api::extract::context::Context;
use crate::api::respond::{Answer, json_revalidated};
use crate::service::signing::Keys;

/// Read the public keys
///
/// Records of finished games are signed with them (Ed25519, RFC 8032). With the
/// policy of the transparency log, which has them, a record can be checked offline:
/// `regicide verify --policy`.
#[utoipa::path(
    tag = "records",
    responses((status = 200, description = "All keys, also those no longer in force, the oldest first", body = Keys)),
)]
#[get("/keys")]
pub(crate) async fn list_keys(context: Context) -> Answer {
    Ok(json_revalidated(&context.request, &context.api.service.keys.list().await?))
}
