//! Why JSON is not what is wanted.

use std::fmt;

use serde::de;

/// Why a JSON text cannot be read: the place where a value is another than wanted, or
/// the line of the text where it is no JSON.
#[derive(Debug)]
pub struct Error {
    /// The path to the value, such as `moves[3].seq`; empty for the whole text.
    path: String,
    cause: serde_json::Error,
}

impl Error {
    pub(super) fn new(reason: &str) -> Self {
        de::Error::custom(reason)
    }

    /// The error of a value in an object.
    pub(super) fn in_field(self, name: &str) -> Self {
        let between = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{name}{between}{}", self.path), ..self }
    }

    /// The error of a value in a list.
    pub(super) fn in_item(self, index: usize) -> Self {
        self.in_field(&format!("[{index}]"))
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
        let Self { path, cause } = self;
        if path.is_empty() { cause.fmt(f) } else { write!(f, "{path}: {cause}") }
    }
}

impl std::error::Error for Error {}

impl From<serde_json::Error> for Error {
    fn from(cause: serde_json::Error) -> Self {
        Self { path: String::new(), cause }
    }
}

impl de::Error for Error {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        <serde_json::Error as de::Error>::custom(reason).into()
    }
}
