//! Examples of answers: real ones, in `openapi/examples/`. A test checks them
//! against their schemas.

use regicide_engine::json;
use rust_embed::RustEmbed;
use serde_json::Value;

/// Each is named by its schema, such as `GameView.json`; further examples of a schema add
/// a word, such as `MoveAnswer.pending.json`. A schema that only consists of such parts
/// needs none: tools compose its example.
#[derive(RustEmbed)]
#[folder = "openapi/examples"]
struct Examples;

/// Adds the examples to their schemas, in the order of their names.
pub(super) fn add(document: &mut Value) {
    for file in Examples::iter() {
        let text = Examples::get(&file).expect("a file of the list").data;
        let example = json::parse(text).expect("examples are JSON");
        let (name, _) = file.split_once('.').expect("a name with an end");
        let schema = document["components"]["schemas"].get_mut(name).expect("examples are called by schemas");
        match schema["examples"].as_array_mut() {
            Some(examples) => examples.push(example),
            None => schema["examples"] = vec![example].into(),
        }
    }
}
