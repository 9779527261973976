//! The daily challenges: one for each number of players, identical on every instance.
//! The first request creates them; no job is needed.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use regicide_engine::engine::{GameKind, Hash, Options, Seed, Setup};
use regicide_engine::record::SeedBy;
use regicide_system::entropy::uuid_version_7;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Challenges;
use super::deals::wanted;
use super::{ChallengeInfo, check_range};
use crate::service::error::Error;
use crate::service::games::list::check_players;
use crate::service::runtime::scheduler::Class;
use crate::service::runtime::token::Secret;
use regicide_store::{
    AdminAction, Admission, Challenge, DailyKey, MAX_DAYS_AHEAD, Source, StoreError, Visibility,
};

const GAME: GameKind = GameKind::Regicide;
/// The numbers of players with a challenge each day.
const PLAYERS: std::ops::RangeInclusive<u8> = 1..=4;

/// Today's challenges, and those that are published ahead.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Daily {
    /// Today, in UTC.
    #[serde(flatten)]
    pub today: DailyDay,
    /// The number of seconds until the next day begins.
    #[schema(minimum = 0, maximum = 86400)]
    pub next_in_seconds: i64,
    /// The challenges of the requested number of coming days, as far as they are
    /// published: their commitments.
    pub upcoming: Vec<ChallengeInfo>,
}

/// The challenges of a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DailyDay {
    /// The day, in UTC.
    pub date: NaiveDate,
    /// One for each number of players.
    pub challenges: Vec<ChallengeInfo>,
    /// True if all are chosen. They are with the first request, unless the database
    /// takes no writes then.
    pub complete: bool,
}

/// The number of coming days to show.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DailyQuery {
    /// The number of coming days whose challenges are shown, 0 if left out.
    #[param(minimum = 0, maximum = 400)]
    pub coming_days: Option<u32>,
}

/// The day of a time, as days since 1970-01-01.
pub(in crate::service) fn day_at(now: DateTime<Utc>) -> i32 {
    day_of(now.date_naive())
}

pub(super) fn day_of(date: NaiveDate) -> i32 {
    let days = date.signed_duration_since(NaiveDate::default()).num_days();
    i32::try_from(days).expect("a date is less than 2^31 days away")
}

pub(in crate::service) fn date_of(day: i32) -> NaiveDate {
    NaiveDate::default().checked_add_signed(TimeDelta::days(day.into())).unwrap_or(NaiveDate::MAX)
}

pub(in crate::service) fn begin_of(date: NaiveDate) -> DateTime<Utc> {
    date.and_time(NaiveTime::MIN).and_utc()
}

/// A candidate for the seed of a day (docs/spec/challenges.md C1.1): its secret
/// part comes from the key alone, so it is fixed before the day.
pub(in crate::service) fn seed(key: &[u8; 32], date: NaiveDate, players: u8, candidate: usize) -> Seed {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length makes a key");
    mac.update(format!("regicide/daily/v2\0{date}\0{players}\0{candidate}").as_bytes());
    let secret = hex::encode(&mac.finalize().into_bytes()[..16]);
    format!("daily.{date}.{players}p~{secret}").parse().expect("a date and hex digits are a seed")
}

/// The id, which is identical on every instance (C1.2), so that only one of two
/// concurrent requests stores the challenge.
pub(in crate::service) fn id(date: NaiveDate, players: u8) -> Uuid {
    let hash = Sha256::digest(format!("regicide/daily/id/v1\0{date}\0{players}"));
    let (random, _) = hash.split_first_chunk().expect("a hash is longer");
    uuid_version_7(begin_of(date), *random)
}

/// The stored identity of a key that is not stored itself (C1.3).
fn fingerprint(secret: &[u8; 32]) -> Hash {
    Hash(Sha256::new().chain_update("regicide/daily/key/v1\0").chain_update(secret).finalize().into())
}

/// True if a day has a challenge for each number of players.
fn are_all<T>(challenges: &[T]) -> bool {
    challenges.len() == PLAYERS.count()
}

/// Ignores a conflict: another instance has stored an identical row.
fn unless_stale(stored: Result<(), StoreError>) -> Result<(), StoreError> {
    match stored {
        Err(error) if error.is_stale() => Ok(()),
        done => done,
    }
}

