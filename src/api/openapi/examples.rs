//! Examples of successful answers: real ones, in `openapi/examples/`. A test
//! checks them against the schemas.

use rust_embed::RustEmbed;
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::Schema;

/// What the only example of an answer is called there.
pub(super) const EXAMPLE: &str = "example";

/// One file for each operation, such as `make_move.json`, for the first of its
/// successful answers. Others have the status in their names, such as
/// `make_move_202.json`. Operations without a file share that of their answer's
/// schema, such as `GameView.json`. Of a stream there is one item, such as
/// `follow_game_item.json`, because that is what its schema describes.
#[derive(RustEmbed)]
#[folder = "openapi/examples"]
struct Examples;

pub(super) fn add(operation: &mut Operation) {
    let Some(id) = &operation.operation_id else { return };
    let successful = operation.responses.responses.iter_mut().filter(|(status, _)| status.starts_with('2'));
    for (index, (status, response)) in successful.enumerate() {
        let RefOr::T(response) = response else { continue };
        let name = if index == 0 { id.clone() } else { format!("{id}_{status}") };
        for (kind, content) in &mut response.content {
            let RefOr::T(content) = content else { continue };
            let value = match kind.as_str() {
                "application/json" => {
                    example(&name).or_else(|| example(schema_name(content.schema.as_ref()?)))
                }
                "text/event-stream" | "application/x-ndjson" => example(&format!("{name}_item")),
                _ => None,
            };
            let example = value.map(|value| ExampleBuilder::new().value(Some(value)).build());
            content.examples =
                example.map(|example| (EXAMPLE.to_owned(), example.into())).into_iter().collect();
        }
    }
}

/// What the schema that is referred to is called.
fn schema_name(schema: &RefOr<Schema>) -> &str {
    match schema {
        RefOr::Ref(reference) => reference.ref_location.rsplit('/').next().unwrap_or_default(),
        RefOr::T(_) => "",
    }
}

fn example(name: &str) -> Option<Value> {
    let file = Examples::get(&format!("{name}.json"))?;
    Some(serde_json::from_slice(&file.data).expect("examples are JSON"))
}
