//! The file of a SQLite database.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The file that a database was opened in.
///
/// A file that was deleted, moved or replaced stays open, and SQLite goes on writing to it;
/// those writes would be lost after a restart.
pub(super) struct DatabaseFile {
    path: PathBuf,
    identity: (u64, u64),
}

impl DatabaseFile {
    pub(super) fn new(path: PathBuf) -> io::Result<Self> {
        let identity = identity(&path.metadata()?);
        Ok(Self { path, identity })
    }

    /// Returns the error that keeps a file from being a database's: SQLite would only report
    /// that it cannot open it. Creates a missing file if `create` is true.
    pub(super) fn probe(path: &Path, create: bool) -> io::Result<()> {
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            // Opening a file of another kind could block for ever.
            Ok(metadata) if !metadata.is_file() => Err(io::ErrorKind::InvalidInput.into()),
            Ok(_) => File::open(path).map(drop),
            Err(error) if error.kind() == io::ErrorKind::NotFound && create => {
                File::create_new(path).map(drop)
            }
            Err(error) => Err(error),
        }
    }

    /// Checks the file's metadata, which the file system has in memory: SQLite's write-ahead
    /// log works on local file systems only.
    pub(super) fn check(&self) -> io::Result<()> {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", self.path.display()));
        if identity(&self.path.metadata().map_err(named)?) == self.identity {
            return Ok(());
        }
        Err(named(io::Error::new(io::ErrorKind::NotFound, "another file is where the database was")))
    }
}

/// The device and the number of a file on it.
fn identity(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}
