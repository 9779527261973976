//! What a front end would otherwise hard-code.

use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::{GameKind, Rulebook};

/// The rules of every game, as data.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rules {
    /// Every game that the service knows.
    pub games: Vec<GameRules>,
}

/// The rules of one game, as data.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameRules {
    /// The game.
    pub game: GameKind,
    /// The version of its rules.
    #[schema(minimum = 1, examples(1))]
    pub rules: u8,
    /// What they say.
    #[serde(flatten)]
    pub book: Rulebook,
}

impl Rules {
    /// The rules of every game.
    #[must_use]
    pub fn all() -> Self {
        let rules = |game: GameKind| GameRules { game, rules: game.rules(), book: game.rulebook() };
        Self { games: GameKind::ALL.into_iter().map(rules).collect() }
    }
}
