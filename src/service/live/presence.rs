//! The presence of a game's readers: the seats that read its events, and the number of other
//! readers, at all instances.
//!
//! Each instance counts its own readers, and announces them when they change and at intervals. The
//! readers of an instance that no longer announces them expire.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use regicide_engine::engine::{Seat, Viewer};
use regicide_store::InstanceReaders;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until};
use uuid::Uuid;

/// The pause between two updates: a game with many spectators changes many times a second.
const PAUSE: Duration = Duration::from_secs(1);
/// The interval of announcements without a change.
const REFRESH: Duration = Duration::from_secs(30);
/// The age at which another instance's announcement expires: two were lost.
const EXPIRY: Duration = Duration::from_secs(75);

/// The readers at one instance or at all: a set of seats, and the number of other readers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Readers {
    seats: u8,
    pub(super) spectators: u32,
}

/// The presence of the readers of one game.
#[derive(Default)]
pub(super) struct Presence {
    state: Mutex<PresenceState>,
    /// Notified when an update may be due sooner.
    changed: Notify,
    published: watch::Sender<Readers>,
}

#[derive(Default)]
struct PresenceState {
    /// The readers at this instance: their number by seat, and of the others.
    seats: [u32; Seat::COUNT],
    spectators: u32,
    /// The readers that this instance has announced last, if there were any.
    announced: Readers,
    /// The other instances' readers, and the time of the announcement. Empty while there are
    /// none here.
    elsewhere: HashMap<Uuid, (Readers, Instant)>,
    /// True if something has changed since the last update.
    is_changed: bool,
    /// True if another instance has no announcement of this one.
    is_requested: bool,
    updated_at: Option<Instant>,
    announced_at: Option<Instant>,
}

/// A reader that is present until it is dropped.
pub(super) struct PresentReader {
    presence: Arc<Presence>,
    viewer: Viewer,
    published: watch::Receiver<Readers>,
    /// The last readers that were returned.
    returned: Option<Readers>,
}

impl Readers {
    /// The seats that read, in their order.
    pub(super) fn seats(self) -> Vec<Seat> {
        Seat::all(4).filter(|seat| self.seats & (1 << seat.index()) != 0).collect()
    }

    const fn is_none(self) -> bool {
        self.seats == 0 && self.spectators == 0
    }

    const fn and(self, other: Self) -> Self {
        let spectators = self.spectators.saturating_add(other.spectators);
        Self { seats: self.seats | other.seats, spectators }
    }
}

impl PresenceState {
    fn count(&mut self, viewer: Viewer) -> &mut u32 {
        self.is_changed = true;
        match viewer {
            Viewer::Seat(seat) => &mut self.seats[seat.index()],
            Viewer::Spectator => &mut self.spectators,
        }
    }

    fn own(&self) -> Readers {
        let bits = self.seats.iter().enumerate().filter(|(_, count)| **count > 0).map(|(seat, _)| 1 << seat);
        Readers { seats: bits.sum(), spectators: self.spectators }
    }

    /// The readers at all instances.
    fn all(&self) -> Readers {
        self.elsewhere.values().fold(self.own(), |all, (readers, _)| all.and(*readers))
    }

    /// The time of the next update, if there is one.
    fn due(&self) -> Option<Instant> {
        if self.is_changed {
            return self.updated_at.map(|at| at + PAUSE);
        }
        let refresh = self.announced_at.filter(|_| !self.own().is_none()).map(|at| at + REFRESH);
        let expiries = self.elsewhere.values().map(|(_, announced_at)| *announced_at + EXPIRY);
        expiries.chain(refresh).min()
    }

    /// The readers at all instances, and those at this one if they are to be announced.
    fn update(&mut self, instance: Uuid, now: Instant) -> (Readers, Option<InstanceReaders>) {
        let own = self.own();
        if own.is_none() {
            self.elsewhere.clear();
        }
        self.elsewhere.retain(|_, (_, announced_at)| now.duration_since(*announced_at) < EXPIRY);
        let is_old = self.announced_at.is_none_or(|at| now.duration_since(at) >= REFRESH);
        let is_due = own != self.announced || !own.is_none() && (self.is_requested || is_old);
        let is_new = self.announced.is_none();
        let Readers { seats, spectators } = own;
        let announced = is_due.then_some(InstanceReaders { instance, seats, spectators, is_new });
        if is_due {
            (self.announced, self.announced_at) = (own, Some(now));
        }
        (self.is_changed, self.is_requested, self.updated_at) = (false, false, Some(now));
        (self.all(), announced)
    }

    /// Takes the readers of another instance.
    fn receive(&mut self, there: InstanceReaders, now: Instant) {
        if self.own().is_none() {
            return;
        }
        let readers = Readers { seats: there.seats, spectators: there.spectators };
        if readers.is_none() {
            self.elsewhere.remove(&there.instance);
        } else {
            self.elsewhere.insert(there.instance, (readers, now));
        }
        self.is_requested |= there.is_new;
        self.is_changed |= there.is_new;
    }
}

impl Presence {
    /// Counts a reader.
    pub(super) fn enter(self: &Arc<Self>, viewer: Viewer) -> PresentReader {
        *self.state.lock().count(viewer) += 1;
        self.changed.notify_one();
        PresentReader {
            presence: self.clone(),
            viewer,
            published: self.published.subscribe(),
            returned: None,
        }
    }