impl Challenges {
    /// Today's challenges, and those of the requested number of coming days.
    pub async fn daily(&self, query: DailyQuery) -> Result<Daily, Error> {
        let days = query.coming_days.unwrap_or_default();
        check_range("coming_days", days, 0..=MAX_DAYS_AHEAD.unsigned_abs())?;
        let now = self.core.now().await?;
        let today = day_at(now);
        let last = self.last_published(today);
        // Each request publishes all of them, and waits only for today's.
        let missing = self.unpublished(today, last).await?;
        if missing.iter().any(|(day, _)| *day == today) {
            Error::deferred(self.publish_now(today).await)?;
        }
        if missing.iter().any(|(day, _)| *day > today) {
            self.begin_job("publish_days", Uuid::nil(), |challenges| async move {
                challenges.publish_days().await
            });
        }
        let shown =
            self.core.store.challenges.of_days(today, last.min(today.saturating_add_unsigned(days))).await?;
        self.measure_awaited(&shown);
        let (challenges, upcoming): (Vec<_>, Vec<_>) = shown
            .iter()
            .map(|challenge| ChallengeInfo::new(challenge, now))
            .partition(|info| info.date == Some(date_of(today)));
        let next = begin_of(date_of(today + 1)) - now;
        Ok(Daily {
            today: DailyDay { date: date_of(today), complete: are_all(&challenges), challenges },
            next_in_seconds: next.num_seconds(),
            upcoming,
        })
    }

    /// The challenges of a day that has come or is published, for all numbers
    /// of players or for one.
    pub async fn day(&self, date: NaiveDate, players: Option<u8>) -> Result<DailyDay, Error> {
        check_players(players.as_slice())?;
        let now = self.core.now().await?;
        let day = day_of(date);
        if day > self.last_published(day_at(now)) {
            return Err(Error::NoSuchChallenge);
        }
        let published = Error::deferred(self.publish_now(day).await)?;
        let found = self.core.store.challenges.of_days(day, day).await?;
        let wanted =
            found.iter().filter(|known| players.is_none_or(|players| players == known.setup.players()));
        let challenges: Vec<_> = wanted.map(|challenge| ChallengeInfo::new(challenge, now)).collect();
        if challenges.is_empty() && published.is_some() {
            return Err(Error::NoSuchChallenge);
        }
        Ok(DailyDay { date, complete: are_all(&found), challenges })
    }

    /// Activates a new key, from the first day that is not published.
    pub(in crate::service) async fn rotate_daily_key(&self, action: &AdminAction) -> Result<(), Error> {
        let keys = self.known_daily_keys().await?;
        let mut secret = [0; 32];
        self.core.entropy.fill(&mut secret);
        let key = self.next_daily_key(&keys, &secret, Some(secret)).await?;
        Ok(self.core.store.keys.add_daily(&key, Some(action)).await?)
    }

    fn last_published(&self, today: i32) -> i32 {
        today.saturating_add(self.core.settings.daily_ahead.into())
    }

    /// The challenges of these days that are not stored: day and number of players of
    /// each.
    async fn unpublished(&self, first: i32, last: i32) -> Result<Vec<(i32, u8)>, Error> {
        let published = self.core.store.challenges.published_days(first, last).await?;
        let all = (first..=last).flat_map(|day| PLAYERS.map(move |players| (day, players)));
        Ok(all.filter(|day| !published.contains(day)).collect())
    }

    /// Publishes coming days that are not published yet, the nearest first.
    pub(in crate::service) async fn publish_days(&self) -> Result<(), Error> {
        let today = day_at(self.core.now().await?);
        for day in today..=self.last_published(today) {
            self.publish_day(day, Class::Background).await?;
        }
        self.begin_measuring();
        Ok(())
    }

    /// Makes the challenges of a day that a request waits for. On this instance one
    /// is made at a time: concurrent requests wait, and find it. A background job,
    /// which may be busy with this day for long, is not waited for: it makes an
    /// identical challenge.
    pub(super) async fn publish_now(&self, day: i32) -> Result<(), Error> {
        if self.unpublished(day, day).await?.is_empty() {
            return Ok(());
        }
        let _publishing = self.publishing.lock().await;
        self.publish_day(day, Class::Search).await
    }

