//! The daily challenges: one for each number of players, the same on every
//! instance. Nobody has to make them at midnight; whoever asks first does.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::ChallengeInfo;
use crate::engine::{GameKind, Hash, Options, Seed, Setup};
use crate::record::SeedBy;
use crate::service::Service;
use crate::service::error::Error;
use crate::service::list::check_players;
use crate::service::token::Secret;
use crate::store::{Act, Admission, Challenge, DailyKey, Source, Visibility};

/// For how many players there is a challenge each day.
const PLAYERS: std::ops::RangeInclusive<u8> = 1..=4;

/// Today's challenges, and what is published ahead.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Daily {
    /// Today, in UTC.
    #[serde(flatten)]
    pub today: DailyDay,
    /// In how many seconds the next day begins.
    #[schema(minimum = 0, maximum = 86400)]
    pub next_in_seconds: i64,
    /// The challenges of coming days, as far as they are published: their
    /// commitments.
    pub coming: Vec<ChallengeInfo>,
}

/// The challenges of a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DailyDay {
    /// The day, in UTC.
    pub date: NaiveDate,
    /// One for each number of players.
    pub challenges: Vec<ChallengeInfo>,
}

/// The day that a moment is in, as days since 1970-01-01.
pub(super) fn day_at(now: DateTime<Utc>) -> i32 {
    day_of(now.date_naive())
}

pub(super) fn day_of(date: NaiveDate) -> i32 {
    let days = date.signed_duration_since(NaiveDate::default()).num_days();
    i32::try_from(days).expect("a date is less than 2^31 days away")
}

pub(super) fn date_of(day: i32) -> NaiveDate {
    NaiveDate::default().checked_add_signed(TimeDelta::days(day.into())).unwrap_or(NaiveDate::MAX)
}

fn begin_of(date: NaiveDate) -> DateTime<Utc> {
    date.and_time(NaiveTime::MIN).and_utc()
}

/// The seed of a day: what is secret in it comes from the key alone, so that
/// it was fixed before the day.
fn seed(key: &[u8; 32], date: NaiveDate, players: u8) -> Seed {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length makes a key");
    mac.update(format!("regicide/daily/v1\0{date}\0{players}").as_bytes());
    let secret = hex::encode(&mac.finalize().into_bytes()[..16]);
    format!("daily.{date}.{players}p~{secret}").parse().expect("a date and hex digits are a seed")
}

/// The same id on every instance: of two that make the challenge, one does.
fn id(date: NaiveDate, players: u8) -> Uuid {
    let hash = Sha256::digest(format!("regicide/daily/id/v1\0{date}\0{players}"));
    let millis = u64::try_from(begin_of(date).timestamp_millis()).unwrap_or(0);
    let (random, _) = hash.split_first_chunk().expect("a hash is longer");
    uuid::Builder::from_unix_timestamp_millis(millis, random).into_uuid()
}

fn fingerprint(secret: &[u8; 32]) -> Hash {
    Hash(Sha256::new().chain_update("regicide/daily/key/v1\0").chain_update(secret).finalize().into())
}

impl Service {
    /// Today's challenges.
    ///
    /// # Errors
    /// The store's.
    pub async fn daily(&self) -> Result<Daily, Error> {
        let now = self.now();
        let today = day_at(now);
        let last = self.last_published(today);
        let (challenges, coming): (Vec<_>, Vec<_>) = self
            .daily_challenges(today, last)
            .await?
            .iter()
            .map(|challenge| ChallengeInfo::new(challenge, now))
            .partition(|info| info.date == Some(date_of(today)));
        let next = begin_of(date_of(today + 1)) - now;
        Ok(Daily {
            today: DailyDay { date: date_of(today), challenges },
            next_in_seconds: next.num_seconds(),
            coming,
        })
    }

    /// The challenges of a day that has come or is published, for all numbers
    /// of players or for one.
    ///
    /// # Errors
    /// [`Error::NoSuchChallenge`] for other days, or the store's.
    pub async fn day(&self, date: NaiveDate, players: Option<u8>) -> Result<DailyDay, Error> {
        check_players(players)?;
        let now = self.now();
        let day = day_of(date);
        if day > self.last_published(day_at(now)) {
            return Err(Error::NoSuchChallenge);
        }
        let found = self.daily_challenges(day, day).await?;
        let wanted =
            found.iter().filter(|known| players.is_none_or(|players| players == known.setup.players()));
        let challenges: Vec<_> = wanted.map(|challenge| ChallengeInfo::new(challenge, now)).collect();
        if challenges.is_empty() {
            return Err(Error::NoSuchChallenge);
        }
        Ok(DailyDay { date, challenges })
    }

    /// Puts a new key in force, from the first day on that is not published.
    ///
    /// # Errors
    /// The store's, or [`Error::Contended`] if a day was published meanwhile.
    pub(in crate::service) async fn rotate_daily_key(&self, act: &Act) -> Result<(), Error> {
        let keys = self.known_daily_keys().await?;
        let mut secret = [0; 32];
        self.entropy.fill(&mut secret);
        let key = self.next_daily_key(&keys, &secret, Some(secret)).await?;
        if self.store.add_daily_key(&key, Some(act)).await? { Ok(()) } else { Err(Error::Contended) }
    }

