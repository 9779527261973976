//! Events: one mechanism, three ways to read it.

mod stream;

use std::collections::BTreeSet;

use actix_web::get;
use actix_web::web::{Path, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::extract::auth::Caller;
use super::respond::Answer;
use super::respond::language::{preferred_language, with_language};
use crate::service::challenges::{BoardName, StatsQuery};
use crate::service::live::{ChallengeEvent, GameEvent, PlayerEvent, PublicGamesEvent, StreamForm};
use stream::Reading;

pub(super) use stream::EventPage;

/// The events to read, and the form of the answer. Each stream describes `after` itself,
/// because ids differ in form.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct EventsQuery {
    #[param(ignore)]
    after: Option<String>,
    /// Answer with a page of events instead of a stream: at once if there are any, otherwise with the next event, or after so many seconds
    #[param(minimum = 0, maximum = 60)]
    wait: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameEventsQuery {
    #[serde(default)]
    until_rematch: bool,
    #[serde(default)]
    minimal: bool,
    #[serde(default)]
    presence: bool,
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

/// serde does not read a repeated parameter into a struct.
#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "Vec<(String, String)>")]
pub(super) struct GamesEventsQuery {
    game_ids: BTreeSet<Uuid>,
    minimal: Option<bool>,
    after: Option<String>,
    wait: Option<u32>,
}

impl TryFrom<Vec<(String, String)>> for GamesEventsQuery {
    type Error = &'static str;

    fn try_from(pairs: Vec<(String, String)>) -> Result<Self, Self::Error> {
        const MALFORMED: &str = "unknown, malformed or repeated";
        let mut query = Self::default();
        for (name, text) in pairs {
            match name.as_str() {
                "game_id" => {
                    for id in text.split(',') {
                        query.game_ids.insert(id.parse().map_err(|_| MALFORMED)?);
                    }
                }
                "minimal" if query.minimal.is_none() => {
                    query.minimal = Some(text.parse().map_err(|_| MALFORMED)?);
                }
                "after" if query.after.is_none() => query.after = Some(text),
                "wait" if query.wait.is_none() => query.wait = Some(text.parse().map_err(|_| MALFORMED)?),
                _ => return Err(MALFORMED),
            }
        }
        Ok(query)
    }
}

/// An event of the public games, or of those that the reader has chosen.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "each stream has events of one kind, this only describes both")]
pub(super) enum GamesEvent {
    Public(PublicGamesEvent),
    Chosen(GameEvent),
}

/// Follow a game
///
/// The events at the table, as far as the caller may see them: first the current game,
/// then every move with the game after it, every signal, every change at the seats, the
/// end, and, on request (`until_rematch`), the rematch. Resume after the last event, with
/// `Last-Event-ID` or `after`, here or at another instance, without a gap. Read it page by
/// page (`wait`), as server-sent events (`Accept: text/event-stream`), or as lines of JSON
/// (`Accept: application/x-ndjson`).
#[utoipa::path(
    tag = "events",
    extensions(("x-budget" = json!("stream"))),
    params(
        ("after" = Option<String>, Query, description = "Only events after the one with this id; the header `Last-Event-ID` goes before it", pattern = "^[0-9]{1,9}\\.(0|[1-9][0-9]{0,2}|[1-6][0-9]{3}|70[0-9]{2}|71[0-4][0-9]|715[01])\\.(0|[1-9][0-9]{0,2}|1000)(\\.[0-9a-f]{8})?(\\.end|\\.rematch)?$"),
        ("until_rematch" = Option<bool>, Query, description = "Continue after the end until there is a rematch, with the event `rematch`"),
        ("minimal" = Option<bool>, Query, description = "The event `minimal_move` instead of `move`: without `move`, `text`, `narration` and `game`, for clients that keep the game themselves"),
        ("presence" = Option<bool>, Query, description = "Be present at the table: with the event `presence`, to this reader and to the others. Pages have none and do not count"),
        EventsQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "Only events after the one with this id", pattern = "^([0-9]{1,9}\\.(0|[1-9][0-9]{0,2}|[1-6][0-9]{3}|70[0-9]{2}|71[0-4][0-9]|715[01])\\.(0|[1-9][0-9]{0,2}|1000)(\\.[0-9a-f]{8})?(\\.end|\\.rematch)?)?$"),
    ),
    responses(
        (status = 200, description = "The events", content((EventPage<GameEvent> = "application/json"), (GameEvent = "text/event-stream"), (GameEvent = "application/x-ndjson"))),
        (status = 204, description = "The game is over, and the client has all requested events"),
    ),
    security((), ("token" = [])),
)]
#[get("/events")]
pub(super) async fn follow_game(caller: Caller, id: Path<Uuid>, query: Query<GameEventsQuery>) -> Answer {
    let language = preferred_language(&caller.request);
    let (reading, after) = Reading::of(&caller.request, query.after.as_deref(), query.wait)?;
    let form = StreamForm::new(language, query.until_rematch, query.minimal);
    let form = form.present(query.presence && reading.is_stream(&caller.request));
    let events = caller.api.service.live.game_events(*id, caller.token, after, form).await?;
    Ok(with_language(language, reading.answer(&caller.request, events).await))
}

