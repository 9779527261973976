//! Who is moved next: tables with people first, games of bots alone last, and
//! those never more than a fifth of the time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use regicide::bots::Level;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use crate::running_task::caught;
use crate::store::BotTable;

/// Games of bots alone have one in so many parts of the time of all threads: a
/// tenth of a machine half of whose cores are for bots.
const PARTS: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Company {
    /// People, at least one.
    People,
    /// Bots alone.
    Bots,
}

impl Company {
    const fn of(table: BotTable) -> Self {
        if table.people { Self::People } else { Self::Bots }
    }
}

/// How much earlier another table may have asked and still be second to one with
/// novices: what takes long waits a little for what is done at once, and nothing
/// waits for ever.
const fn delay(level: Level) -> Duration {
    match level {
        Level::Novice => Duration::ZERO,
        Level::Steady => Duration::from_millis(100),
        Level::Strong => Duration::from_millis(500),
    }
}

/// What can be done for those who wait.
#[derive(Debug, PartialEq, Eq)]
enum Next<W> {
    Begin(Company, W),
    /// Nobody before this time.
    RestUntil(Instant),
    /// Nobody before another has ended.
    Wait,
}

/// Those who wait, and how many threads there are for them. It has no clock.
#[derive(Debug)]
struct Line<W> {
    threads: usize,
    with_people: usize,
    of_bots: usize,
    /// With few threads, games of bots alone rest after each turn.
    rest_until: Option<Instant>,
    /// By the time when it is their turn, and in the order in which they asked.
    people: BTreeMap<(Instant, u64), W>,
    bots: BTreeMap<(Instant, u64), W>,
    asked: u64,
}

impl<W> Line<W> {
    fn new(threads: usize) -> Self {
        let (people, bots) = (BTreeMap::new(), BTreeMap::new());
        Self { threads, with_people: 0, of_bots: 0, rest_until: None, people, bots, asked: 0 }
    }

    fn ask(&mut self, table: BotTable, now: Instant, who: W) {
        self.asked += 1;
        let place = (now + delay(table.level), self.asked);
        match Company::of(table) {
            Company::People => self.people.insert(place, who),
            Company::Bots => self.bots.insert(place, who),
        };
    }

    fn next(&mut self, now: Instant) -> Next<W> {
        if self.with_people + self.of_bots >= self.threads {
            return Next::Wait;
        }
        if let Some((_, who)) = self.people.pop_first() {
            self.with_people += 1;
            return Next::Begin(Company::People, who);
        }
        if self.bots.is_empty() || self.of_bots >= self.threads_for_bots() {
            return Next::Wait;
        }
        if let Some(rest) = self.rest_until.filter(|&rest| now < rest) {
            return Next::RestUntil(rest);
        }
        let Some((_, who)) = self.bots.pop_first() else { return Next::Wait };
        self.of_bots += 1;
        Next::Begin(Company::Bots, who)
    }

    /// How many games of bots alone have a turn at the same time, at most.
    const fn threads_for_bots(&self) -> usize {
        self.threads.div_ceil(PARTS)
    }

    fn rest_after(&self, turn: Duration) -> Duration {
        let parts = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let missing = (self.threads_for_bots() * PARTS).saturating_sub(self.threads);
        turn * parts(missing) / parts(self.threads)
    }

    fn end(&mut self, company: Company, begun: Instant, now: Instant) {
        match company {
            Company::People => self.with_people -= 1,
            Company::Bots => {
                self.of_bots -= 1;
                self.rest_until = Some(now + self.rest_after(now - begun));
            }
        }
    }
}

#[derive(Debug)]
pub(super) struct Queue {
    line: Mutex<Line<oneshot::Sender<QueueSlot>>>,
    runtime: Handle,
    /// What goes on when games of bots have rested.
    alarm: Mutex<Option<AbortHandle>>,
}

/// The right to make a turn, until this is dropped.
#[derive(Debug)]
pub(super) struct QueueSlot {
    queue: Arc<Queue>,
    company: Company,
    begun: Instant,
}

impl Queue {
    /// So many turns are made at the same time. It belongs to the runtime that it
    /// is made in.
    pub(super) fn new(threads: usize) -> Arc<Self> {
        let (line, alarm) = (Mutex::new(Line::new(threads)), Mutex::default());
        Arc::new(Self { line, runtime: Handle::current(), alarm })
    }

    /// Waits until it is a table's turn.
    pub(super) async fn slot(self: &Arc<Self>, table: BotTable) -> QueueSlot {
        let (sender, receiver) = oneshot::channel();
        self.line.lock().ask(table, Instant::now(), sender);
        self.go_on();
        receiver.await.expect("everybody in the queue gets a slot")
    }

    /// Lets all begin who can.
    fn go_on(self: &Arc<Self>) {
        loop {
            let now = Instant::now();
            let next = self.line.lock().next(now);
            match next {
                // Somebody who has gone meanwhile drops the place, which frees it.
                Next::Begin(company, who) if !who.is_closed() => {
                    drop(who.send(QueueSlot { queue: self.clone(), company, begun: now }));
                }
                Next::Begin(company, _) => self.line.lock().end(company, now, now),
                Next::RestUntil(time) => return self.go_on_at(time),
                Next::Wait => return,
            }
        }
    }

