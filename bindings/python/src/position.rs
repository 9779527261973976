//! Positions and moves.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use regicide_engine::engine::{self, Effect, Game as _, NamedOutcome, Seat, Viewer};
use regicide_engine::i18n::Language;

use crate::setup::Setup;
use crate::values::{Eyes, narrate, read_language, read_move, read_seat, seen, to_python};

create_exception!(
    regicide_engine.rules,
    Refusal,
    PyValueError,
    "A move is against the rules; `rule` is the clause."
);

fn refused(py: Python<'_>, refusal: &engine::Refusal) -> PyErr {
    let error = Refusal::new_err(Language::default().text(&refusal.reason.message()));
    match error.value(py).setattr("rule", refusal.clause) {
        Ok(()) => error,
        Err(other) => other,
    }
}

#[pyclass(frozen, eq, skip_from_py_object, module = "regicide_engine.rules")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) setup: engine::Setup,
    pub(crate) position: engine::Position,
}

/// A move that was made.
#[pyclass(frozen, skip_from_py_object, module = "regicide_engine.rules")]
#[derive(Clone)]
pub(crate) struct Step {
    /// The position in which it was made.
    pub(crate) before: engine::Position,
    pub(crate) seat: Seat,
    pub(crate) mv: engine::Move,
    pub(crate) effects: Vec<Effect>,
    pub(crate) after: Position,
    /// Of a replay: when the move was made, and the chain's hash after it.
    pub(crate) at: Option<String>,
    pub(crate) chain: Option<String>,
}

#[pymethods]
impl Position {
    #[getter]
    fn setup(&self) -> Setup {
        Setup(self.setup)
    }

    #[getter]
    fn seq(&self) -> u32 {
        self.position.seq()
    }

    #[getter]
    fn to_act(&self) -> Option<u8> {
        self.position.to_act().map(u8::from)
    }

    #[getter]
    fn line(&self) -> String {
        self.position.to_string()
    }

    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.position.outcome().map(NamedOutcome::from);
        outcome.map(|outcome| to_python(py, &outcome)).transpose()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.position.for_each_legal(|mv| moves.push(mv.text()));
        moves
    }

    #[pyo3(signature = (mv, /))]
    fn forecast<'py>(&self, py: Python<'py>, mv: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let forecast = self.position.forecast(&self.play(py, mv, None)?.mv);
        forecast.map(|forecast| to_python(py, &forecast)).transpose()
    }

    #[pyo3(signature = (mv, /, seat = None))]
    fn play(&self, py: Python<'_>, mv: &Bound<'_, PyAny>, seat: Option<u8>) -> PyResult<Step> {
        let mv = read_move(mv)?;
        let seat = match seat {
            Some(seat) => read_seat(&self.setup, seat)?,
            None => self.position.to_act().unwrap_or_default(),
        };
        let mut effects = Vec::new();
        let played = self.position.play(seat, &mv, &mut effects);
        let position = played.map_err(|refusal| refused(py, &refusal))?;
        let after = Self { position, ..*self };
        Ok(Step { before: self.position, seat, mv, effects, after, at: None, chain: None })
    }

    fn view<'py>(&self, py: Python<'py>, viewer: Eyes) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.position.view(viewer.viewer(&self.setup)?))
    }

    fn reveal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.position.reveal())
    }

    #[pyo3(signature = (viewer = None, language = "en"))]
    fn diagram(&self, viewer: Option<Eyes>, language: &str) -> PyResult<String> {
        let viewer = viewer.map(|eyes| eyes.viewer(&self.setup)).transpose()?;
        let language = read_language(language)?;
        let diagram = self.position.diagram(viewer);
        let rows = diagram.rows.iter();
        let mut lines: Vec<String> = rows
            .map(|(label, content)| format!("{}: {}", language.text(label), language.text(content)))
            .collect();
        lines.push(language.text(&diagram.next));
        Ok(lines.join("\n"))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.line().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> Self {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        *self
    }

    fn __repr__(&self) -> String {
        format!("<Position {}>", self.position)
    }
}

#[pymethods]
impl Step {
    #[getter]
    fn seq(&self) -> u32 {
        self.after.position.seq()
    }

    #[getter]
    fn seat(&self) -> u8 {
        self.seat.into()
    }

    #[getter(r#move)]
    fn text(&self) -> String {
        self.mv.text()
    }

    #[getter]
    fn position(&self) -> Position {
        self.after
    }

    #[getter]
    fn at(&self) -> Option<&str> {
        self.at.as_deref()
    }

    #[getter]
    fn chain(&self) -> Option<&str> {
        self.chain.as_deref()
    }

    #[pyo3(signature = (viewer = None))]
    fn effects<'py>(&self, py: Python<'py>, viewer: Option<Eyes>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &seen(&self.effects, self.viewer(viewer)?))
    }

    #[pyo3(signature = (viewer = None, *, language = "en", names = None))]
    fn narration(
        &self,
        viewer: Option<Eyes>,
        language: &str,
        names: Option<Vec<Option<String>>>,
    ) -> PyResult<Vec<String>> {
        let (viewer, language) = (self.viewer(viewer)?, read_language(language)?);
        Ok(narrate(&self.after.setup, &self.effects, names.as_deref(), viewer, language))
    }

    fn __repr__(&self) -> String {
        format!("<Step {} {}: {}>", self.seq(), self.seat(), self.mv)
    }
}

impl Step {
    fn viewer(&self, eyes: Option<Eyes>) -> PyResult<Option<Viewer>> {
        eyes.map(|eyes| eyes.viewer(&self.after.setup)).transpose()
    }
}
