//! Views of a game, limited to the caller's access.

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::bots::Level;
use regicide_engine::engine::{
    Effect, Forecast, Game as _, Hash, History, Move, MoveJson, PlayerName, Position, Revealed, Seat, View,
};
use regicide_engine::i18n::Language;
use regicide_engine::record::Entry;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::loaded_game::{LoadedGame, Role};
use crate::service::error::Error;
use regicide_store::{FormerPlayer, Game, GameInfo, Status, Visibility};

/// A game as the caller may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// The public part.
    #[serde(flatten)]
    pub info: GameInfo,
    /// The caller's own seat, `null` for spectators.
    pub seat: Option<Seat>,
    /// The former holders of seats that have changed hands (R11.3), in the order of the changes.
    #[schema(max_items = 1000)]
    pub former_players: Vec<FormerPlayerInfo>,
    /// The visibility of the game.
    pub visibility: Visibility,
    /// The id of the player who owns the game, while it waits for players: with that
    /// player's token seats are given and the game is cancelled. `null` where no
    /// player created it.
    pub creator_id: Option<Uuid>,
    /// The seed's commitment (docs/spec/record.md S1.2).
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: String,
    /// The chain's hash after the last move shown. A client that stores it can check
    /// later that the log was not rewritten (docs/spec/record.md S5.4).
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub chain: String,
    /// The time at which the game counts as abandoned unless a move is made.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub abandoned_at: Option<DateTime<Utc>>,
    /// The number of moves that `table` shows: all, or the requested `seq`.
    pub shown_seq: u32,
    /// The seat to act in the shown position, if any; for an earlier `seq` the seat
    /// that was to act then, also in a game that is over.
    pub to_act: Option<Seat>,
    /// The table after that many moves; `null` before all seats are taken.
    pub table: Option<View>,
    /// The caller's legal moves, if the caller's seat is to act now, or, in a game that is
    /// over, was to act in the shown position.
    pub legal_moves: Option<Vec<LegalMove>>,
    /// True if the caller can take the last move back, alone, or propose to while no other
    /// proposal is open (R11.2).
    pub can_undo: bool,
    /// All hidden information, once the game is over.
    pub revealed: Option<RevealedPosition>,
    /// The promise that the transparency log will have the game (docs/spec/log.md L8), for its
    /// seats and all who see all cards, from its end to that time.
    pub receipt: Option<String>,
}

/// The former holder of a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormerPlayerInfo {
    /// The seat.
    pub seat: Seat,
    /// The number of the last move before the change; 0 before the first.
    #[schema(minimum = 0, maximum = 7151)]
    pub until: u32,
    /// The player's id; `null` for anyone else, and once the player is deleted.
    pub player_id: Option<Uuid>,
    /// The display name, if there is one.
    pub name: Option<String>,
    /// The level of the house bot that played there, if one did.
    pub bot_level: Option<Level>,
}

impl From<&FormerPlayer> for FormerPlayerInfo {
    fn from(former: &FormerPlayer) -> Self {
        let FormerPlayer { seat, until, player, bot, name, .. } = former;
        Self { seat: *seat, until: *until, player_id: *player, name: name.clone(), bot_level: *bot }
    }
}

/// All hidden information (R12.4).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RevealedPosition {
    /// The seed.
    pub seed: String,
    /// The position line (docs/spec/record.md S4).
    pub position: String,
    /// The position line's hash.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
    /// The hidden cards.
    pub hidden_cards: Revealed,
}

/// A legal move in both forms.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// The text form.
    #[schema(examples("play 8D AC"))]
    pub text: String,
    /// The JSON form, as it is sent.
    #[serde(rename = "move")]
    #[schema(value_type = MoveJson)]
    pub mv: Move,
    /// Its effects, computed from its player's information; missing for moves whose
    /// name describes them fully.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub forecast: Option<Forecast>,
    /// True if it loses the game at once, whatever the hidden cards are; missing otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub loses: bool,
}

/// The legal moves of a caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMoves {
    /// The number of moves made: send it as `expected_seq`.
    pub seq: u32,
    /// The seat to act, if any.
    pub to_act: Option<Seat>,
    /// The caller's legal moves, each set of cards once; none unless the caller's
    /// seat is to act. Conceding is legal too and never listed.
    pub items: Vec<LegalMove>,
    /// Always `null`: all are on this page.
    pub next: Option<String>,
}

