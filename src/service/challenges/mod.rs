//! Challenges: one deal for many players, daily or by an organiser.

mod attempts;
mod board;
mod custom;
pub(super) mod daily;
pub(super) mod deals;
mod feed;
mod invitations;
mod ranking;
mod share;
mod standings;
mod stats;

use std::ops::RangeInclusive;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use regicide_engine::engine::{GameKind, Message, Options};
use regicide_engine::i18n::Language;
use regicide_engine::record::SeedBy;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::auth::Auth;
use super::core::Core;
use super::error::Error;
use super::games::Games;
use super::games::list::{check_players, page_limit};
use super::runtime::token::Token;
use super::runtime::work::count_attempts;
use super::several::{numbers_of_players, several};
use regicide_store::{
    Admission, Challenge, ChallengeFilter, ChallengeStatus, LoggedCommitment, Source, Turnout, Visibility,
};

pub use attempts::{AttemptStarted, OwnAttempt, StartAttempt};
pub use board::{
    BoardEntry, BoardName, BoardPage, BoardPlayer, BoardQuery, BoardRequest, Leaderboard, OwnRank, PageKey,
    PermittedReader, VoidEntry,
};
pub(super) use board::{BoardPages, organiser_as_actor};
pub use custom::CreateChallenge;
pub(super) use custom::runs;
pub use daily::{Daily, DailyDay, DailyQuery};
use deals::UnstoredDeals;
pub(super) use deals::search_time;
pub use deals::{DifficultyInfo, SolutionGoal, SolutionQuery, Winnable};
pub(crate) use feed::FeedEntry;
pub use invitations::{
    ChangeInvitation, InvitationInfo, InvitationList, InvitationStatus, Invitations, InvitationsQuery, Invite,
};
pub use standings::{Period, StandingRow, Standings, StandingsQuery};
pub use stats::{EnemiesBar, RoyalsBar, Stats, StatsQuery};

/// The public part of a challenge.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChallengeInfo {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    /// Its source.
    pub source: ChallengeSource,
    /// The name that its organiser chose; `null` if an operator has hidden it.
    pub name: Option<String>,
    /// Daily challenges: the day, in UTC.
    pub date: Option<NaiveDate>,
    /// The kind of game.
    pub kind: GameKind,
    /// The version of the rules of its games.
    #[schema(minimum = 1)]
    pub rules: u8,
    /// The number of players.
    #[schema(minimum = 1, maximum = 4)]
    pub players: u8,
    /// The game's options.
    pub options: Options,
    /// Its present status.
    pub status: ChallengeStatus,
    /// The time at which it was published, with its commitment.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub announced_at: DateTime<Utc>,
    /// The start of the time in which games can be begun.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub opens_at: DateTime<Utc>,
    /// The end of the time in which games can be begun.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub closes_at: DateTime<Utc>,
    /// The end of the challenge: no game takes moves any more, attempts are scored as
    /// they stand, and everything is public.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub ends_at: DateTime<Utc>,
    /// The number of attempts per player; only the first attempt is ranked.
    #[schema(minimum = 1, maximum = 100)]
    pub attempts: u8,
    /// The admission of players.
    pub admission: Admission,
    /// True if it is in lists.
    pub listed: bool,
    /// True if first attempts are ranked: not where the seed was known to a client.
    pub ranked: bool,
    /// The maker of the seed.
    pub seed_by: SeedBy,
    /// The seed's commitment (docs/spec/record.md S1.2), published beforehand.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: String,
    /// The seed, once the challenge is over; a client's from the start.
    pub seed: Option<String>,
    /// The result of the search for a win by a player who sees every card; `null` if
    /// there was no search.
    pub winnable: Option<Winnable>,
    /// The difficulty of the deal for bots; `null` if it is not to be measured, or is
    /// not measured yet.
    pub difficulty: Option<DifficultyInfo>,
    /// The entry of its commitment in the transparency log; `null` until it has one.
    pub log_entry: Option<CommitmentEntry>,
}

/// The entry of a challenge's commitment in the transparency log.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CommitmentEntry {
    /// Its index, from 0.
    pub index: u64,
    /// The time at which the service added it: a witness's signature on a checkpoint
    /// proves that it was not later than that.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub logged_at: DateTime<Utc>,
}

/// The source of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChallengeSource {
    /// The service, one a day for each number of players.
    Daily,
    /// An organiser.
    Custom,
}

/// A challenge, with the caller's attempts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChallengeView {
    /// The public part.
    #[serde(flatten)]
    pub info: ChallengeInfo,
    /// The numbers of started and finished first attempts.
    pub turnout: Turnout,
    /// The caller's attempts, with a player's token.
    pub own_attempts: Vec<OwnAttempt>,
}

/// The challenges to list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChallengesQuery {
    /// Only those of the service or of organisers.
    pub source: Option<ChallengeSource>,
    /// Only games for one of these numbers of players, with commas in between.
    #[serde(default, deserialize_with = "several")]
    #[param(required = false, schema_with = numbers_of_players)]
    pub players: Vec<u8>,
    /// Only with one of these statuses, with commas in between.
    #[serde(default, deserialize_with = "several")]
    #[param(required = false, min_items = 1)]
    pub status: Vec<ChallengeStatus>,
    /// The `next` of the previous page.
    pub after: Option<Uuid>,
    /// The maximum number of challenges, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// A page of challenges: first those that are open, then those that are closing,
