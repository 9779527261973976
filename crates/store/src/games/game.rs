//! A game, its state and filters of lists.

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::bots::Level;
use regicide_engine::engine::{GameKind, Hash, Seat, Seed, Setup};
use regicide_engine::record::SeedBy;
use uuid::Uuid;

use super::Proposal;
use crate::challenges::ChallengeEntry;
use crate::error::StoreError;
use crate::moves::{Finished, LogEntry};
use crate::seats::{FormerPlayer, SeatInvitation, SeatState};
use crate::status::{Status, Visibility};
use crate::token::TokenHash;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Created,
    /// A practice game that starts from another game's position.
    Fork {
        of: Uuid,
        /// The number of moves that were copied.
        at: u32,
    },
    Imported,
}

/// The time after the end of a challenge from which on its games are closed for good: a move
/// that was stored before is committed by then.
pub(crate) const CLOSED_AFTER: TimeDelta = TimeDelta::minutes(1);

/// A game, stored or about to be.
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
    /// The number of seconds without a move after which it counts as abandoned.
    pub abandon_after: u32,
    /// The hash of the token of the seat that owns the game until it begins, unless a player
    /// created it.
    pub owner: Option<TokenHash>,
    /// The hash of the code that shows a private game to spectators.
    pub spectator_code: Option<TokenHash>,
    /// Its seats in ascending order.
    pub seats: Vec<SeatState>,
    pub moves: Vec<LogEntry>,
    /// True if its log was read from the packed form (docs/spec/packed.md P5). Of each hash but
    /// the last it has the first four bytes.
    pub packed: bool,
    /// The seat to act when the game was stored, if there was one.
    pub to_act: Option<Seat>,
    pub finished: Option<Finished>,
    pub challenge: Option<ChallengeEntry>,
    pub creator: Option<Uuid>,
    pub rematch_of: Option<Uuid>,
    /// Rises by one with every change of any part but the moves.
    pub version: u32,
    pub cancelled_at: Option<DateTime<Utc>>,
    pub rematch: Option<Uuid>,
    /// The last proposal of the people at the table, open or not.
    pub proposal: Option<Proposal>,
    /// The number of seconds that the seat to act has for its move, if it is limited.
    pub turn_limit: Option<u32>,
    /// The time of the last change of a seat since all seats were first taken, that included;
    /// none if they were all taken when the game was stored.
    pub seated_at: Option<DateTime<Utc>>,
    /// The former holders of its seats, in the order of the changes.
    pub former_players: Vec<FormerPlayer>,
    /// The hash of its players at its end: that of its entry in the transparency log, or the one
    /// that is stored until it has one. A player may have been deleted since.
    pub players_hash: Option<Hash>,
}

/// The identity of a state of a game. As long as both parts are equal, nothing about the game
/// has changed except, perhaps, names and tokens of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The version of its row.
    pub version: u32,
    /// The number and hash of its last move, if there is one. The hash stands for all moves
    /// before: if a failover loses moves and others follow, the revision differs.
    pub last: Option<(u32, Hash)>,
}

/// The result of a version check.
#[derive(Clone, Debug)]
pub struct GameHead {
    pub revision: Revision,
    /// The data that its seats have from their players, in the order of seats.
    pub seats: Vec<SeatIdentity>,
}

/// The name that a seat shows and the token that opens it. Its player can change both at any
/// time.
#[derive(Clone, Debug)]
pub struct SeatIdentity {
    pub name: Option<String>,
    pub player_token: Option<TokenHash>,
}

/// The filters of a list of games.
#[derive(Clone, Debug)]
pub struct GameFilter {
    /// Only games of these kinds; all if empty.
    pub game: Vec<GameKind>,
    /// Only games with one of these statuses at `now`.
    pub status: Vec<Status>,
    /// Only games for these numbers of players.
    pub players: Vec<u8>,
    pub player: Option<GamesOfPlayer>,
    pub created_before: Option<DateTime<Utc>>,
    /// Only games created at this time or later.
    pub created_after: Option<DateTime<Utc>>,
    /// Only games that follow this one in the list.
    pub after: Option<Uuid>,
    /// The time at which games count as abandoned or not.
    pub now: DateTime<Utc>,
    /// True if the list must be up to date, so that no replica is read.
    pub latest: bool,
}

impl GameFilter {
    /// No filter: all games, as they are at a time.
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
    /// Only games in which this player has a seat, too.
    pub co_player: Option<Uuid>,
    /// Only games in the player's counts: those that were won, or the others.
    pub won: Option<bool>,
}

impl GamesOfPlayer {
    /// All games of the selection.
    #[must_use]
    pub const fn all(player: Uuid, which: WhichGames) -> Self {
        Self { player, which, co_player: None, won: None }
    }
}

/// The selection of a player's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichGames {
    /// Games that are public.
    Public,
    /// All games, as the player sees them.
    All,
    /// Running games in which it is the player's turn.
    ToAct,
}

