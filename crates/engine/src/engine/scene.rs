//! The visible parts of a table, for drawing: the same parts in every game.

use super::card::{Card, Rank, Suit};
use super::regicide::Enemy;

/// A table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// True if suits have powers.
    pub powers: bool,
    /// How many of the twelve enemies are defeated, where there is a castle.
    pub defeated: Option<u8>,
    /// The enemy, if there is one.
    pub enemy: Option<Enemy>,
    /// The piles: the one that is drawn from, and the other.
    pub piles: Vec<ScenePile>,
    /// The cards in the middle, oldest first.
    pub middle: Vec<Card>,
    /// The trump suit, once it is settled, where there is one.
    pub trump: Option<Suit>,
    /// The highest rank, where it changes.
    pub highest: Option<Rank>,
    /// Solo jesters left to flip.
    pub jesters: u8,
    /// The hands by seat.
    pub hands: Vec<SceneHand>,
    /// True once the castle has fallen, false once it cannot fall any more.
    pub won: Option<bool>,
}

/// A pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenePile {
    /// How many cards it holds.
    pub count: usize,
    /// The card that lies open on it.
    pub top: Option<Card>,
}

/// A hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneHand {
    /// How many cards it holds.
    pub count: usize,
    /// The cards, where the viewer may see them.
    pub cards: Option<Vec<Card>>,
    /// True if the seat has yielded since it last played.
    pub yielded: bool,
    /// The tricks that the seat has won, where there are any.
    pub tricks: Option<u8>,
    /// The points of the seat's side, where there are any.
    pub points: Option<u32>,
}

/// The hands: all of them open once everything is revealed, otherwise only the
/// viewer's own.
pub(super) fn hands(
    sizes: &[u8],
    own: Option<(usize, &[Card])>,
    revealed: Option<&[Vec<Card>]>,
    describe: impl Fn(usize, SceneHand) -> SceneHand,
) -> Vec<SceneHand> {
    let cards = |seat: usize| match (revealed, own) {
        (Some(hands), _) => hands.get(seat).cloned(),
        (None, Some((own, cards))) if own == seat => Some(cards.to_vec()),
        (None, _) => None,
    };
    let hand = |(seat, &size): (usize, &u8)| {
        let closed =
            SceneHand { count: size.into(), cards: cards(seat), yielded: false, tricks: None, points: None };
        describe(seat, closed)
    };
    sizes.iter().enumerate().map(hand).collect()
}
