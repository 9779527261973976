//! The limit on open files (`ulimit -n`), of which each connection is one.

use regicide::engine::Message;
use regicide_system::causes::causes;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What is open besides everything that is configured: standard streams,
/// listeners, connections of the metrics, and connections that are refused.
const OTHERS: u64 = 32;
/// Each worker, and the main thread, has what its event loop needs.
const PER_WORKER: u64 = 3;
/// Each connection of the database has a file and its log on SQLite; on
/// Postgres there may be one to a replica, too.
const PER_DATABASE_CONNECTION: u64 = 2;
/// Connections to the database for batches, migrations and listening.
const OF_DATABASE: u64 = 32;
/// A service with fewer connections of clients is none, unless that was asked
/// for.
const FEWEST_CONNECTIONS: u64 = 64;

/// What the service opens.
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
    /// The files besides connections of clients.
    fn others(self) -> u64 {
        let database = u64::from(self.database) * PER_DATABASE_CONNECTION + OF_DATABASE;
        database + (self.workers as u64 + 1) * PER_WORKER + OTHERS
    }

    /// How many connections of clients fit among so many files; 0 for no limit.
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

/// How many connections of clients the service may take; 0 for no limit. The
/// process may itself raise its limit of open files, up to a second limit. If
/// clients took the files that the database needs, nothing could be stored any
/// more.
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

/// The limit, as high as it has to be and may be; none if there is none.
fn raised(needs: Needs) -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    let current = limit.current?;
    let wanted = match needs.clients {
        // More than the system allows is refused as a whole.
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
