//! The feed: days that have begun, and challenges whose results are public.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use regicide_engine::engine::{Hash, Message};
use regicide_system::entropy::uuid_version_7;
use uuid::Uuid;

use super::daily::{begin_of, date_of, day_at};
use super::{Challenges, date};
use crate::service::error::Error;
use crate::service::games::list::PAGE;
use crate::service::pages::Page;
use crate::service::runtime::work::count_lines;
use regicide_store::{Challenge, ChallengeFilter, ChallengeStatus, Source};

/// The number of days in the feed, today included.
const DAYS: i32 = 30;

/// An entry of the feed. It never changes.
pub(crate) struct FeedEntry {
    pub(crate) id: Uuid,
    /// The time of the event.
    pub(crate) at: DateTime<Utc>,
    pub(crate) title: Message,
    pub(crate) about: Message,
    pub(crate) page: Page,
}

impl FeedEntry {
    fn new(of: &Challenge, at: DateTime<Utc>, [title, about]: [Message; 2], page: Page) -> Self {
        // Ids of days are alike on all services, commitments are not; two challenges may have
        // one seed.
        let random = Hash::of(&[&of.commitment.0[..], of.id.as_bytes()].concat()).0;
        let (random, _) = random.split_first_chunk().expect("a hash is longer");
        Self { id: uuid_version_7(at, *random), at, title, about, page }
    }
}

impl Challenges {
    /// The entries of the feed, the newest first: days that have begun, and days and listed
    /// challenges that are over. It has no results itself.
    pub(crate) async fn feed(&self) -> Result<Vec<FeedEntry>, Error> {
        let now = self.core.now().await?;
        let today = day_at(now);
        Error::deferred(self.publish_now(today).await)?;
        let first = today + 1 - DAYS;
        let days = self.core.store.challenges.of_days(first, today).await?;
        let mut entries = Vec::new();
        for day in days.chunk_by(|one, other| date(one) == date(other)) {
            let Some(date) = date(&day[0]) else { continue };
            let end = day.iter().map(|challenge| challenge.ends_at).max().filter(|end| *end <= now);
            for (at, title, about) in [
                (Some(begin_of(date)), "feed-day", "page-daily-about"),
                (end, "feed-day-results", "feed-results-about"),
            ] {
                let title = Message::new(title).with("date", date.to_string());
                let (texts, page) = ([title, Message::new(about)], Page::Day { date, players: None });
                entries.extend(at.map(|at| FeedEntry::new(&day[0], at, texts, page)));
            }
        }
        let filter = ChallengeFilter {
            daily: Some(false),
            players: Vec::new(),
            status: vec![ChallengeStatus::Over],
            after: None,
            now,
        };
        for challenge in self.core.store.challenges.list(&filter, PAGE).await?.items {
            if let Source::Custom { name: Some(name), .. } = &challenge.source
                && challenge.ends_at >= begin_of(date_of(first))
            {
                let title = Message::new("feed-challenge-results").with("name", name.clone());
                let texts = [title, Message::new("feed-results-about")];
                let page = Page::Challenge(challenge.id);
                entries.push(FeedEntry::new(&challenge, challenge.ends_at, texts, page));
            }
        }
        entries.sort_unstable_by_key(|entry| Reverse((entry.at, entry.id)));
        count_lines(entries.len());
        Ok(entries)
    }
}
