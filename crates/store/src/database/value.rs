//! Parameters of statements: integers, text, bytes, ids and nulls.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use regicide_engine::engine::{Hash, Seat};
use uuid::Uuid;

use super::statement::Dialect;
use crate::text::to_json;

/// A parameter of a statement. A null has a type, too, because Postgres needs one.
#[derive(Clone, Debug)]
pub(crate) enum Value<'a> {
    Integer(Option<i64>),
    Text(Option<Cow<'a, str>>),
    Bytes(Option<Cow<'a, [u8]>>),
    Id(Option<Uuid>),
    /// A column of a batch; SQLite has no arrays and rejects it.
    Column(Column<'a>),
}

/// The values of one column of a batch of rows.
#[derive(Clone, Debug)]
pub(crate) enum Column<'a> {
    Integers(Vec<i32>),
    Bigints(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
    Bytes(Vec<Option<&'a [u8]>>),
    Ids(Vec<Uuid>),
}

/// Columns, from the values of their rows.
impl<'a> Value<'a> {
    pub(crate) fn ids(values: impl Iterator<Item = Uuid>) -> Self {
        Self::Column(Column::Ids(values.collect()))
    }

    /// Ids for a statement that takes `any($1::uuid[])`, on SQLite those of `json_each($1)`.
    pub(crate) fn ids_of(dialect: Dialect, values: impl Iterator<Item = Uuid>) -> Self {
        match dialect {
            Dialect::Postgres | Dialect::Distributed => Self::ids(values),
            Dialect::Sqlite => {
                let ids: Vec<_> = values.map(Uuid::simple).collect();
                Self::Text(Some(Cow::Owned(to_json(&ids))))
            }
        }
    }

    /// The schema keeps these numbers small.
    pub(crate) fn integers(values: impl Iterator<Item = u32>) -> Self {
        let small = |value| i32::try_from(value).unwrap_or(i32::MAX);
        Self::Column(Column::Integers(values.map(small).collect()))
    }

    pub(crate) fn bigints(values: impl Iterator<Item = Option<i64>>) -> Self {
        Self::Column(Column::Bigints(values.collect()))
    }

    pub(crate) fn texts(values: impl Iterator<Item = Option<String>>) -> Self {
        Self::Column(Column::Texts(values.collect()))
    }

    pub(crate) fn bytes(values: impl Iterator<Item = Option<&'a [u8]>>) -> Self {
        Self::Column(Column::Bytes(values.collect()))
    }
}

/// A type that can be a parameter.
pub(crate) trait ToValue<'a>: Sized {
    /// The value, or the null of this type.
    fn optional(value: Option<Self>) -> Value<'a>;

    fn to_value(self) -> Value<'a> {
        Self::optional(Some(self))
    }
}

impl<'a, T: ToValue<'a>> ToValue<'a> for Option<T> {
    fn optional(value: Option<Self>) -> Value<'a> {
        T::optional(value.flatten())
    }
}

impl<'a> ToValue<'a> for Value<'a> {
    fn optional(value: Option<Self>) -> Self {
        value.unwrap_or(Value::Text(None))
    }
}

macro_rules! stored_as {
    ($($type:ty => $variant:ident($convert:expr)),+ $(,)?) => { $(
        impl<'a> ToValue<'a> for $type {
            fn optional(value: Option<Self>) -> Value<'a> {
                Value::$variant(value.map($convert))
            }
        }
    )+ };
}

stored_as! {
    i64 => Integer(i64::from),
    u64 => Integer(|number| i64::try_from(number).unwrap_or(i64::MAX)),
    i32 => Integer(i64::from),
    u32 => Integer(i64::from),
    u16 => Integer(i64::from),
    u8 => Integer(i64::from),
    // Neither schema has booleans: both store 0 and 1.
    bool => Integer(i64::from),
    Seat => Integer(|seat| u8::from(seat).into()),
    // Microseconds since 1970.
    DateTime<Utc> => Integer(|time| time.timestamp_micros()),
    Uuid => Id(Uuid::from),
    &'a str => Text(Cow::Borrowed),
    String => Text(Cow::Owned),
    &'a [u8] => Bytes(Cow::Borrowed),
    [u8; 32] => Bytes(|bytes| Cow::Owned(bytes.to_vec())),
    Hash => Bytes(|hash| Cow::Owned(hash.0.to_vec())),
}

/// The parameters of a statement, in their order.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$($crate::database::ToValue::to_value($value)),*] as &[$crate::database::Value<'_>]
    };
}

pub(crate) use params;
