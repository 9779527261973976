//! A statement in the words of each database.

/// Which database it is, where it makes a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Dialect {
    /// One Postgres server.
    Postgres,
    /// Postgres servers over which the games are spread by Citus.
    Distributed,
    Sqlite,
}

/// The SQL of a statement. Parameters are `$1`, `$2` and so on in all
/// dialects.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Statement {
    postgres: &'static str,
    distributed: &'static str,
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
        Self { postgres, distributed: postgres, sqlite, timeout: TimeoutClass::Short }
    }

    /// The same statement with another text for [`Dialect::Distributed`].
    pub(in crate::store) const fn distributed(self, distributed: &'static str) -> Self {
        Self { distributed, ..self }
    }

    /// The same statement with the time that reading many rows takes.
    pub(in crate::store) const fn long(self) -> Self {
        Self { timeout: TimeoutClass::Long, ..self }
    }

    /// Its text for a database.
    pub(super) const fn text(self, dialect: Dialect) -> &'static str {
        match dialect {
            Dialect::Postgres => self.postgres,
            Dialect::Distributed => self.distributed,
            Dialect::Sqlite => self.sqlite,
        }
    }

    pub(super) const fn timeout(self) -> TimeoutClass {
        self.timeout
    }
}
