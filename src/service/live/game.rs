//! The events of a game.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use regicide_engine::engine::{Hash, Seat};
use regicide_engine::i18n::Language;
use regicide_engine::record::MAX_MOVES;
use serde::Serialize;
use strum::AsRefStr;
use tokio::sync::watch;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Live;
use super::followed::FollowedGame;
use super::presence::{PresentReader, Readers};
use super::shown::{Part, SharedJson};
use super::{AT_ONCE, CloseReason, Event, Events, events_of, no_such_id, retry_unavailable};
use crate::service::core::is_hex;
use crate::service::error::Error;
use crate::service::games::loaded_game::Role;
use crate::service::games::log::Step;
use crate::service::games::signals::SignalLine;
use crate::service::games::view::{GameView, LogLine, MinimalMove};
use crate::service::runtime::token::Token;
use crate::service::runtime::work::blocking;
use regicide_store::{Game, MAX_SIGNALS};

/// An event of a game, as the caller may see it. `game` is the game after it: a
/// client that renders it has rendered the event.
#[derive(Clone, Debug, Serialize, ToSchema, AsRefStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum GameEvent {
    /// The present game: its first event, unless the stream continues after one that
    /// the client has.
    View {
        /// The cursor after this event.
        #[schema(examples("2.9.4"))]
        id: String,
        /// The game.
        #[schema(value_type = GameView)]
        game: SharedJson,
    },
    /// A move.
    Move {
        /// The cursor after this event.
        #[schema(examples("0.1.0"))]
        id: String,
        /// The move as it is in the log, with its effects.
        #[schema(value_type = LogLine)]
        made: SharedJson,
        /// The game: the table as it was after the move, the rest as it is now.
        #[schema(value_type = GameView)]
        game: SharedJson,
    },
    /// A move, for readers that have chosen minimal moves: they keep the game themselves.
    MinimalMove {
        /// The cursor after this event.
        #[schema(examples("0.1.0"))]
        id: String,
        /// The game's id.
        game_id: Uuid,
        /// The move with its effects.
        #[schema(value_type = MinimalMove)]
        made: SharedJson,
    },
    /// A player has given a signal (R8), perhaps after the end. The game does not change.
    Signal {
        /// The cursor after this event.
        #[schema(examples("0.3.1"))]
        id: String,
        /// The game's id.
        game_id: Uuid,
        /// The signal, with its seat.
        said: SignalLine,
    },
    /// The seats or the open proposal changed: a seat was taken, freed or held, a player was
    /// renamed, a proposal was made, accepted or closed.
    Seats {
        /// The cursor after this event.
        #[schema(examples("2.9.4"))]
        id: String,
        /// The game.
        #[schema(value_type = GameView)]
        game: SharedJson,
    },
    /// The game is over: its last event, unless the stream waits for a rematch.
    End {
        /// The cursor after this event.
        #[schema(examples("2.9.4"))]
        id: String,
        /// The game, with its result and all hidden information.
        #[schema(value_type = GameView)]
        game: SharedJson,
    },
    /// There is a rematch: the last event, for streams that wait for it.
    Rematch {
        /// The cursor after this event.
        #[schema(examples("2.9.4"))]
        id: String,
        /// The game that is over; its `rematch` is the id of the new one.
        #[schema(value_type = GameView)]
        game: SharedJson,
    },
    /// The readers who are present, for those who are shown as such: at first, and when they
    /// change, at most once a second. It is not part of the game and has no id.
    Presence {
        /// The game's id.
        game_id: Uuid,
        /// The seats that follow the game, in ascending order.
        present_seats: Vec<Seat>,
        /// The number of other readers.
        spectators: u32,
    },
    /// The service ends the stream.
    Closed {
        /// The reason.
        reason: CloseReason,
    },
    /// No event: the stream is still open.
    Keepalive,
}

impl GameEvent {
    /// Its id, where it is sent with one.
    pub(super) const fn id_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::View { id, .. }
            | Self::Move { id, .. }
            | Self::MinimalMove { id, .. }
            | Self::Signal { id, .. }
            | Self::Seats { id, .. }
            | Self::End { id, .. }
            | Self::Rematch { id, .. } => Some(id),
            Self::Presence { .. } | Self::Closed { .. } | Self::Keepalive => None,
        }
    }
}

