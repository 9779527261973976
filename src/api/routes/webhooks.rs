//! Webhooks of players and of the operator, and the messages to them.

use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, delete, get, patch, post};
use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use crate::api::extract::auth::{Caller, Key};
use crate::api::extract::body::{Json, NoBody};
use crate::api::respond::language::preferred_language;
use crate::api::respond::paging::with_next;
use crate::api::respond::{Answer, json_no_store, json_revalidated, replied_in};
use crate::service::webhooks::{
    ChangeWebhook, CreateWebhook, DeliveriesQuery, DeliveryList, WebhookList, WebhookSecret,
};
use regicide_store::{Delivery, Webhook};

/// The routes of webhooks. The token determines their owner.
pub(super) fn all(config: &mut ServiceConfig<'_>) {
    let webhook = scope("/{id}")
        .service(get_webhook)
        .service(update_webhook)
        .service(delete_webhook)
        .service(test_webhook)
        .service(list_deliveries);
    config.service(create_webhook).service(list_webhooks).service(webhook);
}

/// Register a webhook
///
/// With the token of a player, for events of that player's games, or of one game with
/// `game_id`; with the operator's, for days, results and public games. The service sends a
/// message to the URL when one of the events happens. The secret, which signs messages, is
/// only in this answer.
#[utoipa::path(
    tag = "webhooks",
    params(Key),
    responses(
        (status = 201, description = "The webhook and its secret", body = WebhookSecret, headers(("Location" = String, description = "The webhook's path"))),
        (status = 404, description = "`no_such_game`: unknown, or the player has no seat in it"),
        (status = 409, description = "`webhook_exists`; or `game_over`"),
        (status = 422, description = "`too_many_webhooks`; or `invalid_setup`: fields that contradict each other"),
        (status = 403, description = "`webhooks_off`; or `forbidden`: the token of a seat"),
    ),
    security(("token" = [])),
)]
#[post("")]
pub(crate) async fn create_webhook(caller: Caller, body: Json<CreateWebhook>) -> Answer {
    let (token, key) = caller.token_and_key()?;
    let language = preferred_language(&caller.request);
    let reply = caller.api.service.webhooks.create(token, &body, language, key.as_ref()).await?;
    Ok(replied_in("webhooks", HttpResponse::Created(), reply))
}

/// List the own webhooks
///
/// All those of the token's player or operator, the oldest first.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The webhooks", body = WebhookList),
        (status = 403, description = "`forbidden`: the token of a seat"),
    ),
    security(("token" = [])),
)]
#[get("")]
pub(crate) async fn list_webhooks(caller: Caller) -> Answer {
    let webhooks = caller.api.service.webhooks.list(caller.token.as_ref()).await?;
    Ok(json_revalidated(&caller.request, &webhooks))
}

/// Get a webhook
///
/// With its owner's token.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The webhook", body = Webhook),
        (status = 403, description = "`forbidden`: the token of a seat"),
        (status = 404, description = "`no_such_webhook`: unknown, or another's"),
    ),
    security(("token" = [])),
)]
#[get("")]
pub(crate) async fn get_webhook(caller: Caller, id: Path<Uuid>) -> Answer {
    let webhook = caller.api.service.webhooks.get(*id, caller.token.as_ref()).await?;
    Ok(json_revalidated(&caller.request, &webhook))
}

/// Update a webhook
///
/// Its events, its mention, or its state, on or off: also of a webhook that was switched
/// off because its receiver had failed. Pending messages are then sent.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The webhook", body = Webhook),
        (status = 422, description = "`invalid_setup`: fields that contradict the webhook"),
        (status = 403, description = "`webhooks_off`; or `forbidden`: the token of a seat"),
        (status = 404, description = "`no_such_webhook`: unknown, or another's"),
    ),
    security(("token" = [])),
)]
#[patch("")]
pub(crate) async fn update_webhook(caller: Caller, id: Path<Uuid>, body: Json<ChangeWebhook>) -> Answer {
    let webhook = caller.api.service.webhooks.update(*id, caller.token.as_ref(), &body).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &webhook))
}

/// Delete a webhook
///
/// No more messages are sent to it, and its deliveries are deleted.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The webhook that was deleted", body = Webhook),
        (status = 403, description = "`forbidden`: the token of a seat"),
        (status = 404, description = "`no_such_webhook`: unknown, or another's"),
    ),
    security(("token" = [])),
)]
#[delete("")]
pub(crate) async fn delete_webhook(caller: Caller, id: Path<Uuid>, _: NoBody) -> Answer {
    let webhook = caller.api.service.webhooks.delete(*id, caller.token.as_ref()).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &webhook))
}

/// Test a webhook
///
/// Sends it a message of type `test`, once, and answers with the delivery. A 404 or 410 of a push
/// service deletes it.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The message, received or not", body = Delivery),
        (status = 403, description = "`webhooks_off`; or `forbidden`: the token of a seat"),
        (status = 404, description = "`no_such_webhook`: unknown, or another's"),
    ),
    security(("token" = [])),
)]
#[post("/test")]
pub(crate) async fn test_webhook(caller: Caller, id: Path<Uuid>, _: NoBody) -> Answer {
    let delivery = caller.api.service.webhooks.test(*id, caller.token.as_ref()).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &delivery))
}

/// List the messages to a webhook
///
/// The last hundred, the newest first, a page at a time.
#[utoipa::path(
    tag = "webhooks",
    params(DeliveriesQuery),
    responses(
        (status = 200, description = "A page of messages", body = DeliveryList),
        (status = 403, description = "`forbidden`: the token of a seat"),
        (status = 404, description = "`no_such_webhook`: unknown, or another's"),
    ),
    security(("token" = [])),
)]
#[get("/deliveries")]
pub(crate) async fn list_deliveries(caller: Caller, id: Path<Uuid>, query: Query<DeliveriesQuery>) -> Answer {
    let deliveries = caller.api.service.webhooks.deliveries(*id, caller.token.as_ref(), *query).await?;
    Ok(with_next(&caller.request, json_revalidated(&caller.request, &deliveries), deliveries.next))
}
