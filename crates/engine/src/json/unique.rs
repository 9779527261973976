//! Reading JSON in which no object has a name twice. Readers disagree which of two
//! values counts: one would call a record authenticated whose reader sees another
//! result.

use std::cell::RefCell;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::Error;
use super::error::Path;

/// Reads a text in which no object has a name twice.
pub(super) fn from_str(text: &str) -> Result<Value, Error> {
    let duplicates = Duplicates::refused();
    read_text(text, &duplicates).map_err(|error| match duplicates.found.take().pop() {
        Some(path) => Error::duplicate(path, error),
        None => error.into(),
    })
}

/// Reads a text, and the paths of at most `most` names that occur twice in their objects.
pub(super) fn with_duplicates(text: &str, most: usize) -> Result<(Value, Vec<Path>), Error> {
    let duplicates = Duplicates { collected: Some(most), found: RefCell::default() };
    let value = read_text(text, &duplicates)?;
    Ok((value, duplicates.found.take()))
}

fn read_text(text: &str, duplicates: &Duplicates) -> Result<Value, serde_json::Error> {
    let mut from = serde_json::Deserializer::from_str(text);
    Unique(duplicates).deserialize(&mut from).and_then(|value| from.end().map(|()| value))
}

/// Reads a value in which no object has a name twice.
pub(super) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    Unique(&Duplicates::refused()).deserialize(from)
}

/// The names that occur twice.
struct Duplicates {
    /// The number of names that are collected; without it the first one is an error.
    collected: Option<usize>,
    /// Their paths, kept here since the error of a deserializer has no place for one.
    found: RefCell<Vec<Path>>,
}

impl Duplicates {
    fn refused() -> Self {
        Self { collected: None, found: RefCell::default() }
    }

    fn count(&self) -> usize {
        self.found.borrow().len()
    }

    /// Adds a name. Returns false if it is an error.
    fn add(&self, name: &str) -> bool {
        if self.collected.is_none_or(|most| self.count() < most) {
            self.found.borrow_mut().push(Path::default().in_field(name));
        }
        self.collected.is_some()
    }

    /// Puts what contains a value in front of the paths in it, which come after the first
    /// `before`.
    fn within(&self, before: usize, extend: impl Fn(Path) -> Path) {
        for path in &mut self.found.borrow_mut()[before..] {
            *path = extend(std::mem::take(path));
        }
    }
}

/// Reads a value with its [`Duplicates`].
#[derive(Clone, Copy)]
struct Unique<'a>(&'a Duplicates);

impl<'de> DeserializeSeed<'de> for Unique<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unique<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value)
            .map(Value::Number)
            .ok_or_else(|| E::custom("a number that JSON does not have"))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        self.visit_string(value.to_owned())
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut found = Vec::new();
        loop {
            let before = self.0.count();
            let item = items.next_element_seed(self);
            self.0.within(before, |path| path.in_item(found.len()));
            match item? {
                Some(item) => found.push(item),
                None => return Ok(Value::Array(found)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut found = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            let before = self.0.count();
            let value = fields.next_value_seed(self);
            self.0.within(before, |path| path.in_field(&name));
            let value = value?;
            if !found.contains_key(&name) {
                found.insert(name, value);
            } else if !self.0.add(&name) {
                return Err(de::Error::custom("duplicate field"));
            }
        }
        Ok(Value::Object(found))
    }
}