    /// Makes the missing challenges of a day.
    async fn publish_day(&self, day: i32, class: Class) -> Result<(), Error> {
        let missing = self.unpublished(day, day).await?;
        if missing.is_empty() {
            return Ok(());
        }
        let keys = self.known_daily_keys().await?;
        let Some(key) = keys.iter().rev().find(|key| key.valid_from <= day) else { return Ok(()) };
        let Some(secret) = self.secret_of(key) else {
            tracing::error!(key.number, "a daily key stands in a configuration that is not here");
            return Ok(());
        };
        for (_, players) in missing {
            let challenge = self.make_daily(&secret, day, players, class).await?;
            unless_stale(self.core.store.challenges.add(&challenge, Some(key.number), None).await)?;
            self.daily_deal_stored(&(key.fingerprint, day, players));
        }
        Ok(())
    }

    /// The key itself, if it is stored in the database or is the configured one.
    fn secret_of(&self, key: &DailyKey) -> Option<[u8; 32]> {
        let configured = self.core.settings.daily_key.map(|Secret(secret)| secret);
        key.secret.or(configured.filter(|secret| fingerprint(secret) == key.fingerprint))
    }

    async fn make_daily(
        &self,
        secret: &[u8; 32],
        day: i32,
        players: u8,
        class: Class,
    ) -> Result<Challenge, Error> {
        let date = date_of(day);
        let setup = Setup::new((self.core.settings.ruleset)(GAME), players, &Options::default())?;
        let candidate = |candidate| Ok(seed(secret, date, players, candidate));
        let deal = (fingerprint(secret), day, players);
        let (seed, search) = self.daily_deal(deal, setup, class, candidate).await?;
        let opens_at = begin_of(date);
        let closes_at = opens_at + Days::new(1);
        Ok(Challenge {
            id: id(date, players),
            source: Source::Daily(day),
            setup,
            commitment: seed.commitment(),
            seed,
            seed_by: SeedBy::Service,
            created_at: self.core.now().await?,
            opens_at,
            closes_at,
            ends_at: closes_at + TimeDelta::minutes(self.core.settings.daily_grace_minutes.into()),
            attempts: 1,
            admission: Admission::Anyone,
            visibility: Visibility::Public,
            listed: true,
            search,
            difficulty: wanted(self.core.settings.daily_difficulty),
            logged: None,
        })
    }

    /// All keys, the oldest first; there is always one, and the configured one
    /// is among them.
    async fn known_daily_keys(&self) -> Result<Vec<DailyKey>, Error> {
        let keys = self.core.store.keys.daily().await?;
        let key = match &self.core.settings.daily_key {
            Some(Secret(secret)) if keys.iter().any(|key| key.fingerprint == fingerprint(secret)) => {
                return Ok(keys);
            }
            Some(Secret(secret)) => self.next_daily_key(&keys, secret, None).await?,
            None if !keys.is_empty() => return Ok(keys),
            None => {
                let mut secret = [0; 32];
                self.core.entropy.fill(&mut secret);
                self.next_daily_key(&keys, &secret, Some(secret)).await?
            }
        };
        unless_stale(self.core.store.keys.add_daily(&key, None).await)?;
        Ok(self.core.store.keys.daily().await?)
    }

