//! Display names (docs/spec/record.md S6.6), and other lines of public text.
//!
//! Names follow the profile for nicknames of RFC 8266. Its classes are computed with
//! the present Unicode: implementations with the tables of RFC 8264 lack all
//! characters since Unicode 6.3.

pub(in crate::service) mod lookalike;
mod reserved;

use std::sync::LazyLock;

use icu_collections::codepointinvlist::{CodePointInversionList, CodePointInversionListBuilder};
use icu_properties::props::{
    DefaultIgnorableCodePoint, GeneralCategory, HangulSyllableType, NoncharacterCodePoint,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use regicide_engine::engine::Message;
use unicode_normalization::UnicodeNormalization as _;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::service::error::Error;
use lookalike::mixes_scripts;
use reserved::is_reserved;

const MAX_NAME: usize = 40;
const MAX_REASON: usize = 200;

/// The pattern of such a line in schemas, a regular expression that all dialects read
/// alike, including those that match bytes: no controls of ASCII, and no blanks at
/// the ends. A pattern cannot express the other rules.
const LINE: &str = "^[^\\s\\x00-\\x1f\\x7f]([^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f])?$";

/// UTS 39, 5.4: more nonspacing marks in a row cover adjacent text.
const MAX_MARKS: usize = 4;
/// The limit on mappings of a name until it does not change (RFC 8266, 2.3).
const MAX_MAPPINGS: usize = 4;
/// Variation selectors that choose between text and emoji, such as in ❤️:
/// keyboards send them, and names are stored without.
const PRESENTATION: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// Characters that are not allowed in names: controls, marks that change the
/// direction of writing, private use, noncharacters, conjoining Hangul, and invisible
/// ones (RFC 8264, 4.3.3, without its join controls, which are invisible, too).
static FORBIDDEN: LazyLock<CodePointInversionList<'static>> = LazyLock::new(|| {
    let mut set = CodePointInversionListBuilder::new();
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>().static_to_owned();
    set.add_set(&ignorable.to_code_point_inversion_list());
    for selector in PRESENTATION {
        set.remove_char(selector);
    }
    let noncharacters = CodePointSetData::new::<NoncharacterCodePoint>().static_to_owned();
    set.add_set(&noncharacters.to_code_point_inversion_list());
    for jamo in
        [HangulSyllableType::LeadingJamo, HangulSyllableType::VowelJamo, HangulSyllableType::TrailingJamo]
    {
        let ranges = CodePointMapData::<HangulSyllableType>::new().iter_ranges_for_value(jamo);
        ranges.for_each(|range| set.add_range32(range));
    }
    let categories = [
        GeneralCategory::Control,
        GeneralCategory::Format,
        GeneralCategory::PrivateUse,
        GeneralCategory::LineSeparator,
        GeneralCategory::ParagraphSeparator,
    ];
    for category in categories {
        let ranges = CodePointMapData::<GeneralCategory>::new().iter_ranges_for_value(category);
        ranges.for_each(|range| set.add_range32(range));
    }
    // A Braille cell without dots and a musical note without a head look like
    // blanks.
    for blank in ['\u{2800}', '\u{1d159}'] {
        set.add_char(blank);
    }
    set.build()
});

/// A display name in the form in which it is stored: compatible characters as
/// their plain ones and blanks as single spaces (RFC 8266, 2.1).
pub(crate) fn display_name(field: &'static str, text: &str) -> Result<String, Error> {
    if !is_line(text, MAX_NAME) {
        return Err(Error::invalid(field, Message::new("invalid-name")));
    }
    let mut name: String = text.chars().filter(|character| !PRESENTATION.contains(character)).collect();
    for _ in 0..MAX_MAPPINGS {
        let mapped = map_name(&name);
        if mapped == name {
            return if is_line(&name, MAX_NAME) && is_plain(&name) {
                Ok(name)
            } else {
                Err(Error::MisleadingName(field))
            };
        }
        name = mapped;
    }
    Err(Error::MisleadingName(field))
}

/// A display name from a request: any but those that texts use, and names that look
/// like them. Names of imported records may be such names: a game with house bots is
/// recorded with theirs.
pub(crate) fn given_name(field: &'static str, text: &str) -> Result<String, Error> {
    let name = display_name(field, text)?;
    if is_reserved(&name) { Err(Error::ReservedName(field)) } else { Ok(name) }
}

fn map_name(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").nfkc().collect()
}

