//! The texts of one language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::engine::{Arg, Message};

/// The texts of one language.
pub(super) struct Locale {
    tag: &'static str,
    bundle: FluentBundle<FluentResource>,
}

impl Locale {
    /// # Panics
    /// If the file is no Fluent or its name no language: the program was built
    /// from a broken tree, and every test says so.
    pub(super) fn new(tag: &'static str, text: &str) -> Self {
        let broken = |what: &str| -> ! { panic!("locales/{tag}.ftl: {what}") };
        let identifier = tag.parse().unwrap_or_else(|_| broken("the name is no language"));
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // Answers are read by programs and terminals, too: no invisible marks.
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(text.to_owned());
        let resource = resource.unwrap_or_else(|(_, errors)| broken(&format!("{errors:?}")));
        if let Err(errors) = bundle.add_resource(resource) {
            broken(&format!("{errors:?}"));
        }
        Self { tag, bundle }
    }

    pub(super) const fn tag(&self) -> &'static str {
        self.tag
    }

    /// The message in words, or nothing if a text or a value is missing.
    pub(super) fn say(&self, message: &Message) -> Option<String> {
        let pattern = self.bundle.get_message(message.id())?.value()?;
        self.format(pattern, message)
    }

    /// The same for something that belongs to a message, such as its gender.
    pub(super) fn attribute(&self, message: &Message, name: &str) -> Option<String> {
        let pattern = self.bundle.get_message(message.id())?.get_attribute(name)?.value();
        self.format(pattern, message)
    }

    fn format(&self, pattern: &fluent_syntax::ast::Pattern<&str>, message: &Message) -> Option<String> {
        let mut errors = Vec::new();
        let args = self.args(message)?;
        let said = self.bundle.format_pattern(pattern, Some(&args), &mut errors);
        errors.is_empty().then(|| said.into_owned())
    }

    fn args(&self, message: &Message) -> Option<FluentArgs<'static>> {
        let mut args = FluentArgs::with_capacity(message.args().len());
        for (name, value) in message.args() {
            match value {
                Arg::Number(number) => args.set(*name, *number),
                Arg::Text(text) => args.set(*name, text.clone()),
                Arg::Message(inner) => {
                    args.set(*name, self.say(inner)?);
                    self.set_attributes(&mut args, name, inner)?;
                }
                Arg::List(list) => args.set(*name, self.list(list)?),
            }
        }
        Some(args)
    }

    /// What a language says of a word, such as its gender, can be asked for in
    /// the sentences around it: `.gender` of what `$enemy` stands for is
    /// `$enemy_gender`.
    fn set_attributes(&self, args: &mut FluentArgs<'static>, name: &str, inner: &Message) -> Option<()> {
        for attribute in self.bundle.get_message(inner.id())?.attributes() {
            let said = self.format(attribute.value(), inner)?;
            args.set(format!("{name}_{}", attribute.id()), FluentValue::from(said));
        }
        Some(())
    }

    /// Several things in one sentence: "one, two and three".
    fn list(&self, list: &[Message]) -> Option<String> {
        let join = |id: &'static str, left: String, right: String| {
            self.say(&Message::new(id).with("left", left).with("right", right))
        };
        let Some((end, others)) = list.split_last() else { return self.say(&Message::new("list-none")) };
        let end = self.say(end)?;
        let mut others = others.iter().map(|message| self.say(message));
        let Some(first) = others.next() else { return Some(end) };
        let most = others.try_fold(first?, |left, right| join("list-middle", left, right?))?;
        join("list-end", most, end)
    }
}
