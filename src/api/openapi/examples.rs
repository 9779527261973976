//! Examples of successful answers: real ones, in `openapi/examples/`. A test
//! checks them against the schemas.

use rust_embed::RustEmbed;
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::Operation;

/// One file for each operation, such as `make_move.json`, for the first of its
/// successful answers. Others have the status in their names, such as
/// `make_move_202.json`.
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
            content.example = example(&name, kind);
        }
    }
}

fn example(name: &str, kind: &str) -> Option<Value> {
    if kind == "application/json" {
        let file = Examples::get(&format!("{name}.json"))?;
        return Some(serde_json::from_slice(&file.data).expect("examples are JSON"));
    }
    let ending = if kind == "text/event-stream" { "events" } else { "ndjson" };
    let file = Examples::get(&format!("{name}.{ending}"))?;
    Some(Value::String(String::from_utf8(file.data.into_owned()).expect("examples are UTF-8")))
}
