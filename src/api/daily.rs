//! The challenges of the day.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Api;
use super::answer::show;
use super::problem::Problem;
use crate::service::{Daily, DailyDay};

/// Read today's challenges
///
/// One for each number of players, the same for everybody; in how many seconds
/// the next begin; and the commitments of those to come.
#[utoipa::path(
    operation_id = "get_daily",
    tag = "challenges",
    responses((status = 200, description = "Today's challenges", body = Daily)),
)]
#[get("/daily")]
pub(super) async fn get_daily(api: Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    Ok(show(&request, &api.service.daily().await?))
}

/// For how many players.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct DayQuery {
    /// Only the challenge for so many players.
    #[param(minimum = 1, maximum = 4)]
    players: Option<u8>,
}

/// Read the challenges of a day
///
/// Of a past day with their seeds, of a coming one, as far as it is published,
/// with their commitments.
#[utoipa::path(
    operation_id = "get_day",
    tag = "challenges",
    params(("date" = NaiveDate, Path, description = "The day in UTC, such as `2026-11-20`"), DayQuery),
    responses(
        (status = 200, description = "The challenges of the day", body = DailyDay),
        (status = 404, description = "`no_such_challenge`: nothing is published for the day", body = Problem, content_type = "application/problem+json"),
    ),
)]
#[get("/daily/{date}")]
pub(super) async fn get_day(
    api: Data<Api>,
    request: HttpRequest,
    date: Path<NaiveDate>,
    query: Query<DayQuery>,
) -> Result<HttpResponse, Problem> {
    Ok(show(&request, &api.service.day(*date, query.players).await?))
}
