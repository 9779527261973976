//! Moves that are in flight together share one statement and one commit.
//!
//! While a batch is being written, the moves that come in wait; they are the
//! next batch. A move that comes alone is written at once: no timer runs, and
//! nothing waits for company.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use uuid::Uuid;

use super::StoreError;
use super::errors::classify;
use super::model::{Append, Appended};

/// The most moves of one batch: beyond it the gain is small, and the first
/// would wait long for the last.
const MOST: usize = 512;

/// What writes a batch.
pub(super) trait Writer: Send + Sync + 'static {
    /// Stores the moves that still fit, in one transaction, and gives the
    /// games whose move was stored. No two moves of a batch are of one game.
    fn write(&self, batch: &[Append]) -> impl Future<Output = Result<HashSet<Uuid>, sqlx::Error>> + Send;
}

/// Collects moves into batches.
pub(super) struct Batches<W> {
    writer: W,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Waiting>,
    /// Whether somebody is writing, and will look at the queue again.
    busy: bool,
}

/// A move that is to be written, and who waits for it.
struct Waiting {
    append: Append,
    asker: Asker,
}

type Asker = oneshot::Sender<Result<Appended, StoreError>>;

impl<W: Writer> Batches<W> {
    pub(super) fn new(writer: W) -> Arc<Self> {
        Arc::new(Self { writer, queue: Mutex::default() })
    }

    /// Stores a move in the next batch. Once begun, it is carried out even if
    /// nobody waits any more.
    pub(super) async fn append(self: &Arc<Self>, append: Append) -> Result<Appended, StoreError> {
        let (asker, answer) = oneshot::channel();
        let was_busy = {
            let mut queue = self.queue();
            queue.waiting.push(Waiting { append, asker });
            std::mem::replace(&mut queue.busy, true)
        };
        if !was_busy {
            tokio::spawn(Shift::new(self.clone()).work());
        }
        // Without an answer, the runtime that wrote is gone.
        answer.await.unwrap_or_else(|_| Err(classify(sqlx::Error::WorkerCrashed)))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn write(&self, batch: &[Append], askers: Vec<Asker>) {
        match self.writer.write(batch).await {
            Ok(stored) => {
                for (append, asker) in batch.iter().zip(askers) {
                    let stored = stored.contains(&append.game);
                    tell(asker, Ok(if stored { Appended::Stored } else { Appended::Conflict }));
                }
            }
            Err(error) => self.fail(batch, askers, classify(error)).await,
        }
    }

    /// A refusal of the database undoes the whole batch: one move must not
    /// take others with it. Where no answer came, nobody can say what became
    /// of the moves, and to write them again could make one twice.
    async fn fail(&self, batch: &[Append], askers: Vec<Asker>, error: StoreError) {
        let refused = matches!(error, StoreError::Database(_));
        if refused && batch.len() > 1 {
            for (append, asker) in batch.iter().zip(askers) {
                Box::pin(self.write(std::slice::from_ref(append), vec![asker])).await;
            }
            return;
        }
        for asker in askers {
            tell(asker, Err(error.clone()));
        }
    }
}

fn tell(asker: Asker, outcome: Result<Appended, StoreError>) {
    // Whoever asked may be gone: the move is stored all the same.
    let _ = asker.send(outcome);
}

impl Queue {
    /// The next batch; the second move of a game waits for the one after. In
    /// the order of ids, so that two instances never wait for each other's
    /// locks in a circle.
    fn take(&mut self) -> (Vec<Append>, Vec<Asker>) {
        let mut games = HashSet::new();
        let fits = |waiting: &mut Waiting| games.len() < MOST && games.insert(waiting.append.game);
        let mut batch: Vec<Waiting> = self.waiting.extract_if(.., fits).collect();
        batch.sort_unstable_by_key(|waiting| waiting.append.game);
        batch.into_iter().map(|Waiting { append, asker }| (append, asker)).unzip()
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

    fn next(&mut self) -> Option<(Vec<Append>, Vec<Asker>)> {
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
