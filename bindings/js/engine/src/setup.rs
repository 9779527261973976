//! Set-ups, and what is known of the rules.

use regicide_engine::engine::{self, GameKind, Options, Ruleset, SetupError};
use regicide_engine::i18n::Language;
use regicide_engine::json;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::position::Position;
use crate::values::{error, read_seed, read_text, refused, text_or_json, to_js};

/// Which game is played, by how many, and what is chosen about it.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct Setup(pub(crate) engine::Setup);

/// The fields of a set-up. A record and a game of the API have them, too, among
/// others.
#[derive(Deserialize)]
struct Chosen {
    #[serde(default)]
    kind: GameKind,
    rules: Option<u8>,
    players: u8,
    #[serde(default)]
    options: Options,
}

impl Chosen {
    fn read(text: &str) -> Result<engine::Setup, JsValue> {
        let chosen = json::parse(text).map_err(error)?;
        let names: Vec<String> =
            chosen.as_object().into_iter().flat_map(|fields| fields.keys().cloned()).collect();
        let setup = json::from_value::<Self>(chosen).map_err(error)?.check()?;
        let options = serde_json::to_value(setup.options()).map_err(error)?;
        match names.iter().find(|name| options.get(name.as_str()).is_some()) {
            Some(name) => Err(error(format!("{name} belongs in options"))),
            None => Ok(setup),
        }
    }

    fn check(self) -> Result<engine::Setup, JsValue> {
        let ruleset = match self.rules {
            None => Ruleset::current(self.kind),
            Some(version) => Ruleset::find(self.kind.as_ref(), version).map_err(error)?,
        };
        let setup = engine::Setup::new(ruleset, self.players, &self.options);
        setup.map_err(|error| unfit_setup(&error))
    }
}

pub(crate) fn unfit_setup(error: &SetupError) -> JsValue {
    refused(&error.message(), error.clause, Some(error.field))
}

#[wasm_bindgen]
impl Setup {
    /// Checks a set-up; `Refusal` names the field and the rule that it is against. Fields
    /// that are left out have their defaults. A record, or a game of the API, is a set-up.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(
            unchecked_param_type = "{ kind?: GameKind; players: number; rules?: number; options?: Options }"
        )]
        chosen: &JsValue,
    ) -> Result<Self, JsValue> {
        Chosen::read(&text_or_json(chosen)?).map(Self)
    }

    /// Which game.
    #[wasm_bindgen(getter, unchecked_return_type = "GameKind")]
    pub fn kind(&self) -> String {
        self.0.kind().to_string()
    }

    /// The version of its rules.
    #[wasm_bindgen(getter)]
    pub fn rules(&self) -> u8 {
        self.0.ruleset().version()
    }

    /// How many players.
    #[wasm_bindgen(getter)]
    pub fn players(&self) -> u8 {
        self.0.players()
    }

    /// The options, with defaults.
    #[wasm_bindgen(getter, unchecked_return_type = "Options")]
    pub fn options(&self) -> Result<JsValue, JsValue> {
        to_js(&self.0.options())
    }

    /// The most moves that a game of this set-up has.
    #[wasm_bindgen(getter, js_name = maxMoves)]
    pub fn max_moves(&self) -> u32 {
        self.0.max_moves()
    }

    /// Shuffles and deals.
    pub fn deal(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] seed: &JsValue,
    ) -> Result<Position, JsValue> {
        let position = engine::Position::deal(&self.0, read_seed(seed)?.key());
        Ok(Position { setup: self.0, position })
    }

    /// Reads a position line of a game with this seed.
    pub fn position(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] seed: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue,
    ) -> Result<Position, JsValue> {
        let position =
            engine::Position::parse(&self.0, read_seed(seed)?.key(), &read_text(line, "a position line")?)
                .map_err(error)?;
        Ok(Position { setup: self.0, position })
    }

    /// The set-up as the chain's header line begins.
    #[wasm_bindgen(js_name = toString)]
    pub fn text(&self) -> String {
        self.0.to_string()
    }
}

/// The commitment to a seed, which can be published before the game.
#[wasm_bindgen]
pub fn commitment(
    #[wasm_bindgen(unchecked_param_type = "string")] seed: &JsValue,
) -> Result<String, JsValue> {
    Ok(read_seed(seed)?.commitment().to_string())
}

/// Every known version of every game's rules, such as `regicide/1`.
#[wasm_bindgen]
pub fn rulesets() -> Vec<String> {
    Ruleset::all().map(|ruleset| ruleset.to_string()).collect()
}

/// The languages of texts.
#[wasm_bindgen]
pub fn languages() -> Vec<String> {
    Language::all().map(|language| language.tag().to_owned()).collect()
}