    fn last_published(&self, today: i32) -> i32 {
        today.saturating_add(self.settings.daily_ahead.into())
    }

    /// The challenges of these days, made where they are missing.
    async fn daily_challenges(&self, first: i32, last: i32) -> Result<Vec<Challenge>, Error> {
        let found = self.store.challenges_of_days(first, last).await?;
        let days = usize::try_from(last - first + 1).unwrap_or(0);
        if found.len() == days * PLAYERS.count() {
            return Ok(found);
        }
        let keys = self.known_daily_keys().await?;
        for day in first..=last {
            let Some(key) = keys.iter().rev().find(|key| key.valid_from <= day) else { continue };
            let there = |players: &u8| {
                let same = |known: &Challenge| {
                    matches!(known.source, Source::Daily(of) if of == day)
                        && known.setup.players() == *players
                };
                found.iter().any(same)
            };
            let Some(secret) = self.secret_of(key) else {
                tracing::error!(key.number, "a daily key stands in a configuration that is not here");
                continue;
            };
            for players in PLAYERS.filter(|players| !there(players)) {
                let challenge = self.make_daily(&secret, day, players)?;
                // Where another instance was faster, it has made the same.
                self.store.add_challenge(&challenge, Some(key.number), None).await?;
            }
        }
        Ok(self.store.challenges_of_days(first, last).await?)
    }

    /// The key itself, if it is kept in the database or is the configured one.
    fn secret_of(&self, key: &DailyKey) -> Option<[u8; 32]> {
        let configured = self.settings.daily_key.map(|Secret(secret)| secret);
        key.secret.or(configured.filter(|secret| fingerprint(secret) == key.fingerprint))
    }

    fn make_daily(&self, secret: &[u8; 32], day: i32, players: u8) -> Result<Challenge, Error> {
        let date = date_of(day);
        let seed = seed(secret, date, players);
        let opens_at = begin_of(date);
        let closes_at = opens_at + Days::new(1);
        Ok(Challenge {
            id: id(date, players),
            source: Source::Daily(day),
            setup: Setup::new(GameKind::Regicide, players, &Options::default())?,
            commitment: seed.commitment(),
            seed,
            seed_by: SeedBy::Service,
            created_at: self.now(),
            opens_at,
            closes_at,
            ends_at: closes_at + TimeDelta::minutes(self.settings.daily_grace_minutes.into()),
            attempts: 1,
            admission: Admission::Anyone,
            visibility: Visibility::Public,
        })
    }

    /// All keys, the oldest first; there is always one, and the configured one
    /// is among them.
    async fn known_daily_keys(&self) -> Result<Vec<DailyKey>, Error> {
        let keys = self.store.daily_keys().await?;
        let key = match &self.settings.daily_key {
            Some(Secret(secret)) if keys.iter().any(|key| key.fingerprint == fingerprint(secret)) => {
                return Ok(keys);
            }
            Some(Secret(secret)) => self.next_daily_key(&keys, secret, None).await?,
            None if !keys.is_empty() => return Ok(keys),
            None => {
                let mut secret = [0; 32];
                self.entropy.fill(&mut secret);
                self.next_daily_key(&keys, &secret, Some(secret)).await?
            }
        };
        // Of several instances that add one at once, one does.
        self.store.add_daily_key(&key, None).await?;
        Ok(self.store.daily_keys().await?)
    }

    /// A key for the days that are not published yet; the first one for today.
    async fn next_daily_key(
        &self,
        keys: &[DailyKey],
        secret: &[u8; 32],
        kept: Option<[u8; 32]>,
    ) -> Result<DailyKey, Error> {
        let today = day_at(self.now());
        let first_day = keys.last().map_or(today, |last| today.max(last.valid_from + 1));
        let published = self.store.challenges_of_days(first_day, i32::MAX).await?;
        let days = published.iter().map(|challenge| match challenge.source {
            Source::Daily(day) => day,
            Source::Own { .. } => first_day,
        });
        let valid_from = days.max().map_or(first_day, |last| last + 1);
        let number = u32::try_from(keys.len()).unwrap_or(u32::MAX).saturating_add(1);
        Ok(DailyKey { number, fingerprint: fingerprint(secret), secret: kept, valid_from })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// Computed with Python's `hmac`: `hmac.new(bytes(range(32)),
    /// b"regicide/daily/v1\x002026-11-20\x001", "sha256").hexdigest()[:32]`.
    #[test]
    fn a_seed_is_what_anybody_with_the_key_computes() {
        let key = std::array::from_fn(|index| u8::try_from(index).unwrap());
        let of = |day, players| seed(&key, date(day), players).as_str().to_owned();
        assert_eq!(of("2026-11-20", 1), "daily.2026-11-20.1p~6f497438162ac929fc82e94f1bfe8483");
        assert_eq!(of("2028-02-29", 4), "daily.2028-02-29.4p~95dc46e718897ec3d9ebbea1de0d09fa");
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
