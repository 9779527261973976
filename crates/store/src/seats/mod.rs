//! Seats.

mod methods;
mod statements;

use chrono::{DateTime, Utc};
use regicide::bots::Level;
use regicide::engine::Seat;
use uuid::Uuid;

use super::moves::MoveKey;
use super::token::{SeatPlayer, TokenHash};

pub(super) use methods::{announce_game, write_seat};
pub(super) use statements::{END_SEATS, INSERT_SEAT};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatState {
    pub seat: Seat,
    /// The display name, if one was given. A player's name is stored with the player, and not
    /// here.
    pub name: Option<String>,
    pub open: bool,
    /// The hash of its token; none while it is open or in an imported game.
    pub token: Option<TokenHash>,
    /// Its player's request to concede, if there is one (R11.1).
    pub asked_to_concede: Option<ConcessionRequest>,
    pub player: Option<SeatPlayer>,
    /// The invitation for which the seat is held while it is open, if there is one.
    pub invitation: Option<SeatInvitation>,
    /// The house bot that sits there, if one does. Such a seat has no token and no player.
    pub bot: Option<Level>,
}

impl SeatState {
    /// A seat that anyone can take.
    #[must_use]
    pub const fn open(seat: Seat) -> Self {
        Self {
            seat,
            name: None,
            open: true,
            token: None,
            asked_to_concede: None,
            player: None,
            invitation: None,
            bot: None,
        }
    }

    /// An open seat to which a player is invited.
    #[must_use]
    pub fn held_for(seat: Seat, player: Uuid, until: DateTime<Utc>) -> Self {
        let invitation = SeatInvitation { invitee: Invitee::Player(player), until };
        Self { invitation: Some(invitation), ..Self::open(seat) }
    }

    /// True if it is held for a player at `now`.
    #[must_use]
    pub fn is_held_for(&self, player: Uuid, now: DateTime<Utc>) -> bool {
        self.held(now).is_some_and(|invitation| invitation.player() == Some(player))
    }

    /// The invitation that keeps others from taking the seat at `now`.
    #[must_use]
    pub fn held(&self, now: DateTime<Utc>) -> Option<SeatInvitation> {
        self.invitation.filter(|invitation| now < invitation.until)
    }

    /// The name that is stored with the seat.
    fn own_name(&self) -> Option<&str> {
        self.name.as_deref().filter(|_| self.player.is_none())
    }
}

/// The reservation of an open seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatInvitation {
    pub invitee: Invitee,
    /// The time from which anyone can take it.
    pub until: DateTime<Utc>,
}

/// The player or the code for which a seat is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invitee {
    /// The holder of the code with this hash.
    Code(TokenHash),
    Player(Uuid),
}

impl SeatInvitation {
    pub(super) const fn code(&self) -> Option<TokenHash> {
        match self.invitee {
            Invitee::Code(code) => Some(code),
            Invitee::Player(_) => None,
        }
    }

    #[must_use]
    pub const fn player(&self) -> Option<Uuid> {
        match self.invitee {
            Invitee::Code(_) => None,
            Invitee::Player(player) => Some(player),
        }
    }
}

/// A seat's request to concede, which stays until all seats have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConcessionRequest {
    /// The number of moves before it.
    pub seq: u32,
    /// Its number among the seats' requests, from 1.
    pub place: u8,
    /// The hashes of the request and its idempotency key.
    pub key: Option<MoveKey>,
}
