//! Values of the library as values of JavaScript, and back.

use std::fmt::Display;

use regicide_engine::engine::{
    Effect, Message, Move, MoveError, MoveJson, MoveJsonError, PlayerName, Seat, Seed, Setup, Viewer,
};
use regicide_engine::i18n::Language;
use regicide_engine::json;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { components } from "../openapi.js";

type Schemas = components["schemas"];
export type Effect = Schemas["Effect"];
export type Forecast = Schemas["Forecast"];
export type GameKind = Schemas["GameKind"];
export type Move = Schemas["Move"];
export type Options = Schemas["Options"];
export type Outcome = Schemas["GameOutcome"];
export type RecordFile = Schemas["RecordFile"];
export type Revealed = Schemas["Revealed"];
export type Verdict = Schemas["Verdict"];
export type View = Schemas["View"];

/** A viewer: the number of a seat, or a spectator. */
export type Viewer = number | "spectator";

/** Options of a narration. */
export interface Telling {
  /** The reader: hidden cards are left out, and the own seat is called "you". Without a viewer all is narrated. */
  viewer?: Viewer;
  /** The players' names by seat, `null` for none. */
  names?: (string | null)[];
  /** `en` (if left out) or `es`. */
  language?: string;
}

/** Facts about a game from another source. */
export interface Expected {
  /** The seed's commitment, from before the first move. */
  commitment?: string;
  /** The chain's last hash. */
  chain?: string;
  /** A policy for the service's transparency log (C2SP `tlog-policy`), as `/log/policy` gives one. */
  policy?: string;
  /** A checkpoint of the log that was kept, with its signatures: the record needs a proof, of the same log. */
  checkpoint?: string;
  /** The language of the verdict: `en` (if left out) or `es`. */
  language?: string;
}
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON, js_name = parse)]
    fn parse_json(text: &str) -> JsValue;

    #[wasm_bindgen(js_namespace = JSON, js_name = stringify, catch)]
    fn write_json(value: &JsValue) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen(raw_module = "./refusal.js")]
extern "C" {
    type Refusal;

    #[wasm_bindgen(constructor)]
    fn new(message: &str, rule: &str, field: Option<&str>) -> Refusal;
}

/// The error of what is against a clause.
pub(crate) fn refused(message: &Message, clause: &str, field: Option<&str>) -> JsValue {
    Refusal::new(&in_words(message), clause, field).into()
}

fn in_words(message: &Message) -> String {
    Language::default().text(message)
}

/// Any other error.
pub(crate) fn error(error: impl Display) -> JsValue {
    JsError::new(&error.to_string()).into()
}

/// A value as the API writes it in JSON. One text crosses the border, which
/// takes less time than many values.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    Ok(parse_json(&serde_json::to_string(value).map_err(error)?))
}

/// A text as it is, any other value as JSON.
pub(crate) fn text_or_json(value: &JsValue) -> Result<String, JsValue> {
    let written = || write_json(value)?.as_string().ok_or_else(|| error("a value that JSON does not have"));
    match value.as_string() {
        // It may stand for half a character, which JSON writes as an escape.
        Some(text) if text.contains(char::REPLACEMENT_CHARACTER) => {
            json::from_text(written()?).map_err(error)
        }
        Some(text) => Ok(text),
        None => written(),
    }
}

/// A value that was left out has its default.
pub(crate) fn from_js<T: DeserializeOwned + Default>(value: &JsValue) -> Result<T, JsValue> {
    if value.is_undefined() {
        return Ok(T::default());
    }
    json::from_text(text_or_json(value)?).map_err(error)
}

/// A text; what is none would be read from memory that is not there.
pub(crate) fn read_text(text: &JsValue, name: &str) -> Result<String, JsValue> {
    text.as_string().ok_or_else(|| error(format!("{name} is a text")))
}

pub(crate) fn read_seed(seed: &JsValue) -> Result<Seed, JsValue> {
    read_text(seed, "a seed")?.parse().map_err(error)
}

