//! Views of games.

use derive_more::From;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::card::Card;
use crate::engine::moves::Seat;
use crate::engine::scene::Scene;
use crate::engine::{regicide, tricks};

/// The view of a running game of any kind, for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, From, Serialize, ToSchema)]
#[serde(tag = "kind")]
pub enum View {
    /// Of the co-operative game.
    #[serde(rename = "regicide")]
    Regicide(regicide::View),
    /// Of the trick-taking game.
    #[serde(rename = "regicide-tricks")]
    Tricks(tricks::View),
}

/// All that was hidden, once a game of any kind is over.
#[derive(Clone, Debug, PartialEq, Eq, From, Serialize, ToSchema)]
#[serde(tag = "kind")]
pub enum Revealed {
    /// Of the co-operative game.
    #[serde(rename = "regicide")]
    Regicide(regicide::Revealed),
    /// Of the trick-taking game.
    #[serde(rename = "regicide-tricks")]
    Tricks(tricks::Revealed),
}

impl Revealed {
    /// Every hand, by seat.
    fn hands(&self) -> &[Vec<Card>] {
        dispatch!(self, Self(revealed) => &revealed.hands)
    }
}

impl View {
    /// The table as a scene to draw: with the hand of a viewer who sits at a seat,
    /// and with all hands once they are revealed.
    pub fn scene(&self, viewer: Option<Seat>, revealed: Option<&Revealed>) -> Scene {
        let hands = revealed.map(Revealed::hands);
        dispatch!(self, Self(view) => view.scene(viewer, hands))
    }
}
