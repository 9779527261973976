//! House bots: their seats, and how an instance moves them.
//!
//! The database lists the games that wait for a bot. Any instance moves any
//! bot: all compute the same choice, and one of them stores it, as with any
//! move. The instance that stored the previous move goes first, so that the
//! others have nothing to do unless it is gone.

mod choice;
mod price;
mod queue;
mod runner;
mod running;
mod thinking;
mod turn;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use regicide::bots::Level;
use regicide::engine::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use super::error::Error;
use super::games::seats::{require_open, require_waiting};
use super::games::view::GameView;
use super::runtime::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use super::runtime::token::Token;
use crate::store::SeatState;

pub use choice::{Chooser, bot_choice, bot_name};
pub(super) use price::BotsWanted;
pub use running::BotGames;
pub use turn::BotOutcome;

/// A house bot for a seat.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"level": "steady"})))]
pub struct SeatBot {
    /// How well it plays.
    pub level: Level,
}

/// What this instance knows of turns of bots, besides what is stored.
#[derive(Debug, Default)]
pub(super) struct BotNotes {
    /// Games whose last move was made here. Nothing while no bots are moved
    /// here.
    stored_here: Mutex<Option<HashSet<Uuid>>>,
    /// Turns in which a bot has failed here, by the number of moves before it.
    /// It would fail again.
    failed: Mutex<HashMap<Uuid, u32>>,
    waiting: AtomicUsize,
}

/// A turn that waits for a thread, until this is dropped.
struct WaitingTurn<'a>(&'a AtomicUsize);

impl Drop for WaitingTurn<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl BotNotes {
    /// Counts a turn that begins to wait.
    fn waits(&self) -> WaitingTurn<'_> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        WaitingTurn(&self.waiting)
    }

    fn begin(&self) {
        self.stored_here.lock().get_or_insert_default();
    }

    /// A move is about to be stored here after which it is a bot's turn.
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

    /// Forgets all games but these.
    fn keep(&self, games: &HashSet<Uuid>) {
        self.failed.lock().retain(|game, _| games.contains(game));
        if let Some(here) = &mut *self.stored_here.lock() {
            here.retain(|game| games.contains(game));
        }
    }
}

pub(super) fn bot_seat(seat: Seat, level: Level) -> SeatState {
    SeatState { name: Some(bot_name(level)), open: false, bot: Some(level), ..SeatState::open(seat) }
}

impl Service {
    /// How many turns of bots wait for a thread of this instance.
    #[must_use]
    pub fn waiting_bot_turns(&self) -> usize {
        self.bots.waiting.load(Ordering::Relaxed)
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
            let team = match loaded.game.challenge {
                Some(entry) => Some(self.bot_joins_attempt(entry).await?),
                None => None,
            };
            let caller = loaded.seated(token);
            let version = loaded.game.version;
            let state = bot_seat(seat, request.level);
            loaded.state_mut().game.seats[seat.index()] = state.clone();
            let reply = Reply::new(id, &loaded.view(caller));
            let answer = cipher.answer(&reply);
            let store = self.store.update_seat(id, version, &state, team.as_ref(), answer.as_ref());
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
