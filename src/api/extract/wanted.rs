//! What in a request does not fit the OpenAPI document, in words: a library that
//! cannot read a value names types of this program, but the document says what is
//! wanted.

use std::collections::HashSet;

use actix_web::dev::{Path, Url};
use actix_web::http::Method;
use actix_web::web;
use chrono::{DateTime, NaiveDate};
use regex_lite::Regex;
use regicide::engine::Message;
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::api::openapi;
use crate::api::respond::problem::{Code, Problem};

/// The longest name from a request that an answer repeats, in characters.
const MAX_NAME: usize = 100;
/// How like a known name an unknown one has to be, to be taken for it: as much as
/// two letters that changed places.
const ALIKE: f64 = 0.8;

/// The OpenAPI document.
pub(super) struct Document(&'static Value);

/// A value that is not as the document wants it.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::api) struct Mismatch {
    /// The field with the way to it, or the parameter; nothing for the whole
    /// body.
    pub(in crate::api) field: Option<String>,
    pub(in crate::api) detail: Message,
}

impl Mismatch {
    fn new(field: &str, detail: Message) -> Self {
        let field = (!field.is_empty()).then(|| clipped(field));
        Self { field, detail }
    }

    /// A name that nothing has here.
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
        Self::new(field, detail.with("field", clipped(field)))
    }

    pub(super) fn twice(field: &str) -> Self {
        Self::new(field, Message::new("field-twice").with("field", clipped(field)))
    }

    fn missing(field: &str) -> Self {
        Self::new(field, Message::new("field-missing").with("field", clipped(field)))
    }

    pub(super) fn problem(self, code: Code) -> Problem {
        Problem { field: self.field, ..Problem::new(code, self.detail) }
    }
}