    /// Waits until an update is due.
    pub(super) async fn due(&self) {
        loop {
            let due = {
                let state = self.state.lock();
                if state.updated_at.is_none() && state.is_changed {
                    return;
                }
                state.due()
            };
            match due {
                Some(due) if due <= Instant::now() => return,
                Some(due) => tokio::select! {
                    () = sleep_until(due) => {}
                    () = self.changed.notified() => {}
                },
                None => self.changed.notified().await,
            }
        }
    }

    /// Publishes the readers at all instances, and returns those at this one if they are to be
    /// announced.
    pub(super) fn update(&self, instance: Uuid) -> Option<InstanceReaders> {
        let (all, announced) = self.state.lock().update(instance, Instant::now());
        self.publish(all);
        announced
    }

    /// Takes an announcement of another instance, which announces at intervals of its own, and
    /// publishes it.
    pub(super) fn receive(&self, there: InstanceReaders) {
        let all = {
            let mut state = self.state.lock();
            state.receive(there, Instant::now());
            state.all()
        };
        self.publish(all);
        self.changed.notify_one();
    }

    fn publish(&self, all: Readers) {
        self.published.send_if_modified(|published| std::mem::replace(published, all) != all);
    }
}

impl PresentReader {
    /// Counts the reader as another viewer from now on.
    pub(super) fn become_viewer(&mut self, viewer: Viewer) {
        if self.viewer != viewer {
            let mut state = self.presence.state.lock();
            *state.count(self.viewer) -= 1;
            *state.count(viewer) += 1;
            self.viewer = viewer;
            drop(state);
            self.presence.changed.notify_one();
        }
    }

    /// The present readers: at first at once, then after the next change.
    pub(super) async fn next(reader: &mut Option<Self>) -> Readers {
        let Some(reader) = reader else { return std::future::pending().await };
        let readers = match reader.returned {
            // The reader is not yet among those that are published.
            None => {
                reader.published.mark_unchanged();
                reader.presence.state.lock().all()
            }
            Some(returned) => loop {
                // The reader holds the sender.
                let _ = reader.published.changed().await;
                let readers = *reader.published.borrow_and_update();
                if readers != returned {
                    break readers;
                }
            },
        };
        *reader.returned.insert(readers)
    }
}

impl Drop for PresentReader {
    fn drop(&mut self) {
        *self.presence.state.lock().count(self.viewer) -= 1;
        self.presence.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two instances' readers of a game, and the time.
    struct Instances {
        here: PresenceState,
        there: PresenceState,
        now: Instant,
    }

    fn seat(number: u8) -> Viewer {
        Viewer::Seat(number.try_into().unwrap())
    }

    fn readers(seats: u8, spectators: u32) -> Readers {
        Readers { seats, spectators }
    }

    impl Instances {
        fn new() -> Self {
            let (here, there) = Default::default();
            Self { here, there, now: Instant::now() }
        }

        /// The readers that each instance shows after its update and the other's announcements.
        fn shown(&mut self) -> [Readers; 2] {
            let [one, other] = [1, 2].map(Uuid::from_u128);
            for _ in 0..2 {
                if let (_, Some(announced)) = self.here.update(one, self.now) {
                    self.there.receive(announced, self.now);
                }
                if let (_, Some(announced)) = self.there.update(other, self.now) {
                    self.here.receive(announced, self.now);
                }
            }
            [self.here.update(one, self.now).0, self.there.update(other, self.now).0]
        }
    }

    #[test]
    fn readers_of_all_instances_are_shown() {
        let mut both = Instances::new();
        *both.here.count(seat(1)) += 1;
        assert_eq!(both.shown(), [readers(2, 0), readers(0, 0)], "no reader there");
        *both.there.count(seat(3)) += 1;
        *both.there.count(Viewer::Spectator) += 2;
        assert_eq!(both.shown(), [readers(10, 2); 2], "a new instance receives those of the others");
        *both.there.count(seat(1)) += 1;
        *both.here.count(seat(1)) -= 1;
        assert_eq!(both.shown(), [readers(0, 0), readers(10, 2)], "two devices of a seat");
        assert!(both.here.due().is_none());
    }

    #[test]
    fn readers_of_a_killed_instance_expire() {
        let mut both = Instances::new();
        *both.here.count(seat(0)) += 1;
        *both.there.count(seat(1)) += 1;
        assert_eq!(both.shown(), [readers(3, 0); 2]);
        let here = Uuid::from_u128(1);
        let begun = both.now;
        let mut announced = 0;
        while both.now < begun + EXPIRY {
            let (shown, own) = both.here.update(here, both.now);
            assert_eq!(shown, readers(3, 0));
            announced += u32::from(own.is_some());
            both.now = both.here.due().unwrap();
        }
        assert_eq!((both.now, announced), (begun + EXPIRY, 2));
        assert_eq!(both.here.update(here, both.now).0, readers(1, 0));
    }

    #[test]
    fn only_changes_are_announced_before_the_interval() {
        let mut both = Instances::new();
        *both.here.count(seat(0)) += 1;
        *both.there.count(seat(1)) += 1;
        both.shown();
        let here = Uuid::from_u128(1);
        assert!(!both.here.is_changed && both.here.update(here, both.now).1.is_none());
        *both.here.count(seat(0)) += 1;
        assert!(both.here.update(here, both.now).1.is_none(), "another device of the seat");
        *both.here.count(Viewer::Spectator) += 1;
        let due = both.here.due().unwrap();
        assert_eq!(due, both.now + PAUSE, "many changes are announced at once");
        let announced = both.here.update(here, due).1.unwrap();
        assert_eq!((announced.seats, announced.spectators, announced.is_new), (1, 1, false));
        let due = both.here.due().unwrap();
        assert!(both.here.update(here, due).1.is_some(), "at intervals");
    }
}
