//! Moves that are in flight together share one statement and one commit; so do
//! new games.
//!
//! While a batch is being written, what comes in waits; it is the next batch.
//! What comes alone is written at once: no timer runs, and nothing waits for
//! company.
//!
//! Batches are written on a thread of their own, with connections of their
//! own: behind the requests of a busy thread, the database would wait for its
//! next batch longer than it takes to write one.

use std::collections::HashSet;
use std::io;

use tokio::sync::{mpsc, oneshot};
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

/// Takes changes and has them made in batches.
pub(super) struct Batches<C>(mpsc::UnboundedSender<Waiting<C>>);

/// A change that is to be made, and who waits for it.
struct Waiting<C> {
    change: C,
    asker: Asker,
}

type Asker = oneshot::Sender<Result<bool, StoreError>>;

/// Starts the thread that writes games and moves. It ends when nobody can ask
/// it any more.
///
/// # Errors
/// If the system gives no thread.
pub(super) fn start<G, M>(games: G, moves: M) -> io::Result<(Batches<Creation>, Batches<Append>)>
where
    G: Writer<Change = Creation>,
    M: Writer<Change = Append>,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (ask_for_games, new_games) = mpsc::unbounded_channel();
    let (ask_for_moves, new_moves) = mpsc::unbounded_channel();
    std::thread::Builder::new().name("writer".to_owned()).spawn(move || {
        let work = async { tokio::join!(work(&games, new_games), work(&moves, new_moves)) };
        runtime.block_on(work);
    })?;
    Ok((Batches(ask_for_games), Batches(ask_for_moves)))
}

impl<C> Batches<C> {
    /// Makes a change in the next batch and says whether it took effect. Once
    /// begun, it is carried out even if nobody waits any more.
    pub(super) async fn make(&self, change: C) -> Result<bool, StoreError> {
        let (asker, answer) = oneshot::channel();
        let gone = || Err(classify(sqlx::Error::WorkerCrashed));
        if self.0.send(Waiting { change, asker }).is_err() {
            return gone();
        }
        answer.await.unwrap_or_else(|_| gone())
    }
}

impl Batches<Append> {
    /// Stores a move in the next batch.
    pub(super) async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let stored = self.make(append).await?;
        Ok(if stored { Appended::Stored } else { Appended::Conflict })
    }
}

/// Writes batch after batch, as long as somebody can ask.
async fn work<W: Writer>(writer: &W, mut asked: mpsc::UnboundedReceiver<Waiting<W::Change>>) {
    let mut waiting = Vec::new();
    loop {
        if waiting.is_empty() && asked.recv_many(&mut waiting, MOST).await == 0 {
            return;
        }
        while let Ok(more) = asked.try_recv() {
            waiting.push(more);
        }
        let (batch, askers) = next_batch(&mut waiting);
        write(writer, &batch, askers).await;
    }
}

/// Takes the next batch; the second change of a game waits for the one after.
/// In the order of ids, so that two instances never wait for each other's
/// locks in a circle.
fn next_batch<C: Change>(waiting: &mut Vec<Waiting<C>>) -> (Vec<C>, Vec<Asker>) {
    let mut games = HashSet::new();
    let fits = |waiting: &mut Waiting<C>| games.len() < MOST && games.insert(waiting.change.game());
    let mut batch: Vec<Waiting<C>> = waiting.extract_if(.., fits).collect();
    batch.sort_unstable_by_key(|waiting| waiting.change.game());
    batch.into_iter().map(|Waiting { change, asker }| (change, asker)).unzip()
}

async fn write<W: Writer>(writer: &W, batch: &[W::Change], askers: Vec<Asker>) {
    match writer.write(batch).await {
        Ok(made) => {
            for (change, asker) in batch.iter().zip(askers) {
                tell(asker, Ok(made.contains(&change.game())));
            }
        }
        Err(error) => fail(writer, batch, askers, classify(error)).await,
    }
}

/// A refusal of the database undoes the whole batch: one change must not take
/// others with it. Where no answer came, nobody can say what became of them,
/// and to write them again could make one twice.
async fn fail<W: Writer>(writer: &W, batch: &[W::Change], askers: Vec<Asker>, error: StoreError) {
    let refused = matches!(error, StoreError::Database(_));
    if refused && batch.len() > 1 {
        for (change, asker) in batch.iter().zip(askers) {
            Box::pin(write(writer, std::slice::from_ref(change), vec![asker])).await;
        }
        return;
    }
    for asker in askers {
        tell(asker, Err(error.clone()));
    }
}

fn tell(asker: Asker, outcome: Result<bool, StoreError>) {
    // Whoever asked may be gone: the change is made all the same.
    let _ = asker.send(outcome);
}
