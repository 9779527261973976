//! Challenges: one game for many players, daily ones and those of organisers.

mod challenge;
mod deals;
mod invited;
mod statements;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::database::{Database, DatabaseClock, Row, Transaction, params};
use super::error::{Conflict, RowKind, StoreError};
use super::idempotency::{StoredAnswer, commit_with_answer};
use super::keys::{MAX_DAYS_AHEAD, SHARE_DAILY_KEYS};
use super::page::{Page, page_of, readable};
use super::text::{one_of, to_json};
use super::token::TokenHash;
use challenge::ListSection;
use deals::line_json;
use statements::{
    ADD_CHALLENGE, ADMIT, ADMITS, CHALLENGE, CHALLENGES_AFTER, CHALLENGES_OF_DAYS, LAST_DAY, LIST_CURRENT,
    LIST_OVER, ORGANISER_LISTING,
};

pub use challenge::{
    Admission, Challenge, ChallengeEntry, ChallengeFilter, ChallengeStatus, Invitation, ListPlace,
    LoggedCommitment, OrganiserListing, Source,
};
pub use deals::{DealDifficulty, DealSearch};
pub use invited::{Invited, NewInvitation};
pub(super) use statements::{COLUMNS as CHALLENGE_COLUMNS, LOCK_ORGANISER, UNLOGGED_CHALLENGES};

/// The most challenges of one organiser that are listed before they are over, unless an
/// operator lists more.
pub const MAX_LISTED: u32 = 5;

/// The stored challenges.
pub struct Challenges {
    pub(super) database: Database,
    pub(super) clock: DatabaseClock,
}

impl Challenges {
    /// Stores a challenge. With `key`, only if that key is still the one for the day. A
    /// player's challenge that is to be listed, only if the player has fewer than
    /// [`MAX_LISTED`] in lists.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if that condition fails, the day is more than `MAX_DAYS_AHEAD`
    /// ahead, or there is a challenge for it already;
    /// [`Conflict::ClaimLost`].
    pub async fn add(
        &self,
        challenge: &Challenge,
        key: Option<u32>,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let (name, day, organiser) = match &challenge.source {
            Source::Daily(day) => (None, Some(*day), None),
            Source::Custom { name, organiser } => (name.as_deref(), None, *organiser),
        };
        let search = challenge.search.as_ref();
        let mut transaction = self.database.begin().await?;
        if organiser.is_some() {
            transaction.fetch(LOCK_ORGANISER, params![organiser]).await?;
        }
        if key.is_some() {
            transaction.fetch(SHARE_DAILY_KEYS, &[]).await?;
        }
        let values = params![
            challenge.id,
            name,
            day,
            <&str>::from(challenge.setup.kind()),
            challenge.setup.ruleset().version(),
            challenge.setup.players(),
            to_json(&challenge.setup.options()),
            challenge.seed.as_str(),
            challenge.commitment,
            challenge.seed_by.as_ref(),
            challenge.created_at,
            challenge.opens_at,
            challenge.closes_at,
            challenge.ends_at,
            challenge.attempts,
            <&str>::from(challenge.admission),
            <&str>::from(challenge.visibility),
            organiser,
            challenge.listed,
            key,
            MAX_DAYS_AHEAD,
            self.clock.replacement(),
            MAX_LISTED,
            search.map(|search| search.solver),
            search.and_then(|search| i64::try_from(search.nodes).ok()),
            search.map(DealSearch::skipped_json),
            search.and_then(|search| search.win.as_deref()).map(line_json),
            search.and_then(|search| search.gold.as_deref()).map(line_json),
            challenge.difficulty != DealDifficulty::Unwanted,
        ];
        transaction.execute_or(Conflict::Stale, ADD_CHALLENGE, values).await?;
        commit_with_answer(transaction, answer).await
    }

    pub async fn read(&self, id: Uuid) -> Result<Option<Challenge>, StoreError> {
        self.database.read_row(CHALLENGE, params![id], Challenge::read).await
    }

    /// All challenges after one, in the order of ids, at most `limit`. A row that cannot be
    /// read is a [`StoreError::Corrupt`] of its own.
    pub async fn after(
        &self,
        after: Uuid,
        limit: u32,
    ) -> Result<Vec<(Uuid, Result<Challenge, StoreError>)>, StoreError> {
        let rows = self.database.fetch(CHALLENGES_AFTER, params![after, limit]).await?;
        let id = |row: &Row| row.id(RowKind::Challenge, "id");
        rows.iter().map(|row| Ok((id(row)?, Challenge::read(row)))).collect()
    }

