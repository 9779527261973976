//! Games that somebody on this instance follows. Each is read once for all who
//! follow it when it changes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::FutureExt;
use futures_util::future::{pending, select_all};
use parking_lot::Mutex;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::{RETRY, is_transient};
use crate::service::Service;
use crate::service::error::Error;
use crate::service::games::loaded_game::LoadedGame;
use crate::service::games::log::Step;
use crate::store::{MAX_SIGNALS, SaidSignal, SeatState, Subscription, Topic};

/// How many of the last moves are kept with what they did.
const KEPT: usize = 32;
/// The longest time until a game is looked at though nothing was announced.
const LONGEST: Duration = Duration::from_hours(1);

/// A game as those who follow it see it: the latest state, never a queue.
pub(super) struct FollowedGame {
    pub(super) loaded: LoadedGame,
    /// The last moves, without a gap.
    recent: Vec<Arc<Step>>,
    /// What players have said up to the last move, and since.
    signals: Vec<SaidSignal>,
    asked: Instant,
}

fn count<'a>(signals: impl Iterator<Item = &'a SaidSignal>) -> u32 {
    u32::try_from(signals.count()).unwrap_or(u32::MAX)
}

type State = Option<Arc<FollowedGame>>;

/// Where the state of a game is published.
struct Publisher {
    id: Uuid,
    sender: watch::Sender<State>,
    /// Who reads the game reads and publishes before the next does, so that
    /// no older state follows a newer one.
    reading: tokio::sync::Mutex<()>,
    /// Told after each reading: time may now make another of it sooner.
    published: Notify,
}

/// The map stays right whatever panics: nothing is called while it is locked.
#[derive(Default)]
pub(in crate::service) struct FollowedGames(Mutex<HashMap<Uuid, Arc<Publisher>>>);

impl FollowedGame {
    /// The last moves of the game after this state, and whether nothing can have
    /// been said since.
    fn continued(&self, loaded: &LoadedGame) -> Result<(Vec<Arc<Step>>, bool), Error> {
        if !loaded.goes_on_from(&self.loaded) {
            return Ok((Vec::new(), false));
        }
        let made = self.loaded.log().len();
        let steps = loaded.steps_from(self.loaded.position, made..loaded.log().len())?;
        let mut positions = steps.iter().map(|step| step.position).chain([self.loaded.position]);
        let is_silent = positions.all(|position| position.signals().is_empty());
        let mut recent = self.recent.clone();
        recent.extend(steps.into_iter().map(Arc::new));
        recent.drain(..recent.len().saturating_sub(KEPT));
        Ok((recent, is_silent))
    }

    /// How many signals were given before move `seq`.
    pub(super) fn signals_before(&self, seq: u32) -> u32 {
        count(self.signals.iter().filter(|said| said.seq < seq))
    }

    /// How many signals were given in all.
    pub(super) fn signals_given(&self) -> u32 {
        count(self.signals.iter())
    }

    /// The signals after number `after` that were given before more than `last`
    /// moves were made.
    pub(super) fn signals_after(&self, after: u32, last: u32) -> impl Iterator<Item = &SaidSignal> {
        self.signals.iter().filter(move |said| said.number > after && said.seq <= last)
    }

    /// At most so many moves after the first `seq`, with what they did; `last`
    /// is the one before them, if the reader has kept it.
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
            Some(last) => self.loaded.steps_from(last.position, places)?,
            None => self.loaded.steps(places)?,
        };
        Ok(steps.into_iter().map(Arc::new).collect())
    }

    /// Whether everybody sees the same in both, and may see it by the same
    /// tokens.
    fn is_same(&self, other: &Self) -> bool {
        let seen = |state: &Self| {
            let loaded = &state.loaded;
            let player = |seat: &SeatState| (seat.name.clone(), seat.player.map(|player| player.token.0));
            let players: Vec<_> = loaded.game.seats.iter().map(player).collect();
            (loaded.revision(), loaded.status(), loaded.is_revealed(), players, state.signals.len())
        };
        seen(self) == seen(other)
    }

    /// How long it takes until time alone makes it another.
    fn due(&self) -> Duration {
        let (game, now) = (&self.loaded.game, self.loaded.now);
        let at = match game.challenge {
            Some(entry) => Some(entry.ends_at).filter(|at| *at > now),
            None if self.loaded.is_over() => None,
            None => Some(self.loaded.game.touched_at() + TimeDelta::seconds(i64::from(game.abandon_after))),
        };
        let left = at.map(|at| (at - now).to_std().unwrap_or_default());
        // Never at once: this clock may be ahead of the database's.
        left.unwrap_or(LONGEST).saturating_sub(self.asked.elapsed()).clamp(Duration::from_millis(10), LONGEST)
    }
}

