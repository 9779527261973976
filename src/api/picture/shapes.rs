//! The shapes of cards and their positions on a face. The web client draws from the same file.

use std::collections::HashMap;
use std::sync::LazyLock;

use regicide_engine::json;
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Shapes {
    /// The shapes by name, each one path in a box of 24 by 24, filled by the even-odd rule.
    #[serde(rename = "shapes")]
    paths: HashMap<String, String>,
    /// The pattern of a back, in the box of a card.
    pub(super) back: String,
    faces: Faces,
}

/// The faces by their level of detail. Those of a hand on the screen are readable in the
/// small pictures of chats, too.
#[derive(Deserialize)]
struct Faces {
    medium: HashMap<Kind, Vec<Placement>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Number,
    Companion,
    Royal,
    Jester,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Part {
    Index,
    Suit,
    Emblem,
    Power,
}

/// The position of a part on a card of 100 by 140: its middle, its height, and its opacity.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct Placement {
    pub(super) part: Part,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    #[serde(default = "full")]
    pub(super) tint: f64,
}

const fn full() -> f64 {
    1.0
}

static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    json::from_text(include_str!("../../../web/cards/shapes.json")).expect("the file fits the types")
});

impl Shapes {
    pub(super) fn get() -> &'static Self {
        &SHAPES
    }

    pub(super) fn path(&self, name: &str) -> &str {
        &self.paths[name]
    }

    pub(super) fn face(&self, kind: Kind) -> &[Placement] {
        &self.faces.medium[&kind]
    }
}
