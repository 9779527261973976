//! Records.

use pyo3::prelude::*;
use pyo3::types::PyString;
use regicide_engine::engine::{self, Game as _, Hash, Ignore};
use regicide_engine::i18n::Language;
use regicide_engine::json;
use regicide_engine::record::{self, BadMove, BadSetup, Entry, Expected, RecordFile, RecordMove, Replay};

use crate::position::{Position, Step};
use crate::setup::{Setup, bad_setup};
use crate::threads;
use crate::values::{
    from_python, read_language, read_move, read_seat, read_seed, to_python, value_error, wrong,
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
    wrong(&bad.message())
}

pub(crate) fn setup_of(record: &RecordFile) -> PyResult<engine::Setup> {
    record.setup().map_err(|error| match error {
        BadSetup::UnknownRules(unknown) => value_error(unknown),
        BadSetup::Options(error) => bad_setup(&error),
    })
}

/// A verdict, whose parts become values of Python when they are read.
#[pyclass(frozen, module = "regicide_engine.record")]
pub(crate) struct Verdict(record::Verdict);

#[pymethods]
impl Verdict {
    #[getter]
    fn consistent(&self) -> bool {
        self.0.consistent
    }

    #[getter]
    fn authenticity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.authenticity)
    }

    #[getter]
    fn moves_valid(&self) -> u32 {
        self.0.moves_valid
    }

    #[getter]
    fn bad_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.bad_move)
    }

    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.result)
    }

    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0)
    }

    fn __repr__(&self) -> String {
        let consistent = if self.0.consistent { "consistent" } else { "not consistent" };
        format!("<Verdict {consistent}, {} moves valid>", self.0.moves_valid)
    }
}

fn expected(commitment: Option<&str>, chain: Option<&str>, keys: &[String]) -> PyResult<Expected> {
    let hash = |text: &str| text.parse::<Hash>().map_err(value_error);
    Ok(Expected {
        commitment: commitment.map(hash).transpose()?,
        chain: chain.map(hash).transpose()?,
        keys: keys.iter().map(|key| key.parse().map_err(value_error)).collect::<PyResult<_>>()?,
        log: None,
    })
}

#[pyfunction]
#[pyo3(signature = (record, *, commitment = None, chain = None, keys = Vec::new(), language = "en"))]
pub(crate) fn verify(
    record: &Bound<'_, PyAny>,
    commitment: Option<&str>,
    chain: Option<&str>,
    keys: Vec<String>,
    language: &str,
) -> PyResult<Verdict> {
    let expected = expected(commitment, chain, &keys)?;
    Ok(Verdict(record::verify(&read_record(record)?, &expected, read_language(language)?)))
}

/// The result for one of many lines.
#[derive(IntoPyObject)]
pub(crate) enum Verified {
    Verdict(Verdict),
    /// It is no record.
    Error(PyErr),
}

/// The lines of an export.
#[pyfunction]
#[pyo3(signature = (lines, *, keys = Vec::new(), threads = None))]
pub(crate) fn verify_many(
    py: Python<'_>,
    lines: Vec<String>,
    keys: Vec<String>,
    threads: Option<usize>,
) -> PyResult<Vec<Verified>> {
    let expected = expected(None, None, &keys)?;
    let verify = |line: &String| {
        let record = RecordFile::from_json(line).map_err(|error| error.to_string())?;
        Ok::<_, String>(record::verify(&record, &expected, Language::default()))
    };
    let verified = threads::map(py, &lines, threads, verify)?;
    let verified = verified.into_iter().map(|verdict| match verdict {
        Ok(verdict) => Verified::Verdict(Verdict(verdict)),
        Err(error) => Verified::Error(value_error(error)),
    });
    Ok(verified.collect())
}

#[pyfunction]
pub(crate) fn replay(record: &Bound<'_, PyAny>) -> PyResult<(Position, Vec<Step>)> {
    let record = read_record(record)?;
    let setup = setup_of(&record)?;
    let seed = record.seed().map_err(value_error)?;
    let entries: Vec<Entry> = record.entries().collect::<Result<_, _>>().map_err(bad_move)?;
    let times = record.moves.iter().map(|mv: &RecordMove| mv.at.clone());
    let dealt = engine::Position::deal(&setup, seed.key());
    let mut before = dealt;
    let mut steps = Vec::with_capacity(entries.len());
    for (step, at) in Replay::new(&setup, &seed, entries).zip(times) {
        let step = step.map_err(bad_move)?;
        steps.push(Step {
            before,
            seat: step.entry.seat,
            mv: step.entry.mv,
            effects: step.effects,
            after: Position { setup, position: step.position },
            at,
            chain: Some(step.h.to_string()),
        });
        before = step.position;
    }
    Ok((Position { setup, position: dealt }, steps))
}

/// A move, with the seat that makes it where that is not the one to act.
#[derive(FromPyObject)]
pub(crate) enum Made<'py> {
    By(u8, Bound<'py, PyAny>),
    #[pyo3(transparent)]
    ToAct(Bound<'py, PyAny>),
}

#[pyfunction]
pub(crate) fn build<'py>(
    py: Python<'py>,
    setup: &Setup,
    seed: &str,
    moves: Vec<Made<'py>>,
) -> PyResult<Bound<'py, PyAny>> {
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
