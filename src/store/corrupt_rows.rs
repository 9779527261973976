//! Rows that cannot be read: each is logged once and counted, however often
//! it is met. One bad row in a public list would fill the log otherwise.

use std::collections::HashSet;

use parking_lot::Mutex;
use regicide_system::causes::causes;

use super::error::{RowKind, StoreError};

/// How many rows are remembered; those beyond are neither logged nor counted.
const MAX_ROWS: usize = 10_000;

/// The rows that this process has met.
static MET: Mutex<Option<HashSet<(RowKind, String)>>> = Mutex::new(None);

/// How many different rows this process has found that it cannot read: corrupt
/// ones, and those of rules that it does not know. At most 10,000.
#[must_use]
pub fn corrupt_rows() -> u64 {
    let met = MET.lock();
    met.as_ref().map_or(0, |rows| rows.len() as u64)
}

/// Whether a row is met for the first time.
fn is_new(row: RowKind, id: &str) -> bool {
    let mut met = MET.lock();
    let rows = met.get_or_insert_default();
    rows.len() < MAX_ROWS && rows.insert((row, id.to_owned()))
}

impl StoreError {
    /// Logs an error of the store. A row that cannot be read is logged the first
    /// time that it is met.
    pub fn report(&self) {
        match self {
            Self::Corrupt { row, id, .. } => {
                if is_new(*row, id) {
                    tracing::error!(error = %causes(self), "a stored row is corrupt");
                }
            }
            Self::UnknownRules { row, id, .. } => {
                if is_new(*row, id) {
                    tracing::warn!(error = %causes(self), "a newer version of this program has stored a row");
                }
            }
            Self::Unavailable(_) => tracing::error!(error = %causes(self), "the database is away"),
            Self::Schema(_) | Self::Database(_) | Self::Conflict(_) => {
                tracing::error!(error = %causes(self), "the database refused");
            }
        }
    }
}
