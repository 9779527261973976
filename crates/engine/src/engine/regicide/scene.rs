//! A view as a scene to draw.

use super::view::{PhaseName, View};
use crate::engine::card::Card;
use crate::engine::message::Message;
use crate::engine::moves::Seat;
use crate::engine::scene::{self, Scene, ScenePile};

impl View {
    /// The scene, with all hands once they are revealed.
    pub(in crate::engine) fn scene(&self, viewer: Option<Seat>, hands: Option<&[Vec<Card>]>) -> Scene {
        let own = viewer.map(Seat::index).zip(self.hand.as_deref());
        let yielded = |seat: usize| {
            self.yielded.get(seat).is_some_and(|&yielded| yielded).then(|| Message::new("picture-yielded"))
        };
        Scene {
            powers: true,
            defeated: Some(self.enemies_defeated),
            enemy: self.enemy,
            piles: vec![
                ScenePile {
                    name: Message::new("table-tavern"),
                    count: usize::from(self.tavern_left),
                    top: None,
                },
                ScenePile {
                    name: Message::new("table-discard-pile"),
                    count: self.discard_pile.len(),
                    top: self.discard_pile.last().copied(),
                },
            ],
            middle: self.played.clone(),
            facts: Vec::new(),
            hands: scene::hands(&self.hand_sizes, own, hands, yielded),
            end: match self.phase {
                PhaseName::Won => Some(Message::new("picture-castle-fallen")),
                PhaseName::Lost => Some(Message::new("picture-castle-holds")),
                PhaseName::Play | PhaseName::Discard | PhaseName::Next => None,
            },
        }
    }
}
