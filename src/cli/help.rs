//! The help of the program, which fits on a terminal, and errors in its use.

use std::env;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory as _, Error};

use super::Cli;

pub(super) const HELP: &str = "\
Play, record, replay and audit games of the card game Regicide.

Usage: regicide [OPTIONS] [COMMAND]

  play              Play a game at the terminal
  verify, replay    Verify records; print a recorded game move by move
  solve, analyse    Search for wins of a deal; analyse a recorded game
  simulate          Let bots play many games
  difficulty        Measure how difficult a deal is
  serve             Serve the HTTP API; the default command
  health            Check that a running service is ready
  migrate           Create a database, or migrate its schema
  export, import    Print the records of a database; import records
  audit, pack       Check everything in a database; pack the logs of games
  admin, keys       Act as an operator; print the keys that sign games
  log               Copy, watch or recover a transparency log
  openapi, schema   Print the OpenAPI document; the schema of records
  completions, man  Print completions for a shell; write man pages

Options: --json, --lang LANGUAGE, --database-url URL, --help, --version
Exit status: 0 yes, or done; 1 the answer is no; 2 it could not be done
Examples: regicide play --bots steady
          regicide verify game.json
          regicide help play
";

pub(super) const EXIT_STATUS: &str = "Exit status of every command:
  0  All is good, or has been done
  1  The answer is no: a record or a row does not hold, a deal cannot be
     won, the service is not ready
  2  It could not be done: wrong usage, or something that cannot be read,
     written or reached; nothing to verify is that, too, and a deal that
     stays undecided
  130  Interrupted by Ctrl-C (143: by SIGTERM): the results until then are
       printed and kept";

/// Commands that print no JSON, or nothing else.
const WITHOUT_JSON: [&str; 9] =
    ["serve", "migrate", "play", "export", "admin", "openapi", "schema", "completions", "man"];

/// Commands whose output has no language.
const WITHOUT_LANGUAGE: [&str; 3] = ["openapi", "schema", "completions"];

/// The program. The help of a command shows only those global options that have an effect
/// on it.
pub(super) fn program() -> Command {
    let program = Cli::command();
    let globals: Vec<Arg> =
        program.get_arguments().filter(|option| option.is_global_set()).cloned().collect();
    program.mut_subcommands(|command| {
        let is_shown = |option: &Arg| match option.get_id().as_str() {
            "json" => !WITHOUT_JSON.contains(&command.get_name()),
            "lang" => !WITHOUT_LANGUAGE.contains(&command.get_name()),
            // A command that uses the database defines the options for it itself.
            _ => false,
        };
        let is_own = |option: &Arg| command.get_arguments().any(|own| own.get_id() == option.get_id());
        let hidden: Vec<Arg> =
            globals.iter().filter(|option| !is_shown(option) && !is_own(option)).cloned().collect();
        command.args(hidden.into_iter().map(|option| option.hide(true)))
    })
}

/// Only global flags may precede a command: flags of `serve` would have no
/// effect.
pub(super) fn refuse_strays(matches: &ArgMatches) -> Result<(), Error> {
    let Some(command) = matches.subcommand_name() else { return Ok(()) };
    let stray = |argument: &&Arg| {
        let given = matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine);
        given && !argument.is_global_set()
    };
    let stray =
        Cli::command().get_arguments().find(stray).and_then(|stray| stray.get_long().map(str::to_owned));
    stray.map_or(Ok(()), |stray| {
        let reason = format!("--{stray} stands before {command}, but is not for all commands");
        Err(Error::raw(ErrorKind::ArgumentConflict, reason))
    })
}

/// The error about a value, with the name of the environment variable that the value is
/// from.
pub(super) fn naming_variable(mut error: Error) -> Error {
    if let Some(variable) = variable(&error) {
        error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
    }
    error
}

fn variable(error: &Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (argument, value) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
    let flag = argument.split(' ').next().unwrap_or(argument);
    let is_given = |given: String| {
        given == value
            || given.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    if env::args_os().any(|given| is_given(given.to_string_lossy().into_owned())) {
        return None;
    }
    let mut program = program();
    program.build();
    variable_of(&program, argument)
}

/// The variable of an argument of a command or its subcommands, as it is shown.
fn variable_of(command: &Command, argument: &str) -> Option<String> {
    let found = command.get_arguments().find(|known| known.to_string() == argument);
    let variable = found.and_then(Arg::get_env).map(|name| name.to_string_lossy().into_owned());
    variable.or_else(|| command.get_subcommands().find_map(|command| variable_of(command, argument)))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    fn examples(command: &Command, found: &mut Vec<Vec<String>>) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for part in help.lines().flat_map(|line| line.split(['|', '&', '>'])) {
            // Environment variables may precede the name.
            let words = part.split_whitespace().skip_while(|word| *word != "regicide");
            found.push(words.map(str::to_owned).collect());
        }
        command.get_subcommands().for_each(|command| examples(command, found));
    }

    #[test]
    fn examples_are_commands_that_are_understood() {
        let mut found = Vec::new();
        examples(&program(), &mut found);
        found.retain(|words| !words.is_empty());
        assert!(found.len() > 40, "{found:?}");
        for words in found {
            let parsed = Cli::try_parse_from(&words);
            assert!(parsed.is_ok(), "{words:?}: {}", parsed.unwrap_err());
        }
    }
}
