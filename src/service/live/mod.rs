//! Streams of events, filtered by the reader's access.
//!
//! The store only notifies that something has changed. The change itself is read from
//! the database and compared with the reader's state: so an event is never lost, and
//! a slow reader gets the latest state and not a queue.

mod challenge;
mod chosen_games;
mod followed;
mod game;
mod games;
mod player;
mod presence;
mod shown;

use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use chrono::DateTime;
use futures_util::{Stream, stream};
use regicide_engine::engine::{Hash, Message};
use regicide_system::causes::causes;
use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::ToSchema;
use uuid::Uuid;

use super::auth::Auth;
use super::challenges::Challenges;
use super::core::{Core, is_hex};
use super::error::Error;
use super::games::Games;
use super::players::Players;
use challenge::FollowedBoards;
use followed::FollowedGames;
use games::LatestGames;
use regicide_store::StoreError;

pub use challenge::ChallengeEvent;
pub use chosen_games::ChosenGamesCursor;
pub use game::{GameCursor, GameEvent, StreamForm};
pub use games::{GamesCursor, PublicGamesEvent};
pub use player::PlayerEvent;

/// The limit on moves that are sent at once: it bounds the memory for a reader that
/// does not read, and the wait of others for one that catches up.
const AT_ONCE: usize = 10;
/// The pause before a retry while the database is unavailable.
const RETRY: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub struct Live {
    core: Arc<Core>,
    auth: Arc<Auth>,
    games: Arc<Games>,
    challenges: Arc<Challenges>,
    players: Arc<Players>,
    followed: Arc<FollowedGames>,
    boards: FollowedBoards,
    latest_games: Arc<LatestGames>,
    /// This instance, in its announcements of readers.
    instance: Uuid,
}

impl Live {
    pub(super) fn new(
        core: Arc<Core>,
        auth: Arc<Auth>,
        games: Arc<Games>,
        challenges: Arc<Challenges>,
        players: Arc<Players>,
    ) -> Self {
        let (followed, boards, latest_games) = Default::default();
        let instance = core.new_id(DateTime::UNIX_EPOCH);
        Self { core, auth, games, challenges, players, followed, boards, latest_games, instance }
    }
}

/// Events in their order, in batches. The first batch comes at once, with those that
/// the reader lacks, and may be empty. The stream ends after the last event.
pub type Events<E> = Pin<Box<dyn Stream<Item = Vec<E>>>>;

pub trait Event: AsRef<str> + Serialize + Send + 'static {
    /// The cursor that it is sent with, if it advances that.
    fn id(&self) -> Option<&str>;
    /// Its `type`.
    fn kind(&self) -> &str {
        self.as_ref()
    }
    /// The last event of a stream that is ended by the service.
    fn closed(reason: CloseReason) -> Self;
    /// The event that shows that the stream is still open.
    fn keepalive() -> Self;
}

/// The events that `next` returns for a reader, until there are none or it fails:
/// then the last event has the reason.
fn events_of<R: 'static, E: Event>(
    reader: R,
    next: impl AsyncFn(&mut R) -> Result<Option<Vec<E>>, Error> + 'static,
) -> Events<E> {
    Box::pin(stream::unfold(Some((reader, next)), |state| async move {
        let (mut reader, next) = state?;
        match next(&mut reader).await {
            Ok(events) => Some((events?, Some((reader, next)))),
            Err(error) => Some((vec![E::closed(CloseReason::from(&error))], None)),
        }
    }))
}

/// The reason why the service ends a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// The stream's token was revoked, or no longer belongs to this game.
    TokenUnknown,
    /// The stream's token has lost access, such as after leaving a private game.
    Forbidden,
    /// The stream's subject is embargoed by now.
    Embargoed,
    /// The service stops: continue, at once, with another instance.
    Stopping,
    /// The stored data cannot be read; the error is logged.
    Failed,
}

impl From<&Error> for CloseReason {
    fn from(error: &Error) -> Self {
        if matches!(error, Error::TokenUnknown | Error::TokenMissing) {
            return Self::TokenUnknown;
        }
        if matches!(error, Error::Forbidden(_)) {
            return Self::Forbidden;
        }
        if matches!(error, Error::Embargoed(_)) {
            return Self::Embargoed;
        }
        tracing::error!(error = %causes(error), "a stream has ended");
        Self::Failed
    }
}

/// True if the database may answer a retry.
const fn is_transient(error: &Error) -> bool {
    matches!(error, Error::Store(StoreError::Unavailable(_)))
}

/// The result of `read`, which is retried while the database is unavailable.
async fn retry_unavailable<T>(mut read: impl AsyncFnMut() -> Result<T, Error>) -> Result<T, Error> {
    loop {
        match read().await {
            Err(error) if is_transient(&error) => tokio::time::sleep(RETRY).await,
            done => return done,
        }
    }
}

/// The id of an event: a hash of its data.
fn id_of(shown: &impl Serialize) -> String {
    let json = serde_json::to_string(shown).expect("answers are plain data");
    Hash::of(json.as_bytes()).to_string()[..32].to_owned()
}

/// The id of an event that is a hash of its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventHash(String);

impl FromStr for EventHash {
    type Err = Error;

    fn from_str(id: &str) -> Result<Self, Error> {
        if is_hex(id, 32) { Ok(Self(id.to_owned())) } else { Err(no_such_id()) }
    }
}

fn no_such_id() -> Error {
    Error::invalid("after", Message::new("invalid-event-id"))
}
