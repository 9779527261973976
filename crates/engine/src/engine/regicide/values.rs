//! Values of cards (R2.2, R2.3).

use crate::engine::card::{Card, Rank};

/// The values of a royal as an enemy (R2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stats {
    /// The damage it deals.
    pub(super) attack: u8,
    /// The damage that defeats it.
    pub(super) health: u8,
}

/// The worth of a card in an attack and in covering damage (R2.2).
pub(crate) const fn value(card: Card) -> u8 {
    match card.rank() {
        None => 0,
        Some(Rank::Jack) => 10,
        Some(Rank::Queen) => 15,
        Some(Rank::King) => 20,
        Some(rank) => rank as u8 + 1,
    }
}

/// The worth of cards together. All 54 are worth 400: hands and plays are
/// far from what a byte holds.
pub(crate) fn worth(cards: impl IntoIterator<Item = Card>) -> u8 {
    cards.into_iter().map(value).sum()
}

/// A royal as an enemy, nothing for any other card (R2.3).
pub(super) const fn stats(card: Card) -> Option<Stats> {
    match card.rank() {
        Some(Rank::Jack) => Some(Stats { attack: 10, health: 20 }),
        Some(Rank::Queen) => Some(Stats { attack: 15, health: 30 }),
        Some(Rank::King) => Some(Stats { attack: 20, health: 40 }),
        _ => None,
    }
}
