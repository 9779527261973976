//! What a game was played as, which its signature confirms
//! (docs/spec/record.md S6.12).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::Message;

/// What a game was played as, as the service that signs it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"kind": "ranked", "challenge": "01a1fe5b-64d4-7588-a591-e3cab4571a0b", "attempt": 1})))]
pub struct PlayedAs {
    /// Whether it counted, and for what.
    pub kind: GamePurpose,
    /// The challenge that it was an attempt at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<String>,
    /// Which attempt of its players it was, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 255)]
    pub attempt: Option<u8>,
    /// The game whose first moves it took over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<String>,
    /// How many moves it took over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 7151)]
    pub forked_at: Option<u32>,
}

/// Whether a game counted, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum GamePurpose {
    /// The first attempt of all its players at a challenge with a secret seed.
    Ranked,
    /// A game of its own with a secret seed: it counts in profiles, and on no
    /// board.
    Casual,
    /// Its deal could be known: a seed that a client gave, a later attempt at
    /// a challenge, or a challenge that was over.
    Practice,
    /// It went on from a position of another game.
    Fork,
    /// It was played elsewhere: the service never signs it.
    Import,
}

impl PlayedAs {
    /// A game outside challenges that is no fork.
    pub const fn new(kind: GamePurpose) -> Self {
        Self { kind, challenge: None, attempt: None, forked_from: None, forked_at: None }
    }

    /// What it was played as, in words.
    pub(super) fn message(&self) -> Message {
        let none = || "-".to_owned();
        let id = match (self.kind, &self.challenge) {
            (GamePurpose::Ranked, _) => "played-ranked",
            (GamePurpose::Casual, _) => "played-casual",
            (GamePurpose::Practice, Some(_)) => "played-practice-attempt",
            (GamePurpose::Practice, None) => "played-practice",
            (GamePurpose::Fork, _) => "played-fork",
            (GamePurpose::Import, _) => "played-import",
        };
        Message::new(id)
            .with("challenge", self.challenge.clone().unwrap_or_else(none))
            .with("attempt", self.attempt.map_or_else(none, |attempt| attempt.to_string()))
            .with("game", self.forked_from.clone().unwrap_or_else(none))
            .with("seq", self.forked_at.map_or_else(none, |seq| seq.to_string()))
    }
}
