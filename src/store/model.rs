//! What is stored, in the words of the layers above.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::engine::{GameKind, Hash, Outcome, Seat, Seed, Setup};
use crate::record::{Entry, SeedBy};

/// The SHA-256 of a secret token; the token itself is never stored.
#[derive(Clone, Copy, Debug)]
pub struct TokenHash(pub [u8; 32]);

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Created here.
    Created,
    /// A practice game that goes on from another's position.
    Fork {
        /// The other game.
        of: Uuid,
        /// How many of its moves were taken over.
        at: u32,
    },
    /// Imported from a record file.
    Imported,
}

/// Who finds a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// It stands in lists and, once finished, in the export.
    #[default]
    Public,
    /// Whoever has its id can look at it; it is listed nowhere.
    Unlisted,
}

/// One seat of a game.
#[derive(Clone, Debug)]
pub struct SeatState {
    /// Its number.
    pub seat: Seat,
    /// The display name, if one was given.
    pub name: Option<String>,
    /// Whether it can still be taken.
    pub open: bool,
    /// The hash of its token; none while it is open or in an imported game.
    pub token: Option<TokenHash>,
    /// The number of moves made when its player asked to concede (R11.1).
    pub asked_to_concede: Option<u32>,
    /// The player who sits there, if it is one.
    pub player: Option<SeatPlayer>,
}

/// A player on a seat.
#[derive(Clone, Copy, Debug)]
pub struct SeatPlayer {
    /// The player.
    pub id: Uuid,
    /// The hash of the player's token, which opens the seat, too.
    pub token: TokenHash,
}

/// A game that is about to be stored.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    /// Its set-up.
    pub setup: Setup,
    /// Its seed.
    pub seed: Seed,
    /// The seed's commitment, which is published before the first move.
    pub commitment: Hash,
    /// Who made the seed.
    pub seed_by: SeedBy,
    /// Where it comes from.
    pub origin: Origin,
    /// Who finds it.
    pub visibility: Visibility,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// After how many seconds without a move it counts as abandoned.
    pub abandon_after: u32,
    /// The hash of the creator's token, for games with open seats.
    pub owner: Option<TokenHash>,
    /// Its seats in ascending order.
    pub seats: Vec<SeatState>,
    /// Its first moves, for forks and imports.
    pub moves: Vec<LogEntry>,
    /// Its result, for imports of finished games.
    pub finished: Option<Finished>,
    /// The challenge that it is played in, if it is.
    pub challenge: Option<Entered>,
}

/// What a game is to the challenge that it is played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    /// The challenge.
    pub challenge: Uuid,
    /// Which attempt of its players it is, from 1.
    pub attempt: u8,
    /// From then on it takes no moves, and everything about it is public; not
    /// before.
    pub ends_at: DateTime<Utc>,
}

/// A game as it is stored.
#[derive(Clone, Debug)]
pub struct Game {
    /// What was stored when it was made, with the present seats, all moves
    /// and the result.
    pub game: NewGame,
    /// Rises by one with every change of anything but the moves.
    pub version: u32,
    /// When it was cancelled, if it was.
    pub cancelled_at: Option<DateTime<Utc>>,
}

/// What tells a state of a game from all others: as long as both stand,
/// nothing about the game has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The version of its row.
    pub version: u32,
    /// The number and hash of its last move, if there is one. The hash stands
    /// for all moves before: a database that has lost moves in a failover, and
    /// got others since, is not taken for what it was.
    pub last: Option<(u32, Hash)>,
}

/// One stored row of a move log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The move.
    pub entry: Entry,
    /// The chain's hash after it (RECORD.md S5.2).
    pub h: Hash,
    /// What makes a repeated request known, if its caller asked for that.
    pub key: Option<MoveKey>,
}

/// Hashes of an idempotency key, bound to its caller, and of the request
/// that came with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveKey {
    /// The caller's key. No two moves of a game share one.
    pub key: Hash,
    /// The request.
    pub request: Hash,
}

