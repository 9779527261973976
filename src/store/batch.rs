//! Moves that are in flight together share one statement and one commit; so do
//! new games.
//!
//! While a batch is being written, what comes in waits; it is the next batch.
//! What comes alone is written at once: there is no timer.
//!
//! In a distributed database each shard of the games has batches of its own, so
//! that one server carries a batch out.
//!
//! Batches are written on a thread of their own, with connections of their
//! own: behind the requests of a busy thread, the database would wait for its
//! next batch longer than it takes to write one.
//!
//! A write that waits longer than its limit, because the database hangs, is
//! answered that the database is not available, and is not carried out any
//! more unless that has begun.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{join, join_all};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::database::Shards;
use super::error::{Conflict, StoreError};

/// The most writes of one batch: beyond it the gain is small, and the first
/// would wait long for the last.
const MAX_BATCH: usize = 512;

/// What writes a batch.
pub(super) trait Writer: Send + Sync + 'static {
    type Write: Write;

    /// Carries out, in one transaction, the writes that can be, and gives the
    /// games that they are of. No two writes of a batch are of one game.
    fn write(&self, batch: &[Self::Write]) -> impl Future<Output = Result<HashSet<Uuid>, StoreError>> + Send;
}

/// What is written in batches.
pub(super) trait Write: Send + Sync + 'static {
    /// The game that it is of.
    fn game(&self) -> Uuid;

    /// Why it is not carried out, if it is not.
    const CONFLICT: Conflict;
}

/// Takes writes and has them carried out in batches.
pub(super) struct Batches<W> {
    /// One for each shard: a batch is of games that one server has.
    senders: Vec<mpsc::UnboundedSender<Pending<W>>>,
    shards: Arc<Shards>,
    /// How long a write may take.
    limit: Duration,
}

/// A write, and where its outcome is awaited.
struct Pending<W> {
    write: W,
    outcome: Outcome,
    /// When it is not to be begun any more.
    deadline: Instant,
}

/// Where the batches of a shard come from.
type Incoming<W> = Vec<mpsc::UnboundedReceiver<Pending<W>>>;

/// Where games and moves are handed in.
type Started<G, M> = (Batches<<G as Writer>::Write>, Batches<<M as Writer>::Write>);

type Outcome = oneshot::Sender<Result<(), StoreError>>;

/// Starts the thread that writes games and moves, each within the limit. It
/// ends when the store is dropped.
///
/// # Errors
/// If the system gives no thread.
pub(super) fn start<G: Writer, M: Writer>(
    games: G,
    moves: M,
    shards: &Arc<Shards>,
    limit: Duration,
) -> io::Result<Started<G, M>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (new_games, games_in) = Batches::new(shards, limit);
    let (new_moves, moves_in) = Batches::new(shards, limit);
    std::thread::Builder::new().name("writer".to_owned()).spawn(move || {
        let games = join_all(games_in.into_iter().map(|incoming| work(&games, incoming)));
        let moves = join_all(moves_in.into_iter().map(|incoming| work(&moves, incoming)));
        runtime.block_on(join(games, moves));
    })?;
    Ok((new_games, new_moves))
}

impl<W: Write> Batches<W> {
    fn new(shards: &Arc<Shards>, limit: Duration) -> (Self, Incoming<W>) {
        let (senders, incoming) = (0..shards.count()).map(|_| mpsc::unbounded_channel()).unzip();
        (Self { senders, shards: shards.clone(), limit }, incoming)
    }

    /// Carries out a write in the next batch, also if the request goes away
    /// meanwhile.
    pub(super) async fn write(&self, write: W) -> Result<(), StoreError> {
        self.write_before(Instant::now() + self.limit, write).await
    }

    async fn write_before(&self, deadline: Instant, write: W) -> Result<(), StoreError> {
        let (outcome, answer) = oneshot::channel();
        let sender = &self.senders[self.shards.of(write.game())];
        if sender.send(Pending { write, outcome, deadline }).is_err() {
            return Err(crashed());
        }
        match timeout_at(deadline, answer).await {
            Ok(outcome) => outcome.unwrap_or_else(|_| Err(crashed())),
            Err(_) => Err(StoreError::timed_out(self.limit)),
        }
    }

    /// Whether the writing thread is running.
    pub(super) fn is_running(&self) -> bool {
        self.senders.iter().all(|sender| !sender.is_closed())
    }
}

/// The writing thread has ended.
fn crashed() -> StoreError {
    sqlx::Error::WorkerCrashed.into()
}

