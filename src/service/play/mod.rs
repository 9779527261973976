//! Playing: moves, seats and the rematch.

pub(in crate::service) mod hand_over;
pub(in crate::service) mod invitations;
pub(in crate::service) mod moves;
pub(in crate::service) mod proposals;
pub(in crate::service) mod rematch;
pub(in crate::service) mod seats;
pub(in crate::service) mod stored_here;

use std::sync::Arc;

use super::auth::Auth;
use super::challenges::Challenges;
use super::core::Core;
use super::games::Games;
use super::live::Live;
pub use invitations::{InviteToSeats, SeatCode, SeatInvitations};
pub use moves::{AnswerForm, MakeMove, Moved};
pub use proposals::{ProposalAnswer, Propose};
pub use rematch::{CreateRematch, Rematch};
pub use seats::{Joined, TakeSeat};
use stored_here::StoredHere;

pub struct Play {
    core: Arc<Core>,
    auth: Arc<Auth>,
    games: Arc<Games>,
    challenges: Arc<Challenges>,
    live: Arc<Live>,
    pub(super) stored_here: StoredHere,
}

impl Play {
    pub(super) fn new(
        core: Arc<Core>,
        auth: Arc<Auth>,
        games: Arc<Games>,
        challenges: Arc<Challenges>,
        live: Arc<Live>,
    ) -> Self {
        Self { core, auth, games, challenges, live, stored_here: StoredHere::default() }
    }
}
