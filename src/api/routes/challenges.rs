//! Challenges: creating, listing and attempting them, their boards and statistics.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use regicide::record::RecordFile;
use uuid::Uuid;

use crate::api::extract::auth::{Bearer, IdempotencyHeader, TokenKey, UnguessableKey};
use crate::api::extract::language::{PreferredLanguage, with_language};
use crate::api::respond::problem::Problem;
use crate::api::respond::{json_max_age, json_revalidated, json_text_at, json_text_no_store};
use crate::api::{Api, Metrics};
use crate::service::{
    AttemptStarted, BoardQuery, ChallengeList, ChallengeView, ChallengesQuery, CreateChallenge,
    CreatedChallenge, Invitations, Invite, Leaderboard, SolutionQuery, Standings, StandingsQuery,
    StartAttempt, Stats, StatsQuery,
};

/// For how many seconds a complete board may be cached: names on it can still
/// change or be removed.
const FINAL_BOARD: u32 = 300;
/// For how many seconds complete statistics may be cached: results can still be taken
/// off the board.
const FINAL_STATS: u32 = 3600;
/// For how many seconds a solution may be kept: it never changes.
const SOLUTION: u32 = 86_400;

/// Create a challenge
///
/// The same deal for many players in a limited time, for example for a
/// tournament or a class. The answer has the organiser's token, once. Lists
/// (`listed`) contain only challenges that were created with the token of a player
/// of a minimum age, or that an operator lists.
#[utoipa::path(
    tag = "challenges",
    params(UnguessableKey),
    responses(
        (status = 201, description = "The challenge", body = CreatedChallenge, headers(("Location" = String, description = "The challenge's path"))),
        (status = 422, description = "`invalid_setup`, `misleading_name`"),
    ),
    security((), ("token" = [])),
)]
#[post("")]
pub(crate) async fn create_challenge(
    api: Data<Api>,
    bearer: Bearer,
    key: IdempotencyHeader,
    body: Json<CreateChallenge>,
) -> Result<HttpResponse, Problem> {
    let key = key.unguessable(&bearer)?;
    let reply = api.service.create_challenge(&body, bearer.token(), key.as_ref()).await?;
    Ok(json_text_at(HttpResponse::Created(), format!("/v1/challenges/{}", reply.about), reply.json))
}

/// List challenges
///
/// Public challenges that are listed, a page at a time: first those that are
/// open, those that close first at the top, then those that are closing, coming,
/// and over; in each group the daily ones first. `kind=daily&status=over` is the
/// archive of past days.
#[utoipa::path(
    tag = "challenges",
    params(ChallengesQuery),
    responses(
        (status = 200, description = "A page of challenges", body = ChallengeList),
        (status = 404, description = "`no_such_challenge`: the cursor is none"),
    ),
)]
#[get("")]
pub(crate) async fn list_challenges(
    api: Data<Api>,
    request: HttpRequest,
    query: Query<ChallengesQuery>,
) -> Result<HttpResponse, Problem> {
    Ok(json_revalidated(&request, &api.service.list_challenges(&query).await?))
}

/// Look at a challenge
///
/// When it opens, closes and ends, its commitment, and how many play it; its
/// seed, once it is over. With a player's token also that player's attempts.
#[utoipa::path(
    tag = "challenges",
    responses((status = 200, description = "The challenge", body = ChallengeView)),
    security((), ("token" = [])),
)]
#[get("")]
pub(crate) async fn get_challenge(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    PreferredLanguage(language): PreferredLanguage,
    id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    Ok(with_language(
        language,
        json_revalidated(&request, &api.service.challenge(*id, bearer.token(), language).await?),
    ))
}

/// Begin an attempt
///
/// With a player's token, which is then valid for the game. With more than one player
/// the others take its seats with their own players' tokens; until all have,
/// seats can be left and freed, and all cards are hidden. Once the challenge is
/// over, this creates practice games of the same deal, without a limit.
#[utoipa::path(
    tag = "challenges",
    params(TokenKey),
    responses(
        (status = 201, description = "The attempt and its game", body = AttemptStarted, headers(("Location" = String, description = "The game's path"))),
        (status = 403, description = "`invitation_needed`"),
        (status = 409, description = "`challenge_not_open`, `challenge_closed`, `attempted_already`, `attempt_out_of_turn`"),
    ),
    security(("token" = [])),
)]
#[post("/attempts")]
pub(crate) async fn start_attempt(
    api: Data<Api>,
    metrics: Data<Metrics>,
    bearer: Bearer,
    key: IdempotencyHeader,
    id: Path<Uuid>,
    body: Json<StartAttempt>,
) -> Result<HttpResponse, Problem> {
    let token = bearer.required()?;
    let key = key.key(&bearer)?;
    let reply = api.service.start_attempt(*id, token, &body, key.as_ref()).await?;
    metrics.count_game(&reply);
    Ok(super::games::created(reply))
}

