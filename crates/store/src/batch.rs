//! Moves that are in flight together share one statement and one commit; so do version checks
//! of games and lookups of a board's readers and of their neighbours.
//!
//! While a batch runs, new operations wait and form the next batch. An operation that arrives
//! alone runs at once: there is no timer.
//!
//! In a distributed database each shard of the games has its own batches, so that one server
//! runs a batch.
//!
//! Batches run on their own threads, with their own connections. Behind the requests of a busy
//! thread, the gap between two batches would be longer than a batch.
//!
//! An operation that waits longer than its limit, because the database hangs, fails with "the
//! database is not available". It does not run later unless it has already begun.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use regicide_system::running_task::caught;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::database::Servers;
use super::error::StoreError;

/// The most subjects of one batch: beyond it the gain is small, and the first operation would
/// wait long for the last.
const MAX_BATCH: usize = 512;

pub(super) trait Operation: Send + Sync + 'static {
    type Answer: Clone + Send + 'static;

    /// True if operations of one subject may be in one batch and share an answer.
    const SHARES_ANSWER: bool;

    /// The game or the challenge of the operation.
    fn subject(&self) -> Uuid;
}

pub(super) trait Executor: Send + Sync + 'static {
    type Operation: Operation;

    /// Runs those operations that can be done, in one transaction, and returns the answers by
    /// subject.
    fn execute(
        &self,
        batch: &[Self::Operation],
    ) -> impl Future<Output = Result<Answers<Self::Operation>, StoreError>> + Send;
}

/// The answers to a batch, by subject.
pub(super) type Answers<O> = HashMap<Uuid, <O as Operation>::Answer>;

/// Answers that the operations of a subject share: what was found, by subject and key.
pub(super) fn shared_answers<K: Eq + Hash, V>(
    found: impl Iterator<Item = (Uuid, K, V)>,
) -> HashMap<Uuid, Arc<HashMap<K, V>>> {
    let mut answers = HashMap::<_, HashMap<_, _>>::new();
    for (subject, key, value) in found {
        answers.entry(subject).or_default().insert(key, value);
    }
    answers.into_iter().map(|(subject, found)| (subject, Arc::new(found))).collect()
}

/// A thread that will run batches, before it is started.
pub(super) struct BatchThread {
    runtime: Runtime,
    executors: JoinSet<()>,
}

/// Accepts operations and runs them in batches.
pub(super) struct Batches<O: Operation> {
    /// One for each shard: all games of a batch are on one server.
    senders: Vec<mpsc::UnboundedSender<Pending<O>>>,
    servers: Arc<Servers>,
    /// The time limit of an operation.
    limit: Duration,
}

/// An operation, with the channel for its answer.
struct Pending<O: Operation> {
    operation: O,
    outcome: Outcome<O>,
    /// The time after which it must not begin any more.
    deadline: Instant,
}

/// The channel for an answer; the answer is `None` if the operation could not be done.
type Outcome<O> = oneshot::Sender<Result<Option<<O as Operation>::Answer>, StoreError>>;

impl BatchThread {
    pub(super) fn new() -> Result<Self, StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(sqlx::Error::from)?;
        Ok(Self { runtime, executors: JoinSet::new() })
    }

    /// Adds an executor and returns the batches that feed it; each operation has the time
    /// limit.
    pub(super) fn batches<E: Executor>(
        &mut self,
        executor: E,
        servers: &Arc<Servers>,
        limit: Duration,
    ) -> Batches<E::Operation> {
        let executor = Arc::new(executor);
        let mut queue = || {
            let (sender, incoming) = mpsc::unbounded_channel();
            self.executors.spawn_on(work(executor.clone(), incoming), self.runtime.handle());
            sender
        };
        let senders = (0..servers.shards().count()).map(|_| queue()).collect();
        Batches { senders, servers: servers.clone(), limit }
    }

    /// Starts the thread. It ends when the store is dropped.
    pub(super) fn start(self, name: &str) -> Result<(), StoreError> {
        let Self { runtime, executors } = self;
        let work = move || drop(runtime.block_on(executors.join_all()));
        std::thread::Builder::new().name(name.to_owned()).spawn(work).map_err(sqlx::Error::from)?;
        Ok(())
    }
}

