//! Webhooks: a player's own and the operator's, and what was sent to them.

use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, delete, get, patch, post};
use uuid::Uuid;

use crate::api::extract::auth::{Caller, Key};
use crate::api::extract::body::{Json, NoBody};
use crate::api::extract::language::preferred_language;
use crate::api::respond::{Answer, json_no_store, json_revalidated, json_text_at};
use crate::service::{
    ChangeWebhook, CreateWebhook, DeliveriesQuery, Delivery, DeliveryList, Webhook, WebhookList,
    WebhookOwner, WebhookSecret,
};
use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;

/// The routes below a player.
pub(super) fn of_player(config: &mut ServiceConfig<'_>) {
    let webhook = scope("/{webhook_id}")
        .service(get_webhook)
        .service(change_webhook)
        .service(delete_webhook)
        .service(try_webhook)
        .service(list_deliveries);
    config.service(scope("/webhooks").service(create_webhook).service(list_webhooks).service(webhook));
}

/// The routes of the operators' webhooks.
pub(super) fn of_operators(config: &mut ServiceConfig<'_>) {
    let webhook = scope("/{webhook_id}")
        .service(get_operator_webhook)
        .service(change_operator_webhook)
        .service(delete_operator_webhook)
        .service(try_operator_webhook)
        .service(list_operator_deliveries);
    config.service(create_operator_webhook).service(list_operator_webhooks).service(webhook);
}

/// Register a webhook
///
/// With the player's own token. The service then sends a message to the URL
/// when one of the events happens. The secret, which signs messages, is shown
/// this once.
#[utoipa::path(
    tag = "webhooks",
    params(Key),
    responses(
        (status = 201, description = "The webhook and its secret", body = WebhookSecret, headers(("Location" = String, description = "The webhook's path"))),
        (status = 409, description = "`webhook_exists`"),
        (status = 422, description = "`too_many_webhooks`"),
        (status = 403, description = "`webhooks_off`; or `forbidden`: another's token"),
    ),
    security(("token" = [])),
)]
#[post("")]
pub(crate) async fn create_webhook(caller: Caller, id: Path<Uuid>, body: Json<CreateWebhook>) -> Answer {
    create(&caller, WebhookOwner::Player(*id), &body, &format!("/v1/players/{id}/webhooks")).await
}

async fn create(caller: &Caller, owner: WebhookOwner, body: &CreateWebhook, list: &str) -> Answer {
    let (token, key) = caller.token_and_key()?;
    let language = preferred_language(&caller.request);
    let reply = caller.api.service.create_webhook(owner, token, body, language, key.as_ref()).await?;
    Ok(json_text_at(HttpResponse::Created(), format!("{list}/{}", reply.about), reply.json))
}

/// List a player's webhooks
///
/// With the player's own token: all of them, the oldest first.
#[utoipa::path(
    tag = "webhooks",
    responses((status = 200, description = "The webhooks", body = WebhookList)),
    security(("token" = [])),
)]
#[get("")]
pub(crate) async fn list_webhooks(caller: Caller, id: Path<Uuid>) -> Answer {
    let webhooks = caller.api.service.webhooks(WebhookOwner::Player(*id), caller.token.as_ref()).await?;
    Ok(json_revalidated(&caller.request, &webhooks))
}

/// Look at a webhook
///
/// With the player's own token.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The webhook", body = Webhook),
        (status = 404, description = "`no_such_webhook` or `no_such_player`"),
    ),
    security(("token" = [])),
)]
#[get("")]
pub(crate) async fn get_webhook(caller: Caller, path: Path<(Uuid, Uuid)>) -> Answer {
    let (player, id) = path.into_inner();
    let webhook = caller.api.service.webhook(WebhookOwner::Player(player), id, caller.token.as_ref()).await?;
    Ok(json_revalidated(&caller.request, &webhook))
}

/// Change a webhook
///
/// What it is told of, or whether it is switched on: also one that was switched
/// off because its receiver had failed.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The webhook", body = Webhook),
        (status = 404, description = "`no_such_webhook` or `no_such_player`"),
        (status = 403, description = "`webhooks_off`; or `forbidden`: another's token"),
    ),
    security(("token" = [])),
)]
#[patch("")]
pub(crate) async fn change_webhook(
    caller: Caller,
    path: Path<(Uuid, Uuid)>,
    body: Json<ChangeWebhook>,
) -> Answer {
    let (player, id) = path.into_inner();
    let webhook = caller
        .api
        .service
        .change_webhook(WebhookOwner::Player(player), id, caller.token.as_ref(), &body)
        .await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &webhook))
}

/// Delete a webhook
///
/// Nothing is sent to it any more, and its deliveries are forgotten.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The webhook that was deleted", body = Webhook),
        (status = 404, description = "`no_such_webhook` or `no_such_player`"),
    ),
    security(("token" = [])),
)]
#[delete("")]
pub(crate) async fn delete_webhook(caller: Caller, path: Path<(Uuid, Uuid)>, _: NoBody) -> Answer {
    let (player, id) = path.into_inner();
    let webhook =
        caller.api.service.delete_webhook(WebhookOwner::Player(player), id, caller.token.as_ref()).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &webhook))
}

/// Try a webhook
///
/// Sends it a message of type `test`, once, and answers what came of it.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The message, received or not", body = Delivery),
        (status = 404, description = "`no_such_webhook` or `no_such_player`"),
        (status = 403, description = "`webhooks_off`; or `forbidden`: another's token"),
    ),
    security(("token" = [])),
)]
#[post("/test")]
pub(crate) async fn try_webhook(caller: Caller, path: Path<(Uuid, Uuid)>, _: NoBody) -> Answer {
    let (player, id) = path.into_inner();
    let delivery =
        caller.api.service.try_webhook(WebhookOwner::Player(player), id, caller.token.as_ref()).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &delivery))
}

