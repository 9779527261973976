//! The shapes of cards and their positions on a face, from the file of the web client.

use std::collections::HashMap;
use std::sync::LazyLock;

use regicide_engine::json;
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Shapes {
    /// The shapes by name, each in a box of 24 by 24.
    #[serde(rename = "shapes")]
    paths: HashMap<String, String>,
    /// The pattern of a back, in the box of a card.
    pub(super) back: String,
    faces: HashMap<Detail, HashMap<Kind, Vec<Placement>>>,
}

/// The level of detail of a face, by its size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Detail {
    Small,
    Medium,
    Large,
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
    Word,
}

/// The position of a part: its middle, and its height.
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

/// The file is a module of the client whose value is plain JSON.
static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let module = include_str!("../../../web/cards/shapes.js");
    let (_, value) = module.split_once("export default").expect("the module has a value");
    json::from_text(value.trim().trim_end_matches(';')).expect("its value is JSON")
});

impl Shapes {
    pub(super) fn get() -> &'static Self {
        &SHAPES
    }

    pub(super) fn path(&self, name: &str) -> &str {
        &self.paths[name]
    }

    /// The parts of a face of a width in pixels.
    pub(super) fn face(&self, kind: Kind, width: f64) -> &[Placement] {
        let detail = match width {
            ..48.0 => Detail::Small,
            48.0..132.0 => Detail::Medium,
            _ => Detail::Large,
        };
        &self.faces[&detail][&kind]
    }
}
