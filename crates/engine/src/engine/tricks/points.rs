//! Points by side.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::side::{Side, Sides};
use crate::engine::notation::write_separated;

/// A number for each side of a game, written as a list by side.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u32>", into = "Vec<u32>")]
pub struct Points {
    by_side: [u32; Side::COUNT],
    sides: u8,
}

/// A list of points that fits no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("points are listed by side, for two to four sides")]
pub struct PointsError;

impl Points {
    /// No points yet, for so many sides: 2 to 4.
    pub const fn zero(sides: u8) -> Self {
        Self { by_side: [0; Side::COUNT], sides }
    }

    /// The points by side.
    pub fn as_slice(&self) -> &[u32] {
        &self.by_side[..usize::from(self.sides)]
    }

    /// Every side of the game.
    pub fn sides(&self) -> Sides {
        Sides::all(self.sides)
    }

    /// The points of one side.
    pub const fn of(&self, side: Side) -> u32 {
        self.by_side[side.index()]
    }

    /// Gives points to one side. A hand takes at least twenty moves and gives
    /// a side at most twenty points (T9), so no log is long enough to overflow.
    pub const fn add(&mut self, side: Side, points: u32) {
        self.by_side[side.index()] += points;
    }

    /// Those of the sides that have the most points among them.
    pub fn leaders(&self, among: Sides) -> Sides {
        let most = among.iter().map(|side| self.of(side)).max();
        among.iter().filter(|&side| Some(self.of(side)) == most).collect()
    }
}

impl From<Points> for Vec<u32> {
    fn from(points: Points) -> Self {
        points.as_slice().to_vec()
    }
}

impl TryFrom<Vec<u32>> for Points {
    type Error = PointsError;

    fn try_from(list: Vec<u32>) -> Result<Self, PointsError> {
        let sides = u8::try_from(list.len()).map_err(|_| PointsError)?;
        if !(2..=4).contains(&sides) {
            return Err(PointsError);
        }
        let mut points = Self::zero(sides);
        points.by_side[..list.len()].copy_from_slice(&list);
        Ok(points)
    }
}

/// The points by side, separated by commas (T14).
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_separated(f, self.as_slice(), ',')
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_a_list_by_side() {
        let points = Points::try_from(vec![4, 15, 15]).unwrap();
        assert_eq!(points.to_string(), "4,15,15");
        assert_eq!(serde_json::to_string(&points).unwrap(), "[4,15,15]");
        assert_eq!(serde_json::from_str::<Points>("[4,15,15]").unwrap(), points);
        for text in ["[]", "[1]", "[1,2,3,4,5]", "[-1,0]"] {
            assert!(serde_json::from_str::<Points>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn leaders_are_all_that_have_most_among_those_asked_for() {
        let points = Points::try_from(vec![4, 15, 15, 20]).unwrap();
        let numbers = |sides: Sides| sides.iter().map(Side::index).collect::<Vec<_>>();
        assert_eq!(numbers(points.leaders(points.sides())), [3]);
        let others = points.sides().without(Side::try_from(3).unwrap());
        assert_eq!(numbers(points.leaders(others)), [1, 2]);
        assert_eq!(points.leaders(Sides::NONE), Sides::NONE);
    }
}
