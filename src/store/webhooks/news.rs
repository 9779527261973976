//! What is new in a player's games for a webhook.

use chrono::{DateTime, Utc};
use regicide::engine::{GameKind, Seat};
use uuid::Uuid;

use super::statements::NEWS;
use super::{Told, Webhook, WebhookEvent};
use crate::store::Store;
use crate::store::database::{Row, params};
use crate::store::error::{RowKind, StoreError};
use crate::store::games::Status;

/// A game that a webhook is to be told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNews {
    pub game: Uuid,
    pub kind: GameKind,
    /// The number of moves made.
    pub seq: u32,
    /// The player's seat, or the one that is held for the player.
    pub seat: Seat,
    pub news: News,
    /// The player who made the game and so invites to it, if one did, with the
    /// name that is shown.
    pub creator: Option<(Uuid, Option<String>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    Turn,
    GameOver,
    Invitation,
    Rematch,
}

impl News {
    #[must_use]
    pub const fn event(self) -> WebhookEvent {
        match self {
            Self::Turn => WebhookEvent::Turn,
            Self::GameOver => WebhookEvent::GameOver,
            Self::Invitation => WebhookEvent::Invitation,
            Self::Rematch => WebhookEvent::Rematch,
        }
    }
}

impl GameNews {
    /// What the webhook was told once this is delivered.
    #[must_use]
    pub const fn told(&self) -> Told {
        match self.news {
            News::Turn => Told::Turn(self.seq),
            News::GameOver => Told::End,
            News::Invitation | News::Rematch => Told::Invitation,
        }
    }

    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Game, "id", |row| {
            let news = match row.name("status")? {
                Status::Running => News::Turn,
                Status::Waiting if row.optional::<Uuid>("sat_before")?.is_some() => News::Rematch,
                Status::Waiting => News::Invitation,
                Status::Finished | Status::Abandoned | Status::Cancelled | Status::Closed => News::GameOver,
            };
            let seat = match news {
                News::Turn | News::GameOver => "own_seat",
                News::Invitation | News::Rematch => "held_seat",
            };
            let creator = row.optional("creator")?;
            let name = row.optional("creator_name")?;
            Ok(Self {
                game: row.get("id")?,
                kind: row.name("game")?,
                seq: row.get("seq")?,
                seat: row.get(seat)?,
                news,
                creator: creator.map(|creator| (creator, name)),
            })
        })
    }
}

impl Store {
    /// What is new at `now` in the games of a webhook's player, the newest games
    /// first, at most `limit`.
    pub async fn webhook_news(
        &self,
        webhook: &Webhook,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<GameNews>, StoreError> {
        let values = params![
            now,
            webhook.owner.id(),
            webhook.id,
            webhook.since,
            limit,
            webhook.is_told(WebhookEvent::GameOver),
            webhook.is_told(WebhookEvent::Turn),
            webhook.is_told(WebhookEvent::Invitation),
            webhook.is_told(WebhookEvent::Rematch),
        ];
        self.database.read_rows(NEWS, values, GameNews::read).await
    }
}