impl Publisher {
    fn state(&self) -> State {
        self.sender.borrow().clone()
    }
}

impl FollowedGames {
    /// Forgets a game that nobody follows; whether it did.
    fn forget(&self, publisher: &Publisher) -> bool {
        let mut all = self.0.lock();
        let unused = publisher.sender.receiver_count() == 0;
        if unused {
            all.remove(&publisher.id);
        }
        unused
    }
}

impl Service {
    /// Follows a game, from its present state on.
    pub(super) async fn follow(&self, id: Uuid) -> Result<watch::Receiver<State>, Error> {
        let asked = Instant::now();
        let (publisher, receiver) = self.publisher(id);
        self.publish(&publisher, asked).await?;
        Ok(receiver)
    }

    fn publisher(&self, id: Uuid) -> (Arc<Publisher>, watch::Receiver<State>) {
        let mut all = self.followed.0.lock();
        if let Some(publisher) = all.get(&id) {
            return (publisher.clone(), publisher.sender.subscribe());
        }
        let (sender, receiver) = watch::channel(None);
        let publisher = Arc::new(Publisher {
            id,
            sender,
            reading: tokio::sync::Mutex::default(),
            published: Notify::new(),
        });
        all.insert(id, publisher.clone());
        drop(all);
        // Before the game is read, so that no change falls in between.
        let changes = self.store.subscribe(Topic::Game(id));
        tokio::spawn(keep_up(self.clone(), publisher.clone(), changes));
        (publisher, receiver)
    }

    /// Reads a game and publishes what has changed, unless somebody else did
    /// since it was asked for.
    async fn publish(&self, publisher: &Publisher, asked: Instant) -> Result<(), Error> {
        let reading = publisher.reading.lock().await;
        let before = publisher.state();
        if before.as_ref().is_some_and(|before| before.asked >= asked) {
            return Ok(());
        }
        let asked = Instant::now();
        let loaded = self.loaded_game(publisher.id).await?;
        let (recent, is_silent) = match &before {
            Some(before) => before.continued(&loaded)?,
            None => (Vec::new(), false),
        };
        let signals = match &before {
            Some(before) if is_silent => before.signals.clone(),
            Some(_) | None => {
                // After the game: so all that were given before its last move are
                // there. Those of later moves come with these.
                let given = self.store.signals(publisher.id, 0, MAX_SIGNALS).await?;
                given.into_iter().filter(|said| said.seq <= loaded.seq()).collect()
            }
        };
        let state = FollowedGame { loaded, recent, signals, asked };
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

/// Publishes a game's changes as long as anybody follows it.
async fn keep_up(service: Service, publisher: Arc<Publisher>, mut changes: Subscription) {
    let (mut players, mut identities) = (Vec::new(), Vec::new());
    loop {
        let seated = publisher.state().map(|state| state.loaded.players()).unwrap_or_default();
        if players == seated {
            let due = publisher.state().map_or(LONGEST, |state| state.due());
            tokio::select! {
                _ = changes.changed() => {}
                () = any_changed(&mut identities) => {}
                () = sleep(due) => {}
                () = publisher.published.notified() => continue,
                () = publisher.sender.closed() => {
                    if service.followed.forget(&publisher) {
                        return;
                    }
                    continue;
                }
            }
        } else {
            // What changed before these subscriptions is found by reading again.
            let place = |player: &Uuid| service.store.subscribe(Topic::Identity(*player));
            identities = seated.iter().map(place).collect();
            players = seated;
        }
        while changes.changed().now_or_never().is_some() {}
        while let Err(error) = service.publish(&publisher, Instant::now()).await {
            if !is_transient(&error) {
                tracing::error!(%error, game = %publisher.id, "a game that is followed cannot be read");
                // Followers get an error and reconnect.
                service.followed.0.lock().remove(&publisher.id);
                publisher.sender.send_replace(None);
                return;
            }
            sleep(RETRY).await;
        }
    }
}