/// Make invitations
///
/// Single-use codes for a challenge that is for invited players, with its
/// organiser's token. They are shown this once.
#[utoipa::path(
    tag = "challenges",
    params(TokenKey),
    responses(
        (status = 201, description = "The codes", body = Invitations),
        (status = 409, description = "`challenge_closed`"),
        (status = 422, description = "`invalid_setup`"),
    ),
    security(("token" = [])),
)]
#[post("/invitations")]
pub(crate) async fn create_invitations(
    api: Data<Api>,
    bearer: Bearer,
    key: IdempotencyHeader,
    id: Path<Uuid>,
    body: Json<Invite>,
) -> Result<HttpResponse, Problem> {
    let token = bearer.required()?;
    let key = key.key(&bearer)?;
    let reply = api.service.invite(*id, token, &body, key.as_ref()).await?;
    Ok(json_text_no_store(&mut HttpResponse::Created(), reply.json))
}

/// Read a leaderboard
///
/// Results of first attempts, best first, and with a player's token that
/// player's own rank, percentile and neighbours. While the challenge runs, only
/// for players who have finished their own attempt, its organiser and
/// operators.
#[utoipa::path(
    tag = "challenges",
    params(BoardQuery),
    responses(
        (status = 200, description = "A page of the board", body = Leaderboard),
        (status = 403, description = "`embargoed`"),
    ),
    security((), ("token" = [])),
)]
#[get("/leaderboard")]
pub(crate) async fn get_leaderboard(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    PreferredLanguage(language): PreferredLanguage,
    id: Path<Uuid>,
    query: Query<BoardQuery>,
) -> Result<HttpResponse, Problem> {
    let board = api.service.leaderboard(*id, bearer.token(), &query, language).await?;
    let answer = if board.complete {
        json_max_age(&request, &board, FINAL_BOARD)
    } else {
        json_revalidated(&request, &board)
    };
    Ok(with_language(language, answer))
}

/// Read a challenge's statistics
///
/// How many played and won, and the distribution of results. Hidden
/// like the leaderboard while the challenge runs.
#[utoipa::path(
    tag = "challenges",
    params(StatsQuery),
    responses(
        (status = 200, description = "The figures", body = Stats),
        (status = 403, description = "`embargoed`"),
    ),
    security((), ("token" = [])),
)]
#[get("/stats")]
pub(crate) async fn get_stats(
    api: Data<Api>,
    request: HttpRequest,
    bearer: Bearer,
    id: Path<Uuid>,
    query: Query<StatsQuery>,
) -> Result<HttpResponse, Problem> {
    let stats = api.service.stats(*id, bearer.token(), *query).await?;
    Ok(if stats.complete {
        json_max_age(&request, &stats, FINAL_STATS)
    } else {
        json_revalidated(&request, &stats)
    })
}

/// Read how a challenge's deal can be won
///
/// The line that the solver had found when the challenge was published, as a
/// record that anybody's verifier judges; `goal=gold` for one without a flip of a
/// jester. Once the challenge is over. Nobody played it, and who found it knew
/// every card.
#[utoipa::path(
    tag = "challenges",
    params(SolutionQuery),
    responses(
        (status = 200, description = "The line as a record", body = RecordFile),
        (status = 403, description = "`embargoed`"),
        (status = 404, description = "`no_such_challenge`, or `no_such_solution`: none was known"),
    ),
)]
#[get("/solution")]
pub(crate) async fn get_solution(
    api: Data<Api>,
    request: HttpRequest,
    id: Path<Uuid>,
    query: Query<SolutionQuery>,
) -> Result<HttpResponse, Problem> {
    Ok(json_max_age(&request, &api.service.solution(*id, *query).await?, SOLUTION))
}

/// Read the tables of daily challenges
///
/// Players by the average number of enemies defeated or by days in a row, of a
/// month or of all time.
#[utoipa::path(
    tag = "challenges",
    params(StandingsQuery),
    responses((status = 200, description = "The table", body = Standings)),
)]
#[get("/standings")]
pub(crate) async fn get_standings(
    api: Data<Api>,
    request: HttpRequest,
    query: Query<StandingsQuery>,
) -> Result<HttpResponse, Problem> {
    Ok(json_revalidated(&request, &api.service.standings(&query).await?))
}
