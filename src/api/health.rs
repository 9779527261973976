//! Liveness and readiness.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::Api;
use super::problem::{Code, Problem};
use super::responses::tell;

/// The health of the service.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// Always `ok`: otherwise there is a problem document instead.
    #[schema(examples("ok"))]
    status: &'static str,
}

/// Whether the process is alive
///
/// Does not use the database.
#[utoipa::path(
    operation_id = "get_health",
    tag = "service",
    responses((status = 200, description = "It is", body = Health)),
)]
#[get("/healthz")]
pub(super) async fn get_health() -> HttpResponse {
    tell(&mut HttpResponse::Ok(), &Health { status: "ok" })
}

/// Whether the service can work
///
/// The database answers within a second, its schema matches, and it accepts writes:
/// this is tested with a write, at most once a second.
#[utoipa::path(
    operation_id = "get_readiness",
    tag = "service",
    responses((status = 200, description = "It can", body = Health)),
)]
#[get("/readyz")]
pub(super) async fn get_readiness(api: Data<Api>) -> Result<HttpResponse, Problem> {
    match api.service.ready().await {
        Ok(()) => Ok(tell(&mut HttpResponse::Ok(), &Health { status: "ok" })),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            Err(Problem::new(Code::Unavailable, "error-not-ready"))
        }
    }
}
