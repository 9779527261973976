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

use crate::api::respond::problem::{Code, Problem};
use crate::api::state::Api;

/// The longest name from a request that an answer repeats, in characters.
const MAX_NAME: usize = 100;
/// The similarity from which an unknown name is taken for a known one: as much as after
/// two letters changed places.
const ALIKE: f64 = 0.8;

/// An operation of the OpenAPI document; null for none.
#[derive(Clone, Copy)]
pub(in crate::api) struct Operation {
    document: &'static Value,
    description: &'static Value,
}

/// A value that does not fit the document.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::api) struct Mismatch {
    /// The path of the field, or the parameter; nothing for the whole body.
    pub(in crate::api) field: Option<String>,
    pub(in crate::api) detail: Message,
}

impl Mismatch {
    fn new(field: &str, detail: Message) -> Self {
        let field: String = field.chars().take(MAX_NAME).collect();
        let detail = detail.with("field", field.as_str());
        Self { field: Some(field).filter(|field| !field.is_empty()), detail }
    }

    /// An unknown name.
    pub(in crate::api) fn unknown<'a>(field: &str, known: impl Iterator<Item = &'a str> + Clone) -> Self {
        let name = field.rsplit('.').next().unwrap_or(field);
        let alike = known.clone().map(|known| (strsim::jaro_winkler(name, known), known));
        let nearest =
            alike.filter(|(alike, _)| *alike >= ALIKE).max_by(|one, other| one.0.total_cmp(&other.0));
        let detail = match nearest {
            Some((_, nearest)) => Message::new("unknown-field-like").with("known", nearest),
            None if known.clone().next().is_none() => Message::new("unknown-parameter"),
            None => Message::new("unknown-field").with("known", quoted(known)),
        };
        Self::new(field, detail)
    }

    pub(super) fn twice(field: &str) -> Self {
        Self::new(field, Message::new("field-twice"))
    }

    fn missing(field: &str) -> Self {
        Self::new(field, Message::new("field-missing"))
    }

    pub(super) fn problem(self, code: Code) -> Problem {
        Problem { field: self.field, ..Problem::new(code, self.detail) }
    }
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The path of a field in the object at a path.
pub(super) fn joined(place: &str, name: &str) -> String {
    if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") }
}

/// The parameters of a query.
fn pairs(query: &str) -> Option<Vec<(String, String)>> {
    Some(web::Query::<Vec<(String, String)>>::from_query(query).ok()?.into_inner())
}

/// The name of the first parameter of a query.
pub(super) fn first_name(query: &str) -> Option<String> {
    pairs(query)?.into_iter().map(|(name, _)| name).next()
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

    /// The first mismatch of a body.
    pub(super) fn body(self, body: &Value) -> Option<Mismatch> {
        self.mismatch(&self.description["requestBody"]["content"]["application/json"]["schema"], body, "")
    }

    /// A parameter that the operation does not have.
    pub(super) fn unknown_parameter(self, query: &str) -> Option<Mismatch> {
        self.description.as_object()?;
        let known = self.parameters("query").filter_map(|parameter| parameter["name"].as_str());
        let is_unknown = |(name, _): &(String, String)| known.clone().all(|known| known != name);
        let (unknown, _) = pairs(query)?.into_iter().find(is_unknown)?;
        Some(Mismatch::unknown(&unknown, known))
    }

    /// The first mismatch of a query without unknown parameters.
    pub(super) fn query(self, query: &str) -> Option<Mismatch> {
        let mut seen = HashSet::new();
        pairs(query)?.iter().find_map(|(name, text)| {
            let parameter = self.parameters("query").find(|known| known["name"] == **name)?;
            let schema = self.resolve(&parameter["schema"]);
            let is_list = schema["type"] == "array";
            // A list is one value with commas, or one that comes several times.
            let may_repeat = is_list && parameter["explode"] != false;
            if !seen.insert(name) && !may_repeat {
                return Some(Mismatch::twice(name));
            }
            if !is_list {
                return self.mismatch(schema, &self.parsed(schema, text), name);
            }
            let item = &schema["items"];
            text.split(',').find_map(|text| self.mismatch(item, &self.parsed(item, text), name))
        })
    }

    /// The first mismatch of a path, with true if the path is about that value: an id, or
    /// a day.
    pub(super) fn path(self, request: &HttpRequest) -> Option<(Mismatch, bool)> {
        request.match_info().iter().find_map(|(name, text)| {
            let schema = &self.parameters("path").find(|parameter| parameter["name"] == *name)?["schema"];
            let is_id = schema.get("format").is_some_and(|format| format != "int32");
            Some((self.mismatch(schema, &self.parsed(schema, text), name)?, is_id))
        })
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

    /// The first mismatch of the value at a place.
    fn mismatch(self, schema: &'static Value, value: &Value, place: &str) -> Option<Mismatch> {
        let schema = self.resolve(schema);
        if let Some(either) = schema["anyOf"].as_array() {
            let other = either.iter().find(|schema| schema["type"] != "null")?;
            return if value.is_null() { None } else { self.mismatch(other, value, place) };
        }
        let is_whole_body = place.is_empty() && !value.is_object();
        let wanted = if is_whole_body { Some(Message::new("wanted-body")) } else { wanted(schema, value) };
        if let Some(wanted) = wanted {
            return Some(Mismatch::new(place, wanted));
        }
        if let Some(tag) = schema["discriminator"]["propertyName"].as_str() {
            return self.variant(schema, tag, value, place);
        }
        match value {
            Value::Object(object) => self.fields(schema, object, place),
            Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
                self.mismatch(&schema["items"], item, &format!("{place}[{index}]"))
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        }
    }

    /// The first mismatch of an object with the variant of a union that its tag names.
    fn variant(self, schema: &'static Value, tag: &str, value: &Value, place: &str) -> Option<Mismatch> {
        let place_of_tag = joined(place, tag);
        let Some(name) = value.get(tag) else { return Some(Mismatch::missing(&place_of_tag)) };
        let variants = schema["discriminator"]["mapping"].as_object()?;
        let target = name.as_str().and_then(|name| variants.get(name)).and_then(Value::as_str);
        if let Some(target) = target.and_then(|target| target.strip_prefix('#')) {
            return self.mismatch(self.document.pointer(target)?, value, place);
        }
        let choices = quoted(variants.keys().map(String::as_str));
        Some(Mismatch::new(&place_of_tag, Message::new("wanted-choice").with("choices", choices)))
    }

    fn fields(self, schema: &'static Value, object: &Map<String, Value>, place: &str) -> Option<Mismatch> {
        let known = schema["properties"].as_object()?;
        let unknown = object.keys().find(|name| !known.contains_key(*name));
        if let Some(unknown) = unknown.filter(|_| schema["additionalProperties"] == false) {
            return Some(Mismatch::unknown(&joined(place, unknown), known.keys().map(String::as_str)));
        }
        let wrong = object.iter().find_map(|(name, value)| {
            self.mismatch(known.get(name).unwrap_or(&Value::Null), value, &joined(place, name))
        });
        let missing = || {
            let required = schema["required"].as_array()?.iter().filter_map(Value::as_str);
            let missing = required.into_iter().find(|name| !object.contains_key(*name))?;
            Some(Mismatch::missing(&joined(place, missing)))
        };
        wrong.or_else(missing)
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
