//! What operators do, over HTTP.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};

use super::Api;
use super::answer::{show, tell};
use super::auth::Bearer;
use super::problem::Problem;
use crate::service::{AdminAct, AdminEntry, AdminLog, AdminLogQuery};

/// Act as an operator
///
/// With the operator's token; an organiser's takes results off the board of
/// the own challenge. Every act stands in a log for good.
#[utoipa::path(
    operation_id = "administer",
    tag = "admin",
    request_body = AdminAct,
    responses(
        (status = 201, description = "The act as it stands in the log", body = AdminEntry),
        (status = 404, description = "`no_such_game`, `no_such_player`, `no_such_challenge` or `no_such_result`", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "`game_over` or `contended`", body = Problem, content_type = "application/problem+json"),
    ),
    security(("token" = [])),
)]
#[post("/admin/acts")]
pub(super) async fn administer(
    api: Data<Api>,
    bearer: Bearer,
    body: Json<AdminAct>,
) -> Result<HttpResponse, Problem> {
    let entry = api.service.administer(body.into_inner(), bearer.token()).await?;
    Ok(tell(&mut HttpResponse::Created(), &entry))
}

/// Read the log of acts
///
/// What operators and organisers did, oldest first, with the operator's token.
#[utoipa::path(
    operation_id = "get_admin_log",
    tag = "admin",
    params(AdminLogQuery),
    responses((status = 200, description = "A page of the log", body = AdminLog)),
    security(("token" = [])),
)]
#[get("/admin/acts")]
pub(super) async fn get_admin_log(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    query: Query<AdminLogQuery>,
) -> Result<HttpResponse, Problem> {
    Ok(show(&request, &api.service.admin_log(bearer.token(), &query).await?))
}
