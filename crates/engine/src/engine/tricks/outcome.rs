//! How a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::points::Points;
use super::position::{Phase, Position};
use super::side::Sides;
use crate::engine::moves::Seat;
use crate::engine::notation::write_or_dash;

/// How a game ended (docs/spec/record.md S6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TricksOutcome)]
pub struct Outcome {
    /// Won by one side or shared by several.
    pub outcome: WonOrShared,
    /// The sides that have won, in ascending order.
    pub winners: Sides,
    /// The points by side; an unfinished hand is not scored (T12).
    #[schema(value_type = Vec<u32>, min_items = 2, max_items = 4)]
    pub points: Points,
    /// The seat that conceded, if the game was conceded (T12).
    pub conceded_by: Option<Seat>,
}

/// A win of one side, or a shared game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WonOrShared {
    /// One side has won (T10, T12).
    Won,
    /// Sides level on points share the game that another conceded (T12).
    Shared,
}

impl Position {
    /// How the game ended, or nothing while it runs.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        let Self { setup, points, conceded_by, .. } = *self;
        let left = conceded_by.map_or(points.sides(), |seat| points.sides().without(setup.side(seat)));
        let winners = points.leaders(left);
        let outcome = if winners.alone().is_some() { WonOrShared::Won } else { WonOrShared::Shared };
        Some(Outcome { outcome, winners, points, conceded_by })
    }
}

/// As it is signed (docs/spec/record.md S6.7).
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { outcome, winners, points, conceded_by } = self;
        write!(f, "outcome={outcome} conceded_by=")?;
        write_or_dash(f, conceded_by.as_ref())?;
        write!(f, " winners={winners} points={points}")
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::tricks::{Setup, table};

    fn conceded(setup: Setup, points: &str, by: u8) -> String {
        let players = usize::from(setup.players());
        let (hands, tricks) = (["6C", "7C", "8C", "9C"][..players].join("|"), vec!["0"; players].join(","));
        let line = format!("- - {hands} - - 0 {tricks} H:K {points} 0 play 0 50");
        let [seat] = table::seats([by]);
        let (position, _) = table::play(&table::set(setup, &line), seat, "concede").unwrap();
        serde_json::to_string(&position.outcome().unwrap()).unwrap()
    }

    #[test]
    fn t12_the_other_of_two_wins_even_when_behind() {
        let expected = r#"{"outcome":"won","winners":[1],"points":[40,3],"conceded_by":0}"#;
        assert_eq!(conceded(table::of(2), "40,3", 0), expected);
    }

    #[test]
    fn t12_of_more_the_highest_of_the_others_wins() {
        let expected = r#"{"outcome":"won","winners":[1],"points":[40,30,3],"conceded_by":0}"#;
        assert_eq!(conceded(table::of(3), "40,30,3", 0), expected);
    }

    #[test]
    fn t12_level_sides_share() {
        let expected = r#"{"outcome":"shared","winners":[0,3],"points":[9,12,3,9],"conceded_by":1}"#;
        assert_eq!(conceded(table::of(4), "9,12,3,9", 1), expected);
    }

    #[test]
    fn t12_a_partner_concedes_for_both() {
        let expected = r#"{"outcome":"won","winners":[1],"points":[20,0],"conceded_by":2}"#;
        assert_eq!(conceded(table::partners(), "20,0", 2), expected);
    }
}
