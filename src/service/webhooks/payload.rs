//! The events of messages to webhooks, and their data.

use chrono::NaiveDate;
use regicide_engine::engine::{GameKind, Seat};
use regicide_store::Status;
use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::ToSchema;
use uuid::Uuid;

/// The event of a message to a webhook, with its data.
#[derive(Clone, Debug, Serialize, ToSchema, IntoStaticStr)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Payload {
    /// It has become the player's turn, by another player's move or by the beginning of a
    /// game for several players.
    Turn(WebhookGames),
    /// Games of the player have been finished or cancelled.
    GameOver(WebhookGames),
    /// Seats are held for the player.
    Invitation(WebhookGames),
    /// Seats are held for the player in rematches of games.
    Rematch(WebhookGames),
    /// A day's challenges have opened.
    Daily(WebhookDay),
    /// For the operator: public games were created, have begun, or are over.
    PublicGame(PublicGames),
    /// A test of the webhook (`POST /v1/webhooks/{id}/test`).
    Test(WebhookLink),
}

/// Games of a webhook's player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookGames {
    /// The player's id.
    pub player_id: Uuid,
    /// The games, at most 20.
    pub games: Vec<WebhookGame>,
}

/// A game of a webhook's player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookGame {
    /// The game's id.
    pub game_id: Uuid,
    /// The kind of game.
    pub kind: GameKind,
    /// The player's seat, or the one held for the player.
    pub seat: Seat,
    /// The number of moves.
    pub seq: u32,
    /// The page of the game for people.
    pub url: String,
    /// The player who invites, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub invited_by: Option<Inviter>,
}

/// A player who invites another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Inviter {
    /// The player's id.
    pub player_id: Uuid,
    /// The player's name; `null` once the player is deleted, or if an operator has hidden it.
    pub name: Option<String>,
}

/// A day whose challenges have opened.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookDay {
    /// The id of the webhook's player, unless it is the operator's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player_id: Option<Uuid>,
    /// The day, in UTC.
    pub date: NaiveDate,
    /// The page of the day for people.
    pub url: String,
}

/// Public games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PublicGames {
    /// The games, at most 20.
    pub games: Vec<PublicGame>,
}

/// A public game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PublicGame {
    /// The game's id.
    pub game_id: Uuid,
    /// The kind of game.
    pub kind: GameKind,
    /// The game's status.
    pub status: Status,
    /// The number of moves.
    pub seq: u32,
    /// The page of the game for people.
    pub url: String,
}

/// The data of a test.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookLink {
    /// The id of the webhook's player, unless it is the operator's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player_id: Option<Uuid>,
    /// The page of the service for people.
    pub url: String,
}
