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
use crate::values::{Texts, Whole, read_seat, read_seed, to_python, value_error};

fn read_player(name: &str) -> PyResult<Player> {
    name.parse().map_err(value_error)
}

/// The observations of one seat in a game: all that a bot gets.
#[pyclass(skip_from_py_object, module = "regicide_engine.bots")]
#[derive(Clone)]
pub(crate) struct Observer {
    seat: Seat,
    dealt: Position,
    /// The moves from the deal on, with their seats.
    moves: Vec<(u8, String)>,
    /// Kept to see that each step is the next one, and shown to no bot.
    position: engine::Position,
    inner: bots::Observer,
}

/// The state from which an observer is restored.
type Observed = (Position, u8, Vec<(u8, String)>);

#[pymethods]
impl Observer {
    #[new]
    fn new(dealt: &Position, seat: Whole) -> PyResult<Self> {
        if dealt.position.seq() > 0 {
            return Err(value_error("a seat observes a game from the deal on"));
        }
        let seat = read_seat(&dealt.setup, seat)?;
        let inner = bots::Observer::new(&dealt.setup, seat, &dealt.position);
        Ok(Self { seat, dealt: dealt.clone(), moves: Vec::new(), position: dealt.position, inner })
    }

    /// For `pickle`: an observer of the same moves.
    #[staticmethod]
    fn _after(dealt: &Position, seat: Whole, moves: Vec<(Whole, Bound<'_, PyAny>)>) -> PyResult<Self> {
        let (mut observer, mut position) = (Self::new(dealt, seat)?, dealt.clone());
        for (seat, mv) in moves {
            let step = position.play(&mv, Some(seat))?;
            observer.observe(&step)?;
            position = step.after;
        }
        Ok(observer)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Observed)> {
        let after = py.get_type::<Self>().getattr("_after")?;
        Ok((after, (self.dealt.clone(), self.seat(), self.moves.clone())))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Observer seat {} after {} moves>", self.seat(), self.moves.len())
    }

    /// The seat.
    #[getter]
    fn seat(&self) -> u8 {
        self.seat.into()
    }

    /// Shows the seat what it may see of the next step.
    fn observe(&mut self, step: &Step) -> PyResult<()> {
        if step.before != self.position {
            return Err(value_error("the step is not the next one of this game"));
        }
        self.inner.observe(&step.effects, &step.after.position);
        self.position = step.after.position;
        self.moves.push((step.seat.into(), step.mv.text()));
        Ok(())
    }

    /// The move of a bot, whose turn it is. It follows from the observations, the bot and `number`.
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

/// The records of games between bots, one for each seed, as `regicide simulate` plays them.
#[pyfunction]
#[pyo3(signature = (setup, seeds, bots, *, number = 0, threads = None))]
pub(crate) fn play_many<'py>(
    py: Python<'py>,
    setup: &Setup,
    seeds: Texts,
    bots: Texts,
    number: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let setup = setup.0;
    let seeds: Vec<Seed> = seeds.0.iter().map(|seed| read_seed(seed)).collect::<PyResult<_>>()?;
    let players: Vec<Player> = bots.0.iter().map(|bot| read_player(bot)).collect::<PyResult<_>>()?;
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

/// How difficult a deal of the co-operative game is for bots.
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

/// The levels of bots, weaker ones first.
#[pyfunction]
pub(crate) fn levels() -> Vec<&'static str> {
    Level::ALL.iter().map(Into::into).collect()
}
