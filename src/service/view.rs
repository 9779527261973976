//! What the service answers about a game: always what the caller may know,
//! never more.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::error::Error;
use super::table::{Caller, Table};
use crate::engine::{
    Effect, Game as _, GameKind, Hash, Move, MoveJson, Options, Outcome, Position, Revealed, Seat, View,
};
use crate::record::{Entry, SeedBy};
use crate::store::{Entered, NewGame, Origin, SeatState, Status, Summary, Visibility};
use crate::words::Language;

/// What everybody may know about a game, in lists and in views.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// The game's id, a UUID of version 7.
    pub id: Uuid,
    /// Which game it is.
    pub game: GameKind,
    /// The version of its rules.
    #[schema(minimum = 1, examples(1))]
    pub rules: u8,
    /// How many players it is for.
    #[schema(minimum = 1, maximum = 4, examples(2))]
    pub players: u8,
    /// What was chosen about it; what belongs to the other game is missing.
    pub options: Options,
    /// What it is now.
    pub status: Status,
    /// Where it comes from.
    pub origin: OriginName,
    /// Forks: the game and the move they go on from.
    pub forked_from: Option<ForkedFrom>,
    /// Who made the seed. A client's seed is known to somebody from the
    /// start: such a game is never ranked (RECORD.md S1.4).
    pub seed_by: SeedBy,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// The number of moves made.
    #[schema(minimum = 0, maximum = 20000)]
    pub seq: u32,
    /// Its seats, in ascending order.
    #[schema(min_items = 1, max_items = 4)]
    pub seats: Vec<SeatInfo>,
    /// When it ended, if the rules ended it.
    pub finished_at: Option<DateTime<Utc>>,
    /// How it ended, if the rules ended it.
    pub result: Option<Outcome>,
    /// The challenge that it is played in, if it is.
    pub challenge: Option<InChallenge>,
}

/// What a game is to a challenge.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct InChallenge {
    /// The challenge's id.
    pub id: Uuid,
    /// Which attempt of its players it is; only the first can be ranked.
    #[schema(minimum = 1, maximum = 100)]
    pub attempt: u8,
    /// From then on the game takes no moves, and everything about it is
    /// public. Before, its own players see what their seats see, and nobody
    /// else sees anything.
    pub ends_at: DateTime<Utc>,
}

impl From<Entered> for InChallenge {
    fn from(entered: Entered) -> Self {
        Self { id: entered.challenge, attempt: entered.attempt, ends_at: entered.ends_at }
    }
}

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OriginName {
    /// Created here.
    Created,
    /// A practice game that goes on from another game's position.
    Fork,
    /// Imported from a record file.
    Import,
}

/// What a fork goes on from.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ForkedFrom {
    /// The other game's id.
    pub game: Uuid,
    /// How many of its moves were taken over.
    pub seq: u32,
}

/// What everybody may know about a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// Its player's display name, if one was given.
    pub name: Option<String>,
    /// Whether it can still be taken.
    pub open: bool,
    /// Whether its player asks to concede the game (R11.1).
    pub asks_to_concede: bool,
    /// The id of the player who sits there, if it is one.
    pub player: Option<Uuid>,
}

/// A game as the caller may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// What everybody may know.
    #[serde(flatten)]
    pub info: GameInfo,
    /// The caller's own seat, nothing for spectators.
    pub seat: Option<Seat>,
    /// Who finds the game.
    pub visibility: Visibility,
    /// The seed's commitment (RECORD.md S1.2).
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: String,
    /// The chain's hash after the last move shown. Who keeps it can prove
    /// later that the log was not rewritten (RECORD.md S5.4).
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub h: String,
    /// When the game will count as abandoned unless somebody moves.
    pub abandoned_at: Option<DateTime<Utc>>,
    /// The number of moves that `table` shows: all, or `at`.
    pub at: u32,
    /// The seat whose move it is in what is shown, if it is anybody's.
    pub to_act: Option<Seat>,
    /// The table after that many moves; nothing before all seats are taken.
    pub table: Option<View>,
    /// The caller's legal moves, if it is the caller's turn now.
    pub legal_moves: Option<Vec<LegalMove>>,
    /// All that was hidden, once the game is over.
    pub revealed: Option<RevealedPosition>,
}

