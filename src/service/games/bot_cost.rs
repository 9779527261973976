//! The expected processor time of house bots, which is charged in advance.

use std::time::Duration;

use chrono::TimeDelta;
use regicide_engine::bots::Level;
use regicide_engine::engine::Setup;
use uuid::Uuid;

use super::Games;
use crate::service::error::Error;
use crate::service::runtime::bot_games::BotGames;
use crate::service::runtime::work::sender;
use regicide_store::{Game, StoreError};

/// The time of a choice, with its reads and writes: for a strong bot measured on one
/// core (docs/reference/bots.md) and rounded up, for the others an estimate.
const fn choice(level: Level) -> Duration {
    match level {
        Level::Novice => Duration::from_millis(3),
        Level::Steady => Duration::from_millis(10),
        Level::Strong => Duration::from_millis(50),
    }
}

/// The number of choices of a seat in a game without a target, that is in the
/// co-operative game.
const TURNS: u32 = 30;

/// The number of choices of a seat for each point of the target, in the trick-taking
/// game, by the number of players: fewer players share the points of a hand, and the
/// leader of four needs more hands.
const TURNS_A_POINT: [u32; 3] = [3, 5, 8];

fn bot_work(setup: Setup, levels: impl IntoIterator<Item = Level>) -> Duration {
    let turns = match setup.options().target {
        Some(points) => {
            let place = usize::from(setup.players()).clamp(2, 4) - 2;
            u32::from(points) * TURNS_A_POINT[place]
        }
        None => TURNS,
    };
    levels.into_iter().map(|level| choice(level) * turns).sum()
}

/// The time without a move after which a game does not count: its bots wait for
/// people, who may have left.
const IDLE: TimeDelta = TimeDelta::hours(1);

pub(in crate::service) struct BotsWanted {
    /// The bots' game, and its creator.
    pub(in crate::service) game: Uuid,
    pub(in crate::service) creator: Option<Uuid>,
    pub(in crate::service) work: Duration,
}

impl BotsWanted {
    /// All bots of a new game; those of a fork are charged for a whole game.
    pub(in crate::service) fn of(game: &Game) -> Self {
        let levels = game.seats.iter().filter_map(|seat| seat.bot);
        Self { game: game.id, creator: game.creator, work: bot_work(game.setup, levels) }
    }

    pub(in crate::service) fn one(game: &Game, level: Level) -> Self {
        Self { work: bot_work(game.setup, [level]), ..Self::of(game) }
    }
}

impl Games {
    /// Stores a game or a seat with bots, if the sender of the request is within its
    /// quota. The bots are charged before; a conflict is refunded.
    pub(in crate::service) async fn with_bots<T>(
        &self,
        wanted: BotsWanted,
        store: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, Error> {
        let Some(sender) = sender().filter(|_| !wanted.work.is_zero()) else { return Ok(store.await?) };
        let games = sender.bot_games();
        if let Some(games) = &games {
            self.require_room(games, &wanted).await?;
        }
        sender.pay_for_computing(wanted.work).map_err(Error::ComputingUsedUp)?;
        if let Some(games) = games {
            // A game that fails to be stored does not count as running.
            games.remember(wanted.game);
        }
        let stored = store.await;
        // Without an answer of the database, the game may be stored: no refund.
        if matches!(stored, Err(StoreError::Conflict(_))) {
            sender.give_back(wanted.work);
        }
        Ok(stored?)
    }

    /// Requires that one more game may run: of those of the game's creator, and of
    /// those of the sender. Concurrent requests may exceed the limit by a few.
    async fn require_room(&self, games: &BotGames, wanted: &BotsWanted) -> Result<(), Error> {
        let now = self.core.now().await?;
        let since = now - IDLE;
        if let Some(creator) = wanted.creator {
            let own =
                self.core.store.bots.games_of(creator, now, since, games.most.saturating_add(1)).await?;
            if games.is_full(own.iter().filter(|&&game| game != wanted.game).count()) {
                return Err(Error::TooManyBotGames);
            }
        }
        let before = games.known.lock().clone();
        if before.contains(&wanted.game) || !games.is_full(before.len()) {
            return Ok(());
        }
        let running = self.core.store.bots.games_among(&before, now, since).await?;
        let mut known = games.known.lock();
        known.retain(|game| running.contains(game) || !before.contains(game));
        if games.is_full(known.len()) { Err(Error::TooManyBotGames) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regicide_engine::engine::{GameKind, Options, Ruleset};

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
        assert!(coop(&[Novice; 4]) < 0.5, "nearly nothing");
        assert!(coop(&[Novice, Steady]) < coop(&[Novice, Strong]));
        assert!((147.0..200.0).contains(&tricks(100, &[Strong; 4])), "as measured, or more");
        assert!(tricks(10, &[Strong; 4]) <= tricks(100, &[Strong; 4]) / 9.0);
        assert!(tricks(50, &[Strong, Novice, Novice]) < tricks(50, &[Strong, Strong, Novice]));
    }
}
