//! The events of games that the reader has chosen: those of each game's own stream,
//! in one.

use std::collections::BTreeSet;
use std::str::FromStr;

use futures_util::stream::{self, LocalBoxStream, SelectAll};
use futures_util::{StreamExt, TryFutureExt, TryStreamExt};
use regicide_engine::engine::Message;
use uuid::Uuid;

use super::Live;
use super::game::{GameCursor, StreamForm};
use super::{AT_ONCE, Events, GameEvent, events_of, id_of, no_such_id};
use crate::service::core::is_hex;
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_lines;

/// The limit on games of a stream.
const MAX_GAMES: usize = 50;
/// The cost of opening the stream of one game, in lines of a list: the game and the
/// caller's role in it are read.
const LINES: usize = 3;
/// The number of digits of the games' hash in an id.
const CHOICE_DIGITS: usize = 8;
/// The separator of an id's parts: the hash of the games, and each game's own last id
/// in the order of their ids, empty before its first event.
const SEPARATOR: char = '~';

struct Reader {
    /// The hash of the games.
    choice: String,
    /// The last event id of each game.
    sent: Vec<String>,
    /// Streams that have not begun, each with its game's index.
    new: Vec<(usize, Events<GameEvent>)>,
    /// The other streams, merged: each that has events gets its turn.
    begun: SelectAll<LocalBoxStream<'static, (usize, Vec<GameEvent>)>>,
    is_closed: bool,
}

impl Live {
    /// The events of each of these games after the event with the id `after`, or from
    /// its present state on, until all are over, if the caller may see all. `None` if
    /// the reader has all events.
    pub async fn chosen_games_events(
        &self,
        ids: BTreeSet<Uuid>,
        token: Option<Token>,
        after: Option<ChosenGamesCursor>,
        form: StreamForm,
    ) -> Result<Option<Events<GameEvent>>, Error> {
        if !(1..=MAX_GAMES).contains(&ids.len()) {
            let range = Message::new("wanted-list-of").with("field", "game_id").with("least", "1");
            return Err(Error::invalid("game_id", range.with("most", MAX_GAMES.to_string())));
        }
        count_lines(LINES * ids.len());
        let choice = id_of(&ids)[..CHOICE_DIGITS].to_owned();
        let sent = match after {
            Some(after) if after.choice == choice && after.sent.len() == ids.len() => after.sent,
            Some(_) => return Err(no_such_id()),
            None => vec![None; ids.len()],
        };
        // All begin at once.
        let most = AT_ONCE.div_ceil(ids.len());
        let opened = stream::iter(ids.into_iter().zip(&sent)).map(|(id, sent)| {
            let events = self.some_game_events(id, token.clone(), *sent, form, most);
            events.map_err(move |error| Error::OneGame(id, Box::new(error)))
        });
        let opened: Vec<_> = opened.buffered(AT_ONCE).try_collect().await?;
        let new: Vec<_> =
            opened.into_iter().enumerate().filter_map(|(place, events)| Some((place, events?))).collect();
        if new.is_empty() {
            return Ok(None);
        }
        let sent = sent.iter().map(|sent| sent.map_or_else(String::new, |sent| sent.to_string())).collect();
        let reader = Reader { choice, sent, new, begun: SelectAll::new(), is_closed: false };
        Ok(Some(events_of(reader, async |reader: &mut Reader| Ok(reader.next().await))))
    }
}

/// The cursor of each game. Its text is the id of an event of this stream.
#[derive(Clone, Debug)]
pub struct ChosenGamesCursor {
    choice: String,
    sent: Vec<Option<GameCursor>>,
}

impl FromStr for ChosenGamesCursor {
    type Err = Error;

    fn from_str(id: &str) -> Result<Self, Error> {
        let mut parts = id.split(SEPARATOR);
        let choice = parts.next().filter(|choice| is_hex(choice, CHOICE_DIGITS)).ok_or_else(no_such_id)?;
        let sent = parts.map(|sent| Some(sent).filter(|sent| !sent.is_empty()).map(str::parse).transpose());
        Ok(Self { choice: choice.to_owned(), sent: sent.collect::<Result<_, _>>()? })
    }
}

impl Reader {
    async fn next(&mut self) -> Option<Vec<GameEvent>> {
        if self.is_closed {
            return None;
        }
        if self.new.is_empty() {
            let (place, events) = self.begun.next().await?;
            return Some(self.with_ids(place, events));
        }
        // Each stream begins at once, perhaps without events, and so does the merged
        // one.
        let mut first = Vec::new();
        for (place, mut events) in std::mem::take(&mut self.new) {
            first.extend(self.with_ids(place, events.next().await.unwrap_or_default()));
            if self.is_closed {
                break;
            }
            self.begun.push(events.map(move |events| (place, events)).boxed_local());
        }
        Some(first)
    }

    /// A game's events, with the ids of this stream.
    fn with_ids(&mut self, place: usize, mut events: Vec<GameEvent>) -> Vec<GameEvent> {
        for event in &mut events {
            self.is_closed |= matches!(event, GameEvent::Closed { .. });
            if let Some(id) = event.id_mut() {
                self.sent[place].clone_from(id);
                *id = format!("{}{SEPARATOR}{}", self.choice, self.sent.join(&SEPARATOR.to_string()));
            }
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_something_of_each_of_its_games() {
        let cursor: ChosenGamesCursor = "00c0ffee~3.17.2.c0ffee00.end~~0.0.0".parse().unwrap();
        assert_eq!(cursor.choice, "00c0ffee");
        let sent = cursor.sent.iter().map(|sent| sent.map(|sent| sent.to_string()));
        assert!(sent.eq([Some("3.17.2.c0ffee00.end".to_owned()), None, Some("0.0.0".to_owned())]));
        for wrong in ["", "4711", "00C0FFEE~", "00c0ffee~0.0", "00c0ffee~0.0.0~\u{9e}"] {
            assert!(wrong.parse::<ChosenGamesCursor>().is_err(), "{wrong}");
        }
    }
}