/// True if a name cannot be misread: no mark without a base, no stack of marks, no
/// unassigned character, and no mixed scripts.
fn is_plain(name: &str) -> bool {
    let category = |character| CodePointMapData::<GeneralCategory>::new().get(character);
    let stacks = |character| {
        matches!(category(character), GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
    };
    let is_mark = |character| stacks(character) || category(character) == GeneralCategory::SpacingMark;
    let decomposed: Vec<char> = name.nfd().collect();
    let runs = decomposed.chunk_by(|before, after| stacks(*before) && stacks(*after));
    let stacked = runs.clone().any(|run| run.len() > MAX_MARKS)
        || runs.into_iter().any(|run| run.windows(2).any(|pair| pair[0] == pair[1]));
    let without_base = name.split(' ').any(|word| word.starts_with(is_mark));
    let unknown = name.chars().any(|character| category(character) == GeneralCategory::Unassigned);
    !stacked && !without_base && !unknown && !mixes_scripts(name)
}

/// Checks the name of an invited player, which its organiser alone sees.
pub(crate) fn check_label(field: &'static str, label: &str) -> Result<(), Error> {
    if is_line(label, MAX_NAME) { Ok(()) } else { Err(Error::invalid(field, Message::new("invalid-name"))) }
}

pub(crate) fn check_reason(field: &'static str, reason: &str) -> Result<(), Error> {
    if is_line(reason, MAX_REASON) {
        Ok(())
    } else {
        Err(Error::invalid(field, Message::new("invalid-reason")))
    }
}

/// True if a text has 1 to `limit` printable characters, no blanks at its ends and no
/// variation selector without a character before it.
fn is_line(text: &str, limit: usize) -> bool {
    let printable = text.chars().all(|character| !FORBIDDEN.contains(character)) && text.trim() == text;
    printable && !text.starts_with(PRESENTATION) && (1..=limit).contains(&text.chars().count())
}

/// The schema of display names, which are plain texts.
pub(crate) struct DisplayName;

impl ToSchema for DisplayName {}

impl PartialSchema for DisplayName {
    fn schema() -> RefOr<Schema> {
        let description = "A display name: 1 to 40 printable characters, without blanks at its ends. It is kept in the \
             form of RFC 8266.";
        line(description, "Ada", MAX_NAME)
    }
}

/// The schema of names of invited players.
pub(crate) struct Label;

impl ToSchema for Label {}

impl PartialSchema for Label {
    fn schema() -> RefOr<Schema> {
        line("A name in printable characters, without blanks at its ends.", "Ada L.", MAX_NAME)
    }
}

/// The schema of a [`Label`], or of an empty text in its place.
pub(crate) struct LabelOrNone;

impl ToSchema for LabelOrNone {}

impl PartialSchema for LabelOrNone {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .examples(["Ada L."])
            .max_length(Some(MAX_NAME))
            .pattern(Some(format!("^$|{LINE}")));
        schema.into()
    }
}

/// The schema of public reasons for an operator's actions.
pub(crate) struct Reason;

impl ToSchema for Reason {}

impl PartialSchema for Reason {
    fn schema() -> RefOr<Schema> {
        let description = "A reason in printable characters, without blanks at its ends.";
        line(description, "Two accounts.", MAX_REASON)
    }
}

/// The schema of texts that [`is_line`] accepts.
fn line(description: &str, example: &str, limit: usize) -> RefOr<Schema> {
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
        .examples([example])
        .min_length(Some(1))
        .max_length(Some(limit))
        .pattern(Some(LINE));
    schema.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(name: &str) -> Option<String> {
        display_name("name", name).ok()
    }

    #[test]
    fn what_cannot_be_seen_is_not_allowed() {
        for name in ["Ada", "Zoë O’Neill", "李小龙", "ਸਿੰਘ", "नमस्ते", "🤖 R2", "Дмитрий 🃏", &"x".repeat(40)]
        {
            assert_eq!(stored(name).as_deref(), Some(name));
        }
        for name in ["", " Ada", "Ada\u{a0}", &"x".repeat(41)] {
            assert_eq!(stored(name), None, "{name:?}");
        }
        // Control, format, unassigned but ignorable, Hangul filler, Braille
        // blank, line and paragraph separator, private use, tag, a variation
        // selector, noncharacters, a conjoining jamo, a note without a head.
        for character in "\0\u{7f}\u{ad}\u{200d}\u{202e}\u{2066}\u{feff}\u{fff0}\u{3164}\u{2800}\u{2028}\u{2029}\u{e000}\u{10fffd}\u{e0001}\u{fe01}\u{fdd0}\u{fffe}\u{10ffff}\u{1100}\u{1d159}".chars() {
            assert_eq!(stored(&format!("a{character}b")), None, "{character:?}");
        }
    }

    #[test]
    fn names_are_stored_in_one_form() {
        for (name, form) in [
            ("❤\u{fe0f} 4", "❤ 4"),
            ("Ada  \u{3000}B", "Ada B"),
            ("Ｊａｎｅ", "Jane"),
            ("Ame\u{301}lie", "Am\u{e9}lie"),
            ("ﾊﾝｶｸ", "ハンカク"),
            ("𝔸da", "Ada"),
        ] {
            assert_eq!(stored(name).as_deref(), Some(form));
            assert_eq!(stored(form).as_deref(), Some(form), "the form is its own");
        }
    }

    #[test]
    fn a_recorded_game_may_have_reserved_names() {
        for name in ["Bot (strong)", "Ｂｏｔ（ｓｔｒｏｎｇ）", "Seat 2", "Tú"] {
            assert!(matches!(given_name("name", name), Err(Error::ReservedName("name"))), "{name}");
            assert!(display_name("seats", name).is_ok(), "{name}");
        }
        assert_eq!(given_name("name", "Botond").ok().as_deref(), Some("Botond"));
    }

    #[test]
    fn names_that_mislead_are_not_allowed() {
        let marks = |count: usize| {
            format!("a{}", "\u{316}\u{301}\u{317}\u{302}\u{318}".chars().take(count).collect::<String>())
        };
        assert!(stored(&marks(4)).is_some() && stored(&marks(5)).is_none());
        for name in [
            "\u{fe0f}",
            "\u{fe0f}\u{fe0f}",
            "\u{301}",
            "\u{301}a",
            "a \u{301}",
            "q\u{323}\u{323}",
            "a\u{a8}\u{20dd}\u{20dd}",
            // Unassigned; too long once mapped.
            "\u{378}",
            &"\u{fdfa}".repeat(3),
            // Latin with Cyrillic or Greek.
            "Ad\u{430}",
            "\u{410}da",
            "\u{391}da",
        ] {
            assert_eq!(stored(name), None, "{name:?}");
        }
    }
}
