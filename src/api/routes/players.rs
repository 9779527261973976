//! Players: creating, renaming, new tokens, deleting.

use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, delete, get, patch, post};
use chrono::{DateTime, Utc};
use regicide_engine::engine::GameKind;
use serde::Deserialize;
use uuid::Uuid;

use crate::api::extract::auth::{Caller, Key};
use crate::api::extract::body::{Json, NoBody};
use crate::api::extract::context::Context;
use crate::api::respond::paging::with_next;
use crate::api::respond::{Answer, json_no_store, json_revalidated, replied, replied_in};
use crate::api::state::json_shared;
use crate::service::games::ListQuery;
use crate::service::players::{
    CoPlayers, CreatePlayer, NamePlayer, PlayerGames, PlayerGamesFilter, PlayerInfo, PlayerToken, Profile,
    WhoseTurn,
};
use crate::service::several::several;
use regicide_store::Status;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of a player.
pub(super) fn item(config: &mut ServiceConfig<'_>) {
    config
        .service(get_player)
        .service(list_player_games)
        .service(list_co_players)
        .service(rename_player)
        .service(rotate_player_token)
        .service(delete_player);
}

/// The parameters of a list of games, with the filter `turn`. serde does not read numbers
/// of a query into a flattened struct.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerGamesQuery {
    turn: Option<WhoseTurn>,
    co_player_id: Option<Uuid>,
    is_won: Option<bool>,
    #[serde(default, deserialize_with = "several")]
    kind: Vec<GameKind>,
    #[serde(default, deserialize_with = "several")]
    status: Vec<Status>,
    #[serde(default, deserialize_with = "several")]
    players: Vec<u8>,
    #[serde(default, with = "regicide_engine::record::timestamp::option")]
    created_before: Option<DateTime<Utc>>,
    #[serde(default, with = "regicide_engine::record::timestamp::option")]
    created_after: Option<DateTime<Utc>>,
    after: Option<Uuid>,
    limit: Option<u32>,
}

impl PlayerGamesQuery {
    fn split(self) -> (PlayerGamesFilter, ListQuery) {
        let Self {
            turn,
            co_player_id,
            is_won: won,
            kind,
            status,
            players,
            created_before,
            created_after,
            after,
            limit,
        } = self;
        let query = ListQuery { kind, status, players, created_before, created_after, after, limit };
        (PlayerGamesFilter { turn, co_player_id, won }, query)
    }
}

/// Create a player
///
/// A player has no e-mail address or password, only a token, which only this answer
/// shows. A seat that is taken with it belongs to the player.
#[utoipa::path(
    tag = "players",
    params(Key),
    responses(
        (status = 201, description = "The player and the token", body = PlayerToken, headers(("Location" = String, description = "The player's path"))),
        (status = 422, description = "`misleading_name`"),
    ),
)]
#[post("")]
pub(crate) async fn create_player(caller: Caller, body: Json<CreatePlayer>) -> Answer {
    let key = caller.key().await?;
    let reply = caller.api.service.players.create(&body, key.as_ref()).await?;
    Ok(replied_in("players", HttpResponse::Created(), reply))
}

/// Get a player
///
/// The player, with statistics of finished games.
#[utoipa::path(tag = "players", responses((status = 200, description = "The player", body = Profile)))]
#[get("")]
pub(crate) async fn get_player(context: Context, id: Path<Uuid>) -> Answer {
    json_shared(&context.api, &context.request, context.api.service.players.profile(*id), |_| None).await
}

/// List a player's games
///
/// Newest first, a page at a time: with the player's own token all of them, including
/// unlisted ones and those of running challenges, otherwise the public ones. With
/// `turn=me` those in which it is the player's turn: a bot with many games needs only
/// this request.
#[utoipa::path(
    tag = "players",
    params(
        ("turn" = Option<WhoseTurn>, Query, description = "With the player's own token: only running games in which it is the\nplayer's turn."),
        ("co_player_id" = Option<Uuid>, Query, description = "Only games in which this player has a seat, too."),
        ("is_won" = Option<bool>, Query, description = "Only finished games in the player's statistics: those that the player won, or the others."),
        ListQuery,
    ),
    responses(
        (status = 200, description = "A page of the player's games", body = PlayerGames),
        (status = 403, description = "`forbidden`: `turn` with another player's token"),
        (status = 422, description = "`invalid_setup`: `turn` with a status other than `running`"),
    ),
    security((), ("token" = [])),
)]
#[get("/games")]
pub(crate) async fn list_player_games(
    caller: Caller,
    id: Path<Uuid>,
    query: Query<PlayerGamesQuery>,
) -> Answer {
    let (chosen, query) = query.into_inner().split();
    let games = caller.api.service.players.games(*id, caller.token.as_ref(), chosen, &query).await?;
    Ok(with_next(&caller.request, json_revalidated(&caller.request, &games), games.next))
}

/// The part of a player's games whose players are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CoPlayersQuery {
    /// The `next` of the previous page.
    after: Option<Uuid>,
    /// The maximum number of games whose players are listed, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// List co-players
///
/// With the player's own token: the other players of the player's games that have begun, the
/// newest game first. A page has the players of so many games.
#[utoipa::path(
    tag = "players",
    params(CoPlayersQuery),
    responses(
        (status = 200, description = "The players of a page of games", body = CoPlayers),
        (status = 403, description = "`forbidden`: another player's token"),
    ),
    security(("token" = [])),
)]
#[get("/co-players")]
pub(crate) async fn list_co_players(caller: Caller, id: Path<Uuid>, query: Query<CoPlayersQuery>) -> Answer {
    let (token, CoPlayersQuery { after, limit }) = (caller.token.as_ref(), query.into_inner());
    let players = caller.api.service.players.co_players(*id, token, after, limit).await?;
    Ok(with_next(&caller.request, json_revalidated(&caller.request, &players), players.next))
}

/// Change a player's name
///
/// The name changes at all seats of the player, also in finished games.
#[utoipa::path(
    tag = "players",
    responses(
        (status = 200, description = "The player", body = PlayerInfo),
        (status = 422, description = "`misleading_name`"),
    ),
    security(("token" = [])),
)]
#[patch("")]
pub(crate) async fn rename_player(caller: Caller, id: Path<Uuid>, body: Json<NamePlayer>) -> Answer {
    let player = caller.api.service.players.rename(*id, caller.token.as_ref(), &body).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &player))
}

/// Get another token
///
/// The previous one is revoked at once, at all seats of the player.
#[utoipa::path(
    tag = "players",
    extensions(("x-budget" = json!("change"))),
    params(Key),
    responses((status = 201, description = "The player and the new token", body = PlayerToken)),
    security(("token" = [])),
)]
#[post("/token")]
pub(crate) async fn rotate_player_token(caller: Caller, id: Path<Uuid>, _: NoBody) -> Answer {
    let (token, key) = caller.token_and_key()?;
    let reply = caller.api.service.players.rotate_token(*id, token, key.as_ref()).await?;
    Ok(replied(HttpResponse::Created(), reply))
}

/// Delete a player
///
/// The name is removed everywhere, and the token is revoked. The games stay, without a
/// name. This cannot be undone.
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The deleted player, without a name", body = PlayerInfo)),
    security(("token" = [])),
)]
#[delete("")]
pub(crate) async fn delete_player(caller: Caller, id: Path<Uuid>, _: NoBody) -> Answer {
    let player = caller.api.service.players.delete(*id, caller.token.as_ref()).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &player))
}
