//! Games that clients of this instance follow. Each is read once per change for all
//! its followers. A move that this instance has stored is handed over instead, where
//! nothing else can have changed with it: with four followers, reading the game after each
//! move takes 2.3 times the processor time.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::FutureExt;
use futures_util::future::{pending, select_all};
use parking_lot::Mutex;
use regicide_engine::engine::Position;
use regicide_system::causes::causes;
use regicide_system::running_task::{BACKOFF, supervise};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::Live;
use super::presence::Presence;
use super::shown::ShownParts;
use super::{RETRY, is_transient};
use crate::service::error::Error;
use crate::service::games::loaded_game::LoadedGame;
use crate::service::games::log::Step;
use regicide_store::{AnnouncedMove, LogEntry, MAX_SIGNALS, Revision, SaidSignal, Subscription, Topic, Wake};

/// The number of last moves that are kept with their effects.
const KEPT: usize = 32;
/// The longest time between reads of a game without a notification, and the shortest.
const LONGEST: Duration = Duration::from_hours(1);
const SHORTEST: Duration = Duration::from_millis(10);

/// A game as its followers see it: the latest state, never a queue.
pub(super) struct FollowedGame {
    pub(super) loaded: LoadedGame,
    /// The last moves, without a gap.
    recent: Vec<Arc<Step>>,
    /// The players' signals up to the last move, and since.
    signals: Vec<SaidSignal>,
    /// The time of its last read, not counting moves that were handed over since.
    requested_at: Instant,
    /// The instant of `now`, or an earlier one.
    seen: Instant,
    pub(super) parts: ShownParts,
}

fn count<'a>(signals: impl Iterator<Item = &'a SaidSignal>) -> u32 {
    u32::try_from(signals.count()).unwrap_or(u32::MAX)
}

/// True if no signal can be given in a position.
fn is_silent(position: &Position) -> bool {
    position.signals().is_empty()
}

type State = Option<Arc<FollowedGame>>;

/// The channel on which the state of a game is published.
struct Publisher {
    id: Uuid,
    sender: watch::Sender<State>,
    /// Held from a read until its publication, so that no older state follows a newer
    /// one.
    reading: tokio::sync::Mutex<()>,
    /// Notified after each read: the next change by time may now be sooner.
    published: Notify,
    /// The moves that this instance is storing.
    in_flight: Mutex<Vec<AnnouncedMove>>,
    /// Notified when one of them was not handed over.
    unknown: Notify,
    presence: Arc<Presence>,
}

/// A move that this instance is storing in a game that is followed here. Its
/// notification is not waited for; the game is read if this is dropped without being
/// handed over, as when the move was refused.
pub(in crate::service) struct MoveInFlight {
    publisher: Arc<Publisher>,
    made: AnnouncedMove,
    /// The revision that it was validated with.
    validated_by: Revision,
    now: DateTime<Utc>,
    /// The instant of `now`, or an earlier one.
    seen: Instant,
    /// True if the database stores it only with the tokens of all players.
    are_confirmed: bool,
    is_handed_over: bool,
}

/// The map stays consistent after a panic: no other code runs while it is locked.
#[derive(Default)]
pub(in crate::service) struct FollowedGames(Mutex<HashMap<Uuid, Arc<Publisher>>>);

impl FollowedGame {
    /// The last moves of the game after this state, and true if no signal can have
    /// been given since.
    fn continued(&self, loaded: &LoadedGame) -> Result<(Vec<Arc<Step>>, bool), Error> {
        if !loaded.goes_on_from(&self.loaded) {
            return Ok((Vec::new(), false));
        }
        let made = self.loaded.log().len();
        let steps = loaded.steps_from(self.loaded.history().clone(), made..loaded.log().len())?;
        let is_silent =
            is_silent(self.loaded.position()) && steps.iter().all(|step| is_silent(step.history.position()));
        let mut recent = self.recent.clone();
        recent.extend(steps.into_iter().map(Arc::new));
        recent.drain(..recent.len().saturating_sub(KEPT));
        Ok((recent, is_silent))
    }

    /// The number of signals before move `seq`.
    pub(super) fn signals_before(&self, seq: u32) -> u32 {
        count(self.signals.iter().filter(|said| said.seq < seq))
    }

