//! Bots.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use regicide_engine::bots::difficulty::{self as measuring, GAMES};
use regicide_engine::bots::{self, Level, MatchGame, Player, choose, choose_within};
use regicide_engine::engine::{self, Game as _, Key, Seat, Seed};
use regicide_engine::record::{Entry, RecordFile};
use serde_json::json;

use crate::position::{Position, Step};
use crate::setup::Setup;
use crate::threads;
use crate::values::{read_seat, read_seed, to_python, value_error};

fn read_player(name: &str) -> PyResult<Player> {
    name.parse().map_err(value_error)
}

/// The observations of one seat in a game.
#[pyclass(module = "regicide_engine.bots")]
pub(crate) struct Observer {
    seat: Seat,
    /// Kept to see that each step is the next one, and shown to no bot.
    position: engine::Position,
    inner: bots::Observer,
}

#[pymethods]
impl Observer {
    #[new]
    fn new(dealt: &Position, seat: u8) -> PyResult<Self> {
        if dealt.position.seq() > 0 {
            return Err(value_error("a seat observes a game from the deal on"));
        }
        let seat = read_seat(&dealt.setup, seat)?;
        let inner = bots::Observer::new(&dealt.setup, seat, &dealt.position);
        Ok(Self { seat, position: dealt.position, inner })
    }

    #[getter]
    fn seat(&self) -> u8 {
        self.seat.into()
    }

    fn observe(&mut self, step: &Step) -> PyResult<()> {
        if step.before != self.position {
            return Err(value_error("the step is not the next one of this game"));
        }
        self.inner.observe(&step.effects, &step.after.position);
        self.position = step.after.position;
        Ok(())
    }

    /// The move of a bot in this seat, whose turn it is.
    #[pyo3(signature = (bot = "steady", *, number = 0))]
    fn choose(&self, py: Python<'_>, bot: &str, number: u64) -> PyResult<String> {
        if self.position.to_act() != Some(self.seat) {
            return Err(PyRuntimeError::new_err("it is not this seat's turn"));
        }
        let (bot, knowledge) = (read_player(bot)?, self.inner.knowledge());
        let chance = Key::labelled("regicide/bot/python/v1", &[0; 32]).stream(number).bytes();
        let seed = Key::labelled("regicide/bot/move/v1", &chance).stream(self.position.seq().into()).bytes();
        Ok(py
            .detach(|| match bot {
                Player::Level(level) => choose(level, knowledge, seed),
                Player::Iterations(iterations) => choose_within(iterations, knowledge, seed).mv,
            })
            .text())
    }
}

fn record_of(setup: &engine::Setup, seed: &Seed, players: &[Player], game: &MatchGame) -> RecordFile {
    let entries = (1..).zip(&game.moves).map(|(seq, &(seat, mv))| Entry { seq, seat, mv, at: None });
    RecordFile {
        names: Some(players.iter().map(|player| Some(player.to_string())).collect()),
        ..RecordFile::ending(setup, seed, entries, &game.position)
    }
}

/// The records of games that bots play, one for each seed.
#[pyfunction]
#[pyo3(signature = (setup, seeds, bots, *, number = 0, threads = None))]
pub(crate) fn play_many<'py>(
    py: Python<'py>,
    setup: &Setup,
    seeds: Vec<String>,
    bots: Vec<String>,
    number: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let setup = setup.0;
    let seeds: Vec<Seed> = seeds.iter().map(|seed| read_seed(seed)).collect::<PyResult<_>>()?;
    let players: Vec<Player> = bots.iter().map(|bot| read_player(bot)).collect::<PyResult<_>>()?;
    if players.len() != usize::from(setup.players()) {
        return Err(value_error(format!("{} bots are needed, one for each seat", setup.players())));
    }
    let play = |seed: &Seed| {
        let game = bots::play(&setup, seed, number, |seat| players[seat.index()]);
        record_of(&setup, seed, &players, &game)
    };
    let records = threads::map(py, &seeds, threads, play)?;
    to_python(py, &records)
}

/// The most games that a difficulty takes.
const MOST_GAMES: u32 = 100_000;

/// How difficult a deal is for bots.
#[pyfunction]
#[pyo3(signature = (setup, seed, *, games = GAMES, threads = None))]
pub(crate) fn difficulty<'py>(
    py: Python<'py>,
    setup: &Setup,
    seed: &str,
    games: u32,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    if setup.0.ranks_seats() {
        return Err(value_error("only the co-operative game has a difficulty"));
    }
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(value_error(format!("a difficulty takes 1 to {MOST_GAMES} games")));
    }
    let (setup, seed) = (setup.0, read_seed(seed)?);
    let numbers: Vec<u64> = (0..games.into()).collect();
    let measure = |&number: &u64| measuring::measure(&setup, &seed, number);
    let measured = threads::map(py, &numbers, threads, measure)?;
    let sum = measured.into_iter().fold(measuring::Measured::default(), measuring::Measured::and);
    to_python(
        py,
        &json!({
            "difficulty": sum.difficulty(setup.players()), "games": sum.games, "won": sum.won,
            "enemies_defeated": sum.enemies_defeated,
        }),
    )
}

#[pyfunction]
pub(crate) fn levels() -> Vec<&'static str> {
    Level::ALL.iter().map(Into::into).collect()
}
