//! The table as a person would want to see it.

use super::position::{Phase, Position};
use crate::engine::card::spaced;
use crate::engine::game::Picture;
use crate::engine::message::Message;
use crate::engine::moves::Seat;

impl Position {
    /// The whole table, nothing hidden.
    pub(super) fn picture(&self) -> Picture {
        let label = Message::new;
        let cards = |label, cards: String| (Message::new(label), Message::text(cards));
        let mut rows = vec![
            (label("table-enemy"), self.enemy_in_words()),
            cards("table-castle", spaced(self.castle.iter().copied())),
            cards("table-table", spaced(self.table.iter().copied())),
        ];
        rows.extend(Seat::all(self.players()).map(|seat| {
            let turn = if seat == self.seat { "> " } else { "" };
            let hand = format!("{turn}{}", spaced(self.hand(seat).iter()));
            (label("table-seat").with("seat", seat), Message::text(hand))
        }));
        rows.push(cards("table-tavern", spaced(self.tavern.iter().copied())));
        rows.push(cards("table-discard-pile", spaced(self.discard_pile.iter().copied())));
        if self.is_solo() {
            rows.push((label("table-jesters-left"), Message::text(self.jesters.to_string())));
        }
        let seat = self.seat;
        let next = match self.phase {
            Phase::Play => label("next-regicide-play").with("seat", seat),
            Phase::Discard { damage, .. } => {
                label("next-regicide-discard").with("seat", seat).with("damage", damage)
            }
            Phase::Next => label("next-regicide-next").with("seat", seat),
            Phase::Won => label("next-regicide-won"),
            Phase::Lost => label("next-regicide-lost"),
        };
        Picture { rows, next }
    }

    fn enemy_in_words(&self) -> Message {
        let Some(enemy) = &self.enemy else { return Message::new("table-no-enemy") };
        let told = match enemy.immune_to() {
            Some(suit) => Message::new("table-enemy-stands-immune").with("suit", suit.message()),
            None => Message::new("table-enemy-stands"),
        };
        told.with("card", enemy.card.to_string())
            .with("damage", enemy.damage)
            .with("health", enemy.stats.health)
            .with("attack", enemy.attack())
            .with("shield", enemy.shield())
    }
}