impl<O: Operation> Batches<O> {
    /// Runs an operation in the next batch, also if the request is dropped meanwhile. Returns
    /// `None` if it could not be done.
    pub(super) async fn run(&self, operation: O) -> Result<Option<O::Answer>, StoreError> {
        self.run_before(Instant::now() + self.limit, operation).await
    }

    async fn run_before(&self, deadline: Instant, operation: O) -> Result<Option<O::Answer>, StoreError> {
        self.servers.check_game(operation.subject())?;
        let (outcome, answer) = oneshot::channel();
        let sender = &self.senders[self.servers.shards().of(operation.subject())];
        if sender.send(Pending { operation, outcome, deadline }).is_err() {
            return Err(crashed());
        }
        match timeout_at(deadline, answer).await {
            Ok(outcome) => outcome.unwrap_or_else(|_| Err(crashed())),
            Err(_) => Err(StoreError::timed_out(self.limit)),
        }
    }

    pub(super) fn is_running(&self) -> bool {
        self.senders.iter().all(|sender| !sender.is_closed())
    }
}

/// The error of an operation whose thread has ended.
fn crashed() -> StoreError {
    sqlx::Error::WorkerCrashed.into()
}

/// Runs batch after batch until the store is dropped.
async fn work<E: Executor>(executor: Arc<E>, mut incoming: mpsc::UnboundedReceiver<Pending<E::Operation>>) {
    let mut pending = Vec::new();
    loop {
        if pending.is_empty() && incoming.recv_many(&mut pending, MAX_BATCH).await == 0 {
            return;
        }
        while let Ok(more) = incoming.try_recv() {
            pending.push(more);
        }
        // These requests have already failed with a timeout.
        let now = Instant::now();
        pending.retain(|pending| pending.deadline > now);
        let (batch, outcomes) = next_batch(&mut pending);
        if !batch.is_empty() {
            // After a panic the channels are closed, and the waiting requests fail.
            caught("batch", execute(&*executor, &batch, outcomes)).await;
        }
    }
}

/// Takes the next batch. A second operation of a subject waits for the batch after, unless both
/// share an answer. The order is that of ids, so that two instances cannot deadlock.
fn next_batch<O: Operation>(pending: &mut Vec<Pending<O>>) -> (Vec<O>, Vec<Outcome<O>>) {
    let mut subjects = HashSet::new();
    let fits = |pending: &mut Pending<O>| {
        subjects.len() < MAX_BATCH && (subjects.insert(pending.operation.subject()) || O::SHARES_ANSWER)
    };
    let mut batch: Vec<Pending<O>> = pending.extract_if(.., fits).collect();
    batch.sort_unstable_by_key(|pending| pending.operation.subject());
    batch.into_iter().map(|Pending { operation, outcome, .. }| (operation, outcome)).unzip()
}

async fn execute<E: Executor>(executor: &E, batch: &[E::Operation], outcomes: Vec<Outcome<E::Operation>>) {
    match executor.execute(batch).await {
        Ok(answers) => {
            for (operation, outcome) in batch.iter().zip(outcomes) {
                finish(outcome, Ok(answers.get(&operation.subject()).cloned()));
            }
        }
        Err(error) => fail(executor, batch, outcomes, error).await,
    }
}

