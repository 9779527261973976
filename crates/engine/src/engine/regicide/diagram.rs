//! The position as a diagram for people.

use super::position::{Phase, Position};
use crate::engine::card::Card;
use crate::engine::game::{Diagram, Viewer, row_of_cards};
use crate::engine::message::Message;
use crate::engine::moves::Seat;

impl Position {
    /// The position as a viewer may see it (R12), or all of it.
    pub fn diagram(&self, viewer: Option<Viewer>) -> Diagram {
        let label = Message::new;
        let is_whole = viewer.is_none();
        let pile = |label, pile: &[Card], is_shown| {
            (Message::new(label), row_of_cards(pile.iter().copied(), is_shown))
        };
        let mut rows = vec![
            (label("table-enemy"), self.enemy_message()),
            pile("table-castle", &self.castle, is_whole),
            pile("table-table", &self.table, true),
        ];
        rows.extend(Seat::all(self.players()).map(|seat| {
            let is_shown = viewer.is_none_or(|viewer| viewer.is(seat));
            let hand = row_of_cards(self.hand(seat).iter(), is_shown);
            let row = if seat == self.seat { "table-hand-to-act" } else { "table-hand" };
            (label("table-seat").with("seat", seat.ordinal()), label(row).with("cards", hand))
        }));
        rows.push(pile("table-tavern", &self.tavern, is_whole));
        rows.push(pile("table-discard-pile", &self.discard_pile, true));
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
        Diagram { rows, next }
    }

    fn enemy_message(&self) -> Message {
        let Some(enemy) = &self.enemy else { return Message::new("table-no-enemy") };
        let state = match enemy.immune_to() {
            Some(suit) => Message::new("table-enemy-stands-immune").with("suit", suit.message()),
            None => Message::new("table-enemy-stands"),
        };
        state
            .with("card", enemy.card.to_string())
            .with("damage", enemy.damage)
            .with("health", enemy.stats.health)
            .with("attack", enemy.attack())
            .with("shield", enemy.shield())
    }
}
