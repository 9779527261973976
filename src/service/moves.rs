//! Making a move.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::create::invalid;
use super::error::Error;
use super::idempotency::{IdempotencyKey, request_hash};
use super::table::{Caller, Table};
use super::token::Token;
use super::view::{ConcessionPending, MoveAnswer};
use super::{ATTEMPTS, Service};
use crate::engine::{
    Concession, Effect, Game as _, Move, MoveError, MoveJson, MoveJsonError, Position, Reason, Refusal, Seat,
};
use crate::record::{Chain, Entry, MAX_MOVES};
use crate::store::{Append, Appended, Finished, LogEntry, MoveKey};
use crate::words::Language;

/// A move to be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"move": {"type": "play", "cards": ["7H"]}, "expected_seq": 0})))]
pub struct MakeMove {
    /// The move, in JSON or as text.
    #[serde(rename = "move")]
    pub mv: MoveInput,
    /// The number of moves that the caller has seen. If others were made
    /// since, the move is refused with 409 instead of being judged in a
    /// position that the caller does not know.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 20000)]
    pub expected_seq: Option<u32>,
}

/// A move in either form.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum MoveInput {
    /// The JSON form.
    Json(MoveJson),
    /// The text form, as in a log: `play 8D AC`.
    Text(MoveText),
}

/// The text form of a move (RECORD.md S3).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(
    examples("play 8D AC"),
    pattern = "^((play|discard)( ([A2-9TJQK][CDHS]|X[12])){1,8}|next [0-3]|trump [CDHS]|bury ([A2-9TJQK][CDHS]|X[12])|change ([CDHS]|reverse|[CDHS] reverse)|yield|flip|concede|take|pass|keep)$"
)]
pub struct MoveText(String);

/// What came of it.
#[derive(Clone, Debug)]
pub enum Moved {
    /// The move stands in the log.
    Made(Box<MoveAnswer>),
    /// The wish to concede is noted; other seats have to agree (R11.1).
    Asked(Box<ConcessionPending>),
}

/// What a request for a move comes to.
enum Verdict {
    /// An earlier request with the same key made this move.
    Made(u32),
    /// The seat asks to concede, and others have not yet (R11.1).
    Ask(Seat),
    /// The move is to be stored.
    Append(Box<Judged>),
}

/// A judged move, ready to be stored.
struct Judged {
    row: LogEntry,
    position: Position,
    effects: Vec<Effect>,
}

impl Service {
    /// Makes a move: one write, and one read if the game is not kept. What it
    /// did is told in `language`.
    ///
    /// # Errors
    /// If the caller has no seat, the game takes no moves, the log is not
    /// where the caller expects it, the move is against the rules, or the key
    /// was used for another request.
    pub async fn make_move(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &MakeMove,
        key: Option<&IdempotencyKey>,
        language: Language,
    ) -> Result<Moved, Error> {
        let key = key.map(|key| key.for_move(request_hash(&format!("make_move {id}"), request)));
        // A kept game may be stale. That the database takes the move proves that
        // it is not; anything else has to be found out from the database.
        if let Some(kept) = self.kept.get(id, self.now())
            && let Ok(Verdict::Append(judged)) = kept.hear(token, request, key)
            && let Some(answer) = self.append(kept, judged, language).await?
        {
            return Ok(Moved::Made(Box::new(answer)));
        }
        for _ in 0..ATTEMPTS {
            let table = self.load(id).await?;
            match table.hear(token, request, key)? {
                Verdict::Made(seq) => return Ok(Moved::Made(Box::new(table.answered(seq, language)?))),
                Verdict::Ask(seat) => {
                    if let Some(pending) = self.ask_to_concede(table, seat).await? {
                        return Ok(Moved::Asked(Box::new(pending)));
                    }
                }
                Verdict::Append(judged) => {
                    if let Some(answer) = self.append(table, judged, language).await? {
                        return Ok(Moved::Made(Box::new(answer)));
                    }
                }
            }
        }
        Err(Error::Contended)
    }

    /// Stores a judged move; nothing if another was faster.
    async fn append(
        &self,
        mut table: Table,
        judged: Box<Judged>,
        language: Language,
    ) -> Result<Option<MoveAnswer>, Error> {
        let Judged { row, position, effects } = *judged;
        let at = row.entry.at.unwrap_or(table.now);
        let finished = position.outcome().map(|outcome| Finished { at, outcome });
        let (game, version) = (table.game().id, table.stored.version);
        let after = table.log().last().map(|row| row.h);
        let append = Append { game, version, after, row, finished: finished.clone() };
        if self.store.append(&append).await? == Appended::Conflict {
            return Ok(None);
        }
        table.stored.game.moves.push(row);
        table.stored.version += u32::from(finished.is_some());
        table.stored.game.finished = finished;
        table.position = position;
        table.chain = Chain::from_hash(row.h);
        let answer = table.answer(&row, effects, language);
        if table.stored.game.finished.is_some() {
            self.settle_finished(&table).await;
        }
        self.kept.keep(table);
        Ok(Some(answer))
    }