/// How a finished game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// When its last move was made, or, where that is not known, when it was
    /// imported.
    pub at: DateTime<Utc>,
    /// Its result.
    pub outcome: Outcome,
}

/// A move to be added.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: Uuid,
    /// The version of the game's row that the move was judged by.
    pub version: u32,
    /// The hash of the move before it, if there is one.
    pub after: Option<Hash>,
    /// The row.
    pub row: LogEntry,
    /// The result, if the move ends the game; raises the version.
    pub finished: Option<Finished>,
}

/// What became of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is stored and will stay.
    Stored,
    /// Another move has its place or its idempotency key, or the game's row
    /// has changed: load again and judge anew.
    Conflict,
}

/// What a list may be narrowed to.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Only games of this kind.
    pub game: Option<GameKind>,
    /// Only games with this status at `now`.
    pub status: Option<Status>,
    /// Only games for so many players.
    pub players: Option<u8>,
    /// Only games in which this player sits.
    pub player: Option<Uuid>,
    /// Only games created before.
    pub created_before: Option<DateTime<Utc>>,
    /// Only games created at or after.
    pub created_after: Option<DateTime<Utc>>,
    /// Only games that come after this one in the list.
    pub after: Option<Uuid>,
    /// The time that decides which games are abandoned.
    pub now: DateTime<Utc>,
}

/// What a game is at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
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
    /// Its creator called it off before it began, or an operator did.
    Cancelled,
    /// The challenge that it was played in has ended: it takes no more moves
    /// and everything is public.
    Closed,
}

impl Visibility {
    /// Its name, as it is stored.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Unlisted => "unlisted",
        }
    }

    /// What is called so, if anything is.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        [Self::Public, Self::Unlisted].into_iter().find(|visibility| visibility.name() == name)
    }
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 6] =
        [Self::Waiting, Self::Running, Self::Finished, Self::Abandoned, Self::Cancelled, Self::Closed];

    /// Whether the game can change no more.
    #[must_use]
    pub const fn is_over(self) -> bool {
        match self {
            Self::Waiting | Self::Running => false,
            Self::Finished | Self::Abandoned | Self::Cancelled | Self::Closed => true,
        }
    }

    /// Its name, in queries as in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Abandoned => "abandoned",
            Self::Cancelled => "cancelled",
            Self::Closed => "closed",
        }
    }
}

/// A line of a list.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The game's id.
    pub id: Uuid,
    /// Its set-up.
    pub setup: Setup,
    /// Who made the seed.
    pub seed_by: SeedBy,
    /// Where it comes from.
    pub origin: Origin,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// Its status at the time asked for.
    pub status: Status,
    /// Its seats in ascending order.
    pub seats: Vec<SeatState>,
    /// The number of moves made.
    pub seq: u32,
    /// How it ended, if it did.
    pub finished: Option<Finished>,
    /// The challenge that it was played in, if it was.
    pub challenge: Option<Entered>,
}

/// A key that signs finished games.
#[derive(Clone)]
pub struct StoredKey {
    /// Its number, from 1.
    pub number: u32,
    /// The secret bytes.
    pub secret: [u8; 32],
    /// Since when it is in force.
    pub valid_from: DateTime<Utc>,
}

/// A game of the export.
#[derive(Clone, Debug)]
pub struct Exported {
    /// Its place in the export, from 1, without gaps, for ever.
    pub position: i64,
    /// The game.
    pub game: Game,
}

/// A request that wants to be the one with its idempotency key.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The hash of the key, bound to its caller.
    pub key: Hash,
    /// The hash of the request.
    pub request: Hash,
    /// Tells this request from another with the same key.
    pub by: Uuid,
}

/// What a claim met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimState {
    /// The key is this request's now.
    Claimed,
    /// Another request has it and is not done.
    Running,
    /// It was used for another request.
    OtherRequest,
    /// The same request was answered: what it was answered.
    Answered(Vec<u8>),
}

