//! What is to be said to people, in no language yet.

use std::borrow::Cow;
use std::fmt;

/// Something to be said to people: which message, with which values. The
/// texts stand in `locales/`, a file a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    id: Cow<'static, str>,
    args: Vec<(&'static str, Arg)>,
}

/// A value in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A number.
    Number(i64),
    /// A text that is the same in every language.
    Text(String),
    /// Something that is itself to be said in the reader's language.
    Message(Message),
    /// A list of such things.
    List(Vec<Message>),
}

impl Message {
    /// The message with this id, without values.
    #[must_use]
    pub fn new(id: impl Into<Cow<'static, str>>) -> Self {
        Self { id: id.into(), args: Vec::new() }
    }

    /// A text that is the same in every language, where a message is wanted.
    #[must_use]
    pub fn text(text: String) -> Self {
        Self::new("text").with("text", text)
    }

    /// The message with one more value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// The id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The values with their names.
    #[must_use]
    pub fn args(&self) -> &[(&'static str, Arg)] {
        &self.args
    }
}

/// A message without values.
impl From<&'static str> for Message {
    fn from(id: &'static str) -> Self {
        Self::new(id)
    }
}

/// Id and values, for logs: `move-not-in-hand card=7H`.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        self.args.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Message(message) => write!(f, "({message})"),
            Self::List(list) => list.iter().try_for_each(|message| write!(f, "({message})")),
        }
    }
}

macro_rules! from_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}

from_numbers!(u8, u16, u32, i64);

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl From<Vec<Message>> for Arg {
    fn from(list: Vec<Message>) -> Self {
        Self::List(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_show_id_and_values() {
        let suit = Message::new("suit-hearts");
        let message =
            Message::new("refused-trump-already").with("seat", 2_u8).with("suit", suit).with("card", "7H");
        assert_eq!(message.to_string(), "refused-trump-already seat=2 suit=(suit-hearts) card=7H");
    }
}
