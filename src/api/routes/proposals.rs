//! Proposals of the people at a table: to concede, or to take the last move back.

use actix_web::web::Path;
use actix_web::{HttpResponse, delete, post};
use uuid::Uuid;

use crate::api::extract::auth::{Caller, Key};
use crate::api::extract::body::{Json, NoBody};
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::problem::Problem;
use crate::api::respond::{Answer, json_no_store, replied};
use crate::service::games::GameView;
use crate::service::play::{ProposalAnswer, Propose};
use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;

/// The routes below a game.
pub(super) fn of_game(config: &mut ServiceConfig<'_>) {
    config.service(scope("/proposal").service(propose).service(close_proposal));
}

/// Propose, or accept a proposal
///
/// To concede the game, or to take the last move back if `can_undo`. It takes effect when
/// all people at the table have accepted it: then the log has the move. A person alone
/// with house bots needs no agreement. Another seat accepts the open proposal (`proposal`
/// of the game) with the same request; a repetition changes nothing. An open one to take
/// a move back is closed by the next move.
#[utoipa::path(
    tag = "moves",
    extensions(("x-budget" = json!("move"))),
    params(Key),
    responses(
        (status = 201, description = "`made`: all agree, and the move is in the log; or `open`: others have to accept", body = ProposalAnswer),
        (status = 403, description = "`forbidden`: not a seat's token"),
        (status = 409, description = "`cannot_undo`, `proposal_open`: with another subject, `seq_conflict`, `game_not_begun`, `game_over`, `contended` or `log_full`"),
    ),
    security(("token" = [])),
)]
#[post("")]
pub(crate) async fn propose(caller: Caller, id: Path<Uuid>, body: Json<Propose>) -> Answer {
    let language = preferred_language(&caller.request);
    let (token, key) = caller.token_and_key()?;
    let reply = caller.api.service.play.propose(*id, token, &body, key.as_ref(), language).await;
    let reply = reply.map_err(|error| Problem::from(error).in_game(*id))?;
    if reply.in_log && !reply.repeated {
        caller.api.metrics.moves.inc();
    }
    Ok(with_language(language, replied(HttpResponse::Created(), reply)))
}

/// Close a proposal
///
/// Its proposer withdraws it, another seat declines it. If none is open, nothing changes.
#[utoipa::path(
    tag = "moves",
    extensions(("x-budget" = json!("move"))),
    responses(
        (status = 200, description = "The game without the proposal", body = GameView),
        (status = 403, description = "`forbidden`: not a seat's token"),
        (status = 409, description = "`game_not_begun`, `game_over` or `contended`"),
    ),
    security(("token" = [])),
)]
#[delete("")]
pub(crate) async fn close_proposal(caller: Caller, id: Path<Uuid>, _: NoBody) -> Answer {
    let view = caller.api.service.play.close_proposal(*id, caller.token.as_ref()).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &view))
}
