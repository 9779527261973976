//! A view as a scene to draw.

use super::trick::Highest;
use super::view::View;
use crate::engine::card::{Card, Rank};
use crate::engine::moves::Seat;
use crate::engine::scene::{self, Scene, SceneHand, ScenePile};

impl View {
    /// The scene, with all hands once they are revealed.
    pub(in crate::engine) fn scene(&self, viewer: Option<Seat>, hands: Option<&[Vec<Card>]>) -> Scene {
        let own = viewer.map(Seat::index).zip(self.hand.as_deref());
        let points = self.points.as_slice();
        let describe = |seat: usize, hand| SceneHand {
            tricks: self.tricks.get(seat).copied(),
            // Seats of a side sit alternately.
            points: points.get(seat % points.len()).copied(),
            ..hand
        };
        Scene {
            powers: false,
            defeated: None,
            enemy: None,
            piles: vec![ScenePile { count: usize::from(self.stock_left), top: self.turned_up.open() }],
            middle: self.trick.clone(),
            trump: self.trump,
            highest: Some(match self.highest {
                Highest::King => Rank::King,
                Highest::Ace => Rank::Ace,
            }),
            jesters: 0,
            hands: scene::hands(&self.hand_sizes, own, hands, describe),
            won: None,
        }
    }
}
