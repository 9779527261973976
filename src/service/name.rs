//! Display names, and other lines of text that everybody reads.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::create::invalid;
use super::error::Error;
use crate::engine::Message;

/// The most characters of a name.
const MOST: usize = 40;
/// The most characters of a reason.
const MOST_REASON: usize = 200;

/// Characters that control, turn the direction of writing, or cannot be seen.
const UNSEEN: [RangeInclusive<char>; 30] = [
    '\0'..='\u{1f}',
    '\u{7f}'..='\u{9f}',
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{600}'..='\u{605}',
    '\u{61c}'..='\u{61c}',
    '\u{6dd}'..='\u{6dd}',
    '\u{70f}'..='\u{70f}',
    '\u{890}'..='\u{891}',
    '\u{8e2}'..='\u{8e2}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{110bd}'..='\u{110bd}',
    '\u{110cd}'..='\u{110cd}',
    '\u{13430}'..='\u{1343f}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
    '\u{f0000}'..='\u{ffffd}',
    '\u{100000}'..='\u{10fffd}',
    '\u{e000}'..='\u{f8ff}',
];

fn is_visible(character: char) -> bool {
    !UNSEEN.iter().any(|range| range.contains(&character))
}

/// # Errors
/// If the name is not 1 to 40 printable characters.
pub(super) fn check_name(field: &'static str, name: &str) -> Result<(), Error> {
    if is_line(name, MOST) { Ok(()) } else { Err(invalid(field, Message::new("invalid-name"))) }
}

/// # Errors
/// If the reason is not 1 to 200 printable characters.
pub(super) fn check_reason(field: &'static str, reason: &str) -> Result<(), Error> {
    if is_line(reason, MOST_REASON) { Ok(()) } else { Err(invalid(field, Message::new("invalid-reason"))) }
}

/// Whether a text has 1 to so many printable characters and no blanks at its
/// ends.
fn is_line(text: &str, most: usize) -> bool {
    let printable = text.chars().all(is_visible) && text.trim() == text;
    printable && (1..=most).contains(&text.chars().count())
}

/// Names are plain texts; this only describes them.
pub(super) struct DisplayName;

impl ToSchema for DisplayName {}

impl PartialSchema for DisplayName {
    fn schema() -> RefOr<Schema> {
        let description = "A display name: 1 to 40 printable characters, without blanks at its ends.";
        line(description, "Ada", MOST)
    }
}

/// Why something was done, for everybody to read.
pub(super) struct Reason;

impl ToSchema for Reason {}

impl PartialSchema for Reason {
    fn schema() -> RefOr<Schema> {
        let description = "A reason: 1 to 200 printable characters, without blanks at its ends.";
        line(description, "Two accounts.", MOST_REASON)
    }
}

/// Describes what [`is_line`] lets in.
fn line(description: &str, example: &str, most: usize) -> RefOr<Schema> {
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
        .examples([example])
        .min_length(Some(1))
        .max_length(Some(most))
        .pattern(Some(pattern(most)));
    schema.into()
}

/// The same as a regular expression (ECMA-262).
fn pattern(most: usize) -> String {
    let mut unseen = String::new();
    for range in &UNSEEN {
        push_escaped(&mut unseen, *range.start());
        if range.start() != range.end() {
            unseen.push('-');
            push_escaped(&mut unseen, *range.end());
        }
    }
    format!("^[^\\s{unseen}]([^{unseen}]{{0,{}}}[^\\s{unseen}])?$", most - 2)
}

/// Characters beyond `\u` and its four digits stand for themselves: the other
/// escapes are not the same everywhere.
fn push_escaped(pattern: &mut String, character: char) {
    let written = match u32::from(character) {
        code @ ..=0xffff => write!(pattern, "\\u{code:04x}"),
        _ => pattern.write_char(character),
    };
    written.expect("a text takes every character");
}