    /// The number of all signals.
    pub(super) fn signals_given(&self) -> u32 {
        count(self.signals.iter())
    }

    /// The signals after number `after` that were given before more than `last`
    /// moves were made.
    pub(super) fn signals_after(&self, after: u32, last: u32) -> impl Iterator<Item = &SaidSignal> {
        self.signals.iter().filter(move |said| said.number > after && said.seq <= last)
    }

    /// At most `most` moves after the first `seq`, with their effects; `last` is the
    /// one before them, if the reader has kept it.
    pub(super) fn steps_after(
        &self,
        seq: u32,
        last: Option<&Step>,
        most: usize,
    ) -> Result<Vec<Arc<Step>>, Error> {
        let missing = self.loaded.seq().saturating_sub(seq) as usize;
        if let Some(first) = self.recent.len().checked_sub(missing) {
            return Ok(self.recent[first..].iter().take(most).cloned().collect());
        }
        let places = seq as usize..self.loaded.log().len().min(seq as usize + most);
        let is_here = |last: &&Step| {
            let here = self.loaded.log().get(places.start.wrapping_sub(1));
            last.row.entry.seq == seq && here.is_some_and(|here| here.h == last.row.h)
        };
        let steps = match last.filter(is_here) {
            Some(last) => self.loaded.steps_from(last.history.clone(), places)?,
            None => self.loaded.steps(places)?,
        };
        Ok(steps.into_iter().map(Arc::new).collect())
    }

    /// The state after a move that the database has stored on top of this one, unless
    /// something may have changed that this instance has not read.
    fn after_move(&self, made: &MoveInFlight, loaded: &LoadedGame, step: Step) -> Option<Self> {
        let is_next = self.loaded.revision() == made.validated_by;
        // Players change their tokens and names without a new version: the database
        // has stored the move with these tokens, and names are as old as in its
        // answer.
        let has_players = loaded.game.seats.iter().any(|seat| seat.player.is_some());
        let are_same =
            !has_players || made.are_confirmed && self.loaded.names_and_tokens() == loaded.names_and_tokens();
        // A signal since the move has a notification of its own.
        if !is_next || !is_silent(self.loaded.position()) || !are_same {
            return None;
        }
        let kept = self.recent.len().saturating_sub(KEPT - 1);
        let recent = self.recent[kept..].iter().cloned().chain([Arc::new(step)]).collect();
        let loaded = loaded.clone().seen_at(made.now);
        let (signals, parts) = (self.signals.clone(), ShownParts::default());
        Some(Self { loaded, recent, signals, requested_at: self.requested_at, seen: made.seen, parts })
    }

    /// True if all viewers see no difference between the two, and may see both with
    /// the same tokens.
    fn is_same(&self, other: &Self) -> bool {
        let seen = |state: &Self| {
            let loaded = &state.loaded;
            (loaded.revision(), loaded.status(), loaded.is_revealed(), state.signals.len())
        };
        seen(self) == seen(other) && self.loaded.names_and_tokens() == other.loaded.names_and_tokens()
    }

    /// The time until it changes by time alone, or is read in any case.
    fn due(&self) -> Duration {
        let (game, now) = (&self.loaded.game, self.loaded.now);
        let at = match game.challenge {
            Some(entry) => Some(entry.ends_at).filter(|at| *at > now),
            None if self.loaded.is_over() => None,
            None => Some(self.loaded.game.touched_at() + TimeDelta::seconds(i64::from(game.abandon_after))),
        };
        let left = at.map_or(LONGEST, |at| (at - now).to_std().unwrap_or_default());
        let left = left.saturating_sub(self.seen.elapsed());
        // Never at once: this clock may be ahead of the database's.
        left.min(LONGEST.saturating_sub(self.requested_at.elapsed())).max(SHORTEST)
    }
}

impl Publisher {
    fn new(id: Uuid) -> Self {
        Self {
            id,
            sender: watch::Sender::new(None),
            reading: tokio::sync::Mutex::default(),
            published: Notify::new(),
            in_flight: Mutex::default(),
            unknown: Notify::new(),
            presence: Arc::default(),
        }
    }

