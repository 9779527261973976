//! Errors in log lines: each with its causes.

use std::error::Error;
use std::fmt;

/// An error with its sources.
pub struct Causes<'a>(&'a (dyn Error + 'static));

/// An error followed by its sources: `A: B: C`, where C caused B, and B caused A.
pub const fn causes<'a>(error: &'a (dyn Error + 'static)) -> Causes<'a> {
    Causes(error)
}

impl fmt::Display for Causes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.0.to_string();
        f.write_str(&text)?;
        let mut source = self.0.source();
        while let Some(cause) = source {
            let next = cause.to_string();
            // The errors of many libraries already end with their source.
            if !text.contains(&next) {
                write!(f, ": {next}")?;
                text = next;
            }
            source = cause.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("no answer")]
    struct NoAnswer(#[source] Lost);

    #[derive(Debug, thiserror::Error)]
    #[error("connection lost: {0}")]
    struct Lost(#[source] io::Error);

    #[test]
    fn every_source_is_named_once() {
        let error = NoAnswer(Lost(io::Error::other("pulled out")));
        assert_eq!(causes(&error).to_string(), "no answer: connection lost: pulled out");
        assert_eq!(causes(&io::Error::other("alone")).to_string(), "alone");
    }
}
