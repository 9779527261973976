//! Analyses of games that are over, and of records and positions that clients
//! send. They are computed when somebody asks for them.
//!
//! An analysis of a stored game is kept with it. One of what was sent is kept in
//! memory for a while: whoever can make an instance compute something must not
//! fill the database by it, and whoever asks again at another instance, or after
//! a restart, gets the same once more.

mod answer;
mod queue;
mod request;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;
use regicide::bots::review::{self, Budgets, Findings, Review};
use regicide::engine::Hash;
use regicide::i18n::Language;
use uuid::Uuid;

use super::Service;
use super::challenges::search_time;
use super::error::Error;
use super::runtime::fair_queue::FairQueue;
use super::runtime::token::Token;
use super::runtime::work::pay_for_computing;
use crate::causes::causes;
use crate::running_task::caught;
use crate::store::StoreError;
use answer::Known;
pub use answer::{
    AnalysedDecision, AnalysisMark, AnalysisMethod, AnalysisSpan, GameAnalysis, LineMove, SampledMove,
};
use queue::{Client, Entered, Queue, QueueSlot, Task};
pub use request::AnalysisRequest;
use request::Subject;

/// After how many seconds it is worth asking again.
pub const ASK_AGAIN: u64 = 2;

/// How many analyses of what was sent are kept: each takes some tens of
/// kilobytes.
const KEPT: usize = 256;

/// How many analyses that were put aside are kept: each takes some hundreds of
/// kilobytes at most.
const PUT_ASIDE: usize = 32;

pub(super) struct Analyses {
    queue: Arc<Queue>,
    /// A piece is computed in a turn of the client that asked for it, so that
    /// neither a long one nor many hold up another client's, and bots and days
    /// wait for one piece only.
    turns: Arc<FairQueue<Client>>,
    /// What was found of what clients sent.
    sent: Cache<Hash, Arc<Findings>>,
    /// Those that nobody waited for any more: whoever asks later goes on there, and
    /// does not pay again.
    put_aside: Cache<Task, Box<Review>>,
}

impl Default for Analyses {
    fn default() -> Self {
        let (queue, turns) = Default::default();
        Self { queue, turns, sent: Cache::new(KEPT), put_aside: Cache::new(PUT_ASIDE) }
    }
}

/// Where the analysis of a game is kept that could not be stored.
fn unstored(game: Uuid) -> Hash {
    Hash::of(game.as_bytes())
}

/// What judging a decision takes, about (docs/reference/bots.md).
const DECISION: Duration = Duration::from_millis(40);

/// What an analysis takes at the most, about: no win is found at any position.
fn expected_time(budgets: Budgets, moves: usize) -> Duration {
    (search_time(budgets.nodes) + DECISION) * u32::try_from(moves + 1).unwrap_or(u32::MAX)
}

impl Service {
    /// The analysis of a game that is over, in `language`, or what of it is
    /// known. If there is none yet it is begun for the address that asks.
    pub async fn analysis(
        &self,
        id: Uuid,
        token: Option<&Token>,
        from: Option<IpAddr>,
        language: Language,
    ) -> Result<GameAnalysis, Error> {
        let loaded = self.past_game(id).await?;
        self.require_past(&loaded, token).await?;
        let subject = Subject::of_game(&loaded, self.settings.analysis)?;
        self.analysis_of(Task::Game(id), subject, from, language).await
    }

    /// The analysis of what a client sent from an address, in `language`, or
    /// what of it is known. If there is none yet it is begun. The answer
    /// follows from the request alone: no stored game is read.
    pub async fn analyse_sent(
        &self,
        request: &AnalysisRequest,
        from: Option<IpAddr>,
        language: Language,
    ) -> Result<GameAnalysis, Error> {
        let subject = request.subject(self.settings.analysis)?;
        self.analysis_of(Task::Sent(subject.id()), subject, from, language).await
    }

