//! Playing: some games a connection, one request at a time.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Instant;

use hyper::Uri;

use super::followed::{Followed, creation};
use super::http::{Body, Connection, Target};
use super::player::Player;
use super::report::Tally;
use crate::cli::Failure;
use crate::engine::{Game as _, Seed, Setup};

/// After so many errors, a connection gives up: a service that refuses
/// everything should not be asked for ever.
const PATIENCE: u32 = 10;

/// What all connections share.
pub(super) struct Run {
    pub(super) target: Target,
    /// Where games are created.
    pub(super) games: Uri,
    pub(super) setup: Setup,
    pub(super) player: Player,
    /// The middle of every seed.
    pub(super) word: String,
    /// Whether answers are held against the own engine's.
    pub(super) check: bool,
    /// The number of the next game.
    pub(super) next: Cell<u64>,
    /// How many moves may still be begun.
    pub(super) moves_left: Cell<u64>,
    pub(super) deadline: Cell<Option<Instant>>,
    pub(super) stopped: Cell<bool>,
    pub(super) tally: RefCell<Tally>,
}

/// One connection with its games.
pub(super) struct Driver {
    run: Rc<Run>,
    connection: Connection,
    /// Nothing where a new game has to begin.
    games: Vec<Option<Followed>>,
    errors: u32,
}

/// What a request came to, other than its success.
enum Trouble {
    /// The move was refused because of another.
    Conflict(String),
    /// The answer is wrong, and the game cannot go on.
    Wrong(String),
    /// The connection is of no use any more.
    Lost(Failure),
}

impl Run {
    fn is_over(&self) -> bool {
        self.stopped.get()
            || self.moves_left.get() == 0
            || self.deadline.get().is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn seed(&self) -> Result<Seed, Failure> {
        let number = self.next.replace(self.next.get() + 1);
        Ok(seed(&self.word, number)?)
    }

    fn body(&self) -> Body {
        if self.check { Body::Keep } else { Body::Drop }
    }
}

/// The seed of the game with a number: whoever knows the word knows all cards.
///
/// # Errors
/// If the word does not fit into a seed.
pub(super) fn seed(word: &str, number: u64) -> Result<Seed, crate::engine::SeedError> {
    format!("load-{word}-{number}").parse()
}

impl Driver {
    /// A connection whose games have all begun, as far as the service lets
    /// them. What goes wrong is counted.
    pub(super) async fn open(run: Rc<Run>, games: usize) -> Option<Self> {
        let connection = match Connection::open(&run.target).await {
            Ok(connection) => connection,
            Err(error) => {
                run.tally.borrow_mut().error(&error);
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

    /// Plays until time is up: one request in each game, and again.
    pub(super) async fn play(mut self) {
        loop {
            for index in 0..self.games.len() {
                if self.run.is_over() || !self.step(index).await {
                    return;
                }
            }
        }
    }

    /// One request in one game; whether another makes sense.
    async fn step(&mut self, index: usize) -> bool {
        let done = match self.games[index].take() {
            Some(game) => self.make_move(game).await,
            None => self.create().await.map(Some),
        };
        let trouble = match done {
            Ok(game) => {
                self.games[index] = game;
                return true;
            }
            Err(trouble) => trouble,
        };
        self.errors += 1;
        let mut tally = self.run.tally.borrow_mut();
        match trouble {
            Trouble::Conflict(told) => {
                tally.conflict();
                // Nobody else plays these games.
                if self.run.check {
                    tally.error(&told);
                }
            }
            Trouble::Wrong(told) => tally.error(&told),
            Trouble::Lost(error) => {
                tally.error(&error);
                return false;
            }
        }
        self.errors < PATIENCE
    }

    async fn create(&mut self) -> Result<Followed, Trouble> {
        let Self { run, connection, .. } = self;
        let seed = run.seed().map_err(Trouble::Lost)?;
        let request = creation(run.games.clone(), run.setup, &seed);
        // The tokens stand in the body.
        let (status, body) = connection.post(request, Body::Keep).await.map_err(Trouble::Lost)?;
        if status != 201 {
            return Err(Trouble::Wrong(refused("a game", status, &body)));
        }
        let name = seed.as_str().to_owned();
        Followed::created(&body, &run.target, run.setup, seed, run.check)
            .map_err(|error| Trouble::Wrong(format!("game {name}: created: {error}")))
    }

    /// Makes the next move; the game is handed back unless it is over.
    async fn make_move(&mut self, mut game: Followed) -> Result<Option<Followed>, Trouble> {
        let Self { run, connection, .. } = self;
        let position = game.position();
        let (Some(seat), Some(mv)) = (position.to_act(), run.player.choose(position)) else {
            return Ok(None);
        };
        let request = game.request(seat, mv).map_err(Trouble::Lost)?;
        run.moves_left.set(run.moves_left.get() - 1);
        let begun = Instant::now();
        let (status, body) = connection.post(request, run.body()).await.map_err(Trouble::Lost)?;
        match status {
            201 => run.tally.borrow_mut().accepted(begun.elapsed()),
            409 => return Err(Trouble::Conflict(refused("a move", status, &body))),
            _ => return Err(Trouble::Wrong(refused("a move", status, &body))),
        }
        let followed = if run.check { game.check(seat, mv, &body) } else { game.follow(seat, mv) };
        if let Err(error) = followed {
            let told = format!("game {}: move {} ({mv}): {error}", game.id(), game.position().seq());
            return Err(Trouble::Wrong(told));
        }
        let over = game.position().to_act().is_none();
        run.tally.borrow_mut().games_finished += u64::from(over);
        Ok((!over).then_some(game))
    }
}

fn refused(what: &str, status: u16, body: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(body).chars().take(300).collect();
    format!("{what} was answered with {status}: {text}")
}
