//! What everybody may know about a game.

use chrono::{DateTime, Utc};
use regicide::bots::Level;
use regicide::engine::{GameKind, NamedOutcome, Options, Seat};
use regicide::record::SeedBy;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::rows::{read_challenge, read_finished, read_origin, read_seats, read_visibility};
use super::{Game, Origin, Status, Visibility};
use crate::store::database::{Invalid, Row};
use crate::store::error::{RowKind, StoreError};
use crate::store::seats::SeatState;
use crate::store::setup::read_setup;

/// What everybody may know about a game, in lists and in views.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// The game's id, a UUID of version 7.
    pub id: Uuid,
    /// Which kind of game it is.
    pub kind: GameKind,
    /// The version of its rules.
    #[schema(minimum = 1, examples(1))]
    pub rules: u8,
    /// How many players it is for.
    #[schema(minimum = 1, maximum = 4, examples(2))]
    pub players: u8,
    /// What was chosen about it; what belongs to the other game is missing.
    pub options: Options,
    /// What it is now.
    pub status: Status,
    /// Where it comes from.
    pub origin: OriginName,
    /// Forks: the game and the move they go on from.
    pub forked_from: Option<ForkedFrom>,
    /// Who made the seed. A client's seed is known to somebody from the
    /// start: such a game is never ranked (docs/spec/record.md S1.4).
    pub seed_by: SeedBy,
    /// When it was created.
    #[serde(with = "regicide::record::timestamp")]
    pub created_at: DateTime<Utc>,
    /// When it was created, last moved or cancelled, whichever is last.
    #[serde(with = "regicide::record::timestamp")]
    pub updated_at: DateTime<Utc>,
    /// The number of moves made.
    #[schema(minimum = 0, maximum = 7151)]
    pub seq: u32,
    /// Its seats, in ascending order.
    #[schema(min_items = 1, max_items = 4)]
    pub seats: Vec<SeatInfo>,
    /// When it ended, if the rules ended it.
    #[serde(with = "regicide::record::timestamp::option")]
    pub finished_at: Option<DateTime<Utc>>,
    /// How it ended, if the rules ended it.
    pub result: Option<NamedOutcome>,
    /// The challenge that it is played in, if it is.
    pub challenge: Option<ChallengeEntry>,
    /// The id of the game that it is the rematch of, if it is one.
    pub rematch_of_id: Option<Uuid>,
    /// The id of its rematch, once there is one.
    pub rematch_id: Option<Uuid>,
}

/// What a game is to a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = InChallenge)]
pub struct ChallengeEntry {
    /// The challenge's id.
    #[serde(rename = "id")]
    pub challenge: Uuid,
    /// Which attempt of its players it is; only the first can be ranked.
    #[schema(minimum = 1, maximum = 100)]
    pub attempt: u8,
    /// From then on the game takes no moves, and everything about it is
    /// public. Before, its own players see what their seats see; others see
    /// its seats while one is open, and then nothing.
    #[serde(with = "regicide::record::timestamp")]
    pub ends_at: DateTime<Utc>,
}

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OriginName {
    /// Created here.
    Created,
    /// A practice game that goes on from another game's position.
    Fork,
    /// Imported from a record file.
    Import,
}

/// What a fork goes on from.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ForkedFrom {
    /// The other game's id.
    pub game_id: Uuid,
    /// How many of its moves were taken over.
    pub seq: u32,
}

/// What everybody may know about a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// Its player's display name, if one was given.
    pub name: Option<String>,
    /// Whether it can still be taken.
    pub open: bool,
    /// Whether its player asks to concede the game (R11.1).
    pub asks_to_concede: bool,
    /// The id of the player who sits there, if it is one.
    pub player_id: Option<Uuid>,
    /// Open seats that somebody is invited to: until then only they can take
    /// it, and from then on anybody.
    #[serde(with = "regicide::record::timestamp::option")]
    pub invited_until: Option<DateTime<Utc>>,
    /// The id of the player who is invited to it, if it is one; nothing where
    /// it is for the holder of a code.
    pub invited_player_id: Option<Uuid>,
    /// The level of the house bot that sits there, if one does: it moves by
    /// itself, and nobody has a token for its seat.
    pub bot_level: Option<Level>,
}

#[derive(Clone, Debug)]
pub struct ListedGame {
    /// What everybody may know.
    pub info: GameInfo,
    /// Who finds it.
    pub visibility: Visibility,
    /// Whose move it is, if it runs.
    pub to_act: Option<Seat>,
}

impl From<&SeatState> for SeatInfo {
    fn from(state: &SeatState) -> Self {
        let SeatState { seat, name, open, asked_to_concede, player, invitation, bot, .. } = state;
        let asks_to_concede = asked_to_concede.is_some();
        let player = player.map(|player| player.id);
        Self {
            seat: *seat,
            name: name.clone(),
            open: *open,
            asks_to_concede,
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

impl Game {
    /// What everybody may know about it at `now`.
    #[must_use]
    pub fn info(&self, now: DateTime<Utc>) -> GameInfo {
        let finished = self.finished.as_ref();
        GameInfo {
            id: self.id,
            kind: self.setup.kind(),
            rules: self.setup.ruleset().version(),
            players: self.setup.players(),
            options: self.setup.options(),
            status: self.status(now),
            origin: self.origin.into(),
            forked_from: self.origin.forked_from(),
            seed_by: self.seed_by,
            created_at: self.created_at,
            updated_at: self.cancelled_at.unwrap_or_else(|| self.touched_at()),
            seq: self.moves.last().map_or(0, |row| row.entry.seq),
            seats: self.seats.iter().map(SeatInfo::from).collect(),
            finished_at: finished.map(|finished| finished.at),
            result: finished.map(|finished| finished.outcome.clone().into()),
            challenge: self.challenge,
            rematch_of_id: self.rematch_of,
            rematch_id: self.rematch,
        }
    }
}

impl GameInfo {
    pub(in crate::store) fn read(row: &Row) -> Result<Self, Invalid> {
        let (setup, origin, finished) = (read_setup(row)?, read_origin(row)?, read_finished(row)?);
        Ok(Self {
            id: row.get("id")?,
            kind: setup.kind(),
            rules: setup.ruleset().version(),
            players: setup.players(),
            options: setup.options(),
            status: row.name("status")?,
            origin: origin.into(),
            forked_from: origin.forked_from(),
            seed_by: row.name("seed_by")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
            seq: row.get("seq")?,
            seats: read_seats(row, setup.players())?.iter().map(SeatInfo::from).collect(),
            finished_at: finished.as_ref().map(|finished| finished.at),
            result: finished.map(|finished| finished.outcome.into()),
            challenge: read_challenge(row)?,
            rematch_of_id: row.optional("rematch_of")?,
            rematch_id: row.optional("rematch")?,
        })
    }
}

impl ListedGame {
    pub(super) fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Game, "id", |row| {
            Ok(Self {
                info: GameInfo::read(row)?,
                visibility: read_visibility(row)?,
                to_act: row.optional("to_act")?,
            })
        })
    }
}
