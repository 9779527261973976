//! `regicide completions` and `regicide man`: files that a package installs with the
//! program.

use std::path::PathBuf;

use clap::{Arg, Args, Command};
use clap_complete::Shell;
use regicide_engine::engine::Message;
use regicide_offline::failures::{Failure, named};
use regicide_offline::output::Output;

use super::help::program;

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide completions bash > /etc/bash_completion.d/regicide
  regicide completions fish > ~/.config/fish/completions/regicide.fish")]
pub(super) struct Completions {
    shell: Shell,
}

/// Write man pages into a folder: one for the program and one for each command
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide man ~/.local/share/man/man1 && man regicide-play")]
pub(super) struct Man {
    /// The folder; it is created if it does not exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Completions {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program(), "regicide", &mut script);
        // The library panics on write errors, so it writes to
        // memory.
        Ok(std::io::Write::write_all(out.writer(), &script)?)
    }
}

impl Man {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let named = |error| named(self.folder.display(), error);
        std::fs::create_dir_all(&self.folder).map_err(named)?;
        let mut command = program().disable_help_subcommand(true);
        command.build();
        clap_mangen::generate_to(with_synopsis(command), &self.folder).map_err(named)?;
        let message = Message::new("command-man-pages").with("folder", self.folder.display().to_string());
        Ok(out.only_line(out.text(&message))?)
    }
}

/// A command whose man pages have the values of flags in their synopsis, too.
fn with_synopsis(command: Command) -> Command {
    let name = command.get_bin_name().unwrap_or("regicide").to_owned();
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set()).map(synopsis);
    let commands = command.has_subcommands().then(|| "[COMMAND]".to_owned());
    let usage: Vec<String> = [name].into_iter().chain(shown).chain(commands).collect();
    command.override_usage(usage.join(" ")).mut_subcommands(with_synopsis)
}

fn synopsis(argument: &Arg) -> String {
    let values: Vec<String> =
        argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let value = match argument.get_value_names() {
        _ if !argument.get_action().takes_values() => None,
        _ if !values.is_empty() => Some(values.join("|")),
        names => Some(names.unwrap_or_default().join(" ")),
    };
    let flag = argument.get_long().map(|long| format!("--{long}"));
    let whole = flag.into_iter().chain(value).collect::<Vec<_>>().join(" ");
    if argument.is_required_set() { whole } else { format!("[{whole}]") }
}
