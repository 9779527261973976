//! Columns into which a statement has put several rows as bytes: lines of text, and values of
//! a fixed length.

use std::fmt::Display;
use std::str::FromStr;

use chrono::{DateTime, Utc};

use crate::database::Invalid;

/// The bytes that are left to read.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A line, without its end.
    pub(super) fn line(&mut self) -> Result<&'a str, Invalid> {
        let end = self.0.iter().position(|&byte| byte == b'\n').ok_or_else(cut_off)?;
        let line = str::from_utf8(&self.0[..end]).map_err(Invalid::new)?;
        self.0 = &self.0[end + 1..];
        Ok(line)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Invalid> {
        let (array, rest) = self.0.split_first_chunk().ok_or_else(cut_off)?;
        self.0 = rest;
        Ok(*array)
    }

    /// A value that is there if a bit is set.
    pub(super) fn optional<const N: usize>(&mut self, bit: u8) -> Result<Option<[u8; N]>, Invalid> {
        if bit == 0 { Ok(None) } else { self.array().map(Some) }
    }
}

/// A number in a line.
pub(super) fn number<T: FromStr<Err: Display>>(text: &str) -> Result<T, Invalid> {
    text.parse().map_err(|error| Invalid::new(format_args!("{text:?} is no number: {error}")))
}

/// A time in a line.
pub(super) fn time(text: &str) -> Result<DateTime<Utc>, Invalid> {
    DateTime::from_timestamp_micros(number(text)?).ok_or_else(|| Invalid::new("a time out of range"))
}

pub(super) fn cut_off() -> Invalid {
    Invalid::new("its bytes are cut off")
}
