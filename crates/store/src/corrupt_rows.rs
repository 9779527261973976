//! Rows that cannot be read. Each is logged and counted once, however often it is read: one bad
//! row in a public list would fill the log otherwise.

use std::collections::HashSet;
use std::time::Duration;

use parking_lot::Mutex;
use regicide_system::causes::causes;
use regicide_system::sparse_log::SparseLog;

use super::error::{RowKind, StoreError};

/// The most rows that are remembered; those beyond are neither logged nor counted.
const MAX_ROWS: usize = 10_000;

/// Each request fails while the database is away.
static AWAY: SparseLog = SparseLog::every(Duration::from_secs(10));

/// The unreadable rows that this process has found.
static MET: Mutex<Option<HashSet<(RowKind, String)>>> = Mutex::new(None);

/// The number of different rows that this process could not read: corrupt rows, and rows with
/// rules that it does not support. At most 10,000.
#[must_use]
pub fn corrupt_rows() -> u64 {
    let met = MET.lock();
    met.as_ref().map_or(0, |rows| rows.len() as u64)
}

/// Returns true if the row is found for the first time.
fn is_new(row: RowKind, id: &str) -> bool {
    let mut met = MET.lock();
    let rows = met.get_or_insert_default();
    rows.len() < MAX_ROWS && rows.insert((row, id.to_owned()))
}

impl StoreError {
    /// Logs an error of the store. A row that cannot be read is logged only the first time, an
    /// absent database every ten seconds.
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
            Self::Unavailable(_) => {
                if let Some(left_out) = AWAY.due() {
                    tracing::error!(error = %causes(self), left_out, "the database is away");
                }
            }
            Self::Schema(_) | Self::Database(_) | Self::Conflict(_) => {
                tracing::error!(error = %causes(self), "the database refused");
            }
        }
    }
}
