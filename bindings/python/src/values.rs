//! Values of the library as values of Python, and back.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use regicide_engine::engine::{
    Effect, GameKind, Message, Move, MoveError, PlayerName, Seat, Seed, Setup, Viewer,
};
use regicide_engine::i18n::Language;
use regicide_engine::json;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value as the API writes it in JSON.
pub(crate) fn to_python<'py, T: Serialize>(py: Python<'py>, value: &T) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, value)?)
}

/// A value of the API from one of Python's.
pub(crate) fn from_python<T: DeserializeOwned>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    let json::Any(value) = pythonize::depythonize(value).map_err(value_error)?;
    json::from_value(value).map_err(value_error)
}

pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An error with its reason in English.
pub(crate) fn wrong(message: &Message) -> PyErr {
    value_error(Language::default().text(message))
}

pub(crate) fn read_seed(seed: &str) -> PyResult<Seed> {
    seed.parse().map_err(value_error)
}

pub(crate) fn read_kind(kind: &str) -> PyResult<GameKind> {
    kind.parse()
        .map_err(|_| value_error(format!("the game {kind:?} is not known: regicide or regicide-tricks")))
}

pub(crate) fn read_language(tag: &str) -> PyResult<Language> {
    Language::lookup(tag).ok_or_else(|| value_error(format!("there is no text in the language {tag:?}")))
}

/// A seat of this table.
pub(crate) fn read_seat(setup: &Setup, seat: u8) -> PyResult<Seat> {
    let of_table = Seat::try_from(seat).ok().filter(|seat| seat.index() < usize::from(setup.players()));
    of_table.ok_or_else(|| value_error(format!("there is no seat {seat}")))
}

/// A move as text, or as the API writes it in JSON.
pub(crate) fn read_move(mv: &Bound<'_, PyAny>) -> PyResult<Move> {
    match mv.extract::<&str>() {
        Ok(text) => text.parse().map_err(|error: MoveError| wrong(&error.message())),
        Err(_) => from_python(mv),
    }
}

/// A viewer: the number of a seat, or a spectator.
#[derive(Clone, Copy, FromPyObject)]
pub(crate) enum Eyes {
    Seat(u8),
    #[pyo3(transparent)]
    Named(Spectator),
}

/// The word for a spectator.
#[derive(Clone, Copy)]
pub(crate) struct Spectator;

impl<'py> FromPyObject<'_, 'py> for Spectator {
    type Error = PyErr;

    fn extract(word: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match word.extract::<&str>() {
            Ok("spectator") => Ok(Self),
            Ok(_) | Err(_) => Err(value_error("a viewer is a seat's number or \"spectator\"")),
        }
    }
}

impl Eyes {
    pub(crate) fn viewer(self, setup: &Setup) -> PyResult<Viewer> {
        match self {
            Self::Seat(seat) => read_seat(setup, seat).map(Viewer::Seat),
            Self::Named(Spectator) => Ok(Viewer::Spectator),
        }
    }
}

/// The effects as a viewer saw them, or all of them.
pub(crate) fn seen(effects: &[Effect], viewer: Option<Viewer>) -> Vec<Effect> {
    let seen = |effect: &Effect| viewer.map_or_else(|| *effect, |viewer| effect.seen_by(viewer));
    effects.iter().map(seen).collect()
}

/// The effects in words.
pub(crate) fn narrate(
    setup: &Setup,
    effects: &[Effect],
    names: Option<&[Option<String>]>,
    viewer: Option<Viewer>,
    language: Language,
) -> Vec<String> {
    let names: Vec<Option<&str>> = names.unwrap_or_default().iter().map(Option::as_deref).collect();
    let mut names = PlayerName::of_table(&names);
    names.resize(usize::from(setup.players()), PlayerName::None);
    if let Some(Viewer::Seat(seat)) = viewer {
        names[seat.index()] = PlayerName::You;
    }
    seen(effects, viewer).iter().map(|effect| language.text(&effect.message(setup).naming(&names))).collect()
}
