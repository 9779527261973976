//! A view as a scene to draw.

use super::position::Phase;
use super::view::View;
use crate::engine::card::Card;
use crate::engine::message::Message;
use crate::engine::moves::Seat;
use crate::engine::scene::{self, Scene, ScenePile};

impl View {
    /// The scene, with all hands once they are revealed.
    pub(in crate::engine) fn scene(&self, viewer: Option<Seat>, hands: Option<&[Vec<Card>]>) -> Scene {
        let own = viewer.map(Seat::index).zip(self.hand.as_deref());
        let tricks = |seat: usize| {
            self.tricks.get(seat).map(|&count| Message::new("picture-tricks").with("count", count))
        };
        let trump = match self.trump {
            Some(suit) => Message::new("picture-trump").with("suit", suit.message()),
            None => Message::new("picture-trump-open"),
        };
        let points: Vec<String> = self.points.as_slice().iter().map(ToString::to_string).collect();
        Scene {
            powers: false,
            defeated: None,
            enemy: None,
            piles: vec![ScenePile {
                name: Message::new("table-stock"),
                count: usize::from(self.stock_left),
                top: self.turned_up.open(),
            }],
            middle: self.trick.clone(),
            facts: vec![trump, Message::new("picture-points").with("points", points.join(" : "))],
            hands: scene::hands(&self.hand_sizes, own, hands, tricks),
            end: (self.phase == Phase::Over).then(|| Message::new("picture-over")),
        }
    }
}
