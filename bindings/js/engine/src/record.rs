//! Records.

use regicide_engine::engine::{Game as _, Ignore};
use regicide_engine::json;
use regicide_engine::record::{self, BadMove, BadSetup, Entry, Rebuild, RecordFile, Replay};
use regicide_engine::tlog::LogPolicy;
use serde::{Deserialize, Deserializer, de};
use wasm_bindgen::prelude::*;

use crate::position::{Position, Step};
use crate::setup::{Setup, unfit_setup};
use crate::values::{
    Written, error, from_js, read_language, read_seat, read_seed, refused, text_or_json, to_js,
};

fn read_record(record: &JsValue) -> Result<RecordFile, JsValue> {
    RecordFile::from_json(&text_or_json(record)?).map_err(error)
}

/// Facts about a game from another source.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    commitment: Option<String>,
    chain: Option<String>,
    policy: Option<String>,
    checkpoint: Option<String>,
    language: Option<String>,
}

impl Expected {
    fn read(&self, record: &RecordFile) -> Result<record::Expected, JsValue> {
        Ok(record::Expected {
            commitment: self.commitment.as_deref().map(str::parse).transpose().map_err(error)?,
            chain: self.chain.as_deref().map(str::parse).transpose().map_err(error)?,
            ..record::Expected::by_policy(self.policy()?.as_ref(), record)
        })
    }

    /// The policy, with the checkpoint that was kept.
    fn policy(&self) -> Result<Option<LogPolicy>, JsValue> {
        let policy = self.policy.as_deref().map(LogPolicy::of_verifier).transpose().map_err(error)?;
        match (policy, &self.checkpoint) {
            (Some(policy), Some(note)) => policy.with_kept(note).map(Some).map_err(error),
            (None, Some(_)) => Err(error("a checkpoint needs a policy")),
            (policy, None) => Ok(policy),
        }
    }
}

/// Verifies a record, as JSON or as the value that was read from it: everything
/// that is good up to the first bad move, and what is wrong with it. Throws if
/// it is no record of a known kind.
#[wasm_bindgen(unchecked_return_type = "Verdict")]
pub fn verify(
    #[wasm_bindgen(unchecked_param_type = "string | RecordFile")] record: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Expected")] expected: &JsValue,
) -> Result<JsValue, JsValue> {
    let expected: Expected = from_js(expected)?;
    let language = read_language(expected.language.as_deref())?;
    let record = read_record(record)?;
    to_js(&record::verify(&record, &expected.read(&record)?, language))
}

/// The moves of a record, each with what it did and the position after it.
#[wasm_bindgen]
pub fn replay(
    #[wasm_bindgen(unchecked_param_type = "string | RecordFile")] record: &JsValue,
) -> Result<Vec<Step>, JsValue> {
    let record = read_record(record)?;
    let setup = record.setup().map_err(|bad| match bad {
        BadSetup::UnknownRules(unknown) => error(unknown),
        BadSetup::Options(unfit) => unfit_setup(&unfit),
    })?;
    let seed = record.seed().map_err(error)?;
    let entries: Vec<Entry> = record.entries().collect::<Result<_, _>>().map_err(bad_move)?;
    let times = record.moves.iter().map(|mv| mv.at.clone());
    let steps = Replay::new(&setup, &seed, entries).zip(times).map(|(step, at)| {
        let step = step.map_err(bad_move)?;
        Ok(Step {
            seat: step.entry.seat,
            mv: step.entry.mv,
            effects: step.effects,
            after: Position { setup, position: step.position },
            at,
            chain: Some(step.h.to_string()),
        })
    });
    steps.collect()
}

fn bad_move(bad: BadMove) -> JsValue {
    refused(&bad.message(), bad.fault.clause(), None)
}

/// A move, with the seat that makes it where that is not the one to act.
enum Made {
    ToAct(Written),
    By(u8, Written),
}

impl<'de> Deserialize<'de> for Made {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let json::Any(value) = json::Any::deserialize(from)?;
        let made = if value.is_array() {
            json::from_value(value).map(|(seat, mv)| Self::By(seat, mv))
        } else {
            json::from_value(value).map(Self::ToAct)
        };
        made.map_err(de::Error::custom)
    }
}

/// The record of a game: its moves, and what follows from them.
#[wasm_bindgen(unchecked_return_type = "RecordFile")]
pub fn build(
    setup: &Setup,
    #[wasm_bindgen(unchecked_param_type = "string")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "(string | Move | [seat: number, move: string | Move])[]")]
    moves: &JsValue,
) -> Result<JsValue, JsValue> {
    let seed = read_seed(seed)?;
    let moves: Vec<Made> = json::from_text(text_or_json(moves)?).map_err(error)?;
    let mut rebuild = Rebuild::new(&setup.0, &seed);
    let mut entries = Vec::with_capacity(moves.len());
    for made in moves {
        let (seat, mv) = match made {
            Made::ToAct(mv) => (rebuild.position().to_act().unwrap_or_default(), mv.spelt()?),
            Made::By(seat, mv) => (read_seat(&setup.0, seat)?, mv.spelt()?),
        };
        let entry = Entry { seq: rebuild.position().seq() + 1, seat, mv, at: None };
        rebuild.add(&entry, &mut Ignore).map_err(bad_move)?;
        entries.push(entry);
    }
    let record = RecordFile::ending(&setup.0, &seed, entries, rebuild.position());
    to_js(&RecordFile { chain: Some(rebuild.chain().hash()), ..record })
}
