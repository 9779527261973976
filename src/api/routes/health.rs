//! Liveness and readiness.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use regicide_store::Server;
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

/// Readiness of the service.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Readiness {
    /// Always `ok`: otherwise there is a problem document instead.
    #[schema(examples("ok"))]
    status: &'static str,
    /// The servers of the database, if it is spread over several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    database_servers: Vec<DatabaseServer>,
}

/// A server of a database that is spread over several.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DatabaseServer {
    /// Its number in the cluster; 0 is the coordinator.
    number: i32,
    /// False if it did not respond to this instance within a second. Requests for its games get
    /// 503; those for games of other servers go on.
    is_available: bool,
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
/// write tests this, at most once a second however many requests come. Of a database
/// that is spread over several servers, this is about the server that this instance uses.
#[utoipa::path(tag = "service", responses((status = 200, description = "It can", body = Readiness)))]
#[get("/readyz")]
pub(crate) async fn get_readiness(api: Data<Api>) -> Result<HttpResponse, Problem> {
    if is_ready(&api).await {
        let servers = api.service.core.database_servers().into_iter();
        let database_servers = servers
            .map(|Server { number, is_available, .. }| DatabaseServer { number, is_available })
            .collect();
        Ok(json_no_store(&mut HttpResponse::Ok(), &Readiness { status: "ok", database_servers }))
    } else {
        Err(Problem::new(Code::Unavailable, "error-not-ready"))
    }
}
