//! The analyses that wait or are computed on this instance.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

use crate::engine::Hash;
use crate::service::error::Error;

/// How many analyses wait or are computed at most.
const MAX_ANALYSES: usize = 16;
/// How many of them are of what clients sent, so that games of the service keep
/// places.
const MAX_SENT: usize = 8;

/// What is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Task {
    /// A stored game.
    Game(Uuid),
    /// What a client sent.
    Sent(Hash),
}

/// The tasks that wait or are computed.
#[derive(Debug, Default)]
pub(super) struct Queue(Mutex<HashMap<Task, Entry>>);

/// What is known of a task.
#[derive(Debug)]
struct Entry {
    /// The address that sent it: each has one place at a time.
    from: Option<IpAddr>,
    percent: Arc<AtomicU8>,
}

/// A place in the queue. It is free when this is dropped, even by a panic.
pub(super) struct Place {
    queue: Arc<Queue>,
    task: Task,
    percent: Arc<AtomicU8>,
}

/// What came of entering the queue.
pub(super) enum Entered {
    /// The task has a place now, and is to be begun.
    Now(Place),
    /// It had one, and so much of it is done, in percent.
    Before(u8),
}

impl Queue {
    /// Asks for a place for a task.
    ///
    /// # Errors
    /// [`Error::AnalysesBusy`] if no place is free, or the address has one.
    pub(super) fn enter(this: &Arc<Self>, task: Task, from: Option<IpAddr>) -> Result<Entered, Error> {
        let mut tasks = this.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = tasks.get(&task) {
            return Ok(Entered::Before(entry.percent.load(Ordering::Relaxed)));
        }
        let sent = || tasks.keys().filter(|task| matches!(task, Task::Sent(_))).count();
        let has_place = from.is_some() && tasks.values().any(|entry| entry.from == from);
        let is_full = match task {
            Task::Game(_) => tasks.len() >= MAX_ANALYSES,
            Task::Sent(_) => tasks.len() >= MAX_ANALYSES || sent() >= MAX_SENT || has_place,
        };
        if is_full {
            return Err(Error::AnalysesBusy);
        }
        let percent = Arc::<AtomicU8>::default();
        tasks.insert(task, Entry { from, percent: percent.clone() });
        Ok(Entered::Now(Place { queue: this.clone(), task, percent }))
    }
}

impl Place {
    /// Notes how much is done.
    pub(super) fn tell(&self, done: usize, of: usize) {
        let percent = (100 * done).checked_div(of).unwrap_or_default();
        self.percent.store(u8::try_from(percent).unwrap_or(100), Ordering::Relaxed);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.queue.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.task);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(queue: &Arc<Queue>, number: u128) -> Result<Entered, Error> {
        Queue::enter(queue, Task::Game(Uuid::from_u128(number)), None)
    }

    fn sent(queue: &Arc<Queue>, number: u8, address: u8) -> Result<Entered, Error> {
        Queue::enter(queue, Task::Sent(Hash([number; 32])), Some([10, 0, 0, address].into()))
    }

    fn place(entered: Result<Entered, Error>) -> Place {
        let Ok(Entered::Now(place)) = entered else { panic!("a place is free") };
        place
    }

    #[test]
    fn only_so_many_analyses_wait_and_each_once() {
        let queue = Arc::<Queue>::default();
        let mut places: Vec<_> = (0..16).map(|number| place(game(&queue, number))).collect();
        assert!(matches!(game(&queue, 0), Ok(Entered::Before(0))), "it has its place");
        places[0].tell(1, 4);
        assert!(matches!(game(&queue, 0), Ok(Entered::Before(25))));
        assert!(matches!(game(&queue, 16), Err(Error::AnalysesBusy)));
        places.pop();
        place(game(&queue, 16));
    }

    #[test]
    fn an_address_has_one_place_and_all_leave_places_for_games() {
        let queue = Arc::<Queue>::default();
        let first = place(sent(&queue, 0, 0));
        for address in [0, 1] {
            assert!(matches!(sent(&queue, 0, address), Ok(Entered::Before(0))), "it is the same for all");
        }
        assert!(matches!(sent(&queue, 1, 0), Err(Error::AnalysesBusy)));
        let others: Vec<_> = (1..8).map(|number| place(sent(&queue, number, number))).collect();
        assert_eq!(others.len() + 1, MAX_SENT);
        assert!(matches!(sent(&queue, 8, 8), Err(Error::AnalysesBusy)));
        place(game(&queue, 0));
        drop(first);
        place(sent(&queue, 8, 0));
    }
}
