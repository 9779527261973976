//! Records.

use pyo3::prelude::*;
use pyo3::types::PyString;
use regicide_engine::engine::{self, Game as _, Hash, Ignore};
use regicide_engine::i18n::Language;
use regicide_engine::json;
use regicide_engine::record::{self, BadMove, BadSetup, Entry, Expected, RecordFile, RecordMove, Replay};
use regicide_engine::tlog::LogPolicy;
use serde_json::Value;

use crate::position::{Position, Step, refused};
use crate::setup::{Setup, bad_setup};
use crate::threads;
use crate::values::{
    Items, Texts, Whole, from_python, read_language, read_move, read_seat, read_seed, to_python, value_error,
};

/// A record as JSON, or as the value that was read from it.
pub(crate) fn read_record(given: &Bound<'_, PyAny>) -> PyResult<RecordFile> {
    if given.is_instance_of::<PyString>() {
        return RecordFile::from_json(given.extract()?).map_err(value_error);
    }
    let json::Any(record) = from_python(given)?;
    RecordFile::from_value(record).map_err(value_error)
}

pub(crate) fn bad_move(bad: BadMove) -> PyErr {
    refused(Language::default().text(&bad.message()), bad.fault.clause(), None)
}

pub(crate) fn setup_of(record: &RecordFile) -> PyResult<engine::Setup> {
    record.setup().map_err(|error| match error {
        BadSetup::UnknownRules(unknown) => value_error(unknown),
        BadSetup::Options(error) => bad_setup(&error),
    })
}

/// The result of a verification.
#[pyclass(frozen, skip_from_py_object, module = "regicide_engine.record")]
#[derive(Clone)]
pub(crate) struct Verdict {
    consistent: bool,
    moves_valid: u32,
    /// All of it, as the API shows it.
    document: Value,
}

impl Verdict {
    fn new(verdict: &record::Verdict) -> PyResult<Self> {
        let document = serde_json::to_value(verdict).map_err(value_error)?;
        Ok(Self { consistent: verdict.consistent, moves_valid: verdict.moves_valid, document })
    }
}

/// The parts from which a verdict is restored.
type Parts<'py> = (bool, u32, Bound<'py, PyAny>);

#[pymethods]
impl Verdict {
    /// For `pickle`.
    #[staticmethod]
    fn _of(consistent: bool, moves_valid: u32, document: &Bound<'_, PyAny>) -> PyResult<Self> {
        let json::Any(document) = from_python(document)?;
        Ok(Self { consistent, moves_valid, document })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let of = py.get_type::<Self>().getattr("_of")?;
        Ok((of, (self.consistent, self.moves_valid, self.as_dict(py)?)))
    }

    /// True if everything in the record is consistent.
    #[getter]
    fn consistent(&self) -> bool {
        self.consistent
    }

    /// The confirmation by another source: `authenticated`, `unauthenticated` or `contradicted`. A whole record can
    /// be made up.
    #[getter]
    fn authenticity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document["authenticity"])
    }

    /// The number of good moves, up to the first bad one.
    #[getter]
    fn moves_valid(&self) -> u32 {
        self.moves_valid
    }

    /// The first bad move and its fault, if there is one.
    #[getter]
    fn bad_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document["bad_move"])
    }

    /// The result of the game after the good moves, if they end it.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document["result"])
    }

    /// The time at which a deadline closed the game.
    #[getter]
    fn closed_at<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document["closed_at"])
    }

    /// Its place in the transparency log, if its proof was checked and holds.
    #[getter]
    fn log<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document["log"])
    }

    /// All of it, as the API shows it.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document)
    }

    fn __repr__(&self) -> String {
        let consistent = if self.consistent { "consistent" } else { "not consistent" };
        format!("<Verdict {consistent}, {} moves valid>", self.moves_valid)
    }
}

fn read_hash(text: &str) -> PyResult<Hash> {
    text.parse().map_err(value_error)
}

/// A policy, with the checkpoint in a note that was kept.
fn read_policy(policy: Option<&str>, checkpoint: Option<&str>) -> PyResult<Option<LogPolicy>> {
    let policy = policy.map(LogPolicy::of_verifier).transpose().map_err(value_error)?;
    match (policy, checkpoint) {
        (Some(policy), Some(note)) => policy.with_kept(note).map(Some).map_err(value_error),
        (None, Some(_)) => Err(value_error("a checkpoint needs a policy")),
        (policy, None) => Ok(policy),
    }
}

