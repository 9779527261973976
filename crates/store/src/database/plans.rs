//! Plans of the database for statements that read, for tests.

use std::sync::Arc;

use parking_lot::Mutex;

use super::row::Row;
use super::statement::{Dialect, Sql};

/// The plans of the statements so far.
pub type Plans = Arc<Mutex<Vec<Plan>>>;

/// The plan of a statement.
#[derive(Clone, Debug)]
pub struct Plan {
    pub statement: &'static str,
    /// Its steps as the database prints them. SQLite's have the number of the step and that of
    /// its parent.
    pub steps: Vec<(i64, i64, String)>,
}

/// The statement that returns another's plan. It is never freed: there are few.
pub(super) fn explain(sql: Sql, dialect: Dialect) -> Sql {
    let explain = match dialect {
        Dialect::Postgres | Dialect::Distributed => "explain",
        Dialect::Sqlite => "explain query plan",
    };
    Sql { text: String::leak(format!("{explain} {}", sql.text)), ..sql }
}

pub(super) fn read(sql: Sql, rows: &[Row]) -> Plan {
    let step = |row: &Row| match row {
        Row::Postgres(_) => (0, 0, row.get("QUERY PLAN").unwrap_or_default()),
        Row::Sqlite(_) => {
            let number = |column| row.get(column).unwrap_or_default();
            (number("id"), number("parent"), row.get("detail").unwrap_or_default())
        }
    };
    Plan { statement: sql.text, steps: rows.iter().map(step).collect() }
}
