//! The table as a person would want to see it.

use super::position::{Phase, Position, TurnedUp};
use crate::engine::card::spaced;
use crate::engine::game::Picture;
use crate::engine::message::Message;

impl Position {
    /// The whole table, nothing hidden.
    pub(super) fn picture(&self) -> Picture {
        let label = Message::new;
        let highest = self.highest.message();
        let trump = match self.trump {
            Some(suit) => label("table-trump-is").with("suit", suit.message()),
            None => label("table-trump-open"),
        };
        let (id, card) = match self.turned_up {
            TurnedUp::Open { card } => (label("table-turned-up-open"), card),
            TurnedUp::Taken { card, by } => (label("table-turned-up-taken").with("seat", by), card),
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
            let turn = if seat == self.turn { "> " } else { "" };
            let (hand, tricks) = (self.hands[seat.index()], self.tricks[seat.index()]);
            let hand = format!("{turn}{}", spaced(hand.iter()));
            let told = label("table-hand-tricks").with("cards", hand).with("tricks", tricks);
            (label("table-seat").with("seat", seat), told)
        }));
        rows.push((label("table-buried"), Message::text(spaced(self.buried.into_iter()))));
        rows.push((label("table-stock"), Message::text(spaced(self.stock.iter().copied()))));
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
        Picture { rows, next }
    }
}
