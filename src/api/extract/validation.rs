//! Request validation against the OpenAPI document. A library that cannot read a value
//! names types of this program; the document has the limits and choices for people.
//!
//! Tests of the document hold the schemas of requests to the keywords that are read here.

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
        let field: String = field.chars().take(MAX_NAME).collect();
        let detail = detail.with("field", field.as_str());
        Self { field: Some(field).filter(|field| !field.is_empty()), detail }
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
        let is_whole_body = place.is_empty() && !value.is_object();
        let wanted = if is_whole_body { Some(Message::new("wanted-body")) } else { wanted(schema, value) };
        if let Some(wanted) = wanted {
            return Some(Mismatch::new(place, wanted));
        }
        if let Some(tag) = schema["discriminator"]["propertyName"].as_str() {
            return self.variant(schema, tag, value, place);
        }
        match value {
            Value::Object(fields) => self.fields(schema, fields, place),
            Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
                self.mismatch(&schema["items"], item, &format!("{place}[{index}]"))
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        }
    }

    /// The first mismatch of an object with the variant of a union that its tag names.
    fn variant(&self, schema: &Value, tag: &str, value: &Value, place: &str) -> Option<Mismatch> {
        let place_of_tag = joined(place, tag);
        let Some(name) = value.get(tag) else { return Some(Mismatch::missing(&place_of_tag)) };
        let variants = schema["discriminator"]["mapping"].as_object()?;
        let target = name.as_str().and_then(|name| variants.get(name)).and_then(Value::as_str);
        if let Some(target) = target.and_then(|target| target.strip_prefix('#')) {
            return self.mismatch(self.0.pointer(target)?, value, place);
        }
        let choices = quoted(variants.keys().map(String::as_str));
        Some(Mismatch::new(&place_of_tag, Message::new("wanted-choice").with("choices", choices)))
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

/// The message about a value that does not fit a schema, by itself without what it holds;
/// nothing if it fits.
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
    let (fits, wanted) = match kinds.as_str().or_else(|| kinds[0].as_str()).unwrap_or("object") {
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
