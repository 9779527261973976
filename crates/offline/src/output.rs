//! The output of all commands: results in text or JSON, and the exit
//! status.

use std::borrow::Cow;
use std::env;
use std::fmt::{Display, Write as _};
use std::io::{self, StdoutLock, Write};
use std::process::ExitCode;

use clap::Args;
use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;
use serde::Serialize;

use super::failures::{Failure, describe};
use super::interrupt::Interrupted;

/// The output format.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputFormat {
    /// Print results as JSON: one object a line
    #[arg(long, global = true)]
    json: bool,
    /// The language, such as `es` [default: that of the environment]
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = known)]
    lang: Option<Language>,
}

impl OutputFormat {
    /// The chosen language, otherwise that of the environment: the first of these
    /// variables that is not empty determines it (POSIX, section 8.2).
    fn language(&self) -> Language {
        let from_environment = || {
            let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
            let mut set = names.into_iter().filter_map(|name| env::var(name).ok());
            set.find(|locale| !locale.is_empty()).and_then(|locale| Language::of_posix_locale(&locale))
        };
        self.lang.or_else(from_environment).unwrap_or_default()
    }
}

fn known(tag: &str) -> Result<Language, String> {
    Language::of_posix_locale(tag).ok_or_else(|| {
        let known: Vec<&str> = Language::all().map(Language::tag).collect();
        format!("there are {}", known.join(", "))
    })
}

/// The exit statuses of a negative verdict, of what could not be done, and of a suspicion.
const FAILED: u8 = 1;
const NOT_DONE: u8 = 2;
const SUSPECTED: u8 = 3;

/// Standard output, as text or as JSON, and the verdict for the
/// exit status.
pub struct Output {
    out: StdoutLock<'static>,
    json: bool,
    language: Language,
    /// The exit status of the verdict so far.
    verdict: u8,
}

impl Output {
    pub fn new(form: &OutputFormat) -> Self {
        let language = form.language();
        Self { out: io::stdout().lock(), json: form.json, language, verdict: 0 }
    }

    pub const fn language(&self) -> Language {
        self.language
    }

    /// Returns true if results are printed as JSON.
    pub const fn is_json(&self) -> bool {
        self.json
    }

    pub fn text(&self, message: &Message) -> String {
        self.language.text(message)
    }

    /// Records a negative verdict.
    pub const fn record_failure(&mut self) {
        self.verdict = FAILED;
    }

    /// Returns true if a negative verdict was recorded.
    pub const fn has_failed(&self) -> bool {
        self.verdict == FAILED
    }

    /// Records that something does not fit that proves nothing.
    pub const fn record_suspicion(&mut self) {
        if self.verdict == 0 {
            self.verdict = SUSPECTED;
        }
    }

    /// Prints a result: the object, or the equivalent text.
    pub fn result(&mut self, object: &impl Serialize, text: impl Display) -> io::Result<()> {
        if self.json { self.object(object) } else { self.line(text) }
    }

    pub fn report(&mut self, object: &impl Serialize, message: &Message) -> io::Result<()> {
        self.result(object, self.language.text(message))
    }

    pub(super) fn print(&mut self, message: &Message) -> io::Result<()> {
        self.line(self.language.text(message))
    }

    pub fn failure(&self, message: &Message) -> Failure {
        self.text(message).into()
    }

    /// Prints a verdict about a part of a file: one line, whatever the content of the
    /// file.
    pub fn verified(
        &mut self,
        object: &impl Serialize,
        (file, line): (&str, u64),
        text: &str,
    ) -> io::Result<()> {
        self.result(object, format!("{file}:{line}: {text}").replace('\n', "\\u000a"))
    }

    pub fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(object)?;
        self.line(text)
    }

    /// Prints an object only in JSON mode.
    pub(super) fn only_object(&mut self, object: &impl Serialize) -> io::Result<()> {
        if self.json { self.object(object) } else { Ok(()) }
    }

    /// Prints a line only in text mode.
    pub fn only_line(&mut self, text: impl Display) -> io::Result<()> {
        if self.json { Ok(()) } else { self.line(text) }
    }

    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{}", visible(&text.to_string()))
    }

    /// Prints a text without a line break.
    pub(super) fn prompt(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text} ")?;
        self.out.flush()
    }

    /// The raw writer, for content that is not a text of this program.
    pub const fn writer(&mut self) -> &mut impl Write {
        &mut self.out
    }

    /// The exit status of a command. If the output was closed early, that is not an
    /// error, and the verdict so far counts.
    pub fn end(mut self, done: Result<(), Failure>) -> ExitCode {
        let done = done.and_then(|()| Ok(self.out.flush()?));
        if let Some(&Interrupted { status, message }) =
            done.as_ref().err().and_then(|error| error.downcast_ref())
        {
            let _ = writeln!(io::stderr(), "regicide: {}", self.text(&message.into()));
            return ExitCode::from(status);
        }
        match done {
            Err(error) if !is_closed_pipe(&*error) => {
                // If this cannot be written either, only the exit status remains.
                let _ = writeln!(io::stderr(), "regicide: {}", visible(&describe(&*error, self.language)));
                ExitCode::from(NOT_DONE)
            }
            Ok(()) | Err(_) => ExitCode::from(self.verdict),
        }
    }
}

/// A text without terminal control sequences. Records and names of files are untrusted:
/// control characters could clear the screen or forge output, and direction marks reorder
/// lines. They are written as JSON writes them.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let is_plain = |character: char| !is_command(character);
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        if is_plain(character) {
            plain.push(character);
        } else {
            // Writing to memory does not fail.
            let _ = write!(plain, "\\u{:04x}", u32::from(character));
        }
    }
    Cow::Owned(plain)
}

/// Returns true if a terminal interprets a character instead of showing it.
fn is_command(character: char) -> bool {
    let turns = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    turns || character.is_control() && !matches!(character, '\n' | '\t')
}

fn is_closed_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
