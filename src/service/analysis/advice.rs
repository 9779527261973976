//! Advice: the move that a house bot would make in the place of a seat (R11.4).

use regicide_engine::bots;
use regicide_engine::engine::{Game as _, Refusal};
use uuid::Uuid;

use super::{Analysis, DECISION, SampledMove};
use crate::service::error::Error;
use crate::service::games::record::never_counts;
use crate::service::runtime::scheduler::Class;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::{count_rebuilt, pay_for_computing};

impl Analysis {
    /// The advice to the caller's seat, which is to act.
    pub async fn advice(
        &self,
        id: Uuid,
        token: Option<&Token>,
        expected_seq: Option<u32>,
    ) -> Result<SampledMove, Error> {
        let loaded = self.games.loaded_game(id).await?;
        let seat = self.games.seat_of(&loaded, token).await?;
        loaded.require_running()?;
        if !never_counts(&loaded.game) {
            return Err(Error::NoAdvice("no-advice-counts"));
        }
        loaded.require_seq(expected_seq)?;
        if loaded.position().to_act() != Some(seat) {
            return Err(Error::NoAdvice("no-advice-turn"));
        }
        pay_for_computing(DECISION)?;
        count_rebuilt(loaded.log().len());
        let worlds = self.core.settings.analysis.worlds;
        let (seq, names) = (loaded.seq(), loaded.player_names());
        let search = move || {
            let game = &loaded.game;
            let log = game.moves.iter().map(|row| (row.entry.seat, row.entry.mv));
            bots::advice(&game.setup, &game.seed, log, seat, worlds)
        };
        let advised = self.core.scheduler.run(Class::Search, search).await;
        advised.map(Into::into).map_err(|refusal: Refusal| Error::refused(refusal, seq, names))
    }
}
