//! A statement in the words of each database.

/// Which database it is, where it makes a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Dialect {
    Postgres,
    Sqlite,
}

/// The SQL of a statement. Parameters are `$1`, `$2` and so on in both
/// dialects.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Statement {
    postgres: &'static str,
    sqlite: &'static str,
    timeout: TimeoutClass,
}

/// How long a statement may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum TimeoutClass {
    /// A few rows, found by an index.
    Short,
    /// Many rows, for the export and audits.
    Long,
}

impl Statement {
    /// A statement that both databases understand.
    pub(in crate::store) const fn new(sql: &'static str) -> Self {
        Self::each(sql, sql)
    }

    /// A statement that differs.
    pub(in crate::store) const fn each(postgres: &'static str, sqlite: &'static str) -> Self {
        Self { postgres, sqlite, timeout: TimeoutClass::Short }
    }

    /// The same statement with the time that reading many rows takes.
    pub(in crate::store) const fn long(self) -> Self {
        Self { timeout: TimeoutClass::Long, ..self }
    }

    pub(super) const fn postgres(self) -> &'static str {
        self.postgres
    }

    pub(super) const fn sqlite(self) -> &'static str {
        self.sqlite
    }

    pub(super) const fn timeout(self) -> TimeoutClass {
        self.timeout
    }
}
