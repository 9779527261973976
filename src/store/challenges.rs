//! What is stored of challenges: who may try, who has tried, and what came of
//! it.

mod methods;
pub(super) mod statements;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::StoreError;
use super::model::{Answer, Entered, Mark, NewGame, SeatPlayer, TokenHash, Visibility};
use super::rows::SetupRow;
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

/// The results of a game, to be ranked once.
#[derive(Clone, Debug)]
pub struct Settlement {
    /// The challenge.
    pub challenge: Uuid,
    /// The game.
    pub game: Uuid,
    /// The state of the game that was judged.
    pub judged: Mark,
    /// What each seat that is ranked has reached; nothing if the game never
    /// began, or was called off.
    pub scores: Vec<(Seat, u32)>,
    /// From the game's creation to its last move.
    pub micros: i64,
    /// Daily challenges: what counts for averages.
    pub tally: Option<Tally>,
}

/// What became of a wish to rank a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// Its results stand on the board.
    Ranked,
    /// They did already.
    RankedBefore,
    /// The game is not what was judged: load it and judge anew.
    GameChanged,
}

/// One result less or more with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    Less,
    More,
}

/// What a result of a daily challenge counts for averages.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// The day.
    pub day: Day,
    /// When it counts.
    pub ends_at: DateTime<Utc>,
    /// Whether it was won.
    pub won: bool,
    /// How many enemies were defeated.
    pub enemies: u8,
}

/// Where a result stands on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The score; greater ones come first.
    pub score: u32,
    /// The game.
    pub game: Uuid,
    /// The seat.
    pub seat: Seat,
}

/// Which way to read a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards lower scores.
    Down,
    /// Towards greater ones.
    Up,
}

/// A result as it stands on a board.
#[derive(Clone, Debug)]
pub struct RankedResult {
    /// Where.
    pub place: Place,
    /// Whether it stands among those of bots.
    pub bots: bool,
    /// From the game's creation to its last move.
    pub micros: i64,
    /// Why it does not count, if it does not.
    pub void_reason: Option<String>,
    /// Who reached it, by seat.
    pub members: Vec<Member>,
}

/// Who sat at a game of a challenge.
#[derive(Clone, Debug)]
pub struct Member {
    /// The seat.
    pub seat: Seat,
    /// The player.
    pub player: Uuid,
    /// The display name, if it is to be shown.
    pub name: Option<String>,
}

/// A player's results in daily challenges.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Standing {
    /// The player.
    pub player: Uuid,
    /// The display name, if it is to be shown.
    pub name: Option<String>,
    /// How many results.
    pub played: i32,
    /// How many of them were won.
    pub won: i32,
    /// Enemies defeated, on average, in thousandths.
    pub average: i32,
    /// Days in a row up to the last.
    pub run: i32,
    /// The most days in a row.
    pub longest: i32,
    /// The last day that a game was begun.
    pub last_day: i32,
}

/// What standings are ordered by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandingOrder {
    /// By the average number of enemies defeated.
    #[default]
    Average,
    /// By the longest run of days.
    Streak,
}

/// Which standings to read.
#[derive(Clone, Copy, Debug)]
pub struct StandingFilter {
    /// 0 for all time, or a month such as 202611.
    pub period: i32,
    /// The number of players of the games; 0 for any.
    pub players: u8,
    /// Whether of bots.
    pub bots: bool,
    /// How many results a player has to have at least.
    pub least: u32,
    /// In which order.
    pub order: StandingOrder,
}

/// Something that an operator or an organiser did.
#[derive(Clone, Debug)]
pub struct Act {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
    /// Who.
    pub actor: String,
    /// What, as JSON.
    pub act: String,
}

