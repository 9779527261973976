//! What the rest of the service needs of a game, and nothing more.

use std::fmt;

use super::card::{Card, Suit};
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
    fn play(&self, seat: Seat, mv: &Move, sink: &mut impl Sink<Self::Effect>) -> Result<Self, Refusal>;

    /// How the game ended, or nothing while it runs.
    fn outcome(&self) -> Option<Self::Outcome>;

    /// How a game of this kind is conceded.
    fn concession(&self) -> Concession;

    /// What `viewer` may see now.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Everything. Only for games that are over.
    fn reveal(&self) -> Self::Revealed;

    /// Draws the whole table for people: some lines of text, nothing hidden.
    ///
    /// # Errors
    /// Those of the writer.
    fn draw(&self, to: &mut impl fmt::Write) -> fmt::Result;
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
#[error("{reason} ({clause})")]
pub struct Refusal {
    /// What is wrong.
    pub reason: Reason,
    /// The clause of RULES.md or TRICKS.md, for example `R7.2`.
    pub clause: &'static str,
}

/// What is wrong with a move, in either game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The game takes no more moves.
    #[error("the game is over")]
    Over,
    /// The seat does not exist in this game.
    #[error("seat {0} does not sit at this table")]
    NoSuchSeat(Seat),
    /// It is another seat's turn.
    #[error("it is the turn of seat {0}")]
    NotYourTurn(Seat),
    /// The game does not know the move at all.
    #[error("this game has no such move")]
    NotInThisGame,
    /// The move belongs to another phase of the turn.
    #[error("the move does not fit this phase of the turn")]
    WrongPhase,
    /// A card that the player does not hold.
    #[error("{0} is not in the hand")]
    NotInHand(Card),
    /// A card named twice.
    #[error("{0} is named twice")]
    NamedTwice(Card),
    /// Several cards that are neither a combo nor a pair with a companion.
    #[error("these cards cannot be played together")]
    NotTogether,
    /// A combo worth more than ten.
    #[error("the combo is worth {0}, more than 10")]
    ComboTooHigh(u8),
    /// A combo in a game without them.
    #[error("this game is played without combos")]
    CombosOff,
    /// A jester with another card.
    #[error("a jester is played alone")]
    JesterNotAlone,
    /// A discard worth less than the damage.
    #[error("the cards are worth {worth}, the damage is {damage}")]
    TooLittle {
        /// What the named cards are worth.
        worth: u8,
        /// What has to be covered.
        damage: u8,
    },
    /// A part of a hand where all of it has to go.
    #[error("the whole hand has to be discarded")]
    WholeHand,
    /// Everybody else yielded last.
    #[error("every other player yielded on their last turn")]
    OthersYielded,
    /// Yielding alone.
    #[error("a solo game has no yielding")]
    SoloYield,
    /// Yielding twice running, alone.
    #[error("a solo player may not yield twice running")]
    YieldedLast,
    /// No jester to flip.
    #[error("no jester is left to flip")]
    NoJesterLeft,
    /// Only flipping a jester goes on.
    #[error("only flipping a jester is possible")]
    OnlyFlip,
    /// A card of the suit led is in the hand.
    #[error("the suit led, {0}, has to be followed")]
    MustFollow(Suit),
    /// Another number of cards than the move takes.
    #[error("exactly one card is played to a trick")]
    OneCard,
    /// A change of nothing.
    #[error("a change names a suit, reverses the ranks or does both")]
    ChangesNothing,
    /// The suit is trump already.
    #[error("{0} is trump already")]
    TrumpAlready(Suit),
}
