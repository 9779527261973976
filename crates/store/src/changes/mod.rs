//! Notifications of changes, and of the presence of a game's readers.
//!
//! Every transaction announces its changes, and the subscribers are notified after the commit:
//! through the database on Postgres, which notifies all instances, and inside the process on
//! SQLite. A notification carries no state. Subscribers read the changes from the database, so
//! a superfluous notification does no harm, and after a possible loss all are notified. The
//! notification of a move identifies it, so that a subscriber who has the move need not read
//! it.

mod hub;
mod listener;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::database::Database;
use crate::error::StoreError;
pub(super) use hub::ChangeHub;
pub use hub::{Subscription, Wake};
pub(super) use listener::Listening;

/// The changes that a transaction announces. They are not secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Change {
    /// A game: its moves, its seats, or its other columns.
    Game {
        id: Uuid,
        /// The players who sit there or have just left.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        players: Vec<Uuid>,
        /// True if it was created, has begun, or has ended.
        #[serde(default, skip_serializing_if = "is_false")]
        listed: bool,
        /// The move, if the change is only a move.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        made: Option<AnnouncedMove>,
    },
    /// A challenge: its attempts, its board or its description.
    Challenge(Uuid),
    /// A player: the name or the token.
    Player(Uuid),
    /// A game in which it may be a bot's turn now.
    BotTurn(Uuid),
    /// A webhook: its settings, or an event that it may have to send.
    Webhook(Uuid),
    /// A game's readers at an instance: the only notification that is the state itself, because
    /// no database stores it. A lost one is repeated.
    Presence { game: Uuid, readers: InstanceReaders },
}

/// The identity of a move among those of its game: its number, and the beginning of the chain's
/// hash after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnouncedMove(pub(super) u32, pub(super) u64);

/// A game's readers at an instance, as far as they are shown to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstanceReaders {
    /// The instance: a random id of its process.
    pub instance: Uuid,
    /// The seats that read, as a set of bits.
    pub seats: u8,
    /// The number of readers without a seat.
    pub spectators: u32,
    /// True if the other instances are to announce their readers, too.
    pub is_new: bool,
}

/// The subject of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    Game(Uuid),
    Challenge(Uuid),
    /// A player, and the games in which the player sits.
    Player(Uuid),
    /// A player's name and token.
    Identity(Uuid),
    /// Games that are created, begin and end.
    Games,
    /// Games in which it may be a bot's turn now.
    BotTurns,
    /// Webhooks that may have something to send.
    Webhooks,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl Change {
    /// A change of a game that neither begins nor ends by it, and whose players are notified
    /// separately.
    pub(super) const fn game(id: Uuid) -> Self {
        Self::Game { id, players: Vec::new(), listed: false, made: None }
    }
}

/// Its announced form: a line of JSON.
impl From<Change> for String {
    fn from(change: Change) -> Self {
        crate::text::to_json(&change)
    }
}

/// Parses an announcement; `None` if that fails, as for those of a newer version of the
/// service.
fn read_announcement(text: &str) -> Option<Vec<Change>> {
    text.lines().map(|line| serde_json::from_str(line).ok()).collect()
}

/// The changes that are announced.
pub struct Changes {
    pub(super) hub: Arc<ChangeHub>,
    pub(super) listening: Listening,
    pub(super) database: Database,
}

impl Changes {
    /// Subscribes to changes from now on. On Postgres the first subscription opens the
    /// connection that listens. Until it is open, and whenever it was lost, all subscribers are
    /// notified as soon as it is back.
    pub fn subscribe(&self, topic: Topic) -> Subscription {
        self.listening.ensure(&self.hub);
        ChangeHub::subscribe(&self.hub, topic)
    }

    /// Announces a game's readers at this instance to all instances.
    pub async fn announce_readers(&self, game: Uuid, readers: InstanceReaders) -> Result<(), StoreError> {
        self.database.announce(Change::Presence { game, readers }.into()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_read_as_it_was_announced() {
        let made = Some(AnnouncedMove(7151, u64::MAX));
        let game = Change::Game { id: Uuid::max(), players: vec![Uuid::nil(); 4], listed: true, made };
        let readers = InstanceReaders { instance: Uuid::max(), seats: 15, spectators: 7, is_new: true };
        let presence = Change::Presence { game: Uuid::max(), readers };
        let changes = [game, Change::Player(Uuid::nil()), Change::game(Uuid::nil()), presence];
        let lines: Vec<String> = changes.iter().cloned().map(String::from).collect();
        assert_eq!(read_announcement(&lines.join("\n")).unwrap(), changes);
        assert_eq!(read_announcement(r#"{"weather":"fine"}"#), None);
    }
}
