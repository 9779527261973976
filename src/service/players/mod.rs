//! Players: accounts and lists of games.

pub(in crate::service) mod accounts;
mod co_players;
pub(in crate::service) mod games;

use std::sync::Arc;

use super::auth::Auth;
use super::core::Core;
pub use accounts::{
    CreatePlayer, MedalCounts, NamePlayer, PlayerGameStats, PlayerInfo, PlayerToken, Profile,
};
pub use co_players::{CoPlayer, CoPlayers};
pub use games::{PlayerGame, PlayerGames, PlayerGamesFilter, WhoseTurn};

/// The limit on seats that are held for a player, so that others cannot flood the
/// player with invitations.
pub(super) const MAX_HELD_SEATS: u32 = 50;

pub struct Players {
    core: Arc<Core>,
    auth: Arc<Auth>,
}

impl Players {
    pub(super) const fn new(core: Arc<Core>, auth: Arc<Auth>) -> Self {
        Self { core, auth }
    }
}
