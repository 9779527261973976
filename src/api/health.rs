//! Whether the service is alive and ready.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::Api;
use super::answer::tell;
use super::problem::{Code, Problem};

/// How the service is.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// Always `ok`: otherwise there is a problem document instead.
    #[schema(examples("ok"))]
    status: &'static str,
}

/// Whether the process is alive
///
/// Asks nothing of the database.
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
/// The database answers and its schema fits.
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
            Err(Problem::new(Code::Unavailable, "the database does not answer, or its schema does not fit"))
        }
    }
}
