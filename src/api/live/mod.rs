//! Events: one mechanism, three ways to read it.

mod stream;

use actix_web::get;
use actix_web::web::{Path, Query};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::extract::auth::Caller;
use super::extract::context::Context;
use super::extract::language::{preferred_language, with_language};
use super::respond::Answer;
use crate::service::{BoardName, ChallengeEvent, GameEvent, GamesEvent, PlayerEvent, StatsQuery};
use stream::Reading;

pub(super) use stream::{EventPage, HeadOnly};

/// Which events to read, and how. Each stream describes `after` itself: ids have
/// forms of their own.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct EventsQuery {
    #[param(ignore)]
    after: Option<String>,
    /// Answer with a page of events instead of a stream: at once if there are any, else when there are, or after so many seconds
    #[param(minimum = 0, maximum = 60)]
    wait: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameEventsQuery {
    #[serde(default)]
    until_rematch: bool,
    after: Option<String>,
    wait: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChallengeEventsQuery {
    #[serde(default)]
    board: BoardName,
    after: Option<String>,
    wait: Option<u32>,
}

/// Follow a game
///
/// What happens at the table, as the caller may see it: first the current game,
/// then every move with the game after it, every signal, every change at the
/// seats, the end, and, on request (`until_rematch`), the rematch. Resume after the
/// last event, with `Last-Event-ID` or `after`, here or at another instance,
/// without a gap. Read it as server-sent events, as lines of JSON
/// (`Accept: application/x-ndjson`), or page by page (`wait`).
#[utoipa::path(
    tag = "events",
    params(
        ("after" = Option<String>, Query, description = "Only events after the one with this id; the header `Last-Event-ID` goes before it", pattern = "^[0-9]{1,9}\\.(0|[1-9][0-9]{0,2}|[1-6][0-9]{3}|70[0-9]{2}|71[0-4][0-9]|715[01])\\.(0|[1-9][0-9]{0,2}|1000)(\\.[0-9a-f]{8})?(\\.end|\\.rematch)?$"),
        ("until_rematch" = Option<bool>, Query, description = "Go on after the end until there is a rematch, which the event `rematch` tells"),
        EventsQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "Only events after the one with this id", pattern = "^([0-9]{1,9}\\.(0|[1-9][0-9]{0,2}|[1-6][0-9]{3}|70[0-9]{2}|71[0-4][0-9]|715[01])\\.(0|[1-9][0-9]{0,2}|1000)(\\.[0-9a-f]{8})?(\\.end|\\.rematch)?)?$"),
    ),
    responses(
        (status = 200, description = "The events", content((GameEvent = "text/event-stream"), (GameEvent = "application/x-ndjson"), (EventPage<GameEvent> = "application/json"))),
        (status = 204, description = "The game is over, and the client has all events that it asks for"),
    ),
    security((), ("token" = [])),
)]
#[get("/events")]
pub(super) async fn follow_game(caller: Caller, id: Path<Uuid>, query: Query<GameEventsQuery>) -> Answer {
    let language = preferred_language(&caller.request);
    let reading = Reading::of(&caller.request, query.after.as_deref(), query.wait)?;
    let GameEventsQuery { until_rematch, .. } = *query;
    let events =
        caller.api.service.game_events(*id, caller.token, reading.after(), until_rematch, language).await?;
    Ok(with_language(language, reading.answer(&caller.request, events)))
}

/// Follow a challenge
///
/// Statistics and the first page of the board whenever they change, for those who
/// may see them: at most one event a second.
#[utoipa::path(
    tag = "events",
    params(
        StatsQuery,
        ("after" = Option<String>, Query, description = "Only events after the one with this id; the header `Last-Event-ID` goes before it", pattern = "^[0-9a-f]{32}$"),
        EventsQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "Nothing until there is another event than the one with this id", pattern = "^([0-9a-f]{32})?$"),
    ),
    responses(
        (status = 200, description = "The events", content((ChallengeEvent = "text/event-stream"), (ChallengeEvent = "application/x-ndjson"), (EventPage<ChallengeEvent> = "application/json"))),
        (status = 403, description = "`embargoed`: the challenge runs, and the caller has not finished an own attempt"),
    ),
    security((), ("token" = [])),
)]
#[get("/events")]
pub(super) async fn follow_challenge(
    caller: Caller,
    id: Path<Uuid>,
    query: Query<ChallengeEventsQuery>,
) -> Answer {
    let language = preferred_language(&caller.request);
    let reading = Reading::of(&caller.request, query.after.as_deref(), query.wait)?;
    let board = StatsQuery { board: query.board };
    let (service, after) = (&caller.api.service, reading.after());
    let events = service.challenge_events(*id, caller.token, board, after, language).await?;
    Ok(with_language(language, reading.answer(&caller.request, Some(events))))
}

/// Follow the own games
///
/// With the player's token: all games where it is the player's turn, then each
/// whenever it becomes the player's turn, with the legal moves; and games that
/// begin, wait or are over.
#[utoipa::path(
    tag = "events",
    params(
        ("after" = Option<String>, Query, description = "Only events after the one with this id; the header `Last-Event-ID` goes before it", pattern = "^[0-9a-f]{32}$"),
        EventsQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "Nothing at first if it is the player's turn in the same games as after this event", pattern = "^([0-9a-f]{32})?$"),
    ),
    responses(
        (status = 200, description = "The events", content((PlayerEvent = "text/event-stream"), (PlayerEvent = "application/x-ndjson"), (EventPage<PlayerEvent> = "application/json"))),
    ),
    security(("token" = [])),
)]
#[get("/events")]
pub(super) async fn follow_player(caller: Caller, id: Path<Uuid>, query: Query<EventsQuery>) -> Answer {
    let reading = Reading::of(&caller.request, query.after.as_deref(), query.wait)?;
    let events = caller.api.service.player_events(*id, caller.token, reading.after()).await?;
    Ok(reading.answer(&caller.request, Some(events)))
}

/// Follow all public games
///
/// Public games when they are created, when they begin and when they are over.
#[utoipa::path(
    tag = "events",
    params(
        ("after" = Option<String>, Query, description = "Only events after the one with this id; the header `Last-Event-ID` goes before it", pattern = "^[0-9]{1,18}$"),
        EventsQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "First the games that were created, have begun or are over since the event with this id, as they stand", pattern = "^([0-9]{1,18})?$"),
    ),
    responses(
        (status = 200, description = "The events", content((GamesEvent = "text/event-stream"), (GamesEvent = "application/x-ndjson"), (EventPage<GamesEvent> = "application/json"))),
    ),
)]
#[get("/events")]
pub(super) async fn follow_games(context: Context, query: Query<EventsQuery>) -> Answer {
    let reading = Reading::of(&context.request, query.after.as_deref(), query.wait)?;
    let events = context.api.service.games_events(reading.after()).await?;
    Ok(reading.answer(&context.request, Some(events)))
}
