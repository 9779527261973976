//! The origin of a game, which its signature confirms
//! (docs/spec/record.md S6.12).

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::Message;

/// The purpose of a game with its challenge or its fork, as the service signs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"purpose": "ranked", "challenge_id": "01a1fe5b-64d4-7588-a591-e3cab4571a0b", "attempt": 1})))]
pub struct PlayedAs {
    /// The purpose of the game.
    pub purpose: GamePurpose,
    /// The challenge that it was an attempt at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge_id: Option<String>,
    /// The number of its players' attempt, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 255)]
    pub attempt: Option<NonZeroU8>,
    /// The game that it went on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<RecordedFork>,
}

/// The position that a fork goes on from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordedFork {
    /// The other game's id.
    pub game_id: String,
    /// The number of its moves that were copied.
    #[schema(minimum = 0, maximum = 7151)]
    pub seq: u32,
}

/// The purpose of a game, which decides if it counts on a board, in profiles or nowhere.
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
    pub const fn new(purpose: GamePurpose) -> Self {
        Self { purpose, challenge_id: None, attempt: None, forked_from: None }
    }

    /// The origin in words.
    pub(super) fn message(&self) -> Message {
        let none = || "-".to_owned();
        let fork = self.forked_from.as_ref();
        let id = match (self.purpose, &self.challenge_id) {
            (GamePurpose::Ranked, _) => "played-ranked",
            (GamePurpose::Casual, _) => "played-casual",
            (GamePurpose::Practice, Some(_)) => "played-practice-attempt",
            (GamePurpose::Practice, None) => "played-practice",
            (GamePurpose::Fork, _) => "played-fork",
            (GamePurpose::Import, _) => "played-import",
        };
        Message::new(id)
            .with("challenge", self.challenge_id.clone().unwrap_or_else(none))
            .with("attempt", self.attempt.map_or_else(none, |attempt| attempt.to_string()))
            .with("game", fork.map_or_else(none, |fork| fork.game_id.clone()))
            .with("seq", fork.map_or_else(none, |fork| fork.seq.to_string()))
    }
}
