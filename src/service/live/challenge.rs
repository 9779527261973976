//! The events of a challenge: its figures and its board.

use std::collections::HashMap;
use std::future::pending;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::FutureExt;
use regicide::i18n::Language;
use serde::Serialize;
use strum::AsRefStr;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{CloseReason, Event, Events, check_hash, events_of, id_of, retry_unavailable};
use crate::service::Service;
use crate::service::challenges::{BoardName, Leaderboard, SharedBoard, Stats, StatsQuery};
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_lines;
use crate::store::{Subscription, Topic};

/// How long to wait after an event: a board that many play at changes many
/// times a second.
const PAUSE: Duration = Duration::from_secs(1);
/// The longest time until the board is looked at though nothing was announced:
/// challenges open and end by the clock.
const LONGEST: Duration = Duration::from_mins(1);

/// What happens at a challenge.
#[derive(Clone, Debug, Serialize, ToSchema, AsRefStr)]
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
        /// The first page of the board, the same for all who read it: without
        /// `own` and, while the challenge runs, without games.
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

    fn closed(reason: CloseReason) -> Self {
        Self::Closed { reason }
    }

    fn keepalive() -> Self {
        Self::Keepalive
    }
}

/// The boards that somebody on this instance follows, each computed once for all
/// who do.
#[derive(Default)]
pub(in crate::service) struct FollowedBoards(parking_lot::Mutex<HashMap<BoardKey, Weak<FollowedBoard>>>);

type BoardKey = (Uuid, BoardName);

struct FollowedBoard {
    key: BoardKey,
    /// As it was computed last. Who computes it is waited for.
    latest: Mutex<Option<Arc<BoardState>>>,
}

struct BoardState {
    asked: Instant,
    /// What stands for it.
    id: String,
    shown: SharedBoard,
}

impl FollowedBoards {
    fn get(&self, key: BoardKey) -> Arc<FollowedBoard> {
        // The map stays right whatever panics: nothing is called while it is locked.
        let mut all = self.0.lock();
        if let Some(board) = all.get(&key).and_then(Weak::upgrade) {
            return board;
        }
        all.retain(|_, board| board.strong_count() > 0);
        let board = Arc::new(FollowedBoard { key, latest: Mutex::default() });
        all.insert(key, Arc::downgrade(&board));
        board
    }
}

impl Service {
    /// A board as it was when it was asked for, or later.
    async fn board_since(&self, board: &FollowedBoard, asked: Instant) -> Result<Arc<BoardState>, Error> {
        let mut latest = board.latest.lock().await;
        if let Some(state) = latest.as_ref().filter(|state| state.asked >= asked) {
            return Ok(state.clone());
        }
        let asked = Instant::now();
        let (challenge, name) = board.key;
        let shown = self.shared_board(challenge, name).await?;
        let id = id_of(&(&shown.stats, &shown.leaderboard));
        Ok(latest.insert(Arc::new(BoardState { asked, id, shown })).clone())
    }

    /// The figures and the board of a challenge, whenever they change.
    pub async fn challenge_events(
        &self,
        id: Uuid,
        token: Option<Token>,
        query: StatsQuery,
        after: Option<&str>,
        language: Language,
    ) -> Result<Events<ChallengeEvent>, Error> {
        after.map_or(Ok(()), check_hash)?;
        let changes = self.store.subscribe(Topic::Challenge(id));
        let challenge = self.stored_challenge(id).await?;
        let player = self.sending_player(token.as_ref()).await?.map(|(player, _)| player);
        // Before access is checked, so that no change of the token falls in between.
        let identity = player.map(|player| self.store.subscribe(Topic::Identity(player)));
        self.board_access(&challenge, token.as_ref()).await?;
        let board = self.boards.get((id, query.board));
        let first = self.board_since(&board, Instant::now()).await?;
        count_lines(first.shown.leaderboard.items.len());
        let reader = Reader {
            service: self.clone(),
            board,
            token,
            identity,
            language,
            changes,
            sent: after.map(str::to_owned),
            first: Some(first),
        };
        Ok(events_of(reader, Reader::next))
    }
}

struct Reader {
    service: Service,
    board: Arc<FollowedBoard>,
    token: Option<Token>,
    /// Changes of the player's token. Nothing else takes access away from those
    /// who have it.
    identity: Option<Subscription>,
    language: Language,
    changes: Subscription,
    /// The event that the reader has.
    sent: Option<String>,
    /// What was read before the stream began.
    first: Option<Arc<BoardState>>,
}

/// Waits until the token of a player may be another.
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
            // It may have become another by time alone.
            _ = timeout(LONGEST, self.changes.changed()) => {}
            () = identity_changed(&mut self.identity) => self.check_access().await?,
        }
        while self.changes.changed().now_or_never().is_some() {}
        let noticed = Instant::now();
        sleep(PAUSE).await;
        let state = retry_unavailable(async || self.service.board_since(&self.board, noticed).await).await?;
        if identity_changed(&mut self.identity).now_or_never().is_some() {
            self.check_access().await?;
        }
        Ok(state)
    }

    async fn check_access(&self) -> Result<(), Error> {
        let (service, (id, _)) = (&self.service, self.board.key);
        retry_unavailable(async || {
            let challenge = service.stored_challenge(id).await?;
            service.board_access(&challenge, self.token.as_ref()).await.map(|_| ())
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
        let SharedBoard { stats, leaderboard, note } = &self.shown;
        let leaderboard = Leaderboard { note: language.text(note), ..leaderboard.clone() };
        ChallengeEvent::Challenge {
            id: self.id.clone(),
            stats: stats.clone(),
            leaderboard: Box::new(leaderboard),
        }
    }
}
