//! The events of a challenge: its figures and its board.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use regicide_engine::i18n::Language;
use serde::Serialize;
use strum::AsRefStr;
use tokio::time::{Instant, sleep, timeout};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Live;
use super::{CloseReason, Event, EventHash, Events, events_of, id_of, retry_unavailable};
use crate::service::challenges::{BoardPage, Leaderboard, PageKey, Stats, StatsQuery};
use crate::service::error::Error;
use crate::service::runtime::shared_reads::{SharedRead, SharedReads};
use crate::service::runtime::token::Token;
use regicide_store::{Subscription, Topic};

/// The pause after an event: a board with many players changes many times a second.
const PAUSE: Duration = Duration::from_secs(1);
/// The longest time between reads of the board without a notification: challenges
/// open and end by the clock.
const LONGEST: Duration = Duration::from_mins(1);

/// An event of a challenge.
#[derive(Clone, Debug, Serialize, ToSchema, AsRefStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ChallengeEvent {
    /// The present figures and board.
    Challenge {
        /// The cursor after this event.
        #[schema(pattern = "^[0-9a-f]{32}$")]
        id: String,
        /// The figures.
        stats: Stats,
        /// The first page of the board, identical for all readers: without `own` and,
        /// while the challenge runs, without games.
        leaderboard: Box<Leaderboard>,
    },
    /// The service ends the stream.
    Closed {
        /// The reason.
        reason: CloseReason,
    },
    /// No event: the stream is still open.
    Keepalive,
}

impl Event for ChallengeEvent {
    fn id(&self) -> Option<&str> {
        match self {
            Self::Challenge { id, .. } => Some(id),
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

/// The boards that clients of this instance follow, each computed once for all of
/// them.
pub(in crate::service) type FollowedBoards = SharedReads<PageKey, Result<Arc<BoardState>, Error>>;

type FollowedBoard = SharedRead<PageKey, Result<Arc<BoardState>, Error>>;

pub(in crate::service) struct BoardState {
    /// The id of the state's event.
    id: String,
    page: Arc<BoardPage>,
}

impl Live {
    /// A board as it was at `requested_at`, or later.
    async fn board_since(
        &self,
        board: &FollowedBoard,
        requested_at: Instant,
    ) -> Result<Arc<BoardState>, Error> {
        let read = async {
            let page = self.challenges.shared_board_page(board.key).await?;
            let id = id_of(&(&page.stats, &page.leaderboard));
            Ok(Arc::new(BoardState { id, page }))
        };
        board.since(requested_at, Box::pin(read)).await
    }

    /// The figures and the board of a challenge, after each change.
    pub async fn challenge_events(
        &self,
        id: Uuid,
        token: Option<Token>,
        query: StatsQuery,
        after: Option<EventHash>,
        language: Language,
    ) -> Result<Events<ChallengeEvent>, Error> {
        let changes = self.core.store.changes.subscribe(Topic::Challenge(id));
        let challenge = self.challenges.stored(id).await?;
        let player = self.auth.sending_player(token.as_ref()).await?.map(|(player, _)| player);
        // Before the access check, so that no change of the token is missed.
        let identity = player.map(|player| self.core.store.changes.subscribe(Topic::Identity(player)));
        self.challenges.check_board_access(&challenge, token.as_ref()).await?;
        let board = self.boards.of(PageKey::first(id, query.board));
        let first = self.board_since(&board, Instant::now()).await?;
        let reader = Reader {
            live: self.clone(),
            board,
            token,
            identity,
            language,
            changes,
            sent: after.map(|EventHash(id)| id),
            first: Some(first),
        };
        Ok(events_of(reader, Reader::next))
    }
}

struct Reader {
    live: Live,
    board: FollowedBoard,
    token: Option<Token>,
    /// Changes of the player's token: the only way to lose access.
    identity: Option<Subscription>,
    language: Language,
    changes: Subscription,
    /// The last event of the reader.
    sent: Option<String>,
    /// The state that was read before the stream began.
    first: Option<Arc<BoardState>>,
}

/// Waits until the token of a player may have changed.
async fn identity_changed(identity: &mut Option<Subscription>) {
    match identity {
        Some(identity) => {
            identity.changed().await;
        }
        None => pending().await,
    }
}

impl Reader {
    /// The board after the next change.
    async fn changed(&mut self) -> Result<Arc<BoardState>, Error> {
        tokio::select! {
            // The board can change by time alone.
            _ = timeout(LONGEST, self.changes.changed()) => {}
            () = identity_changed(&mut self.identity) => self.check_access().await?,
        }
        while self.changes.changed().now_or_never().is_some() {}
        let noticed = Instant::now();
        sleep(PAUSE).await;
        let state = retry_unavailable(async || self.live.board_since(&self.board, noticed).await).await?;
        if identity_changed(&mut self.identity).now_or_never().is_some() {
            self.check_access().await?;
        }
        Ok(state)
    }

    async fn check_access(&self) -> Result<(), Error> {
        let (live, id) = (&self.live, self.board.key.challenge);
        retry_unavailable(async || {
            let challenge = live.challenges.stored(id).await?;
            live.challenges.check_board_access(&challenge, self.token.as_ref()).await.map(|_| ())
        })
        .await
    }

    async fn next(&mut self) -> Result<Option<Vec<ChallengeEvent>>, Error> {
        loop {
            let first = self.first.take();
            let is_first = first.is_some();
            let state = match first {
                Some(first) => first,
                None => self.changed().await?,
            };
            if self.sent.as_ref() != Some(&state.id) {
                self.sent = Some(state.id.clone());
                return Ok(Some(vec![state.event(self.language)]));
            }
            if is_first {
                return Ok(Some(Vec::new()));
            }
        }
    }
}

impl BoardState {
    fn event(&self, language: Language) -> ChallengeEvent {
        let BoardPage { stats, .. } = &*self.page;
        let leaderboard = self.page.leaderboard(language);
        ChallengeEvent::Challenge {
            id: self.id.clone(),
            stats: stats.clone(),
            leaderboard: Box::new(leaderboard),
        }
    }
}
