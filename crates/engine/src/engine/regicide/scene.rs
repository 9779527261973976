//! A view as a scene to draw.

use super::view::{PhaseName, View};
use crate::engine::card::Card;
use crate::engine::moves::Seat;
use crate::engine::scene::{self, Scene, SceneHand, ScenePile};

impl View {
    /// The scene, with all hands once they are revealed.
    pub(in crate::engine) fn scene(&self, viewer: Option<Seat>, hands: Option<&[Vec<Card>]>) -> Scene {
        let own = viewer.map(Seat::index).zip(self.hand.as_deref());
        let describe = |seat: usize, hand| SceneHand {
            yielded: self.yielded.get(seat).is_some_and(|&yielded| yielded),
            ..hand
        };
        Scene {
            powers: true,
            defeated: Some(self.enemies_defeated),
            enemy: self.enemy,
            piles: vec![
                ScenePile { count: usize::from(self.tavern_left), top: None },
                ScenePile { count: self.discard_pile.len(), top: self.discard_pile.last().copied() },
            ],
            middle: self.played.clone(),
            trump: None,
            highest: None,
            jesters: self.jesters_left,
            hands: scene::hands(&self.hand_sizes, own, hands, describe),
            won: match self.phase {
                PhaseName::Won => Some(true),
                PhaseName::Lost => Some(false),
                PhaseName::Play | PhaseName::Discard | PhaseName::Next => None,
            },
        }
    }
}
