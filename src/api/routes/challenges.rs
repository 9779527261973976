//! Challenges: creating, listing and attempting them, their boards and statistics.

use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, get, patch, post};
use regicide_engine::record::RecordFile;
use serde::Deserialize;
use uuid::Uuid;

use crate::api::extract::auth::{Caller, Key};
use crate::api::extract::body::Json;
use crate::api::extract::context::Context;
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::paging::with_next;
use crate::api::respond::{Answer, json_cached, json_no_store, json_revalidated, replied, replied_in};
use crate::api::state::{json_shared, json_shared_in, page_shared, shared_board};
use crate::service::challenges::{
    AttemptStarted, BoardQuery, ChallengeInfo, ChallengeList, ChallengeView, ChallengesQuery,
    ChangeInvitation, CreateChallenge, InvitationInfo, InvitationList, Invitations, InvitationsQuery, Invite,
    Leaderboard, SolutionQuery, Standings, StandingsQuery, StartAttempt, Stats, StatsQuery,
};
use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of a challenge.
pub(super) fn item(config: &mut ServiceConfig<'_>) {
    config
        .service(get_challenge)
        .service(start_attempt)
        .service(create_invitations)
        .service(list_invitations)
        .service(update_invitation)
        .service(get_leaderboard)
        .service(get_stats)
        .service(get_solution);
}

/// The seconds that complete statistics may be cached: results can still be taken off the
/// board.
const FINAL_STATS: u32 = 3600;
/// The seconds that a solution may be cached: it never changes.
const SOLUTION: u32 = 86_400;

/// Create a challenge
///
/// One deal for many players in a limited time, for example for a tournament or a class.
/// With a player's token or the operator's. The player becomes its organiser, who
/// invites, reads its board at any time, takes results off it and restores them
/// (`/v1/admin/actions`).
#[utoipa::path(
    tag = "challenges",
    params(Key),
    responses(
        (status = 201, description = "The challenge", body = ChallengeInfo, headers(("Location" = String, description = "The challenge's path"))),
        (status = 403, description = "`forbidden`: a seat's token"),
        (status = 422, description = "`invalid_setup`, `misleading_name`"),
    ),
    security(("token" = [])),
)]
#[post("")]
pub(crate) async fn create_challenge(caller: Caller, body: Json<CreateChallenge>) -> Answer {
    let (token, key) = caller.token_and_key()?;
    let reply = caller.api.service.challenges.create(&body, token, key.as_ref()).await?;
    Ok(replied_in("challenges", HttpResponse::Created(), reply))
}

/// List challenges
///
/// Public challenges that are listed, a page at a time: first those that are
/// open, those that close first at the top, then those that are closing, coming,
/// and over; in each group the daily ones first. `source=daily&status=over` is the
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
pub(crate) async fn list_challenges(context: Context, query: Query<ChallengesQuery>) -> Answer {
    let challenges = context.api.service.challenges.list(&query);
    page_shared(&context.api, &context.request, challenges, |challenges| challenges.next).await
}

/// Get a challenge
///
/// The times of its opening, closing and end, its commitment, and the number of its games;
/// its seed, once it is over. With a player's token also that player's attempts.
#[utoipa::path(
    tag = "challenges",
    responses((status = 200, description = "The challenge", body = ChallengeView)),
    security((), ("token" = [])),
)]
#[get("")]
pub(crate) async fn get_challenge(caller: Caller, id: Path<Uuid>) -> Answer {
    let Caller { api, request, token } = &caller;
    let read = |language| api.service.challenges.get(*id, token.as_ref(), language);
    if token.is_none() {
        return json_shared_in(api, request, read, |_| None).await;
    }
    let language = preferred_language(request);
    Ok(with_language(language, json_revalidated(request, &read(language).await?)))
}

/// Begin an attempt
///
/// With a player's token, which is then valid for the game. With more than one player the
/// others take its seats with their own players' tokens; until all are taken, seats can
/// be left and freed, and all cards are hidden. Once the challenge is over, this creates
/// practice games of its deal, without a limit.
#[utoipa::path(
    tag = "challenges",
    params(Key),
    responses(
        (status = 201, description = "The attempt and its game", body = AttemptStarted, headers(("Location" = String, description = "The game's path"))),
        (status = 403, description = "`invitation_needed`; or `forbidden`: not a player's token"),
        (status = 409, description = "`challenge_not_open`, `challenge_closed`, `attempted_already`, `attempt_out_of_turn`"),
    ),
    security(("token" = [])),
)]
#[post("/attempts")]
pub(crate) async fn start_attempt(caller: Caller, id: Path<Uuid>, body: Json<StartAttempt>) -> Answer {
    let (token, key) = caller.token_and_key()?;
    let reply = caller.api.service.challenges.start_attempt(*id, token, &body, key.as_ref()).await?;
    caller.api.metrics.count_game(&reply);
    Ok(super::games::created(reply))
}

