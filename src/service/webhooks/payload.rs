//! The events of messages to webhooks, and their data.

use chrono::NaiveDate;
use regicide_engine::engine::{GameKind, Message, NamedOutcome, Score, Seat};
use regicide_store::{SeatInfo, Status};
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
    /// game for several players. Of a webhook for one game: another seat is to act, but no bot's.
    Turn(WebhookGames),
    /// Games of the player have been finished or cancelled, or run on without the player
    /// (`status` `running`): another player has handed over the seat.
    GameOver(WebhookGames),
    /// Games for several players that the player created are full and have begun, by another
    /// player's act. Of a webhook for one game: the game has begun.
    GameBegun(WebhookGames),
    /// Seats are held for the player.
    Invitation(WebhookGames),
    /// Seats are held for the player in rematches of games.
    Rematch(WebhookGames),
    /// The results of challenges and days are public: of those that the player took part in or
    /// organised, for the operator of days, its own and listed challenges.
    Results(WebhookResults),
    /// A day's challenges have opened.
    Daily(WebhookDay),
    /// For the operator: public games were created, have begun, or are over.
    PublicGame(PublicGames),
    /// A test of the webhook (`POST /v1/webhooks/{id}/test`).
    Test(WebhookLink),
}

impl Payload {
    /// The title of a notification.
    pub(super) fn title(&self) -> Message {
        Message::new(match self {
            Self::Turn(_) => "webhook-title-turn",
            Self::GameOver(WebhookGames { games, .. }) if games.iter().all(WebhookGame::runs) => {
                "webhook-title-seat-lost"
            }
            Self::GameOver(_) => "webhook-title-game-over",
            Self::GameBegun(_) => "webhook-title-game-begun",
            Self::Invitation(_) => "webhook-title-invitation",
            Self::Rematch(_) => "webhook-title-rematch",
            Self::Results(_) => "webhook-title-results",
            Self::Daily(_) => "webhook-title-daily",
            Self::PublicGame(_) => "webhook-title-public-game",
            Self::Test(_) => "webhook-title-test",
        })
    }

    /// The urgency for push services (RFC 8030, section 5.3): high if a person waits.
    pub(super) const fn urgency(&self) -> &'static str {
        match self {
            Self::Turn(_) | Self::GameBegun(_) | Self::Invitation(_) | Self::Rematch(_) | Self::Test(_) => {
                "high"
            }
            Self::GameOver(_) | Self::PublicGame(_) => "normal",
            Self::Results(_) | Self::Daily(_) => "low",
        }
    }
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
    /// The player's seat, or the one held for the player; missing if the player has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seat: Option<Seat>,
    /// The game's status.
    pub status: Status,
    /// The number of moves.
    pub seq: u32,
    /// The seat to act, if the game runs.
    pub to_act: Option<Seat>,
    /// The seats, with the names of their players.
    #[schema(min_items = 1, max_items = 4)]
    pub seats: Vec<SeatInfo>,
    /// The result, if the rules ended the game.
    pub result: Option<NamedOutcome>,
    /// The page of the game for people.
    pub url: String,
    /// The player who invites; missing for one without a player, and in a running game with several
    /// others, each of whom may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub invited_by: Option<Inviter>,
}

impl WebhookGame {
    fn runs(&self) -> bool {
        self.status == Status::Running
    }
}

/// A player who invites another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Inviter {
    /// The player's id.
    pub player_id: Uuid,
    /// The player's name; `null` once the player is deleted, or if an operator has hidden it.
    pub name: Option<String>,
}

/// Challenges whose results are public.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookResults {
    /// The id of the webhook's player, unless it is the operator's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player_id: Option<Uuid>,
    /// The challenges, at most 20.
    pub challenges: Vec<WebhookChallenge>,
}

/// A challenge whose results are public.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookChallenge {
    /// The challenge's id.
    pub challenge_id: Uuid,
    /// The name that its organiser gave it; `null` for a day, or if an operator has hidden it.
    pub name: Option<String>,
    /// The day, in UTC, of a daily challenge.
    pub date: Option<NaiveDate>,
    /// The kind of game.
    pub kind: GameKind,
    /// The number of players of its games.
    pub players: u8,
    /// The number of results on the board, the player's if the player has a result.
    pub results: i64,
    /// The place of the player's result, if there is one.
    pub place: Option<i64>,
    /// The score of the player's result.
    pub score: Option<Score>,
    /// The page of the challenge for people.
    pub url: String,
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