/// List what was sent to a webhook
///
/// The last hundred messages, the newest first, a page at a time.
#[utoipa::path(
    tag = "webhooks",
    params(DeliveriesQuery),
    responses(
        (status = 200, description = "A page of messages", body = DeliveryList),
        (status = 404, description = "`no_such_webhook` or `no_such_player`"),
    ),
    security(("token" = [])),
)]
#[get("/deliveries")]
pub(crate) async fn list_deliveries(
    caller: Caller,
    path: Path<(Uuid, Uuid)>,
    query: Query<DeliveriesQuery>,
) -> Answer {
    let (player, id) = path.into_inner();
    let deliveries = caller
        .api
        .service
        .deliveries(WebhookOwner::Player(player), id, caller.token.as_ref(), *query)
        .await?;
    Ok(json_revalidated(&caller.request, &deliveries))
}

/// Register a webhook of the operator
///
/// With the operator's token: for public games that are created, begin or end, and
/// days whose challenges open.
#[utoipa::path(
    tag = "webhooks",
    params(Key),
    responses(
        (status = 201, description = "The webhook and its secret", body = WebhookSecret, headers(("Location" = String, description = "The webhook's path"))),
        (status = 409, description = "`webhook_exists`"),
        (status = 422, description = "`too_many_webhooks`"),
        (status = 403, description = "`webhooks_off`; or `forbidden`: another's token"),
    ),
    security(("token" = [])),
)]
#[post("")]
pub(crate) async fn create_operator_webhook(caller: Caller, body: Json<CreateWebhook>) -> Answer {
    create(&caller, WebhookOwner::Operator, &body, "/v1/admin/webhooks").await
}

/// List the operator's webhooks
///
/// With the operator's token: all of them, the oldest first.
#[utoipa::path(
    tag = "webhooks",
    responses((status = 200, description = "The webhooks", body = WebhookList)),
    security(("token" = [])),
)]
#[get("")]
pub(crate) async fn list_operator_webhooks(caller: Caller) -> Answer {
    let webhooks = caller.api.service.webhooks(WebhookOwner::Operator, caller.token.as_ref()).await?;
    Ok(json_revalidated(&caller.request, &webhooks))
}

/// Look at a webhook of the operator
///
/// With the operator's token.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The webhook", body = Webhook),
        (status = 404, description = "`no_such_webhook`"),
    ),
    security(("token" = [])),
)]
#[get("")]
pub(crate) async fn get_operator_webhook(caller: Caller, id: Path<Uuid>) -> Answer {
    let webhook = caller.api.service.webhook(WebhookOwner::Operator, *id, caller.token.as_ref()).await?;
    Ok(json_revalidated(&caller.request, &webhook))
}

/// Change a webhook of the operator
///
/// What it is told of, or whether it is switched on: it goes on where it was
/// switched off.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The webhook", body = Webhook),
        (status = 404, description = "`no_such_webhook`"),
        (status = 403, description = "`webhooks_off`; or `forbidden`: another's token"),
    ),
    security(("token" = [])),
)]
#[patch("")]
pub(crate) async fn change_operator_webhook(
    caller: Caller,
    id: Path<Uuid>,
    body: Json<ChangeWebhook>,
) -> Answer {
    let token = caller.token.as_ref();
    let webhook = caller.api.service.change_webhook(WebhookOwner::Operator, *id, token, &body).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &webhook))
}

/// Delete a webhook of the operator
///
/// Nothing is sent to it any more.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The webhook that was deleted", body = Webhook),
        (status = 404, description = "`no_such_webhook`"),
    ),
    security(("token" = [])),
)]
#[delete("")]
pub(crate) async fn delete_operator_webhook(caller: Caller, id: Path<Uuid>, _: NoBody) -> Answer {
    let token = caller.token.as_ref();
    let webhook = caller.api.service.delete_webhook(WebhookOwner::Operator, *id, token).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &webhook))
}

/// Try a webhook of the operator
///
/// Sends it a message of type `test`, once, and answers what came of it.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The message, received or not", body = Delivery),
        (status = 404, description = "`no_such_webhook`"),
        (status = 403, description = "`webhooks_off`; or `forbidden`: another's token"),
    ),
    security(("token" = [])),
)]
#[post("/test")]
pub(crate) async fn try_operator_webhook(caller: Caller, id: Path<Uuid>, _: NoBody) -> Answer {
    let token = caller.token.as_ref();
    let delivery = caller.api.service.try_webhook(WebhookOwner::Operator, *id, token).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &delivery))
}

/// List what was sent to a webhook of the operator
///
/// The last hundred messages, the newest first, a page at a time.
#[utoipa::path(
    tag = "webhooks",
    params(DeliveriesQuery),
    responses(
        (status = 200, description = "A page of messages", body = DeliveryList),
        (status = 404, description = "`no_such_webhook`"),
    ),
    security(("token" = [])),
)]
#[get("/deliveries")]
pub(crate) async fn list_operator_deliveries(
    caller: Caller,
    id: Path<Uuid>,
    query: Query<DeliveriesQuery>,
) -> Answer {
    let token = caller.token.as_ref();
    let deliveries = caller.api.service.deliveries(WebhookOwner::Operator, *id, token, *query).await?;
    Ok(json_revalidated(&caller.request, &deliveries))
}
