//! The challenges of the day.

use actix_web::get;
use actix_web::web::{Path, Query};
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::extract::context::Context;
use crate::api::respond::Answer;
use crate::api::state::json_shared;
use crate::service::challenges::{Daily, DailyDay, DailyQuery};
use regicide_store::ChallengeStatus;

/// The seconds that the challenges of a past day may be cached.
const PAST_DAY: u32 = 86_400;

/// Read today's challenges
///
/// One for each number of players, shared by all clients; the seconds until the next
/// begin; and, on request, the commitments of coming ones.
#[utoipa::path(
    tag = "challenges",
    params(DailyQuery),
    responses((status = 200, description = "Today's challenges", body = Daily)),
)]
#[get("")]
pub(crate) async fn get_daily(context: Context, query: Query<DailyQuery>) -> Answer {
    json_shared(&context.api, &context.request, context.api.service.challenges.daily(*query), |_| None).await
}

/// The number of players.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DayQuery {
    /// Only the challenge for this number of players.
    #[param(minimum = 1, maximum = 4)]
    players: Option<u8>,
}

/// Read the challenges of a day
///
/// Of a past day with their seeds, of a coming one, as far as it is published,
/// with their commitments.
#[utoipa::path(
    tag = "challenges",
    params(("date" = NaiveDate, Path, description = "The day in UTC, such as `2026-11-20`"), DayQuery),
    responses(
        (status = 200, description = "The challenges of the day", body = DailyDay),
        (status = 404, description = "`no_such_challenge`: nothing is published for the day"),
    ),
)]
#[get("/{date}")]
pub(crate) async fn get_day(context: Context, date: Path<NaiveDate>, query: Query<DayQuery>) -> Answer {
    let is_over = |day: &DailyDay| {
        day.complete && day.challenges.iter().all(|challenge| challenge.status == ChallengeStatus::Over)
    };
    let day = context.api.service.challenges.day(*date, query.players);
    json_shared(&context.api, &context.request, day, |day| is_over(day).then_some(PAST_DAY)).await
}
