//! Messages for people, independent of the language.

use std::borrow::Cow;

use derive_more::From;

use super::moves::Seat;

/// A message for people: its id and the values of its arguments. The texts are
/// in `locales/`, one file for each language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    id: Cow<'static, str>,
    args: Vec<(&'static str, Arg)>,
}

/// A value in a message.
#[derive(Clone, Debug, PartialEq, Eq, From)]
pub enum Arg {
    /// A number.
    #[from(u8, u16, u32, i64)]
    Number(i64),
    /// A text that is the same in every language.
    #[from(String, &str)]
    Text(String),
    /// A value that is translated itself.
    #[from]
    Message(Message),
    /// A list of such values.
    #[from]
    List(Vec<Message>),
    /// A player by seat, with the name where it is known.
    Player(Seat, PlayerName),
}

/// The name of a seat's player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerName {
    /// No name: the seat is shown instead.
    None,
    /// A name that is unique at the table.
    Own(String),
    /// A name that another player at the table has, too.
    Shared(String),
    /// A bot, which is called by its seat.
    Bot,
    /// The reader.
    You,
}

impl Message {
    /// The message with this id, without values.
    pub fn new(id: impl Into<Cow<'static, str>>) -> Self {
        Self { id: id.into(), args: Vec::new() }
    }

    /// A message with a text that is the same in every language.
    pub fn text(text: String) -> Self {
        Self::new("text").with("text", text)
    }

    /// The message with one more value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// The message with the players' names, by seat. The rules have only
    /// seats; the caller has the names.
    #[must_use]
    pub fn naming(mut self, names: &[PlayerName]) -> Self {
        self.set_names(names);
        self
    }

    fn set_names(&mut self, names: &[PlayerName]) {
        for (_, value) in &mut self.args {
            match value {
                Arg::Number(_) | Arg::Text(_) => {}
                Arg::Message(message) => message.set_names(names),
                Arg::List(list) => list.iter_mut().for_each(|message| message.set_names(names)),
                Arg::Player(seat, name) => {
                    if let Some(known) = names.get(seat.index()) {
                        *name = known.clone();
                    }
                }
            }
        }
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The values with their names.
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

impl PlayerName {
    /// The names of a table, by seat, as `naming` wants them.
    pub fn of_table(names: &[Option<&str>]) -> Vec<Self> {
        let of = |name: Option<&str>| match name {
            None => Self::None,
            Some(name) if names.iter().flatten().filter(|other| **other == name).count() > 1 => {
                Self::Shared(name.to_owned())
            }
            Some(name) => Self::Own(name.to_owned()),
        };
        names.iter().copied().map(of).collect()
    }
}

/// A count. More than a number holds is never counted.
impl From<u64> for Arg {
    fn from(count: u64) -> Self {
        Self::Number(count.try_into().unwrap_or(i64::MAX))
    }
}

impl From<usize> for Arg {
    fn from(count: usize) -> Self {
        Self::Number(count.try_into().unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_show_the_english_text() {
        let suit = Message::new("suit-hearts");
        let message =
            Message::new("refused-trump-already").with("seat", 2_u8).with("suit", suit).with("card", "7H");
        assert_eq!(message.to_string(), "Hearts are trump already.");
    }
}