    fn state(&self) -> State {
        self.sender.borrow().clone()
    }

    /// Takes a notification; returns true if the game is to be read, because the state does not
    /// contain the change and it is not about to be handed over.
    fn receive(&self, wake: Wake, instance: Uuid) -> bool {
        let made = match wake {
            Wake::Move(made) => made,
            Wake::Readers(readers) => {
                if readers.instance != instance {
                    self.presence.receive(readers);
                }
                return false;
            }
            Wake::Game(_) | Wake::Webhook(_) | Wake::Anything => return true,
        };
        // In this order: a move is handed over before it is no longer in flight.
        !self.in_flight.lock().contains(&made)
            && self.sender.borrow().as_ref().is_none_or(|state| !made.is_in(state.loaded.log()))
    }

    /// True if the state may have changed by time.
    fn is_due(&self) -> bool {
        self.sender.borrow().as_ref().is_none_or(|state| state.due() <= SHORTEST)
    }
}

impl MoveInFlight {
    /// Publishes the game with the move, which the database has stored.
    pub(in crate::service) fn hand_over(mut self, loaded: &LoadedGame, step: Step) {
        // A read in flight may publish the state before.
        let Ok(_reading) = self.publisher.reading.try_lock() else { return };
        let before = self.publisher.state();
        let Some(state) = before.and_then(|before| before.after_move(&self, loaded, step)) else { return };
        self.publisher.sender.send_replace(Some(Arc::new(state)));
        self.is_handed_over = true;
    }
}

impl Drop for MoveInFlight {
    fn drop(&mut self) {
        let mut in_flight = self.publisher.in_flight.lock();
        if let Some(place) = in_flight.iter().position(|made| *made == self.made) {
            in_flight.swap_remove(place);
        }
        drop(in_flight);
        if !self.is_handed_over {
            self.publisher.unknown.notify_one();
        }
    }
}

impl FollowedGames {
    /// Forgets a game without followers; returns true if it did.
    fn forget(&self, publisher: &Publisher) -> bool {
        let mut all = self.0.lock();
        let unused = publisher.sender.receiver_count() == 0;
        if unused {
            all.remove(&publisher.id);
        }
        unused
    }
}

impl Live {
    /// Follows a game, from its present state on; returns the presence of its readers, too.
    pub(super) async fn follow(&self, id: Uuid) -> Result<(watch::Receiver<State>, Arc<Presence>), Error> {
        let requested_at = Instant::now();
        let (publisher, receiver) = self.publisher(id);
        self.publish(&publisher, requested_at).await?;
        Ok((receiver, publisher.presence.clone()))
    }

    /// Publishes the readers of a game, and announces those at this instance. An announcement
    /// that fails is repeated at the next interval.
    async fn update_presence(&self, publisher: &Publisher) {
        let Some(readers) = publisher.presence.update(self.instance) else { return };
        if let Err(error) = self.core.store.changes.announce_readers(publisher.id, readers).await {
            tracing::debug!(error = %causes(&error), "a game's readers cannot be announced");
        }
    }

    /// Notes that a move is about to be stored, if its game is followed.
    pub(in crate::service) async fn storing(
        &self,
        game: &LoadedGame,
        row: &LogEntry,
    ) -> Result<Option<MoveInFlight>, Error> {
        let publisher = self.followed.0.lock().get(&game.game.id).cloned();
        let Some(publisher) = publisher else { return Ok(None) };
        let (made, validated_by, seen) = (AnnouncedMove::of(row), game.revision(), Instant::now());
        let now = self.core.now().await?;
        publisher.in_flight.lock().push(made);
        let (are_confirmed, is_handed_over) = (self.core.store.moves.confirms_players(), false);
        Ok(Some(MoveInFlight { publisher, made, validated_by, now, seen, are_confirmed, is_handed_over }))
    }

