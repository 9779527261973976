//! The events of games that the reader has chosen: those of each game's own stream,
//! in one.

use std::collections::BTreeSet;

use futures_util::stream::{self, LocalBoxStream, SelectAll};
use futures_util::{StreamExt, TryFutureExt, TryStreamExt};
use regicide_engine::engine::Message;
use uuid::Uuid;

use super::Live;
use super::game::StreamForm;
use super::{AT_ONCE, Events, GameEvent, events_of, id_of, no_such_id};
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
        after: Option<&str>,
        form: StreamForm,
    ) -> Result<Option<Events<GameEvent>>, Error> {
        if !(1..=MAX_GAMES).contains(&ids.len()) {
            let range = Message::new("wanted-list-of").with("field", "game_id").with("least", "1");
            return Err(Error::invalid("game_id", range.with("most", MAX_GAMES.to_string())));
        }
        count_lines(LINES * ids.len());
        let choice = id_of(&ids)[..CHOICE_DIGITS].to_owned();
        let sent = match after {
            Some(after) => read(after, &choice, ids.len()).ok_or_else(no_such_id)?,
            None => vec![String::new(); ids.len()],
        };
        // All begin at once.
        let most = AT_ONCE.div_ceil(ids.len());
        let opened = stream::iter(ids.into_iter().zip(&sent)).map(|(id, sent)| {
            let after = Some(sent.as_str()).filter(|sent| !sent.is_empty());
            let events = self.some_game_events(id, token.clone(), after, form, most);
            events.map_err(move |error| Error::OneGame(id, Box::new(error)))
        });
        let opened: Vec<_> = opened.buffered(AT_ONCE).try_collect().await?;
        let new: Vec<_> =
            opened.into_iter().enumerate().filter_map(|(place, events)| Some((place, events?))).collect();
        if new.is_empty() {
            return Ok(None);
        }
        let reader = Reader { choice, sent, new, begun: SelectAll::new(), is_closed: false };
        Ok(Some(events_of(reader, async |reader: &mut Reader| Ok(reader.next().await))))
    }
}

/// The last event id of each game, from an id of this stream.
fn read(id: &str, choice: &str, games: usize) -> Option<Vec<String>> {
    let mut parts = id.split(SEPARATOR);
    let is_of_choice = parts.next() == Some(choice);
    let sent: Vec<_> = parts.map(str::to_owned).collect();
    (is_of_choice && sent.len() == games).then_some(sent)
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
        let sent = read("00c0ffee~3.17.2.c0ffee00.end~~0.0.0", "00c0ffee", 3).unwrap();
        assert_eq!(sent, ["3.17.2.c0ffee00.end", "", "0.0.0"]);
        for wrong in
            ["", "4711", "00c0ffee", "00c0ffee~", "00c0ffee~0.0.0~0.0.0~0.0.0", "c0ffee00~0.0.0~0.0.0"]
        {
            assert!(read(wrong, "00c0ffee", 2).is_none(), "{wrong}");
        }
    }
}
