//! Scores, for rankings.

use derive_more::From;
use serde::Serialize;
use utoipa::ToSchema;

use super::Ruleset;
use crate::engine::message::Message;
use crate::engine::{regicide, tricks};

/// The score of a seat, or of all seats together, in a game of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, From, Serialize, ToSchema)]
#[serde(tag = "kind")]
pub enum Score {
    /// In the co-operative game.
    #[serde(rename = "regicide")]
    Regicide(regicide::Score),
    /// In the trick-taking game.
    #[serde(rename = "regicide-tricks")]
    Tricks(tricks::Score),
}

impl Score {
    /// The score as one number: of two scores of the same kind of game the
    /// better one has the greater number, and equal ones have the same.
    pub fn value(&self) -> u32 {
        dispatch!(self, Self(score) => score.value())
    }

    /// The score of a game by these rules that has this value, if one has.
    pub fn from_value(ruleset: Ruleset, value: u32) -> Option<Self> {
        match ruleset {
            Ruleset::Regicide(_) => regicide::Score::from_value(value).map(Self::from),
            Ruleset::Tricks(_) => tricks::Score::from_value(value).map(Self::from),
        }
    }

    /// Returns true for a win.
    pub const fn won(&self) -> bool {
        match self {
            Self::Regicide(score) => score.moves_to_win.is_some(),
            Self::Tricks(score) => score.is_won,
        }
    }

    /// The score in a few words, such as `11/12`.
    pub fn message(&self) -> Message {
        match self {
            Self::Regicide(score) => match score.moves_to_win {
                Some(moves) => Message::new("score-won").with("moves", moves),
                None => Message::new("score-defeated").with("enemies", score.enemies_defeated),
            },
            Self::Tricks(score) => {
                let id = if score.is_won { "score-points-won" } else { "score-points" };
                Message::new(id).with("points", score.side_points)
            }
        }
    }

    const fn co_operative(&self) -> Option<&regicide::Score> {
        match self {
            Self::Regicide(score) => Some(score),
            Self::Tricks(_) => None,
        }
    }

    /// Co-operative game: how many of the twelve enemies were defeated.
    pub fn enemies_defeated(&self) -> Option<u8> {
        self.co_operative().map(|score| score.enemies_defeated)
    }

    /// Co-operative game, unless it is won: the royals before which it stands or
    /// ended.
    pub fn royals(&self) -> Option<regicide::Royals> {
        self.co_operative()?.royals()
    }

    /// Solo wins of the co-operative game: the medal (R9.3).
    pub fn medal(&self) -> Option<regicide::Medal> {
        self.co_operative()?.medal
    }
}