    fn publisher(&self, id: Uuid) -> (Arc<Publisher>, watch::Receiver<State>) {
        let mut all = self.followed.0.lock();
        if let Some(publisher) = all.get(&id) {
            return (publisher.clone(), publisher.sender.subscribe());
        }
        let publisher = Arc::new(Publisher::new(id));
        let receiver = publisher.sender.subscribe();
        all.insert(id, publisher.clone());
        drop(all);
        // Before the game is read, so that no change is missed.
        let mut changes = Some(self.core.store.changes.subscribe(Topic::Game(id)));
        let (live, kept_up) = (self.clone(), publisher.clone());
        let keep_up = move || {
            let changes = changes.take().unwrap_or_else(|| {
                // The changes since the last read are unknown.
                kept_up.unknown.notify_one();
                live.core.store.changes.subscribe(Topic::Game(id))
            });
            keep_up(live.clone(), kept_up.clone(), changes)
        };
        tokio::spawn(supervise("followed game", BACKOFF, keep_up));
        (publisher, receiver)
    }

    /// Reads a game and publishes its changes, unless another read did since `requested_at`.
    async fn publish(&self, publisher: &Publisher, requested_at: Instant) -> Result<(), Error> {
        let reading = publisher.reading.lock().await;
        let before = publisher.state();
        if before.as_ref().is_some_and(|before| before.requested_at >= requested_at) {
            return Ok(());
        }
        let requested_at = Instant::now();
        let loaded = self.games.loaded_game(publisher.id).await?;
        let (recent, is_silent) = match &before {
            Some(before) => before.continued(&loaded)?,
            None => (Vec::new(), false),
        };
        let signals = match &before {
            Some(before) if is_silent => before.signals.clone(),
            Some(_) | None => {
                // After the game: so all that were given before its last move are
                // there. Those of later moves come with these.
                let given = self.core.store.games.signals(publisher.id, 0, MAX_SIGNALS).await?;
                given.into_iter().filter(|said| said.seq <= loaded.seq()).collect()
            }
        };
        let parts = ShownParts::default();
        let state = FollowedGame { loaded, recent, signals, requested_at, seen: requested_at, parts };
        let is_new = before.is_none_or(|before| !before.is_same(&state));
        publisher.sender.send_if_modified(|published| {
            *published = Some(Arc::new(state));
            is_new
        });
        drop(reading);
        publisher.published.notify_one();
        Ok(())
    }
}

async fn any_changed(subscriptions: &mut [Subscription]) {
    if subscriptions.is_empty() {
        return pending().await;
    }
    select_all(subscriptions.iter_mut().map(|subscription| Box::pin(subscription.changed()))).await;
}

/// Publishes a game's changes while it has followers.
async fn keep_up(live: Live, publisher: Arc<Publisher>, mut changes: Subscription) {
    let (mut players, mut identities) = (Vec::new(), Vec::new());
    loop {
        let seated = publisher.state().map(|state| state.loaded.named_players()).unwrap_or_default();
        if players == seated {
            let due = publisher.state().map_or(LONGEST, |state| state.due());
            tokio::select! {
                wake = changes.changed() => if !publisher.receive(wake, live.instance) { continue },
                () = publisher.presence.due() => {
                    live.update_presence(&publisher).await;
                    continue;
                }
                () = publisher.unknown.notified() => {}
                () = any_changed(&mut identities) => {}
                // Moves that were handed over meanwhile have deferred it.
                () = sleep(due) => if !publisher.is_due() { continue },
                () = publisher.published.notified() => continue,
                () = publisher.sender.closed() => {
                    live.update_presence(&publisher).await;
                    if live.followed.forget(&publisher) {
                        return;
                    }
                    continue;
                }
            }
        } else {
            // Changes before these subscriptions are found by reading again.
            let place = |player: &Uuid| live.core.store.changes.subscribe(Topic::Identity(*player));
            identities = seated.iter().map(place).collect();
            players = seated;
        }
        while let Some(wake) = changes.changed().now_or_never() {
            publisher.receive(wake, live.instance);
        }
        while let Err(error) = live.publish(&publisher, Instant::now()).await {
            if !is_transient(&error) {
                tracing::error!(error = %causes(&error), game = %publisher.id, "a game that is followed cannot be read");
                // Followers get an error and reconnect.
                live.followed.0.lock().remove(&publisher.id);
                publisher.sender.send_replace(None);
                return;
            }
            sleep(RETRY).await;
        }
    }
}