/// Verifies a record with facts from elsewhere: commitment, last hash, or a policy for the server's transparency log.
/// With a checkpoint of the log that was kept, the record needs a proof, of the same log.
#[pyfunction]
#[pyo3(signature = (record, *, commitment = None, chain = None, policy = None, checkpoint = None, language = "en"))]
pub(crate) fn verify(
    record: &Bound<'_, PyAny>,
    commitment: Option<&str>,
    chain: Option<&str>,
    policy: Option<&str>,
    checkpoint: Option<&str>,
    language: &str,
) -> PyResult<Verdict> {
    let commitment = commitment.map(read_hash).transpose()?;
    let chain = chain.map(read_hash).transpose()?;
    let (policy, record) = (read_policy(policy, checkpoint)?, read_record(record)?);
    let expected = Expected { commitment, chain, ..Expected::by_policy(policy.as_ref(), &record) };
    Verdict::new(&record::verify(&record, &expected, read_language(language)?))
}

/// The result for one of many lines.
#[derive(IntoPyObject)]
pub(crate) enum Verified {
    Verdict(Verdict),
    /// It is no record.
    Error(PyErr),
}

/// Verifies the lines of an export; a line that is no record has its error instead of a verdict.
#[pyfunction]
#[pyo3(signature = (lines, *, policy = None, checkpoint = None, threads = None))]
pub(crate) fn verify_many(
    py: Python<'_>,
    lines: Texts,
    policy: Option<&str>,
    checkpoint: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Vec<Verified>> {
    let policy = read_policy(policy, checkpoint)?;
    let verify = |line: &String| {
        let record = RecordFile::from_json(line).map_err(|error| error.to_string())?;
        let expected = Expected::by_policy(policy.as_ref(), &record);
        Ok::<_, String>(record::verify(&record, &expected, Language::default()))
    };
    let verified = threads::map(py, &lines.0, threads, verify)?;
    let verified = verified.iter().map(|verdict| match verdict {
        Ok(verdict) => Verdict::new(verdict).map(Verified::Verdict),
        Err(error) => Ok(Verified::Error(value_error(error))),
    });
    verified.collect()
}

/// The deal and every step of a record. Raises `ValueError` at the first bad move.
#[pyfunction]
pub(crate) fn replay(record: &Bound<'_, PyAny>) -> PyResult<(Position, Vec<Step>)> {
    let record = read_record(record)?;
    let setup = setup_of(&record)?;
    let seed = record.seed().map_err(value_error)?;
    let entries: Vec<Entry> = record.entries().collect::<Result<_, _>>().map_err(bad_move)?;
    let times = record.moves.iter().map(|mv: &RecordMove| mv.at.clone());
    let dealt = Position::deal(setup, seed.clone());
    let mut before = dealt.clone();
    let mut steps = Vec::with_capacity(entries.len());
    for (step, at) in Replay::new(&setup, &seed, entries).zip(times) {
        let step = step.map_err(bad_move)?;
        let history = before.history.and(step.entry.seat, step.entry.mv);
        let after = Position { position: step.position, history, ..before.clone() };
        steps.push(Step {
            before: before.position,
            seat: step.entry.seat,
            mv: step.entry.mv,
            effects: step.effects,
            after: after.clone(),
            at,
            chain: Some(step.h.to_string()),
        });
        before = after;
    }
    Ok((dealt, steps))
}

/// A move, with the seat that makes it where that is not the one to act.
#[derive(FromPyObject)]
pub(crate) enum Made<'py> {
    By(Whole, Bound<'py, PyAny>),
    #[pyo3(transparent)]
    ToAct(Bound<'py, PyAny>),
}

/// The record of a game; a move of another seat than the one to act comes with its seat.
#[pyfunction]
pub(crate) fn build<'py>(
    py: Python<'py>,
    setup: &Setup,
    seed: &str,
    moves: Items<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let moves: Vec<Made<'_>> = moves.each("a move for each item")?;
    let seed = read_seed(seed)?;
    let mut rebuild = record::Rebuild::new(&setup.0, &seed);
    let mut entries = Vec::with_capacity(moves.len());
    for made in &moves {
        let (seat, mv) = match made {
            Made::By(seat, mv) => (read_seat(&setup.0, *seat)?, read_move(mv)?),
            Made::ToAct(mv) => (rebuild.position().to_act().unwrap_or_default(), read_move(mv)?),
        };
        let entry = Entry { seq: rebuild.position().seq() + 1, seat, mv, at: None };
        rebuild.add(&entry, &mut Ignore).map_err(bad_move)?;
        entries.push(entry);
    }
    let record = RecordFile::ending(&setup.0, &seed, entries, rebuild.position());
    to_python(py, &RecordFile { chain: Some(rebuild.chain().hash()), ..record })
}