/// All that was hidden (R12.4).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RevealedPosition {
    /// The seed.
    pub seed: String,
    /// The position line (RECORD.md S4).
    pub position: String,
    /// The position line's hash.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
    /// The hidden cards.
    pub cards: Revealed,
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
}

/// The legal moves of a caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMoves {
    /// The number of moves made: send it as `expected_seq`.
    pub seq: u32,
    /// The seat whose move it is, if it is anybody's.
    pub to_act: Option<Seat>,
    /// The caller's legal moves, each set of cards once; none unless it is
    /// the caller's turn. Conceding is legal too and never listed.
    pub moves: Vec<LegalMove>,
}

/// One move of a log, with what it did.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogLine {
    /// The move's number.
    pub seq: u32,
    /// Who made it.
    pub seat: Seat,
    /// When the service took it, where known.
    pub at: Option<DateTime<Utc>>,
    /// The text form. A hidden move shows the hash that stands for it in the
    /// chain (RECORD.md S5.3).
    #[schema(examples("play 7H"))]
    pub text: String,
    /// The JSON form, unless it is hidden from the caller.
    #[serde(rename = "move")]
    #[schema(value_type = Option<MoveJson>)]
    pub mv: Option<Move>,
    /// What it did, step by step, as far as the caller may know.
    pub effects: Vec<Effect>,
    /// The same in words, a sentence for each effect, in the language asked
    /// for (`Accept-Language`).
    #[schema(examples(json!(["Seat 0 plays Seven of Hearts: attack 7."])))]
    pub told: Vec<String>,
    /// The chain's hash after it.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub h: String,
}

/// A page of a log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Log {
    /// The number of moves made in all.
    pub seq: u32,
    /// The moves asked for, in order.
    pub moves: Vec<LogLine>,
    /// Where the next page goes on (`after`), if there is one.
    pub next_after: Option<u32>,
}

/// What a move did.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// The move as the log holds it, with what it did.
    #[serde(flatten)]
    pub made: LogLine,
    /// The game after it, as the caller may see it.
    pub game: GameView,
}

/// What came of a wish to concede.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConcessionPending {
    /// The seats that ask for it; when all do, the game is conceded.
    pub asked: Vec<Seat>,
    /// The game, as the caller may see it.
    pub game: GameView,
}

/// How a hash or a position stands in an answer.
pub(super) fn digest(position: &Position) -> (String, String) {
    let line = position.to_string();
    let digest = Hash::of(line.as_bytes()).to_string();
    (line, digest)
}

impl RevealedPosition {
    pub(super) fn new(game: &NewGame, position: &Position) -> Self {
        let (line, digest) = digest(position);
        let seed = game.seed.as_str().to_owned();
        Self { seed, position: line, digest, cards: position.reveal() }
    }
}

impl LegalMove {
    pub(super) fn all(position: &Position) -> Vec<Self> {
        let mut moves = Vec::new();
        position.for_each_legal(|mv| moves.push(Self { text: mv.to_string(), mv }));
        moves
    }
}

impl From<&SeatState> for SeatInfo {
    fn from(state: &SeatState) -> Self {
        let SeatState { seat, name, open, asked_to_concede, player, .. } = state;
        let asks_to_concede = asked_to_concede.is_some();
        let player = player.map(|player| player.id);
        Self { seat: *seat, name: name.clone(), open: *open, asks_to_concede, player }
    }
}

fn origin_of(origin: Origin) -> (OriginName, Option<ForkedFrom>) {
    match origin {
        Origin::Created => (OriginName::Created, None),
        Origin::Fork { of, at } => (OriginName::Fork, Some(ForkedFrom { game: of, seq: at })),
        Origin::Imported => (OriginName::Import, None),
    }
}

