//! Text files, as people and their shells write them.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::{fs, str};

/// A text in UTF-16, as some shells of Windows write it.
#[derive(Debug, thiserror::Error)]
#[error("The file is UTF-16; save it as UTF-8.")]
pub struct Utf16;

/// Reads a file in UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(&fs::read(path)?)
}

/// The text of a file in UTF-8, without the byte order mark that it may begin with. Its
/// lines end in a line feed, also those that end in CRLF in the file.
pub(super) fn text_of(content: &[u8]) -> io::Result<String> {
    let text = str::from_utf8(without_mark(content)?).map_err(|_| io::Error::from(ErrorKind::InvalidData))?;
    Ok(text.replace("\r\n", "\n"))
}

/// The beginning of a text in UTF-8, without its byte order mark. UTF-16 without one is
/// recognised by the zeros of its first character.
pub fn without_mark(text: &[u8]) -> io::Result<&[u8]> {
    match text {
        [0xef, 0xbb, 0xbf, rest @ ..] => Ok(rest),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=0xff, ..] | [1..=0xff, 0, ..] => {
            Err(io::Error::new(ErrorKind::InvalidData, Utf16))
        }
        _ => Ok(text),
    }
}
