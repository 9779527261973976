//! `regicide completions` and `regicide man`: files that a package installs with the
//! program.

use std::path::PathBuf;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::output::Output;
use super::{Cli, Failure};

/// Print completions for a shell
///
/// For example: `regicide completions bash > /etc/bash_completion.d/regicide`
#[derive(Args, Debug)]
pub(super) struct Completions {
    shell: Shell,
}

/// Write man pages into a folder: one for the program and one for each command
#[derive(Args, Debug)]
pub(super) struct Man {
    /// The folder; it is created if it does not exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Completions {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "regicide", &mut script);
        // The library panics on write errors, so it writes to
        // memory.
        Ok(std::io::Write::write_all(out.writer(), &script)?)
    }
}

impl Man {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let named = |error| format!("{}: {error}", self.folder.display());
        std::fs::create_dir_all(&self.folder).map_err(named)?;
        Ok(clap_mangen::generate_to(Cli::command(), &self.folder).map_err(named)?)
    }
}
