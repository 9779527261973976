//! Set-ups and what is known of the rules.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use regicide_engine::engine::{self, Options, Ruleset, SetupError};
use regicide_engine::i18n::Language;

use crate::history::History;
use crate::position::{Position, refused};
use crate::values::{Whole, from_python, read_kind, read_seed, to_python, value_error};

/// The options of a game, chosen before the deal.
///
/// It is checked by the rules of its game, which refuse the options of the other.
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
    refused(format!("{}: {reason} ({})", error.field, error.clause), error.clause, Some(error.field))
}

#[pymethods]
impl Setup {
    #[new]
    #[pyo3(
        signature = (kind = "regicide", players = Whole(1), *, rules = None, **options),
        text_signature = "(kind='regicide', players=1, *, rules=None, **options)"
    )]
    fn new(
        kind: &str,
        players: Whole,
        rules: Option<Whole>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let kind = read_kind(kind)?;
        let ruleset = match rules {
            None => Ruleset::current(kind),
            Some(version) => Ruleset::find(kind.as_ref(), version.0).map_err(value_error)?,
        };
        let options: Options = options.map(|options| from_python(options)).transpose()?.unwrap_or_default();
        // The rules refuse the most that fits, too.
        let players = u8::try_from(players.0).unwrap_or(u8::MAX);
        let setup = engine::Setup::new(ruleset, players, &options).map_err(|error| bad_setup(&error))?;
        Ok(Self(setup))
    }

    /// The game: `regicide` or `regicide-tricks`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind().into()
    }

    /// The version of the rules.
    #[getter]
    fn rules(&self) -> u8 {
        self.0.ruleset().version()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.0.players()
    }

    /// The most moves that the log of a game holds.
    #[getter]
    fn max_moves(&self) -> u32 {
        self.0.max_moves()
    }

    /// The game's own options, none left out.
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

    /// Shuffles and deals by a seed of 1 to 64 characters.
    pub(crate) fn deal(&self, seed: &str) -> PyResult<Position> {
        Ok(Position::deal(self.0, read_seed(seed)?))
    }

    /// Reads the position line of a game with this seed.
    pub(crate) fn position(&self, seed: &str, line: &str) -> PyResult<Position> {
        let seed = read_seed(seed)?;
        let position = engine::Position::parse(&self.0, seed.key(), line).map_err(value_error)?;
        let start = Some(position.to_string().into());
        Ok(Position { setup: self.0, seed, start, history: History::default(), position })
    }

    fn __copy__(&self) -> Self {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        *self
    }

    fn __repr__(&self) -> String {
        format!("<Setup {}>", self.0)
    }
}

/// The SHA-256 that is published before a game with this seed.
#[pyfunction]
pub(crate) fn commitment(seed: &str) -> PyResult<String> {
    Ok(read_seed(seed)?.commitment().to_string())
}

/// Every version of the rules, such as `regicide/1`.
#[pyfunction]
pub(crate) fn rulesets() -> Vec<String> {
    Ruleset::all().map(|ruleset| ruleset.to_string()).collect()
}

/// The tags of the languages of narrations.
#[pyfunction]
pub(crate) fn languages() -> Vec<&'static str> {
    Language::all().map(Language::tag).collect()
}
