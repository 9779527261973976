//! The public data of a game.

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::bots::Level;
use regicide_engine::engine::{GameKind, NamedOutcome, Options, Seat};
use regicide_engine::record::SeedBy;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::proposal::{OpenProposal, read_proposal};
use super::rows::{read_challenge, read_finished, read_origin, read_seats, read_visibility};
use super::{Game, Origin};
use crate::challenges::ChallengeEntry;
use crate::database::{Invalid, Row, from_row};
use crate::error::RowKind;
use crate::seats::SeatState;
use crate::setup::read_setup;
use crate::status::{Status, Visibility};

/// The public data of a game, in lists and in views.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// The game's id, a UUID of version 7.
    pub id: Uuid,
    /// The kind of game.
    pub kind: GameKind,
    /// The version of its rules.
    #[schema(minimum = 1, examples(1))]
    pub rules: u8,
    /// The number of players.
    #[schema(minimum = 1, maximum = 4, examples(2))]
    pub players: u8,
    /// The game's options; only those of its kind.
    pub options: Options,
    /// The present status.
    pub status: Status,
    /// The game's origin.
    pub origin: OriginName,
    /// Forks: the game and the move from which they start.
    pub forked_from: Option<ForkedFrom>,
    /// The party that made the seed. A client's seed is not secret from the start, so such a
    /// game is never ranked (docs/spec/record.md S1.4).
    pub seed_by: SeedBy,
    /// The time of creation.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub created_at: DateTime<Utc>,
    /// The time of creation, of the last move or of the cancellation, whichever is last.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub updated_at: DateTime<Utc>,
    /// The number of moves made.
    #[schema(minimum = 0, maximum = 7151)]
    pub seq: u32,
    /// The number of seconds that the seat to act has for its move before the others may hand
    /// it over (R11.3), if there is a limit.
    #[schema(minimum = 60, maximum = 1_209_600)]
    pub turn_limit: Option<u32>,
    /// The end of that time, while the game runs and a person is to act.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub turn_ends_at: Option<DateTime<Utc>>,
    /// Its seats, in ascending order.
    #[schema(min_items = 1, max_items = 4)]
    pub seats: Vec<SeatInfo>,
    /// The time at which the rules ended the game, if they did.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub finished_at: Option<DateTime<Utc>>,
    /// The result, if the rules ended the game.
    pub result: Option<NamedOutcome>,
    /// The challenge that it is played in, if it is.
    pub challenge: Option<ChallengeEntry>,
    /// The id of the game that it is the rematch of, if it is one.
    pub rematch_of_id: Option<Uuid>,
    /// The id of its rematch, once there is one.
    pub rematch_id: Option<Uuid>,
    /// The open proposal of the people at the table, if there is one (R11.2).
    pub proposal: Option<OpenProposal>,
}

/// The origin of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OriginName {
    /// Created at this service.
    Created,
    /// A practice game that starts from another game's position.
    Fork,
    /// Imported from a record file.
    Import,
}

/// The position from which a fork starts.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ForkedFrom {
    /// The other game's id.
    pub game_id: Uuid,
    /// The number of moves that were copied.
    pub seq: u32,
}

/// The public data of a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// Its player's display name, if one was given.
    pub name: Option<String>,
    /// True while the seat can be taken.
    pub open: bool,
    /// The id of the player who sits there, if the seat has one.
    pub player_id: Option<Uuid>,
    /// Open seats with an invitation: until then only the invited player, or the holder of the
    /// code, can take the seat; from then on any caller.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub invited_until: Option<DateTime<Utc>>,
    /// The id of the invited player; `null` without an invitation, or with one by a code.
    pub invited_player_id: Option<Uuid>,
    /// The level of the house bot that sits there, if one does. It moves by itself, and its
    /// seat has no token.
    pub bot_level: Option<Level>,
}

