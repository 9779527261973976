//! Analyses of games that are over, and of records and positions that clients send, and
//! advice to seats of running games. They are computed on request.
//!
//! The analysis of a stored game is stored with it. The analysis of a record or
//! position that was sent is kept in memory for a while, so that no client can fill
//! the database. Another instance, or this one after a restart, computes it again.

mod advice;
mod answer;
mod queue;
mod request;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;
use regicide_engine::bots::review::{self, Budgets, Findings, Review};
use regicide_engine::engine::Hash;
use regicide_engine::i18n::Language;
use regicide_system::causes::causes;
use regicide_system::running_task::caught;
use uuid::Uuid;

use super::challenges::search_time;
use super::core::Core;
use super::error::Error;
use super::games::Games;
use super::runtime::scheduler::{Class, PermitRequest};
use super::runtime::token::Token;
use super::runtime::work::pay_for_computing;
use answer::Known;
pub use answer::{
    AnalysedDecision, AnalysisMark, AnalysisMethod, AnalysisSpan, GameAnalysis, LineMove, SampledMove,
};
use queue::{Entered, Queue, QueueSlot, Task};
use regicide_store::StoreError;
pub use request::AnalysisRequest;
use request::Subject;

/// The number of seconds until a repeated request is worthwhile (`Retry-After`).
pub const ASK_AGAIN: u64 = 2;

/// The number of cached analyses of sent records and positions: each takes some tens
/// of kilobytes.
const KEPT: usize = 256;

/// The number of deferred analyses in memory: each takes some hundreds of kilobytes
/// at most.
const DEFERRED: usize = 32;

struct Analyses {
    queue: Arc<Queue>,
    /// Findings about records and positions that clients sent.
    sent: Cache<Hash, Arc<Findings>>,
    /// Reviews that were no longer requested. A later request continues there, and is
    /// not charged again.
    deferred: Cache<Task, Box<Review>>,
}

impl Default for Analyses {
    fn default() -> Self {
        Self { queue: Arc::default(), sent: Cache::new(KEPT), deferred: Cache::new(DEFERRED) }
    }
}

/// The cache key of a game's analysis that could not be stored.
fn unstored(game: Uuid) -> Hash {
    Hash::of(game.as_bytes())
}

/// The approximate time to judge a decision (docs/reference/bots.md).
const DECISION: Duration = Duration::from_millis(40);

/// The approximate upper bound on the time of an analysis: no win is found at any
/// position.
fn expected_time(budgets: Budgets, positions: usize) -> Duration {
    (search_time(budgets.nodes) + DECISION) * u32::try_from(positions).unwrap_or(u32::MAX)
}

#[derive(Clone)]
pub struct Analysis {
    core: Arc<Core>,
    games: Arc<Games>,
    analyses: Arc<Analyses>,
}

impl Analysis {
    pub(super) fn new(core: Arc<Core>, games: Arc<Games>) -> Self {
        Self { core, games, analyses: Arc::default() }
    }

    /// The analysis of a game that is over, in `language`, or the part that is computed.
    /// If there is none yet it is started, and counts for the address of the request.
    pub async fn of_game(
        &self,
        id: Uuid,
        token: Option<&Token>,
        from: Option<IpAddr>,
        language: Language,
    ) -> Result<GameAnalysis, Error> {
        let loaded = self.games.past_game(id).await?;
        self.games.require_past(&loaded, token).await?;
        let subject = Subject::of_game(&loaded, self.core.settings.analysis)?;
        self.analysis_of(Task::Game(id), subject, from, language).await
    }

    /// The analysis of what a client sent from an address, in `language`, or the part
    /// that is computed. If there is none yet it is started. The answer depends on
    /// the request alone: no stored game is read.
    pub async fn analyse_sent(
        &self,
        request: &AnalysisRequest,
        from: Option<IpAddr>,
        language: Language,
    ) -> Result<GameAnalysis, Error> {
        let subject = request.subject(self.core.settings.analysis)?;
        self.analysis_of(Task::Sent(subject.id()), subject, from, language).await
    }

    /// The computed part of a task, which is started unless it is in flight.
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
            None => match Queue::enter(&self.analyses.queue, task, from, self.core.clock.now())? {
                Entered::Before(known) => known,
                Entered::Now(slot) => {
                    if !self.analyses.deferred.contains_key(&task) {
                        pay_for_computing(expected_time(budgets, subject.positions()))?;
                    }
                    let analysis = self.clone();
                    tokio::spawn(caught("analysis", async move {
                        if let Err(error) = analysis.analyse(subject, &slot).await {
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

    /// The stored findings of a task. Those of a game with other budgets, or that
    /// cannot be read, are computed again.
    async fn findings(&self, task: Task) -> Result<Option<Arc<Findings>>, Error> {
        let id = match task {
            Task::Game(id) => id,
            Task::Sent(id) => return Ok(self.analyses.sent.get(&id)),
        };
        let kept = self.core.store.games.analysis(id, review::VERSION).await?;
        let findings = kept.and_then(|kept| serde_json::from_str(&kept).ok());
        let findings = findings.filter(|findings: &Findings| findings.budgets == self.core.settings.analysis);
        Ok(findings.map(Arc::new).or_else(|| self.analyses.sent.get(&unstored(id))))
    }

    /// Carries out a task, and stores its findings.
    async fn analyse(&self, subject: Subject, slot: &QueueSlot) -> Result<(), Error> {
        // An earlier search or another instance may have stored it meanwhile.
        if self.findings(slot.task).await?.is_some() {
            return Ok(());
        }
        let Some(findings) = self.review(subject, slot).await else { return Ok(()) };
        match slot.task {
            Task::Game(id) => {
                let json = serde_json::to_string(&findings).expect("findings are plain data");
                let stored = self.core.store.games.upsert_analysis(id, review::VERSION, &json).await;
                if StoreError::deferred(stored)?.is_none() {
                    self.analyses.sent.insert(unstored(id), Arc::new(findings));
                }
            }
            Task::Sent(id) => self.analyses.sent.insert(id, Arc::new(findings)),
        }
        Ok(())
    }

    /// Computes a review piece by piece, from where it was deferred, if it was;
    /// returns `None` if it is deferred again. A piece is computed in a turn of its
    /// client, so that neither a long review nor many hold up another client's, and
    /// other searches wait for one piece only.
    async fn review(&self, subject: Subject, slot: &QueueSlot) -> Option<Findings> {
        let deferred = self.analyses.deferred.remove(&slot.task);
        let mut review = match deferred {
            Some((_, review)) => review,
            None => Box::new(self.core.scheduler.run(Class::Search, move || subject.review()).await?),
        };
        let pieces = review.pieces();
        loop {
            slot.publish(Known::so_far(&review, pieces));
            let client = slot.client(self.core.clock.now());
            if client.is_none() {
                break;
            }
            let turn = self
                .core
                .scheduler
                .permit(PermitRequest { client, ..PermitRequest::new(Class::AnalysisTurn) })
                .await;
            // The piece may have taken long.
            if slot.client(self.core.clock.now()).is_none() {
                break;
            }
            let has_more;
            let piece = move || {
                let has_more = review.go_on(|_| ());
                (review, has_more)
            };
            (review, has_more) = self.core.scheduler.run(Class::Search, piece).await;
            drop(turn);
            if !has_more {
                return Some(review.so_far());
            }
        }
        self.analyses.deferred.insert(slot.task, review);
        None
    }
}
