//! Errors of fields, parameters and headers.

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;
use regicide_engine::json::{Path, Step};
use serde::Serialize;
use utoipa::ToSchema;

/// The maximum number of errors in a problem document.
pub(in crate::api) const MAX_ERRORS: usize = 16;
/// The longest name or path from a request that an answer repeats, in characters.
const MAX_NAME: usize = 100;

/// The characters that a fragment of a URI does not hold as they are (RFC 3986, section
/// 3.5).
const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// A place in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::api) struct Place {
    /// The path of a field, as in `names[1]`, or the name of a parameter or header.
    path: String,
    /// The JSON Pointer to a field as a fragment of a URI (RFC 6901, section 6).
    pointer: Option<String>,
}

impl Place {
    pub(in crate::api) fn body() -> Self {
        Self { path: String::new(), pointer: Some("#".to_owned()) }
    }

    /// A parameter or header.
    pub(in crate::api) fn parameter(name: &str) -> Self {
        Self { path: name.to_owned(), pointer: None }
    }

    /// A field of the body at a path such as `options.first`.
    pub(in crate::api) fn field_of_body(path: &str) -> Self {
        path.split('.').fold(Self::body(), |place, name| place.field(name))
    }

    pub(in crate::api) fn field(&self, name: &str) -> Self {
        let between = if self.path.is_empty() { "" } else { "." };
        let path = format!("{}{between}{name}", self.path);
        let name = name.replace('~', "~0").replace('/', "~1");
        let pointer = self.pointer.as_ref().map(|pointer| {
            // A part of a long name would point at another field.
            if name.chars().count() > MAX_NAME {
                return pointer.clone();
            }
            format!("{pointer}/{}", utf8_percent_encode(&name, ENCODED))
        });
        Self { path, pointer }
    }

    pub(in crate::api) fn item(&self, index: usize) -> Self {
        let mut place = self.clone();
        let _ = write!(place.path, "[{index}]");
        if let Some(pointer) = &mut place.pointer {
            let _ = write!(pointer, "/{index}");
        }
        place
    }

    /// The value at a path in the value at this place.
    pub(in crate::api) fn within(&self, path: &Path) -> Self {
        path.steps().fold(self.clone(), |place, step| match step {
            Step::Field(name) => place.field(name),
            Step::Item(index) => place.item(*index),
        })
    }

    pub(in crate::api) fn is_whole_body(&self) -> bool {
        self.path.is_empty()
    }

    /// The path, as far as an answer repeats it.
    fn name(&self) -> String {
        self.path.chars().take(MAX_NAME).collect()
    }
}

/// An error of a field, parameter or header.
#[derive(Clone, Debug)]
pub(in crate::api) struct FieldError {
    pub(super) place: Place,
    pub(super) detail: Message,
}

impl FieldError {
    pub(in crate::api) fn new(place: &Place, detail: impl Into<Message>) -> Self {
        let detail = detail.into().with("field", place.name());
        Self { place: place.clone(), detail }
    }

    /// The name of the field; none for the whole body.
    pub(super) fn field(&self) -> Option<String> {
        Some(self.place.name()).filter(|name| !name.is_empty())
    }

    pub(super) fn document(self, language: Language) -> FieldErrorDocument {
        let detail = language.text(&self.detail);
        match self.place.pointer {
            Some(pointer) => FieldErrorDocument { detail, pointer: Some(pointer), parameter: None },
            None => FieldErrorDocument { detail, pointer: None, parameter: Some(self.place.name()) },
        }
    }
}

/// An error of a field, parameter or header.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = FieldError)]
pub(super) struct FieldErrorDocument {
    /// The error, for people, in the language of the request.
    #[schema(examples("`players` has to be a whole number from 1 to 4."))]
    detail: String,
    /// The JSON Pointer to the field in the body, as a fragment of a URI (RFC 6901). For
    /// a very long name, that of the object with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("#/players"))]
    pointer: Option<String>,
    /// The name of the parameter or header, in place of a pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("limit"))]
    parameter: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_pointer_in_a_fragment() {
        let pointer = |place: Place| place.pointer.unwrap();
        assert_eq!(pointer(Place::body()), "#");
        assert_eq!(pointer(Place::body().field("bots").item(1)), "#/bots/1");
        assert_eq!(pointer(Place::field_of_body("options.first")), "#/options/first");
        // RFC 6901, section 6, and names of other alphabets.
        for (name, wanted) in [
            ("", "#/"),
            ("a/b", "#/a~1b"),
            ("c%d", "#/c%25d"),
            ("e^f", "#/e%5Ef"),
            ("g|h", "#/g%7Ch"),
            ("i\\j", "#/i%5Cj"),
            ("k\"l", "#/k%22l"),
            (" ", "#/%20"),
            ("m~n", "#/m~0n"),
            ("é", "#/%C3%A9"),
            ("a.b", "#/a.b"),
        ] {
            assert_eq!(pointer(Place::body().field(name)), wanted);
        }
        assert_eq!(pointer(Place::body().field("options").field(&"x".repeat(101))), "#/options");
    }
}