impl Event for GameEvent {
    fn id(&self) -> Option<&str> {
        match self {
            Self::View { id, .. }
            | Self::Move { id, .. }
            | Self::MinimalMove { id, .. }
            | Self::Signal { id, .. }
            | Self::Seats { id, .. }
            | Self::End { id, .. }
            | Self::Rematch { id, .. } => Some(id),
            Self::Presence { .. } | Self::Closed { .. } | Self::Keepalive => None,
        }
    }

    fn closed(reason: CloseReason) -> Self {
        Self::Closed { reason }
    }

    fn keepalive() -> Self {
        Self::Keepalive
    }
}

/// The cursor of a reader: all moves and all signals up to a number, the seats of a
/// version with their players' names, and perhaps the end and the rematch. Its text
/// is the id of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameCursor {
    version: u32,
    seq: u32,
    signals: u32,
    /// The players' names, which change without a new version; `None` where no player
    /// has a seat.
    names: Option<NamesHash>,
    delivered: Delivered,
}

/// A hash of the names of the players at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NamesHash(u32);

/// The number of its hexadecimal digits.
const NAMES_DIGITS: usize = 8;

impl NamesHash {
    fn of(game: &Game) -> Option<Self> {
        let seated = game.seats.iter().filter(|seat| seat.player.is_some());
        let names: Vec<_> = seated.map(|seat| (seat.seat, &seat.name)).collect();
        let hash = Hash::of(format!("{names:?}").as_bytes()).0;
        (!names.is_empty()).then(|| Self(u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]])))
    }

    fn read(text: &str) -> Option<Self> {
        u32::from_str_radix(text, 16).ok().filter(|_| is_hex(text, NAMES_DIGITS)).map(Self)
    }
}

/// The delivered events of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Delivered {
    Nothing,
    End,
    Rematch,
}

impl GameCursor {
    fn of(state: &FollowedGame) -> Self {
        let FollowedGame { loaded, .. } = state;
        let (version, seq) = (loaded.game.version, loaded.seq());
        let names = NamesHash::of(&loaded.game);
        Self { version, seq, signals: state.signals_given(), names, delivered: Delivered::Nothing }
    }

    /// True if the game can have been at this cursor. It cannot if the database has
    /// lost its last changes in a failover.
    fn is_before(self, state: &FollowedGame) -> bool {
        let current = Self::of(state);
        let is_known =
            self.version <= current.version && self.seq <= current.seq && self.signals <= current.signals;
        is_known
            && match self.delivered {
                Delivered::Nothing => true,
                Delivered::End => state.loaded.is_over(),
                Delivered::Rematch => state.loaded.game.rematch.is_some(),
            }
    }
}

impl fmt::Display for GameCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let delivered = match self.delivered {
            Delivered::Nothing => "",
            Delivered::End => ".end",
            Delivered::Rematch => ".rematch",
        };
        write!(f, "{}.{}.{}", self.version, self.seq, self.signals)?;
        if let Some(NamesHash(names)) = self.names {
            write!(f, ".{names:0NAMES_DIGITS$x}")?;
        }
        f.write_str(delivered)
    }
}

impl FromStr for GameCursor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let number = |part: Option<&str>| {
            let digits = part.filter(|part| part.bytes().all(|each| each.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<u32>().ok()).ok_or_else(no_such_id)
        };
        let mut parts = text.split('.').peekable();
        let (version, seq) = (number(parts.next())?, number(parts.next())?);
        let signals = number(parts.next())?;
        let names = parts.peek().and_then(|part| NamesHash::read(part));
        if names.is_some() {
            parts.next();
        }
        let delivered = match parts.next() {
            None => Delivered::Nothing,
            Some("end") => Delivered::End,
            Some("rematch") => Delivered::Rematch,
            Some(_) => return Err(no_such_id()),
        };
        let is_possible = parts.next().is_none() && seq <= MAX_MOVES && signals <= MAX_SIGNALS;
        is_possible.then_some(Self { version, seq, signals, names, delivered }).ok_or_else(no_such_id)
    }
}

/// The form of a stream of a game's events.
#[derive(Clone, Copy, Debug)]
pub struct StreamForm {
    /// The last event.
    until: Delivered,
    /// True if moves come without words and without the game.
    is_minimal: bool,
    /// True if the reader is present for the others, and they for the reader.
    is_present: bool,
    language: Language,
}

impl StreamForm {
    #[must_use]
    pub const fn new(language: Language, until_rematch: bool, is_minimal: bool) -> Self {
        let until = if until_rematch { Delivered::Rematch } else { Delivered::End };
        Self { until, is_minimal, is_present: false, language }
    }