    /// A key for the days that are not published yet (C1.4); the first one for
    /// today.
    async fn next_daily_key(
        &self,
        keys: &[DailyKey],
        secret: &[u8; 32],
        stored_secret: Option<[u8; 32]>,
    ) -> Result<DailyKey, Error> {
        let today = day_at(self.core.now().await?);
        let first_day = keys.last().map_or(today, |last| today.max(last.valid_from + 1));
        let last_published = self.core.store.challenges.last_published_day(first_day).await?;
        let valid_from = last_published.map_or(first_day, |last| last + 1);
        let number = u32::try_from(keys.len()).unwrap_or(u32::MAX).saturating_add(1);
        Ok(DailyKey { number, fingerprint: fingerprint(secret), secret: stored_secret, valid_from })
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::sync::mpsc;
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;
    use crate::service::Service;
    use crate::service::settings::Settings;

    /// A service with one thread for computations at a time on a day.
    async fn service_on(day: i32, url: &str) -> Service {
        let settings = Settings {
            daily_ahead: 0,
            solver_nodes: 10,
            difficulty_games: 1,
            compute_threads: NonZero::<usize>::MIN,
            ..Settings::default()
        };
        Service::at(begin_of(date_of(day)), url, settings).await
    }

    /// Carries out a request, which fails if it waits for the computation of another.
    async fn without_computing<T>(service: &Service, request: impl Future<Output = T>) -> T {
        let (go, wait) = mpsc::channel::<()>();
        let scheduler = service.core.scheduler.clone();
        let taken = tokio::spawn(async move { scheduler.run(Class::Search, move || wait.recv()).await });
        tokio::task::yield_now().await;
        let done = timeout(Duration::from_mins(1), request).await.expect("it computes nothing");
        go.send(()).unwrap();
        taken.await.unwrap().unwrap();
        done
    }

    #[tokio::test]
    async fn a_difficulty_that_cannot_be_stored_is_measured_once() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        service_on(20_000, &url).await.challenges.publish_day(20_000, Class::Search).await.unwrap();
        let service = service_on(20_000, &format!("{url}?mode=ro")).await;
        service.challenges.measure_deals().await.unwrap_err();
        without_computing(&service, service.challenges.measure_deals()).await.unwrap_err();
    }

    #[tokio::test]
    async fn a_deal_that_cannot_be_stored_is_searched_for_once() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let query = DailyQuery::default;
        service_on(20_000, &url).await.challenges.publish_day(20_000, Class::Search).await.unwrap();
        let service = service_on(20_001, &format!("{url}?mode=ro")).await;
        assert!(!service.challenges.daily(query()).await.unwrap().today.complete);
        let again = without_computing(&service, service.challenges.daily(query())).await;
        assert!(!again.unwrap().today.complete);
        let service = service_on(20_001, &url).await;
        assert!(service.challenges.daily(query()).await.unwrap().today.complete);
        assert!(service.challenges.unstored_deals.has_no_seed(), "what is stored is kept no longer");
    }

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// Computed with Python's `hmac`: `hmac.new(bytes(range(32)),
    /// b"regicide/daily/v2\x002026-11-20\x001\x000", "sha256").hexdigest()[:32]`.
    #[test]
    fn a_seed_can_be_computed_from_the_key() {
        let key = std::array::from_fn(|index| u8::try_from(index).unwrap());
        let of = |day, players, candidate| seed(&key, date(day), players, candidate).as_str().to_owned();
        assert_eq!(of("2026-11-20", 1, 0), "daily.2026-11-20.1p~8f8d94a5468a47a9b6aa2a2fbc718882");
        assert_eq!(of("2028-02-29", 4, 0), "daily.2028-02-29.4p~a7e7fedd143b4706268b76c2460bd73e");
        assert_eq!(of("2028-02-29", 4, 13), "daily.2028-02-29.4p~53d263bcba9a9bcb92217afaf9207816");
    }

    #[test]
    fn days_count_from_1970_and_leap_days_are_days() {
        assert_eq!(day_of(date("1970-01-01")), 0);
        assert_eq!(day_of(date("2026-11-20")), 20_777);
        for day in ["2028-02-28", "2028-02-29", "2028-03-01", "2026-12-31"] {
            assert_eq!(date_of(day_of(date(day))), date(day));
        }
        assert_eq!(day_of(date("2028-03-01")) - day_of(date("2028-02-28")), 2);
    }

    /// Computed with Python's `hashlib` from the text of C1.2.
    #[test]
    fn c1_2_an_id_can_be_computed_from_the_date() {
        let expected = "01a1fb67-1800-7771-8101-db62fd55d51f";
        assert_eq!(id(date("2026-11-21"), 1).to_string(), expected);
    }

    #[test]
    fn ids_hold_their_day_and_are_all_different() {
        let ids: std::collections::BTreeSet<_> = (1..=4)
            .flat_map(|players| [id(date("2026-11-20"), players), id(date("2026-11-21"), players)])
            .collect();
        assert_eq!(ids.len(), 8);
        assert!(ids.iter().all(|id| id.get_version_num() == 7));
        assert!(id(date("2026-11-20"), 4) < id(date("2026-11-21"), 1));
    }
}
