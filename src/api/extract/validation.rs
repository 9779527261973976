//! Request validation against the OpenAPI document. The errors of serde name Rust types;
//! the document has limits and choices that people understand.
//!
//! Tests allow the schemas of requests only the keywords that are read here.

use std::collections::HashSet;

use actix_web::web::Data;
use actix_web::{HttpRequest, web};
use chrono::{DateTime, NaiveDate};
use regex_lite::Regex;
use regicide_engine::engine::Message;
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::api::respond::problem::{Code, FieldError, MAX_ERRORS, Place, Problem};
use crate::api::state::Api;

/// The similarity from which an unknown name is taken for a known one: as much as after
/// two letters changed places.
const ALIKE: f64 = 0.8;

/// An operation of the OpenAPI document; null for none.
#[derive(Clone, Copy)]
pub(in crate::api) struct Operation {
    document: &'static Value,
    description: &'static Value,
}

/// The values of a request that do not fit the document, in the order of their report.
#[derive(Debug, Default)]
pub(in crate::api) struct Mismatches(Vec<FieldError>);

impl Mismatches {
    fn is_full(&self) -> bool {
        self.0.len() >= MAX_ERRORS
    }

    fn add(&mut self, place: &Place, detail: impl Into<Message>) {
        if !self.is_full() {
            self.0.push(FieldError::new(place, detail));
        }
    }

    /// Adds an unknown name.
    fn add_unknown<'a>(&mut self, place: &Place, name: &str, known: impl Iterator<Item = &'a str> + Clone) {
        let alike = known.clone().map(|known| (strsim::jaro_winkler(name, known), known));
        let nearest =
            alike.filter(|(alike, _)| *alike >= ALIKE).max_by(|one, other| one.0.total_cmp(&other.0));
        let detail = match nearest {
            Some((_, nearest)) => Message::new("unknown-field-like").with("known", nearest),
            None if known.clone().next().is_none() => Message::new("unknown-parameter"),
            None => Message::new("unknown-field").with("known", quoted(known)),
        };
        self.add(place, detail);
    }

    pub(super) fn add_duplicate(&mut self, place: &Place) {
        self.add(place, "field-twice");
    }

    /// The problem of a request with these values, none if all fit.
    pub(super) fn problem(self, code: Code) -> Option<Problem> {
        (!self.0.is_empty()).then(|| Problem::of_fields(code, self.0))
    }
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The parameters of a query.
fn pairs(query: &str) -> Option<Vec<(String, String)>> {
    Some(web::Query::<Vec<(String, String)>>::from_query(query).ok()?.into_inner())
}

/// The parameters of a query to a path that has none.
pub(super) fn unknown_parameters(query: &str) -> Mismatches {
    let mut found = Mismatches::default();
    for (name, _) in pairs(query).unwrap_or_default() {
        found.add_unknown(&Place::parameter(&name), &name, [].into_iter());
    }
    found
}

impl Operation {
    /// The operation that a request is for.
    pub(in crate::api) fn of(request: &HttpRequest) -> Self {
        let Some(api) = request.app_data::<Data<Api>>() else {
            return Self { document: &Value::Null, description: &Value::Null };
        };
        let document = (api.document)();
        let pattern = api.routes.at(request.path()).map_or("", |route| &route.pattern);
        let method = request.method().as_str().to_lowercase();
        Self { document, description: &document["paths"][pattern][method] }
    }

    /// Adds the mismatches of a body.
    pub(super) fn check_body(self, body: &Value, found: &mut Mismatches) {
        let schema = &self.description["requestBody"]["content"]["application/json"]["schema"];
        self.check(schema, body, &Place::body(), found);
    }

    /// Returns true if a query has a parameter that the operation does not have.
    pub(super) fn has_unknown_parameter(self, query: &str) -> bool {
        let is_unknown = |(name, _): &(String, String)| self.parameter("query", name).is_none();
        self.description.is_object() && pairs(query).is_some_and(|pairs| pairs.iter().any(is_unknown))
    }