/// Writes batch after batch, as long as the store exists.
async fn work<W: Writer>(writer: &W, mut incoming: mpsc::UnboundedReceiver<Pending<W::Write>>) {
    let mut pending = Vec::new();
    loop {
        if pending.is_empty() && incoming.recv_many(&mut pending, MAX_BATCH).await == 0 {
            return;
        }
        while let Ok(more) = incoming.try_recv() {
            pending.push(more);
        }
        // Nobody waits for these any more, and they were answered so.
        let now = Instant::now();
        pending.retain(|pending| pending.deadline > now);
        let (batch, outcomes) = next_batch(&mut pending);
        if !batch.is_empty() {
            write(writer, &batch, outcomes).await;
        }
    }
}

/// Takes the next batch; the second write of a game waits for the one after.
/// In the order of ids, so that two instances never wait for each other's
/// locks in a circle.
fn next_batch<W: Write>(pending: &mut Vec<Pending<W>>) -> (Vec<W>, Vec<Outcome>) {
    let mut games = HashSet::new();
    let fits = |pending: &mut Pending<W>| games.len() < MAX_BATCH && games.insert(pending.write.game());
    let mut batch: Vec<Pending<W>> = pending.extract_if(.., fits).collect();
    batch.sort_unstable_by_key(|pending| pending.write.game());
    batch.into_iter().map(|Pending { write, outcome, .. }| (write, outcome)).unzip()
}

async fn write<W: Writer>(writer: &W, batch: &[W::Write], outcomes: Vec<Outcome>) {
    match writer.write(batch).await {
        Ok(written) => {
            for (write, outcome) in batch.iter().zip(outcomes) {
                let done = written.contains(&write.game());
                finish(outcome, if done { Ok(()) } else { Err(W::Write::CONFLICT.into()) });
            }
        }
        Err(error) => fail(writer, batch, outcomes, error).await,
    }
}

/// A refusal of the database undoes the whole batch: one write must not take
/// others with it. Where no answer came, nobody can say what became of them,
/// and to write them again could make one twice.
async fn fail<W: Writer>(writer: &W, batch: &[W::Write], outcomes: Vec<Outcome>, error: StoreError) {
    if error.is_refusal() && batch.len() > 1 {
        for (write, outcome) in batch.iter().zip(outcomes) {
            Box::pin(self::write(writer, std::slice::from_ref(write), vec![outcome])).await;
        }
        return;
    }
    for outcome in outcomes {
        finish(outcome, Err(error.clone()));
    }
}

fn finish(outcome: Outcome, result: Result<(), StoreError>) {
    // The request may have been dropped: the write is executed anyway.
    let _ = outcome.send(result);
}

#[cfg(test)]
mod tests {
    use tokio::sync::{Mutex, Semaphore};

    use super::*;

    struct TestWrite(Uuid);

    impl Write for TestWrite {
        const CONFLICT: Conflict = Conflict::Stale;

        fn game(&self) -> Uuid {
            self.0
        }
    }

    /// Writes a batch for each permit, and takes down what it wrote.
    #[derive(Clone)]
    struct TestWriter {
        permits: Arc<Semaphore>,
        written: Arc<Mutex<Vec<u128>>>,
    }

    impl Writer for TestWriter {
        type Write = TestWrite;

        async fn write(&self, batch: &[TestWrite]) -> Result<HashSet<Uuid>, StoreError> {
            self.permits.acquire().await.unwrap().forget();
            let games = batch.iter().map(Write::game);
            self.written.lock().await.extend(games.clone().map(|game| game.as_u128()));
            Ok(games.collect())
        }
    }

    #[tokio::test]
    async fn a_write_whose_time_is_over_is_not_carried_out() {
        let writer = TestWriter { permits: Arc::new(Semaphore::new(0)), written: Arc::default() };
        let hour = Duration::from_hours(1);
        let (batches, _) = start(writer.clone(), writer.clone(), &Shards::one().into(), hour).unwrap();
        let (soon, later) = (Instant::now(), Instant::now() + hour);
        let write = |deadline, game| batches.write_before(deadline, TestWrite(Uuid::from_u128(game)));
        let (first, second, third, ()) =
            tokio::join!(write(later, 1), write(soon, 2), write(later, 3), async {
                // The first two have been handed in by now.
                writer.permits.add_permits(2);
            });
        assert!(first.is_ok() && third.is_ok());
        assert!(matches!(second, Err(StoreError::Unavailable(_))));
        let mut written = writer.written.lock().await.clone();
        written.sort_unstable();
        assert_eq!(written, [1, 3]);
    }
}
