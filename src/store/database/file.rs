//! The file of a SQLite database.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

/// The file that a database was opened in.
///
/// A file that was deleted, moved or replaced stays open, and SQLite goes on
/// writing to it; nothing of that would be found again after a restart.
pub(super) struct DatabaseFile {
    path: PathBuf,
    identity: (u64, u64),
}

impl DatabaseFile {
    pub(super) fn new(path: PathBuf) -> io::Result<Self> {
        let identity = identity(&path.metadata()?);
        Ok(Self { path, identity })
    }

    /// Asks the file system, which answers from memory: SQLite's write-ahead
    /// log works on local file systems only.
    pub(super) fn check(&self) -> io::Result<()> {
        if identity(&self.path.metadata()?) == self.identity {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::NotFound, "another file is where the database was"))
    }
}

/// The device and the number of a file on it.
fn identity(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}