/// What a claimed key answers from now on.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The claim.
    pub claim: Claim,
    /// The answer, encrypted: the store cannot read it.
    pub body: Vec<u8>,
}

impl Game {
    /// The game's status at `now`. What counts as abandoned is computed, not
    /// stored: nobody has to be there to write it down.
    #[must_use]
    pub fn status(&self, now: DateTime<Utc>) -> Status {
        let NewGame { finished, seats, abandon_after, origin, .. } = &self.game;
        if finished.is_some() {
            return Status::Finished;
        }
        if self.cancelled_at.is_some() {
            return Status::Cancelled;
        }
        if self.game.challenge.is_some_and(|entered| entered.ends_at <= now) {
            return Status::Closed;
        }
        let waits_or_runs =
            || if seats.iter().any(|seat| seat.open) { Status::Waiting } else { Status::Running };
        if self.game.challenge.is_some() {
            return waits_or_runs();
        }
        let idle = now.signed_duration_since(self.touched_at()).num_seconds();
        if *origin == Origin::Imported || idle >= i64::from(*abandon_after) {
            return Status::Abandoned;
        }
        waits_or_runs()
    }

    /// Whether its challenge still runs, so that nobody may see all of it.
    #[must_use]
    pub fn is_sealed(&self, now: DateTime<Utc>) -> bool {
        self.game.challenge.is_some_and(|entered| now < entered.ends_at)
    }

    /// When the game was created or last moved, whichever is later.
    #[must_use]
    pub fn touched_at(&self) -> DateTime<Utc> {
        let last = self.game.moves.last().and_then(|row| row.entry.at);
        last.map_or(self.game.created_at, |at| at.max(self.game.created_at))
    }
}

/// An origin as it is stored: its name, and a fork's game and move.
pub(super) const fn stored_origin(origin: Origin) -> (&'static str, Option<Uuid>, Option<u32>) {
    match origin {
        Origin::Created => ("created", None, None),
        Origin::Imported => ("import", None, None),
        Origin::Fork { of, at } => ("fork", Some(of), Some(at)),
    }
}

/// What a claim met, from the row that has its key: the request and, if there
/// is one, its answer. No row means that the claim before was just given up;
/// who asks again will get it.
pub(super) fn claim_state(claim: &Claim, used: Option<(Vec<u8>, Option<Vec<u8>>)>) -> ClaimState {
    match used {
        Some((request, _)) if request != claim.request.0 => ClaimState::OtherRequest,
        None | Some((_, None)) => ClaimState::Running,
        Some((_, Some(answer))) => ClaimState::Answered(answer),
    }
}

/// How far apart a game's time and the one in its id can be, at most: they are
/// taken in the same request, but not at the same moment.
const APART: TimeDelta = TimeDelta::minutes(1);

/// The last millisecond that an id can hold, in the year 10889.
const LAST_MILLI: u64 = (1 << 48) - 1;

/// Between which ids the games of a list can be, the first included: ids begin
/// with their time, so lists need not look at what is too old or too young.
/// The times themselves are compared exactly, later.
pub(super) fn id_range(filter: &Filter) -> (Uuid, Uuid) {
    let oldest = filter.created_after.and_then(|time| time.checked_sub_signed(APART)).map(first_id);
    let youngest = filter.created_before.and_then(|time| time.checked_add_signed(APART)).map(first_id);
    let before = filter.after.unwrap_or(Uuid::max());
    (oldest.unwrap_or(Uuid::nil()), youngest.map_or(before, |youngest| youngest.min(before)))
}

/// The least id that can hold a time.
fn first_id(time: DateTime<Utc>) -> Uuid {
    let millis = u64::try_from(time.timestamp_millis()).unwrap_or(0).min(LAST_MILLI);
    Uuid::from_u64_pair(millis << 16, 0)
}
