//! One connection that plays its share of the games, one request at a time.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use actix_web::rt::time::sleep;
use hyper::Uri;
use regicide_engine::engine::{Game as _, Seed, SeedError, Setup};

use super::Failure;
use super::followers::Followers;
use super::http::{Body, Connection, Target};
use super::lines::StreamConnection;
use super::player::Player;
use super::report::Counters;
use super::tracked_game::{TrackedGame, creation};

/// After this number of errors a connection stops, for services that refuse
/// everything.
const MAX_ERRORS: u32 = 10;

/// The state that all connections share.
pub(crate) struct Run {
    pub(crate) target: Target,
    /// The resource that creates games.
    pub(crate) games: Uri,
    pub(crate) setup: Setup,
    pub(crate) player: Player,
    /// The middle of every seed.
    pub(crate) word: String,
    /// True if the bodies of answers are checked.
    pub(crate) check: bool,
    /// True if answers to moves are to be small.
    pub(crate) minimal: bool,
    pub(crate) minimal_streams: bool,
    /// The number of the next game.
    pub(crate) next: Cell<u64>,
    /// How many more moves may be requested.
    pub(crate) moves_left: Cell<u64>,
    pub(crate) deadline: Cell<Option<Instant>>,
    pub(crate) stopped: Cell<bool>,
    /// How long each connection waits before a move.
    pub(crate) pause: Duration,
    /// How many readers follow each game.
    pub(crate) streams: usize,
    /// Connections of readers whose game is over.
    pub(crate) free_readers: RefCell<Vec<StreamConnection>>,
    /// How many events have to come yet; fewer than none where an event comes
    /// before the answer to the move.
    pub(crate) events_awaited: Cell<i64>,
    pub(crate) counters: RefCell<Counters>,
}

/// One connection with its games.
pub(crate) struct Driver {
    run: Rc<Run>,
    connection: Connection,
    /// `None` where a new game has to be created.
    games: Vec<Option<Table>>,
    errors: u32,
}

/// A game, and who follows it.
struct Table {
    game: TrackedGame,
    followers: Followers,
}

/// Why a request failed.
enum RequestError {
    /// The move was refused because another came first.
    Conflict(String),
    /// The answer is wrong, and the game cannot go on.
    Wrong(String),
    /// The connection is broken.
    Lost(Failure),
}

impl Run {
    fn is_over(&self) -> bool {
        self.stopped.get()
            || self.moves_left.get() == 0
            || self.deadline.get().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Waits, but not beyond the end of the run.
    async fn wait(&self, pause: Duration) {
        let left = self.deadline.get().map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let pause = left.map_or(pause, |left| pause.min(left));
        if !pause.is_zero() {
            sleep(pause).await;
        }
    }

    /// Waits until all readers have got all that was accepted.
    pub(crate) async fn all_events(&self) {
        while self.events_awaited.get() > 0 && self.counters.borrow().has_no_errors() {
            sleep(Duration::from_millis(1)).await;
        }
    }

    fn seed(&self) -> Result<Seed, Failure> {
        let number = self.next.replace(self.next.get() + 1);
        Ok(seed(&self.word, number)?)
    }

    fn body(&self) -> Body {
        if self.check { Body::Keep } else { Body::Drop }
    }
}

/// The seed of the game with this number.
///
/// # Errors
/// If the word does not fit into a seed.
pub(crate) fn seed(word: &str, number: u64) -> Result<Seed, SeedError> {
    format!("load-{word}-{number}").parse()
}

impl Driver {
    /// Opens a connection and creates its games. Errors are counted.
    pub(crate) async fn open(run: Rc<Run>, games: usize) -> Option<Self> {
        let connection = match Connection::open(&run.target).await {
            Ok(connection) => connection,
            Err(error) => {
                run.counters.borrow_mut().error(&error);
                return None;
            }
        };
        let games = std::iter::repeat_with(|| None).take(games).collect();
        let mut driver = Self { run, connection, games, errors: 0 };
        for index in 0..driver.games.len() {
            if driver.run.is_over() || !driver.step(index).await {
                return None;
            }
        }
        Some(driver)
    }

    /// Plays until the end of the run: one request in each game in turn, the
    /// first after so long.
    pub(crate) async fn play(mut self, first: Duration) {
        let mut pause = first;
        loop {
            for index in 0..self.games.len() {
                self.run.wait(pause).await;
                pause = self.run.pause;
                if self.run.is_over() || !self.step(index).await {
                    return;
                }
            }
        }
    }

    /// Sends one request in one game; false if the connection has to stop.
    async fn step(&mut self, index: usize) -> bool {
        let done = match self.games[index].take() {
            Some(table) => self.make_move(table).await,
            None => self.create().await.map(Some),
        };
        let error = match done {
            Ok(table) => {
                self.games[index] = table;
                return true;
            }
            Err(error) => error,
        };
        self.errors += 1;
        let mut counters = self.run.counters.borrow_mut();
        match error {
            RequestError::Conflict(message) => {
                counters.conflict();
                // No other client plays these games.
                if self.run.check {
                    counters.error(&message);
                }
            }
            RequestError::Wrong(message) => counters.error(&message),
            RequestError::Lost(error) => {
                counters.error(&error);
                return false;
            }
        }
        self.errors < MAX_ERRORS
    }

    async fn create(&mut self) -> Result<Table, RequestError> {
        let Self { run, connection, .. } = self;
        let seed = run.seed().map_err(RequestError::Lost)?;
        let request = creation(run.games.clone(), run.setup, &seed);
        // The tokens are in the body.
        let (status, body) = connection.post(request, Body::Keep).await.map_err(RequestError::Lost)?;
        if status != 201 {
            return Err(RequestError::Wrong(refused("a game", status, &body)));
        }
        let name = seed.as_str().to_owned();
        let game = TrackedGame::created(&body, &run.target, run.setup, seed, run.check)
            .map_err(|error| RequestError::Wrong(format!("game {name}: created: {error}")))?;
        let followers = Followers::open(run, &game).await.map_err(RequestError::Lost)?;
        Ok(Table { game, followers })
    }

    /// Makes the next move; returns the game unless it is over.
    async fn make_move(&mut self, mut table: Table) -> Result<Option<Table>, RequestError> {
        let Self { run, connection, .. } = self;
        let Table { game, followers } = &mut table;
        let position = game.position();
        let (Some(seat), Some(mv)) = (position.to_act(), run.player.choose(position)) else {
            return Ok(None);
        };
        let request = game.request(seat, mv, run.minimal).map_err(RequestError::Lost)?;
        run.moves_left.set(run.moves_left.get() - 1);
        let start = Instant::now();
        followers.requested(start);
        let (status, body) = connection.post(request, run.body()).await.map_err(RequestError::Lost)?;
        match status {
            201 => run.counters.borrow_mut().accepted(start.elapsed()),
            409 => return Err(RequestError::Conflict(refused("a move", status, &body))),
            _ => return Err(RequestError::Wrong(refused("a move", status, &body))),
        }
        followers.accepted();
        let tracked =
            if run.check { game.check(seat, mv, &body, run.minimal) } else { game.follow(seat, mv) };
        if let Err(error) = tracked {
            let message = format!("game {}: move {} ({mv}): {error}", game.id(), game.position().seq());
            return Err(RequestError::Wrong(message));
        }
        let over = game.position().to_act().is_none();
        if over {
            run.counters.borrow_mut().finished();
        }
        Ok((!over).then_some(table))
    }
}

fn refused(what: &str, status: u16, body: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(body).chars().take(300).collect();
    format!("{what} was answered with {status}: {text}")
}
