//! A statement in the SQL of each database.

/// The kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// One Postgres server.
    Postgres,
    /// Postgres servers over which the games are spread by Citus.
    Distributed,
    Sqlite,
}

/// The SQL of a statement. Parameters are `$1`, `$2` and so on in all dialects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement {
    postgres: &'static str,
    distributed: &'static str,
    sqlite: &'static str,
    /// True if it may take as long as reading many rows does, as for the export and audits.
    pub(super) is_long: bool,
    pub(super) target: Target,
}

/// The servers of a distributed database that a statement reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// One or several: those of several games, or all.
    Unknown,
    /// The one with the rows whose key is the first parameter.
    ServerOf(ShardKey),
    /// Any: all its tables are on every server.
    AnyServer,
}

/// A key by whose hash rows are placed on servers of a distributed database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ShardKey {
    Game,
    IdempotencyKey,
    /// Of locks of players.
    Player,
}

/// A statement in the SQL of one database.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sql {
    pub(super) text: &'static str,
    pub(super) is_long: bool,
}

impl Statement {
    /// A statement whose SQL fits all databases.
    pub(crate) const fn new(sql: &'static str) -> Self {
        Self::each(sql, sql)
    }

    /// A statement whose SQL differs.
    pub(crate) const fn each(postgres: &'static str, sqlite: &'static str) -> Self {
        Self { postgres, distributed: postgres, sqlite, is_long: false, target: Target::Unknown }
    }

    /// Replaces the SQL for [`Dialect::Distributed`].
    pub(crate) const fn distributed(self, distributed: &'static str) -> Self {
        Self { distributed, ..self }
    }

    /// Lets the statement take as long as reading many rows does.
    pub(crate) const fn long(self) -> Self {
        Self { is_long: true, ..self }
    }

    /// Declares that the statement uses only rows of the game whose id is the first parameter,
    /// and tables that are on every server of a distributed database.
    pub(crate) const fn of_game(self) -> Self {
        Self { target: Target::ServerOf(ShardKey::Game), ..self }
    }

    /// As [`Self::of_game`], for an idempotency key.
    pub(crate) const fn of_key(self) -> Self {
        Self { target: Target::ServerOf(ShardKey::IdempotencyKey), ..self }
    }

    /// As [`Self::of_game`], for the lock and the notes of a player.
    pub(crate) const fn of_player_lock(self) -> Self {
        Self { target: Target::ServerOf(ShardKey::Player), ..self }
    }

    /// Declares that the statement uses only tables that are on every server of a distributed
    /// database.
    pub(crate) const fn of_any_server(self) -> Self {
        Self { target: Target::AnyServer, ..self }
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
