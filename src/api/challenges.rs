//! Challenges: making, finding and trying them, their boards and figures.

use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use uuid::Uuid;

use super::answer::{show, tell_json};
use super::auth::{Bearer, IdempotencyHeader, TokenKey, UnguessableKey};
use super::language::{Wanted, said};
use super::problem::Problem;
use super::{Api, Metrics};
use crate::service::{
    AttemptStarted, BoardQuery, ChallengeList, ChallengeView, ChallengesQuery, CreateChallenge,
    CreatedChallenge, Invitations, Invite, Leaderboard, Standings, StandingsQuery, StartAttempt, Stats,
    StatsQuery,
};

/// Create a challenge
///
/// A tournament, a class, a stream: the same game for many, in a time of its
/// own. Answers the organiser's token, once.
#[utoipa::path(
    operation_id = "create_challenge",
    tag = "challenges",
    params(UnguessableKey),
    request_body = CreateChallenge,
    responses(
        (status = 201, description = "The challenge", body = CreatedChallenge, headers(("Location" = String, description = "The challenge's path"))),
        (status = 409, description = "`idempotency_key_running`", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "`invalid_setup` or `idempotency_key_reused`", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "`too_many_requests`", body = Problem, content_type = "application/problem+json"),
    ),
)]
#[post("/challenges")]
pub(super) async fn create_challenge(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    key: IdempotencyHeader,
    body: Json<CreateChallenge>,
) -> Result<HttpResponse, Problem> {
    api.creating.check(&request)?;
    let key = key.unguessable(&bearer)?;
    let reply = api.service.create_challenge(&body, key.as_ref()).await?;
    let location = format!("/v1/challenges/{}", reply.about);
    Ok(tell_json(HttpResponse::Created().insert_header((header::LOCATION, location)), reply.json))
}

/// List challenges
///
/// Public challenges, those that open last first, a page at a time. With
/// `kind=daily&status=over` the archive of past days.
#[utoipa::path(
    operation_id = "list_challenges",
    tag = "challenges",
    params(ChallengesQuery),
    responses(
        (status = 200, description = "A page of challenges", body = ChallengeList),
        (status = 404, description = "`no_such_challenge`: the cursor is none", body = Problem, content_type = "application/problem+json"),
    ),
)]
#[get("/challenges")]
pub(super) async fn list_challenges(
    api: Data<Api>,
    request: HttpRequest,
    query: Query<ChallengesQuery>,
) -> Result<HttpResponse, Problem> {
    Ok(show(&request, &api.service.list_challenges(&query).await?))
}

/// Look at a challenge
///
/// When it opens, closes and ends, and its commitment; its seed, once it is
/// over. With a player's token also that player's attempts.
#[utoipa::path(
    operation_id = "get_challenge",
    tag = "challenges",
    params(("id" = Uuid, Path, description = "The challenge's id")),
    responses((status = 200, description = "The challenge", body = ChallengeView)),
    security((), ("token" = [])),
)]
#[get("/challenges/{id}")]
pub(super) async fn get_challenge(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    Wanted(language): Wanted,
    id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    Ok(said(language, show(&request, &api.service.challenge(*id, bearer.token(), language).await?)))
}

/// Begin an attempt
///
/// With a player's token, which then opens the game. With more than one player
/// the others take its seats with their own players' tokens; until all have,
/// seats can be left and freed, and nobody sees a card. Once the challenge is
/// over, this makes practice games of the same deal, as many as one likes.
#[utoipa::path(
    operation_id = "start_attempt",
    tag = "challenges",
    params(("id" = Uuid, Path, description = "The challenge's id"), TokenKey),
    request_body = StartAttempt,
    responses(
        (status = 201, description = "The attempt and its game", body = AttemptStarted, headers(("Location" = String, description = "The game's path"))),
        (status = 403, description = "`invitation_needed`", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "`challenge_not_open`, `challenge_closed`, `attempted_already`, `attempt_out_of_turn` or `idempotency_key_running`", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "`idempotency_key_reused`", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "`too_many_requests`", body = Problem, content_type = "application/problem+json"),
    ),
    security(("token" = [])),
)]
#[post("/challenges/{id}/attempts")]
pub(super) async fn start_attempt(
    api: Data<Api>,
    metrics: Data<Metrics>,
    request: HttpRequest,
    bearer: Bearer,
    key: IdempotencyHeader,
    id: Path<Uuid>,
    body: Json<StartAttempt>,
) -> Result<HttpResponse, Problem> {
    api.creating.check(&request)?;
    let token = bearer.required()?;
    let key = key.key(&bearer)?;
    let reply = api.service.start_attempt(*id, token, &body, key.as_ref()).await?;
    metrics.games_created.inc();
    Ok(super::games::created(reply))
}