/// One move of a log, with its effects.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogLine {
    /// The move's number.
    pub seq: u32,
    /// The seat that made it.
    pub seat: Seat,
    /// The time at which the service stored it, where known.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub at: Option<DateTime<Utc>>,
    /// The text form. A hidden move shows the hash that replaces it in the chain
    /// (docs/spec/record.md S5.3).
    #[schema(examples("play 7H"))]
    pub text: String,
    /// The JSON form, unless it is hidden from the caller.
    #[serde(rename = "move")]
    #[schema(value_type = Option<MoveJson>)]
    pub mv: Option<Move>,
    /// Its effects, step by step, as far as the caller may see them.
    pub effects: Vec<Effect>,
    /// The effects in words, a sentence each, in the requested language
    /// (`Accept-Language`). The seat whose token is sent is called "you".
    #[schema(examples("Ada plays Seven of Hearts: attack 7."))]
    pub narration: Vec<String>,
    /// The chain's hash after it.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub chain: String,
}

/// A page of a log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Log {
    /// The number of moves made in all.
    pub seq: u32,
    /// The requested moves, in order.
    pub items: Vec<LogLine>,
    /// To be sent as `after` for the next page; `null` on the last.
    pub next: Option<String>,
}

/// The outcome of a request for a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MoveAnswer {
    /// The move is in the log.
    Made(Box<MadeMove>),
    /// The move is in the log, and the caller requested the minimal form.
    Minimal(MinimalMove),
}

/// A move with its effects.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MadeMove {
    /// The move as it is in the log, with its effects.
    #[serde(flatten)]
    pub made: LogLine,
    /// The game after it, as the caller may see it.
    pub game: GameView,
}

/// The minimum for a program that keeps the game's state itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MinimalMove {
    /// The move's number.
    pub seq: u32,
    /// The seat that made it.
    pub seat: Seat,
    /// The time at which the service stored it, where known.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub at: Option<DateTime<Utc>>,
    /// Its effects, step by step, as far as the caller may see them.
    pub effects: Vec<Effect>,
    /// The chain's hash after it.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub chain: String,
    /// The game's status after it; `running` if it is not the last move.
    pub status: Status,
    /// The seat to act after it, if any.
    pub to_act: Option<Seat>,
    /// The receipt (docs/spec/log.md L8), if the move has ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub receipt: Option<String>,
}

/// The position line and its hash, as they are in answers.
pub(crate) fn digest(position: &Position) -> (String, String) {
    let line = position.to_string();
    let digest = Hash::of(line.as_bytes()).to_string();
    (line, digest)
}

impl RevealedPosition {
    pub(crate) fn new(game: &Game, position: &Position) -> Self {
        let (line, digest) = digest(position);
        let seed = game.seed.as_str().to_owned();
        Self { seed, position: line, digest, hidden_cards: position.reveal() }
    }
}

impl LegalMove {
    /// All legal moves of the seat to act.
    #[must_use]
    pub fn all(position: &Position) -> Vec<Self> {
        let mut moves = Vec::new();
        position.for_each_legal(|mv| moves.push(Self::of(position, mv)));
        moves
    }

    fn of(position: &Position, mv: Move) -> Self {
        Self { text: mv.text(), mv, forecast: position.forecast(&mv), loses: position.surely_loses(&mv) }
    }
}

impl LoadedGame {
    /// The game as `caller` may see it after all moves.
    pub(crate) fn view(&self, caller: Role) -> GameView {
        self.view_of(caller, self.history(), self.chain().hash())
    }

    /// The game as `caller` may see it; without cards and result, if access to it is denied.
    pub(crate) fn outline(&self, caller: Role) -> GameView {
        let mut game = self.view(caller);
        if self.admit(caller).is_err() {
            (game.table, game.revealed, game.info.result, game.receipt) = (None, None, None, None);
        }
        game
    }

    /// The game as `caller` may see it after the first `seq` moves.
    pub(crate) fn view_at(&self, caller: Role, seq: u32) -> Result<GameView, Error> {
        if seq > self.seq() {
            return Err(Error::NoSuchMove(self.seq()));
        }
        let (history, h) = self.history_at(seq)?;
        Ok(self.view_of(caller, &history, h))
    }

