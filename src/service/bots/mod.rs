//! House bots: their seats, and how an instance moves them.
//!
//! The database lists the games that wait for a bot. Any instance moves any bot: all
//! compute one choice, and one of them stores it, as with any move. The instance that
//! stored the previous move goes first, so that the others have nothing to do unless
//! it is down.

mod choice;
mod price;
mod running;
mod turn;
mod worker;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use regicide::bots::Level;
use regicide::engine::Seat;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use super::error::Error;
use super::games::seats::{require_open, require_waiting};
use super::games::view::GameView;
use super::runtime::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use super::runtime::scheduler::Class;
use super::runtime::token::Token;
use regicide_store::SeatState;

pub use choice::Chooser;
pub(super) use price::BotsWanted;
pub use running::BotGames;
pub use turn::BotOutcome;

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
pub(super) struct BotState {
    /// Games whose last move was stored here. `None` while no bots are moved here.
    stored_here: Mutex<Option<HashSet<Uuid>>>,
    /// Turns in which a bot has failed here, by the number of moves before it. A
    /// retry would fail again.
    failed: Mutex<HashMap<Uuid, u32>>,
    lookups: Semaphore,
    /// By level, so that a level whose searches do not end leaves the others alone.
    searches: [Arc<Semaphore>; Level::ALL.len()],
}

impl BotState {
    /// The state for `turns` concurrent turns.
    pub(super) fn new(turns: usize) -> Self {
        let searches = || Arc::new(Semaphore::new(turns + MAX_OVERDUE));
        Self {
            stored_here: Mutex::default(),
            failed: Mutex::default(),
            lookups: Semaphore::new(MAX_LOOKUPS),
            searches: std::array::from_fn(|_| searches()),
        }
    }

    fn begin(&self) {
        self.stored_here.lock().get_or_insert_default();
    }

    /// Notes that a move is about to be stored here after which a bot is to act.
    pub(super) fn stores_here(&self, game: Uuid) {
        if let Some(games) = &mut *self.stored_here.lock() {
            games.insert(game);
        }
    }

    fn was_stored_here(&self, game: Uuid) -> bool {
        let mut games = self.stored_here.lock();
        games.as_mut().is_some_and(|games| games.remove(&game))
    }

    fn fails(&self, game: Uuid, seq: u32) {
        self.failed.lock().insert(game, seq);
    }

    fn has_failed(&self, game: Uuid, seq: u32) -> bool {
        self.failed.lock().get(&game) == Some(&seq)
    }

    /// Forgets all games but `games`.
    fn keep(&self, games: &HashSet<Uuid>) {
        self.failed.lock().retain(|game, _| games.contains(game));
        if let Some(here) = &mut *self.stored_here.lock() {
            here.retain(|game| games.contains(game));
        }
    }
}

pub(super) fn bot_seat(seat: Seat, level: Level) -> SeatState {
    SeatState { name: Some(level.bot_name()), open: false, bot: Some(level), ..SeatState::open(seat) }
}

impl Service {
    /// The number of turns of bots that wait for a thread of this instance.
    #[must_use]
    pub fn waiting_bot_turns(&self) -> usize {
        [Class::TableTurn, Class::BotGameTurn].map(|class| self.scheduler.waiting(class)).iter().sum()
    }

    /// Seats a house bot on an open seat, for the game's owner.
    pub async fn seat_bot(
        &self,
        id: Uuid,
        seat: Seat,
        token: Option<&Token>,
        request: &SeatBot,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let sit = async |cipher: &ReplyCipher<'_>| {
            let mut loaded = self.owned_game(id, token, "forbidden-seat-bot").await?;
            require_waiting(&loaded)?;
            require_open(&loaded, seat, "seat")?;
            if let Some(entry) = loaded.game.challenge {
                self.check_bot_joins(entry).await?;
            }
            let caller = loaded.seated(token);
            let version = loaded.game.version;
            let state = bot_seat(seat, request.level);
            loaded.state_mut().game.seats[seat.index()] = state.clone();
            let reply = Reply::new(id, &loaded.view(caller));
            let answer = cipher.answer(&reply);
            let store = self.store.update_seat(id, version, &state, None, answer.as_ref());
            self.with_bots(BotsWanted::one(&loaded.game, request.level), store).await?;
            Ok(reply)
        };
        let hash = request_hash(&format!("seat_bot {id} {seat}"), request);
        let reply = self.once_retried(None, key, hash, sit).await?;
        if reply.repeated {
            self.owned_game(id, token, "forbidden-seat-bot").await?;
        }
        Ok(reply)
    }

    /// Takes a house bot off its seat before the game begins, with the token of the
    /// game's owner.
    pub async fn unseat_bot(&self, id: Uuid, seat: Seat, token: Option<&Token>) -> Result<GameView, Error> {
        self.retry_stale(async || {
            let mut loaded = self.owned_game(id, token, "forbidden-seat-bot").await?;
            require_waiting(&loaded)?;
            if loaded.bot_at(seat).is_none() {
                return Err(Error::Unfit { field: "seat", reason: "unfit-no-bot-there" });
            }
            self.open_again(&mut loaded, seat).await?;
            Ok(loaded.view(loaded.seated(token)))
        })
        .await
    }
}
