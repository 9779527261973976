//! A challenge, its status and its place in lists.

use chrono::{DateTime, Utc};
use regicide_engine::engine::{Hash, Seed, Setup};
use regicide_engine::record::SeedBy;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{DealDifficulty, DealSearch};
use crate::database::{Invalid, Row, from_row};
use crate::error::RowKind;
use crate::setup::read_setup;
use crate::status::Visibility;
use crate::token::TokenHash;

#[derive(Clone, Debug)]
pub struct Challenge {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    pub source: Source,
    pub setup: Setup,
    pub seed: Seed,
    pub commitment: Hash,
    pub seed_by: SeedBy,
    pub created_at: DateTime<Utc>,
    /// From then on games can begin.
    pub opens_at: DateTime<Utc>,
    /// From then on no game can begin.
    pub closes_at: DateTime<Utc>,
    /// From then on no game takes moves, and everything is public.
    pub ends_at: DateTime<Utc>,
    /// The number of attempts of each player.
    pub attempts: u8,
    pub admission: Admission,
    pub visibility: Visibility,
    /// True if it is listed, provided that it is public.
    pub listed: bool,
    pub search: Option<DealSearch>,
    pub difficulty: DealDifficulty,
    /// Its entry in the transparency log, once it has one.
    pub logged: Option<LoggedCommitment>,
}

/// The entry of a challenge in the transparency log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedCommitment {
    /// Its index, from 0.
    pub position: u64,
    /// The time at which it was added.
    pub at: DateTime<Utc>,
}

#[derive(Clone, Debug)]
pub enum Source {
    /// The service's own for a day: days since 1970-01-01.
    Daily(i32),
    Custom {
        /// Its name; `None` if an operator has hidden it.
        name: Option<String>,
        /// The player who made it; `None` if the operator did.
        organiser: Option<Uuid>,
    },
}

/// The players who may take part in a challenge.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Admission {
    /// Every player. A person can have several players.
    #[default]
    Anyone,
    /// Players who bring a single-use invitation code.
    Invited,
}

/// The state of a challenge at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ChallengeStatus {
    /// Only the commitment is public.
    Coming,
    /// Games can begin.
    Open,
    /// Games that have begun in time go on.
    Closing,
    /// Everything is public.
    Over,
}

#[derive(Clone, Debug)]
pub struct ChallengeFilter {
    /// Only the service's own (true) or organisers' (false).
    pub daily: Option<bool>,
    /// Only those for these numbers of players; all if empty.
    pub players: Vec<u8>,
    /// Only with one of these statuses at `now`.
    pub status: Vec<ChallengeStatus>,
    /// Only those after this position.
    pub after: Option<ListPlace>,
    /// The time at which the status counts.
    pub now: DateTime<Utc>,
}

/// The position of a challenge in lists at a moment: open ones first, then closing, coming and
/// finished ones. In each section the service's own come first, then those whose next change is
/// nearest; of the finished ones, the latest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListPlace {
    pub(super) section: ListSection,
    pub(super) own: bool,
    /// Microseconds since 1970; until 1970 for those that are over.
    pub(super) moment: i64,
    pub(super) id: Uuid,
}

/// The sections of lists, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ListSection {
    Open,
    Closing,
    Coming,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrganiserListing {
    /// The number of listed challenges that are not over.
    pub current: u32,
    /// True if an operator has hidden any of the organiser's.
    pub hidden: bool,
}

/// The invitation to a challenge that is not open to all: the hash of a code, or `None` if the
/// player was admitted already.
#[derive(Clone, Copy, Debug)]
pub struct Invitation(pub Option<TokenHash>);

/// The part of a game in a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = InChallenge)]
pub struct ChallengeEntry {
    /// The challenge's id.
    #[serde(rename = "id")]
    pub challenge: Uuid,
    /// The number of the players' attempt; only the first can be ranked.
    #[schema(minimum = 1, maximum = 100)]
    pub attempt: u8,
    /// From then on the game takes no moves and everything about it is public. Before, its own
    /// players see what their seats see; others see its seats while one is open, and afterwards
    /// no part of the game.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub ends_at: DateTime<Utc>,
}

impl Challenge {
    #[must_use]
    pub fn status(&self, now: DateTime<Utc>) -> ChallengeStatus {
        if now < self.opens_at {
            ChallengeStatus::Coming
        } else if now < self.closes_at {
            ChallengeStatus::Open
        } else if now < self.ends_at {
            ChallengeStatus::Closing
        } else {
            ChallengeStatus::Over
        }
    }

    #[must_use]
    pub fn list_place(&self, now: DateTime<Utc>) -> ListPlace {
        let (section, moment) = match self.status(now) {
            ChallengeStatus::Open => (ListSection::Open, self.closes_at.timestamp_micros()),
            ChallengeStatus::Closing => (ListSection::Closing, self.ends_at.timestamp_micros()),
            ChallengeStatus::Coming => (ListSection::Coming, self.opens_at.timestamp_micros()),
            ChallengeStatus::Over => (ListSection::Over, -self.ends_at.timestamp_micros()),
        };
        let own = matches!(self.source, Source::Custom { .. }) && section != ListSection::Over;
        ListPlace { section, own, moment, id: self.id }
    }
}

from_row!(RowKind::Challenge, "id", |row| Challenge {
    id,
    source: read_source(row)?,
    setup: read_setup(row)?,
    seed: row.get::<String>("seed")?.parse().map_err(Invalid::new)?,
    commitment,
    seed_by: row.name("seed_by")?,
    created_at,
    opens_at,
    closes_at,
    ends_at,
    attempts,
    admission: row.name("admission")?,
    visibility: row.name("visibility")?,
    listed: row.get("listed")? && !row.get::<bool>("hidden")?,
    search: DealSearch::read(row)?,
    difficulty: DealDifficulty::read(row)?,
    logged: match (row.optional("log_position")?, row.optional("tlog_at")?) {
        (Some(position), Some(at)) => Some(LoggedCommitment { position, at }),
        _ => None,
    },
});

from_row!(RowKind::Challenge, "organiser", |row| OrganiserListing { current: row.get("listed")?, hidden });

fn read_source(row: &Row) -> Result<Source, Invalid> {
    match (row.optional("day")?, row.optional("name")?) {
        (Some(day), None) => Ok(Source::Daily(day)),
        (None, Some(name)) => {
            let hidden: bool = row.get("hidden")?;
            let name = Some(name).filter(|_| !hidden);
            Ok(Source::Custom { name, organiser: row.optional("organiser")? })
        }
        _ => Err(Invalid::new("it is neither of a day nor of an organiser")),
    }
}
