//! Set-ups and what is known of the rules.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use regicide_engine::engine::{self, Options, Ruleset, SetupError};
use regicide_engine::i18n::Language;

use crate::position::Position;
use crate::values::{from_python, read_kind, read_seed, to_python, value_error};

#[pyclass(frozen, eq, hash, from_py_object, module = "regicide_engine.rules")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Setup(pub(crate) engine::Setup);

impl std::hash::Hash for Setup {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_string().hash(state);
    }
}

pub(crate) fn bad_setup(error: &SetupError) -> PyErr {
    let reason = Language::default().text(&error.message());
    value_error(format!("{}: {reason} ({})", error.field, error.clause))
}

#[pymethods]
impl Setup {
    #[new]
    #[pyo3(signature = (kind = "regicide", players = 1, *, rules = None, **options))]
    fn new(
        kind: &str,
        players: u8,
        rules: Option<u8>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let kind = read_kind(kind)?;
        let ruleset = match rules {
            None => Ruleset::current(kind),
            Some(version) => Ruleset::find(kind.as_ref(), version).map_err(value_error)?,
        };
        let options: Options = options.map(|options| from_python(options)).transpose()?.unwrap_or_default();
        let setup = engine::Setup::new(ruleset, players, &options).map_err(|error| bad_setup(&error))?;
        Ok(Self(setup))
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind().into()
    }

    #[getter]
    fn rules(&self) -> u8 {
        self.0.ruleset().version()
    }

    #[getter]
    fn players(&self) -> u8 {
        self.0.players()
    }

    #[getter]
    fn max_moves(&self) -> u32 {
        self.0.max_moves()
    }

    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.options())
    }

    /// For `pickle`.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((&'static str, u8), Bound<'py, PyAny>)> {
        let options = self.options(py)?;
        options.set_item("rules", self.rules())?;
        Ok(((self.kind(), self.players()), options))
    }

    fn deal(&self, seed: &str) -> PyResult<Position> {
        let position = engine::Position::deal(&self.0, read_seed(seed)?.key());
        Ok(Position { setup: self.0, position })
    }

    /// Reads a position line of a game with this seed.
    fn position(&self, seed: &str, line: &str) -> PyResult<Position> {
        let position = engine::Position::parse(&self.0, read_seed(seed)?.key(), line).map_err(value_error)?;
        Ok(Position { setup: self.0, position })
    }

    fn __repr__(&self) -> String {
        format!("<Setup {}>", self.0)
    }
}

#[pyfunction]
pub(crate) fn commitment(seed: &str) -> PyResult<String> {
    Ok(read_seed(seed)?.commitment().to_string())
}

#[pyfunction]
pub(crate) fn rulesets() -> Vec<String> {
    Ruleset::all().map(|ruleset| ruleset.to_string()).collect()
}

#[pyfunction]
pub(crate) fn languages() -> Vec<&'static str> {
    Language::all().map(Language::tag).collect()
}
