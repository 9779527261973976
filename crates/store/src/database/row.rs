//! Rows that statements return, read column by column.

use std::fmt::Display;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use regicide::engine::{Hash, Seat, UnknownRuleset};
use sqlx::postgres::{PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{Decode, Row as _, Type};
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

    fn column<T>(&self, column: &str) -> Result<Option<T>, Invalid>
    where
        T: for<'r> Decode<'r, Postgres> + Type<Postgres> + for<'r> Decode<'r, Sqlite> + Type<Sqlite>,
    {
        match self {
            Self::Postgres(row) => row.try_get(column),
            Self::Sqlite(row) => row.try_get(column),
        }
        .map_err(Invalid::new)
    }
}

/// Reads an integer into a type that may be too small for it.
fn integer<T: TryFrom<i64>>(row: &Row, column: &str) -> Result<Option<T>, Invalid> {
    let Some(number) = row.integer(column)? else { return Ok(None) };
    match T::try_from(number) {
        Ok(fits) => Ok(Some(fits)),
        Err(_) => Err(Invalid::Value(format!("{column} is {number}"))),
    }
}

impl Field for i64 {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        row.integer(column)
    }
}

impl Field for i32 {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        integer(row, column)
    }
}

impl Field for u64 {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        integer(row, column)
    }
}

impl Field for u32 {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        integer(row, column)
    }
}

impl Field for u8 {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        integer(row, column)
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

impl Field for String {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        row.column(column)
    }
}

impl Field for Vec<u8> {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        row.column(column)
    }
}

impl Field for [u8; 32] {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        let Some(bytes) = row.column::<Vec<u8>>(column)? else { return Ok(None) };
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

impl Field for Uuid {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        row.column(column)
    }
}
