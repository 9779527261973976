//! Operator actions over HTTP.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};

use crate::api::Api;
use crate::api::extract::auth::Bearer;
use crate::api::respond::problem::Problem;
use crate::api::respond::{json_no_store, json_revalidated};
use crate::service::{AdminAction, AdminEntry, AdminLog, AdminLogQuery};

/// Act as an operator
///
/// With the operator's token. An organiser's token removes results from the board
/// of the organiser's challenge. Every action is logged permanently.
#[utoipa::path(
    tag = "admin",
    responses(
        (status = 201, description = "The act as it stands in the log", body = AdminEntry),
        (status = 404, description = "`no_such_game`, `no_such_player`, `no_such_challenge` or `no_such_result`"),
        (status = 409, description = "`game_over` or `contended`"),
    ),
    security(("token" = [])),
)]
#[post("")]
pub(crate) async fn administer(
    api: Data<Api>,
    bearer: Bearer,
    body: Json<AdminAction>,
) -> Result<HttpResponse, Problem> {
    let entry = api.service.administer(body.into_inner(), bearer.token()).await?;
    Ok(json_no_store(&mut HttpResponse::Created(), &entry))
}

/// Read the log of actions
///
/// Actions of operators and organisers, oldest first, with the operator's token.
#[utoipa::path(
    tag = "admin",
    params(AdminLogQuery),
    responses((status = 200, description = "A page of the log", body = AdminLog)),
    security(("token" = [])),
)]
#[get("")]
pub(crate) async fn get_admin_log(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    query: Query<AdminLogQuery>,
) -> Result<HttpResponse, Problem> {
    Ok(json_revalidated(&request, &api.service.admin_log(bearer.token(), &query).await?))
}