impl SeatInfo {
    /// A seat without a player, name or bot.
    #[must_use]
    pub const fn empty(seat: Seat) -> Self {
        Self {
            seat,
            name: None,
            open: false,
            player_id: None,
            invited_until: None,
            invited_player_id: None,
            bot_level: None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct ListedGame {
    /// The public data.
    pub info: GameInfo,
    /// The visibility of the game.
    pub visibility: Visibility,
    /// The seat to act, if the game runs.
    pub to_act: Option<Seat>,
    /// The seat that the player had whose games these are, if the player had one that has changed
    /// hands.
    pub former_seat: Option<Seat>,
}

impl From<&SeatState> for SeatInfo {
    fn from(state: &SeatState) -> Self {
        let SeatState { seat, name, open, player, invitation, bot, .. } = state;
        let player = player.map(|player| player.id);
        Self {
            seat: *seat,
            name: name.clone(),
            open: *open,
            player_id: player,
            invited_until: invitation.map(|invitation| invitation.until),
            invited_player_id: invitation.and_then(|invitation| invitation.player()),
            bot_level: *bot,
        }
    }
}

impl From<Origin> for OriginName {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::Created => Self::Created,
            Origin::Fork { .. } => Self::Fork,
            Origin::Imported => Self::Import,
        }
    }
}

impl Origin {
    const fn forked_from(self) -> Option<ForkedFrom> {
        match self {
            Self::Fork { of, at } => Some(ForkedFrom { game_id: of, seq: at }),
            Self::Created | Self::Imported => None,
        }
    }
}

/// The time at which the turn of a seat ends that has lasted since a time, if a person sits there
/// and turns are limited.
fn turn_end(limit: Option<u32>, since: DateTime<Utc>, to_act: Option<&SeatState>) -> Option<DateTime<Utc>> {
    let limit = limit.filter(|_| to_act.is_some_and(SeatState::is_person))?;
    Some(since + TimeDelta::seconds(i64::from(limit)))
}

impl Game {
    /// The time at which the turn of the seat to act ends, if a person sits there, turns are
    /// limited and the game runs at `now`.
    #[must_use]
    pub fn turn_ends_at(&self, now: DateTime<Utc>, to_act: Option<Seat>) -> Option<DateTime<Utc>> {
        let to_act = to_act.filter(|_| self.status(now) == Status::Running)?;
        let since = self.seated_at.unwrap_or_default().max(self.touched_at());
        turn_end(self.turn_limit, since, self.seats.get(to_act.index()))
    }

    /// The game's public data at `now`, with this seat to act.
    #[must_use]
    pub fn info(&self, now: DateTime<Utc>, to_act: Option<Seat>) -> GameInfo {
        let finished = self.finished.as_ref();
        let status = self.status(now);
        GameInfo {
            id: self.id,
            kind: self.setup.kind(),
            rules: self.setup.ruleset().version(),
            players: self.setup.players(),
            options: self.setup.options(),
            status,
            origin: self.origin.into(),
            forked_from: self.origin.forked_from(),
            seed_by: self.seed_by,
            created_at: self.created_at,
            updated_at: self.cancelled_at.unwrap_or_else(|| self.touched_at()),
            seq: self.seq(),
            turn_limit: self.turn_limit,
            turn_ends_at: self.turn_ends_at(now, to_act),
            seats: self.seats.iter().map(SeatInfo::from).collect(),
            finished_at: finished.map(|finished| finished.at),
            result: finished.map(|finished| finished.outcome.clone().into()),
            challenge: self.challenge,
            rematch_of_id: self.rematch_of,
            rematch_id: self.rematch,
            proposal: self.open_proposal(status),
        }
    }
}

impl GameInfo {
    pub(crate) fn read(row: &Row) -> Result<Self, Invalid> {
        let (setup, origin, finished) = (read_setup(row)?, read_origin(row)?, read_finished(row)?);
        let (status, seq, seats) = (row.name("status")?, row.get("seq")?, read_seats(row, setup.players())?);
        let (turn_limit, updated_at): (Option<u32>, DateTime<Utc>) =
            (row.optional("turn_limit")?, row.get("updated_at")?);
        let since = updated_at.max(row.optional("seated_at")?.unwrap_or_default());
        let to_act = row.optional::<Seat>("to_act")?.filter(|_| status == Status::Running);
        let turn_ends_at = turn_end(turn_limit, since, to_act.and_then(|seat| seats.get(seat.index())));
        Ok(Self {
            id: row.get("id")?,
            kind: setup.kind(),
            rules: setup.ruleset().version(),
            players: setup.players(),
            options: setup.options(),
            status,
            origin: origin.into(),
            forked_from: origin.forked_from(),
            seed_by: row.name("seed_by")?,
            created_at: row.get("created_at")?,
            updated_at,
            seq,
            turn_limit,
            turn_ends_at,
            seats: seats.iter().map(SeatInfo::from).collect(),
            finished_at: finished.as_ref().map(|finished| finished.at),
            result: finished.map(|finished| finished.outcome.into()),
            challenge: read_challenge(row)?,
            rematch_of_id: row.optional("rematch_of")?,
            rematch_id: row.optional("rematch")?,
            proposal: OpenProposal::of(read_proposal(row)?.as_ref(), &seats, status, seq),
        })
    }
}

from_row!(RowKind::Game, "id", |row| ListedGame {
    info: GameInfo::read(row)?,
    visibility: read_visibility(row)?,
    to_act,
    former_seat,
});
