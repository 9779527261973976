//! Inline schemas: a small schema that is used once moves to its place of use, where a
//! reader sees it. Generators name it by the operation or the field.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::normalisation::{inner, target};

/// Objects with more fields than these keep their names.
const MAX_FIELDS: usize = 2;

/// Moves small schemas of a document to their place of use.
pub(super) fn inline(document: &mut Value) {
    let mut uses = BTreeMap::new();
    count(document, &mut uses);
    let schemas = document["components"]["schemas"].as_object_mut();
    let mut schemas = schemas.map(std::mem::take).unwrap_or_default();
    let is_small = |schema: &Value| {
        schema.get("oneOf").or_else(|| schema.get("allOf")).is_none()
            && schema["properties"].as_object().is_none_or(|fields| fields.len() <= MAX_FIELDS)
    };
    let small: Map<String, Value> = schemas
        .iter()
        .filter(|(name, schema)| uses.get(*name) == Some(&1) && is_small(schema))
        .map(|(name, schema)| (name.clone(), schema.clone()))
        .collect();
    schemas.retain(|name, _| !small.contains_key(name));
    document["components"]["schemas"] = schemas.into();
    put(document, &small);
}

/// The number of references to each schema. A reference from a union, a body or an answer
/// counts as more than one, because generators need their names.
fn count(value: &Value, uses: &mut BTreeMap<String, u32>) {
    if let Some(name) = target(value) {
        *uses.entry(name.to_owned()).or_default() += 1;
    }
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                count(field, uses);
                if matches!(name.as_str(), "anyOf" | "oneOf" | "content") {
                    count(field, uses);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| count(item, uses)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn put(value: &mut Value, small: &Map<String, Value>) {
    if let Some(schema) = target(value).and_then(|name| small.get(name)) {
        let mut schema = schema.clone();
        // The place and the schema describe one thing: the longer description stays.
        let said = |schema: &Value| schema["description"].as_str().map_or(0, str::len);
        if said(value) > said(&schema) {
            schema["description"] = value["description"].take();
        }
        *value = schema;
    }
    for value in inner(value) {
        put(value, small);
    }
}
