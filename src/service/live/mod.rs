//! Streams of events, filtered by what the reader may see.
//!
//! The store only announces that something has changed. The change itself is read from
//! the database and compared with what the reader has: so an event is never
//! lost, and a reader who is slow gets the latest state and not a queue.

mod challenge;
mod chosen_games;
mod followed;
mod game;
mod games;
mod player;
mod shown;

use std::pin::Pin;
use std::time::Duration;

use futures_util::{Stream, stream};
use regicide::engine::{Hash, Message};
use regicide_system::causes::causes;
use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::error::Error;
use super::is_hex;
use crate::store::StoreError;

pub use challenge::ChallengeEvent;
pub(super) use challenge::FollowedBoards;
pub(super) use followed::FollowedGames;
pub use game::GameEvent;
pub(super) use games::LatestGames;
pub use games::PublicGamesEvent;
pub use player::PlayerEvent;

/// The most moves that are told at once: so much is kept for a reader who does
/// not read, and so long do others wait for the one who catches up.
const AT_ONCE: usize = 10;
/// How long to wait before a database that is away is asked again.
const RETRY: Duration = Duration::from_secs(1);

/// Events in their order, some at a time: at first at once those that the
/// reader has not got, be it none. It ends after the last one.
pub type Events<E> = Pin<Box<dyn Stream<Item = Vec<E>>>>;

pub trait Event: AsRef<str> + Serialize + Send + 'static {
    /// What it is sent with to go on after it, if it changes that.
    fn id(&self) -> Option<&str>;
    /// Its `type`.
    fn kind(&self) -> &str {
        self.as_ref()
    }
    /// The last event of a stream that is ended by the service.
    fn closed(reason: CloseReason) -> Self;
    /// Says that the stream still stands.
    fn keepalive() -> Self;
}

/// The events that `next` gives a reader, until there are none or it fails: then
/// why the stream ends.
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

/// Why the service ends a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// The token that it was opened with opens nothing here any more.
    TokenUnknown,
    /// With this token it may not be seen any more, such as after leaving a
    /// private game.
    Forbidden,
    /// What it showed is embargoed by now.
    Embargoed,
    /// The service stops: go on, at once, with another instance.
    Stopping,
    /// What is stored cannot be read; it has been logged.
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

/// Whether the database may answer if it is asked again.
const fn is_transient(error: &Error) -> bool {
    matches!(error, Error::Store(StoreError::Unavailable(_)))
}

/// What `read` gives; as long as the database is away, it is tried again.
async fn retry_unavailable<T>(mut read: impl AsyncFnMut() -> Result<T, Error>) -> Result<T, Error> {
    loop {
        match read().await {
            Err(error) if is_transient(&error) => tokio::time::sleep(RETRY).await,
            done => return done,
        }
    }
}

/// An id that stands for what was shown.
fn id_of(shown: &impl Serialize) -> String {
    let json = serde_json::to_string(shown).expect("answers are plain data");
    Hash::of(json.as_bytes()).to_string()[..32].to_owned()
}

fn check_hash(id: &str) -> Result<(), Error> {
    if is_hex(id, 32) { Ok(()) } else { Err(no_such_id()) }
}

fn no_such_id() -> Error {
    Error::invalid("after", Message::new("invalid-event-id"))
}
