//! Notifications of changes.
//!
//! Every transaction announces what it changes, and those who wait for it are
//! woken after the commit: through the database on Postgres, which tells all
//! instances, and inside the process on SQLite. An announcement only wakes.
//! What has changed is read from the database, so that one too many does no
//! harm; and after one may have been lost, everybody is woken.

mod hub;
mod listener;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Store;
use super::database::Statement;
use super::games::Game;
use super::moves::Append;

pub(super) use hub::ChangeHub;
pub use hub::{Subscription, Wake};
pub(super) use listener::Listening;

/// The channel of the announcements on Postgres.
const CHANNEL: &str = "regicide";

/// The most bytes of one announcement: Postgres takes fewer than 8,000.
const MAX_BYTES: usize = 7500;

/// Makes an announcement when the transaction commits.
pub(super) const ANNOUNCE: Statement = Statement::new("select pg_notify('regicide', $1)");

/// What a transaction has changed. Nothing of it is secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Change {
    /// A game: its moves, its seats, or what it is.
    Game {
        id: Uuid,
        /// The players who sit there, or have just left.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        players: Vec<Uuid>,
        /// Whether it was created, has begun, or has ended.
        #[serde(default, skip_serializing_if = "is_false")]
        listed: bool,
    },
    /// A challenge: its attempts, its board or its description.
    Challenge(Uuid),
    /// A player: the name or the token.
    Player(Uuid),
    /// A game in which it may be a bot's turn now.
    BotTurn(Uuid),
}

/// What can be waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A game.
    Game(Uuid),
    /// A challenge.
    Challenge(Uuid),
    /// A player, and the games in which the player sits.
    Player(Uuid),
    /// What a player is called, and the player's token.
    Identity(Uuid),
    /// Games that are created, begin and end.
    Games,
    /// Games in which it may be a bot's turn now.
    BotTurns,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl Change {
    /// A game that neither begins nor ends by it, and whose players are told
    /// otherwise.
    pub(super) const fn game(id: Uuid) -> Self {
        Self::Game { id, players: Vec::new(), listed: false }
    }

    /// A new game.
    pub(super) fn of_new(game: &Game) -> Self {
        let players = game.seats.iter().filter_map(|seat| seat.player).map(|player| player.id);
        Self::Game { id: game.id, players: players.collect(), listed: true }
    }

    /// A move.
    pub(super) fn of_move(append: &Append) -> Self {
        let listed = append.finished.is_some();
        Self::Game { id: append.game, players: append.players.clone(), listed }
    }
}

/// Changes as texts that Postgres takes, as few as there can be.
pub(super) fn announcements(changes: &[Change]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for change in changes {
        let change = super::to_json(change);
        match texts.last_mut().filter(|text| text.len() + 1 + change.len() < MAX_BYTES) {
            Some(text) => {
                text.push('\n');
                text.push_str(&change);
            }
            None => texts.push(change),
        }
    }
    texts
}

/// What was announced; nothing if it cannot be read, as what a newer version
/// of the service announces.
fn read_announcement(text: &str) -> Option<Vec<Change>> {
    text.lines().map(|line| serde_json::from_str(line).ok()).collect()
}

impl Store {
    /// Waits for changes from now on. On Postgres the first one opens the
    /// connection that listens; until it is there, and whenever it was lost,
    /// all who wait are woken as soon as it is back.
    pub fn subscribe(&self, topic: Topic) -> Subscription {
        self.listening.ensure(self.database.hub());
        ChangeHub::subscribe(self.database.hub(), topic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements_are_short_and_say_everything() {
        let players = vec![Uuid::max(); 4];
        let game =
            |number| Change::Game { id: Uuid::from_u128(number), players: players.clone(), listed: true };
        let changes: Vec<Change> = (0..512).map(game).chain([Change::Player(Uuid::nil())]).collect();
        let texts = announcements(&changes);
        assert!(texts.len() < 25 && texts.iter().all(|text| text.len() < MAX_BYTES), "{}", texts.len());
        let read: Vec<Change> = texts.iter().flat_map(|text| read_announcement(text).unwrap()).collect();
        assert_eq!(read, changes);
        assert_eq!(read_announcement(r#"{"weather":"fine"}"#), None);
    }
}
