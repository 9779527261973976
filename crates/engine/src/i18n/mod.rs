//! Translation: the text of a [`Message`] in a [`Language`].
//!
//! The texts are the Fluent files in `locales/`, one for each language, named
//! by its tag and embedded at compile time. Adding a file adds a language.

mod locale;

use std::fmt;
use std::sync::LazyLock;

use fluent_langneg::NegotiationStrategy;
use fluent_langneg::negotiate::filter_matches;
use rust_embed::RustEmbed;
use unic_langid::LanguageIdentifier;

use crate::engine::Message;
use locale::Locale;

/// The files of `locales/`.
#[derive(RustEmbed)]
#[folder = "locales"]
struct Files;

/// Every language in the order of the tags, parsed on first use.
static LOCALES: LazyLock<Vec<Locale>> = LazyLock::new(|| {
    let mut locales: Vec<Locale> = Files::iter().map(|file| Locale::read(&file)).collect();
    locales.sort_by(|one, other| one.tag().cmp(other.tag()));
    locales
});

/// The language of clients whose own is not available, and of texts that
/// another language lacks.
const FALLBACK: &str = "en";

/// A language that texts are available in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Language(&'static Locale);

impl Language {
    /// Every language, in the order of the tags.
    pub fn all() -> impl Iterator<Item = Self> {
        LOCALES.iter().map(Self)
    }

    /// Its tag (RFC 5646), such as `es`.
    pub fn tag(self) -> &'static str {
        self.0.tag()
    }

    /// The first available language that matches one of these tags, which are
    /// given in the order of preference (lookup of RFC 4647, section 3.4).
    pub fn negotiate<'a>(tags: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let requested: Vec<LanguageIdentifier> = tags.into_iter().filter_map(identifier).collect();
        let found = filter_matches(&requested, &LOCALES, NegotiationStrategy::Lookup);
        found.first().copied().map(Self)
    }

    /// The available language for a tag, such as `es` for `es-MX`.
    pub fn lookup(tag: &str) -> Option<Self> {
        Self::negotiate([tag])
    }

    /// The language of a POSIX locale, such as `es_ES.UTF-8`.
    pub fn of_posix_locale(name: &str) -> Option<Self> {
        let tag = name.split(['.', '@']).next().unwrap_or(name);
        Self::lookup(&tag.replace('_', "-"))
    }

    /// The text of a message; in the fallback language if it has none here.
    pub fn text(self, message: &Message) -> String {
        let text = self.0.text(message);
        debug_assert!(text.is_some(), "{} has no text for {}", self.tag(), message.id());
        text.or_else(|| Self::default().0.text(message)).unwrap_or_else(|| message.id().to_owned())
    }

    /// The longer description that belongs to a message.
    pub fn description(self, message: &Message) -> String {
        self.attribute(message, "description")
    }

    /// Another text that belongs to a message, by its name.
    pub fn attribute(self, message: &Message, name: &str) -> String {
        let text = self.0.attribute(message, name);
        let text = text.or_else(|| Self::default().0.attribute(message, name));
        debug_assert!(text.is_some(), "{} has no {name} of {}", self.tag(), message.id());
        text.unwrap_or_default()
    }
}

/// A tag's language, script, region and variants. Extensions (`es-u-nu-latn`)
/// make no difference to texts: of such a tag the primary language counts.
fn identifier(tag: &str) -> Option<LanguageIdentifier> {
    let primary = || tag.split('-').next().unwrap_or(tag).parse();
    tag.parse().or_else(|_| primary()).ok()
}

impl Default for Language {
    /// # Panics
    /// If `locales/` has no file for the fallback language.
    fn default() -> Self {
        Self::all().find(|language| language.tag() == FALLBACK).expect("locales/en.ftl is embedded")
    }
}

/// The text in the fallback language, for logs and for errors as values.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Language::default().text(self))
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

#[cfg(test)]
mod tests;
