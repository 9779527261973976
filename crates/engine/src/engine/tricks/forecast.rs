//! Forecasts of legal moves, computed from the player's knowledge.

use serde::Serialize;
use utoipa::ToSchema;

use super::position::Position;
use crate::engine::card::Card;
use crate::engine::moves::Seat;

/// The forecast of a card in the trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TrickForecast)]
pub struct Trick {
    /// True if it is the best card of the trick so far (T7).
    pub is_best: bool,
    /// True if it completes the trick: the best card wins it then.
    pub completes: bool,
}

/// The best card of a trick, which wins it unless a better one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BestCard {
    /// The seat that has played it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

impl Position {
    pub(in crate::engine) fn forecast_card(&self, card: Card) -> Trick {
        let mut trick = self.trick;
        trick.push(card);
        let players = usize::from(self.setup.players());
        Trick { is_best: self.order().winner(&trick) + 1 == trick.len(), completes: trick.len() == players }
    }

    /// The best card of the trick so far (T7).
    pub(crate) fn best_card(&self) -> Option<BestCard> {
        let place = self.order().winner(&self.trick);
        let card = *self.trick.get(place)?;
        let seat = (0..place).fold(self.leader, |seat, _| seat.next(self.setup.players()));
        Some(BestCard { seat, card })
    }
}

#[cfg(test)]
impl Position {
    /// The same game as the seat to act sees it, with the stock in another
    /// order, and a card of another hand exchanged.
    pub(in crate::engine) fn with_hidden_cards_moved(&self) -> Self {
        let mut other = *self;
        other.stock.as_mut_slice().reverse();
        let hidden = self.seats().map(Seat::index).filter(|&seat| seat != self.turn.index());
        let mut hidden = hidden.filter(|&seat| !self.hands[seat].is_empty());
        if let (Some(seat), false) = (hidden.next(), other.stock.is_empty()) {
            let card = self.hands[seat].iter().next().expect("the hand has cards");
            let swapped = std::mem::replace(&mut other.stock.as_mut_slice()[0], card);
            other.hands[seat].remove(card);
            other.hands[seat].insert(swapped);
        }
        other
    }
}
