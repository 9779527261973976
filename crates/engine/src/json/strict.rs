//! A deserializer that accepts an object for a struct, a text for a variant, and
//! nothing else.

use std::vec;

use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, Expected, IntoDeserializer as _, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Map, Number, Value, map};

use super::{Error, unique};

/// A value of any shape: the only way to read one as it is.
#[derive(Debug, Deserialize)]
#[serde(rename = "regicide_engine::json::Any")]
pub struct Any(#[serde(deserialize_with = "unique::read")] pub Value);

/// The name by which a deserializer recognises [`Any`].
const ANY: &str = "regicide_engine::json::Any";

/// A value, and what may be in it.
pub(super) struct Strict {
    value: Value,
    place: Place,
}

/// The place of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A type reads it.
    Typed,
    /// Serde buffers it, and reads it later without this deserializer.
    Buffered,
}

impl Strict {
    pub(super) const fn new(value: Value) -> Self {
        Self { value, place: Place::Typed }
    }

    fn misfit(&self, wanted: &dyn Expected) -> Error {
        let found = match &self.value {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(_) => Unexpected::Other("a number"),
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        Error::invalid_type(found, wanted)
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let place = self.place;
        let Value::Array(items) = self.value else { return Err(self.misfit(&visitor)) };
        let mut items = Items { left: items.into_iter(), next: 0, place };
        let value = visitor.visit_seq(&mut items)?;
        match items.left.len() {
            0 => Ok(value),
            _ => Err(Error::invalid_length(items.next + items.left.len(), &"fewer items")),
        }
    }

    fn object<'de, V: Visitor<'de>>(self, visitor: V, place: Place) -> Result<V::Value, Error> {
        let Value::Object(fields) = self.value else { return Err(self.misfit(&visitor)) };
        visitor.visit_map(Fields::new(fields, place))
    }
}

fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Error> {
    match (number.as_u64(), number.as_i64()) {
        (Some(number), _) => visitor.visit_u64(number),
        (None, Some(number)) => visitor.visit_i64(number),
        (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
    }
}

impl<'de> Deserializer<'de> for Strict {
    type Error = Error;

    /// A number, a text, `true`, `false` or `null`, or whatever serde buffers.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match (self.value, self.place) {
            (value @ Value::Object(_), place @ Place::Typed) => {
                Self { value, place }.object(visitor, Place::Buffered)
            }
            (value @ Value::Array(_), place @ Place::Buffered) => Self { value, place }.list(visitor),
            (value @ (Value::Object(_) | Value::Array(_)), place) => {
                Err(Self { value, place }.misfit(&visitor))
            }
            (Value::Null, _) => visitor.visit_unit(),
            (Value::Bool(value), _) => visitor.visit_bool(value),
            (Value::Number(number), _) => visit_number(&number, visitor),
            (Value::String(text), _) => visitor.visit_string(text),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == ANY {
            Ok(visitor.visit_newtype_struct(self.value)?)
        } else {
            visitor.visit_newtype_struct(self)
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let place = self.place;
        self.object(visitor, place)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let place = self.place;
        self.object(visitor, place)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let Value::String(name) = self.value else { return Err(self.misfit(&visitor)) };
        let name: StringDeserializer<Error> = name.into_deserializer();
        visitor.visit_enum(name)
    }

    /// Serde would take a number for the index of a variant.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::String(name) = self.value else { return Err(self.misfit(&visitor)) };
        visitor.visit_string(name)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct
    }
}

/// The items of a list.
struct Items {
    left: vec::IntoIter<Value>,
    next: usize,
    place: Place,
}

impl<'de> SeqAccess<'de> for &mut Items {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.left.next() else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        let read = seed.deserialize(Strict { value, place: self.place });
        read.map(Some).map_err(|error| error.in_item(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// The fields of an object.
struct Fields {
    left: map::IntoIter,
    value: Option<(String, Value)>,
    place: Place,
}

impl Fields {
    fn new(fields: Map<String, Value>, place: Place) -> Self {
        Self { left: fields.into_iter(), value: None, place }
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        let key: StringDeserializer<Error> = name.clone().into_deserializer();
        self.value = Some((name, value));
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let (name, value) = self.value.take().ok_or_else(|| Error::new("a value without a name"))?;
        let read = seed.deserialize(Strict { value, place: self.place });
        read.map_err(|error| error.in_field(&name))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}
