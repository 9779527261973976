//! The analyses that wait or are computed on this instance.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;
use regicide::engine::Hash;
use uuid::Uuid;

use super::ASK_AGAIN;
use super::answer::Known;
use crate::service::error::Error;

/// How many analyses wait or are computed at most.
const MAX_ANALYSES: usize = 64;
/// How many of them one address may have asked for.
const MAX_OF_CLIENT: usize = 3;
/// For how long nobody has asked for an analysis that nobody waits for: ten
/// times as long as clients are told to wait.
const FORGOTTEN_AFTER: TimeDelta = TimeDelta::seconds(10 * ASK_AGAIN.cast_signed());

/// The address that asked; nothing where it is not known.
pub(super) type Client = Option<IpAddr>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Task {
    /// A stored game.
    Game(Uuid),
    /// What a client sent.
    Sent(Hash),
}

#[derive(Debug, Default)]
pub(super) struct Queue(Mutex<Tasks>);

#[derive(Debug, Default)]
struct Tasks {
    entries: HashMap<Task, Entry>,
    /// How many slots were given.
    given: u64,
}

#[derive(Debug)]
struct Entry {
    /// Tells its slot from others of the same task, earlier or later.
    number: u64,
    /// Whose it counts as, and whose turns it takes.
    client: Client,
    /// When it was asked for last.
    asked: DateTime<Utc>,
    known: Option<Known>,
}

/// A slot in the queue. It is free when this is dropped, even by a panic.
pub(super) struct QueueSlot {
    queue: Arc<Queue>,
    pub(super) task: Task,
    number: u64,
}

pub(super) enum Entered {
    /// The task has a slot now, and is to be begun.
    Now(QueueSlot),
    /// It had one, and so much is known; nothing if it has not begun.
    Before(Option<Known>),
}

impl Queue {
    /// Asks for a slot for a task, and keeps the one that it has. Slots of
    /// tasks that nobody waits for are free.
    pub(super) fn enter(
        this: &Arc<Self>,
        task: Task,
        client: Client,
        now: DateTime<Utc>,
    ) -> Result<Entered, Error> {
        let mut tasks = this.0.lock();
        tasks.entries.retain(|_, entry| entry.is_awaited(now));
        let of_client = tasks.entries.values().filter(|entry| entry.client == client).count();
        if let Some(entry) = tasks.entries.get_mut(&task) {
            entry.asked = now;
            // So it waits for no other tasks of whoever asked for it first.
            if of_client == 0 {
                entry.client = client;
            }
            return Ok(Entered::Before(entry.known.clone()));
        }
        let has_all = client.is_some() && of_client >= MAX_OF_CLIENT;
        if tasks.entries.len() >= MAX_ANALYSES || has_all {
            return Err(Error::AnalysesBusy);
        }
        tasks.given += 1;
        let number = tasks.given;
        tasks.entries.insert(task, Entry { number, client, asked: now, known: None });
        Ok(Entered::Now(QueueSlot { queue: this.clone(), task, number }))
    }
}

impl Entry {
    fn is_awaited(&self, now: DateTime<Utc>) -> bool {
        now - self.asked <= FORGOTTEN_AFTER
    }
}

impl QueueSlot {
    /// Whose turn the next piece takes; nothing if nobody waits for it.
    pub(super) fn client(&self, now: DateTime<Utc>) -> Option<Client> {
        self.with_entry(|entry| entry.is_awaited(now).then_some(entry.client)).flatten()
    }

    pub(super) fn tell(&self, known: Known) {
        self.with_entry(|entry| entry.known = Some(known));
    }

    /// The entry, unless the slot is lost.
    fn with_entry<T>(&self, change: impl FnOnce(&mut Entry) -> T) -> Option<T> {
        let mut tasks = self.queue.0.lock();
        tasks.entries.get_mut(&self.task).filter(|entry| entry.number == self.number).map(change)
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let mut tasks = self.queue.0.lock();
        if tasks.entries.get(&self.task).is_some_and(|entry| entry.number == self.number) {
            tasks.entries.remove(&self.task);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many seconds after the test has begun.
    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn address(number: u8) -> IpAddr {
        [10, 0, 0, number].into()
    }

    fn game(queue: &Arc<Queue>, number: u128, client: u8, seconds: i64) -> Result<Entered, Error> {
        Queue::enter(queue, Task::Game(Uuid::from_u128(number)), Some(address(client)), at(seconds))
    }

    fn sent(queue: &Arc<Queue>, number: u8, client: u8) -> Result<Entered, Error> {
        Queue::enter(queue, Task::Sent(Hash([number; 32])), Some(address(client)), at(0))
    }

    fn slot(entered: Result<Entered, Error>) -> QueueSlot {
        let Ok(Entered::Now(slot)) = entered else { panic!("a slot is free") };
        slot
    }

    #[test]
    fn only_so_many_analyses_wait_and_each_once() {
        let queue = Arc::<Queue>::default();
        let of = |number: u8| game(&queue, number.into(), number, 0);
        let mut slots: Vec<_> = (0..64).map(|number| slot(of(number))).collect();
        assert!(matches!(of(0), Ok(Entered::Before(None))), "it has its slot");
        assert!(matches!(of(64), Err(Error::AnalysesBusy)));
        slots.pop();
        slot(of(64));
    }

    #[test]
    fn an_address_has_a_few_places_in_both_forms_together() {
        let queue = Arc::<Queue>::default();
        let slots = [slot(sent(&queue, 0, 0)), slot(game(&queue, 1, 0, 0)), slot(sent(&queue, 2, 0))];
        assert!(matches!(game(&queue, 3, 0, 0), Err(Error::AnalysesBusy)));
        assert!(matches!(sent(&queue, 3, 0), Err(Error::AnalysesBusy)));
        assert!(matches!(sent(&queue, 2, 0), Ok(Entered::Before(None))), "it has this one");
        let _others = slot(game(&queue, 3, 1, 0));
        drop(slots);
        slot(sent(&queue, 4, 0));
    }

    #[test]
    fn a_place_is_kept_for_as_long_as_somebody_asks() {
        let queue = Arc::<Queue>::default();
        let forgotten = slot(game(&queue, 0, 0, 0));
        let awaited = slot(game(&queue, 1, 0, 0));
        assert!(matches!(game(&queue, 1, 1, 15), Ok(Entered::Before(None))));
        assert_eq!(
            (forgotten.client(at(20)), awaited.client(at(35))),
            (Some(Some(address(0))), Some(Some(address(1))))
        );
        assert_eq!((forgotten.client(at(21)), awaited.client(at(36))), (None, None));

        // Another takes its slot, and so does a later request for the same.
        let slots: Vec<_> = (2..5).map(|number| slot(game(&queue, number, 0, 21))).collect();
        drop(slots);
        let again = slot(game(&queue, 0, 0, 22));
        assert_eq!(forgotten.client(at(22)), None, "its slot is lost");
        drop(forgotten);
        assert_eq!(again.client(at(22)), Some(Some(address(0))), "this is another's");
    }

    #[test]
    fn a_task_is_of_whoever_waits_for_nothing_else() {
        let queue = Arc::<Queue>::default();
        let first = slot(game(&queue, 0, 0, 0));
        let _second = slot(game(&queue, 1, 0, 0));
        game(&queue, 0, 1, 1).ok();
        assert_eq!(first.client(at(1)), Some(Some(address(1))));
        game(&queue, 0, 0, 2).ok();
        assert_eq!(first.client(at(2)), Some(Some(address(1))), "the first one has another");
    }
}
