//! The analyses in flight on this instance: each task once, and few per client.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;
use regicide_engine::engine::Hash;
use uuid::Uuid;

use super::ASK_AGAIN;
use super::answer::Known;
use crate::service::error::Error;

/// The limit on analyses in flight.
const MAX_ANALYSES: usize = 64;
/// The limit on analyses in flight per client address.
const MAX_OF_CLIENT: usize = 3;
/// The time without a request after which an analysis is deferred: ten times the
/// retry interval of clients.
const DEFERRED_AFTER: TimeDelta = TimeDelta::seconds(10 * ASK_AGAIN.cast_signed());

/// The client key for unknown addresses.
const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Task {
    /// A stored game.
    Game(Uuid),
    /// A record or position that a client sent.
    Sent(Hash),
}

/// The state of each analysis in flight.
#[derive(Debug, Default)]
pub(super) struct Queue(Mutex<HashMap<Task, Arc<Mutex<State>>>>);

#[derive(Debug)]
struct State {
    /// The address that the task counts for, and whose turns it takes, if it is
    /// known.
    client: Option<IpAddr>,
    requested_at: DateTime<Utc>,
    known: Option<Known>,
}

/// A slot in the queue. Dropping it frees the slot, even after a panic.
pub(super) struct QueueSlot {
    queue: Arc<Queue>,
    pub(super) task: Task,
    state: Arc<Mutex<State>>,
}

pub(super) enum Entered {
    /// The task got a slot with this request, and is to be started.
    Now(QueueSlot),
    /// The task had a slot, with its computed part; `None` if it has not started.
    Before(Option<Known>),
}

impl Queue {
    /// Takes a slot for a task, unless it has one. Deferred tasks free their slots.
    pub(super) fn enter(
        this: &Arc<Self>,
        task: Task,
        client: Option<IpAddr>,
        now: DateTime<Utc>,
    ) -> Result<Entered, Error> {
        let mut tasks = this.0.lock();
        tasks.retain(|_, state| state.lock().is_awaited(now));
        let of_client = tasks.values().filter(|state| state.lock().client == client).count();
        if let Some(state) = tasks.get(&task) {
            let mut state = state.lock();
            state.requested_at = now;
            // So the task does not wait for others of the client that requested it
            // first.
            if of_client == 0 {
                state.client = client;
            }
            return Ok(Entered::Before(state.known.clone()));
        }
        let has_all = client.is_some() && of_client >= MAX_OF_CLIENT;
        if tasks.len() >= MAX_ANALYSES || has_all {
            return Err(Error::AnalysesBusy);
        }
        let state = Arc::new(Mutex::new(State { client, requested_at: now, known: None }));
        tasks.insert(task, state.clone());
        Ok(Entered::Now(QueueSlot { queue: this.clone(), task, state }))
    }
}

impl State {
    fn is_awaited(&self, now: DateTime<Utc>) -> bool {
        now - self.requested_at <= DEFERRED_AFTER
    }
}

impl QueueSlot {
    /// The client whose turn the next piece takes; `None` if the task is deferred.
    pub(super) fn client(&self, now: DateTime<Utc>) -> Option<IpAddr> {
        let state = self.state.lock();
        state.is_awaited(now).then(|| state.client.unwrap_or(UNKNOWN))
    }

    pub(super) fn publish(&self, known: Known) {
        self.state.lock().known = Some(known);
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let mut tasks = self.queue.0.lock();
        // A later request may have taken another slot for the task.
        if tasks.get(&self.task).is_some_and(|state| Arc::ptr_eq(state, &self.state)) {
            tasks.remove(&self.task);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time `seconds` after the start of the test.
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
    fn an_address_has_a_few_slots_in_both_forms_together() {
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
    fn a_slot_is_kept_while_it_is_requested() {
        let queue = Arc::<Queue>::default();
        let deferred = slot(game(&queue, 0, 0, 0));
        let awaited = slot(game(&queue, 1, 0, 0));
        assert!(matches!(game(&queue, 1, 1, 15), Ok(Entered::Before(None))));
        assert_eq!((deferred.client(at(20)), awaited.client(at(35))), (Some(address(0)), Some(address(1))));
        assert_eq!((deferred.client(at(21)), awaited.client(at(36))), (None, None));

        // Another task takes the freed slot, and so does a later request for the
        // first one.
        let slots: Vec<_> = (2..5).map(|number| slot(game(&queue, number, 0, 21))).collect();
        drop(slots);
        let again = slot(game(&queue, 0, 0, 22));
        assert_eq!(deferred.client(at(22)), None, "its slot is lost");
        drop(deferred);
        assert_eq!(again.client(at(22)), Some(address(0)), "this is another's");
    }

    #[test]
    fn a_task_counts_for_a_client_that_has_no_other() {
        let queue = Arc::<Queue>::default();
        let first = slot(game(&queue, 0, 0, 0));
        let _second = slot(game(&queue, 1, 0, 0));
        game(&queue, 0, 1, 1).ok();
        assert_eq!(first.client(at(1)), Some(address(1)));
        game(&queue, 0, 0, 2).ok();
        assert_eq!(first.client(at(2)), Some(address(1)), "the first one has another");
    }
}
