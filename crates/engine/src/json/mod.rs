//! Reading JSON from outside: requests, records, files, answers of other services
//! (docs/spec/record.md S6.2).
//!
//! Serde accepts more than a schema. It reads a list as the fields of a struct in
//! their order, `{"once": null}` as the variant `once`, and the last of two values with
//! one name. Another program would refuse that, and two verifiers must never disagree.
//! So everything is read here: `tests/sources/` finds other readers.
//!
//! A value that serde buffers, such as an internally tagged enum, loses the strictness
//! of what is in it. There an object may only hold values, and lists of values, that are
//! no objects: a struct in a tagged enum cannot be read.

mod error;
mod strict;
mod unique;
mod words;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;

pub use error::{Error, Path, Step};
pub use strict::Any;
use strict::Strict;

/// Some editors and shells write it before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The value of a JSON text in UTF-8, in which no object has a name twice.
pub fn parse(text: impl AsRef<[u8]>) -> Result<Value, Error> {
    let text = str::from_utf8(text.as_ref()).map_err(|_| Error::new("the text is not UTF-8"))?;
    if text.starts_with(BYTE_ORDER_MARK) {
        return Err(Error::new("the text begins with a byte order mark"));
    }
    unique::from_str(text)
}

/// The value of a JSON text for a report about it: with the paths of at most `most` names
/// that occur twice in their objects, of which the first value counts.
pub fn parse_with_duplicates(text: &str, most: usize) -> Result<(Value, Vec<Path>), Error> {
    unique::with_duplicates(text, most)
}

/// Reads a JSON text in UTF-8.
pub fn from_text<T: DeserializeOwned>(text: impl AsRef<[u8]>) -> Result<T, Error> {
    from_value(parse(text)?)
}

/// Reads a value, of which [`parse`] has checked the names.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    T::deserialize(Strict::new(value))
}

/// The first JSON text of several, in a stream of which the beginning is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// It has this length, in bytes.
    Whole(usize),
    /// Its end is missing.
    CutOff,
    /// It is no JSON.
    Malformed,
}

/// The extent of the first JSON text.
pub fn first(text: &[u8]) -> First {
    let mut values = serde_json::Deserializer::from_slice(text).into_iter::<IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => First::Whole(values.byte_offset()),
        Some(Err(error)) if error.is_eof() => First::CutOff,
        Some(Err(_)) => First::Malformed,
        None => First::CutOff,
    }
}

#[cfg(test)]
mod tests;
