//! Moves that are in flight together share one statement and one commit; so do
//! new games.
//!
//! While a batch is being written, what comes in waits; it is the next batch.
//! What comes alone is written at once: no timer runs, and nothing waits for
//! company.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use uuid::Uuid;

use super::StoreError;
use super::errors::classify;
use super::model::{Answer, Append, Appended, NewGame};

/// The most changes of one batch: beyond it the gain is small, and the first
/// would wait long for the last.
const MOST: usize = 512;

/// What writes a batch.
pub(super) trait Writer: Send + Sync + 'static {
    /// A change of one game.
    type Change: Change;

    /// Carries out, in one transaction, the changes that can be, and gives the
    /// games that they are of. No two changes of a batch are of one game.
    fn write(
        &self,
        batch: &[Self::Change],
    ) -> impl Future<Output = Result<HashSet<Uuid>, sqlx::Error>> + Send;
}

/// What is written in batches.
pub(super) trait Change: Send + Sync + 'static {
    /// The game that it is of.
    fn game(&self) -> Uuid;
}

impl Change for Append {
    fn game(&self) -> Uuid {
        self.game
    }
}

/// A game to be stored, with the answer to the request for it.
pub(super) struct Creation {
    pub(super) game: NewGame,
    pub(super) answer: Option<Answer>,
}

impl Change for Creation {
    fn game(&self) -> Uuid {
        self.game.id
    }
}

/// Collects changes into batches.
pub(super) struct Batches<W: Writer> {
    writer: W,
    queue: Mutex<Queue<W::Change>>,
}

struct Queue<C> {
    waiting: Vec<Waiting<C>>,
    /// Whether somebody is writing, and will look at the queue again.
    busy: bool,
}

/// A change that is to be made, and who waits for it.
struct Waiting<C> {
    change: C,
    asker: Asker,
}

type Asker = oneshot::Sender<Result<bool, StoreError>>;

impl<W: Writer> Batches<W> {
    pub(super) fn new(writer: W) -> Arc<Self> {
        Arc::new(Self { writer, queue: Mutex::default() })
    }

    /// Makes a change in the next batch and says whether it took effect. Once
    /// begun, it is carried out even if nobody waits any more.
    pub(super) async fn make(self: &Arc<Self>, change: W::Change) -> Result<bool, StoreError> {
        let (asker, answer) = oneshot::channel();
        let was_busy = {
            let mut queue = self.queue();
            queue.waiting.push(Waiting { change, asker });
            std::mem::replace(&mut queue.busy, true)
        };
        if !was_busy {
            tokio::spawn(Shift::new(self.clone()).work());
        }
        // Without an answer, the runtime that wrote is gone.
        answer.await.unwrap_or_else(|_| Err(classify(sqlx::Error::WorkerCrashed)))
    }

    fn queue(&self) -> MutexGuard<'_, Queue<W::Change>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn write(&self, batch: &[W::Change], askers: Vec<Asker>) {
        match self.writer.write(batch).await {
            Ok(made) => {
                for (change, asker) in batch.iter().zip(askers) {
                    tell(asker, Ok(made.contains(&change.game())));
                }
            }
            Err(error) => self.fail(batch, askers, classify(error)).await,
        }
    }

    /// A refusal of the database undoes the whole batch: one change must not
    /// take others with it. Where no answer came, nobody can say what became
    /// of them, and to write them again could make one twice.
    async fn fail(&self, batch: &[W::Change], askers: Vec<Asker>, error: StoreError) {
        let refused = matches!(error, StoreError::Database(_));
        if refused && batch.len() > 1 {
            for (change, asker) in batch.iter().zip(askers) {
                Box::pin(self.write(std::slice::from_ref(change), vec![asker])).await;
            }
            return;
        }
        for asker in askers {
            tell(asker, Err(error.clone()));
        }
    }
}

impl<W: Writer<Change = Append>> Batches<W> {
    /// Stores a move in the next batch.
    pub(super) async fn append(self: &Arc<Self>, append: Append) -> Result<Appended, StoreError> {
        let stored = self.make(append).await?;
        Ok(if stored { Appended::Stored } else { Appended::Conflict })
    }
}

fn tell(asker: Asker, outcome: Result<bool, StoreError>) {
    // Whoever asked may be gone: the change is made all the same.
    let _ = asker.send(outcome);
}

impl<C> Default for Queue<C> {
    fn default() -> Self {
        Self { waiting: Vec::new(), busy: false }
    }
}

impl<C: Change> Queue<C> {
    /// The next batch; the second change of a game waits for the one after.
    /// In the order of ids, so that two instances never wait for each other's
    /// locks in a circle.
    fn take(&mut self) -> (Vec<C>, Vec<Asker>) {
        let mut games = HashSet::new();
        let fits = |waiting: &mut Waiting<C>| games.len() < MOST && games.insert(waiting.change.game());
        let mut batch: Vec<Waiting<C>> = self.waiting.extract_if(.., fits).collect();
        batch.sort_unstable_by_key(|waiting| waiting.change.game());
        batch.into_iter().map(|Waiting { change, asker }| (change, asker)).unzip()
    }
}

/// Writes batch after batch, until nobody waits.
struct Shift<W: Writer> {
    batches: Arc<Batches<W>>,
    done: bool,
}

impl<W: Writer> Shift<W> {
    const fn new(batches: Arc<Batches<W>>) -> Self {
        Self { batches, done: false }
    }

    async fn work(mut self) {
        while let Some((batch, askers)) = self.next() {
            self.batches.write(&batch, askers).await;
        }
    }

    fn next(&mut self) -> Option<(Vec<W::Change>, Vec<Asker>)> {
        let mut queue = self.batches.queue();
        if queue.waiting.is_empty() {
            queue.busy = false;
            drop(queue);
            self.done = true;
            return None;
        }
        Some(queue.take())
    }
}

/// A runtime that stops drops what runs on it: nobody may wait for that.
impl<W: Writer> Drop for Shift<W> {
    fn drop(&mut self) {
        if !self.done {
            *self.batches.queue() = Queue::default();
        }
    }
}
