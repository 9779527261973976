//! The folder of a copy of a log (docs/spec/log.md L3.1).

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use regicide_engine::engine::Message;
use regicide_engine::tlog::Tile;
use regicide_system::clock::{Clock as _, SystemClock};
use regicide_system::text_file::read_text;
use regicide_system::whole_file::write_whole;

use super::copy::CopyTimes;
use crate::failures::{Failure, named};
use crate::output::Output;

pub(super) const CHECKPOINT: &str = "checkpoint";
/// The sizes of the checkpoints that were copied, and their times in seconds since 1970.
const TIMES: &str = "times";
/// The file with the policy for the log.
pub(super) const POLICY: &str = "policy";

/// A folder with files of a log.
#[derive(Clone, Debug)]
pub struct LogFolder(PathBuf);

impl LogFolder {
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A file; nothing if it is not there.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        let path = self.path(name);
        found(&path, fs::read(&path))
    }

    pub(super) fn read_text(&self, name: &str) -> Result<Option<String>, Failure> {
        let path = self.path(name);
        found(&path, read_text(&path))
    }

    /// The signed checkpoint, which must exist.
    pub fn checkpoint(&self) -> Result<String, Failure> {
        self.read_text(CHECKPOINT)?.ok_or_else(|| self.missing(CHECKPOINT))
    }

    /// Locks the folder against other commands that update it, until the lock is dropped.
    pub(super) fn lock(&self, out: &Output) -> Result<File, Failure> {
        let path = self.path("lock");
        let opened = fs::create_dir_all(&self.0).and_then(|()| File::create(&path));
        let file = opened.map_err(|error| named(path.display(), error))?;
        let in_use = || Message::new("log-copy-in-use").with("file", path.display().to_string());
        file.try_lock().map_err(|_| out.failure(&in_use()))?;
        Ok(file)
    }

    /// The failure of a file that must exist.
    pub(super) fn missing(&self, name: &str) -> Failure {
        named(self.path(name).display(), io::ErrorKind::NotFound.into()).into()
    }

    /// The failure of a file that does not fit the checkpoint.
    pub(super) fn damaged(&self, name: &str, out: &Output) -> Failure {
        let file = self.path(name).display().to_string();
        out.failure(&Message::new("log-copy-damaged").with("file", file))
    }

    /// Writes a file with its folders, as a whole or not at all.
    pub(super) fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        let path = self.path(name);
        let folder = path.parent().unwrap_or(Path::new("."));
        let written = fs::create_dir_all(folder).and_then(|()| write_whole(&path, content));
        Ok(written.map_err(|error| named(path.display(), error))?)
    }

    /// Removes the partial tiles that a complete one replaces.
    pub(super) fn remove_partial(&self, complete: Tile) -> Result<(), Failure> {
        let path = self.path(&format!("{complete}.p"));
        found(&path, fs::remove_dir_all(&path)).map(drop)
    }

    /// Adds the size and time of a checkpoint to those that were copied. A log whose clock is ahead
    /// was not signed later than now.
    pub(super) fn add_time(&self, size: u64, signed_at: DateTime<Utc>) -> Result<(), Failure> {
        self.append(TIMES, &format!("{size} {}", signed_at.min(SystemClock.now()).timestamp()))
    }

    /// The sizes and times of the checkpoints that were copied.
    pub(crate) fn times(&self) -> Result<CopyTimes, Failure> {
        let read = |line: &String| {
            let (size, seconds) = line.split_once(' ')?;
            Some((size.parse().ok()?, DateTime::from_timestamp_secs(seconds.parse().ok()?)?))
        };
        Ok(CopyTimes(self.lines(TIMES)?.iter().filter_map(read).collect()))
    }

    /// The lines of a file, but for one at its end that was cut off.
    pub(super) fn lines(&self, name: &str) -> Result<Vec<String>, Failure> {
        let text = self.read_text(name)?.unwrap_or_default();
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            self.write(name, &text.as_bytes()[..whole])?;
        }
        Ok(text[..whole].lines().map(str::to_owned).collect())
    }

    /// Adds a line to a file.
    pub(super) fn append(&self, name: &str, line: &str) -> Result<(), Failure> {
        let path = self.path(name);
        let opened = fs::OpenOptions::new().create(true).append(true).open(&path);
        let written = opened.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
        Ok(written.map_err(|error| named(path.display(), error))?)
    }
}

/// What was done with a file; nothing if it is not there.
fn found<T>(path: &Path, done: io::Result<T>) -> Result<Option<T>, Failure> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(named(path.display(), error).into()),
    }
}
