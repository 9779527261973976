//! The order in which jobs start. It has no clock and no threads.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// The part of all threads' time for games of bots alone, as a divisor: a tenth of a
/// machine half of whose cores are for bots.
const PARTS: usize = 5;

/// The kind of a job, which decides its priority and its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A bot's turn at a table with people.
    TableTurn,
    /// A bot's turn in a game of bots alone.
    BotGameTurn,
    /// A client's turn to have a piece of an analysis computed, which is a search.
    AnalysisTurn,
    /// A computation that a client waits for.
    Search,
    /// A computation ahead of time, as for coming days.
    Background,
}

impl Class {
    /// All classes, those with a higher priority first.
    const ALL: [Self; 5] =
        [Self::TableTurn, Self::BotGameTurn, Self::AnalysisTurn, Self::Search, Self::Background];
}

/// The limits on concurrent jobs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) bot_turns: usize,
    pub(crate) searches: usize,
    /// The pause after a computation in the background, in multiples of its time.
    pub(crate) background_pause: u32,
}

/// A job's request for a permit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PermitRequest {
    pub(crate) class: Class,
    /// The client whose jobs take turns with those of others; `None` where they start
    /// in the order in which they came.
    pub(crate) client: Option<IpAddr>,
    /// The time within which later jobs of the class start before this one.
    pub(crate) backoff: Duration,
}

impl PermitRequest {
    pub(crate) const fn new(class: Class) -> Self {
        Self { class, client: None, backoff: Duration::ZERO }
    }
}

/// The waiting jobs, and the number of running ones.
#[derive(Debug)]
pub(super) struct Queue<W> {
    limits: Limits,
    /// By class.
    classes: [ClassQueue<W>; Class::ALL.len()],
    added: u64,
}

/// The jobs of a class. Clients take turns by start-time fair queueing: each job of a
/// client is in a later round than the one before.
#[derive(Debug)]
struct ClassQueue<W> {
    /// By round, time and number.
    waiting: BTreeMap<(u64, Instant, u64), W>,
    running: usize,
    paused_until: Option<Instant>,
    round: u64,
    /// The last round of each client that has a job in this round or a later one.
    client_rounds: HashMap<IpAddr, u64>,
}

impl<W> ClassQueue<W> {
    fn new() -> Self {
        let (waiting, client_rounds) = Default::default();
        Self { waiting, running: 0, paused_until: None, round: 0, client_rounds }
    }

    /// The round of a client's next job.
    fn next_round(&mut self, client: IpAddr) -> u64 {
        *self.client_rounds.entry(client).and_modify(|last| *last += 1).or_insert(self.round)
    }

    fn start_first(&mut self) -> Option<W> {
        let ((round, ..), job) = self.waiting.pop_first()?;
        self.round = if self.waiting.is_empty() { round + 1 } else { round };
        self.client_rounds.retain(|_, last| *last >= self.round);
        self.running += 1;
        Some(job)
    }
}

