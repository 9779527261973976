//! What the rest of the service needs of a game, and nothing more.

use std::fmt;

use super::card::{Card, Suit};
use super::message::Message;
use super::moves::{Move, Seat};
use super::seed::Key;

/// A game's position as a small value, with the rules that lead to the next.
///
/// `Display` writes the position line (RECORD.md S4, TRICKS.md T14).
pub trait Game: Copy + fmt::Debug + fmt::Display {
    /// Everything chosen before the deal, checked.
    type Setup;
    /// One step of what a move did.
    type Effect;
    /// What one viewer may see while the game runs. The type has no place
    /// for what is hidden from that viewer.
    type View;
    /// Everything, for when the game is over.
    type Revealed;
    /// How a game ended.
    type Outcome;

    /// Shuffles and deals.
    fn deal(setup: &Self::Setup, key: Key) -> Self;

    /// The number of moves made.
    fn seq(&self) -> u32;

    /// The seat whose move it is, or nothing once the game is over.
    fn to_act(&self) -> Option<Seat>;

    /// Hands every legal move of the seat to act to `each`, in a fixed order,
    /// each set of cards once, in canonical order (RECORD.md S3). Conceding
    /// is legal too, but never listed.
    fn for_each_legal(&self, each: impl FnMut(Move));

    /// Makes a move and tells its effects to `sink`. The position itself
    /// stays as it is.
    ///
    /// # Errors
    /// The reason why the move is against the rules, with its clause; the
    /// sink has been told nothing.
    fn play(&self, seat: Seat, mv: &Move, sink: &mut impl Sink<Self::Effect>) -> Result<Self, Refusal> {
        let mut next = *self;
        next.advance(seat, mv, sink)?;
        Ok(next)
    }

    /// The same in place, for those who go through a whole game and need no
    /// position twice: a copy takes longer than most moves.
    ///
    /// # Errors
    /// As [`Game::play`]; the position is untouched.
    fn advance(&mut self, seat: Seat, mv: &Move, sink: &mut impl Sink<Self::Effect>) -> Result<(), Refusal>;

    /// How the game ended, or nothing while it runs.
    fn outcome(&self) -> Option<Self::Outcome>;

    /// How a game of this kind is conceded.
    fn concession(&self) -> Concession;

    /// What `viewer` may see now.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Everything. Only for games that are over.
    fn reveal(&self) -> Self::Revealed;

    /// The whole table for people, nothing hidden.
    fn picture(&self) -> Picture;
}

/// A table as a person would want to see it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What lies where: a label and what stands behind it.
    pub rows: Vec<(Message, Message)>,
    /// What happens next.
    pub next: Message,
}

/// Who looks at a game that is still running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player, who also sees the own hand (R12.2).
    Seat(Seat),
    /// Anybody, who sees what is public (R12.1).
    Spectator,
}

impl Viewer {
    /// Whether the viewer sits on `seat`.
    #[must_use]
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

/// Whose wish ends a game early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concession {
    /// One player's is enough (T12; solo games by R11.1).
    AtOnce,
    /// Every seat has to ask for it (R11.1).
    WhenAllAsk,
}

/// Takes a move's effects as they happen.
pub trait Sink<E> {
    /// One more effect.
    fn tell(&mut self, effect: E);
}

/// Takes effects and drops them: replaying costs nothing for them.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl<E> Sink<E> for Silent {
    fn tell(&mut self, _: E) {}
}

impl<E> Sink<E> for Vec<E> {
    fn tell(&mut self, effect: E) {
        self.push(effect);
    }
}

/// Why a move is against the rules, with the clause that says so. The
/// position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} ({clause})", reason.message())]
pub struct Refusal {
    /// What is wrong.
    pub reason: Reason,
    /// The clause of RULES.md or TRICKS.md, for example `R7.2`.
    pub clause: &'static str,
}

/// What is wrong with a move, in either game.
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
        /// What the named cards are worth.
        worth: u8,
        /// What has to be covered.
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
    /// A change of nothing.
    ChangesNothing,
    /// The suit is trump already.
    TrumpAlready(Suit),
}

impl Reason {
    /// What is wrong, to be said to people.
    #[must_use]
    pub fn message(&self) -> Message {
        let say = Message::new;
        match self {
            Self::Over => say("refused-over"),
            Self::NoSuchSeat(seat) => say("refused-no-such-seat").with("seat", *seat),
            Self::NotYourTurn(seat) => say("refused-not-your-turn").with("seat", *seat),
            Self::NotInThisGame => say("refused-not-in-this-game"),
            Self::WrongPhase => say("refused-wrong-phase"),
            Self::NotInHand(card) => say("refused-not-in-hand").with("card", card.to_string()),
            Self::NamedTwice(card) => say("refused-named-twice").with("card", card.to_string()),
            Self::NotTogether => say("refused-not-together"),
            Self::ComboTooHigh(worth) => say("refused-combo-too-high").with("worth", *worth),
            Self::CombosOff => say("refused-combos-off"),
            Self::JesterNotAlone => say("refused-jester-not-alone"),
            Self::TooLittle { worth, damage } => {
                say("refused-too-little").with("worth", *worth).with("damage", *damage)
            }
            Self::WholeHand => say("refused-whole-hand"),
            Self::OthersYielded => say("refused-others-yielded"),
            Self::SoloYield => say("refused-solo-yield"),
            Self::YieldedLast => say("refused-yielded-last"),
            Self::NoJesterLeft => say("refused-no-jester-left"),
            Self::OnlyFlip => say("refused-only-flip"),
            Self::MustFollow(suit) => say("refused-must-follow").with("suit", suit.message()),
            Self::OneCard => say("refused-one-card"),
            Self::ChangesNothing => say("refused-changes-nothing"),
            Self::TrumpAlready(suit) => say("refused-trump-already").with("suit", suit.message()),
        }
    }
}
