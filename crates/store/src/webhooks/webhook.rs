//! A webhook, its owner and its events.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use regicide_engine::engine::deserialize_some;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use super::push_keys::PushKeys;
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
    /// A game of the player has been finished or cancelled, or runs on without the player, whose
    /// seat another player has handed over.
    GameOver,
    /// A seat is held for the player.
    Invitation,
    /// A seat is held for the player in the rematch of a game.
    Rematch,
    /// A game for several players that the player created is full and has begun, by another
    /// player's act.
    GameBegun,
    /// The results of a challenge that the player took part in or organised, or of a day, are
    /// public. For the operator: of days, its own and listed challenges.
    Results,
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
    /// A notification for a browser, encrypted (RFC 8291).
    WebPush,
}

/// A user or role of Discord, one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Mention {
    /// A user.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false)]
    pub user: Option<Snowflake>,
    /// A role.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false)]
    pub role: Option<Snowflake>,
}

/// An id of Discord.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String, pattern = "^[0-9]{17,20}$")]
pub struct Snowflake(String);

/// A text that is no id of Discord, or no mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id of Discord has 17 to 20 digits")]
pub struct SnowflakeError;

impl TryFrom<String> for Snowflake {
    type Error = SnowflakeError;

    fn try_from(text: String) -> Result<Self, SnowflakeError> {
        let is_valid = (17..=20).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
        if is_valid { Ok(Self(text)) } else { Err(SnowflakeError) }
    }
}

impl fmt::Display for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The kind of a mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[strum(serialize_all = "snake_case")]
pub enum MentionKind {
    User,
    Role,
}

impl Mention {
    /// The user or role, if there is one.
    #[must_use]
    pub fn target(&self) -> Option<(MentionKind, &Snowflake)> {
        let user = self.user.as_ref().map(|id| (MentionKind::User, id));
        user.or_else(|| self.role.as_ref().map(|id| (MentionKind::Role, id)))
    }
}

/// As it is stored.
impl fmt::Display for Mention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.target().map_or(Ok(()), |(kind, id)| write!(f, "{kind}:{id}"))
    }
}

impl FromStr for Mention {
    type Err = SnowflakeError;

    fn from_str(text: &str) -> Result<Self, SnowflakeError> {
        match text.split_once(':') {
            Some(("user", id)) => Ok(Self { user: Some(id.to_owned().try_into()?), role: None }),
            Some(("role", id)) => Ok(Self { user: None, role: Some(id.to_owned().try_into()?) }),
            _ => Err(SnowflakeError),
        }
    }
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
    /// The game that it is for; `null` if it is for all games of its owner.
    pub game_id: Option<Uuid>,
    /// The user or role of Discord that its messages mention, if they mention one.
    pub mention: Option<Mention>,
    /// The key that signs its messages; of form `web_push`, the key that hides their topics.
    #[serde(skip)]
    pub secret: [u8; 32],
    /// The keys of the browser, of form `web_push`.
    #[serde(skip)]
    pub push_keys: Option<PushKeys>,
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
            Self::Daily | Self::Results => true,
            Self::PublicGame => matches!(owner, WebhookOwner::Operator),
            Self::Turn | Self::GameOver | Self::Invitation | Self::Rematch | Self::GameBegun => {
                matches!(owner, WebhookOwner::Player(_))
            }
        }
    }

    /// True if webhooks for one game can receive it.
    #[must_use]
    pub const fn is_of_one_game(self) -> bool {
        matches!(self, Self::Turn | Self::GameOver | Self::GameBegun)
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
    game_id,
    mention: row.optional::<String>("mention")?.map(|text| text.parse()).transpose().map_err(Invalid::new)?,
    push_keys: row
        .optional::<String>("push_keys")?
        .map(|text| text.parse())
        .transpose()
        .map_err(Invalid::new)?,
});

fn read_events(names: &str) -> Result<Vec<WebhookEvent>, Invalid> {
    names.split(',').map(str::parse).collect::<Result<_, _>>().map_err(Invalid::new)
}

impl Webhook {
    #[must_use]
    pub fn wants(&self, event: WebhookEvent) -> bool {
        self.events.contains(&event)
    }

    /// True if it is a browser's subscription, which cannot come back once it has ended.
    #[must_use]
    pub const fn is_of_browser(&self) -> bool {
        matches!(self.form, WebhookForm::WebPush)
    }

    pub(super) fn stored_events(&self) -> String {
        self.events.iter().map(|event| <&str>::from(*event)).collect::<Vec<_>>().join(",")
    }
}
