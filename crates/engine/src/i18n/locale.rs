//! The texts of one language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::Files;
use crate::engine::{Arg, Message, PlayerName, Seat};

/// Room for most sentences from the start, in bytes.
const LENGTH: usize = 80;

/// The texts of one language.
pub(super) struct Locale {
    tag: String,
    bundle: FluentBundle<FluentResource>,
}

impl Locale {
    /// Reads an embedded file: `es.ftl` is the language `es`.
    ///
    /// # Panics
    /// If the file is not valid Fluent or its name is not a language tag. The
    /// files are embedded, so every run of the program would panic.
    pub(super) fn read(file: &str) -> Self {
        let invalid = |what: &str| -> ! { panic!("locales/{file}: {what}") };
        let tag = file.strip_suffix(".ftl").unwrap_or_else(|| invalid("the name does not end in .ftl"));
        let identifier = tag.parse().unwrap_or_else(|_| invalid("the name is not a language tag"));
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // Texts are read by programs and terminals, too: no invisible marks.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(whole_number));
        let data = Files::get(file).unwrap_or_else(|| invalid("it is not embedded")).data.into_owned();
        let text = String::from_utf8(data).unwrap_or_else(|_| invalid("it is not UTF-8"));
        let resource = FluentResource::try_new(text);
        let resource = resource.unwrap_or_else(|(_, errors)| invalid(&format!("{errors:?}")));
        if let Err(errors) = bundle.add_resource(resource) {
            invalid(&format!("{errors:?}"));
        }
        Self { tag: tag.to_owned(), bundle }
    }

    pub(super) fn tag(&self) -> &str {
        &self.tag
    }

    /// The text of a message, or `None` if the text or a value is missing.
    pub(super) fn text(&self, message: &Message) -> Option<String> {
        let pattern = self.bundle.get_message(message.id())?.value()?;
        self.format(pattern, message)
    }

    /// The text of an attribute of a message, such as its gender.
    pub(super) fn attribute(&self, message: &Message, name: &str) -> Option<String> {
        let pattern = self.bundle.get_message(message.id())?.get_attribute(name)?.value();
        self.format(pattern, message)
    }

    fn format(&self, pattern: &fluent_syntax::ast::Pattern<&str>, message: &Message) -> Option<String> {
        let mut errors = Vec::new();
        let args = self.args(message)?;
        let mut text = String::with_capacity(LENGTH);
        self.bundle.write_pattern(&mut text, pattern, Some(&args), &mut errors).ok()?;
        errors.is_empty().then_some(text)
    }

    fn args(&self, message: &Message) -> Option<FluentArgs<'static>> {
        let mut args = FluentArgs::with_capacity(message.args().len());
        for (name, value) in message.args() {
            match value {
                Arg::Number(number) => args.set(*name, *number),
                Arg::Text(text) => args.set(*name, text.clone()),
                Arg::Message(inner) => self.set_message(&mut args, name, inner)?,
                Arg::Player(seat, player) => self.set_message(&mut args, name, &called(*seat, player))?,
                Arg::List(list) => args.set(*name, self.list(list)?),
            }
        }
        Some(args)
    }

    fn set_message(&self, args: &mut FluentArgs<'static>, name: &'static str, inner: &Message) -> Option<()> {
        args.set(name, self.text(inner)?);
        self.set_attributes(args, name, inner)
    }

    /// Makes the attributes of a message that is a value available beside it:
    /// the `.gender` of the message in `$enemy` is `$enemy_gender`.
    fn set_attributes(&self, args: &mut FluentArgs<'static>, name: &str, inner: &Message) -> Option<()> {
        for attribute in self.bundle.get_message(inner.id())?.attributes() {
            let text = self.format(attribute.value(), inner)?;
            args.set(format!("{name}_{}", attribute.id()), FluentValue::from(text));
        }
        Some(())
    }

    /// Several messages as one list: "one, two and three".
    fn list(&self, list: &[Message]) -> Option<String> {
        let join = |id: &'static str, left: String, right: String| {
            self.text(&Message::new(id).with("left", left).with("right", right))
        };
        let Some((end, others)) = list.split_last() else { return self.text(&Message::new("list-none")) };
        let end = self.text(end)?;
        let mut others = others.iter().map(|message| self.text(message));
        let Some(first) = others.next() else { return Some(end) };
        let most = others.try_fold(first?, |left, right| join("list-middle", left, right?))?;
        join("list-end", most, end)
    }
}

/// A number as it is written in a text. Numbers here are whole, and as such
/// they are written faster than as the fractions that they could be.
fn whole_number<M>(value: &FluentValue<'_>, _: &M) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    #[expect(clippy::cast_possible_truncation, reason = "the numbers of messages are integers of 64 bits")]
    let whole = || (number.value as i64).to_string();
    (number.value.fract() == 0.0 && number.options.minimum_fraction_digits.is_none()).then(whole)
}

/// The name of a player, or the seat.
fn called(seat: Seat, name: &PlayerName) -> Message {
    let message = match name {
        PlayerName::None => Message::new("player-seat"),
        PlayerName::Own(name) => Message::new("player-named").with("name", isolated(name)),
        PlayerName::Shared(name) => Message::new("player-alike").with("name", isolated(name)),
        PlayerName::Bot => Message::new("player-bot"),
        PlayerName::You => Message::new("player-you"),
    };
    message.with("number", seat.ordinal())
}

/// A name as it stands in a sentence. One that is written from right to left is
/// put between isolates (UAX 9, 2.4), or it would draw numbers and marks beside
/// it to the wrong place. Other names stay as they are: programs and terminals
/// read the texts, too.
fn isolated(name: &str) -> String {
    if name.chars().any(is_right_to_left) { format!("\u{2068}{name}\u{2069}") } else { name.to_owned() }
}

/// Returns true if a character is in one of the blocks that Unicode keeps for scripts
/// that are written from right to left.
const fn is_right_to_left(char: char) -> bool {
    matches!(char,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Equal if they are the same language.
impl PartialEq for Locale {
    fn eq(&self, other: &Self) -> bool {
        self.tag == other.tag
    }
}

impl Eq for Locale {}

impl AsRef<LanguageIdentifier> for Locale {
    fn as_ref(&self) -> &LanguageIdentifier {
        &self.bundle.locales[0]
    }
}
