//! Lines that a player enters: on a terminal with editing and history.

use std::env;
use std::io::{self, BufRead as _, IsTerminal as _, Read as _};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use regicide_system::text_file::without_mark;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use rustyline::config::Builder;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use super::failures::Failure;
use super::interrupt::on_interrupt;
use super::output::Output;

/// The bytes of the longest line that is read at once.
const MAX_LINE: u64 = 1 << 16;

/// The values of `TERM` for terminals on which the editor would print by itself, while
/// the output is locked.
const WITHOUT_EDITING: [&str; 3] = ["dumb", "cons25", "emacs"];

/// A line without surrounding blanks; nothing at the end of the input, or after a signal.
type Read = Result<Option<String>, io::Error>;

/// The lines of standard input. A thread reads them, so that a signal is noticed meanwhile.
pub(super) struct TypedLines {
    prompts: Sender<String>,
    lines: Receiver<Read>,
    /// The state of the terminal, which an interrupted editor leaves in another one;
    /// nothing if input or output is no terminal.
    terminal: Option<Termios>,
    /// True if the editor shows the prompts.
    is_edited: bool,
}

impl TypedLines {
    pub(super) fn open() -> Result<Self, Failure> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let terminal = if is_terminal { Some(tcgetattr(io::stdin())?) } else { None };
        let term = env::var("TERM").unwrap_or_default().to_lowercase();
        let is_edited = is_terminal && !WITHOUT_EDITING.contains(&term.as_str());
        let mut editor = if is_edited { Some(editor()?) } else { None };
        let (prompts, requests) = channel::<String>();
        let (sender, lines) = channel();
        let interrupted = sender.clone();
        // If nothing receives any more, the game has ended.
        on_interrupt(move |_| drop(interrupted.send(Ok(None))))?;
        thread::spawn(move || {
            for prompt in requests {
                let line = match &mut editor {
                    Some(editor) => edited(editor, &prompt),
                    None => plain(),
                };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { prompts, lines, terminal, is_edited })
    }

    pub(super) const fn is_terminal(&self) -> bool {
        self.terminal.is_some()
    }

    /// Shows a prompt, and reads a line.
    pub(super) fn next(&self, prompt: &str, out: &mut Output) -> io::Result<Option<String>> {
        // A signal may have come while no line was read.
        if let Ok(interrupted) = self.lines.try_recv() {
            return interrupted;
        }
        if !self.is_edited {
            out.prompt(prompt)?;
        }
        self.prompts.send(format!("{prompt} ")).map_err(io::Error::other)?;
        let line = self.lines.recv().map_err(io::Error::other)??;
        if line.is_none() && !self.is_edited {
            out.line("")?;
        }
        Ok(line)
    }
}

impl Drop for TypedLines {
    fn drop(&mut self) {
        if let Some(terminal) = &self.terminal {
            // A terminal that is gone needs no state.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
        }
    }
}

type LineEditor = Editor<(), MemHistory>;

fn editor() -> Result<LineEditor, ReadlineError> {
    let config: Config = Builder::new().auto_add_history(true).build();
    let history = MemHistory::with_config(&config);
    Editor::with_history(config, history)
}

fn edited(editor: &mut LineEditor, prompt: &str) -> Read {
    match editor.readline(prompt) {
        Ok(line) => Ok(Some(line.trim().to_owned())),
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
        Err(ReadlineError::Io(error)) => Err(error),
        Err(error) => Err(io::Error::other(error)),
    }
}

fn plain() -> Read {
    let mut line = Vec::new();
    if io::stdin().lock().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let line = str::from_utf8(without_mark(&line)?);
    Ok(Some(line.map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?.trim().to_owned()))
}
