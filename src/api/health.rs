//! Whether the service is alive and ready.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::Api;
use super::answer::{show, tell};
use super::language::{Wanted, said};
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

/// What a problem's code means.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Meaning {
    /// The code.
    code: Code,
    /// The HTTP status that it comes with.
    #[schema(minimum = 400, maximum = 599, examples(422))]
    status: u16,
    /// The title of its problems.
    #[schema(examples("The move is against the rules"))]
    title: String,
}

/// What a problem's code means
///
/// The `type` of a problem document leads here.
#[utoipa::path(
    operation_id = "get_problem",
    tag = "service",
    params(("code" = Code, Path, description = "The code")),
    responses(
        (status = 200, description = "What it means", body = Meaning),
        (status = 404, description = "`no_such_path`: there is no such code", body = Problem, content_type = "application/problem+json"),
    ),
)]
#[get("/problems/{code}")]
pub(super) async fn get_problem(
    request: HttpRequest,
    Wanted(language): Wanted,
    name: Path<String>,
) -> Result<HttpResponse, Problem> {
    let code = Code::ALL.into_iter().find(|code| code.name() == *name);
    let code = code.ok_or_else(|| Problem::new(Code::NoSuchPath, "error-no-such-code"))?;
    let title = language.say(&code.title());
    Ok(said(language, show(&request, &Meaning { code, status: code.status().as_u16(), title })))
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
            Err(Problem::new(Code::Unavailable, "error-not-ready"))
        }
    }
}