/// Challenges, attempts, results, and what operators do.
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

    /// Games of first attempts whose results are not ranked, though they are
    /// over at `now`; at most `limit`.
    async fn unsettled(
        &self,
        challenge: Uuid,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<Uuid>, StoreError>;

    /// Ranks the results of a game once, if it still is what was judged. No move
    /// that was judged before is stored after.
    async fn rank(&self, settlement: &Settlement) -> Result<Ranking, StoreError>;

    /// How many results of a board have which score, greatest first.
    async fn counts(&self, challenge: Uuid, bots: bool) -> Result<Vec<(u32, u64)>, StoreError>;

    /// Results that follow a place on a board, or those at its top, at most
    /// `limit`, in the direction of reading.
    async fn board(
        &self,
        challenge: Uuid,
        bots: bool,
        from: Option<Place>,
        direction: Direction,
        limit: u32,
    ) -> Result<Vec<RankedResult>, StoreError>;

    /// The same towards lower scores, of a board with these `counts` that will
    /// hardly change any more: a replica with the same counts is believed.
    async fn final_board(
        &self,
        challenge: Uuid,
        bots: bool,
        from: Option<Place>,
        limit: u32,
        counts: &[(u32, u64)],
    ) -> Result<Vec<RankedResult>, StoreError>;

    /// The results of a game.
    async fn results(&self, challenge: Uuid, game: Uuid) -> Result<Vec<RankedResult>, StoreError>;

    /// Results of a board that do not count, at most `limit`.
    async fn void_results(
        &self,
        challenge: Uuid,
        bots: bool,
        limit: u32,
    ) -> Result<Vec<RankedResult>, StoreError>;

    /// Players by what they reached in daily challenges, at most `limit`. With a
    /// replica, as it knows them.
    async fn standings(&self, filter: StandingFilter, limit: u32) -> Result<Vec<Standing>, StoreError>;

    /// What a player reached in a period, for a number of players (0 for any).
    async fn standing(&self, period: i32, players: u8, player: Uuid) -> Result<Option<Standing>, StoreError>;

    /// Takes a game's results off their board and out of averages, with a
    /// reason that stays. False if there are none that count.
    async fn void(&self, challenge: Uuid, game: Uuid, reason: &str, act: &Act) -> Result<bool, StoreError>;

    /// Counts results of days that are over at `now` for averages, at most
    /// `limit`; whether none is left.
    async fn tally_all(&self, now: DateTime<Utc>, limit: u32) -> Result<bool, StoreError>;

    /// Takes an organiser's challenge out of lists, and its name away. False if
    /// there is no such challenge.
    async fn hide_challenge(&self, challenge: Uuid, act: &Act) -> Result<bool, StoreError>;

    /// Marks a player as a bot or not, and moves the player's results to the
    /// board where they belong. False if there is no such player.
    async fn mark_bot(&self, player: Uuid, bot: bool, act: &Act) -> Result<bool, StoreError>;

    /// Hides a player's name everywhere, for good. False if there is no such
    /// player.
    async fn hide_name(&self, player: Uuid, act: &Act) -> Result<bool, StoreError>;

    /// Gives a player a token that nobody has. False if there is no such
    /// player.
    async fn revoke_player(&self, player: Uuid, token: &TokenHash, act: &Act) -> Result<bool, StoreError>;

    /// Gives a seat a token that nobody has. False if there is no such seat, or
    /// it is open.
    async fn revoke_seat(
        &self,
        game: Uuid,
        seat: Seat,
        token: &TokenHash,
        act: &Act,
    ) -> Result<bool, StoreError>;

    /// Calls a game off, whether it has begun or not; who waited for others has
    /// not tried then. False if it has ended.
    async fn close_game(&self, game: Uuid, at: DateTime<Utc>, act: &Act) -> Result<bool, StoreError>;

    /// What operators and organisers did after an act, at most `limit`.
    async fn acts(&self, after: Uuid, limit: u32) -> Result<Vec<Act>, StoreError>;
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
                name: Some(name).filter(|name| !name.is_empty()),
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

/// A result's row, once for each of its players.
#[derive(sqlx::FromRow)]
pub(super) struct ResultRow {
    game: Uuid,
    seat: i16,
    bots: i16,
    score: i32,
    micros: i64,
    void_reason: Option<String>,
    member_seat: i16,
    player: Uuid,
    name: Option<String>,
}

impl ResultRow {
    /// Rows of one result stand together.
    pub(super) fn group(rows: Vec<Self>) -> Result<Vec<RankedResult>, StoreError> {
        let mut results: Vec<RankedResult> = Vec::new();
        for row in rows {
            let game = row.game;
            let (result, member) = row.read().ok_or_else(|| wrong("result", game))?;
            match results.last_mut() {
                Some(last) if last.place == result.place => last.members.push(member),
                _ => results.push(RankedResult { members: vec![member], ..result }),
            }
        }
        Ok(results)
    }

    fn read(self) -> Option<(RankedResult, Member)> {
        let place = Place { score: self.score.try_into().ok()?, game: self.game, seat: seat(self.seat)? };
        let member = Member { seat: seat(self.member_seat)?, player: self.player, name: self.name };
        let result = RankedResult {
            place,
            bots: self.bots == 1,
            micros: self.micros,
            void_reason: self.void_reason,
            members: Vec::new(),
        };
        Some((result, member))
    }
}

/// An act's row.
#[derive(sqlx::FromRow)]
pub(super) struct ActRow {
    id: Uuid,
    at: i64,
    actor: String,
    act: String,
}

impl TryFrom<ActRow> for Act {
    type Error = StoreError;

    fn try_from(row: ActRow) -> Result<Self, StoreError> {
        let at = DateTime::from_timestamp_micros(row.at).ok_or_else(|| wrong("act", row.id))?;
        Ok(Self { id: row.id, at, actor: row.actor, act: row.act })
    }
}

fn seat(number: i16) -> Option<Seat> {
    u8::try_from(number).ok()?.try_into().ok()
}

fn wrong(what: &str, id: Uuid) -> StoreError {
    StoreError::Corrupt { game: id, what: format!("a row of a challenge: {what}") }
}