    /// The mismatches of a query, first those of unknown parameters.
    pub(super) fn query(self, query: &str) -> Mismatches {
        let mut found = Mismatches::default();
        let pairs = pairs(query).unwrap_or_default();
        let known = self.parameters("query").filter_map(|parameter| parameter["name"].as_str());
        for (name, _) in &pairs {
            if self.parameter("query", name).is_none() {
                found.add_unknown(&Place::parameter(name), name, known.clone());
            }
        }
        let mut seen = HashSet::new();
        for (name, text) in &pairs {
            let Some(parameter) = self.parameter("query", name) else { continue };
            let place = Place::parameter(name);
            let schema = self.resolve(&parameter["schema"]);
            let is_list = schema["type"] == "array";
            // A list is one value with commas, or one that comes several times.
            let may_repeat = is_list && parameter["explode"] != false;
            if !seen.insert(name) && !may_repeat {
                found.add_duplicate(&place);
            } else if is_list {
                let item = &schema["items"];
                let before = found.0.len();
                for text in text.split(',') {
                    // One error of a parameter is enough.
                    if found.0.len() == before {
                        self.check(item, &self.parsed(item, text), &place, &mut found);
                    }
                }
            } else {
                self.check(schema, &self.parsed(schema, text), &place, &mut found);
            }
        }
        found
    }

    /// The mismatches of a path, with true if the path is about the first one: an id, or
    /// a day.
    pub(super) fn path(self, request: &HttpRequest) -> (Mismatches, bool) {
        let mut found = Mismatches::default();
        let mut is_id = false;
        for (name, text) in request.match_info().iter() {
            let Some(parameter) = self.parameter("path", name) else { continue };
            let schema = &parameter["schema"];
            let before = found.0.len();
            self.check(schema, &self.parsed(schema, text), &Place::parameter(name), &mut found);
            if before == 0 && !found.0.is_empty() {
                is_id = schema.get("format").is_some_and(|format| format != "int32");
            }
        }
        (found, is_id)
    }

    /// The place of a field that a handler names: a header, a parameter, or a field of
    /// the body.
    pub(in crate::api) fn place(self, field: &str) -> Place {
        // Names of headers alone begin with a capital letter.
        let is_header = field.starts_with(|first: char| first.is_ascii_uppercase());
        let is_parameter = || ["query", "path"].iter().any(|place| self.parameter(place, field).is_some());
        if is_header || is_parameter() { Place::parameter(field) } else { Place::field_of_body(field) }
    }