/// Make invitations
///
/// Single-use codes for a challenge that is for invited players, with its
/// organiser's token. They are shown this once.
#[utoipa::path(
    operation_id = "create_invitations",
    tag = "challenges",
    params(("id" = Uuid, Path, description = "The challenge's id"), TokenKey),
    request_body = Invite,
    responses(
        (status = 201, description = "The codes", body = Invitations),
        (status = 409, description = "`challenge_closed` or `idempotency_key_running`", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "`invalid_setup` or `idempotency_key_reused`", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "`too_many_requests`", body = Problem, content_type = "application/problem+json"),
    ),
    security(("token" = [])),
)]
#[post("/challenges/{id}/invitations")]
pub(super) async fn create_invitations(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    key: IdempotencyHeader,
    id: Path<Uuid>,
    body: Json<Invite>,
) -> Result<HttpResponse, Problem> {
    api.creating.check(&request)?;
    let token = bearer.required()?;
    let key = key.key(&bearer)?;
    let reply = api.service.invite(*id, token, &body, key.as_ref()).await?;
    Ok(tell_json(&mut HttpResponse::Created(), reply.json))
}

/// Read a leaderboard
///
/// Results of first attempts, best first, and with a player's token that
/// player's own rank, percentile and neighbours. While the challenge runs, only
/// for players who have finished their own attempt, its organiser and
/// operators.
#[utoipa::path(
    operation_id = "get_leaderboard",
    tag = "challenges",
    params(("id" = Uuid, Path, description = "The challenge's id"), BoardQuery),
    responses(
        (status = 200, description = "A page of the board", body = Leaderboard),
        (status = 403, description = "`sealed`", body = Problem, content_type = "application/problem+json"),
    ),
    security((), ("token" = [])),
)]
#[get("/challenges/{id}/leaderboard")]
pub(super) async fn get_leaderboard(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    Wanted(language): Wanted,
    id: Path<Uuid>,
    query: Query<BoardQuery>,
) -> Result<HttpResponse, Problem> {
    let board = api.service.leaderboard(*id, bearer.token(), &query, language).await?;
    Ok(said(language, show(&request, &board)))
}

/// Read a challenge's figures
///
/// How many played and won, and how far they came, ready for a bar chart. As
/// closed as the leaderboard while the challenge runs.
#[utoipa::path(
    operation_id = "get_stats",
    tag = "challenges",
    params(("id" = Uuid, Path, description = "The challenge's id"), StatsQuery),
    responses(
        (status = 200, description = "The figures", body = Stats),
        (status = 403, description = "`sealed`", body = Problem, content_type = "application/problem+json"),
    ),
    security((), ("token" = [])),
)]
#[get("/challenges/{id}/stats")]
pub(super) async fn get_stats(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    id: Path<Uuid>,
    query: Query<StatsQuery>,
) -> Result<HttpResponse, Problem> {
    Ok(show(&request, &api.service.stats(*id, bearer.token(), *query).await?))
}

/// Read the tables of daily challenges
///
/// Players by the average number of enemies defeated or by days in a row, of a
/// month or of all time.
#[utoipa::path(
    operation_id = "get_standings",
    tag = "challenges",
    params(StandingsQuery),
    responses((status = 200, description = "The table", body = Standings)),
)]
#[get("/standings")]
pub(super) async fn get_standings(
    api: Data<Api>,
    request: HttpRequest,
    query: Query<StandingsQuery>,
) -> Result<HttpResponse, Problem> {
    Ok(show(&request, &api.service.standings(&query).await?))
}
