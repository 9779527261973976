//! Making a move.

use regicide_engine::engine::{
    Effect, Game as _, History, Message, Move, MoveError, MoveJson, MoveJsonError, Reason, Refusal, Seat,
    deserialize_some,
};
use regicide_engine::i18n::Language;
use regicide_engine::record::Entry;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Play;
use crate::service::auth::idempotency::{IdempotencyKey, request_hash};
use crate::service::error::Error;
use crate::service::games::ends::seat_ends;
use crate::service::games::loaded_game::{LoadedGame, Role};
use crate::service::games::log::Step;
use crate::service::games::view::{MadeMove, MoveAnswer};
use crate::service::runtime::token::Token;
use crate::service::runtime::work::blocking;
use regicide_store::{Append, BotsNext, Finished, LogEntry, MoveKey, TokenHash};

/// A move to be made, in one of its two forms.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"move": {"type": "play", "cards": ["7H"]}, "expected_seq": 0})))]
pub struct MakeMove {
    /// The move in its JSON form, as in legal moves. Either this or `text` is given.
    #[serde(rename = "move", default, deserialize_with = "deserialize_some")]
    pub mv: Option<MoveJson>,
    /// The move in its text form, as in legal moves and logs (docs/spec/record.md
    /// S3). Either this or `move` is given.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(
        examples("play 8D AC"),
        pattern = "^((play|discard)( ([A2-9TJQK][CDHS]|X[12])){1,8}|next [0-3]|trump [CDHS]|bury ([A2-9TJQK][CDHS]|X[12])|change ([CDHS]|reverse|[CDHS] reverse)|yield|flip|concede|undo|take|pass|keep)$"
    )]
    pub text: Option<String>,
    /// The number of moves that the caller has seen. If others were made since, the
    /// move is refused with 409 instead of being validated in a position that the
    /// caller has not seen.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(minimum = 0, maximum = 7151)]
    pub expected_seq: Option<u32>,
}

/// The form of the answer to a move.
#[derive(Clone, Copy, Debug)]
pub enum AnswerForm {
    /// The move, narrated in a language, and the game after it.
    Full(Language),
    /// The effects of the move, without words and without the game.
    Minimal,
}

/// The result of a request for a move.
#[derive(Clone, Debug)]
pub struct Moved {
    pub answer: MoveAnswer,
    /// True if an earlier request with the same key had this result.
    pub repeated: bool,
}

impl Moved {
    const fn first(answer: MoveAnswer) -> Self {
        Self { answer, repeated: false }
    }

    const fn again(answer: MoveAnswer) -> Self {
        Self { answer, repeated: true }
    }
}

enum Verdict {
    /// An earlier request with the same key made this move.
    Made(u32),
    Append(Box<Validated>),
}

/// A move that is in the log, and the game after it.
pub(crate) struct StoredMove {
    loaded: LoadedGame,
    row: LogEntry,
    effects: Vec<Effect>,
}

pub(crate) struct Validated {
    row: LogEntry,
    history: History,
    effects: Vec<Effect>,
}

impl Play {
    /// Makes a move: one write, and one read if the game is not cached.
    pub async fn make_move(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &MakeMove,
        key: Option<&IdempotencyKey>,
        form: AnswerForm,
    ) -> Result<Moved, Error> {
        let key = key.map(|key| key.for_move(request_hash(&format!("make_move {id}"), request)));
        // A cached game may be stale. The database stores the move only if it is not;
        // anything else has to be read from the database. The names in its answer
        // have their maximum age at most.
        if let Some(cached) = self.games.cache.get(id, self.core.now().await?)
            && cached.has_fresh_names()
            && let Role::Seat(seat) = cached.seated(token)
            && let Ok(Verdict::Append(validated)) = cached.evaluate(seat, request, key)
        {
            let player_token = token.and_then(|token| cached.player_token(seat, token));
            match self.append(cached, validated, player_token).await {
                Err(Error::Contended) => {}
                stored => return Ok(Moved::first(stored?.answer(form))),
            }
        }
        self.core
            .retry_stale(async || {
                let loaded = self.games.load(id).await?;
                let seat = self.games.seat_of(&loaded, token).await?;
                match loaded.evaluate(seat, request, key)? {
                    Verdict::Made(seq) => {
                        let moves = loaded.log().len();
                        let answer = move || Ok::<_, Error>(loaded.at_move(seq)?.answer(form));
                        Ok(Moved::again(blocking(moves, answer).await?))
                    }
                    Verdict::Append(validated) => {
                        let player_token = token.and_then(|token| loaded.player_token(seat, token));
                        let stored = self.append(loaded, validated, player_token).await?;
                        Ok(Moved::first(stored.answer(form)))
                    }
                }
            })
            .await
    }

