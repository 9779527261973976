//! Shared components: problems and parameters of several operations are written once,
//! among the components, and operations refer to them.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use serde_json::{Map, Value, json};
use strum::VariantArray as _;

use super::normalisation::in_camel_case;
use super::operations;
use crate::api::respond::problem::Code;

/// A problem with more codes than these is named by its status.
const MAX_NAMED_CODES: usize = 3;

/// A problem with several codes, one of which this many operations have, is also named by
/// its status: they all repeat the code.
const COMMON: usize = 50;

/// A part that several operations have.
struct Part {
    /// The kind of part: a status, or the name of a parameter.
    label: String,
    value: Value,
    operations: Vec<String>,
}

/// Moves the problems and parameters of several operations to the components.
pub(super) fn share(document: &mut Value) {
    move_out(document, "responses", problems, problem_name);
    move_out(document, "parameters", parameters, |part| part.label.clone());
}

/// Moves parts that several operations have. Parts that would get one name are
/// distinguished by their first operation.
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
    let mut names: BTreeMap<String, String> =
        all.iter().map(|(key, part)| (key.clone(), name(part))).collect();
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for name in names.values() {
        *counts.entry(name.clone()).or_default() += 1;
    }
    for (key, name) in names.iter_mut().filter(|(_, name)| counts[*name] > 1) {
        name.push_str(&all[key].operations[0]);
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

fn problems<'a>(_: &str, operation: &'a mut Value) -> Vec<(String, &'a mut Value)> {
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
    let problems = responses.into_iter().flatten().filter(|(status, _)| status.starts_with(['4', '5']));
    problems.map(|(status, response)| (status.clone(), response)).collect()
}

/// The name of a problem: its codes, or its status if these are many or common.
fn problem_name(problem: &Part) -> String {
    let status = StatusCode::from_bytes(problem.label.as_bytes()).ok();
    let phrase = status.and_then(|status| status.canonical_reason()).unwrap_or_default().replace(' ', "");
    let words = problem.value["description"].as_str().unwrap_or_default().split('`');
    let codes = words.filter(|word| Code::VARIANTS.iter().any(|code| code.to_string() == *word));
    let codes: Vec<String> = codes.map(in_camel_case).collect();
    let is_common = codes.len() > 1 && problem.operations.len() > COMMON;
    if codes.len() > MAX_NAMED_CODES || is_common { phrase } else { codes.join("Or") }
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
