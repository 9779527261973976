//! The position as a diagram for people.

use super::position::{Phase, Position, TurnedUp};
use crate::engine::card::spaced;
use crate::engine::game::{Diagram, Viewer, row_of_cards};
use crate::engine::message::Message;

impl Position {
    /// The position as a viewer may see it (T11), or all of it.
    pub fn diagram(&self, viewer: Option<Viewer>) -> Diagram {
        let is_shown = |seat| viewer.is_none_or(|viewer| viewer.is(seat));
        let label = Message::new;
        let highest = self.highest.message();
        let trump = match self.trump {
            Some(suit) => label("table-trump-is").with("suit", suit.message()),
            None => label("table-trump-open"),
        };
        let (id, card) = match self.turned_up {
            TurnedUp::Open { card } => (label("table-turned-up-open"), card),
            TurnedUp::Taken { card, seat: by } => (label("table-turned-up-taken").with("seat", by), card),
            TurnedUp::Stock { card } => (label("table-turned-up-stock"), card),
        };
        let trick = spaced(self.trick.iter().copied());
        let mut rows = vec![
            (label("table-trump"), trump.with("highest", highest)),
            (label("table-points"), Message::text(self.points.to_string())),
            (label("table-turned-up"), id.with("card", card.to_string())),
            (label("table-trick"), label("table-trick-led").with("cards", trick).with("seat", self.leader)),
        ];
        rows.extend(self.seats().map(|seat| {
            let (hand, tricks) = (self.hands[seat.index()], self.tricks[seat.index()]);
            let hand = row_of_cards(hand.iter(), is_shown(seat));
            let row = if seat == self.turn { "table-hand-to-act" } else { "table-hand" };
            let hand = label(row).with("cards", hand);
            let row = label("table-hand-tricks").with("cards", hand).with("tricks", tricks);
            (label("table-seat").with("seat", seat.ordinal()), row)
        }));
        let buried_is_shown = self.buried.is_none() || self.turned_up.taken_by().is_none_or(is_shown);
        rows.push((label("table-buried"), row_of_cards(self.buried.into_iter(), buried_is_shown)));
        rows.push((label("table-stock"), row_of_cards(self.stock.iter().copied(), viewer.is_none())));
        let next = match self.phase {
            Phase::Take => "next-tricks-take",
            Phase::Trump => "next-tricks-trump",
            Phase::Bury => "next-tricks-bury",
            Phase::Play => "next-tricks-play",
            Phase::Change => "next-tricks-change",
            Phase::Over => "next-tricks-over",
        };
        let next = label(next);
        let next = if self.phase == Phase::Over { next } else { next.with("seat", self.turn) };
        Diagram { rows, next }
    }
}