    #[must_use]
    pub const fn present(self, is_present: bool) -> Self {
        Self { is_present, ..self }
    }
}

struct Reader {
    live: Live,
    game_id: Uuid,
    /// Dropped before `game`: the publisher announces it before it ends with its last follower.
    presence: Option<PresentReader>,
    game: watch::Receiver<Option<Arc<FollowedGame>>>,
    token: Option<Token>,
    /// The role of the reader when the last event was sent.
    caller: Role,
    sent: Option<GameCursor>,
    /// The last move that was sent: the next ones are computed from there.
    last: Option<Arc<Step>>,
    form: StreamForm,
    /// The limit on moves that are sent at once.
    most: usize,
    begun: bool,
    done: bool,
}

impl Live {
    /// The events of a game after the event with the id `after`, or from its present
    /// state on. `None` if the reader has all events.
    pub async fn game_events(
        &self,
        id: Uuid,
        token: Option<Token>,
        after: Option<GameCursor>,
        form: StreamForm,
    ) -> Result<Option<Events<GameEvent>>, Error> {
        self.some_game_events(id, token, after, form, AT_ONCE).await
    }

    /// The events of a game, with at most `most` moves at once.
    pub(super) async fn some_game_events(
        &self,
        id: Uuid,
        token: Option<Token>,
        after: Option<GameCursor>,
        form: StreamForm,
        most: usize,
    ) -> Result<Option<Events<GameEvent>>, Error> {
        let (game, presence) = self.follow(id).await?;
        let state = game.borrow().clone().ok_or(Error::Contended)?;
        let caller = self.games.viewer(&state.loaded, token.as_ref()).await?;
        if after.is_some_and(|sent| sent.delivered >= form.until && sent.is_before(&state)) {
            return Ok(None);
        }
        // A cursor without names is taken to have the present ones.
        let names = NamesHash::of(&state.loaded.game);
        let sent = after.map(|sent| GameCursor { names: sent.names.or(names), ..sent });
        let presence = form.is_present.then(|| presence.enter(caller.viewer()));
        let (live, last, begun, done) = (self.clone(), None, false, false);
        let game_id = id;
        let reader =
            Reader { live, game_id, presence, game, token, caller, sent, last, form, most, begun, done };
        Ok(Some(events_of(reader, Reader::next)))
    }
}

impl Reader {
    async fn next(&mut self) -> Result<Option<Vec<GameEvent>>, Error> {
        if self.done {
            return Ok(None);
        }
        loop {
            let state = self.game.borrow_and_update().clone();
            let events = if let Some(state) = state {
                self.events(state).await?
            } else {
                self.done = true;
                vec![GameEvent::closed(CloseReason::Failed)]
            };
            let is_first = !std::mem::replace(&mut self.begun, true);
            if is_first || !events.is_empty() {
                self.done |= self.sent.is_some_and(|sent| sent.delivered >= self.form.until);
                return Ok(Some(events));
            }
            tokio::select! {
                // The publisher is dropped only after it has published the reason.
                changed = self.game.changed() => if changed.is_err() {
                    return Ok(None);
                },
                readers = PresentReader::next(&mut self.presence) => {
                    return Ok(Some(vec![self.presence_event(readers)]));
                }
            }
        }
    }

    fn presence_event(&self, readers: Readers) -> GameEvent {
        let (present_seats, spectators) = (readers.seats(), readers.spectators);
        GameEvent::Presence { game_id: self.game_id, present_seats, spectators }
    }

