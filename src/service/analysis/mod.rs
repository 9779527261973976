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
use regicide::engine::{Hash, Move, Seat};
use regicide::i18n::Language;
use uuid::Uuid;

use super::Service;
use super::challenges::search_time;
use super::error::Error;
use super::games::loaded_game::LoadedGame;
use super::runtime::fair_queue::FairQueue;
use super::runtime::work::pay_for_computing;
use answer::Known;
pub use answer::{
    AnalysedDecision, AnalysisMark, AnalysisMethod, AnalysisSpan, GameAnalysis, LineMove, SampledMove,
};
use queue::{Client, Entered, Queue, QueueSlot, Task};
pub use request::AnalysisRequest;
use request::Subject;

/// After how many seconds it is worth asking again.
pub const ASK_AGAIN: u64 = 2;

/// How many moves a game may have to be analysed. Games that are played to be
/// won have about a hundred; without a limit a log of thousands of moves would
/// be computed for hours.
const MAX_MOVES: usize = 500;

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

/// What judging a decision takes, about (docs/reference/bots.md).
const DECISION: Duration = Duration::from_millis(40);

/// What an analysis takes at the most, about: no win is found at any position.
fn expected_time(budgets: Budgets, moves: usize) -> Duration {
    (search_time(budgets.nodes) + DECISION) * u32::try_from(moves + 1).unwrap_or(u32::MAX)
}

fn check_length(moves: usize) -> Result<(), Error> {
    if moves > MAX_MOVES { Err(Error::NoAnalysis("analysis-too-long")) } else { Ok(()) }
}

impl Service {
    /// The analysis of a game that is over, in `language`, or what of it is
    /// known. If there is none yet it is begun for the address that asks.
    pub async fn analysis(
        &self,
        id: Uuid,
        from: Option<IpAddr>,
        language: Language,
    ) -> Result<GameAnalysis, Error> {
        let loaded = self.past_game(id).await?;
        loaded.require_public()?;
        if loaded.position.co_operative().is_none() {
            return Err(Error::NoAnalysis("solve-together"));
        }
        check_length(loaded.log().len())?;
        let known = match self.findings(id).await? {
            Some(findings) => Known::all(Arc::new(findings)),
            None => self.begin_analysis(
                Task::Game(id),
                self.settings.analysis,
                expected_time(self.settings.analysis, loaded.log().len()),
                from,
                async move |service, slot| {
                    if let Err(error) = service.analyse_game(id, &slot).await {
                        tracing::warn!(game = %id, %error, "an analysis has failed");
                    }
                },
            )?,
        };
        let (moves, names) = (loaded.moves(), loaded.player_names());
        Ok(GameAnalysis::new(Some(id), &known, &moves, &names, language))
    }

    /// The analysis of what a client sent from an address, in `language`, or
    /// what of it is known. If there is none yet it is begun. The answer
    /// follows from the request alone: no stored game is read.
    pub fn analyse_sent(
        &self,
        request: &AnalysisRequest,
        from: Option<IpAddr>,
        language: Language,
    ) -> Result<GameAnalysis, Error> {
        let subject = request.subject(self.settings.analysis)?;
        let id = subject.id();
        let (moves, names) = (subject.moves.clone(), subject.names.clone());
        let known = if let Some(findings) = self.analyses.sent.get(&id) {
            Known::all(findings)
        } else {
            let budgets = subject.budgets;
            let work = async move |service: Self, slot: QueueSlot| {
                service.analyse_subject(id, subject, &slot).await;
            };
            let expected = expected_time(budgets, moves.len());
            self.begin_analysis(Task::Sent(id), budgets, expected, from, work)?
        };
        Ok(GameAnalysis::new(None, &known, &moves, &names, language))
    }

    /// Begins a task, unless it has been begun; says what is known of it.
    fn begin_analysis<F>(
        &self,
        task: Task,
        budgets: Budgets,
        expected: Duration,
        from: Option<IpAddr>,
        work: impl FnOnce(Self, QueueSlot) -> F,
    ) -> Result<Known, Error>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let known = match Queue::enter(&self.analyses.queue, task, from, self.clock.now())? {
            Entered::Before(known) => known,
            Entered::Now(slot) => {
                if !self.analyses.put_aside.contains_key(&task) {
                    pay_for_computing(expected)?;
                }
                tokio::spawn(work(self.clone(), slot));
                None
            }
        };
        Ok(known.unwrap_or_else(|| Known::nothing(budgets)))
    }

    /// What is kept of a game's analysis. What was found with other budgets, or
    /// cannot be read, is found out again.
    async fn findings(&self, id: Uuid) -> Result<Option<Findings>, Error> {
        let kept = self.store.analysis(id, review::VERSION).await?;
        let findings = kept.and_then(|kept| serde_json::from_str(&kept).ok());
        Ok(findings.filter(|findings: &Findings| findings.budgets == self.settings.analysis))
    }

    /// Analyses a game when its turn has come, and keeps what was found.
    async fn analyse_game(&self, id: Uuid, slot: &QueueSlot) -> Result<(), Error> {
        // Another instance may have done it meanwhile.
        if self.findings(id).await?.is_some() {
            return Ok(());
        }
        let loaded = self.past_game(id).await?;
        loaded.require_public()?;
        let budgets = self.settings.analysis;
        let begin = move || {
            let game = &loaded.game;
            Review::new(&game.setup, &game.seed, &loaded.moves(), budgets)
        };
        if let Some(findings) = self.review(begin, slot).await {
            let findings = serde_json::to_string(&findings).expect("findings are plain data");
            self.store.put_analysis(id, review::VERSION, &findings).await?;
        }
        Ok(())
    }

    /// The same for what was sent.
    async fn analyse_subject(&self, id: Hash, subject: Subject, slot: &QueueSlot) {
        // It may have been found between the request's two questions.
        if self.analyses.sent.get(&id).is_some() {
            return;
        }
        if let Some(findings) = self.review(move || subject.review(), slot).await {
            self.analyses.sent.insert(id, Arc::new(findings));
        }
    }

    /// Computes a review piece by piece, from where it was put aside, if it
    /// was. Nothing if nobody waits for it any more.
    async fn review(
        &self,
        begin: impl FnOnce() -> Option<Review> + Send + 'static,
        slot: &QueueSlot,
    ) -> Option<Findings> {
        let put_aside = self.analyses.put_aside.remove(&slot.task);
        let mut review = match put_aside {
            Some((_, review)) => review,
            None => Box::new(self.compute.run(begin).await?),
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

impl LoadedGame {
    fn moves(&self) -> Vec<(Seat, Move)> {
        self.log().iter().map(|row| (row.entry.seat, row.entry.mv)).collect()
    }
}
