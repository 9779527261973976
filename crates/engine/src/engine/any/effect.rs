//! Effects of moves.

use derive_more::From;
use serde::Serialize;
use utoipa::ToSchema;

use super::Setup;
use crate::engine::game::Viewer;
use crate::engine::message::Message;
use crate::engine::moves::Seat;
use crate::engine::{regicide, tricks};

/// An effect of a move in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, From, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Effect {
    /// Of the co-operative game.
    Regicide(regicide::Effect),
    /// Of the trick-taking game.
    Tricks(tricks::Effect),
    /// Of an entry of the log that is no move of the rules.
    Log(LogEffect),
}

/// The effect of an entry of the log that is no move of the rules, in either game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LogEffect {
    /// The last move was taken back (docs/spec/record.md S3.1): all is as before it.
    TakenBack {
        /// The seat that had made it.
        seat: Seat,
        /// The number of the move.
        #[schema(minimum = 1, maximum = 7151)]
        seq: u32,
    },
}

impl Effect {
    /// The effect as `viewer` may know it while the game runs (R12, T11).
    #[must_use]
    pub fn seen_by(self, viewer: Viewer) -> Self {
        match self {
            Self::Regicide(effect) => effect.seen_by(viewer).into(),
            Self::Tricks(effect) => effect.seen_by(viewer).into(),
            Self::Log(_) => self,
        }
    }

    /// Returns true if its move is never taken back: hidden piles or a
    /// solo jester were touched, or a hand was dealt (docs/spec/record.md S3.1).
    pub const fn is_final(&self) -> bool {
        match self {
            Self::Regicide(effect) => effect.is_final(),
            Self::Tricks(effect) => effect.is_final(),
            Self::Log(LogEffect::TakenBack { .. }) => false,
        }
    }

    /// The number of the move that was taken back by it, if one was.
    pub const fn taken_back(&self) -> Option<u32> {
        match self {
            Self::Log(LogEffect::TakenBack { seq, .. }) => Some(*seq),
            Self::Regicide(_) | Self::Tricks(_) => None,
        }
    }

    /// True for an exact defeat of an enemy of the co-operative game, false for
    /// another defeat, nothing for any other effect (R5.1).
    pub const fn defeated_exactly(&self) -> Option<bool> {
        match self {
            Self::Regicide(regicide::Effect::Defeated { exact, .. }) => Some(*exact),
            Self::Regicide(_) | Self::Tricks(_) | Self::Log(_) => None,
        }
    }

    /// One short sentence about the effect, in a game with this set-up.
    pub fn message(&self, setup: &Setup) -> Message {
        match self {
            Self::Regicide(effect) => effect.message(),
            Self::Tricks(effect) => effect.message(setup.teams()),
            Self::Log(LogEffect::TakenBack { seat, seq }) => {
                Message::new("effect-taken_back").with("seat", *seat).with("number", *seq)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use utoipa::PartialSchema;

    use super::*;

    fn effect_types<E: PartialSchema>() -> BTreeSet<String> {
        let schema = serde_json::to_value(E::schema()).unwrap();
        let kinds = schema["oneOf"].as_array().unwrap();
        let names = kinds.iter().map(|kind| &kind["properties"]["type"]["enum"][0]);
        names.map(|name| name.as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn effects_of_the_two_games_have_different_types() {
        let (one, other) = (effect_types::<regicide::Effect>(), effect_types::<tricks::Effect>());
        assert!(one.contains("healed") && other.contains("trick_won"));
        assert!(one.is_disjoint(&other));
        assert!(effect_types::<LogEffect>().is_disjoint(&(&one | &other)));
    }
}