impl<W> Queue<W> {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, classes: std::array::from_fn(|_| ClassQueue::new()), added: 0 }
    }

    pub(super) fn add(&mut self, request: PermitRequest, now: Instant, waiter: W) {
        self.added += 1;
        let class = &mut self.classes[request.class as usize];
        let round = request.client.map_or(class.round, |client| class.next_round(client));
        class.waiting.insert((round, now + request.backoff, self.added), waiter);
    }

    /// Starts the next job, if there is one that may start.
    pub(super) fn start(&mut self, now: Instant) -> Option<(Class, W)> {
        let may_start = |class: &Class| {
            let queue = &self.classes[*class as usize];
            !queue.waiting.is_empty() && queue.paused_until <= Some(now) && self.has_room(*class)
        };
        let class = Class::ALL.into_iter().find(may_start)?;
        Some((class, self.classes[class as usize].start_first()?))
    }

    /// Ends a job that began at a time.
    ///
    /// Returns the time until which its class pauses, if it does.
    pub(super) fn end(&mut self, class: Class, began: Instant, now: Instant) -> Option<Instant> {
        let pause = (now - began).mul_f64(self.pause_factor(class));
        let queue = &mut self.classes[class as usize];
        queue.running -= 1;
        if pause.is_zero() {
            return None;
        }
        queue.paused_until = queue.paused_until.max(Some(now + pause));
        queue.paused_until
    }

    pub(super) fn waiting(&self, class: Class) -> impl Iterator<Item = &W> {
        self.classes[class as usize].waiting.values()
    }

    /// True if one more job of a class may run.
    fn has_room(&self, class: Class) -> bool {
        let running = |class: Class| self.classes[class as usize].running;
        let Limits { bot_turns, searches, .. } = self.limits;
        let has_bot_thread = running(Class::TableTurn) + running(Class::BotGameTurn) < bot_turns;
        match class {
            Class::TableTurn => has_bot_thread,
            Class::BotGameTurn => has_bot_thread && running(class) < self.threads_for_bot_games(),
            Class::AnalysisTurn => running(class) == 0,
            Class::Search => running(class) < searches,
            // Waiting searches have started before.
            Class::Background => running(class) + running(Class::Search) == 0,
        }
    }

    const fn threads_for_bot_games(&self) -> usize {
        self.limits.bot_turns.div_ceil(PARTS)
    }

    /// The pause of a class after a job, in multiples of its time.
    fn pause_factor(&self, class: Class) -> f64 {
        let number = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
        match class {
            Class::TableTurn | Class::AnalysisTurn | Class::Search => 0.0,
            Class::BotGameTurn => {
                let threads = self.limits.bot_turns;
                number(self.threads_for_bot_games() * PARTS - threads) / number(threads)
            }
            Class::Background => f64::from(self.limits.background_pause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { bot_turns: 1, searches: 1, background_pause: 49 };
    const TABLE: PermitRequest = PermitRequest::new(Class::TableTurn);
    const BOT_GAME: PermitRequest = PermitRequest::new(Class::BotGameTurn);

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// The jobs that start when each ends at once, without a pause.
    fn started(queue: &mut Queue<char>, now: Instant) -> String {
        let next = || {
            let (class, job) = queue.start(now)?;
            queue.end(class, now, now);
            Some(job)
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn tables_with_people_come_first_and_games_of_bots_pause() {
        let (mut queue, start) = (Queue::new(LIMITS), Instant::now());
        for name in ["bots 1", "bots 2"] {
            queue.add(BOT_GAME, start, name);
        }
        assert_eq!(queue.start(start), Some((Class::BotGameTurn, "bots 1")));
        queue.add(TABLE, start + ms(1), "people");
        assert_eq!(queue.start(start + ms(1)), None, "the only thread is in use");
        let resumes = start + ms(250);
        assert_eq!(queue.end(Class::BotGameTurn, start, start + ms(50)), Some(resumes));
        assert_eq!(queue.start(start + ms(50)), Some((Class::TableTurn, "people")), "though it came last");
        assert_eq!(queue.end(Class::TableTurn, start + ms(50), start + ms(60)), None);
        assert_eq!(queue.start(start + ms(249)), None);
        queue.add(TABLE, start + ms(70), "people again");
        assert_eq!(queue.start(start + ms(70)), Some((Class::TableTurn, "people again")));
        queue.end(Class::TableTurn, start + ms(70), start + ms(80));
        assert_eq!(queue.start(resumes), Some((Class::BotGameTurn, "bots 2")));
    }

    #[test]
    fn games_of_bots_take_at_most_a_fifth_of_the_time() {
        let (mut queue, start) = (Queue::new(LIMITS), Instant::now());
        let (mut now, mut used) = (start, Duration::ZERO);
        for turn in 0..100 {
            queue.add(BOT_GAME, start, ());
            let (class, ()) = queue.start(now).expect("the pause is over");
            let length = ms(10 + turn % 7);
            used += length;
            assert_eq!(queue.start(now + length), None);
            now = queue.end(class, now, now + length).expect("a pause");
        }
        assert_eq!(now - start, used * 5);
    }

    #[test]
    fn a_short_turn_does_not_end_the_pause_after_a_long_one() {
        let (mut queue, start) = (Queue::new(Limits { bot_turns: 6, ..LIMITS }), Instant::now());
        for _ in 0..3 {
            queue.add(BOT_GAME, start, ());
        }
        assert!(queue.start(start).is_some() && queue.start(start).is_some());
        let pause = queue.end(Class::BotGameTurn, start, start + ms(600));
        assert_eq!(pause, Some(start + ms(1000)));
        assert_eq!(queue.end(Class::BotGameTurn, start + ms(600), start + ms(603)), pause);
        assert_eq!(queue.start(start + ms(999)), None);
        assert!(queue.start(start + ms(1000)).is_some());
    }

    #[test]
    fn games_of_bots_take_some_of_several_threads() {
        let queue_of = |bot_turns| Queue::new(Limits { bot_turns, ..LIMITS });
        let pauses = [1, 2, 3, 5, 6].map(|threads| {
            let queue: Queue<()> = queue_of(threads);
            ms(60).mul_f64(queue.pause_factor(Class::BotGameTurn))
        });
        assert_eq!(pauses, [240, 90, 40, 0, 40].map(ms));
        let (mut queue, now) = (queue_of(3), Instant::now());
        for _ in 0..9 {
            queue.add(BOT_GAME, now, ());
        }
        assert_eq!(queue.start(now), Some((Class::BotGameTurn, ())));
        assert_eq!(queue.start(now), None);
        for _ in 0..9 {
            queue.add(TABLE, now, ());
        }
        assert_eq!([queue.start(now), queue.start(now)], [Some((Class::TableTurn, ())); 2]);
        assert_eq!(queue.start(now), None, "no more threads than there are");
        queue.end(Class::BotGameTurn, now, now);
        assert_eq!(queue.start(now), Some((Class::TableTurn, ())));
    }

    #[test]
    fn short_jobs_go_before_long_ones_but_not_for_ever() {
        let (mut queue, start) = (Queue::new(LIMITS), Instant::now());
        let long = PermitRequest { backoff: ms(500), ..TABLE };
        for (job, after, name) in [(long, 0, 'a'), (long, 1, 'b'), (TABLE, 400, 'c'), (TABLE, 600, 'd')] {
            queue.add(job, start + ms(after), name);
        }
        assert_eq!(started(&mut queue, start), "cabd");
    }

    #[test]
    fn a_client_waits_for_one_job_of_each_other_client() {
        let (mut queue, now) = (Queue::new(LIMITS), Instant::now());
        let turn = |client: char| {
            let client = Some(IpAddr::from([10, 0, 0, u8::try_from(client).unwrap()]));
            PermitRequest { client, ..PermitRequest::new(Class::AnalysisTurn) }
        };
        queue.add(turn('a'), now, 'a');
        assert_eq!(queue.start(now), Some((Class::AnalysisTurn, 'a')));
        for client in "aaaabbbc".chars() {
            queue.add(turn(client), now, client);
        }
        assert_eq!(queue.start(now), None, "one has a turn");
        queue.end(Class::AnalysisTurn, now, now);
        assert_eq!(started(&mut queue, now), "abcababa");
        assert!(queue.classes[Class::AnalysisTurn as usize].client_rounds.is_empty());
    }

    #[test]
    fn the_background_waits_until_no_search_runs_or_waits_and_pauses() {
        let (mut queue, start) = (Queue::new(LIMITS), Instant::now());
        let (search, background) = (Class::Search, Class::Background);
        for class in [search, background, search, background] {
            queue.add(PermitRequest::new(class), start, ());
        }
        let started = |queue: &mut Queue<()>, now| queue.start(now).map(|(class, ())| class);
        for _ in 0..2 {
            assert_eq!(started(&mut queue, start), Some(search));
            assert_eq!(started(&mut queue, start), None);
            assert_eq!(queue.end(search, start, start + ms(1)), None);
        }
        assert_eq!(started(&mut queue, start), Some(background));
        assert_eq!(started(&mut queue, start), None, "one at a time");
        queue.add(PermitRequest::new(search), start, ());
        assert_eq!(started(&mut queue, start), Some(search), "a search does not wait for the background");
        queue.end(search, start, start);
        let resumes = start + ms(50);
        assert_eq!(queue.end(background, start, start + ms(1)), Some(resumes));
        assert_eq!(started(&mut queue, start + ms(49)), None);
        assert_eq!(started(&mut queue, resumes), Some(background));
    }
}
