//! Liveness and readiness.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::respond::json_no_store;
use crate::api::respond::problem::{Code, Problem};
use crate::api::state::{Api, is_ready};

/// The health of the service.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// Always `ok`: otherwise there is a problem document instead.
    #[schema(examples("ok"))]
    status: &'static str,
}

/// Check that the process is alive
///
/// Does not use the database.
#[utoipa::path(tag = "service", responses((status = 200, description = "It is", body = Health)))]
#[get("/healthz")]
pub(crate) async fn get_health() -> HttpResponse {
    json_no_store(&mut HttpResponse::Ok(), &Health { status: "ok" })
}

/// Check that the service can work
///
/// The database answers within a second, its schema matches, and it accepts writes: a
/// write tests this, at most once a second however many requests come.
#[utoipa::path(tag = "service", responses((status = 200, description = "It can", body = Health)))]
#[get("/readyz")]
pub(crate) async fn get_readiness(api: Data<Api>) -> Result<HttpResponse, Problem> {
    if is_ready(&api).await {
        Ok(json_no_store(&mut HttpResponse::Ok(), &Health { status: "ok" }))
    } else {
        Err(Problem::new(Code::Unavailable, "error-not-ready"))
    }
}