    /// What is known of a task, which is begun unless it has been.
    async fn analysis_of(
        &self,
        task: Task,
        subject: Subject,
        from: Option<IpAddr>,
        language: Language,
    ) -> Result<GameAnalysis, Error> {
        let game = match task {
            Task::Game(id) => Some(id),
            Task::Sent(_) => None,
        };
        let (moves, names, budgets) = (subject.moves.clone(), subject.names.clone(), subject.budgets);
        let known = match self.findings(task).await? {
            Some(findings) => Some(Known::all(findings)),
            None => match Queue::enter(&self.analyses.queue, task, from, self.clock.now())? {
                Entered::Before(known) => known,
                Entered::Now(slot) => {
                    if !self.analyses.put_aside.contains_key(&task) {
                        pay_for_computing(expected_time(budgets, moves.len()))?;
                    }
                    let service = self.clone();
                    tokio::spawn(caught("analysis", async move {
                        if let Err(error) = service.analyse(subject, &slot).await {
                            let game = game.map(tracing::field::display);
                            tracing::warn!(game, error = %causes(&error), "an analysis has failed");
                        }
                    }));
                    None
                }
            },
        };
        let known = known.unwrap_or_else(|| Known::nothing(budgets));
        Ok(GameAnalysis::new(game, &known, &moves, &names, language))
    }

    /// What is kept of an analysis. What was found of a game with other budgets, or
    /// cannot be read, is found out again.
    async fn findings(&self, task: Task) -> Result<Option<Arc<Findings>>, Error> {
        let id = match task {
            Task::Game(id) => id,
            Task::Sent(id) => return Ok(self.analyses.sent.get(&id)),
        };
        let kept = self.store.analysis(id, review::VERSION).await?;
        let findings = kept.and_then(|kept| serde_json::from_str(&kept).ok());
        let findings = findings.filter(|findings: &Findings| findings.budgets == self.settings.analysis);
        Ok(findings.map(Arc::new).or_else(|| self.analyses.sent.get(&unstored(id))))
    }

    /// Analyses what a task is about when its turn has come, and keeps what was
    /// found.
    async fn analyse(&self, subject: Subject, slot: &QueueSlot) -> Result<(), Error> {
        // It may have been found meanwhile, or by another instance.
        if self.findings(slot.task).await?.is_some() {
            return Ok(());
        }
        let Some(findings) = self.review(subject, slot).await else { return Ok(()) };
        match slot.task {
            Task::Game(id) => {
                let json = serde_json::to_string(&findings).expect("findings are plain data");
                let stored = self.store.put_analysis(id, review::VERSION, &json).await;
                if StoreError::deferred(stored)?.is_none() {
                    self.analyses.sent.insert(unstored(id), Arc::new(findings));
                }
            }
            Task::Sent(id) => self.analyses.sent.insert(id, Arc::new(findings)),
        }
        Ok(())
    }

    /// Computes a review piece by piece, from where it was put aside, if it
    /// was. Nothing if nobody waits for it any more.
    async fn review(&self, subject: Subject, slot: &QueueSlot) -> Option<Findings> {
        let put_aside = self.analyses.put_aside.remove(&slot.task);
        let mut review = match put_aside {
            Some((_, review)) => review,
            None => Box::new(self.compute.run(move || subject.review()).await?),
        };
        let pieces = review.pieces();
        loop {
            slot.tell(Known::so_far(&review, pieces));
            let turn = match slot.client(self.clock.now()) {
                Some(client) => FairQueue::turn(&self.analyses.turns, client).await,
                None => break,
            };
            // That may have taken long.
            if slot.client(self.clock.now()).is_none() {
                break;
            }
            let has_more;
            (review, has_more) = self
                .compute
                .run(move || {
                    let has_more = review.go_on(|_| ());
                    (review, has_more)
                })
                .await;
            drop(turn);
            if !has_more {
                return Some(review.so_far());
            }
        }
        self.analyses.put_aside.insert(slot.task, review);
        None
    }
}
