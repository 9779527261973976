//! The limit on open files (`ulimit -n`), of which each connection is one.

use regicide_engine::engine::Message;
use regicide_system::causes::causes;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The files that are open besides those of the settings: standard streams, listeners,
/// connections of the metrics, and connections that are refused.
const OTHERS: u64 = 32;
/// The files of the event loop of each worker, and of the main thread.
const PER_WORKER: u64 = 3;
/// The files of each database connection: on SQLite the database and its log; on Postgres
/// there may be a second connection to a replica.
const PER_DATABASE_CONNECTION: u64 = 2;
/// Connections to the database for batches, migrations and listening.
const OF_DATABASE: u64 = 32;
/// The fewest client connections with which a service is useful, unless the settings
/// limit it to fewer.
const FEWEST_CONNECTIONS: u64 = 64;

/// The numbers that determine how many files the service opens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    /// Connections of clients; 0 for no limit.
    pub(super) clients: usize,
    /// Connections to the database.
    pub(super) database: u32,
    /// Threads that answer requests.
    pub(super) workers: usize,
}

impl Needs {
    /// The number of files besides connections of clients.
    fn others(self) -> u64 {
        let database = u64::from(self.database) * PER_DATABASE_CONNECTION + OF_DATABASE;
        database + (self.workers as u64 + 1) * PER_WORKER + OTHERS
    }

    /// The number of client connections that fit among this many files; 0 for no limit.
    fn connections(self, files: Option<u64>) -> Result<usize, Message> {
        let Some(files) = files else { return Ok(self.clients) };
        let wanted = if self.clients == 0 { u64::MAX } else { self.clients as u64 };
        let (others, fewest) = (self.others(), wanted.min(FEWEST_CONNECTIONS));
        let left = files.saturating_sub(others);
        if left < fewest {
            return Err(Message::new("open-files-too-few")
                .with("files", files.to_string())
                .with("needed", (others + fewest).to_string())
                .with("others", others.to_string()));
        }
        Ok(usize::try_from(left.min(wanted)).unwrap_or(usize::MAX))
    }
}

/// The number of client connections that the service may accept; 0 for no limit. The
/// process may raise its own limit of open files, up to a second limit. If clients took
/// the files that the database needs, nothing could be stored.
pub(super) fn connections(needs: Needs) -> Result<usize, Message> {
    let connections = needs.connections(raised(needs))?;
    if connections < needs.clients {
        tracing::warn!(
            configured = needs.clients,
            connections,
            "the limit of open files leaves fewer connections to clients"
        );
    }
    Ok(connections)
}

/// The limit, raised to the needed number as far as allowed; none if there is no limit.
fn raised(needs: Needs) -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    let current = limit.current?;
    let wanted = match needs.clients {
        // The system refuses a value above its maximum as a whole.
        0 => 1 << 20,
        clients => needs.others().saturating_add(clients as u64),
    };
    let wanted = wanted.min(limit.maximum.unwrap_or(u64::MAX));
    if wanted <= current {
        return Some(current);
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limit.maximum }) {
        Ok(()) => Some(wanted),
        Err(error) => {
            tracing::warn!(error = %causes(&error), files = current, wanted, "the limit of open files stays");
            Some(current)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_get_what_the_rest_leaves() {
        let needs = |clients| Needs { clients, database: 16, workers: 2 };
        let others = needs(1).others();
        assert_eq!(others, 16 * 2 + 32 + 3 * 3 + 32);
        for (clients, files, connections) in [
            (4096, None, Some(4096)),
            (0, None, Some(0)),
            (4096, Some(1 << 20), Some(4096)),
            (4096, Some(others + 4096), Some(4096)),
            (4096, Some(others + 4095), Some(4095)),
            (4096, Some(others + 64), Some(64)),
            (4096, Some(others + 63), None),
            (4096, Some(64), None),
            (0, Some(others + 1000), Some(1000)),
            (0, Some(others + 63), None),
            (8, Some(others + 8), Some(8)),
            (8, Some(others + 7), None),
        ] {
            let fitting = needs(clients).connections(files).ok();
            assert_eq!(fitting, connections, "{clients} connections, {files:?} files");
        }
    }
}