    /// Notes a wish to concede; nothing if the game has changed meanwhile.
    async fn ask_to_concede(&self, mut table: Table, seat: Seat) -> Result<Option<ConcessionPending>, Error> {
        let seq = table.seq();
        let (game, version) = (table.game().id, table.stored.version);
        let state = &mut table.stored.game.seats[seat.index()];
        if state.asked_to_concede.is_none() {
            state.asked_to_concede = Some(seq);
            if !self.store.set_seat(game, version, state, None, None).await? {
                return Ok(None);
            }
        }
        let seats = &table.game().seats;
        let asked = seats.iter().filter(|state| state.asked_to_concede.is_some()).map(|state| state.seat);
        Ok(Some(ConcessionPending { asked: asked.collect(), game: table.view(Caller::Seat(seat)) }))
    }
}

/// Written out, because the derived one could not say what is wrong with a
/// move.
impl<'de> Deserialize<'de> for MoveInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EitherForm;

        impl<'de> Visitor<'de> for EitherForm {
            type Value = MoveInput;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move as an object or as text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<MoveInput, E> {
                Ok(MoveInput::Text(MoveText(text.to_owned())))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<MoveInput, A::Error> {
                MoveJson::deserialize(MapAccessDeserializer::new(map)).map(MoveInput::Json)
            }
        }

        deserializer.deserialize_any(EitherForm)
    }
}

impl MoveInput {
    /// # Errors
    /// If it is no move; a change of nothing fits the form, but not the rules.
    fn parse(&self, seq: u32) -> Result<Move, Error> {
        match self {
            Self::Json(mv) => mv.clone().try_into().map_err(|error| match error {
                MoveJsonError::ChangeNothing => {
                    Error::refused(Refusal { reason: Reason::ChangesNothing, clause: "T8" }, seq)
                }
                MoveJsonError::Cards(_) | MoveJsonError::BuryOne => invalid("move", error.message()),
            }),
            Self::Text(MoveText(text)) => {
                text.parse().map_err(|error: MoveError| invalid("move", error.message()))
            }
        }
    }
}

impl Table {
    /// Whether a concession of `seat` still needs somebody else's (R11.1).
    fn waits_for_others(&self, seat: Seat) -> bool {
        match self.position.concession() {
            Concession::AtOnce => false,
            Concession::WhenAllAsk => {
                let others = self.game().seats.iter().filter(|state| state.seat != seat);
                others.into_iter().any(|state| state.asked_to_concede.is_none())
            }
        }
    }

    /// Judges a request for a move.
    fn hear(
        &self,
        token: Option<&Token>,
        request: &MakeMove,
        key: Option<MoveKey>,
    ) -> Result<Verdict, Error> {
        let seat = self.seat_of(token)?;
        if let Some(seq) = self.made_with(key)? {
            return Ok(Verdict::Made(seq));
        }
        self.require_running()?;
        if let Some(expected) = request.expected_seq.filter(|&seq| seq != self.seq()) {
            return Err(Error::SeqConflict { expected, actual: self.seq() });
        }
        let mv = request.mv.parse(self.seq())?;
        if mv == Move::Concede && self.waits_for_others(seat) {
            return Ok(Verdict::Ask(seat));
        }
        self.judge(seat, mv, key).map(|judged| Verdict::Append(Box::new(judged)))
    }

    /// Judges a move and makes the row that would stand in the log.
    fn judge(&self, seat: Seat, mv: Move, key: Option<MoveKey>) -> Result<Judged, Error> {
        let seq = self.seq();
        if seq >= MAX_MOVES {
            return Err(Error::LogFull);
        }
        let mut effects = Vec::new();
        let position =
            self.position.play(seat, &mv, &mut effects).map_err(|refusal| Error::refused(refusal, seq))?;
        // Clocks of several instances differ; a log's times never go back.
        let last = self.log().last().and_then(|row| row.entry.at);
        let at = last.map_or(self.now, |last| last.max(self.now));
        let entry = Entry { seq: seq + 1, seat, mv, at: Some(at) };
        let h = self.chain.then(&entry, &self.game().seed).hash();
        Ok(Judged { row: LogEntry { entry, h, key }, position, effects })
    }

    /// The answer to the move that was just made.
    fn answer(&self, row: &LogEntry, effects: Vec<Effect>, language: Language) -> MoveAnswer {
        let caller = Caller::Seat(row.entry.seat);
        let made = self.log_line(caller, &row.entry, row.h, effects, language);
        MoveAnswer { made, game: self.view(caller) }
    }

    /// The answer that move `seq` got when it was made, computed again.
    fn answered(mut self, seq: u32, language: Language) -> Result<MoveAnswer, Error> {
        let all = self.seq();
        let (before, _) = self.position_at(seq - 1)?;
        let (position, h) = self.position_at(seq)?;
        let game = &mut self.stored.game;
        game.moves.truncate(seq as usize);
        if seq < all {
            game.finished = None;
        }
        for state in &mut game.seats {
            state.asked_to_concede = state.asked_to_concede.filter(|&asked| asked < seq);
        }
        let row = game.moves[seq as usize - 1];
        self.now = row.entry.at.unwrap_or(self.now);
        self.position = position;
        self.chain = Chain::from_hash(h);
        let mut effects = Vec::new();
        let seat = row.entry.seat;
        before.play(seat, &row.entry.mv, &mut effects).map_err(|refusal| Error::refused(refusal, seq))?;
        Ok(self.answer(&row, effects, language))
    }
}
