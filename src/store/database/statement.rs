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
    /// Whether it may take the time that reading many rows takes, as the export
    /// and audits do.
    pub(super) is_long: bool,
}

/// A statement in the words of one database.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sql {
    pub(super) text: &'static str,
    pub(super) is_long: bool,
}

impl Statement {
    /// A statement that both databases understand.
    pub(in crate::store) const fn new(sql: &'static str) -> Self {
        Self::each(sql, sql)
    }

    /// A statement that differs.
    pub(in crate::store) const fn each(postgres: &'static str, sqlite: &'static str) -> Self {
        Self { postgres, distributed: postgres, sqlite, is_long: false }
    }

    /// The same statement with another text for [`Dialect::Distributed`].
    pub(in crate::store) const fn distributed(self, distributed: &'static str) -> Self {
        Self { distributed, ..self }
    }

    /// The same statement with the time that reading many rows takes.
    pub(in crate::store) const fn long(self) -> Self {
        Self { is_long: true, ..self }
    }

    pub(super) const fn sql(self, dialect: Dialect) -> Sql {
        let text = match dialect {
            Dialect::Postgres => self.postgres,
            Dialect::Distributed => self.distributed,
            Dialect::Sqlite => self.sqlite,
        };
        Sql { text, is_long: self.is_long }
    }
}
