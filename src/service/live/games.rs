//! The events of public games: that they are created, begin and end.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use serde::Serialize;
use strum::AsRefStr;
use tokio::sync::Mutex;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};
use utoipa::ToSchema;

use super::Live;
use super::{CloseReason, Event, Events, events_of, no_such_id, retry_unavailable};
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_lines;
use regicide_store::{GameInfo, StreamedGame, Subscription, Topic};

const AT_ONCE: u32 = 100;
/// The pause between two reads: games may begin and end many times a second.
const PAUSE: Duration = Duration::from_millis(200);
/// The longest wait for a notification.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// An event of public games.
#[derive(Clone, Debug, Serialize, ToSchema, AsRefStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PublicGamesEvent {
    /// The first event, unless the stream continues after one that the client has:
    /// later changes follow.
    Start {
        /// The cursor after this event.
        #[schema(pattern = "^[0-9]{1,18}$", examples("4711"))]
        id: String,
    },
    /// A game was created, has begun, or is over, as its `status` shows.
    Game {
        /// The cursor after this event.
        #[schema(pattern = "^[0-9]{1,18}$", examples("4711"))]
        id: String,
        /// The game.
        game: Box<GameInfo>,
    },
    /// The service ends the stream.
    Closed {
        /// The reason.
        reason: CloseReason,
    },
    /// No event: the stream is still open.
    Keepalive,
}

impl Event for PublicGamesEvent {
    fn id(&self) -> Option<&str> {
        match self {
            Self::Start { id } | Self::Game { id, .. } => Some(id),
            Self::Closed { .. } | Self::Keepalive => None,
        }
    }

    fn closed(reason: CloseReason) -> Self {
        Self::Closed { reason }
    }

    fn keepalive() -> Self {
        Self::Keepalive
    }
}

struct GamesPage {
    /// The position before the first one.
    after: i64,
    requested_at: Instant,
    games: Vec<StreamedGame>,
    /// The position of the last one.
    last: i64,
    has_next: bool,
    /// The last assigned position.
    end: i64,
}

/// The games that were read last: most readers have the same position.
#[derive(Default)]
pub(in crate::service) struct LatestGames(Mutex<Option<Arc<GamesPage>>>);

struct Reader {
    live: Live,
    changes: Subscription,
    /// The position up to which the reader has all games.
    after: i64,
    pace: Interval,
    state: ReaderState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReaderState {
    New,
    /// The reader has an event, or more games are known to follow.
    Behind,
    Following,
}

impl Live {
    /// Public games that are created, begin and end from now on, or after an
    /// event that the reader has.
    pub async fn games_events(
        &self,
        token: Option<&Token>,
        after: Option<GamesCursor>,
    ) -> Result<Events<PublicGamesEvent>, Error> {
        self.auth.check_token(token).await?;
        let changes = self.core.store.changes.subscribe(Topic::Games);
        let end = self.core.store.games.stream_end().await?;
        // Unknown positions are of changes that the database has lost.
        let known = after.map(|GamesCursor(after)| after).filter(|after| *after <= end);
        let mut pace = interval(PAUSE);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let state = if known.is_some() { ReaderState::Behind } else { ReaderState::New };
        let live = self.clone();
        let reader = Reader { live, changes, after: known.unwrap_or(end), pace, state };
        Ok(events_of(reader, Reader::next))
    }

    /// The games after a position as they were at `requested_at`, or later.
    async fn games_after(&self, after: i64, requested_at: Instant) -> Result<Arc<GamesPage>, Error> {
        let mut latest = self.latest_games.0.lock().await;
        if let Some(page) =
            latest.as_ref().filter(|page| page.after == after && page.requested_at >= requested_at)
        {
            return Ok(page.clone());
        }
        let requested_at = Instant::now();
        let end = self.core.store.games.stream_end().await?;
        let page = self.core.store.games.streamed(after, end, AT_ONCE, self.core.now().await?).await?;
        count_lines(page.items.len());
        let last = page.next.or(page.items.last().map(|streamed| streamed.position));
        let page = GamesPage {
            after,
            requested_at,
            games: page.items,
            last: last.unwrap_or(after),
            has_next: page.next.is_some(),
            end,
        };
        Ok(latest.insert(Arc::new(page)).clone())
    }
}

/// A position in the changes of public games. Its text is the id of an event.
#[derive(Clone, Copy, Debug)]
pub struct GamesCursor(i64);

impl FromStr for GamesCursor {
    type Err = Error;

    fn from_str(id: &str) -> Result<Self, Error> {
        let digits = Some(id).filter(|id| id.bytes().all(|each| each.is_ascii_digit()) && id.len() <= 18);
        digits.and_then(|digits| digits.parse().ok()).map(Self).ok_or_else(no_such_id)
    }
}

impl Reader {
    async fn next(&mut self) -> Result<Option<Vec<PublicGamesEvent>>, Error> {
        loop {
            match self.state {
                ReaderState::New => {
                    self.state = ReaderState::Following;
                    let start = PublicGamesEvent::Start { id: self.after.to_string() };
                    return Ok(Some(vec![start]));
                }
                ReaderState::Behind => {}
                ReaderState::Following => {
                    // Reads again without a notification, too: a position that could
                    // not be assigned then is assigned now.
                    let _ = timeout(LOOK_EVERY, self.changes.changed()).await;
                    self.pace.tick().await;
                    while self.changes.changed().now_or_never().is_some() {}
                }
            }
            let (live, requested_at) = (&self.live, Instant::now());
            let page = retry_unavailable(async || live.games_after(self.after, requested_at).await).await?;
            if page.end < self.after {
                // The database has lost changes in a failover.
                (self.after, self.state) = (page.end, ReaderState::New);
                continue;
            }
            self.after = page.last;
            let was_behind = self.state == ReaderState::Behind;
            self.state = if page.has_next { ReaderState::Behind } else { ReaderState::Following };
            if was_behind || !page.games.is_empty() {
                let event = |StreamedGame { position, game }: &StreamedGame| PublicGamesEvent::Game {
                    id: position.to_string(),
                    game: Box::new(game.clone()),
                };
                return Ok(Some(page.games.iter().map(event).collect()));
            }
        }
    }
}
