//! Analyses of games, records and positions, and advice.

use actix_web::http::header;
use actix_web::web::{Json, Path, Query};
use actix_web::{HttpResponse, get, post};
use regicide_engine::json;
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::extract::address::caller_address;
use crate::api::extract::auth::Caller;
use crate::api::extract::context::Context;
use crate::api::extract::integers::whole_numbers;
use crate::api::extract::validation::Operation;
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::{Answer, json_no_store, json_revalidated};
use crate::service::analysis::{ASK_AGAIN, AnalysisRequest, GameAnalysis, SampledMove};

/// Analyse a game
///
/// The last position for which a win was found with knowledge of every card, the move
/// after which none was found, and the choice of the strong bot in each decision with the
/// seat's knowledge. The first request starts the computation; until it is done the answer has
/// the results so far, the positions first. Only for the co-operative game, when it is over.
#[utoipa::path(
    tag = "records",
    responses(
        (status = 200, description = "The analysis", body = GameAnalysis),
        (status = 202, description = "The results so far; send the request again", body = GameAnalysis),
        (status = 404, description = "`no_such_game`, or `no_analysis`: the game is not co-operative, or too long"),
        (status = 409, description = "`game_not_over`"),
        (status = 503, description = "`analyses_busy`: many are being computed, or some for this address; or `unavailable`: the database is away; try again after `Retry-After` seconds"),
    ),
    security((), ("token" = [])),
)]
#[get("/analysis")]
pub(crate) async fn analyse_game(caller: Caller, id: Path<Uuid>) -> Answer {
    let language = preferred_language(&caller.request);
    let from = caller_address(caller.request.peer_addr(), caller.request.headers(), &caller.api.proxies);
    let analysis = caller.api.service.analysis.of_game(*id, caller.token.as_ref(), from, language).await?;
    let response =
        if analysis.complete { json_revalidated(&caller.request, &analysis) } else { so_far(&analysis) };
    Ok(with_language(language, response))
}

/// The position that advice is for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AdviceQuery {
    /// The number of moves that the caller has seen.
    #[param(minimum = 0, maximum = 7151)]
    expected_seq: Option<u32>,
}

/// Get advice
///
/// The move that a house bot would make in the caller's place, from what the seat sees, and
/// how it did in sampled worlds (R11.4). Only in games that never count: with a seed that a
/// client gave, forks, and practice games of challenges that are over.
#[utoipa::path(
    tag = "moves",
    params(AdviceQuery),
    responses(
        (status = 200, description = "The move", body = SampledMove),
        (status = 403, description = "`forbidden`: not a seat's token"),
        (status = 409, description = "`no_advice`: the game can count, or another seat is to act; `seq_conflict`, `game_not_begun` or `game_over`"),
    ),
    security(("token" = [])),
)]
#[get("/advice")]
pub(crate) async fn get_advice(caller: Caller, id: Path<Uuid>, query: Query<AdviceQuery>) -> Answer {
    let advice = caller.api.service.analysis.advice(*id, caller.token.as_ref(), query.expected_seq).await?;
    Ok(json_revalidated(&caller.request, &advice))
}

/// Analyse a record or a position
///
/// For a record, finished or not, the analysis of its game; for a position line, the
/// search for a win with knowledge of every card, and its moves. The answer follows from
/// the request alone. The first request begins the work; send it again until it is
/// answered with a 200.
#[utoipa::path(
    tag = "records",
    extensions(("x-budget" = json!("verify"))),
    request_body = AnalysisRequest,
    responses(
        (status = 200, description = "The analysis", body = GameAnalysis),
        (status = 202, description = "The results so far; send the request again", body = GameAnalysis),
        (status = 404, description = "`no_analysis`: the game is not co-operative, or too long; or `no_such_move`"),
        (status = 422, description = "`unknown_rules`, `invalid_record` with the move and the rule, `invalid_setup` or `invalid_position`"),
        (status = 503, description = "`analyses_busy`: many are being computed, or some for this address"),
    ),
)]
#[post("/analysis")]
pub(crate) async fn request_analysis(context: Context, body: Json<Box<RawValue>>) -> Answer {
    let language = preferred_language(&context.request);
    let operation = Operation::of(&context.request);
    // The numbers of a record are read as they are written (S6.2).
    let read = AnalysisRequest::from_json(body.get()).or_else(|error| {
        let whole = whole_numbers(json::parse(body.get())?).to_string();
        match AnalysisRequest::from_json(&whole) {
            Ok(position @ AnalysisRequest::Position { .. }) => Ok(position),
            Ok(AnalysisRequest::Record { .. }) | Err(_) => Err(error),
        }
    });
    let wanted = read.map_err(|error| operation.record_problem(body.get(), "record", error))?;
    let from = caller_address(context.request.peer_addr(), context.request.headers(), &context.api.proxies);
    let analysis = context.api.service.analysis.analyse_sent(&wanted, from, language).await?;
    let response =
        if analysis.complete { json_no_store(&mut HttpResponse::Ok(), &analysis) } else { so_far(&analysis) };
    Ok(with_language(language, response))
}

fn so_far(analysis: &GameAnalysis) -> HttpResponse {
    json_no_store(HttpResponse::Accepted().insert_header((header::RETRY_AFTER, ASK_AGAIN)), analysis)
}
