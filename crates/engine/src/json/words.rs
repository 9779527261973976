//! Values of JSON in words. Those of serde name Rust's types.

use serde::de::{Expected, Unexpected};

/// The value that a reader expects.
pub(super) fn wanted(wanted: &dyn Expected) -> String {
    let text = wanted.to_string();
    let first = text.split(' ').next().unwrap_or_default();
    let plain = match (first, text.as_str()) {
        ("struct" | "internally", _) | (_, "a map") => "an object",
        ("enum" | "variant" | "str" | "string", _) | (_, "a string") => "a text",
        ("u8", _) => "a whole number from 0 to 255",
        ("u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64", _) => "a whole number",
        ("tuple", _) | (_, "a sequence") => "a list",
        (_, "a boolean") => "true or false",
        (_, "JSON") => "a value of JSON",
        (_, text) => text,
    };
    plain.to_owned()
}

/// The value that is there.
pub(super) fn found(found: &Unexpected<'_>) -> String {
    match found {
        Unexpected::Unit => "null".to_owned(),
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Float(number) => format!("{number:?}"),
        Unexpected::Str(text) => format!("{text:?}"),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        Unexpected::Char(_)
        | Unexpected::Bytes(_)
        | Unexpected::Option
        | Unexpected::NewtypeStruct
        | Unexpected::Enum
        | Unexpected::UnitVariant
        | Unexpected::NewtypeVariant
        | Unexpected::TupleVariant
        | Unexpected::StructVariant
        | Unexpected::Other(_) => found.to_string(),
    }
}

/// The names to choose from.
pub(super) fn choices(known: &[&str]) -> String {
    match known {
        [] => "there is none".to_owned(),
        known => format!(
            "known are {}",
            known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        ),
    }
}
