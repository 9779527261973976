//! What is stored of challenges: what they are, who may try, and who has tried.

mod methods;
pub(super) mod statements;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::StoreError;
use super::admin::Act;
use super::model::{Answer, Entered, NewGame, SeatPlayer, TokenHash, Visibility};
use super::rows::{SetupRow, seat, wrong};
use crate::engine::{Hash, Seat, Seed, Setup};
use crate::record::SeedBy;

pub(super) use methods::implement_challenge_store;

/// The same game for many.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    /// Where it comes from.
    pub source: Source,
    /// The set-up of its games.
    pub setup: Setup,
    /// The seed of its games.
    pub seed: Seed,
    /// The seed's commitment.
    pub commitment: Hash,
    /// Who made the seed.
    pub seed_by: SeedBy,
    /// When it was published.
    pub created_at: DateTime<Utc>,
    /// From then on games can be begun.
    pub opens_at: DateTime<Utc>,
    /// From then on no game can be begun.
    pub closes_at: DateTime<Utc>,
    /// From then on no game takes moves, and everything is public.
    pub ends_at: DateTime<Utc>,
    /// How often a player may try.
    pub attempts: u8,
    /// Who may.
    pub admission: Admission,
    /// Who finds it.
    pub visibility: Visibility,
}

/// Where a challenge comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// The service makes it, for a day: days since 1970-01-01.
    Daily(i32),
    /// An organiser made it.
    Own {
        /// What it is called; nothing if an operator has hidden it.
        name: Option<String>,
        /// The hash of the organiser's token.
        admin: TokenHash,
    },
}

/// Who may take part in a challenge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Admission {
    /// Every player. Nothing keeps a person from being two.
    #[default]
    Anyone,
    /// Players who bring a single-use invitation code.
    Invited,
}

/// What a challenge is at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChallengeStatus {
    /// Only the commitment is known.
    Coming,
    /// Games can be begun.
    Open,
    /// Games that were begun in time are played to their end.
    Closing,
    /// Everything is public.
    Over,
}

/// Which challenges to list.
#[derive(Clone, Debug)]
pub struct ChallengeFilter {
    /// Only those of the service (true) or of organisers (false).
    pub daily: Option<bool>,
    /// Only games for so many players.
    pub players: Option<u8>,
    /// Only with this status at `now`.
    pub status: Option<ChallengeStatus>,
    /// Only those that come after this one: when it opens, and its id.
    pub after: Option<(DateTime<Utc>, Uuid)>,
    /// The time that decides.
    pub now: DateTime<Utc>,
}

/// A key that seeds of daily challenges are made with.
#[derive(Clone)]
pub struct DailyKey {
    /// Its number, from 1.
    pub number: u32,
    /// Its hash.
    pub fingerprint: Hash,
    /// The secret bytes; nothing if they stand in the configuration.
    pub secret: Option<[u8; 32]>,
    /// The first day whose seed is made with it.
    pub valid_from: i32,
}

/// One player's try at a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Which it is, from 1.
    pub number: u8,
    /// Its game.
    pub game: Uuid,
    /// The player's seat.
    pub seat: Seat,
}

/// What makes somebody part of an attempt, or of a practice game.
#[derive(Clone, Copy, Debug)]
pub struct Entrant {
    /// The challenge and which attempt it is; nothing for practice.
    pub entered: Option<Entered>,
    /// The player.
    pub player: SeatPlayer,
    /// The hash of the invitation, where one is needed.
    pub invitation: Option<Invitation>,
    /// Daily challenges: the day.
    pub day: Option<Day>,
}

/// What admits a player to a challenge that is not for anyone: the hash of a
/// code, unless one has admitted the player already.
#[derive(Clone, Copy, Debug)]
pub struct Invitation(pub Option<TokenHash>);

/// The day of a challenge.
#[derive(Clone, Copy, Debug)]
pub struct Day {
    /// Days since 1970-01-01.
    pub day: i32,
    /// Its month, such as 202611.
    pub month: i32,
    /// The number of players of its games.
    pub players: u8,
}

/// What becomes of an attempt when a seat changes.
#[derive(Clone, Copy, Debug)]
pub enum TeamChange {
    /// Somebody joins.
    Joins(Entrant),
    /// Somebody leaves before the game has begun.
    Leaves {
        /// The challenge.
        challenge: Uuid,
    },
}

/// Challenges, who may try, and who has tried.
#[async_trait]
pub trait ChallengeStore: Send + Sync {
    /// The keys of daily challenges, the oldest first.
    async fn daily_keys(&self) -> Result<Vec<DailyKey>, StoreError>;

    /// Adds a key; false if there is one with its number, or a day that it
    /// would be valid for is published already.
    async fn add_daily_key(&self, key: &DailyKey, act: Option<&Act>) -> Result<bool, StoreError>;

    /// Stores a challenge. With `key`, only if that key is still the one for
    /// the day. `answer` as in [`Store::create_game`](super::Store::create_game).
    /// False, and nothing stored, if the key or the claim is lost, or there is
    /// one for the day already.
    async fn add_challenge(
        &self,
        challenge: &Challenge,
        key: Option<u32>,
        answer: Option<&Answer>,
    ) -> Result<bool, StoreError>;

