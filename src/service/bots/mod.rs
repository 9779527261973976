//! House bots: their seats, and how an instance moves them.
//!
//! The database lists the games that wait for a bot. Any instance moves any bot: all
//! compute one choice, and one of them stores it, as with any move. The instance that
//! stored the previous move goes first, so that the others have nothing to do unless
//! it is down.

mod choice;
mod turn;
mod worker;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use regicide_engine::bots::Level;
use regicide_engine::engine::Seat;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use uuid::Uuid;

use super::auth::Auth;
use super::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use super::challenges::Challenges;
use super::core::Core;
use super::error::Error;
use super::games::Games;
use super::games::bot_cost::BotsWanted;
use super::games::create::bot_seat;
use super::games::view::GameView;
use super::play::Play;
use super::play::seats::require_open;
use super::runtime::scheduler::Class;
use super::runtime::token::Token;

pub use turn::BotOutcome;
use turn::TurnState;

/// A house bot for a seat.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"level": "steady"})))]
pub struct SeatBot {
    /// Its level of play.
    pub level: Level,
}

/// The limit on concurrent lookups of turns: many may wait.
const MAX_LOOKUPS: usize = 4;

/// The limit on searches of a level that run on after their time limit: each occupies
/// a thread for good.
const MAX_OVERDUE: usize = 4;

/// The state of bots on this instance that is not stored.
#[derive(Debug)]
struct BotState {
    /// Turns in which a bot has failed here. A retry would fail again, until a move is made or
    /// a seat changes hands.
    failed: Mutex<HashMap<Uuid, TurnState>>,
    lookups: Semaphore,
    /// By level, so that a level whose searches do not end leaves the others alone.
    searches: [Arc<Semaphore>; Level::ALL.len()],
}

impl BotState {
    /// The state for `turns` concurrent turns.
    fn new(turns: usize) -> Self {
        let searches = || Arc::new(Semaphore::new(turns + MAX_OVERDUE));
        Self {
            failed: Mutex::default(),
            lookups: Semaphore::new(MAX_LOOKUPS),
            searches: std::array::from_fn(|_| searches()),
        }
    }

    fn fails(&self, game: Uuid, state: TurnState) {
        self.failed.lock().insert(game, state);
    }

    fn has_failed(&self, game: Uuid, state: TurnState) -> bool {
        self.failed.lock().get(&game) == Some(&state)
    }

    /// Forgets all games but `games`.
    fn keep(&self, games: &HashSet<Uuid>) {
        self.failed.lock().retain(|game, _| games.contains(game));
    }
}

#[derive(Clone)]
pub struct Bots {
    core: Arc<Core>,
    auth: Arc<Auth>,
    games: Arc<Games>,
    challenges: Arc<Challenges>,
    play: Arc<Play>,
    state: Arc<BotState>,
}

impl Bots {
    pub(super) fn new(
        core: Arc<Core>,
        auth: Arc<Auth>,
        games: Arc<Games>,
        challenges: Arc<Challenges>,
        play: Arc<Play>,
    ) -> Self {
        let state = Arc::new(BotState::new(core.settings.bot_threads));
        Self { core, auth, games, challenges, play, state }
    }

    /// The number of turns of bots that wait for a thread of this instance.
    #[must_use]
    pub fn waiting_turns(&self) -> usize {
        [Class::TableTurn, Class::BotGameTurn].map(|class| self.core.scheduler.waiting(class)).iter().sum()
    }

    /// Seats a house bot: on an open seat for the game's owner before it begins, later for
    /// the holders of seats where one may change hands.
    pub async fn seat(
        &self,
        id: Uuid,
        seat: Seat,
        token: Option<&Token>,
        request: &SeatBot,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let sit = async |cipher: &ReplyCipher<'_>| {
            let (mut loaded, seating) = self.play.seating(id, token, "forbidden-seat-bot").await?;
            let own = seating.own();
            match own {
                None => require_open(&loaded, seat, "seat")?,
                Some(own) => loaded.require_hand_over(own, seat, "seat")?,
            }
            if let Some(entry) = loaded.game.challenge {
                self.challenges.check_bot_joins(entry).await?;
            }
            let version = loaded.game.version;
            let state = bot_seat(seat, request.level);
            let seated = loaded.seated_by(&state, own);
            loaded.with_seat(state.clone(), seated.clone());
            let reply = Reply::new(id, &loaded.view(loaded.seated(token)));
            let answer = cipher.answer(&reply);
            let seats = &self.core.store.seats;
            let store = seats.update(id, version, &state, None, seated.as_ref(), answer.as_ref());
            self.games.with_bots(BotsWanted::one(&loaded.game, request.level), store).await?;
            Ok(reply)
        };
        let hash = request_hash(&format!("seat_bot {id} {seat}"), request);
        let reply = self.auth.once_retried(None, key, hash, sit).await?;
        if !reply.repeated {
            return Ok(reply);
        }
        // The caller may have left a private game by this request.
        let loaded = self.games.loaded_game(id).await?;
        let caller = if loaded.hands_change() {
            loaded.seated(token)
        } else {
            self.games.viewer(&loaded, token).await?
        };
        Ok(Reply { repeated: true, ..Reply::new(id, &loaded.view(caller)) })
    }

    /// Takes a house bot off its seat: for the game's owner before it begins, later for the
    /// holders of seats if the bot is in a person's place.
    pub async fn unseat(&self, id: Uuid, seat: Seat, token: Option<&Token>) -> Result<GameView, Error> {
        self.core
            .retry_stale(async || {
                let (mut loaded, seating) = self.play.seating(id, token, "forbidden-seat-bot").await?;
                if loaded.bot_at(seat).is_none() {
                    return Err(Error::Unfit { field: "seat", reason: "unfit-no-bot-there" });
                }
                let own = seating.own();
                if let Some(own) = own {
                    loaded.require_hand_over(own, seat, "seat")?;
                }
                self.play.open_again(&mut loaded, seat, own).await?;
                Ok(loaded.view(loaded.seated(token)))
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_that_of_one_state_of_the_game() {
        let (state, game) = (BotState::new(1), Uuid::nil());
        let failed = TurnState { version: 3, seq: 7 };
        state.fails(game, failed);
        assert!(state.has_failed(game, failed));
        for other in [TurnState { version: 4, ..failed }, TurnState { seq: 8, ..failed }] {
            assert!(!state.has_failed(game, other), "{other:?}");
        }
        state.keep(&HashSet::new());
        assert!(!state.has_failed(game, failed));
    }
}
