//! Rows that statements return, read column by column.

use std::fmt::Display;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use regicide_engine::engine::{Hash, Seat, UnknownRuleset};
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

use crate::error::{RowKind, StoreError};

#[derive(Debug)]
pub(crate) enum Row {
    Postgres(PgRow),
    Sqlite(SqliteRow),
}

/// The reason for which a row cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Invalid {
    /// The service does not store such a value.
    #[error("{0}")]
    Value(String),
    /// A newer version of the service has stored the row.
    #[error("{0}")]
    Rules(#[source] UnknownRuleset),
}

impl Invalid {
    pub(crate) fn new(what: impl Display) -> Self {
        Self::Value(what.to_string())
    }
}

/// A type that a column is read as.
pub(crate) trait Field: Sized {
    /// Reads the column; `None` if it is null.
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid>;
}

impl Row {
    /// A column that is never null.
    pub(crate) fn get<T: Field>(&self, column: &str) -> Result<T, Invalid> {
        self.optional(column)?.ok_or_else(|| Invalid::Value(format!("{column} is null")))
    }

    /// A column that may be null.
    pub(crate) fn optional<T: Field>(&self, column: &str) -> Result<Option<T>, Invalid> {
        T::read(self, column)
    }

    /// Parses a whole row; an error contains the row's id.
    pub(crate) fn parse<T>(
        &self,
        kind: RowKind,
        id: &str,
        read: impl FnOnce(&Self) -> Result<T, Invalid>,
    ) -> Result<T, StoreError> {
        read(self).map_err(|invalid| match invalid {
            Invalid::Value(what) => StoreError::Corrupt { row: kind, id: self.describe(id), what },
            Invalid::Rules(rules) => StoreError::UnknownRules { row: kind, id: self.describe(id), rules },
        })
    }

    /// A column that holds the name of a variant.
    pub(crate) fn name<T: FromStr>(&self, column: &str) -> Result<T, Invalid> {
        let name: String = self.get(column)?;
        name.parse().map_err(|_| Invalid::new(format_args!("{column} is {name:?}")))
    }

    /// The id in a column, and no other column.
    pub(crate) fn id(&self, kind: RowKind, column: &str) -> Result<Uuid, StoreError> {
        self.parse(kind, column, |row| row.get(column))
    }

    /// A key column as text, even if its value is invalid.
    fn describe(&self, column: &str) -> String {
        let id = self.get::<Uuid>(column).map(|id| id.to_string());
        let number = || self.get::<i64>(column).map(|number| number.to_string());
        id.or_else(|_| number()).unwrap_or_else(|_| "of unknown id".to_owned())
    }

    /// Postgres has integers of several sizes, whose type the schema
    /// enforces. SQLite has one, and a column may hold anything.
    fn integer(&self, column: &str) -> Result<Option<i64>, Invalid> {
        match self {
            Self::Postgres(row) => row.try_get_unchecked(column),
            Self::Sqlite(row) => row.try_get(column),
        }
        .map_err(Invalid::new)
    }
}

/// Integers; one that is too large for the type is invalid.
macro_rules! integers {
    ($($type:ty),+) => { $(
        impl Field for $type {
            fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
                let Some(number) = row.integer(column)? else { return Ok(None) };
                let fits = Self::try_from(number);
                fits.map(Some).map_err(|_| Invalid::Value(format!("{column} is {number}")))
            }
        }
    )+ };
}

integers!(i64, i32, u64, u32, u16, u8);

/// Types that the driver reads.
macro_rules! columns_of {
    ($($type:ty),+) => { $(
        impl Field for $type {
            fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
                match row {
                    Row::Postgres(row) => row.try_get(column),
                    Row::Sqlite(row) => row.try_get(column),
                }
                .map_err(Invalid::new)
            }
        }
    )+ };
}

columns_of!(String, Vec<u8>, Uuid);

/// A column that may be null.
impl<T: Field> Field for Option<T> {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        T::read(row, column).map(Some)
    }
}

impl Field for bool {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        Ok(row.integer(column)?.map(|number| number != 0))
    }
}

impl Field for Seat {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        let Some(number) = u8::read(row, column)? else { return Ok(None) };
        Self::try_from(number).map(Some).map_err(|_| Invalid::Value(format!("{column} is {number}")))
    }
}

impl Field for DateTime<Utc> {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        let Some(micros) = row.integer(column)? else { return Ok(None) };
        let time = Self::from_timestamp_micros(micros);
        time.map(Some).ok_or_else(|| Invalid::Value(format!("{column} is no time: {micros}")))
    }
}

impl Field for [u8; 32] {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        let Some(bytes) = Vec::<u8>::read(row, column)? else { return Ok(None) };
        let length = bytes.len();
        Self::try_from(bytes)
            .map(Some)
            .map_err(|_| Invalid::Value(format!("{column} has {length} bytes, not 32")))
    }
}

impl Field for Hash {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        Ok(<[u8; 32]>::read(row, column)?.map(Self))
    }
}

/// A struct from a row: `name` is the column of this name, `name: value` any other value.
macro_rules! columns {
    ($row:ident, $type:ident { $($field:ident $(: $value:expr)?),+ $(,)? }) => {
        $type { $($field: $crate::database::columns!(@field $row, $field $(, $value)?)),+ }
    };
    (@field $row:ident, $field:ident) => { $row.get(stringify!($field))? };
    (@field $row:ident, $field:ident, $value:expr) => { $value };
}

/// Implements `read` for a struct: parses a whole row of a kind, which errors name by the id in a
/// column. Its fields are those of [`columns!`].
macro_rules! from_row {
    ($kind:expr, $id:literal, |$row:ident| $type:ident { $($fields:tt)+ }) => {
        impl $type {
            pub(crate) fn read(row: &$crate::database::Row) -> Result<Self, $crate::error::StoreError> {
                row.parse($kind, $id, |$row| Ok($crate::database::columns!($row, Self { $($fields)+ })))
            }
        }
    };
}

pub(crate) use {columns, from_row};