pub(crate) fn read_language(tag: Option<&str>) -> Result<Language, JsValue> {
    tag.map_or(Some(Language::default()), Language::lookup)
        .ok_or_else(|| error(format!("there is no text in the language {}", tag.unwrap_or_default())))
}

/// A seat of this table.
pub(crate) fn read_seat(setup: &Setup, seat: u8) -> Result<Seat, JsValue> {
    let of_table = Seat::try_from(seat).ok().filter(|seat| seat.index() < usize::from(setup.players()));
    of_table.ok_or_else(|| error(format!("there is no seat {seat}")))
}

/// A move as text, or as the API writes it in JSON.
pub(crate) enum Written {
    Text(String),
    Json(MoveJson),
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let json::Any(value) = json::Any::deserialize(from)?;
        if let Value::String(text) = value {
            return Ok(Self::Text(text));
        }
        json::from_value(value).map(Self::Json).map_err(de::Error::custom)
    }
}

impl Written {
    pub(crate) fn read(mv: &JsValue) -> Result<Move, JsValue> {
        match mv.as_string() {
            Some(text) => Self::Text(text),
            None => Self::Json(json::from_text(text_or_json(mv)?).map_err(error)?),
        }
        .spelt()
    }

    /// The move, if it is spelt as one.
    pub(crate) fn spelt(self) -> Result<Move, JsValue> {
        let wrong = |message: Message| error(in_words(&message));
        match self {
            Self::Text(text) => text.parse().map_err(|error: MoveError| wrong(error.message())),
            Self::Json(json) => json.try_into().map_err(|error: MoveJsonError| wrong(error.message())),
        }
    }
}

/// A viewer: the number of a seat, or a spectator.
#[derive(Clone, Copy)]
pub(crate) enum Eyes {
    Seat(u8),
    Named(Spectator),
}

impl<'de> Deserialize<'de> for Eyes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let json::Any(value) = json::Any::deserialize(from)?;
        let eyes = if value.is_number() {
            json::from_value(value).map(Self::Seat)
        } else {
            json::from_value(value).map(Self::Named)
        };
        eyes.map_err(de::Error::custom)
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Spectator {
    Spectator,
}

impl Eyes {
    /// The viewer, or `None` if it was left out.
    pub(crate) fn read(eyes: &JsValue) -> Result<Option<Self>, JsValue> {
        if eyes.is_undefined() {
            return Ok(None);
        }
        let read = json::from_text(write_json(eyes)?.as_string().unwrap_or_default());
        read.map(Some).map_err(|_| error("a viewer is a seat's number or \"spectator\""))
    }

    pub(crate) fn viewer(self, setup: &Setup) -> Result<Viewer, JsValue> {
        match self {
            Self::Seat(seat) => read_seat(setup, seat).map(Viewer::Seat),
            Self::Named(Spectator::Spectator) => Ok(Viewer::Spectator),
        }
    }
}

/// The effects as a viewer saw them, or all of them.
pub(crate) fn seen(effects: &[Effect], viewer: Option<Viewer>) -> Vec<Effect> {
    let seen = |effect: &Effect| viewer.map_or(*effect, |viewer| effect.seen_by(viewer));
    effects.iter().map(seen).collect()
}

/// Options of a narration.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Telling {
    viewer: Option<Eyes>,
    #[serde(default)]
    names: Vec<Option<String>>,
    language: Option<String>,
}

impl Telling {
    /// The effects in words, a sentence for each.
    pub(crate) fn narrate(&self, setup: &Setup, effects: &[Effect]) -> Result<Vec<String>, JsValue> {
        let viewer = self.viewer.map(|eyes| eyes.viewer(setup)).transpose()?;
        let language = read_language(self.language.as_deref())?;
        let names: Vec<_> = self.names.iter().map(Option::as_deref).collect();
        let mut names = PlayerName::of_table(&names);
        names.resize(setup.players().into(), PlayerName::None);
        if let Some(Viewer::Seat(seat)) = viewer {
            names[seat.index()] = PlayerName::You;
        }
        let sentence = |effect: &Effect| language.text(&effect.message(setup).naming(&names));
        Ok(seen(effects, viewer).iter().map(sentence).collect())
    }
}
