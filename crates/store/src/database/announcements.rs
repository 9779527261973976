//! Announcements of a transaction's changes: texts of one line, whose meaning the caller
//! defines.

use std::sync::Arc;

use super::statement::Statement;

pub(crate) const CHANNEL: &str = "regicide";

/// The most bytes of one announcement: Postgres takes fewer than 8,000.
const MAX_BYTES: usize = 7500;

/// Sends an announcement when the transaction commits.
pub(super) const ANNOUNCE: Statement = Statement::new("select pg_notify('regicide', $1)").of_any_server();

/// Receives the lines that a transaction of this process has announced, once it is committed.
/// Only on SQLite: Postgres notifies all instances.
pub(crate) type CommitListener = Arc<dyn Fn(&[String]) + Send + Sync>;

/// Packs lines into the fewest texts that Postgres accepts.
pub(crate) fn announcements(lines: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for line in lines {
        match texts.last_mut().filter(|text| text.len() + 1 + line.len() < MAX_BYTES) {
            Some(text) => {
                text.push('\n');
                text.push_str(&line);
            }
            None => texts.push(line),
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements_are_short_and_hold_every_line() {
        let lines: Vec<String> = (0..512).map(|number| format!("{number:0200}")).collect();
        let texts = announcements(lines.clone());
        assert!(texts.len() < 16 && texts.iter().all(|text| text.len() < MAX_BYTES), "{}", texts.len());
        assert!(texts.iter().flat_map(|text| text.lines()).eq(lines));
    }
}