    fn go_on_at(self: &Arc<Self>, time: Instant) {
        let queue = Arc::downgrade(self);
        let alarm = self.runtime.spawn(caught("bot queue", async move {
            tokio::time::sleep_until(time.into()).await;
            if let Some(queue) = queue.upgrade() {
                queue.go_on();
            }
        }));
        let before = self.alarm.lock().replace(alarm.abort_handle());
        if let Some(before) = before {
            before.abort();
        }
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        self.queue.line.lock().end(self.company, self.begun, Instant::now());
        self.queue.go_on();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEOPLE: BotTable = BotTable { people: true, level: Level::Strong };
    const BOTS: BotTable = BotTable { people: false, level: Level::Strong };

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn begins(line: &mut Line<&'static str>, now: Instant) -> Option<&'static str> {
        match line.next(now) {
            Next::Begin(_, who) => Some(who),
            Next::RestUntil(_) | Next::Wait => None,
        }
    }

    #[test]
    fn tables_with_people_come_first_and_games_of_bots_rest() {
        let (mut line, start) = (Line::new(1), Instant::now());
        for who in ["bots 1", "bots 2", "bots 3"] {
            line.ask(BOTS, start, who);
        }
        assert_eq!(begins(&mut line, start), Some("bots 1"));
        line.ask(PEOPLE, start + ms(1), "people");
        assert_eq!(line.next(start + ms(1)), Next::Wait, "the only thread is taken");
        line.end(Company::Bots, start, start + ms(50));
        assert_eq!(begins(&mut line, start + ms(50)), Some("people"), "who asked last begins");
        line.end(Company::People, start + ms(50), start + ms(60));
        assert_eq!(line.next(start + ms(60)), Next::RestUntil(start + ms(250)));
        line.ask(PEOPLE, start + ms(70), "people again");
        assert_eq!(begins(&mut line, start + ms(70)), Some("people again"), "the thread is free for people");
        line.end(Company::People, start + ms(70), start + ms(80));
        assert_eq!(begins(&mut line, start + ms(250)), Some("bots 2"));
    }

    #[test]
    fn games_of_bots_never_take_more_than_a_fifth_of_the_time() {
        let (mut line, start) = (Line::new(1), Instant::now());
        let (mut now, mut taken) = (start, Duration::ZERO);
        for _ in 0..60 {
            line.ask(BOTS, start, "bots");
        }
        for turn in 0..100 {
            match line.next(now) {
                Next::Begin(company, _) => {
                    let length = ms(10 + turn % 7);
                    line.end(company, now, now + length);
                    (now, taken) = (now + length, taken + length);
                }
                Next::RestUntil(time) => now = time,
                Next::Wait => panic!("they wait"),
            }
        }
        assert!(taken > ms(200) && taken * 5 <= now - start + ms(5 * 16), "{taken:?} of {:?}", now - start);
    }

    #[test]
    fn of_several_threads_games_of_bots_take_some() {
        let rest = |threads| Line::<()>::new(threads).rest_after(ms(60));
        assert_eq!([1, 2, 3, 5, 6].map(rest), [240, 90, 40, 0, 40].map(ms));
        let (mut line, now) = (Line::new(3), Instant::now());
        for _ in 0..9 {
            line.ask(BOTS, now, "bots");
        }
        assert_eq!(begins(&mut line, now), Some("bots"));
        assert_eq!(begins(&mut line, now), None);
        for _ in 0..9 {
            line.ask(PEOPLE, now, "people");
        }
        assert_eq!((begins(&mut line, now), begins(&mut line, now)), (Some("people"), Some("people")));
        assert_eq!(begins(&mut line, now), None, "no more threads than there are");
        line.end(Company::Bots, now, now);
        assert_eq!(begins(&mut line, now), Some("people"));
    }

    #[test]
    fn what_is_done_at_once_goes_before_what_takes_long_but_not_for_ever() {
        let (mut line, start) = (Line::new(1), Instant::now());
        let novice = BotTable { people: true, level: Level::Novice };
        line.ask(PEOPLE, start, "strong");
        line.ask(PEOPLE, start + ms(1), "strong, later");
        line.ask(novice, start + ms(400), "novice");
        line.ask(novice, start + ms(600), "novice, too late");
        let mut order = Vec::new();
        while let Some(who) = begins(&mut line, start + ms(700)) {
            order.push(who);
            line.end(Company::People, start, start);
        }
        assert_eq!(order, ["novice", "strong", "strong, later", "novice, too late"]);
    }

    #[tokio::test]
    async fn who_stops_waiting_leaves_the_place_to_others() {
        let queue = Queue::new(1);
        let place = queue.slot(PEOPLE).await;
        let gone = tokio::spawn({
            let queue = queue.clone();
            async move { drop(queue.slot(PEOPLE).await) }
        });
        while queue.line.lock().people.is_empty() {
            tokio::task::yield_now().await;
        }
        gone.abort();
        assert!(gone.await.is_err());
        let next = tokio::spawn({
            let queue = queue.clone();
            async move { queue.slot(BOTS).await }
        });
        drop(place);
        drop(next.await.unwrap());
        let line = queue.line.lock();
        assert_eq!((line.with_people, line.of_bots), (0, 0));
    }

    #[tokio::test]
    async fn a_turn_that_panics_gives_its_slot_back() {
        let queue = Queue::new(1);
        let slot = queue.slot(PEOPLE).await;
        let panics = tokio::spawn(async move {
            let _slot = slot;
            panic!("as it must")
        });
        let next = queue.slot(PEOPLE);
        assert!(panics.await.is_err_and(|error: tokio::task::JoinError| error.is_panic()));
        drop(next.await);
        assert_eq!(queue.line.lock().with_people, 0);
    }
}