/// A game of a player that has not ended, unless by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInPlay {
    pub id: Uuid,
    /// Its status at the requested time.
    pub status: Status,
    /// The number of moves made.
    pub seq: u32,
    pub is_on_turn: bool,
    /// The time until which a seat is held for the player, who does not sit there.
    pub held_until: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub struct Exported {
    /// Its permanent position in the export, from 1, without gaps.
    pub position: i64,
    pub id: Uuid,
    pub game: Result<Game, StoreError>,
}

impl Game {
    /// The player's invitation to one of the seats, if there is one at `now`.
    #[must_use]
    pub fn invitation_of(&self, player: Uuid, now: DateTime<Utc>) -> Option<SeatInvitation> {
        let goes_on = self.finished.is_none() && self.cancelled_at.is_none();
        self.seats.iter().find(|seat| goes_on && seat.is_held_for(player, now))?.invitation
    }

    /// A public game with a secret seed, open seats and no moves.
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
            packed: false,
            to_act: None,
            finished: None,
            challenge: None,
            creator: None,
            rematch_of: None,
            version: 0,
            cancelled_at: None,
            rematch: None,
            proposal: None,
            turn_limit: None,
            seated_at: None,
            former_players: Vec::new(),
            players_hash: None,
        }
    }

    /// The hash of the chain after an entry of the log, as far as it is stored.
    #[must_use]
    pub fn stored_hash<'a>(&self, row: &'a LogEntry) -> &'a [u8] {
        let is_whole = !self.packed || row.entry.seq as usize == self.moves.len();
        &row.h.0[..if is_whole { 32 } else { 4 }]
    }

    /// The level of the bot that had a seat when its entry with this number was made, if one did.
    #[must_use]
    pub fn bot_behind(&self, seat: Seat, seq: u32) -> Option<Level> {
        let former = self.former_players.iter().find(|former| former.seat == seat && seq <= former.until);
        former.map_or(self.seats[seat.index()].bot, |former| former.bot)
    }

    /// The number of people at its table.
    #[must_use]
    pub fn people(&self) -> usize {
        self.seats.iter().filter(|seat| seat.is_person()).count()
    }

    /// True if moves may be taken back (R11.2): outside of challenges, alone only in a private
    /// game.
    #[must_use]
    pub fn is_casual(&self) -> bool {
        self.challenge.is_none() && (self.people() > 1 || self.visibility == Visibility::Private)
    }

    /// True if all its seats are taken and it has not ended, so that it may be a bot's turn.
    pub(super) fn may_wait_for_bot(&self) -> bool {
        let has_bots = self.seats.iter().any(|seat| seat.bot.is_some());
        has_bots && self.finished.is_none() && self.has_begun()
    }

    /// The game's status at `now`. Abandonment is computed and not stored, so no job is needed;
    /// but once its log is packed, an end by time is for ever, whatever a clock says.
    #[must_use]
    pub fn status(&self, now: DateTime<Utc>) -> Status {
        if self.finished.is_some() {
            return Status::Finished;
        }
        if self.cancelled_at.is_some() {
            return Status::Cancelled;
        }
        if self.challenge.is_some_and(|entry| self.packed || entry.ends_at <= now) {
            return Status::Closed;
        }
        let waits_or_runs = || if self.has_begun() { Status::Running } else { Status::Waiting };
        if self.challenge.is_some() {
            return waits_or_runs();
        }
        let idle = now.signed_duration_since(self.touched_at()).num_seconds();
        if self.packed || self.origin == Origin::Imported || idle >= i64::from(self.abandon_after) {
            return Status::Abandoned;
        }
        waits_or_runs()
    }

    /// The time at which the deadline of its challenge closed it, if it did: from a while later
    /// on, when no move can be on its way any more (docs/spec/record.md S6.15).
    #[must_use]
    pub fn closed_at(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let ends_at = self.challenge?.ends_at;
        let is_closed = self.status(now) == Status::Closed && self.has_begun();
        (is_closed && ends_at + CLOSED_AFTER <= now).then_some(ends_at)
    }

    /// True once all its seats have been taken: nothing is dealt before. Later a seat can be
    /// open again.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.seated_at.is_some() || self.seats.iter().all(|seat| !seat.open)
    }

    /// True while its challenge runs, so that not all of it is public.
    #[must_use]
    pub fn is_embargoed(&self, now: DateTime<Utc>) -> bool {
        self.challenge.is_some_and(|entry| now < entry.ends_at)
    }

    /// The number of moves made.
    #[must_use]
    pub fn seq(&self) -> u32 {
        self.moves.last().map_or(0, |row| row.entry.seq)
    }

    /// The time of creation or of the last move, whichever is later.
    #[must_use]
    pub fn touched_at(&self) -> DateTime<Utc> {
        let last = self.moves.last().and_then(|row| row.entry.at);
        last.map_or(self.created_at, |at| at.max(self.created_at))
    }
}