    /// Stores a validated move, unless the player's token that it was sent with has
    /// been revoked.
    pub(crate) async fn append(
        &self,
        mut loaded: LoadedGame,
        validated: Box<Validated>,
        player_token: Option<TokenHash>,
    ) -> Result<StoredMove, Error> {
        let Validated { row, history, effects } = *validated;
        let position = history.position();
        let at = row.entry.at.unwrap_or(loaded.now);
        let finished = position.outcome().map(|outcome| Finished { at, outcome });
        let (game, version) = (loaded.game.id, loaded.game.version);
        let after = loaded.log().last().map(|row| row.h);
        let (to_act, players) = (position.to_act(), loaded.players());
        let player_at = |seat: Seat| loaded.game.seats[seat.index()].player.map(|player| player.id);
        let bots = loaded.bots_after(position);
        let before = loaded.position().to_act();
        let is_event = |next: &Seat| before != Some(*next) && bots != BotsNext::Move && !players.is_empty();
        let turn = to_act.filter(is_event).map(|next| player_at(next).unwrap_or_default());
        let in_flight = self.live.storing(&loaded, &row).await?;
        let seated = if in_flight.is_some() { loaded.player_tokens() } else { Vec::new() };
        let seat_ends = |finished| {
            let log = loaded.log().iter().map(|row| row.entry).chain([row.entry]);
            seat_ends(&loaded.game, finished, &log.collect::<Vec<_>>())
        };
        let append = Append {
            game,
            version,
            player_token,
            seated,
            after,
            row,
            to_act,
            seat_ends: finished.as_ref().map(seat_ends).unwrap_or_default(),
            finished,
            players,
            turn,
            bots,
        };
        if bots == BotsNext::Move {
            self.stored_here.insert(game);
        }
        self.core.store.moves.append(&append).await?;
        loaded.state_mut().push(row, history.clone());
        if let Some(in_flight) = in_flight {
            in_flight.hand_over(&loaded, Step { row, effects: effects.clone(), history });
        }
        let stored = StoredMove { loaded: loaded.clone(), row, effects };
        if loaded.game.finished.is_some() {
            self.challenges.rank_finished(&mut loaded).await;
        }
        self.games.cache.insert(loaded);
        Ok(stored)
    }
}

impl MakeMove {
    fn parse(&self, seq: u32) -> Result<Move, Error> {
        match (&self.mv, &self.text) {
            (Some(mv), None) => mv.clone().try_into().map_err(|error| match error {
                MoveJsonError::ChangeNothing => {
                    Error::refused(Refusal { reason: Reason::ChangesNothing, clause: "T8" }, seq, Vec::new())
                }
                MoveJsonError::Cards(_) | MoveJsonError::BuryOne => Error::invalid("move", error.message()),
            }),
            (None, Some(text)) => {
                text.parse().map_err(|error: MoveError| Error::invalid("text", error.message()))
            }
            (Some(_), Some(_)) | (None, None) => {
                Err(Error::invalid("move", Message::new("invalid-move-forms")))
            }
        }
    }
}

impl LoadedGame {
    /// The next turn of the house bots after a move that leads to a position.
    fn bots_after(&self, position: &regicide_engine::engine::Position) -> BotsNext {
        let is_bots = |seat| self.bot_at(seat).is_some();
        match position.to_act() {
            Some(next) if is_bots(next) => BotsNext::Move,
            _ if self.game.seats.iter().any(|state| state.bot.is_some()) => BotsNext::Wait,
            _ => BotsNext::None,
        }
    }