/// Follow a challenge
///
/// Statistics and the first page of the board after each change, for callers who may see
/// them: at most one event a second.
#[utoipa::path(
    tag = "events",
    extensions(("x-budget" = json!("stream"))),
    params(
        StatsQuery,
        ("after" = Option<String>, Query, description = "Only events after the one with this id; the header `Last-Event-ID` goes before it", pattern = "^[0-9a-f]{32}$"),
        EventsQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "Nothing until there is another event than the one with this id", pattern = "^([0-9a-f]{32})?$"),
    ),
    responses(
        (status = 200, description = "The events", content((EventPage<ChallengeEvent> = "application/json"), (ChallengeEvent = "text/event-stream"), (ChallengeEvent = "application/x-ndjson"))),
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
    let (reading, after) = Reading::of(&caller.request, query.after.as_deref(), query.wait)?;
    let board = StatsQuery { board: query.board };
    let events = caller.api.service.live.challenge_events(*id, caller.token, board, after, language).await?;
    Ok(with_language(language, reading.answer(&caller.request, Some(events)).await))
}

/// Follow the own games
///
/// With the player's token: all games where it is the player's turn, then each game when
/// the player's turn begins, with the legal moves; games that begin, wait for others or are
/// over; and seats that are held for the player.
#[utoipa::path(
    tag = "events",
    extensions(("x-budget" = json!("stream"))),
    params(
        ("after" = Option<String>, Query, description = "Only events after the one with this id; the header `Last-Event-ID` goes before it", pattern = "^[0-9a-f]{32}$"),
        EventsQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "Nothing at first if it is the player's turn in the same games as after this event", pattern = "^([0-9a-f]{32})?$"),
    ),
    responses(
        (status = 200, description = "The events", content((EventPage<PlayerEvent> = "application/json"), (PlayerEvent = "text/event-stream"), (PlayerEvent = "application/x-ndjson"))),
    ),
    security(("token" = [])),
)]
#[get("/events")]
pub(super) async fn follow_player(caller: Caller, id: Path<Uuid>, query: Query<EventsQuery>) -> Answer {
    let (reading, after) = Reading::of(&caller.request, query.after.as_deref(), query.wait)?;
    let events = caller.api.service.live.player_events(*id, caller.token, after).await?;
    Ok(reading.answer(&caller.request, Some(events)).await)
}

/// Follow public or chosen games
///
/// Public games when they are created, when they begin and when they are over (`start`,
/// `game`). With `game_id`, all events of these games' own streams; the caller has to be
/// allowed to see all of these games.
#[utoipa::path(
    tag = "events",
    extensions(("x-budget" = json!("stream"))),
    params(
        ("game_id" = Option<Vec<Uuid>>, Query, explode, description = "These games instead, until all are over; ids may also have commas in between. Each ten cost three units", min_items = 1, max_items = 50),
        ("minimal" = Option<bool>, Query, description = "With `game_id`: the event `minimal_move` instead of `move`, for clients that keep the games themselves"),
        ("after" = Option<String>, Query, description = "Only events after the one with this id; the header `Last-Event-ID` goes before it", pattern = "^([0-9]{1,18}|[0-9a-f]{8}(~[0-9a-z.]{0,40}){1,50})$"),
        EventsQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "First the public games that were created, have begun or are over since the event with this id, in their present state; or all events of the chosen ones", pattern = "^([0-9]{1,18}|[0-9a-f]{8}(~[0-9a-z.]{0,40}){1,50})?$"),
    ),
    responses(
        (status = 200, description = "The events", content((EventPage<GamesEvent> = "application/json"), (GamesEvent = "text/event-stream"), (GamesEvent = "application/x-ndjson"))),
        (status = 204, description = "The chosen games are over, and the client has all events"),
        (status = 403, description = "`embargoed`: its challenge still runs, and all seats are taken; or `forbidden`: it is private"),
        (status = 404, description = "`no_such_game`"),
    ),
    security((), ("token" = [])),
)]
#[get("/events")]
pub(super) async fn follow_games(caller: Caller, query: Query<GamesEventsQuery>) -> Answer {
    let GamesEventsQuery { game_ids, minimal, after, wait } = query.into_inner();
    let service = &caller.api.service;
    if game_ids.is_empty() {
        let (reading, after) = Reading::of(&caller.request, after.as_deref(), wait)?;
        let events = service.live.games_events(caller.token.as_ref(), after).await?;
        return Ok(reading.answer(&caller.request, Some(events)).await);
    }
    let (reading, after) = Reading::of(&caller.request, after.as_deref(), wait)?;
    let language = preferred_language(&caller.request);
    let form = StreamForm::new(language, false, minimal.unwrap_or_default());
    let events = service.live.chosen_games_events(game_ids, caller.token, after, form).await?;
    Ok(with_language(language, reading.answer(&caller.request, events).await))
}
