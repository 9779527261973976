//! Finished games: replay, record, audit, forks.

use actix_web::http::header;
use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, get, post};
use regicide_engine::record::RecordFile;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::games::created;
use super::log::proof_since;
use crate::api::extract::auth::{Caller, Key};
use crate::api::extract::body::{Json, OptionalJson};
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::paging::with_next;
use crate::api::respond::{Answer, json_revalidated, replied_in};
use crate::service::audit::Audit;
use crate::service::games::{Created, ForkGame, Replay, ReplayQuery};
use crate::service::play::{CreateRematch, Rematch};
use utoipa_actix_web::service_config::ServiceConfig;

/// The routes below a game.
pub(super) fn of_game(config: &mut ServiceConfig<'_>) {
    config
        .service(get_replay)
        .service(get_record)
        .service(audit_game)
        .service(fork_game)
        .service(rematch_game);
}

/// Replay a game
///
/// The positions from the deal to the end, with the effects of each move, a page at a
/// time. Only when the game is over.
#[utoipa::path(
    tag = "records",
    params(ReplayQuery),
    responses(
        (status = 200, description = "A page of the game", body = Replay),
        (status = 409, description = "`game_not_over`"),
    ),
    security((), ("token" = [])),
)]
#[get("/replay")]
pub(crate) async fn get_replay(caller: Caller, id: Path<Uuid>, query: Query<ReplayQuery>) -> Answer {
    let language = preferred_language(&caller.request);
    let replay = caller.api.service.games.replay(*id, caller.token.as_ref(), *query, language).await?;
    let response = with_next(&caller.request, json_revalidated(&caller.request, &replay), replay.next);
    Ok(with_language(language, response))
}

/// The optional content of a record.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordQuery {
    /// Include a proof that the transparency log has the game, in `proof`.
    #[param(default = false)]
    with_proof: Option<bool>,
    /// The size of another checkpoint, which the proof shows to be of the same log.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    since: Option<u64>,
}

/// Get a game's record file
///
/// Everything that is needed to rebuild and verify the game. Only when
/// the game is over.
#[utoipa::path(
    tag = "records",
    params(RecordQuery),
    responses(
        (status = 200, description = "The record", body = RecordFile),
        (status = 404, description = "`no_such_game`; or `not_logged`, if a proof is requested"),
        (status = 409, description = "`game_not_over`"),
    ),
    security((), ("token" = [])),
)]
#[get("/record")]
pub(crate) async fn get_record(caller: Caller, id: Path<Uuid>, query: Query<RecordQuery>) -> Answer {
    let since = proof_since(query.since)?;
    let proof = query.with_proof.unwrap_or(false).then_some(since);
    let record = caller.api.service.export.record(*id, caller.token.as_ref(), proof).await?;
    let mut response = json_revalidated(&caller.request, &record);
    let name = format!("attachment; filename=\"regicide-{id}.json\"");
    if let Ok(name) = name.parse() {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// Audit a game
///
/// Rebuilds the game from its seed and log and reports the checks and their failures.
#[utoipa::path(
    tag = "records",
    responses((status = 200, description = "The checks", body = Audit)),
    security((), ("token" = [])),
)]
#[get("/audit")]
pub(crate) async fn audit_game(caller: Caller, id: Path<Uuid>) -> Answer {
    let audit = caller.api.service.audits.of_game(*id, caller.token.as_ref()).await?;
    Ok(json_revalidated(&caller.request, &audit))
}

/// Fork a game
///
/// A new practice game with the same seed and the first moves. Only when the
/// game is over. With a player's token, that player is its owner, and takes
/// the first seat unless it is open or `join` is false.
#[utoipa::path(
    tag = "records",
    params(Key),
    responses(
        (status = 201, description = "The new game", body = Created, headers(("Location" = String, description = "The new game's path"))),
        (status = 409, description = "`game_not_over`"),
        (status = 422, description = "`misleading_name`"),
    ),
    security((), ("token" = [])),
)]
#[post("/forks")]
pub(crate) async fn fork_game(caller: Caller, id: Path<Uuid>, body: Json<ForkGame>) -> Answer {
    let key = caller.key().await?;
    let reply = caller.api.service.games.fork(*id, &body, caller.token.as_ref(), key.as_ref()).await?;
    caller.api.metrics.count_game(&reply);
    Ok(created(reply))
}

/// Create a rematch
///
/// A new deal with the players, seats and options of this game. With the token of a seat,
/// or of a player of the game, only when the game is over. The first request creates the
/// rematch with its caller seated, and holds the other seats for seven days: to take one,
/// a player sends the own token, a guest the token of the seat in this game as
/// `invitation`. With `begins` the next seat begins. All further requests get this rematch with
/// 200, without secrets.
#[utoipa::path(
    tag = "records",
    params(Key),
    request_body = Option<CreateRematch>,
    responses(
        (status = 201, description = "The rematch that this request made", body = Rematch, headers(("Location" = String, description = "The rematch's path"))),
        (status = 200, description = "The rematch that there was before", body = Rematch, headers(("Location" = String, description = "The rematch's path"))),
        (status = 403, description = "`forbidden`: not the token of a seat; or `embargoed`"),
        (status = 409, description = "`game_not_over`"),
    ),
    security(("token" = [])),
)]
#[post("/rematches")]
pub(crate) async fn rematch_game(
    caller: Caller,
    id: Path<Uuid>,
    body: OptionalJson<CreateRematch>,
) -> Answer {
    let (token, key) = caller.token_and_key()?;
    let reply = caller.api.service.play.rematch(*id, &body, token, key.as_ref()).await?;
    caller.api.metrics.count_game(&reply);
    let response = if reply.existed { HttpResponse::Ok() } else { HttpResponse::Created() };
    Ok(replied_in("games", response, reply))
}
