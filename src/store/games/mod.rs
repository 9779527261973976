//! Games.

mod info;
mod log;
mod lookup;
mod methods;
mod rows;
mod statements;
mod writer;

use chrono::{DateTime, Utc};
use regicide::engine::{GameKind, Hash, Seat, Seed, Setup};
use regicide::record::SeedBy;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;
use uuid::Uuid;

use super::error::StoreError;
use super::moves::{Finished, LogEntry};
use super::players::TokenHash;
use super::seats::{SeatInvitation, SeatState};

pub use info::{ChallengeEntry, ForkedFrom, GameInfo, ListedGame, OriginName, SeatInfo};
pub(super) use lookup::{Lookup, LookupReader};
pub(super) use methods::present_revision;
pub(super) use statements::{LAST_MOVE, STATUS, STREAMED, UNLOGGED_GAMES};
pub(super) use writer::insert_game;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Created,
    /// A practice game that goes on from another's position.
    Fork {
        of: Uuid,
        /// How many of its moves were taken over.
        at: u32,
    },
    Imported,
}

/// Who finds a game.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Visibility {
    /// It is listed and, once finished, exported.
    #[default]
    Public,
    /// Anybody with its id can see it; it is never listed.
    Unlisted,
    /// Only who plays in it or has its code can see it; it is never listed. Stored
    /// as unlisted, with the code.
    Private,
}

/// A game: as it is stored, or about to be.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    pub setup: Setup,
    pub seed: Seed,
    /// The seed's commitment, which is published before the first move.
    pub commitment: Hash,
    pub seed_by: SeedBy,
    pub origin: Origin,
    pub visibility: Visibility,
    pub created_at: DateTime<Utc>,
    /// After how many seconds without a move it counts as abandoned.
    pub abandon_after: u32,
    /// The hash of the token of the seat that owns the game until it begins,
    /// where no player created it.
    pub owner: Option<TokenHash>,
    /// The hash of the code that shows a private game to who does not play in it.
    pub spectator_code: Option<TokenHash>,
    /// Its seats in ascending order.
    pub seats: Vec<SeatState>,
    pub moves: Vec<LogEntry>,
    /// Whose move it was when it was stored, if it was anybody's.
    pub to_act: Option<Seat>,
    pub finished: Option<Finished>,
    pub challenge: Option<ChallengeEntry>,
    pub creator: Option<Uuid>,
    pub rematch_of: Option<Uuid>,
    /// Rises by one with every change of anything but the moves.
    pub version: u32,
    pub cancelled_at: Option<DateTime<Utc>>,
    pub rematch: Option<Uuid>,
}

/// What tells a state of a game from all others: as long as both parts are
/// the same, nothing about the game has changed but, perhaps, names and tokens
/// of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The version of its row.
    pub version: u32,
    /// The number and hash of its last move, if there is one. The hash stands
    /// for all moves before: a database that has lost moves in a failover, and
    /// got others since, is not taken for what it was.
    pub last: Option<(u32, Hash)>,
}

/// What is read of a game that is known already.
#[derive(Clone, Debug)]
pub struct GameHead {
    pub revision: Revision,
    /// What its seats have from their players, in their order.
    pub seats: Vec<SeatIdentity>,
}

/// What a seat shows and is opened by, and its player can change at any time.
#[derive(Clone, Debug)]
pub struct SeatIdentity {
    pub name: Option<String>,
    pub player_token: Option<TokenHash>,
}

/// What a list of games may be narrowed to.
#[derive(Clone, Debug)]
pub struct GameFilter {
    /// Only games of these kinds; of all, if there is none.
    pub game: Vec<GameKind>,
    /// Only games with one of these statuses at `now`.
    pub status: Vec<Status>,
    /// Only games for as many players as one of these.
    pub players: Vec<u8>,
    pub player: Option<GamesOfPlayer>,
    pub created_before: Option<DateTime<Utc>>,
    /// Only games created at or after.
    pub created_after: Option<DateTime<Utc>>,
    /// Only games that come after this one in the list.
    pub after: Option<Uuid>,
    /// The time that decides which games are abandoned.
    pub now: DateTime<Utc>,
    /// Whether it must not be behind, so that no replica is asked.
    pub latest: bool,
}

