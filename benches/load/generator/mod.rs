//! The load generator: plays many games at once over HTTP, and checks the
//! answers.

mod driver;
mod followers;
mod http;
pub(crate) mod lines;
mod player;
mod report;
mod tracked_game;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use actix_web::rt::time::timeout;
use clap::{Args, ValueEnum, value_parser};
use futures_util::future::join_all;
use regicide_engine::engine::{GameKind, Options, Ruleset, Seed, Setup};

use self::driver::{Driver, Run, seed};
use self::report::Counters;

pub(crate) use self::http::Target;
pub(crate) use self::player::Player;
pub(crate) use self::report::Report;

/// How long to wait, after the last move, for the events that have not come.
const EVENTS_AWAITED: Duration = Duration::from_secs(30);

pub(crate) type Failure = Box<dyn std::error::Error>;

/// The load: the games, and the duration.
#[derive(Args, Debug)]
pub(crate) struct Load {
    /// The service's address; only `http://`
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: Target,
    /// Games in progress at the same time
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Connections, which share the games; each has at most one request in
    /// flight
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = value_parser!(u32).range(1..=4096))]
    connections: u32,
    /// How long to play, in seconds; Ctrl-C stops earlier. Answers to requests
    /// in flight are awaited
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Stop after this number of moves, if that is earlier
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    moves: Option<u64>,
    /// Check only the status of answers: it takes less processor time, which
    /// the service may need
    #[arg(long)]
    light: bool,
    /// Request small answers to moves (`Prefer: return=minimal`)
    #[arg(long)]
    minimal: bool,
    /// The middle of the seeds: `load-WORD-0`, `load-WORD-1`, …
    #[arg(long, value_name = "WORD", default_value = "1", value_parser = word)]
    seed: String,
    /// The kind of game
    #[arg(long, value_enum, default_value = "regicide")]
    kind: Name,
    /// The number of players in a game, 1 to 4
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u8).range(1..=4))]
    players: u8,
    /// How many readers follow the events of each game, on connections of their
    /// own: its seats, and beyond them spectators. Every move has to come to
    /// each, once
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u16).range(0..=10_000))]
    streams: u16,
    /// Follow with minimal moves (`?minimal=true`)
    #[arg(long)]
    minimal_streams: bool,
    /// How long each connection waits before a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pause: u64,
    /// The service's process: report how its memory has grown until the end of
    /// the run, when all streams are open; only on Linux
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,
}

/// A game's name, as in the API.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    /// The co-operative game
    Regicide,
    /// The trick-taking game
    RegicideTricks,
}

impl From<Name> for GameKind {
    fn from(name: Name) -> Self {
        match name {
            Name::Regicide => Self::Regicide,
            Name::RegicideTricks => Self::Tricks,
        }
    }
}

/// A word that fits into a seed with any number.
fn word(text: &str) -> Result<String, String> {
    seed(text, u64::MAX).map(|_| text.to_owned()).map_err(|_| {
        let limit = Seed::MAX_LEN - format!("load--{}", u64::MAX).len();
        format!("a word is at most {limit} characters out of A-Z a-z 0-9 . _ ~ -")
    })
}

impl Load {
    /// Plays until the end of the run or until `interrupt` is ready.
    ///
    /// # Errors
    /// If the options do not fit the game. Errors while playing are in the
    /// report.
    pub(crate) async fn run(self, interrupt: impl Future<Output = ()> + 'static) -> Result<Report, Failure> {
        let memory_before = self.pid.map(memory_kib).transpose()?;
        let run = Rc::new(Run {
            games: self.url.resource("/v1/games")?,
            target: self.url,
            setup: Setup::new(Ruleset::current(self.kind.into()), self.players, &Options::default())?,
            player: Player::new(self.kind.into()),
            word: self.seed,
            check: !self.light,
            minimal: self.minimal,
            next: Cell::new(0),
            moves_left: Cell::new(self.moves.unwrap_or(u64::MAX)),
            deadline: Cell::new(None),
            stopped: Cell::new(false),
            pause: Duration::from_millis(self.pause),
            streams: self.streams.into(),
            minimal_streams: self.minimal_streams,
            free_readers: RefCell::default(),
            events_awaited: Cell::new(0),
            counters: RefCell::new(Counters::new()),
        });
        let interrupted = Rc::clone(&run);
        actix_web::rt::spawn(async move {
            interrupt.await;
            interrupted.stopped.set(true);
        });
        let shares = shares(self.games, self.connections);
        let opening = shares.map(|games| actix_web::rt::spawn(Driver::open(Rc::clone(&run), games)));
        let mut drivers = Vec::new();
        for driver in join_all(opening).await {
            drivers.extend(driver?);
        }
        let start = Instant::now();
        run.deadline.set(Some(start + Duration::from_secs(self.seconds)));
        // With a pause they begin one after the other, not all at once.
        let connections = u32::try_from(drivers.len())?;
        let playing = drivers
            .into_iter()
            .zip(1..)
            .map(|(driver, number)| actix_web::rt::spawn(driver.play(run.pause * number / connections)));
        for finished in join_all(playing).await {
            finished?;
        }
        let elapsed = start.elapsed();
        if timeout(EVENTS_AWAITED, run.all_events()).await.is_err() {
            let missing = format!("{} events did not come", run.events_awaited.get());
            run.counters.borrow_mut().error(&missing);
        }
        let memory = self.pid.map(memory_kib).transpose()?;
        let grown = memory.zip(memory_before).map(|(now, before)| now.saturating_sub(before));
        let report = run.counters.borrow().report(elapsed, grown);
        Ok(report)
    }
}

/// The memory of a process that is not swapped out.
pub(crate) fn memory_kib(process: u32) -> Result<u64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("it has no memory")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// The number of games of each connection: as even as possible, none without.
fn shares(games: u32, connections: u32) -> impl Iterator<Item = usize> {
    let connections = connections.min(games);
    (0..connections).map(move |index| {
        let more = u32::from(index < games % connections);
        (games / connections + more) as usize
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_shared_out_evenly() {
        assert_eq!(shares(7, 3).collect::<Vec<_>>(), [3, 2, 2]);
        assert_eq!(shares(2, 64).collect::<Vec<_>>(), [1, 1]);
        assert_eq!(shares(100_000, 64).sum::<usize>(), 100_000);
    }

    #[test]
    fn a_word_leaves_room_for_the_number() {
        assert!(word(&"w".repeat(38)).is_ok());
        assert_eq!(
            word(&"w".repeat(39)).unwrap_err(),
            "a word is at most 38 characters out of A-Z a-z 0-9 . _ ~ -"
        );
        assert!(word("two words").is_err());
    }
}
