//! The events of a challenge: its figures and its board.

use std::time::Duration;

use futures_util::stream;
use serde::Serialize;
use strum::IntoStaticStr;
use tokio::time::{sleep, timeout};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{CloseReason, Event, Events, check_hash, id_of, patiently};
use crate::i18n::Language;
use crate::service::Service;
use crate::service::challenges::{BoardQuery, Leaderboard, Stats, StatsQuery};
use crate::service::error::Error;
use crate::service::token::Token;
use crate::store::{Subscription, Topic};

/// How long to wait after an event: a board that many play at changes many
/// times a second.
const PAUSE: Duration = Duration::from_secs(1);
/// The longest time until the board is looked at though nothing was announced:
/// challenges open and end by the clock.
const LONGEST: Duration = Duration::from_mins(1);

/// What happens at a challenge.
#[derive(Clone, Debug, Serialize, ToSchema, IntoStaticStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ChallengeEvent {
    /// Figures and board as they stand.
    Challenge {
        /// To go on after this event.
        #[schema(pattern = "^[0-9a-f]{32}$")]
        id: String,
        /// The figures.
        stats: Stats,
        /// The first page of the board.
        leaderboard: Box<Leaderboard>,
    },
    /// The service ends the stream.
    Closed {
        /// Why.
        reason: CloseReason,
    },
    /// Nothing happens; the stream still stands.
    Keepalive,
}

impl Event for ChallengeEvent {
    fn id(&self) -> Option<&str> {
        match self {
            Self::Challenge { id, .. } => Some(id),
            Self::Closed { .. } | Self::Keepalive => None,
        }
    }

    fn kind(&self) -> &'static str {
        self.into()
    }

    fn closed(reason: CloseReason) -> Self {
        Self::Closed { reason }
    }

    fn keepalive() -> Self {
        Self::Keepalive
    }
}

/// Who reads the events of a challenge.
struct Reader {
    service: Service,
    challenge: Uuid,
    token: Option<Token>,
    query: BoardQuery,
    language: Language,
    changes: Subscription,
    /// The event that the reader has.
    sent: Option<String>,
    /// What was read before the stream began.
    first: Option<(Stats, Leaderboard)>,
    done: bool,
}

impl Service {
    /// The figures and the board of a challenge, whenever they change.
    ///
    /// # Errors
    /// An id that no event has, a board that is not open to the caller, an
    /// unknown challenge or token, or the store's.
    pub async fn challenge_events(
        &self,
        id: Uuid,
        token: Option<Token>,
        query: StatsQuery,
        after: Option<&str>,
        language: Language,
    ) -> Result<Events<ChallengeEvent>, Error> {
        after.map_or(Ok(()), check_hash)?;
        let mut reader = Reader {
            service: self.clone(),
            challenge: id,
            token,
            query: BoardQuery { board: query.board, ..BoardQuery::default() },
            language,
            changes: self.store.subscribe(Topic::Challenge(id)),
            sent: after.map(str::to_owned),
            first: None,
            done: false,
        };
        reader.first = Some(reader.read().await?);
        Ok(Box::pin(stream::unfold(reader, Reader::next)))
    }
}

impl Reader {
    async fn read(&self) -> Result<(Stats, Leaderboard), Error> {
        let (service, token) = (&self.service, self.token.as_ref());
        let stats = service.stats(self.challenge, token, StatsQuery { board: self.query.board }).await?;
        let board = service.leaderboard(self.challenge, token, &self.query, self.language).await?;
        Ok((stats, board))
    }

    /// The next event, when there is one.
    async fn next(mut self) -> Option<(Vec<ChallengeEvent>, Self)> {
        if self.done {
            return None;
        }
        loop {
            let first = self.first.take();
            let is_first = first.is_some();
            let read = if let Some(first) = first {
                Ok(first)
            } else {
                // It may have become another by time alone.
                let _ = timeout(LONGEST, self.changes.changed()).await;
                sleep(PAUSE).await;
                patiently(async || self.read().await).await
            };
            let (stats, board) = match read {
                Ok(read) => read,
                Err(error) => {
                    self.done = true;
                    return Some((vec![ChallengeEvent::closed(CloseReason::from(&error))], self));
                }
            };
            let id = id_of(&(&stats, &board));
            if self.sent.as_ref() != Some(&id) {
                self.sent = Some(id.clone());
                let event = ChallengeEvent::Challenge { id, stats, leaderboard: Box::new(board) };
                return Some((vec![event], self));
            }
            if is_first {
                return Some((Vec::new(), self));
            }
        }
    }
}
