//! The record file's JSON Schema, for readers in other languages.

use serde_json::{Map, Value, json};
use utoipa::{PartialSchema, ToSchema};

use super::file::RecordFile;
use super::result::RecordResult;

/// The schema of a record file (JSON Schema, draft 2020-12).
///
/// # Panics
/// Never: schemas are plain data.
pub fn schema() -> Value {
    let mut parts = Vec::new();
    RecordFile::schemas(&mut parts);
    RecordResult::schemas(&mut parts);
    let plain = |schema| serde_json::to_value(schema).expect("schemas are plain data");
    let mut parts: Map<String, Value> = parts.into_iter().map(|(name, part)| (name, plain(part))).collect();
    parts.insert(RecordResult::name().into_owned(), plain(RecordResult::schema()));
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "/schemas/record.json",
        "title": "Regicide record file",
    });
    if let (Value::Object(schema), Value::Object(record)) = (&mut schema, plain(RecordFile::schema())) {
        schema.extend(record);
        schema.insert("$defs".to_owned(), Value::Object(parts));
    }
    point_inside(&mut schema);
    schema
}

/// References of the OpenAPI document lead to its components; here they lead
/// to the schema's own definitions.
fn point_inside(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(target)) = fields.get_mut("$ref") {
                *target = target.replace("#/components/schemas/", "#/$defs/");
            }
            fields.values_mut().for_each(point_inside);
        }
        Value::Array(items) => items.iter_mut().for_each(point_inside),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
