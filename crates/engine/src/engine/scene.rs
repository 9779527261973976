//! The visible parts of a table, for drawing: the same parts in every game.

use super::card::Card;
use super::message::Message;
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
    /// Other information, such as the trump suit.
    pub facts: Vec<Message>,
    /// The hands by seat.
    pub hands: Vec<SceneHand>,
    /// How it ended, once it has.
    pub end: Option<Message>,
}

/// A pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenePile {
    /// Its name.
    pub name: Message,
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
    /// Other information about the seat.
    pub note: Option<Message>,
}

/// The hands: all of them open once everything is revealed, otherwise only the
/// viewer's own.
pub(super) fn hands(
    sizes: &[u8],
    own: Option<(usize, &[Card])>,
    revealed: Option<&[Vec<Card>]>,
    note: impl Fn(usize) -> Option<Message>,
) -> Vec<SceneHand> {
    let cards = |seat: usize| match (revealed, own) {
        (Some(hands), _) => hands.get(seat).cloned(),
        (None, Some((own, cards))) if own == seat => Some(cards.to_vec()),
        (None, _) => None,
    };
    let hand = |(seat, &size): (usize, &u8)| SceneHand {
        count: usize::from(size),
        cards: cards(seat),
        note: note(seat),
    };
    sizes.iter().enumerate().map(hand).collect()
}
