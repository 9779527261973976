//! Positions and moves.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use regicide_engine::engine::{self, Effect, Game as _, NamedOutcome, Seat, Seed, Viewer};
use regicide_engine::i18n::Language;

use crate::history::History;
use crate::setup::Setup;
use crate::values::{Eyes, Items, Whole, narrate, read_language, read_move, read_seat, seen, to_python};

create_exception!(
    regicide_engine.rules,
    Refusal,
    PyValueError,
    "A move or set-up is against the rules: `rule` is the clause, and `field` that of a set-up that is wrong, or None."
);

pub(crate) fn refused(text: String, rule: &str, field: Option<&str>) -> PyErr {
    let error = Refusal::new_err(text);
    let named = Python::attach(|py| {
        let value = error.value(py);
        value.setattr("rule", rule)?;
        value.setattr("field", field)
    });
    named.err().unwrap_or(error)
}

/// A position with all its cards. It never changes.
#[pyclass(frozen, eq, skip_from_py_object, module = "regicide_engine.rules")]
#[derive(Clone)]
#[expect(clippy::struct_field_names, reason = "it is the library's position")]
pub(crate) struct Position {
    pub(crate) setup: engine::Setup,
    /// From which moves draw, too.
    pub(crate) seed: Seed,
    /// The line that it was read from, or none if it was dealt.
    pub(crate) start: Option<Arc<str>>,
    /// The moves since then.
    pub(crate) history: History,
    pub(crate) position: engine::Position,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.setup == other.setup && self.seed == other.seed && self.position == other.position
    }
}

impl Position {
    /// The deal of a seed.
    pub(crate) fn deal(setup: engine::Setup, seed: Seed) -> Self {
        let position = engine::Position::deal(&setup, seed.key());
        Self { setup, seed, start: None, history: History::default(), position }
    }
}

/// The state from which a position is restored.
type Restored = (Setup, String, Option<String>, Vec<(u8, String)>);

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
    /// The set-up of its game.
    #[getter]
    fn setup(&self) -> Setup {
        Setup(self.setup)
    }

    /// The number of moves that were made.
    #[getter]
    fn seq(&self) -> u32 {
        self.position.seq()
    }

    /// The seat to act, from 0; `None` once the game is over.
    #[getter]
    fn to_act(&self) -> Option<u8> {
        self.position.to_act().map(u8::from)
    }

    /// The position line, which `Setup.position` reads.
    #[getter]
    fn line(&self) -> String {
        self.position.to_string()
    }

    /// How the game ended; `None` while it runs.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.position.outcome().map(NamedOutcome::from);
        outcome.map(|outcome| to_python(py, &outcome)).transpose()
    }

    /// Every legal move in text form, in a fixed order; conceding is legal and not listed.
    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.position.for_each_legal(|mv| moves.push(mv.text()));
        moves
    }

    /// The effects of a move, as far as its player can foresee them; `None` for moves that need no forecast.
    ///
    /// Raises what `play` raises.
    #[pyo3(signature = (mv, /))]
    fn forecast<'py>(&self, py: Python<'py>, mv: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let forecast = self.position.forecast(&self.play(mv, None)?.mv);
        forecast.map(|forecast| to_python(py, &forecast)).transpose()
    }

    /// Makes a move, by the seat to act if no other is named.
    ///
    /// Raises `Refusal` for a move that is against the rules, and `ValueError` for what is no move.
    #[pyo3(signature = (mv, /, seat = None))]
    pub(crate) fn play(&self, mv: &Bound<'_, PyAny>, seat: Option<Whole>) -> PyResult<Step> {
        let mv = read_move(mv)?;
        let seat = match seat {
            Some(seat) => read_seat(&self.setup, seat)?,
            None => self.position.to_act().unwrap_or_default(),
        };
        let mut effects = Vec::new();
        let played = self.position.play(seat, &mv, &mut effects);
        let position = played.map_err(|refusal| {
            refused(Language::default().text(&refusal.reason.message()), refusal.clause, None)
        })?;
        let after = Self { position, history: self.history.and(seat, mv), ..self.clone() };
        Ok(Step { before: self.position, seat, mv, effects, after, at: None, chain: None })
    }

    /// The view of a seat or a spectator, as the API shows it.
    fn view<'py>(&self, py: Python<'py>, viewer: Eyes) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.position.view(viewer.viewer(&self.setup)?))
    }

    /// The hidden part: hands, and the piles that lie face down.
    fn reveal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.position.reveal())
    }

    /// The position laid out in rows of text: what a viewer sees of it, or all.
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
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// For `pickle`: the same moves, made again.
    #[staticmethod]
    fn _after(
        setup: &Setup,
        seed: &str,
        start: Option<&str>,
        moves: Vec<(Whole, Bound<'_, PyAny>)>,
    ) -> PyResult<Self> {
        let begun = start.map_or_else(|| setup.deal(seed), |line| setup.position(seed, line))?;
        moves.iter().try_fold(begun, |position, (seat, mv)| Ok(position.play(mv, Some(*seat))?.after))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Restored)> {
        let after = py.get_type::<Self>().getattr("_after")?;
        let start = self.start.as_deref().map(str::to_owned);
        Ok((after, (self.setup(), self.seed.as_str().to_owned(), start, self.history.moves())))
    }

    fn __repr__(&self) -> String {
        format!("<Position {}>", self.position)
    }
}

/// The parts from which a step is made again.
type Made = (Position, String, u8, Option<String>, Option<String>);

#[pymethods]
impl Step {
    /// For `pickle`: the move, made again.
    #[staticmethod]
    fn _made(
        before: &Position,
        mv: &Bound<'_, PyAny>,
        seat: Whole,
        at: Option<String>,
        chain: Option<String>,
    ) -> PyResult<Self> {
        Ok(Self { at, chain, ..before.play(mv, Some(seat))? })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Made)> {
        let history = self.after.history.before();
        let before = Position { position: self.before, history, ..self.after.clone() };
        let parts = (before, self.text(), self.seat(), self.at.clone(), self.chain.clone());
        Ok((py.get_type::<Self>().getattr("_made")?, parts))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The number of the move, from 1.
    #[getter]
    fn seq(&self) -> u32 {
        self.after.position.seq()
    }

    /// The seat that made it.
    #[getter]
    fn seat(&self) -> u8 {
        self.seat.into()
    }

    /// The move as text.
    #[getter(r#move)]
    fn text(&self) -> String {
        self.mv.text()
    }

    /// The position after it.
    #[getter]
    fn position(&self) -> Position {
        self.after.clone()
    }

    /// In a replay: the time of the move, if the record has it.
    #[getter]
    fn at(&self) -> Option<&str> {
        self.at.as_deref()
    }

    /// In a replay: the chain's hash after it.
    #[getter]
    fn chain(&self) -> Option<&str> {
        self.chain.as_deref()
    }

    /// Its effects, as a viewer saw them, or all of them.
    #[pyo3(signature = (viewer = None))]
    fn effects<'py>(&self, py: Python<'py>, viewer: Option<Eyes>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &seen(&self.effects, self.viewer(viewer)?))
    }

    /// The effects in words, with the players' names by seat; a viewer's own seat is called "you".
    #[pyo3(signature = (viewer = None, *, language = "en", names = None))]
    fn narration(
        &self,
        viewer: Option<Eyes>,
        language: &str,
        names: Option<Items<'_>>,
    ) -> PyResult<Vec<String>> {
        let names = names.map(|names| names.each("a text or None for each name")).transpose()?;
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
