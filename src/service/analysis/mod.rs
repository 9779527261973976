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

use quick_cache::sync::Cache;
use tokio::sync::Mutex;
use uuid::Uuid;

use super::Service;
use super::error::Error;
use super::loaded_game::LoadedGame;
use crate::bots::review::{self, Findings, Review};
use crate::engine::{Hash, Move, Seat};
use crate::i18n::Language;

pub use answer::{
    AnalysedDecision, AnalysisMark, AnalysisMethod, AnalysisSpan, GameAnalysis, LineMove, SampledMove,
};
use queue::{Entered, Place, Queue, Task};
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

/// The analyses of this instance.
pub(super) struct Analyses {
    queue: Arc<Queue>,
    /// Held while a piece of one is computed: they take turns, so that a long one
    /// does not hold up the others, and bots and days wait for one piece only.
    turn: Mutex<()>,
    /// What was found of what clients sent.
    sent: Cache<Hash, Arc<Findings>>,
}

impl Default for Analyses {
    fn default() -> Self {
        Self { queue: Arc::default(), turn: Mutex::default(), sent: Cache::new(KEPT) }
    }
}

/// Refuses games that would be computed for too long.
fn check_length(moves: usize) -> Result<(), Error> {
    if moves > MAX_MOVES { Err(Error::NoAnalysis("analysis-too-long")) } else { Ok(()) }
}

impl Service {
    /// The analysis of a game that is over, in `language`. If there is none yet
    /// it is begun.
    ///
    /// # Errors
    /// [`Error::NotOver`] or [`Error::Sealed`] while something about the game is
    /// hidden, [`Error::NoAnalysis`] for games that are not co-operative or too
    /// long, [`Error::AnalysesBusy`] if many wait already, an unknown game, or
    /// the store's.
    pub async fn analysis(&self, id: Uuid, language: Language) -> Result<GameAnalysis, Error> {
        let loaded = self.past_game(id).await?;
        loaded.require_public()?;
        if loaded.position.co_operative().is_none() {
            return Err(Error::NoAnalysis("solve-together"));
        }
        check_length(loaded.log().len())?;
        if let Some(findings) = self.findings(id).await? {
            let (moves, names) = (loaded.moves(), loaded.player_names());
            return Ok(GameAnalysis::new(Some(id), &findings, &moves, &names, language));
        }
        let percent = match Queue::enter(&self.analyses.queue, Task::Game(id), None)? {
            Entered::Before(percent) => percent,
            Entered::Now(place) => {
                let service = self.clone();
                tokio::spawn(async move {
                    if let Err(error) = service.analyse_game(id, &place).await {
                        tracing::warn!(game = %id, %error, "an analysis has failed");
                    }
                });
                0
            }
        };
        Ok(GameAnalysis::Pending { game: Some(id), percent })
    }

    /// The analysis of what a client sent from an address, in `language`. If
    /// there is none yet it is begun. The answer follows from the request alone:
    /// no stored game is read.
    ///
    /// # Errors
    /// What of the request does not fit the rules or the limits,
    /// [`Error::NoAnalysis`] for games that are not co-operative or too long, or
    /// [`Error::AnalysesBusy`] if many wait already, or another of this address.
    pub fn analyse_sent(
        &self,
        request: &AnalysisRequest,
        from: Option<IpAddr>,
        language: Language,
    ) -> Result<GameAnalysis, Error> {
        let subject = request.subject(self.settings.analysis)?;
        let id = subject.id();
        if let Some(findings) = self.analyses.sent.get(&id) {
            return Ok(GameAnalysis::new(None, &findings, &subject.moves, &subject.names, language));
        }
        let percent = match Queue::enter(&self.analyses.queue, Task::Sent(id), from)? {
            Entered::Before(percent) => percent,
            Entered::Now(place) => {
                let service = self.clone();
                tokio::spawn(async move { service.analyse_subject(id, subject, &place).await });
                0
            }
        };
        Ok(GameAnalysis::Pending { game: None, percent })
    }

    /// What is kept of a game's analysis. What was found with other budgets, or
    /// cannot be read, is found out again.
    async fn findings(&self, id: Uuid) -> Result<Option<Findings>, Error> {
        let kept = self.store.analysis(id, review::VERSION).await?;
        let findings = kept.and_then(|kept| serde_json::from_str(&kept).ok());
        Ok(findings.filter(|findings: &Findings| findings.budgets == self.settings.analysis))
    }

    /// Analyses a game when its turn has come, and keeps what was found.
    async fn analyse_game(&self, id: Uuid, place: &Place) -> Result<(), Error> {
        // Another instance may have done it meanwhile.
        if self.findings(id).await?.is_some() {
            return Ok(());
        }
        let loaded = self.past_game(id).await?;
        loaded.require_public()?;
        let budgets = self.settings.analysis;
        let review = move || {
            let game = loaded.game();
            Review::new(&game.setup, &game.seed, &loaded.moves(), budgets)
        };
        let review = self.compute.run(review).await.ok_or(Error::NoAnalysis("solve-together"))?;
        let findings = self.review(review, place).await;
        let findings = serde_json::to_string(&findings).expect("findings are plain data");
        self.store.put_analysis(id, review::VERSION, &findings).await?;
        Ok(())
    }

    /// The same for what was sent.
    async fn analyse_subject(&self, id: Hash, subject: Subject, place: &Place) {
        // It may have been found between the request's two questions.
        if self.analyses.sent.get(&id).is_some() {
            return;
        }
        if let Some(review) = self.compute.run(move || subject.review()).await {
            let findings = self.review(review, place).await;
            self.analyses.sent.insert(id, Arc::new(findings));
        }
    }

    /// Computes a review piece by piece.
    async fn review(&self, mut review: Review, place: &Place) -> Findings {
        let pieces = review.pieces_left();
        loop {
            let has_more;
            let turn = self.analyses.turn.lock().await;
            (review, has_more) = self
                .compute
                .run(move || {
                    let has_more = review.go_on(|_| ());
                    (review, has_more)
                })
                .await;
            drop(turn);
            if !has_more {
                return review.into_findings();
            }
            place.tell(pieces - review.pieces_left(), pieces);
        }
    }
}

impl LoadedGame {
    fn moves(&self) -> Vec<(Seat, Move)> {
        self.log().iter().map(|row| (row.entry.seat, row.entry.mv)).collect()
    }
}