/// Answers the operations of a batch that failed. An error of the database undoes the whole
/// batch, so each operation is retried alone: one subject must not fail the others. After a
/// lost answer the result is unknown, and a retry could do an operation twice.
async fn fail<E: Executor>(
    executor: &E,
    batch: &[E::Operation],
    outcomes: Vec<Outcome<E::Operation>>,
    error: StoreError,
) {
    let is_of_several = batch.first().map(Operation::subject) != batch.last().map(Operation::subject);
    if error.is_refusal() && is_of_several {
        let mut outcomes = outcomes.into_iter();
        for of_one in batch.chunk_by(|one, next| one.subject() == next.subject()) {
            let outcomes = outcomes.by_ref().take(of_one.len()).collect();
            Box::pin(execute(executor, of_one, outcomes)).await;
        }
        return;
    }
    for outcome in outcomes {
        finish(outcome, Err(error.clone()));
    }
}

fn finish<T>(outcome: oneshot::Sender<T>, result: T) {
    // The request may have been dropped: the operation runs anyway.
    let _ = outcome.send(result);
}

#[cfg(test)]
mod tests {
    use tokio::sync::{Mutex, Semaphore};

    use super::*;

    struct TestOperation<const SHARES_ANSWER: bool>(Uuid);

    type TestWrite = TestOperation<false>;

    impl<const SHARES_ANSWER: bool> Operation for TestOperation<SHARES_ANSWER> {
        type Answer = ();

        const SHARES_ANSWER: bool = SHARES_ANSWER;

        fn subject(&self) -> Uuid {
            self.0
        }
    }

    fn pending<O: Operation>(operation: O) -> Pending<O> {
        Pending { operation, outcome: oneshot::channel().0, deadline: Instant::now() }
    }

    /// The games of each batch that these operations form.
    fn batches<O: Operation>(operation: impl Fn(Uuid) -> O, games: &[u128]) -> Vec<Vec<u128>> {
        let mut waiting = games.iter().map(|game| pending(operation(Uuid::from_u128(*game)))).collect();
        let next = || {
            let (batch, _) = next_batch(&mut waiting);
            (!batch.is_empty()).then(|| batch.iter().map(|operation| operation.subject().as_u128()).collect())
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn operations_of_a_game_are_in_one_batch_only_if_they_share_an_answer() {
        assert_eq!(batches(TestOperation::<false>, &[2, 1, 2, 2, 3]), [vec![1, 2, 3], vec![2], vec![2]]);
        assert_eq!(batches(TestOperation::<true>, &[2, 1, 2, 2, 3]), [[1, 2, 2, 2, 3]]);
    }

    /// Writes a batch for each permit and records what it wrote.
    #[derive(Clone)]
    struct TestWriter {
        permits: Arc<Semaphore>,
        written: Arc<Mutex<Vec<u128>>>,
    }

    impl Executor for TestWriter {
        type Operation = TestWrite;

        async fn execute(&self, batch: &[TestWrite]) -> Result<Answers<TestWrite>, StoreError> {
            self.permits.acquire().await.unwrap().forget();
            let games = batch.iter().map(Operation::subject);
            self.written.lock().await.extend(games.clone().map(|game| game.as_u128()));
            Ok(games.map(|game| (game, ())).collect())
        }
    }

    #[tokio::test]
    async fn a_write_whose_time_is_over_is_not_carried_out() {
        let writer = TestWriter { permits: Arc::new(Semaphore::new(0)), written: Arc::default() };
        let hour = Duration::from_hours(1);
        let mut thread = BatchThread::new().unwrap();
        let batches = thread.batches(writer.clone(), &Servers::one().into(), hour);
        thread.start("writer").unwrap();
        let (soon, later) = (Instant::now(), Instant::now() + hour);
        let write = |deadline, game| batches.run_before(deadline, TestOperation(Uuid::from_u128(game)));
        let (first, second, third, ()) =
            tokio::join!(write(later, 1), write(soon, 2), write(later, 3), async {
                // The first two are queued by now.
                writer.permits.add_permits(2);
            });
        assert!(first.is_ok() && third.is_ok());
        assert!(matches!(second, Err(StoreError::Unavailable(_))));
        let mut written = writer.written.lock().await.clone();
        written.sort_unstable();
        assert_eq!(written, [1, 3]);
    }
}