    /// The stored daily challenges of these days, both included.
    pub async fn of_days(&self, first: i32, last: i32) -> Result<Vec<Challenge>, StoreError> {
        let rows = self.database.fetch(CHALLENGES_OF_DAYS, params![first, last]).await?;
        Ok(readable(rows.iter().map(Challenge::read)))
    }

    /// The last day from `first` on whose challenges are stored.
    pub async fn last_published_day(&self, first: i32) -> Result<Option<i32>, StoreError> {
        let day = |row: &Row| row.parse(RowKind::Challenge, "day", |row| row.optional("day"));
        Ok(self.database.read_row(LAST_DAY, params![first], day).await?.flatten())
    }

    /// A page of the listed challenges, in the order of [`Challenge::list_place`], from the
    /// replica if there is one.
    pub async fn list(
        &self,
        filter: &ChallengeFilter,
        limit: u32,
    ) -> Result<Page<Challenge, Uuid>, StoreError> {
        let section = |status: &ChallengeStatus| match status {
            ChallengeStatus::Open => Some(ListSection::Open as i32),
            ChallengeStatus::Closing => Some(ListSection::Closing as i32),
            ChallengeStatus::Coming => Some(ListSection::Coming as i32),
            ChallengeStatus::Over => None,
        };
        let any_status = filter.status.is_empty();
        let sections = one_of(filter.status.iter().filter_map(section));
        let wanted = limit.saturating_add(1);
        let mut rows = if any_status || !sections.is_empty() {
            self.list_current(filter, &sections, wanted).await?
        } else {
            Vec::new()
        };
        let missing = wanted.saturating_sub(u32::try_from(rows.len()).unwrap_or(wanted));
        if missing > 0 && (any_status || filter.status.contains(&ChallengeStatus::Over)) {
            rows.extend(self.list_over(filter, missing).await?);
        }
        page_of(&rows, limit, Challenge::read, |row| row.id(RowKind::Challenge, "id"))
    }

    /// The listed challenges that are not over, of some sections or all.
    async fn list_current(
        &self,
        filter: &ChallengeFilter,
        sections: &str,
        limit: u32,
    ) -> Result<Vec<Row>, StoreError> {
        let first = ListPlace { section: ListSection::Open, own: false, moment: i64::MIN, id: Uuid::nil() };
        let after = filter.after.unwrap_or(first);
        let values = params![
            filter.now,
            kind(filter),
            one_of(&filter.players),
            sections,
            after.section as i32,
            after.own,
            after.moment,
            after.id,
            limit,
        ];
        self.database.fetch_from_replica_or_primary(LIST_CURRENT, values).await
    }

    async fn list_over(&self, filter: &ChallengeFilter, limit: u32) -> Result<Vec<Row>, StoreError> {
        let after = filter.after.filter(|after| after.section == ListSection::Over);
        let (ends_at, id) = after.map_or((i64::MAX, Uuid::nil()), |after| (-after.moment, after.id));
        let values = params![filter.now, kind(filter), one_of(&filter.players), ends_at, id, limit];
        self.database.fetch_from_replica_or_primary(LIST_OVER, values).await
    }

    /// The use of the lists by a player's challenges at `now`.
    pub async fn organiser_listing(
        &self,
        player: Uuid,
        now: DateTime<Utc>,
    ) -> Result<OrganiserListing, StoreError> {
        let values = params![player, now];
        let listing = self.database.read_row(ORGANISER_LISTING, values, OrganiserListing::read).await?;
        Ok(listing.ok_or(sqlx::Error::RowNotFound)?)
    }

    /// True if a player may take part: was admitted already, or sends an unused code.
    pub async fn is_admitted(
        &self,
        challenge: Uuid,
        player: Uuid,
        Invitation(code): Invitation,
    ) -> Result<bool, StoreError> {
        let row = self.database.fetch_optional(ADMITS, params![challenge, player, code]).await?;
        Ok(row.is_some())
    }
}

fn kind(filter: &ChallengeFilter) -> i64 {
    filter.daily.map_or(-1, i64::from)
}

/// Uses up a player's invitation.
///
/// # Errors
/// [`Conflict::NotAdmitted`] if the player has none.
pub(crate) async fn admit(
    transaction: &mut Transaction,
    challenge: Uuid,
    player: Uuid,
    Invitation(code): Invitation,
) -> Result<(), StoreError> {
    transaction.execute(ADMIT, params![challenge, player, code]).await?;
    match transaction.fetch_optional(ADMITS, params![challenge, player, None::<TokenHash>]).await? {
        Some(_) => Ok(()),
        None => Err(Conflict::NotAdmitted.into()),
    }
}