    /// A challenge.
    async fn challenge(&self, id: Uuid) -> Result<Option<Challenge>, StoreError>;

    /// The daily challenges of these days, both included, that are stored.
    async fn challenges_of_days(&self, first: i32, last: i32) -> Result<Vec<Challenge>, StoreError>;

    /// Public challenges, those that open last first, at most `limit`. With a
    /// replica, as it knows them.
    async fn list_challenges(
        &self,
        filter: &ChallengeFilter,
        limit: u32,
    ) -> Result<Vec<Challenge>, StoreError>;

    /// Adds invitations by the hashes of their codes, all or nothing. False
    /// if the claim is lost.
    async fn invite(
        &self,
        challenge: Uuid,
        codes: &[TokenHash],
        answer: Option<&Answer>,
    ) -> Result<bool, StoreError>;

    /// Whether a player may take part: was admitted already, or brings a code
    /// that nobody has used.
    async fn admits(&self, challenge: Uuid, player: Uuid, code: Invitation) -> Result<bool, StoreError>;

    /// The attempts of a player, in order.
    async fn attempts(&self, challenge: Uuid, player: Uuid) -> Result<Vec<Attempt>, StoreError>;

    /// Stores the game of an attempt with the player on its first seat, all or
    /// nothing. False if the player has that attempt already or has not ended
    /// those before, is not admitted, or has another token or a hidden name, or
    /// the claim is lost.
    async fn start_attempt(
        &self,
        game: &NewGame,
        entry: &Entrant,
        answer: Option<&Answer>,
    ) -> Result<bool, StoreError>;
}

impl Challenge {
    /// What it is at `now`.
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
}

impl Admission {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Anyone => "anyone",
            Self::Invited => "invited",
        }
    }
}

impl ChallengeStatus {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Coming => "coming",
            Self::Open => "open",
            Self::Closing => "closing",
            Self::Over => "over",
        }
    }
}

/// A challenge's row.
#[derive(sqlx::FromRow)]
pub(super) struct ChallengeRow {
    id: Uuid,
    name: Option<String>,
    hidden: i16,
    day: Option<i32>,
    #[sqlx(flatten)]
    setup: SetupRow,
    seed: String,
    commitment: Vec<u8>,
    seed_by: String,
    created_at: i64,
    opens_at: i64,
    closes_at: i64,
    ends_at: i64,
    attempts: i16,
    admission: String,
    visibility: String,
    admin: Option<Vec<u8>>,
}

impl ChallengeRow {
    fn read(self) -> Option<Challenge> {
        let time = DateTime::from_timestamp_micros;
        let source = match (self.day, self.name, self.admin) {
            (Some(day), None, None) => Source::Daily(day),
            (None, Some(name), Some(admin)) => Source::Own {
                name: Some(name).filter(|_| self.hidden == 0),
                admin: TokenHash(admin.try_into().ok()?),
            },
            _ => return None,
        };
        Some(Challenge {
            id: self.id,
            source,
            setup: self.setup.read()?,
            seed: self.seed.parse().ok()?,
            commitment: Hash(self.commitment.try_into().ok()?),
            seed_by: SeedBy::of_name(&self.seed_by)?,
            created_at: time(self.created_at)?,
            opens_at: time(self.opens_at)?,
            closes_at: time(self.closes_at)?,
            ends_at: time(self.ends_at)?,
            attempts: self.attempts.try_into().ok()?,
            admission: [Admission::Anyone, Admission::Invited]
                .into_iter()
                .find(|admission| admission.name() == self.admission)?,
            visibility: Visibility::of_name(&self.visibility)?,
        })
    }
}

impl TryFrom<ChallengeRow> for Challenge {
    type Error = StoreError;

    fn try_from(row: ChallengeRow) -> Result<Self, StoreError> {
        let id = row.id;
        row.read().ok_or_else(|| wrong("challenge", id))
    }
}

/// A key's row.
#[derive(sqlx::FromRow)]
pub(super) struct DailyKeyRow {
    number: i32,
    fingerprint: Vec<u8>,
    secret: Option<Vec<u8>>,
    valid_from: i32,
}

impl TryFrom<DailyKeyRow> for DailyKey {
    type Error = StoreError;

    fn try_from(row: DailyKeyRow) -> Result<Self, StoreError> {
        let wrong = || StoreError::Schema("a daily key that is none".to_owned());
        Ok(Self {
            number: row.number.try_into().map_err(|_| wrong())?,
            fingerprint: Hash(row.fingerprint.try_into().map_err(|_| wrong())?),
            secret: row.secret.map(TryInto::try_into).transpose().map_err(|_| wrong())?,
            valid_from: row.valid_from,
        })
    }
}

/// An attempt's row.
#[derive(sqlx::FromRow)]
pub(super) struct AttemptRow {
    number: i16,
    game: Uuid,
    seat: i16,
}

impl TryFrom<AttemptRow> for Attempt {
    type Error = StoreError;

    fn try_from(row: AttemptRow) -> Result<Self, StoreError> {
        let number = row.number.try_into().ok();
        let read = number.zip(seat(row.seat)).map(|(number, seat)| Self { number, game: row.game, seat });
        read.ok_or_else(|| wrong("attempt", row.game))
    }
}