fn clipped(name: &str) -> String {
    name.chars().take(MAX_NAME).collect()
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

impl Document {
    pub(super) fn of_api() -> Self {
        Self(openapi::document())
    }

    fn operation(&self, pattern: &str, method: &Method) -> &Value {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        &self.0["paths"][pattern][method.as_str().to_lowercase()]
    }

    /// What is wrong with a body.
    pub(super) fn body(&self, pattern: &str, method: &Method, body: &Value) -> Option<Mismatch> {
        let content = &self.operation(pattern, method)["requestBody"]["content"];
        self.mismatch(&content["application/json"]["schema"], body, "")
    }

    /// A parameter that an operation does not have.
    pub(super) fn unknown_parameter(&self, pattern: &str, method: &Method, query: &str) -> Option<Mismatch> {
        self.operation(pattern, method).as_object()?;
        let known = self.parameters(pattern, method, "query");
        let known = known.filter_map(|parameter| parameter["name"].as_str());
        let is_unknown = |(name, _): &(String, String)| known.clone().all(|known| known != name);
        let (unknown, _) = pairs(query)?.into_iter().find(is_unknown)?;
        Some(Mismatch::unknown(&unknown, known))
    }

    /// What is wrong with a query.
    pub(super) fn query(&self, pattern: &str, method: &Method, query: &str) -> Option<Mismatch> {
        let pairs = pairs(query)?;
        let known = self.parameters(pattern, method, "query");
        let mut seen = HashSet::new();
        pairs.iter().find_map(|(name, text)| {
            let Some(parameter) = known.clone().find(|known| known["name"] == **name) else {
                return Some(Mismatch::unknown(
                    name,
                    known.clone().filter_map(|known| known["name"].as_str()),
                ));
            };
            let schema = self.resolve(&parameter["schema"]);
            let is_list = schema["type"] == "array";
            // A list is one value with commas, or one that comes several times.
            let may_repeat = is_list && parameter["explode"] != false;
            if !seen.insert(name) && !may_repeat {
                return Some(Mismatch::twice(name));
            }
            if !is_list {
                return self.mismatch(schema, &self.value(schema, text), name);
            }
            let item = &schema["items"];
            text.split(',').find_map(|text| self.mismatch(item, &self.value(item, text), name))
        })
    }

    /// What is wrong with a path, and whether that is what it is about: an id, or a day.
    pub(super) fn path(&self, pattern: &str, method: &Method, path: &Path<Url>) -> Option<(Mismatch, bool)> {
        let named = |name: &str| {
            self.parameters(pattern, method, "path").find(|parameter| parameter["name"] == *name)
        };
        path.iter().find_map(|(name, text)| {
            let schema = &named(name)?["schema"];
            let is_id = schema.get("format").is_some_and(|format| format != "int32");
            Some((self.mismatch(schema, &self.value(schema, text), name)?, is_id))
        })
    }

    fn parameters<'a>(
        &'a self,
        pattern: &str,
        method: &Method,
        place: &'static str,
    ) -> impl Iterator<Item = &'a Value> + Clone {
        let all = self.operation(pattern, method)["parameters"].as_array().map(Vec::as_slice);
        let all = all.unwrap_or_default().iter().map(|parameter| self.resolve(parameter));
        all.filter(move |parameter| parameter["in"] == place)
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let target = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
        target.and_then(|target| self.0.pointer(target)).unwrap_or(schema)
    }

    /// The value that a text in a query or path stands for.
    fn value(&self, schema: &Value, text: &str) -> Value {
        let read = match self.resolve(schema)["type"].as_str() {
            Some("integer") => text.parse::<i64>().ok().map(Value::from),
            Some("boolean") => text.parse::<bool>().ok().map(Value::from),
            _ => None,
        };
        read.unwrap_or_else(|| Value::from(text))
    }

    /// The first thing that is wrong with the value at a place.
    fn mismatch(&self, schema: &Value, value: &Value, place: &str) -> Option<Mismatch> {
        let schema = self.resolve(schema);
        if let Some(either) = schema["anyOf"].as_array() {
            let other = either.iter().find(|schema| schema["type"] != "null")?;
            return if value.is_null() { None } else { self.mismatch(other, value, place) };
        }
        if let Some(tag) = schema["discriminator"]["propertyName"].as_str() {
            return self.variant(schema, tag, value, place);
        }
        if !fits(schema, value) {
            return Some(Mismatch::new(place, wanted(schema, place)));
        }
        match value {
            Value::Object(fields) => self.fields(schema, fields, place),
            Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
                self.mismatch(&schema["items"], item, &format!("{place}[{index}]"))
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        }
    }

    /// The same for a union, whose variants are told by a field.
    fn variant(&self, schema: &Value, tag: &str, value: &Value, place: &str) -> Option<Mismatch> {
        let Value::Object(fields) = value else {
            return Some(Mismatch::new(place, object_wanted(place)));
        };
        let place_of_tag = joined(place, tag);
        let Some(name) = fields.get(tag) else { return Some(Mismatch::missing(&place_of_tag)) };
        let variants = schema["discriminator"]["mapping"].as_object()?;
        let target = name.as_str().and_then(|name| variants.get(name)).and_then(Value::as_str);
        if let Some(target) = target.and_then(|target| target.strip_prefix('#')) {
            return self.mismatch(self.0.pointer(target)?, value, place);
        }
        let choices = quoted(variants.keys().map(String::as_str));
        let detail = Message::new("wanted-choice").with("field", clipped(&place_of_tag));
        Some(Mismatch::new(&place_of_tag, detail.with("choices", choices)))
    }

    fn fields(&self, schema: &Value, fields: &Map<String, Value>, place: &str) -> Option<Mismatch> {
        let known = schema["properties"].as_object()?;
        let unknown = fields.keys().find(|name| !known.contains_key(*name));
        if let Some(unknown) = unknown.filter(|_| schema["additionalProperties"] == false) {
            return Some(Mismatch::unknown(&joined(place, unknown), known.keys().map(String::as_str)));
        }
        let wrong = fields.iter().find_map(|(name, value)| {
            self.mismatch(known.get(name).unwrap_or(&Value::Null), value, &joined(place, name))
        });
        let missing = || {
            let required = schema["required"].as_array()?.iter().filter_map(Value::as_str);
            let missing = required.into_iter().find(|name| !fields.contains_key(*name))?;
            Some(Mismatch::missing(&joined(place, missing)))
        };
        wrong.or_else(missing)
    }
}

