//! Webhooks: where players are told of what happens in their games, and the
//! operator of public games.
//!
//! What is to be told is not stored: it follows from the games and from what a
//! webhook was told of each of them, or up to where of the stream.

mod deliveries;
mod methods;
mod news;
mod statements;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use super::database::{Invalid, Row};
use super::error::{RowKind, StoreError};

pub use deliveries::{Delivery, DeliveryAttempt, DeliveryResult, DeliveryStatus};
pub(super) use methods::{delete_webhooks, keep_uncounted};
pub use news::{GameNews, News};

/// What a webhook is told of.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookEvent {
    /// Somebody's move, or the beginning of a game for several players, has made
    /// it the player's turn.
    Turn,
    /// A game of the player has been finished or cancelled.
    GameOver,
    /// A seat is held for the player.
    Invitation,
    /// A seat is held for the player in the rematch of a game.
    Rematch,
    /// A day's challenges have opened.
    Daily,
    /// For the operator: a public game was created, has begun, or is over.
    PublicGame,
}

/// Whose a webhook is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WebhookOwner {
    Player(Uuid),
    Operator,
}

/// What a webhook's messages look like.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookForm {
    /// JSON of the Standard Webhooks specification.
    #[default]
    Standard,
    /// A sentence with links, as Discord takes it.
    Discord,
}

/// Whether a webhook is told anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookStatus {
    /// It is.
    Active,
    /// The player has switched it off.
    Paused,
    /// Its receiver has failed for a day.
    Failed,
    /// Its receiver has answered 410.
    Gone,
}

#[derive(Clone)]
pub struct Webhook {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    pub owner: WebhookOwner,
    pub url: String,
    /// In ascending order.
    pub events: Vec<WebhookEvent>,
    pub form: WebhookForm,
    /// The tag of the language of its sentences.
    pub language: String,
    /// What its messages are signed with.
    pub secret: [u8; 32],
    pub status: WebhookStatus,
    pub created_at: DateTime<Utc>,
    /// It is not told of games that ended before.
    pub since: DateTime<Utc>,
    /// The last day of which it was told, as days since 1970-01-01.
    pub told_day: i32,
    /// The position up to which the operator's was told of public games.
    pub position: i64,
    /// How often in a row its receiver has failed.
    pub failures: u32,
    pub failing_since: Option<DateTime<Utc>>,
    /// When an instance looks at it next; nothing while only changes are waited
    /// for.
    pub due_at: Option<DateTime<Utc>>,
}

/// What a webhook was told of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The player's turn after so many moves.
    Turn(u32),
    Invitation,
    End,
}

impl WebhookOwner {
    /// The player's id, or the nil UUID.
    #[must_use]
    pub const fn id(self) -> Uuid {
        match self {
            Self::Player(player) => player,
            Self::Operator => Uuid::nil(),
        }
    }

    const fn of(id: Uuid) -> Self {
        if id.is_nil() { Self::Operator } else { Self::Player(id) }
    }
}

impl WebhookEvent {
    /// Whether it is told to such an owner.
    #[must_use]
    pub const fn is_for(self, owner: WebhookOwner) -> bool {
        match (self, owner) {
            (Self::Daily, _)
            | (Self::PublicGame, WebhookOwner::Operator)
            | (Self::Turn | Self::GameOver | Self::Invitation | Self::Rematch, WebhookOwner::Player(_)) => {
                true
            }
            (Self::PublicGame, WebhookOwner::Player(_))
            | (Self::Turn | Self::GameOver | Self::Invitation | Self::Rematch, WebhookOwner::Operator) => {
                false
            }
        }
    }
}

impl Webhook {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Webhook, "id", |row| {
            let events: String = row.get("events")?;
            let events = events.split(',').map(str::parse).collect::<Result<_, _>>().map_err(Invalid::new)?;
            Ok(Self {
                id: row.get("id")?,
                owner: WebhookOwner::of(row.get("player")?),
                url: row.get("url")?,
                events,
                form: row.name("form")?,
                language: row.get("language")?,
                secret: row.get("secret")?,
                status: row.name("status")?,
                created_at: row.get("created_at")?,
                since: row.get("since")?,
                told_day: row.get("told_day")?,
                position: row.get("position")?,
                failures: row.get("failures")?,
                failing_since: row.optional("failing_since")?,
                due_at: row.optional("due_at")?,
            })
        })
    }

    #[must_use]
    pub fn is_told(&self, event: WebhookEvent) -> bool {
        self.events.contains(&event)
    }

    fn stored_events(&self) -> String {
        self.events.iter().map(|event| <&str>::from(*event)).collect::<Vec<_>>().join(",")
    }
}
