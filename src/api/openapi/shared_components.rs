//! Shared components: answers without a schema of their own and parameters of several
//! operations are written once, among the components, and operations refer to them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::StatusCode;
use serde_json::{Map, Value, json};
use strum::VariantArray as _;

use super::normalisation::in_camel_case;
use super::operations;
use crate::api::respond::problem::Code;

/// A part that several operations have.
struct Part {
    /// The kind of part: a status, or the name of a parameter.
    label: String,
    value: Value,
    operations: Vec<String>,
}

/// Moves the answers and parameters of several operations to the components.
pub(super) fn share(document: &mut Value) {
    move_out(document, "responses", answers, answer_name);
    move_out(document, "parameters", parameters, |part| part.label.clone());
}

/// Moves parts that several operations have. Of parts that would get one name, the most
/// common has it; the others are distinguished by their first operation.
fn move_out(
    document: &mut Value,
    section: &str,
    parts: for<'a> fn(&str, &'a mut Value) -> Vec<(String, &'a mut Value)>,
    name: fn(&Part) -> String,
) {
    let mut all: BTreeMap<String, Part> = BTreeMap::new();
    for (path, _, operation) in operations(document) {
        let id = in_camel_case(operation["operationId"].as_str().unwrap_or_default());
        for (label, value) in parts(path, operation) {
            let part = all.entry(key(&label, value));
            let part = part.or_insert_with(|| Part { label, value: value.clone(), operations: Vec::new() });
            part.operations.push(id.clone());
        }
    }
    all.retain(|_, part| part.operations.len() > 1);
    let mut by_use: Vec<(&String, &Part)> = all.iter().collect();
    by_use.sort_by_key(|(_, part)| Reverse(part.operations.len()));
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for (key, part) in by_use {
        let mut name = name(part);
        if !taken.insert(name.clone()) {
            name.push_str(&part.operations[0]);
        }
        names.insert(key.clone(), name);
    }
    for (path, _, operation) in operations(document) {
        for (label, value) in parts(path, operation) {
            if let Some(name) = names.get(&key(&label, value)) {
                *value = json!({"$ref": format!("#/components/{section}/{name}")});
            }
        }
    }
    let components = all.into_iter().map(|(key, part)| (names[&key].clone(), part.value));
    document["components"][section] = components.collect::<Map<_, _>>().into();
}

fn key(label: &str, value: &Value) -> String {
    format!("{label} {value}")
}

/// The problems of an operation, and the answer without a body.
fn answers<'a>(_: &str, operation: &'a mut Value) -> Vec<(String, &'a mut Value)> {
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
    let answers = responses.into_iter().flatten().filter(|(status, _)| status.starts_with(['3', '4', '5']));
    answers.map(|(status, response)| (status.clone(), response)).collect()
}

/// The name of an answer: the code of a problem that has one, otherwise the status.
fn answer_name(answer: &Part) -> String {
    let words = answer.value["description"].as_str().unwrap_or_default().split('`');
    let codes: Vec<&str> =
        words.filter(|word| Code::VARIANTS.iter().any(|code| code.to_string() == *word)).collect();
    if let [code] = codes.as_slice() {
        return in_camel_case(code);
    }
    let status = StatusCode::from_bytes(answer.label.as_bytes()).ok();
    status.and_then(|status| status.canonical_reason()).unwrap_or_default().replace([' ', '-'], "")
}

/// The parameters of an operation with their names. Ids are named by their resource.
fn parameters<'a>(path: &str, operation: &'a mut Value) -> Vec<(String, &'a mut Value)> {
    let noun =
        path.split_once("s/{id}").and_then(|(before, _)| before.rsplit('/').next()).unwrap_or_default();
    let named = |parameter: &'a mut Value| {
        let name = parameter["name"].as_str()?;
        let label = if name == "id" { format!("{noun}_id") } else { name.to_owned() };
        Some((in_camel_case(&label), parameter))
    };
    let all = operation.get_mut("parameters").and_then(Value::as_array_mut);
    all.into_iter().flatten().filter_map(named).collect()
}