    /// The game as `caller` may see it in one of its positions.
    pub(crate) fn view_of(&self, caller: Role, history: &History, h: Hash) -> GameView {
        let position = history.position();
        let game = &self.game;
        let status = self.status();
        let begun = match status {
            Status::Waiting | Status::Cancelled => false,
            Status::Abandoned | Status::Closed => self.has_begun(),
            Status::Running | Status::Finished => true,
        };
        let seat = match caller {
            Role::Seat(seat) => Some(seat),
            Role::Guest | Role::Spectator => None,
        };
        let is_last = position.seq() == self.seq();
        let takes_moves = status == Status::Running;
        // In an earlier position, the seat to act has moved since.
        let to_act = position.to_act().filter(|_| begun && (takes_moves || !is_last));
        let own_turn = (is_last || !takes_moves) && to_act.is_some() && to_act == seat;
        GameView {
            info: game.info(self.now, self.position().to_act()),
            former_players: game.former_players.iter().map(FormerPlayerInfo::from).collect(),
            seat,
            visibility: game.visibility,
            creator_id: game.creator.filter(|_| status == Status::Waiting),
            commitment: game.commitment.to_string(),
            chain: h.to_string(),
            abandoned_at: self.abandoned_at(status),
            shown_seq: position.seq(),
            to_act,
            table: begun.then(|| position.view(caller.viewer())),
            legal_moves: own_turn.then(|| LegalMove::all(position)),
            can_undo: is_last
                && takes_moves
                && seat.is_some()
                && self.undo_seat().is_some()
                && !self.is_last_place(),
            revealed: self.is_revealed().then(|| RevealedPosition::new(game, position)),
            receipt: is_last.then(|| self.receipt(caller)).flatten(),
        }
    }

    /// True while the game has a receipt, for callers who may have it.
    pub(super) fn has_receipt(&self) -> bool {
        self.receipts.as_ref().is_some_and(|receipts| receipts.has(self))
    }

    /// The receipt of the game, for callers who may have it.
    fn receipt(&self, caller: Role) -> Option<String> {
        let is_shown = matches!(caller, Role::Seat(_)) || self.is_revealed();
        self.receipts.as_ref().filter(|_| is_shown)?.receipt(self)
    }

    fn abandoned_at(&self, status: Status) -> Option<DateTime<Utc>> {
        match status {
            _ if self.game.challenge.is_some() => None,
            Status::Waiting | Status::Running | Status::Abandoned => {
                let after = TimeDelta::seconds(i64::from(self.game.abandon_after));
                Some(self.game.touched_at() + after)
            }
            Status::Finished | Status::Cancelled | Status::Closed => None,
        }
    }

    /// The players' names in sentences, by seat.
    pub(crate) fn player_names(&self) -> Vec<PlayerName> {
        let names: Vec<_> = self.game.seats.iter().map(|seat| seat.name.as_deref()).collect();
        let mut names = PlayerName::of_table(&names);
        for (seat, name) in self.game.seats.iter().zip(&mut names) {
            if seat.bot.is_some() {
                *name = PlayerName::Bot;
            }
        }
        names
    }

    /// The players' names in sentences, with "you" for the caller's seat.
    fn player_names_for(&self, caller: Role) -> Vec<PlayerName> {
        let mut names = self.player_names();
        if let Role::Seat(seat) = caller {
            names[seat.index()] = PlayerName::You;
        }
        names
    }

    /// The effects of a move, as far as `caller` may see them.
    pub(crate) fn effects_for(&self, caller: Role, effects: Vec<Effect>) -> Vec<Effect> {
        if self.is_revealed() {
            return effects;
        }
        effects.into_iter().map(|effect| effect.seen_by(caller.viewer())).collect()
    }

    /// A move of the log as `caller` may see it, narrated in `language`.
    pub(crate) fn log_line(
        &self,
        caller: Role,
        entry: &Entry,
        h: Hash,
        effects: Vec<Effect>,
        language: Language,
    ) -> LogLine {
        let hidden = entry.mv.is_hidden() && !self.is_revealed() && caller != Role::Seat(entry.seat);
        let text = if hidden {
            regicide_engine::record::hidden_text(&self.game.seed, entry)
        } else {
            entry.mv.text()
        };
        let effects = self.effects_for(caller, effects);
        let (setup, names) = (&self.game.setup, self.player_names_for(caller));
        let narrate = |effect: &Effect| language.text(&effect.message(setup).naming(&names));
        let narration = effects.iter().map(narrate).collect();
        LogLine {
            seq: entry.seq,
            seat: entry.seat,
            at: entry.at,
            text,
            mv: (!hidden).then_some(entry.mv),
            effects,
            narration,
            chain: h.to_string(),
        }
    }

    /// A move that led to a position, without words.
    pub(crate) fn minimal_move(
        &self,
        caller: Role,
        entry: &Entry,
        h: Hash,
        effects: Vec<Effect>,
        position: &Position,
    ) -> MinimalMove {
        let status = if position.seq() == self.seq() { self.status() } else { Status::Running };
        MinimalMove {
            seq: entry.seq,
            seat: entry.seat,
            at: entry.at,
            effects: self.effects_for(caller, effects),
            chain: h.to_string(),
            status,
            to_act: position.to_act().filter(|_| status == Status::Running),
            receipt: (status == Status::Finished).then(|| self.receipt(caller)).flatten(),
        }
    }
}