/// coming, and over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChallengeList {
    /// The challenges.
    pub items: Vec<ChallengeInfo>,
    /// To be sent as `after` for the next page; `null` on the last.
    pub next: Option<Uuid>,
}

impl ChallengeInfo {
    pub(super) fn new(challenge: &Challenge, now: DateTime<Utc>) -> Self {
        let Challenge { setup, seed_by, .. } = challenge;
        let status = challenge.status(now);
        let (source, name) = match &challenge.source {
            Source::Daily(_) => (ChallengeSource::Daily, None),
            Source::Custom { name, .. } => (ChallengeSource::Custom, name.clone()),
        };
        let public = status == ChallengeStatus::Over || *seed_by == SeedBy::Client;
        Self {
            id: challenge.id,
            source,
            name,
            date: date(challenge),
            kind: setup.kind(),
            rules: setup.ruleset().version(),
            players: setup.players(),
            options: setup.options(),
            status,
            announced_at: challenge.created_at,
            opens_at: challenge.opens_at,
            closes_at: challenge.closes_at,
            ends_at: challenge.ends_at,
            attempts: challenge.attempts,
            admission: challenge.admission,
            listed: challenge.listed && challenge.visibility == Visibility::Public,
            ranked: is_ranked(challenge),
            seed_by: *seed_by,
            commitment: challenge.commitment.to_string(),
            seed: public.then(|| challenge.seed.as_str().to_owned()),
            winnable: Winnable::new(challenge, status == ChallengeStatus::Over),
            difficulty: DifficultyInfo::new(challenge),
            log_entry: challenge
                .logged
                .map(|LoggedCommitment { position, at }| CommitmentEntry { index: position, logged_at: at }),
        }
    }
}

fn date(challenge: &Challenge) -> Option<NaiveDate> {
    match challenge.source {
        Source::Daily(day) => Some(daily::date_of(day)),
        Source::Custom { .. } => None,
    }
}

/// True if results are ranked: not with a known seed (docs/spec/record.md S1.4,
/// docs/spec/challenges.md C3.1).
fn is_ranked(challenge: &Challenge) -> bool {
    challenge.seed_by == SeedBy::Service
}

fn check_range(field: &'static str, value: u32, range: RangeInclusive<u32>) -> Result<(), Error> {
    if range.contains(&value) {
        return Ok(());
    }
    let reason = Message::new("invalid-range").with("least", *range.start()).with("most", *range.end());
    Err(Error::invalid(field, reason))
}

#[derive(Clone)]
pub struct Challenges {
    core: Arc<Core>,
    auth: Arc<Auth>,
    games: Arc<Games>,
    /// Held while a day is published that a request waits for.
    publishing: Arc<tokio::sync::Mutex<()>>,
    unstored_deals: Arc<UnstoredDeals>,
    board_pages: BoardPages,
}

impl Challenges {
    pub(super) fn new(core: Arc<Core>, auth: Arc<Auth>, games: Arc<Games>) -> Self {
        let (publishing, unstored_deals, board_pages) = Default::default();
        Self { core, auth, games, publishing, unstored_deals, board_pages }
    }

    /// A challenge, with the attempts of the player whose token is sent.
    pub async fn get(
        &self,
        id: Uuid,
        token: Option<&Token>,
        language: Language,
    ) -> Result<ChallengeView, Error> {
        let challenge = self.stored(id).await?;
        let own_attempts = self.own_attempts(&challenge, token, language).await?;
        self.measure_awaited([&challenge]);
        let turnout = self.core.store.attempts.turnout(id).await?;
        count_attempts(turnout.attempts);
        Ok(ChallengeView {
            info: ChallengeInfo::new(&challenge, self.core.now().await?),
            turnout,
            own_attempts,
        })
    }

    /// Public challenges that are listed, open ones first.
    pub async fn list(&self, query: &ChallengesQuery) -> Result<ChallengeList, Error> {
        let limit = page_limit(query.limit)?;
        check_players(&query.players)?;
        let now = self.core.now().await?;
        let after = match query.after {
            None => None,
            Some(id) => Some(self.stored(id).await?.list_place(now)),
        };
        let filter = ChallengeFilter {
            daily: query.source.map(|source| source == ChallengeSource::Daily),
            players: query.players.clone(),
            status: query.status.clone(),
            after,
            now,
        };
        let page = self.core.store.challenges.list(&filter, limit).await?;
        let page = page.map(|challenge| ChallengeInfo::new(&challenge, now));
        Ok(ChallengeList { items: page.items, next: page.next })
    }

    /// Starts a background job of this area; one that is in flight runs again.
    fn begin_job<F: Future<Output = Result<(), Error>> + Send>(
        &self,
        name: &'static str,
        subject: Uuid,
        run: impl Fn(Self) -> F + Send + 'static,
    ) {
        let challenges = self.clone();
        self.core.jobs.begin(name, subject, move || run(challenges.clone()));
    }

    pub(in crate::service) async fn stored(&self, id: Uuid) -> Result<Challenge, Error> {
        self.core.store.challenges.read(id).await?.ok_or(Error::NoSuchChallenge)
    }
}
