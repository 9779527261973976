//! Saying things to people, in their language.
//!
//! A [`Message`] says what is to be said, a [`Language`] says it. The texts
//! stand in `locales/`, one Fluent file a language, named by its tag; a
//! further file there is a further language.

mod locale;

use std::fmt;
use std::sync::LazyLock;

use crate::engine::Message;
use locale::Locale;

/// The files of `locales/`: tag and text, in the order of the tags.
static FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/locales.rs"));

/// Every language: built once, when something is first said.
static LOCALES: LazyLock<Vec<Locale>> =
    LazyLock::new(|| FILES.iter().map(|(tag, text)| Locale::new(tag, text)).collect());

/// The language of those whose own is not here, and of what others lack.
const FALLBACK: &str = "en";

/// A language that the service speaks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Language(usize);

impl Language {
    /// Every language, in the order of their tags.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LOCALES.len()).map(Self)
    }

    /// Its tag (RFC 5646), such as `es`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        LOCALES[self.0].tag()
    }

    /// The language that serves somebody who asks for this tag, such as `es`
    /// for `es-MX` (lookup of RFC 4647, section 3.4).
    #[must_use]
    pub fn lookup(tag: &str) -> Option<Self> {
        let mut tag = tag;
        loop {
            if let Some(found) = Self::all().find(|language| language.tag().eq_ignore_ascii_case(tag)) {
                return Some(found);
            }
            tag = tag.rsplit_once('-')?.0;
        }
    }

    /// The language of a POSIX locale, such as `es_ES.UTF-8`.
    #[must_use]
    pub fn of_posix_locale(name: &str) -> Option<Self> {
        let tag = name.split(['.', '@']).next().unwrap_or(name);
        Self::lookup(&tag.replace('_', "-"))
    }

    /// Says a message; in the fallback language if it has no text here.
    #[must_use]
    pub fn say(self, message: &Message) -> String {
        let said = LOCALES[self.0].say(message);
        debug_assert!(said.is_some(), "{} does not say {message}", self.tag());
        said.or_else(|| LOCALES[Self::default().0].say(message)).unwrap_or_else(|| message.to_string())
    }

    /// Says the longer text that belongs to a message.
    #[must_use]
    pub fn describe(self, message: &Message) -> String {
        let said = LOCALES[self.0].attribute(message, "description");
        let said = said.or_else(|| LOCALES[Self::default().0].attribute(message, "description"));
        debug_assert!(said.is_some(), "{} does not describe {message}", self.tag());
        said.unwrap_or_default()
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::all().find(|language| language.tag() == FALLBACK).unwrap_or(Self(0))
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

#[cfg(test)]
mod tests;