    fn evaluate(&self, seat: Seat, request: &MakeMove, key: Option<MoveKey>) -> Result<Verdict, Error> {
        if let Some(seq) = self.earlier(key)? {
            return Ok(Verdict::Made(seq));
        }
        self.require_running()?;
        self.require_seq(request.expected_seq)?;
        let mv = request.parse(self.seq())?;
        let validated = self.validate(seat, mv, key)?;
        if self.requires_agreement(&mv) {
            return Err(Error::AgreementRequired);
        }
        Ok(Verdict::Append(Box::new(validated)))
    }

    /// Validates a move and makes its row of the log. An undo is of the seat that made the
    /// move, whichever seat requests it.
    pub(crate) fn validate(&self, seat: Seat, mv: Move, key: Option<MoveKey>) -> Result<Validated, Error> {
        let seq = self.seq();
        let seat = if mv == Move::Undo { self.undo_seat().ok_or(Error::CannotUndo)? } else { seat };
        let (mut history, mut effects) = (self.history().clone(), Vec::new());
        let refused = |refusal| Error::refused(refusal, seq, self.player_names());
        history.advance(seat, &mv, &mut effects).map_err(refused)?;
        let most = self.game.setup.max_moves();
        if seq >= most || self.is_last_place() && history.position().outcome().is_none() {
            return Err(Error::LogFull(most));
        }
        // Clocks of several instances differ; a game's times never go back
        // (docs/spec/record.md S5.6).
        let at = self.game.touched_at().max(self.now);
        let entry = Entry { seq: seq + 1, seat, mv, at: Some(at) };
        let h = self.chain().then(&entry, &self.game.seed).hash();
        Ok(Validated { row: LogEntry { entry, h, key }, history, effects })
    }

    pub(crate) fn require_seq(&self, expected: Option<u32>) -> Result<(), Error> {
        match expected.filter(|&expected| expected != self.seq()) {
            Some(expected) => Err(Error::SeqConflict { expected, actual: self.seq() }),
            None => Ok(()),
        }
    }

    /// The number of the move of an earlier request with this key, if there was one.
    pub(super) fn earlier(&self, key: Option<MoveKey>) -> Result<Option<u32>, Error> {
        let Some(key) = key else { return Ok(None) };
        let with_key = |row: &&LogEntry| row.key.is_some_and(|used| used.key == key.key);
        match self.log().iter().find(with_key) {
            Some(row) if row.key == Some(key) => Ok(Some(row.entry.seq)),
            Some(_) => Err(Error::KeyReused),
            None => Ok(None),
        }
    }

    /// Move `seq` and the game after it, computed again.
    pub(super) fn at_move(mut self, seq: u32) -> Result<StoredMove, Error> {
        let (mut history, _) = self.history_at(seq - 1)?;
        self.state_mut().truncate_to(seq)?;
        self.state_mut().game.proposal = None;
        let row = self.log()[seq as usize - 1];
        self.now = row.entry.at.unwrap_or(self.now);
        let mut effects = Vec::new();
        let seat = row.entry.seat;
        let refused = |refusal| Error::refused(refusal, seq, self.player_names());
        history.advance(seat, &row.entry.mv, &mut effects).map_err(refused)?;
        Ok(StoredMove { loaded: self, row, effects })
    }
}

impl StoredMove {
    /// The answer to the request that made it, for its seat.
    fn answer(self, form: AnswerForm) -> MoveAnswer {
        match form {
            AnswerForm::Full(language) => {
                let seat = self.row.entry.seat;
                MoveAnswer::Made(Box::new(self.full(seat, language)))
            }
            AnswerForm::Minimal => {
                let Self { loaded, row, effects } = self;
                let (caller, position) = (Role::Seat(row.entry.seat), loaded.position());
                MoveAnswer::Minimal(loaded.minimal_move(caller, &row.entry, row.h, effects, position))
            }
        }
    }

    /// The move, narrated in a language, and the game after it, as a seat sees them.
    pub(super) fn full(self, seat: Seat, language: Language) -> MadeMove {
        let Self { loaded, row, effects } = self;
        let caller = Role::Seat(seat);
        let made = loaded.log_line(caller, &row.entry, row.h, effects, language);
        MadeMove { made, game: loaded.view(caller) }
    }
}
