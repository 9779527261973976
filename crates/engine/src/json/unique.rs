//! Reading JSON in which no object has a name twice. Readers disagree which of two
//! values counts: one would call a record authenticated whose reader sees another
//! result.

use std::cell::Cell;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::Error;
use super::error::Path;

/// Reads a text in which no object has a name twice.
pub(super) fn from_str(text: &str) -> Result<Value, Error> {
    let duplicate = Cell::default();
    let mut from = serde_json::Deserializer::from_str(text);
    let read = Unique(&duplicate).deserialize(&mut from).and_then(|value| from.end().map(|()| value));
    read.map_err(|error| match duplicate.take() {
        Some(path) => Error::duplicate(path, error),
        None => error.into(),
    })
}

/// Reads a value in which no object has a name twice.
pub(super) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    Unique(&Cell::default()).deserialize(from)
}

/// Reads a value in which no object has a name twice. The path of one that does is kept
/// here, since the error of a deserializer has no place for it.
#[derive(Clone, Copy)]
struct Unique<'a>(&'a Cell<Option<Path>>);

impl Unique<'_> {
    /// Puts what contains a value in front of the path, if there is one.
    fn within(self, extend: impl FnOnce(Path) -> Path) {
        self.0.set(self.0.take().map(extend));
    }
}

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
            let item = items.next_element_seed(self);
            match item.inspect_err(|_| self.within(|path| path.in_item(found.len())))? {
                Some(item) => found.push(item),
                None => return Ok(Value::Array(found)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut found = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            let value = fields.next_value_seed(self);
            let value = value.inspect_err(|_| self.within(|path| path.in_field(&name)))?;
            if found.contains_key(&name) {
                self.0.set(Some(Path::default().in_field(&name)));
                return Err(de::Error::custom("duplicate field"));
            }
            found.insert(name, value);
        }
        Ok(Value::Object(found))
    }
}
