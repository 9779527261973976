//! Values that statements are given: integers, text, bytes, ids and nulls.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use regicide::engine::{Hash, Seat};
use uuid::Uuid;

/// A parameter of a statement. A null has a type, too: Postgres asks for it.
#[derive(Clone, Debug)]
pub(in crate::store) enum Value<'a> {
    Integer(Option<i64>),
    Text(Option<Cow<'a, str>>),
    Bytes(Option<Cow<'a, [u8]>>),
    Id(Option<Uuid>),
    /// A column of a batch; SQLite has no arrays and refuses it.
    Column(Column<'a>),
}

/// The values of one column of a batch of rows.
#[derive(Clone, Debug)]
pub(in crate::store) enum Column<'a> {
    Integers(Vec<i32>),
    Bigints(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
    Bytes(Vec<Option<&'a [u8]>>),
    Ids(Vec<Uuid>),
}

/// Columns, from the values of their rows.
impl<'a> Value<'a> {
    pub(in crate::store) fn ids(values: impl Iterator<Item = Uuid>) -> Self {
        Self::Column(Column::Ids(values.collect()))
    }

    /// The schema's own bounds keep these small.
    pub(in crate::store) fn integers(values: impl Iterator<Item = u32>) -> Self {
        let small = |value| i32::try_from(value).unwrap_or(i32::MAX);
        Self::Column(Column::Integers(values.map(small).collect()))
    }

    pub(in crate::store) fn bigints(values: impl Iterator<Item = Option<i64>>) -> Self {
        Self::Column(Column::Bigints(values.collect()))
    }

    pub(in crate::store) fn texts(values: impl Iterator<Item = Option<String>>) -> Self {
        Self::Column(Column::Texts(values.collect()))
    }

    pub(in crate::store) fn bytes(values: impl Iterator<Item = Option<&'a [u8]>>) -> Self {
        Self::Column(Column::Bytes(values.collect()))
    }
}

/// What can be a parameter.
pub(in crate::store) trait ToValue<'a>: Sized {
    /// The null of this type.
    const NULL: Value<'a>;

    fn to_value(self) -> Value<'a>;
}

impl<'a, T: ToValue<'a>> ToValue<'a> for Option<T> {
    const NULL: Value<'a> = T::NULL;

    fn to_value(self) -> Value<'a> {
        self.map_or(T::NULL, T::to_value)
    }
}

impl<'a> ToValue<'a> for Value<'a> {
    const NULL: Self = Value::Text(None);

    fn to_value(self) -> Self {
        self
    }
}

impl<'a> ToValue<'a> for i64 {
    const NULL: Value<'a> = Value::Integer(None);

    fn to_value(self) -> Value<'a> {
        Value::Integer(Some(self))
    }
}

impl<'a> ToValue<'a> for i32 {
    const NULL: Value<'a> = Value::Integer(None);

    fn to_value(self) -> Value<'a> {
        i64::from(self).to_value()
    }
}

impl<'a> ToValue<'a> for u32 {
    const NULL: Value<'a> = Value::Integer(None);

    fn to_value(self) -> Value<'a> {
        i64::from(self).to_value()
    }
}

impl<'a> ToValue<'a> for u8 {
    const NULL: Value<'a> = Value::Integer(None);

    fn to_value(self) -> Value<'a> {
        i64::from(self).to_value()
    }
}

/// Neither schema has booleans: 0 and 1 are the same in both.
impl<'a> ToValue<'a> for bool {
    const NULL: Value<'a> = Value::Integer(None);

    fn to_value(self) -> Value<'a> {
        i64::from(self).to_value()
    }
}

impl<'a> ToValue<'a> for Seat {
    const NULL: Value<'a> = Value::Integer(None);

    fn to_value(self) -> Value<'a> {
        u8::from(self).to_value()
    }
}

/// Microseconds since 1970.
impl<'a> ToValue<'a> for DateTime<Utc> {
    const NULL: Value<'a> = Value::Integer(None);

    fn to_value(self) -> Value<'a> {
        self.timestamp_micros().to_value()
    }
}

impl<'a> ToValue<'a> for Uuid {
    const NULL: Value<'a> = Value::Id(None);

    fn to_value(self) -> Value<'a> {
        Value::Id(Some(self))
    }
}

impl<'a> ToValue<'a> for &'a str {
    const NULL: Value<'a> = Value::Text(None);

    fn to_value(self) -> Value<'a> {
        Value::Text(Some(Cow::Borrowed(self)))
    }
}

impl<'a> ToValue<'a> for String {
    const NULL: Value<'a> = Value::Text(None);

    fn to_value(self) -> Value<'a> {
        Value::Text(Some(Cow::Owned(self)))
    }
}

impl<'a> ToValue<'a> for &'a [u8] {
    const NULL: Value<'a> = Value::Bytes(None);

    fn to_value(self) -> Value<'a> {
        Value::Bytes(Some(Cow::Borrowed(self)))
    }
}

impl<'a> ToValue<'a> for [u8; 32] {
    const NULL: Value<'a> = Value::Bytes(None);

    fn to_value(self) -> Value<'a> {
        Value::Bytes(Some(Cow::Owned(self.to_vec())))
    }
}

impl<'a> ToValue<'a> for Hash {
    const NULL: Value<'a> = Value::Bytes(None);

    fn to_value(self) -> Value<'a> {
        self.0.to_value()
    }
}

/// The parameters of a statement, in their order.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$($crate::store::database::ToValue::to_value($value)),*] as &[$crate::store::database::Value<'_>]
    };
}

pub(in crate::store) use params;