impl GameFilter {
    /// All games, as they are at a time.
    #[must_use]
    pub const fn all(now: DateTime<Utc>) -> Self {
        Self {
            game: Vec::new(),
            status: Vec::new(),
            players: Vec::new(),
            player: None,
            created_before: None,
            created_after: None,
            after: None,
            now,
            latest: false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct GamesOfPlayer {
    pub player: Uuid,
    pub which: WhichGames,
}

/// Which games of a player to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichGames {
    /// Those that everybody finds.
    Public,
    /// All, as the player finds them.
    All,
    /// Running games in which it is the player's turn.
    ToAct,
}

/// What a game is at a moment.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    /// Seats are open; nobody sees a card yet.
    Waiting,
    /// Moves are made.
    Running,
    /// The rules ended it; everything is public.
    Finished,
    /// Nobody moved for too long: it takes no more moves and everything is
    /// public.
    Abandoned,
    /// Its creator cancelled it before it began, or an operator did.
    Cancelled,
    /// The challenge that it was played in has ended: it takes no more moves
    /// and everything is public.
    Closed,
}

impl Status {
    /// Whether the game can change no more.
    #[must_use]
    pub const fn is_over(self) -> bool {
        match self {
            Self::Waiting | Self::Running => false,
            Self::Finished | Self::Abandoned | Self::Cancelled | Self::Closed => true,
        }
    }

    /// Whether what is reached in the game counts (docs/spec/challenges.md C2.3):
    /// not if it was called off, or ended before all seats were taken.
    #[must_use]
    pub const fn counts(self, is_full: bool) -> bool {
        match self {
            Self::Cancelled => false,
            Self::Closed => is_full,
            Self::Waiting | Self::Running | Self::Finished | Self::Abandoned => true,
        }
    }
}

/// A game of a player's that has not ended, unless by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInPlay {
    pub id: Uuid,
    /// Its status at the time asked for.
    pub status: Status,
    /// The number of moves made.
    pub seq: u32,
    pub is_on_turn: bool,
    /// Until when a seat is held for the player, who does not sit there.
    pub held_until: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub struct Exported {
    /// Its position in the export, from 1, without gaps, for ever.
    pub position: i64,
    pub id: Uuid,
    pub game: Result<Game, StoreError>,
}

impl Game {
    /// The invitation of a player to one of the seats, if there is one at `now`.
    #[must_use]
    pub fn invitation_of(&self, player: Uuid, now: DateTime<Utc>) -> Option<SeatInvitation> {
        self.seats.iter().find(|seat| seat.is_held_for(player, now))?.invitation
    }

    /// A public game out of a secret seed, with open seats and no moves.
    #[must_use]
    pub fn new(id: Uuid, created_at: DateTime<Utc>, setup: Setup, seed: Seed, abandon_after: u32) -> Self {
        Self {
            id,
            setup,
            commitment: seed.commitment(),
            seed,
            seed_by: SeedBy::Service,
            origin: Origin::Created,
            visibility: Visibility::Public,
            created_at,
            abandon_after,
            owner: None,
            spectator_code: None,
            seats: Seat::all(setup.players()).map(SeatState::open).collect(),
            moves: Vec::new(),
            to_act: None,
            finished: None,
            challenge: None,
            creator: None,
            rematch_of: None,
            version: 0,
            cancelled_at: None,
            rematch: None,
        }
    }

    /// Whether it is one player's alone and nothing depends on it, so that moves
    /// may be taken back.
    #[must_use]
    pub fn is_private_solo(&self) -> bool {
        self.setup.players() == 1 && self.visibility == Visibility::Private && self.challenge.is_none()
    }

    /// Whether all its seats are taken and it is not over, so that it may be the
    /// turn of a bot that sits there.
    pub(super) fn may_wait_for_bot(&self) -> bool {
        let has_bots = self.seats.iter().any(|seat| seat.bot.is_some());
        has_bots && self.finished.is_none() && !self.has_open_seat()
    }

    /// The game's status at `now`. Whether it is abandoned is computed, not
    /// stored: no job has to write it down.
    #[must_use]
    pub fn status(&self, now: DateTime<Utc>) -> Status {
        if self.finished.is_some() {
            return Status::Finished;
        }
        if self.cancelled_at.is_some() {
            return Status::Cancelled;
        }
        if self.challenge.is_some_and(|entry| entry.ends_at <= now) {
            return Status::Closed;
        }
        let waits_or_runs = || if self.has_open_seat() { Status::Waiting } else { Status::Running };
        if self.challenge.is_some() {
            return waits_or_runs();
        }
        let idle = now.signed_duration_since(self.touched_at()).num_seconds();
        if self.origin == Origin::Imported || idle >= i64::from(self.abandon_after) {
            return Status::Abandoned;
        }
        waits_or_runs()
    }

    /// While a seat can be taken, nothing is dealt.
    #[must_use]
    pub fn has_open_seat(&self) -> bool {
        self.seats.iter().any(|seat| seat.open)
    }

    /// Whether its challenge still runs, so that nobody may see all of it.
    #[must_use]
    pub fn is_embargoed(&self, now: DateTime<Utc>) -> bool {
        self.challenge.is_some_and(|entry| now < entry.ends_at)
    }

    /// When the game was created or last moved, whichever is later.
    #[must_use]
    pub fn touched_at(&self) -> DateTime<Utc> {
        let last = self.moves.last().and_then(|row| row.entry.at);
        last.map_or(self.created_at, |at| at.max(self.created_at))
    }
}
