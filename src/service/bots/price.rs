//! What house bots are expected to take of a processor, before they do.

use std::time::Duration;

use uuid::Uuid;

use crate::bots::Level;
use crate::engine::Setup;
use crate::service::Service;
use crate::service::create::CreateGame;
use crate::service::error::Error;
use crate::service::fork::ForkGame;

/// What a choice takes, with what is read and stored for it: for a strong bot
/// measured on one core (docs/bots.md) and rounded up, for the others an estimate.
const fn choice(level: Level) -> Duration {
    match level {
        Level::Novice => Duration::from_millis(1),
        Level::Steady => Duration::from_millis(8),
        Level::Strong => Duration::from_millis(50),
    }
}

/// How many choices a seat has in a game without a target, that is in the
/// co-operative game.
const TURNS: u32 = 30;

/// How many choices a seat has for each point of the target, in the trick-taking
/// game, by the number of players: fewer players share the points of a hand, and
/// the leader of four needs more hands.
const TURNS_A_POINT: [u32; 3] = [3, 5, 8];

/// What bots of these levels take in a game.
pub(super) fn bot_work(setup: Setup, levels: impl IntoIterator<Item = Level>) -> Duration {
    let turns = match setup.options().target {
        Some(points) => {
            let place = usize::from(setup.players()).clamp(2, 4) - 2;
            u32::from(points) * TURNS_A_POINT[place]
        }
        None => TURNS,
    };
    levels.into_iter().map(|level| choice(level) * turns).sum()
}

impl Service {
    /// What the bots of a new game will take; nothing where the request will be
    /// refused.
    #[must_use]
    pub fn work_of_new(&self, request: &CreateGame) -> Duration {
        let ruleset = (self.settings.ruleset)(request.game);
        let setup = Setup::new(ruleset, request.players, &request.options);
        setup.map_or(Duration::ZERO, |setup| bot_work(setup, request.bots.iter().copied().flatten()))
    }

    /// What the bots of a fork will take, as if it began anew.
    ///
    /// # Errors
    /// No such game, or the store's.
    pub async fn work_of_fork(&self, id: Uuid, request: &ForkGame) -> Result<Duration, Error> {
        if request.bots.iter().all(Option::is_none) {
            return Ok(Duration::ZERO);
        }
        let loaded = self.loaded_game(id).await?;
        Ok(bot_work(loaded.game().setup, request.bots.iter().copied().flatten()))
    }

    /// What the bots of a game will take in its rematch; nothing if it has one.
    ///
    /// # Errors
    /// No such game, or the store's.
    pub async fn work_of_rematch(&self, id: Uuid) -> Result<Duration, Error> {
        let loaded = self.loaded_game(id).await?;
        let seats = loaded.game().seats.iter().filter(|_| loaded.stored.rematch.is_none());
        Ok(bot_work(loaded.game().setup, seats.filter_map(|seat| seat.bot)))
    }

    /// What a bot will take in a game.
    ///
    /// # Errors
    /// No such game, or the store's.
    pub async fn work_of_bot(&self, id: Uuid, level: Level) -> Result<Duration, Error> {
        Ok(bot_work(self.loaded_game(id).await?.game().setup, [level]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{GameKind, Options, Ruleset};

    fn seconds(kind: GameKind, target: Option<u16>, levels: &[Level]) -> f64 {
        let options = Options { target, ..Options::default() };
        let players = u8::try_from(levels.len()).unwrap();
        let setup = Setup::new(Ruleset::current(kind), players, &options).unwrap();
        bot_work(setup, levels.iter().copied()).as_secs_f64()
    }

    #[test]
    fn a_bot_is_priced_by_game_level_target_and_seats() {
        use Level::{Novice, Steady, Strong};
        let coop = |levels: &[Level]| seconds(GameKind::Regicide, None, levels);
        let tricks = |target, levels: &[Level]| seconds(GameKind::Tricks, Some(target), levels);
        assert!((1.0..2.0).contains(&coop(&[Strong])));
        assert!(coop(&[Novice; 4]) < 0.2, "nearly nothing");
        assert!(coop(&[Novice, Steady]) < coop(&[Novice, Strong]));
        assert!((147.0..200.0).contains(&tricks(100, &[Strong; 4])), "as measured, or more");
        assert!(tricks(10, &[Strong; 4]) <= tricks(100, &[Strong; 4]) / 9.0);
        assert!(tricks(50, &[Strong, Novice, Novice]) < tricks(50, &[Strong, Strong, Novice]));
    }
}
