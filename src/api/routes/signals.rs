//! Table talk: giving signals, and those that were given.

use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, get, post};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::extract::auth::Caller;
use crate::api::extract::body::Json;
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::paging::with_next;
use crate::api::respond::{Answer, json_no_store, json_revalidated};
use crate::service::games::{GiveSignal, SignalLine, SignalPage};

/// Give a signal
///
/// With a seat's token, one of the sentences that the rules allow its player now (R8),
/// to all who may see the table; there is no free text. A repetition before the next move
/// is the same signal, with the same answer.
#[utoipa::path(
    tag = "moves",
    extensions(("x-budget" = json!("move"))),
    responses(
        (status = 201, description = "The signal", body = SignalLine),
        (status = 403, description = "`forbidden`: not a seat's token"),
        (status = 409, description = "`seq_conflict`, `game_not_begun`, `game_over` or `contended`"),
        (status = 422, description = "`illegal_signal`, with the rule, or `too_many_signals`"),
    ),
    security(("token" = [])),
)]
#[post("/signals")]
pub(crate) async fn give_signal(caller: Caller, id: Path<Uuid>, body: Json<GiveSignal>) -> Answer {
    let language = preferred_language(&caller.request);
    let token = caller.required_token()?;
    let said = caller.api.service.games.give_signal(*id, token, &body, language).await?;
    Ok(with_language(language, json_no_store(&mut HttpResponse::Created(), &said)))
}

/// The part of a game's signals to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SignalsQuery {
    /// Only signals after this number: the `next` of the page before, or a `number`.
    #[serde(default)]
    #[param(value_type = Option<String>, required = false, pattern = "^(0|[1-9][0-9]{0,2}|1000)$")]
    after: u32,
    /// The maximum number of signals, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Read the signals
///
/// The signals of a game, each with its place in the log; and the signals that the caller
/// may give now.
#[utoipa::path(
    tag = "moves",
    params(SignalsQuery),
    responses((status = 200, description = "A page of the signals", body = SignalPage)),
    security((), ("token" = [])),
)]
#[get("/signals")]
pub(crate) async fn list_signals(caller: Caller, id: Path<Uuid>, query: Query<SignalsQuery>) -> Answer {
    let language = preferred_language(&caller.request);
    let signals = caller
        .api
        .service
        .games
        .signals(*id, caller.token.as_ref(), query.after, query.limit, language)
        .await?;
    let response = with_next(&caller.request, json_revalidated(&caller.request, &signals), signals.next);
    Ok(with_language(language, response))
}
