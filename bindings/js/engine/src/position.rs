//! Positions and moves.

use regicide_engine::engine::{self, Effect, Game as _, Ignore, Move, NamedOutcome, Seat, Sink};
use wasm_bindgen::prelude::*;

use crate::setup::Setup;
use crate::values::{Eyes, Telling, Written, error, from_js, read_seat, refused, seen, to_js};

/// The full state of a game after a move, with every card: keep it where the
/// hidden cards may be known, and show `view`.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct Position {
    pub(crate) setup: engine::Setup,
    pub(crate) position: engine::Position,
}

/// A move that was made, and what it did.
#[wasm_bindgen]
pub struct Step {
    pub(crate) seat: Seat,
    pub(crate) mv: Move,
    pub(crate) effects: Vec<Effect>,
    pub(crate) after: Position,
    /// Of a replay: when the move was made, and the chain's hash after it.
    pub(crate) at: Option<String>,
    pub(crate) chain: Option<String>,
}

impl Position {
    /// Makes a move in place; without a seat, it is made by the one to act.
    fn make(&mut self, mv: &Move, seat: Option<u8>, sink: &mut impl Sink<Effect>) -> Result<Seat, JsValue> {
        let to_act = || Ok(self.position.to_act().unwrap_or_default());
        let seat = seat.map_or_else(to_act, |seat| read_seat(&self.setup, seat))?;
        let played = self.position.advance(seat, mv, sink);
        played.map_err(|refusal| refused(&refusal.reason.message(), refusal.clause, None))?;
        Ok(seat)
    }
}

#[wasm_bindgen]
impl Position {
    /// The set-up of its game.
    #[wasm_bindgen(getter)]
    pub fn setup(&self) -> Setup {
        Setup(self.setup)
    }

    /// The number of moves made.
    #[wasm_bindgen(getter)]
    pub fn seq(&self) -> u32 {
        self.position.seq()
    }

    /// The seat whose move it is; `null` once the game is over.
    #[wasm_bindgen(getter, js_name = toAct, unchecked_return_type = "number | null")]
    pub fn acting(&self) -> JsValue {
        self.position.to_act().map_or(JsValue::NULL, |seat| u8::from(seat).into())
    }

    /// The position line, with every card.
    #[wasm_bindgen(getter)]
    pub fn line(&self) -> String {
        self.position.to_string()
    }

    /// How the game ended; `null` while it runs.
    #[wasm_bindgen(getter, unchecked_return_type = "Outcome | null")]
    pub fn outcome(&self) -> Result<JsValue, JsValue> {
        to_js(&self.position.outcome().map(NamedOutcome::from))
    }

    /// The legal moves of the seat to act, each set of cards once. Conceding is
    /// legal, too, and not listed.
    #[wasm_bindgen(js_name = legalMoves, unchecked_return_type = "string[]")]
    pub fn legal_moves(&self) -> Result<JsValue, JsValue> {
        let mut moves = Vec::new();
        self.position.for_each_legal(|mv| moves.push(mv.text()));
        to_js(&moves)
    }

    /// The effects of a move, as far as its player can foresee them; `null` for moves that
    /// need no forecast. A move against the rules throws a `Refusal`.
    #[wasm_bindgen(unchecked_return_type = "Forecast | null")]
    pub fn forecast(
        &self,
        #[wasm_bindgen(js_name = move, unchecked_param_type = "string | Move")] mv: &JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.position.forecast(&self.play(mv, None)?.mv))
    }

    /// Makes a move of the seat to act, or of `seat`. The position stays as it
    /// is; a move against the rules throws a `Refusal`.
    pub fn play(
        &self,
        #[wasm_bindgen(js_name = move, unchecked_param_type = "string | Move")] mv: &JsValue,
        seat: Option<u8>,
    ) -> Result<Step, JsValue> {
        let (mv, mut after, mut effects) = (Written::read(mv)?, *self, Vec::new());
        let seat = after.make(&mv, seat, &mut effects)?;
        Ok(Step { seat, mv, effects, after, at: None, chain: None })
    }

    /// The same in place, without a new object: for programs that play many
    /// games. A move against the rules leaves the position as it is.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(js_name = move, unchecked_param_type = "string | Move")] mv: &JsValue,
        seat: Option<u8>,
    ) -> Result<(), JsValue> {
        self.make(&Written::read(mv)?, seat, &mut Ignore).map(drop)
    }

    /// The view of a viewer while the game runs.
    #[wasm_bindgen(unchecked_return_type = "View")]
    pub fn view(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Viewer")] viewer: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let eyes = Eyes::read(viewer)?.ok_or_else(|| error("whose view?"))?;
        to_js(&self.position.view(eyes.viewer(&self.setup)?))
    }

    /// All that was hidden, once the game is over.
    #[wasm_bindgen(unchecked_return_type = "Revealed")]
    pub fn reveal(&self) -> Result<JsValue, JsValue> {
        if self.position.to_act().is_some() {
            return Err(error("the game is not over"));
        }
        to_js(&self.position.reveal())
    }
}

#[wasm_bindgen]
impl Step {
    /// The move's number.
    #[wasm_bindgen(getter)]
    pub fn seq(&self) -> u32 {
        self.after.position.seq()
    }

    /// The seat that made it.
    #[wasm_bindgen(getter)]
    pub fn seat(&self) -> u8 {
        self.seat.into()
    }

    /// The move as text.
    #[wasm_bindgen(getter, js_name = move)]
    pub fn text(&self) -> String {
        self.mv.text()
    }

    /// The position after it: a new object each time.
    #[wasm_bindgen(getter)]
    pub fn position(&self) -> Position {
        self.after
    }

    /// Of a replay: when it was made, where that is known.
    #[wasm_bindgen(getter)]
    pub fn at(&self) -> Option<String> {
        self.at.clone()
    }

    /// Of a replay: the chain's hash after it.
    #[wasm_bindgen(getter)]
    pub fn chain(&self) -> Option<String> {
        self.chain.clone()
    }

    /// Its effects, step by step: those that the viewer may see, or all.
    #[wasm_bindgen(unchecked_return_type = "Effect[]")]
    pub fn effects(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Viewer")] viewer: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let viewer = Eyes::read(viewer)?.map(|eyes| eyes.viewer(&self.after.setup)).transpose()?;
        to_js(&seen(&self.effects, viewer))
    }

    /// The same in words, a sentence for each effect.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn narration(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Telling")] telling: &JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&from_js::<Telling>(telling)?.narrate(&self.after.setup, &self.effects)?)
    }
}