    /// The events of a state that the reader lacks, a part of them if there are many.
    async fn events(&mut self, state: Arc<FollowedGame>) -> Result<Vec<GameEvent>, Error> {
        let loaded = &state.loaded;
        let (live, token, before) = (&self.live, self.token.as_ref(), self.caller);
        let caller = retry_unavailable(async || live.games.still_viewer(loaded, token, before).await).await?;
        self.caller = caller;
        if let Some(presence) = &mut self.presence {
            presence.become_viewer(caller.viewer());
        }
        let current = GameCursor::of(&state);
        let mut events = Vec::new();
        let known = self.sent.filter(|sent| sent.is_before(&state));
        // Signals since the last move are not in the view, and follow it.
        let start = GameCursor { signals: state.signals_before(current.seq), ..current };
        let mut sent = known.unwrap_or(start);
        if known.is_none() {
            events.push(GameEvent::View { id: sent.to_string(), game: state.shown_game(caller) });
        }
        if sent.seq < current.seq {
            let (form, last, most) = (self.form, self.last.take(), self.most);
            let of_moves = state.clone();
            let steps = blocking(loaded.log().len(), move || {
                let steps = of_moves.steps_after(sent.seq, last.as_deref(), most)?;
                let (mut events, mut sent) = (Vec::new(), sent);
                for step in &steps {
                    of_moves.tell_signals(&mut sent, form.language, &mut events);
                    events.push(of_moves.event(caller, &mut sent, step, form));
                }
                Ok::<_, Error>((events, sent, steps.last().cloned()))
            });
            let (made, place, last) = steps.await?;
            events.extend(made);
            sent = place;
            self.last = last;
        }
        state.tell_signals(&mut sent, self.form.language, &mut events);
        if sent.seq == current.seq {
            let game = || state.shown_game(caller);
            if loaded.is_over() {
                if sent.delivered < Delivered::End {
                    sent = GameCursor { delivered: Delivered::End, ..current };
                    events.push(GameEvent::End { id: sent.to_string(), game: game() });
                }
                if self.form.until == Delivered::Rematch && loaded.game.rematch.is_some() {
                    sent = GameCursor { delivered: Delivered::Rematch, ..current };
                    events.push(GameEvent::Rematch { id: sent.to_string(), game: game() });
                }
            } else if sent.version < current.version || sent.names != current.names {
                sent = current;
                events.push(GameEvent::Seats { id: sent.to_string(), game: game() });
            }
        }
        self.sent = Some(sent);
        Ok(events)
    }
}

impl FollowedGame {
    /// The events of the signals at the reader's cursor that the reader lacks.
    fn tell_signals(&self, sent: &mut GameCursor, language: Language, events: &mut Vec<GameEvent>) {
        for said in self.signals_after(sent.signals, sent.seq) {
            sent.signals = said.number;
            let said = self.loaded.signal_line(said, language);
            events.push(GameEvent::Signal { id: sent.to_string(), game_id: self.loaded.game.id, said });
        }
    }

    /// The event of a move, which advances the cursor.
    fn event(&self, caller: Role, sent: &mut GameCursor, step: &Step, form: StreamForm) -> GameEvent {
        let Step { row, effects, history } = step;
        let StreamForm { language, is_minimal, .. } = form;
        sent.seq = row.entry.seq;
        let id = sent.to_string();
        if is_minimal {
            let (entry, position) = (&row.entry, history.position());
            let minimal = || self.loaded.minimal_move(caller, entry, row.h, effects.clone(), position);
            let made = self.shown(Part::MinimalMove(sent.seq), caller, minimal);
            return GameEvent::MinimalMove { id, game_id: self.loaded.game.id, made };
        }
        let line = || self.loaded.log_line(caller, &row.entry, row.h, effects.clone(), language);
        let made = self.shown(Part::Move(sent.seq, language), caller, line);
        let game = self.shown(Part::Game(sent.seq), caller, || self.loaded.view_of(caller, history, row.h));
        GameEvent::Move { id, made, game }
    }

    /// The present game, for a caller.
    fn shown_game(&self, caller: Role) -> SharedJson {
        self.shown(Part::Game(self.loaded.seq()), caller, || self.loaded.view(caller))
    }

    /// A part of an event for a caller. Parts for few readers are not cached.
    fn shown<T: Serialize>(&self, part: Part, caller: Role, make: impl FnOnce() -> T) -> SharedJson {
        let (Part::Game(seq) | Part::Move(seq, _) | Part::MinimalMove(seq)) = part;
        if (seq as usize + AT_ONCE) <= self.loaded.log().len() {
            return SharedJson::of(&make());
        }
        self.parts.get(part, caller.viewer(), make)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_written() {
        for text in [
            "0.0.0",
            "3.17.2",
            "4.18.0.end",
            "5.18.0.rematch",
            "12.7151.1000",
            "1.2.0.00c0ffee",
            "4.18.0.c0ffee00.end",
        ] {
            assert_eq!(text.parse::<GameCursor>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "1",
            "1.",
            ".1",
            "-1.0.0",
            "+1.0.0",
            "1.2",
            "1.2.end",
            "1.7152.0",
            "1.2.1001",
            "1.2.3.4",
            "1.2.3.end.",
            "1.2.3.ende",
            "1.2.3.C0FFEE00",
            "1.2.3.+0ffee00",
            "1.2.3.end.c0ffee00",
            "a.b.c",
            "99999999999.0.0",
        ] {
            assert!(text.parse::<GameCursor>().is_err(), "{text}");
        }
    }
}