/// Whether a value by itself, without what it holds, is as a schema wants it.
fn fits(schema: &Value, value: &Value) -> bool {
    let types = &schema["type"];
    let is_type = |name: &str| {
        *types == *name || types.as_array().is_some_and(|types| types.iter().any(|own| *own == *name))
    };
    if let Some(choices) = schema["enum"].as_array() {
        return choices.contains(value);
    }
    if let Some(constant) = schema.get("const") {
        return constant == value;
    }
    let within = |length: usize, least: &str, most: &str| {
        let limit = |name: &str| schema[name].as_u64().and_then(|limit| usize::try_from(limit).ok());
        limit(least).is_none_or(|least| length >= least) && limit(most).is_none_or(|most| length <= most)
    };
    types.is_null()
        || match value {
            Value::Null => is_type("null"),
            Value::Bool(_) => is_type("boolean"),
            Value::Number(number) => {
                let least = schema["minimum"].as_i64().unwrap_or(i64::MIN);
                let most = schema["maximum"].as_i64().unwrap_or(i64::MAX);
                is_type("number")
                    || is_type("integer")
                        && number.as_i64().is_some_and(|number| (least..=most).contains(&number))
            }
            Value::String(text) => {
                is_type("string")
                    && within(text.chars().count(), "minLength", "maxLength")
                    && has_format(schema["format"].as_str(), text)
                    && schema["pattern"].as_str().is_none_or(|pattern| matches(pattern, text))
            }
            Value::Array(items) => is_type("array") && within(items.len(), "minItems", "maxItems"),
            Value::Object(_) => is_type("object"),
        }
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

fn object_wanted(place: &str) -> Message {
    if place.is_empty() {
        return Message::new("wanted-body");
    }
    Message::new("wanted-object").with("field", clipped(place))
}

/// What a schema wants at a place, as a sentence.
fn wanted(schema: &Value, place: &str) -> Message {
    let number = |name: &str| schema[name].as_i64().map(|number| number.to_string());
    let choices =
        schema["enum"].as_array().cloned().or_else(|| schema.get("const").map(|only| vec![only.clone()]));
    let types = &schema["type"];
    let kind = match types.as_array() {
        Some(types) => types.iter().find_map(|name| name.as_str().filter(|name| *name != "null")),
        None => types.as_str(),
    };
    let message = match (kind, choices) {
        (_, Some(choices)) => {
            Message::new("wanted-choice").with("choices", quoted(choices.iter().filter_map(Value::as_str)))
        }
        (Some("integer"), None) => match (number("minimum"), number("maximum")) {
            (Some(least), Some(most)) => {
                Message::new("wanted-number-between").with("least", least).with("most", most)
            }
            (Some(least), None) => Message::new("wanted-number-from").with("least", least),
            (None, _) => Message::new("wanted-number"),
        },
        (Some("boolean"), None) => Message::new("wanted-boolean"),
        (Some("array"), None) => match (number("minItems"), number("maxItems")) {
            (least, Some(most)) => Message::new("wanted-list-of")
                .with("least", least.unwrap_or_else(|| "0".to_owned()))
                .with("most", most),
            (_, None) => Message::new("wanted-list"),
        },
        (Some("object"), None) => return object_wanted(place),
        (_, None) => wanted_text(schema),
    };
    message.with("field", clipped(place))
}

fn wanted_text(schema: &Value) -> Message {
    match schema["format"].as_str() {
        Some("uuid") => return Message::new("wanted-id"),
        Some("date-time") => return Message::new("wanted-time"),
        Some("date") => return Message::new("wanted-date"),
        _ => {}
    }
    let number = |name: &str| schema[name].as_i64().map(|number| number.to_string());
    match (number("minLength"), number("maxLength"), schema["pattern"].as_str()) {
        (Some(least), Some(most), _) => {
            Message::new("wanted-text-of").with("least", least).with("most", most)
        }
        (_, _, Some(pattern)) => Message::new("wanted-pattern").with("pattern", pattern),
        _ => Message::new("wanted-text"),
    }
}