    fn parameter(self, place: &'static str, name: &str) -> Option<&'static Value> {
        self.parameters(place).find(|parameter| parameter["name"] == *name)
    }

    fn parameters(self, place: &'static str) -> impl Iterator<Item = &'static Value> + Clone {
        let all = self.description["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().map(move |part| self.resolve(part)).filter(move |parameter| parameter["in"] == place)
    }

    /// The schema or parameter that a reference leads to.
    fn resolve(self, part: &'static Value) -> &'static Value {
        let target = part["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
        target.and_then(|target| self.document.pointer(target)).unwrap_or(part)
    }

    /// The value of a text in a query or path.
    fn parsed(self, schema: &'static Value, text: &str) -> Value {
        let value = match self.resolve(schema)["type"].as_str() {
            Some("integer") => text.parse::<i64>().ok().map(Value::from),
            Some("boolean") => text.parse::<bool>().ok().map(Value::from),
            _ => None,
        };
        value.unwrap_or_else(|| Value::from(text))
    }

    /// Adds the mismatches of the value at a place.
    fn check(self, schema: &'static Value, value: &Value, place: &Place, found: &mut Mismatches) {
        let schema = self.resolve(schema);
        if found.is_full() {
            return;
        }
        if let Some(either) = schema["anyOf"].as_array() {
            let other = either.iter().find(|schema| schema["type"] != "null");
            if let Some(other) = other.filter(|_| !value.is_null()) {
                self.check(other, value, place, found);
            }
            return;
        }
        let is_whole_body = place.is_whole_body() && !value.is_object();
        let wanted = if is_whole_body { Some(Message::new("wanted-body")) } else { wanted(schema, value) };
        if let Some(wanted) = wanted {
            found.add(place, wanted);
            return;
        }
        if let Some(tag) = schema["discriminator"]["propertyName"].as_str() {
            self.check_variant(schema, tag, value, place, found);
            return;
        }
        match value {
            Value::Object(object) => self.check_fields(schema, object, place, found),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.check(&schema["items"], item, &place.item(index), found);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Adds the mismatches of an object with the variant of a union that its tag names.
    fn check_variant(
        self,
        schema: &'static Value,
        tag: &str,
        value: &Value,
        place: &Place,
        found: &mut Mismatches,
    ) {
        let Some(name) = value.get(tag) else { return found.add(&place.field(tag), "field-missing") };
        let Some(variants) = schema["discriminator"]["mapping"].as_object() else { return };
        let target = name.as_str().and_then(|name| variants.get(name)).and_then(Value::as_str);
        let target = target.and_then(|target| target.strip_prefix('#'));
        if let Some(variant) = target.and_then(|target| self.document.pointer(target)) {
            self.check(variant, value, place, found);
        } else {
            let choices = quoted(variants.keys().map(String::as_str));
            found.add(&place.field(tag), Message::new("wanted-choice").with("choices", choices));
        }
    }

    /// Adds the mismatches of an object: unknown fields, those with wrong values, missing
    /// ones.
    fn check_fields(
        self,
        schema: &'static Value,
        object: &Map<String, Value>,
        place: &Place,
        found: &mut Mismatches,
    ) {
        let Some(known) = schema["properties"].as_object() else { return };
        if schema["additionalProperties"] == false {
            for name in object.keys().filter(|name| !known.contains_key(*name)) {
                found.add_unknown(&place.field(name), name, known.keys().map(String::as_str));
            }
        }
        for (name, value) in object {
            if let Some(schema) = known.get(name) {
                self.check(schema, value, &place.field(name), found);
            }
        }
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for name in required.filter(|name| !object.contains_key(*name)) {
            found.add(&place.field(name), "field-missing");
        }
    }
}

/// The message about a value that does not fit a schema, nothing if it fits. Its fields
/// and items are not checked.
fn wanted(schema: &Value, value: &Value) -> Option<Message> {
    let kinds = &schema["type"];
    let limit = |name: &str| schema[name].as_i64();
    let is_within = |size: i64, least: &str, most: &str| {
        limit(least).is_none_or(|least| size >= least) && limit(most).is_none_or(|most| size <= most)
    };
    let between = |id: &'static str, least: &str, most: &str| {
        let text = |name: &str| limit(name).unwrap_or_default().to_string();
        Message::new(id).with("least", text(least)).with("most", text(most))
    };
    let length = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    if let Some(choices) = schema["enum"].as_array() {
        let known = choices.iter().filter_map(Value::as_str);
        return (!choices.contains(value))
            .then(|| Message::new("wanted-choice").with("choices", quoted(known)));
    }
    // The other type of two is `null`.
    let kind = kinds.as_str().or_else(|| kinds[0].as_str());
    let (fits, wanted) = match kind.or_else(|| schema.get("oneOf").map(|_| "object"))? {
        _ if kinds.is_array() && value.is_null() => return None,
        "integer" => (
            value.as_i64().is_some_and(|number| is_within(number, "minimum", "maximum")),
            between("wanted-number-between", "minimum", "maximum"),
        ),
        "boolean" => (value.is_boolean(), Message::new("wanted-boolean")),
        "array" => (
            value.as_array().is_some_and(|items| is_within(length(items.len()), "minItems", "maxItems")),
            match limit("maxItems") {
                Some(_) => between("wanted-list-of", "minItems", "maxItems"),
                None => Message::new("wanted-list"),
            },
        ),
        "string" => {
            let pattern = schema["pattern"].as_str();
            let fits = |text: &str| {
                is_within(length(text.chars().count()), "minLength", "maxLength")
                    && has_format(schema["format"].as_str(), text)
                    && pattern.is_none_or(|pattern| matches(pattern, text))
            };
            let lengths = limit("minLength").zip(limit("maxLength"));
            let wanted = match (schema["format"].as_str(), lengths, pattern) {
                (Some("uuid"), ..) => Message::new("wanted-id"),
                (Some("date-time"), ..) => Message::new("wanted-time"),
                (Some("date"), ..) => Message::new("wanted-date"),
                (_, Some(_), _) => between("wanted-text-of", "minLength", "maxLength"),
                (_, None, Some(pattern)) => Message::new("wanted-pattern").with("pattern", pattern),
                (_, None, None) => Message::new("wanted-text"),
            };
            (value.as_str().is_some_and(fits), wanted)
        }
        _ => (value.is_object(), Message::new("wanted-object")),
    };
    (!fits).then_some(wanted)
}

fn has_format(format: Option<&str>, text: &str) -> bool {
    match format {
        Some("uuid") => text.parse::<Uuid>().is_ok(),
        Some("date-time") => DateTime::parse_from_rfc3339(text).is_ok(),
        Some("date") => text.parse::<NaiveDate>().is_ok(),
        _ => true,
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(text))
}
