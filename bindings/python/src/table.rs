//! One game that is played by actions.

use numpy::{PyArray1, ToPyArray as _};
use pyo3::prelude::*;
use regicide_engine::encoding::{self, Actions, Field, Reward};
use regicide_engine::engine::{self, Game as _, GameKind, Seat, Seed, Viewer};

use crate::history::{History, MOVE_SIZE, read_length};
use crate::position::Position;
use crate::setup::Setup;
use crate::values::{Whole, read_kind, read_move, read_seat, read_seed, value_error};

/// The fields of an observation: the name of each, where it starts and how long
/// it is.
#[pyfunction]
pub(crate) fn fields(kind: &str) -> PyResult<Vec<(&'static str, usize, usize)>> {
    Ok(encoding::fields(read_kind(kind)?)
        .into_iter()
        .map(|Field { name, start, len }| (name, start, len))
        .collect())
}

/// How many actions a game has.
#[pyfunction]
pub(crate) fn actions(kind: &str) -> PyResult<usize> {
    Ok(encoding::actions(read_kind(kind)?))
}

/// How many numbers an observation has.
#[pyfunction]
#[pyo3(name = "observation_size")]
pub(crate) fn size_of(kind: &str) -> PyResult<usize> {
    read_kind(kind).map(observation_size)
}

pub(crate) fn observation_size(kind: GameKind) -> usize {
    encoding::fields(kind).last().map_or(0, |last| last.start + last.len)
}

pub(crate) fn read_reward(name: &str) -> PyResult<Reward> {
    name.parse().map_err(|_| value_error(format!("the reward {name:?} is not known: progress or win")))
}

/// The state from which a table is restored.
type Played = (Setup, String, String, usize, Vec<usize>);

/// A game that is played by actions.
#[pyclass(skip_from_py_object, module = "regicide_engine.env")]
#[derive(Clone)]
pub(crate) struct Table {
    setup: engine::Setup,
    reward: Reward,
    deal: Seed,
    /// The actions that were played.
    actions: Vec<usize>,
    /// The moves that were played.
    history: History,
    /// The number of moves that follow an observation.
    shown_moves: usize,
    game: encoding::Table,
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (setup, seed, *, reward = "progress", history = Whole(0)), text_signature = "(setup, seed, *, reward='progress', history=0)")]
    fn new(setup: &Setup, seed: &str, reward: &str, history: Whole) -> PyResult<Self> {
        let (setup, reward, deal) = (setup.0, read_reward(reward)?, read_seed(seed)?);
        let (history, shown_moves) = (History::default(), read_length(history)?);
        let game = encoding::Table::new(setup, reward, &deal);
        Ok(Self { setup, reward, deal, actions: Vec::new(), history, shown_moves, game })
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    /// For `pickle`: a table where the same was played.
    #[staticmethod]
    fn _played(
        setup: &Setup,
        seed: &str,
        reward: &str,
        history: Whole,
        actions: Vec<usize>,
    ) -> PyResult<Self> {
        let mut table = Self::new(setup, seed, reward, history)?;
        for action in actions {
            table.make(action)?;
        }
        Ok(table)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Played)> {
        let (setup, reward) = (Setup(self.setup), self.reward.to_string());
        let played = py.get_type::<Self>().getattr("_played")?;
        Ok((played, (setup, self.deal.as_str().to_owned(), reward, self.shown_moves, self.actions.clone())))
    }

    /// The position, with all cards.
    #[getter]
    fn position(&self) -> Position {
        Position {
            history: self.history.clone(),
            position: *self.game.position(),
            ..Position::deal(self.setup, self.deal.clone())
        }
    }

    /// The seat to act; `None` once the game is over or stopped.
    #[getter]
    fn to_act(&self) -> Option<u8> {
        self.game.to_act().map(u8::from)
    }

    /// The observation of a seat, with its last moves.
    fn observe<'py>(&self, py: Python<'py>, seat: Whole) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let (seat, size) = (read_seat(&self.setup, seat)?, observation_size(self.setup.kind()));
        let mut row = vec![0; size + self.shown_moves * MOVE_SIZE];
        let (observation, moves) = row.split_at_mut(size);
        self.game.observe(seat, observation);
        self.history.write(self.setup.players(), seat, moves);
        Ok(row.to_pyarray(py))
    }

    /// 1 for every action that is legal for the seat to act.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let mut mask = vec![0; encoding::actions(self.setup.kind())];
        self.game.mask(&mut mask);
        mask.to_pyarray(py)
    }

    /// Plays an action of the seat to act: rewards by seat, whether the game has
    /// ended, and whether it was stopped.
    fn play(&mut self, action: Whole) -> PyResult<(Vec<f32>, bool, bool)> {
        self.make(read_action(action)?)
    }

    /// True if the side of a seat has won.
    fn won(&self, seat: Whole) -> PyResult<bool> {
        Ok(self.game.result(read_seat(&self.setup, seat)?).won)
    }

    /// The action that a legal move is.
    fn action_of(&self, mv: &Bound<'_, PyAny>) -> PyResult<usize> {
        let mv = read_move(mv)?;
        let legal = self.game.position().legal_moves().contains(&mv);
        let action = self.of_seat(|actions| actions.of(&mv)).filter(|_| legal);
        action.ok_or_else(|| value_error(format!("{mv} is no action now")))
    }

    /// The move that an action of the seat to act is.
    fn move_of(&self, action: Whole) -> PyResult<String> {
        let action = read_action(action)?;
        let mv = self.of_seat(|actions| actions.to_move(action));
        Ok(mv.ok_or_else(|| value_error(format!("the action {action} is no move now")))?.text())
    }

    fn __repr__(&self) -> String {
        format!("<Table {} after {} actions>", self.setup, self.actions.len())
    }
}

fn read_action(action: Whole) -> PyResult<usize> {
    usize::try_from(action.0).map_err(|_| value_error(format!("the action {} is no legal move", action.0)))
}

impl Table {
    fn make(&mut self, action: usize) -> PyResult<(Vec<f32>, bool, bool)> {
        let made = self.game.to_act().zip(self.of_seat(|actions| actions.to_move(action)));
        let step = self.game.play(action).map_err(value_error)?;
        self.actions.push(action);
        if let Some((seat, mv)) = made {
            self.history = self.history.and(seat, mv);
        }
        let rewards = step.rewards[..usize::from(self.setup.players())].to_vec();
        Ok((rewards, step.terminated, step.truncated))
    }

    fn of_seat<T>(&self, read: impl FnOnce(&Actions<'_>) -> Option<T>) -> Option<T> {
        let seat: Seat = self.game.to_act()?;
        let view = self.game.position().view(Viewer::Seat(seat));
        read(&Actions::new(&self.setup, &view, seat))
    }
}