/// Make invitations
///
/// Single-use codes for a challenge that is for invited players, with the token of its
/// organiser or the operator's. Only this answer shows them. With `names`, the list of
/// invitations shows who is meant.
#[utoipa::path(
    tag = "challenges",
    params(Key),
    responses(
        (status = 201, description = "The codes", body = Invitations),
        (status = 403, description = "`forbidden`: neither the organiser's token nor the operator's"),
        (status = 409, description = "`challenge_closed`"),
        (status = 422, description = "`invalid_setup`"),
    ),
    security(("token" = [])),
)]
#[post("/invitations")]
pub(crate) async fn create_invitations(caller: Caller, id: Path<Uuid>, body: Json<Invite>) -> Answer {
    let (token, key) = caller.token_and_key()?;
    let reply = caller.api.service.challenges.invite(*id, token, &body, key.as_ref()).await?;
    Ok(replied(HttpResponse::Created(), reply))
}

/// List invitations
///
/// With the token of the challenge's organiser or the operator's: what became of each code, in
/// the order in which they were made, a page at a time.
#[utoipa::path(
    tag = "challenges",
    params(InvitationsQuery),
    responses(
        (status = 200, description = "A page of invitations", body = InvitationList),
        (status = 403, description = "`forbidden`: neither the organiser's token nor the operator's"),
    ),
    security(("token" = [])),
)]
#[get("/invitations")]
pub(crate) async fn list_invitations(
    caller: Caller,
    id: Path<Uuid>,
    query: Query<InvitationsQuery>,
) -> Answer {
    let Caller { api, request, token } = &caller;
    let list = api.service.challenges.invitations(*id, token.as_ref(), &query).await?;
    Ok(with_next(request, json_revalidated(request, &list), list.next))
}

#[derive(Debug, Deserialize)]
pub(crate) struct InvitationPath {
    id: Uuid,
    invitation_id: Uuid,
}

/// Change an invitation
///
/// With the token of the challenge's organiser or the operator's. A revoked invitation admits
/// no player. The player who has used it begins and joins no further attempt, also not with
/// another code; a game that has begun goes on, and its result counts. An invitation can be
/// restored. Its name can be changed and removed.
#[utoipa::path(
    tag = "challenges",
    responses(
        (status = 200, description = "The invitation", body = InvitationInfo),
        (status = 403, description = "`forbidden`: neither the organiser's token nor the operator's"),
        (status = 404, description = "`no_such_challenge`, `no_such_invitation`"),
    ),
    security(("token" = [])),
)]
#[patch("/invitations/{invitation_id}")]
pub(crate) async fn update_invitation(
    caller: Caller,
    path: Path<InvitationPath>,
    body: Json<ChangeInvitation>,
) -> Answer {
    let InvitationPath { id, invitation_id: invitation } = *path;
    let challenges = &caller.api.service.challenges;
    let changed = challenges.update_invitation(id, invitation, caller.token.as_ref(), &body).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &changed))
}

/// Read a leaderboard
///
/// Results of first attempts, best first, and with a player's token that player's own rank
/// and percentile, with the results around it unless the page has them. While the challenge
/// runs, only for players who have finished their own attempt, its organiser and operators.
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
pub(crate) async fn get_leaderboard(caller: Caller, id: Path<Uuid>, query: Query<BoardQuery>) -> Answer {
    let Caller { api, request, token } = &caller;
    let challenges = &api.service.challenges;
    let language = preferred_language(request);
    let board_request = challenges.board_request(*id, token.as_ref(), &query).await?;
    let board = shared_board(api, board_request.key, language).await?;
    let reader = challenges.permitted(&board_request, &board.page).await?;
    Ok(with_language(language, board.answer(request, &reader)))
}

/// Read a challenge's statistics
///
/// The numbers of results and wins, and the distribution of results. Hidden like the
/// leaderboard while the challenge runs.
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
pub(crate) async fn get_stats(caller: Caller, id: Path<Uuid>, query: Query<StatsQuery>) -> Answer {
    let Caller { api, request, token } = &caller;
    let stats = api.service.challenges.stats(*id, token.as_ref(), *query);
    if token.is_none() {
        return json_shared(api, request, stats, |stats| stats.complete.then_some(FINAL_STATS)).await;
    }
    Ok(json_revalidated(request, &stats.await?))
}

/// Read how a challenge's deal can be won
///
/// The line that the solver found when the challenge was published, as a record that any
/// verifier can check; `goal=gold` for one without a flip of a jester. Only once the
/// challenge is over. No player made these moves: the solver sees every card.
#[utoipa::path(
    tag = "challenges",
    params(SolutionQuery),
    responses(
        (status = 200, description = "The line as a record", body = RecordFile),
        (status = 403, description = "`embargoed`"),
        (status = 404, description = "`no_such_challenge`, or `no_such_solution`: none was found"),
    ),
)]
#[get("/solution")]
pub(crate) async fn get_solution(context: Context, id: Path<Uuid>, query: Query<SolutionQuery>) -> Answer {
    let solution = context.api.service.challenges.solution(*id, *query).await?;
    Ok(json_cached(&context.request, &solution, Some(SOLUTION)))
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
pub(crate) async fn get_standings(context: Context, query: Query<StandingsQuery>) -> Answer {
    json_shared(&context.api, &context.request, context.api.service.challenges.standings(&query), |_| None)
        .await
}
