//! A webhook, its owner and its events.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::database::{Invalid, from_row};
use crate::error::RowKind;

/// An event that a webhook can receive.
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
    /// It has become the player's turn, by another player's move or by the beginning of a game
    /// for several players.
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

/// The owner of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WebhookOwner {
    Player(Uuid),
    Operator,
}

/// The format of a webhook's messages.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookForm {
    /// JSON of the Standard Webhooks specification.
    #[default]
    Standard,
    /// A sentence with links, in Discord's format.
    Discord,
}

/// The status of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookStatus {
    /// Messages are sent.
    Active,
    /// Its owner has switched it off.
    Paused,
    /// Its receiver has failed for a day.
    Failed,
    /// Its receiver has answered 410.
    Gone,
}

/// A webhook.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = WebhookInfo)]
pub struct Webhook {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    #[serde(skip)]
    pub owner: WebhookOwner,
    /// The URL to which messages are sent.
    pub url: String,
    /// The events for which messages are sent.
    pub events: Vec<WebhookEvent>,
    /// The format of messages.
    pub form: WebhookForm,
    /// The tag of the language of sentences.
    pub language: String,
    /// The key that signs its messages.
    #[serde(skip)]
    pub secret: [u8; 32],
    /// The status of the webhook.
    pub status: WebhookStatus,
    /// The time of registration.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub created_at: DateTime<Utc>,
    /// The last day for which a message was sent, as days since 1970-01-01.
    #[serde(skip)]
    pub told_day: i32,
    /// The last position of public games that was sent to the operator's webhook.
    #[serde(skip)]
    pub position: i64,
    /// The number of consecutive failures of its receiver.
    #[serde(skip)]
    pub failures: u32,
    /// The time since which its receiver fails, if it does.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub failing_since: Option<DateTime<Utc>>,
    /// The time at which it is due without an event.
    #[serde(skip)]
    pub due_at: Option<DateTime<Utc>>,
}

impl WebhookOwner {
    /// The player's id, or the nil UUID.
    #[must_use]
    pub fn id(self) -> Uuid {
        self.player().unwrap_or_default()
    }

    /// The id of the player, unless it is the operator.
    #[must_use]
    pub const fn player(self) -> Option<Uuid> {
        match self {
            Self::Player(player) => Some(player),
            Self::Operator => None,
        }
    }

    const fn of(id: Uuid) -> Self {
        if id.is_nil() { Self::Operator } else { Self::Player(id) }
    }
}

impl WebhookEvent {
    /// True if webhooks of such an owner can receive it.
    #[must_use]
    pub const fn is_for(self, owner: WebhookOwner) -> bool {
        match self {
            Self::Daily => true,
            Self::PublicGame => matches!(owner, WebhookOwner::Operator),
            Self::Turn | Self::GameOver | Self::Invitation | Self::Rematch => {
                matches!(owner, WebhookOwner::Player(_))
            }
        }
    }
}

from_row!(RowKind::Webhook, "id", |row| Webhook {
    id,
    owner: WebhookOwner::of(row.get("player")?),
    url,
    events: read_events(&row.get::<String>("events")?)?,
    form: row.name("form")?,
    language,
    secret,
    status: row.name("status")?,
    created_at,
    told_day,
    position,
    failures,
    failing_since,
    due_at,
});

fn read_events(names: &str) -> Result<Vec<WebhookEvent>, Invalid> {
    names.split(',').map(str::parse).collect::<Result<_, _>>().map_err(Invalid::new)
}

impl Webhook {
    #[must_use]
    pub fn wants(&self, event: WebhookEvent) -> bool {
        self.events.contains(&event)
    }

    pub(super) fn stored_events(&self) -> String {
        self.events.iter().map(|event| <&str>::from(*event)).collect::<Vec<_>>().join(",")
    }
}
