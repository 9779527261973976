//! The keys that sign finished games.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get};

use crate::api::Api;
use crate::api::respond::json_revalidated;
use crate::api::respond::problem::Problem;
use crate::service::Keys;

/// Read the public keys
///
/// Records of finished games are signed with them (Ed25519, RFC 8032). With a
/// key, a record can be checked offline: `regicide verify --key`.
#[utoipa::path(
    tag = "records",
    responses((status = 200, description = "All keys, the oldest first", body = Keys)),
)]
#[get("/keys")]
pub(crate) async fn list_keys(api: Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    Ok(json_revalidated(&request, &api.service.keys().await?))
}
