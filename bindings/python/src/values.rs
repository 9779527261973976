//! Values of the library as values of Python, and back.

use std::fmt::Display;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};
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
    let json::Any(value) = pythonize::depythonize(value).map_err(|_| {
        value_error(
            "a value of JSON is a dict with texts as names, a list, a text, a number, True, False or None",
        )
    })?;
    json::from_value(value).map_err(value_error)
}

pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub(crate) fn type_error(error: impl Display) -> PyErr {
    PyTypeError::new_err(error.to_string())
}

/// The error of a value that has another type than `wanted`.
pub(crate) fn wrong_type(value: &Bound<'_, PyAny>, wanted: &str) -> PyErr {
    match value.get_type().name() {
        Ok(name) => type_error(format!("expected {wanted}, got {name}")),
        Err(error) => error,
    }
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
pub(crate) fn read_seat(setup: &Setup, seat: Whole) -> PyResult<Seat> {
    let of_table = Seat::all(setup.players()).find(|of_table| i64::from(u8::from(*of_table)) == seat.0);
    of_table.ok_or_else(|| value_error(format!("there is no seat {}", seat.0)))
}

/// A whole number.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) i64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        value.extract().map(Self).map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(value.py()) {
                value_error("the number is out of range")
            } else {
                wrong_type(&value, "a whole number")
            }
        })
    }
}

/// A list, or another sequence that is no text.
pub(crate) struct Items<'py>(pub(crate) Vec<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Items<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        value.extract().map(Self).map_err(|_: PyErr| wrong_type(&value, "a list"))
    }
}

impl<'py> Items<'py> {
    /// The items as values of one type.
    pub(crate) fn each<T>(&self, wanted: &str) -> PyResult<Vec<T>>
    where
        T: for<'a> FromPyObject<'a, 'py>,
    {
        self.0.iter().map(|item| item.extract().map_err(|_| wrong_type(item, wanted))).collect()
    }
}

/// A list of texts.
#[derive(Default)]
pub(crate) struct Texts(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Texts {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        value.extract::<Items<'py>>()?.each("a text for each item").map(Self)
    }
}

/// A move as text, or as the API writes it in JSON.
pub(crate) fn read_move(mv: &Bound<'_, PyAny>) -> PyResult<Move> {
    if mv.is_instance_of::<PyString>() {
        return mv.extract::<&str>()?.parse().map_err(|error: MoveError| wrong(&error.message()));
    }
    if mv.cast::<PyMapping>().is_err() {
        return Err(wrong_type(mv, "a move, as a text or as a dict of the API"));
    }
    from_python(mv)
}

/// A viewer: the number of a seat, or a spectator.
#[derive(Clone, Copy)]
pub(crate) enum Eyes {
    Seat(Whole),
    Spectator,
}

impl<'py> FromPyObject<'_, 'py> for Eyes {
    type Error = PyErr;

    fn extract(viewer: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        const WANTED: &str = "a viewer, which is a seat's number or \"spectator\"";
        match viewer.extract::<&str>() {
            Ok("spectator") => Ok(Self::Spectator),
            Ok(other) => Err(value_error(format!("expected {WANTED}, got {other:?}"))),
            Err(_) => viewer.extract().map(Self::Seat).map_err(|_: PyErr| wrong_type(&viewer, WANTED)),
        }
    }
}

impl Eyes {
    pub(crate) fn viewer(self, setup: &Setup) -> PyResult<Viewer> {
        match self {
            Self::Seat(seat) => read_seat(setup, seat).map(Viewer::Seat),
            Self::Spectator => Ok(Viewer::Spectator),
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
