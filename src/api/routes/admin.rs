//! Operator actions over HTTP.

use actix_web::web::Query;
use actix_web::{HttpResponse, get, post};

use crate::api::extract::auth::Caller;
use crate::api::extract::body::Json;
use crate::api::respond::paging::with_next;
use crate::api::respond::{Answer, json_no_store, json_revalidated};
use crate::service::operators::{AdminAction, AdminEntry, AdminLog, AdminLogQuery};

/// Act as an operator
///
/// With the operator's token. The player who made a challenge can remove results from its
/// board, and restore them. Every action is logged permanently.
#[utoipa::path(
    tag = "admin",
    extensions(("x-budget" = json!("change"))),
    responses(
        (status = 201, description = "The action, as it is in the log", body = AdminEntry),
        (status = 404, description = "`no_such_game`, `no_such_player`, `no_such_challenge` or `no_such_result`"),
        (status = 409, description = "`game_over` or `contended`"),
    ),
    security(("token" = [])),
)]
#[post("")]
pub(crate) async fn run_admin_action(caller: Caller, body: Json<AdminAction>) -> Answer {
    let entry = caller.api.service.operators.run_action(body.into_inner(), caller.token.as_ref()).await?;
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
pub(crate) async fn get_admin_log(caller: Caller, query: Query<AdminLogQuery>) -> Answer {
    let log = caller.api.service.operators.log(caller.token.as_ref(), &query).await?;
    Ok(with_next(&caller.request, json_revalidated(&caller.request, &log), log.next))
}
