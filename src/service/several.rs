//! Parameters that take several values, with commas in between.

use std::borrow::Cow;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};

/// Reads the values of a parameter.
pub(crate) fn several<'de, D: Deserializer<'de>, T: FromStr>(from: D) -> Result<Vec<T>, D::Error> {
    let text = Cow::<str>::deserialize(from)?;
    let value = |text: &str| text.parse().map_err(|_| D::Error::custom("no such value"));
    text.split(',').map(value).collect()
}

/// The schema of numbers of players.
pub(crate) fn numbers_of_players() -> RefOr<Schema> {
    let number = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(1))
        .maximum(Some(4));
    ArrayBuilder::new().items(number.build()).min_items(Some(1)).into()
}
