//! The subscribers of this process.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender, channel};
use tokio::time::sleep;
use uuid::Uuid;

use super::{AnnouncedMove, Change, InstanceReaders, Topic};

/// The most changes that are queued for a slow subscriber. After more, the subscriber gets
/// [`Wake::Anything`].
const KEPT: usize = 16;

/// The number of topics that are woken before a pause when changes may have been missed: 800
/// topics in a second.
const WOKEN_AT_ONCE: usize = 16;
const PAUSE: Duration = Duration::from_millis(20);

/// A notification to a subscriber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    Game(Uuid),
    Webhook(Uuid),
    /// A move in the game whose topic it is.
    Move(AnnouncedMove),
    /// The readers at an instance of the game whose topic it is.
    Readers(InstanceReaders),
    /// Anything of the topic may have changed.
    Anything,
}

/// The subscribers by topic.
#[derive(Debug, Default)]
pub(crate) struct ChangeHub(Mutex<HashMap<Topic, Sender<Wake>>>);

/// A subscription to the changes of a topic, until it is dropped.
#[derive(Debug)]
pub struct Subscription {
    hub: Arc<ChangeHub>,
    topic: Topic,
    /// `None` only while it is dropped.
    receiver: Option<Receiver<Wake>>,
}

impl ChangeHub {
    pub(super) fn subscribe(this: &Arc<Self>, topic: Topic) -> Subscription {
        let mut topics = this.0.lock();
        let sender = topics.entry(topic).or_insert_with(|| channel(KEPT).0);
        let receiver = Some(sender.subscribe());
        drop(topics);
        Subscription { hub: this.clone(), topic, receiver }
    }

    /// Notifies the subscribers of the changes that a transaction of this process has
    /// announced.
    pub(crate) fn wake_announced(&self, lines: &[String]) {
        let read = |line: &String| serde_json::from_str(line).expect("it was written here");
        self.wake(&lines.iter().map(read).collect::<Vec<Change>>());
    }

    /// Notifies the subscribers of these changes.
    pub(super) fn wake(&self, changes: &[Change]) {
        let topics = self.0.lock();
        let send = |topic, wake| {
            if let Some(sender) = topics.get(&topic) {
                // There may be no subscriber left.
                let _ = sender.send(wake);
            }
        };
        for change in changes {
            match change {
                Change::Game { id, players, listed, made } => {
                    let wake = Wake::Game(*id);
                    send(Topic::Game(*id), made.map_or(wake, Wake::Move));
                    for player in players {
                        send(Topic::Player(*player), wake);
                    }
                    if *listed {
                        send(Topic::Games, wake);
                    }
                }
                Change::Challenge(id) => send(Topic::Challenge(*id), Wake::Anything),
                Change::Player(id) => {
                    send(Topic::Player(*id), Wake::Anything);
                    send(Topic::Identity(*id), Wake::Anything);
                }
                Change::BotTurn(id) => send(Topic::BotTurns, Wake::Game(*id)),
                Change::Webhook(id) => send(Topic::Webhooks, Wake::Webhook(*id)),
                Change::Presence { game, readers } => send(Topic::Game(*game), Wake::Readers(*readers)),
            }
        }
    }

    /// Notifies all subscribers: changes may have been missed. A few topics at a time, so that
    /// they do not all read the database at once.
    pub(super) async fn wake_all(&self) {
        let senders: Vec<Sender<Wake>> = self.0.lock().values().cloned().collect();
        for some in senders.chunks(WOKEN_AT_ONCE) {
            for sender in some {
                let _ = sender.send(Wake::Anything);
            }
            sleep(PAUSE).await;
        }
    }
}

impl Subscription {
    /// The next change. The future can be dropped while it waits, and no change is lost.
    pub async fn changed(&mut self) -> Wake {
        let Some(receiver) = &mut self.receiver else { return std::future::pending().await };
        match receiver.recv().await {
            Ok(wake) => wake,
            Err(RecvError::Lagged(_)) => Wake::Anything,
            // The sender exists as long as there is a subscriber.
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut topics = self.hub.0.lock();
        // The map is locked meanwhile, so that the last subscriber removes the topic.
        self.receiver = None;
        if topics.get(&self.topic).is_some_and(|sender| sender.receiver_count() == 0) {
            topics.remove(&self.topic);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn waiting_subscribers_are_woken_and_removed_when_dropped() {
        let hub = Arc::<ChangeHub>::default();
        let [game, other] = [1, 2].map(Uuid::from_u128);
        let mut first = ChangeHub::subscribe(&hub, Topic::Game(game));
        let mut player = ChangeHub::subscribe(&hub, Topic::Player(other));
        hub.wake(&[Change::Game { id: game, players: vec![other], listed: false, made: None }]);
        assert_eq!((first.changed().await, player.changed().await), (Wake::Game(game), Wake::Game(game)));
        hub.wake_all().await;
        assert_eq!(first.changed().await, Wake::Anything);
        for _ in 0..100 {
            hub.wake(&[Change::game(game)]);
        }
        assert_eq!(first.changed().await, Wake::Anything, "too many to keep");
        drop((first, player));
        assert!(hub.0.lock().is_empty());
    }

    #[tokio::test]
    async fn after_a_lost_connection_not_all_are_woken_at_once() {
        let hub = Arc::<ChangeHub>::default();
        let mut all: Vec<_> =
            (0..100).map(|id| ChangeHub::subscribe(&hub, Topic::Player(Uuid::from_u128(id)))).collect();
        let mut waking = Box::pin(hub.wake_all());
        assert!(waking.as_mut().now_or_never().is_none(), "it takes several steps");
        let woken = all.iter_mut().filter_map(|each| each.changed().now_or_never()).count();
        assert_eq!(woken, WOKEN_AT_ONCE);
        waking.await;
        let woken = all.iter_mut().filter_map(|each| each.changed().now_or_never()).count();
        assert_eq!(woken, 100 - WOKEN_AT_ONCE, "each is woken once");
    }

    #[tokio::test]
    async fn a_subscriber_that_panics_is_removed() {
        let hub = Arc::<ChangeHub>::default();
        let mut subscription = ChangeHub::subscribe(&hub, Topic::Games);
        let panics = tokio::spawn(async move { panic!("{:?}", subscription.changed().await) });
        hub.wake_all().await;
        assert!(panics.await.is_err_and(|error: tokio::task::JoinError| error.is_panic()));
        assert!(hub.0.lock().is_empty());
    }
}
