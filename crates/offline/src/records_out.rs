//! `--out`: the file for the records of a command.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use regicide_engine::engine::Message;
use regicide_engine::record::RecordFile;

use super::failures::{Failure, named};
use super::output::Output;

/// The destination of records.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct RecordsOut {
    /// Write the record of each game into this file, one a line; `-` is standard
    /// output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let --out overwrite a file
    #[arg(long, requires = "out")]
    force: bool,
}

/// An opened file of records.
pub(super) struct RecordsWriter<'a> {
    file: &'a Path,
    writer: Box<dyn Write>,
}

impl RecordsOut {
    /// Returns true if the records are printed, in place of other results.
    pub(super) fn is_printed(&self) -> bool {
        self.out.as_ref().is_some_and(|file| file.as_os_str() == "-")
    }

    /// Opens the file, if one is named. Without `--force` a file with content is an error
    /// before anything is computed.
    pub(super) fn open(&self, out: &Output) -> Result<Option<RecordsWriter<'_>>, Failure> {
        let Some(file) = &self.out else { return Ok(None) };
        if self.is_printed() {
            return Ok(Some(RecordsWriter { file, writer: Box::new(io::stdout()) }));
        }
        let name = || file.display();
        let opened = File::options().write(true).create(true).truncate(false).open(file);
        let opened = opened.map_err(|error| named(name(), error))?;
        let found = opened.metadata().map_err(|error| named(name(), error))?;
        // Devices and pipes hold nothing that could be lost.
        if found.is_file() && found.len() > 0 {
            if !self.force {
                let exists = Message::new("command-file-exists").with("file", name().to_string());
                return Err(out.failure(&exists));
            }
            opened.set_len(0).map_err(|error| named(name(), error))?;
        }
        Ok(Some(RecordsWriter { file, writer: Box::new(opened) }))
    }
}

impl RecordsWriter<'_> {
    pub(super) fn file(&self) -> &Path {
        self.file
    }

    /// Writes a record. A closed pipe is no failure where records are printed, but is one
    /// for a named file.
    pub(super) fn write(&mut self, record: &RecordFile) -> Result<(), Failure> {
        let line = serde_json::to_string(record)? + "\n";
        let written = self.writer.write_all(line.as_bytes()).and_then(|()| self.writer.flush());
        written.map_err(|error| {
            if self.file.as_os_str() == "-" { error.into() } else { named(self.file.display(), error).into() }
        })
    }
}
