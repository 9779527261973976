//! The moves of a game, and all that its positions have in common.

use std::fmt;

use super::card::{Card, Suit, spaced};
use super::message::Message;
use super::moves::{Move, Seat};

/// The most moves that any log holds; [`Setup::max_moves`](super::Setup::max_moves)
/// is the limit of a game (docs/spec/record.md S6.5).
pub const MAX_MOVES: u32 = 7151;

/// A game's position as a small value, with the rules that lead to the next.
///
/// `Display` writes the position line (docs/spec/record.md S4, docs/spec/tricks.md T14).
pub trait Game: Copy + fmt::Debug + fmt::Display {
    /// One step of what a move did.
    type Effect;

    /// The seat whose move it is, or nothing once the game is over.
    fn to_act(&self) -> Option<Seat>;

    /// Hands every legal move of the seat to act to `each`, in a fixed order,
    /// each set of cards once, in canonical order (docs/spec/record.md S3). Conceding
    /// is legal too, but never listed.
    fn for_each_legal(&self, each: impl FnMut(Move));

    /// Every legal move of the seat to act, in that order.
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_legal(|mv| moves.push(mv));
        moves
    }

    /// The first legal move of the seat to act; nothing once the game is over.
    fn first_legal(&self) -> Option<Move> {
        let mut first = None;
        self.for_each_legal(|mv| {
            first.get_or_insert(mv);
        });
        first
    }

    /// The position after a move, whose effects are emitted to `sink`: none, if
    /// the move is refused. The position itself is unchanged.
    fn play(&self, seat: Seat, mv: &Move, sink: &mut impl Sink<Self::Effect>) -> Result<Self, Refusal> {
        let mut next = *self;
        next.advance(seat, mv, sink)?;
        Ok(next)
    }

    /// Makes a move in place, for replaying a whole game without keeping earlier
    /// positions: a copy takes longer than most moves. A move that is refused
    /// leaves the position as it was.
    fn advance(&mut self, seat: Seat, mv: &Move, sink: &mut impl Sink<Self::Effect>) -> Result<(), Refusal>;
}

/// A position laid out in rows, for people.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The rows from top to bottom: a label and its content.
    pub rows: Vec<(Message, Message)>,
    /// The next step.
    pub next: Message,
}

/// Cards in a row of a diagram, or only how many they are.
pub(super) fn row_of_cards(cards: impl Iterator<Item = Card>, is_shown: bool) -> Message {
    if is_shown {
        return Message::text(spaced(cards));
    }
    let count = u8::try_from(cards.count()).unwrap_or(u8::MAX);
    Message::new("table-hidden").with("count", count)
}

/// The viewer of a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player, who also sees the own hand (R12.2).
    Seat(Seat),
    /// Anybody, who sees what is public (R12.1).
    Spectator,
}

impl Viewer {
    /// Returns true if the viewer sits on `seat`.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

/// The players that have to agree to concede a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concession {
    /// One player is enough (T12; solo games by R11.1).
    AtOnce,
    /// All people at the table have to agree (R11.2).
    WhenAllAgree,
}

/// Receives the effects of a move as they happen.
pub trait Sink<E> {
    /// Receives one effect.
    fn emit(&mut self, effect: E);
}

/// A sink that ignores all effects, so that replaying does not collect them.
#[derive(Clone, Copy, Debug)]
pub struct Ignore;

impl<E> Sink<E> for Ignore {
    fn emit(&mut self, _: E) {}
}

impl<E> Sink<E> for Vec<E> {
    fn emit(&mut self, effect: E) {
        self.push(effect);
    }
}

/// Why a move is against the rules, with the clause. The position is
/// unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} ({clause})", reason.message())]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    /// The clause of docs/spec/rules.md or docs/spec/tricks.md, for example `R7.2`.
    pub clause: &'static str,
}

/// Refuses a move.
pub(super) const fn refuse<T>(reason: Reason, clause: &'static str) -> Result<T, Refusal> {
    Err(Refusal { reason, clause })
}

/// The reason why a move is refused, in either game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The game takes no more moves.
    Over,
    /// The seat does not exist in this game.
    NoSuchSeat(Seat),
    /// It is another seat's turn.
    NotYourTurn(Seat),
    /// The game does not know the move at all.
    NotInThisGame,
    /// The move belongs to another phase of the turn.
    WrongPhase,
    /// A card that the player does not hold.
    NotInHand(Card),
    /// A card named twice.
    NamedTwice(Card),
    /// Several cards that are neither a combo nor a pair with a companion.
    NotTogether,
    /// A combo worth more than ten.
    ComboTooHigh(u8),
    /// A combo in a game without them.
    CombosOff,
    /// A jester with another card.
    JesterNotAlone,
    /// A discard worth less than the damage.
    TooLittle {
        /// The worth of the named cards.
        worth: u8,
        /// The damage to cover.
        damage: u8,
    },
    /// A part of a hand where all of it has to go.
    WholeHand,
    /// Everybody else yielded last.
    OthersYielded,
    /// Yielding alone.
    SoloYield,
    /// Yielding twice running, alone.
    YieldedLast,
    /// No jester to flip.
    NoJesterLeft,
    /// Only flipping a jester goes on.
    OnlyFlip,
    /// A card of the suit led is in the hand.
    MustFollow(Suit),
    /// Another number of cards than the move takes.
    OneCard,
    /// A change that changes neither trump nor rank order.
    ChangesNothing,
    /// The suit is trump already.
    TrumpAlready(Suit),
    /// No move that can be taken back.
    NothingToUndo,
    /// A signal at a time when it may not be given.
    NotToBeSaidNow,
}

impl Reason {
    /// The error as a message for people.
    pub fn message(&self) -> Message {
        let message = Message::new;
        match self {
            Self::Over => message("refused-over"),
            Self::NoSuchSeat(seat) => message("refused-no-such-seat").with("seat", *seat),
            Self::NotYourTurn(seat) => message("refused-not-your-turn").with("seat", *seat),
            Self::NotInThisGame => message("refused-not-in-this-game"),
            Self::WrongPhase => message("refused-wrong-phase"),
            Self::NotInHand(card) => message("refused-not-in-hand").with("card", card.to_string()),
            Self::NamedTwice(card) => message("refused-named-twice").with("card", card.to_string()),
            Self::NotTogether => message("refused-not-together"),
            Self::ComboTooHigh(worth) => message("refused-combo-too-high").with("worth", *worth),
            Self::CombosOff => message("refused-combos-off"),
            Self::JesterNotAlone => message("refused-jester-not-alone"),
            Self::TooLittle { worth, damage } => {
                message("refused-too-little").with("worth", *worth).with("damage", *damage)
            }
            Self::WholeHand => message("refused-whole-hand"),
            Self::OthersYielded => message("refused-others-yielded"),
            Self::SoloYield => message("refused-solo-yield"),
            Self::YieldedLast => message("refused-yielded-last"),
            Self::NoJesterLeft => message("refused-no-jester-left"),
            Self::OnlyFlip => message("refused-only-flip"),
            Self::MustFollow(suit) => message("refused-must-follow").with("suit", suit.message()),
            Self::OneCard => message("refused-one-card"),
            Self::ChangesNothing => message("refused-changes-nothing"),
            Self::TrumpAlready(suit) => message("refused-trump-already").with("suit", suit.message()),
            Self::NothingToUndo => message("refused-nothing-to-undo"),
            Self::NotToBeSaidNow => message("refused-not-to-be-said-now"),
        }
    }
}