impl From<Summary> for GameInfo {
    fn from(summary: Summary) -> Self {
        let Summary { id, setup, seed_by, origin, created_at, status, seats, seq, finished, challenge } =
            summary;
        let (origin, forked_from) = origin_of(origin);
        Self {
            id,
            game: setup.kind(),
            rules: setup.kind().rules(),
            players: setup.players(),
            options: setup.options(),
            status,
            origin,
            forked_from,
            seed_by,
            created_at,
            seq,
            seats: seats.iter().map(SeatInfo::from).collect(),
            finished_at: finished.as_ref().map(|finished| finished.at),
            result: finished.map(|finished| finished.outcome),
            challenge: challenge.map(InChallenge::from),
        }
    }
}

impl Table {
    pub(super) fn info(&self) -> GameInfo {
        let game = self.game();
        GameInfo::from(Summary {
            id: game.id,
            setup: game.setup,
            seed_by: game.seed_by,
            origin: game.origin,
            created_at: game.created_at,
            status: self.status(),
            seats: game.seats.clone(),
            seq: self.seq(),
            finished: game.finished.clone(),
            challenge: game.challenge,
        })
    }

    /// The game as `caller` may see it after all moves.
    pub(super) fn view(&self, caller: Caller) -> GameView {
        self.view_of(caller, &self.position, self.chain.hash())
    }

    /// The game as `caller` may see it after the first `seq` moves.
    ///
    /// # Errors
    /// If fewer moves were made, or the stored log is corrupt.
    pub(super) fn view_at(&self, caller: Caller, seq: u32) -> Result<GameView, Error> {
        if seq > self.seq() {
            return Err(Error::NoSuchMove(self.seq()));
        }
        let (position, h) = self.position_at(seq)?;
        Ok(self.view_of(caller, &position, h))
    }

    fn view_of(&self, caller: Caller, position: &Position, h: Hash) -> GameView {
        let game = self.game();
        let status = self.status();
        let begun = match status {
            Status::Waiting | Status::Cancelled => false,
            Status::Abandoned | Status::Closed => self.is_full(),
            Status::Running | Status::Finished => true,
        };
        let seat = match caller {
            Caller::Seat(seat) => Some(seat),
            Caller::Owner | Caller::Spectator => None,
        };
        let to_act = position.to_act().filter(|_| status == Status::Running);
        let now = position.seq() == self.seq();
        let own_turn = now && to_act.is_some() && to_act == seat;
        GameView {
            info: self.info(),
            seat,
            visibility: game.visibility,
            commitment: game.commitment.to_string(),
            h: h.to_string(),
            abandoned_at: self.abandoned_at(status),
            at: position.seq(),
            to_act,
            table: begun.then(|| position.view(caller.viewer())),
            legal_moves: own_turn.then(|| LegalMove::all(position)),
            revealed: self.is_open().then(|| RevealedPosition::new(game, position)),
        }
    }

    fn abandoned_at(&self, status: Status) -> Option<DateTime<Utc>> {
        match status {
            _ if self.game().challenge.is_some() => None,
            Status::Waiting | Status::Running | Status::Abandoned => {
                let after = TimeDelta::seconds(i64::from(self.game().abandon_after));
                Some(self.stored.touched_at() + after)
            }
            Status::Finished | Status::Cancelled | Status::Closed => None,
        }
    }

    /// A move of the log as `caller` may know it, told in `language`.
    pub(super) fn log_line(
        &self,
        caller: Caller,
        entry: &Entry,
        h: Hash,
        effects: Vec<Effect>,
        language: Language,
    ) -> LogLine {
        let open = self.is_open();
        let hidden = entry.mv.is_hidden() && !open && caller != Caller::Seat(entry.seat);
        let text =
            if hidden { crate::record::hidden_text(&self.game().seed, entry) } else { entry.mv.to_string() };
        let effects: Vec<Effect> = if open {
            effects
        } else {
            effects.into_iter().map(|effect| effect.seen_by(caller.viewer())).collect()
        };
        let told = effects.iter().map(|effect| language.say(&effect.message())).collect();
        LogLine {
            seq: entry.seq,
            seat: entry.seat,
            at: entry.at,
            text,
            mv: (!hidden).then_some(entry.mv),
            effects,
            told,
            h: h.to_string(),
        }
    }
}
