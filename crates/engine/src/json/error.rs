//! Why JSON is not what is wanted.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

use super::words;

/// Why a JSON text cannot be read: the place where a value is another than wanted, or
/// the line of the text where it is no JSON.
#[derive(Debug)]
pub struct Error {
    /// The path to the value, such as `moves[3].seq`; empty for the whole text.
    path: Path,
    cause: serde_json::Error,
    is_duplicate: bool,
}

impl Error {
    pub(super) fn new(reason: &str) -> Self {
        de::Error::custom(reason)
    }

    /// The error of a name that occurs twice in an object.
    pub(super) const fn duplicate(path: Path, cause: serde_json::Error) -> Self {
        Self { path, cause, is_duplicate: true }
    }

    /// The error of a value in an object.
    pub(super) fn in_field(self, name: &str) -> Self {
        Self { path: self.path.in_field(name), ..self }
    }

    /// The error of a value in a list.
    pub(super) fn in_item(self, index: usize) -> Self {
        Self { path: self.path.in_item(index), ..self }
    }

    /// The path of a name that occurs twice in its object, if that is the error.
    pub fn duplicate_field(&self) -> Option<&Path> {
        self.is_duplicate.then_some(&self.path)
    }

    /// The line of the text, from 1; 0 where the text is JSON.
    pub fn line(&self) -> usize {
        self.cause.line()
    }

    /// The column of the line, from 1; 0 where the text is JSON.
    pub fn column(&self) -> usize {
        self.cause.column()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, cause, .. } = self;
        if path.0.is_empty() { cause.fmt(f) } else { write!(f, "{path}: {cause}") }
    }
}

impl std::error::Error for Error {}

/// The path to a value in a JSON text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
// The innermost step is the first: a path is built from the value outwards.
pub struct Path(Vec<Step>);

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A field of an object.
    Field(String),
    /// An item of a list.
    Item(usize),
}

impl Path {
    /// The steps from the whole text to the value.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.0.iter().rev()
    }

    pub(super) fn in_field(mut self, name: &str) -> Self {
        self.0.push(Step::Field(name.to_owned()));
        self
    }

    pub(super) fn in_item(mut self, index: usize) -> Self {
        self.0.push(Step::Item(index));
        self
    }
}

/// The path as in `moves[3].seq`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for step in self.steps() {
            match step {
                Step::Field(name) => write!(f, "{between}{name}")?,
                Step::Item(index) => write!(f, "[{index}]")?,
            }
            between = ".";
        }
        Ok(())
    }
}

impl From<serde_json::Error> for Error {
    fn from(cause: serde_json::Error) -> Self {
        Self { path: Path::default(), cause, is_duplicate: false }
    }
}

impl de::Error for Error {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        <serde_json::Error as de::Error>::custom(reason).into()
    }

    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::new(&format!("expected {}, got {}", words::wanted(wanted), words::found(&found)))
    }

    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::new(&format!("{} is invalid: expected {}", words::found(&found), words::wanted(wanted)))
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Self::new(&format!("`{name}` is unknown: {}", words::choices(known)))
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        Self::new(&format!("the field `{name}` is unknown: {}", words::choices(known)))
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new(&format!("the field `{name}` is missing"))
    }
}
