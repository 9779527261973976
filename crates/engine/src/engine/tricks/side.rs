//! Sides: a player alone or a partnership.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::moves::Seat;
use crate::engine::notation::write_separated;

/// A player or a partnership, numbered from 0 (T2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "u8", into = "u8")]
#[derive(PartialOrd, Ord, Hash, derive_more::Display)]
#[schema(value_type = u8, minimum = 0, maximum = 3, examples(0))]
pub struct Side(u8);

/// A number that is no side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a side is a number from 0 to 3")]
pub struct SideError;

impl Side {
    /// The most sides a game has.
    pub const COUNT: usize = 4;

    /// The side's number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How the seats of a game form sides (T2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teams {
    /// Each seat is a side.
    Single,
    /// Seats 0 and 2 are side 0, seats 1 and 3 are side 1.
    Partners,
}

impl Teams {
    /// The side that a seat plays for.
    pub fn side(self, seat: Seat) -> Side {
        let number = u8::from(seat);
        Side(match self {
            Self::Single => number,
            Self::Partners => number % 2,
        })
    }

    /// The seats that play for a side, in ascending order.
    pub(super) fn seats(self, side: Side) -> impl Iterator<Item = Seat> {
        Seat::all(4).filter(move |&seat| self.side(seat) == side)
    }
}

impl TryFrom<u8> for Side {
    type Error = SideError;

    fn try_from(number: u8) -> Result<Self, SideError> {
        if usize::from(number) < Self::COUNT { Ok(Self(number)) } else { Err(SideError) }
    }
}

impl From<Side> for u8 {
    fn from(side: Side) -> Self {
        side.0
    }
}

/// A set of sides, written as the list of their numbers in ascending order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "Vec<Side>", into = "Vec<Side>")]
#[schema(value_type = Vec<Side>)]
pub struct Sides(u8);

/// A list of sides that is not in ascending order, each side once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sides are listed in ascending order, each once")]
pub struct SidesError;

impl Sides {
    /// No side.
    pub const NONE: Self = Self(0);

    /// The first `count` sides: all of a game with so many.
    pub fn all(count: u8) -> Self {
        (0..count).map(Side).collect()
    }

    /// Returns true if `side` is among them.
    pub const fn contains(self, side: Side) -> bool {
        self.0 & (1 << side.0) != 0
    }

    /// These sides but one.
    #[must_use]
    pub const fn without(self, side: Side) -> Self {
        Self(self.0 & !(1 << side.0))
    }

    /// The sides in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        (0..4).map(Side).filter(move |&side| self.contains(side))
    }

    /// The one side there is, or nothing if there are several or none.
    pub fn alone(self) -> Option<Side> {
        if self.0.is_power_of_two() { self.iter().next() } else { None }
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        Self(sides.into_iter().fold(0, |bits, side| bits | 1 << side.0))
    }
}

impl fmt::Debug for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The sides in ascending order, separated by commas.
impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_separated(f, self.iter(), ',')
    }
}

impl From<Sides> for Vec<Side> {
    fn from(sides: Sides) -> Self {
        sides.iter().collect()
    }
}

impl TryFrom<Vec<Side>> for Sides {
    type Error = SidesError;

    fn try_from(list: Vec<Side>) -> Result<Self, SidesError> {
        if list.is_sorted_by(|one, next| one < next) {
            Ok(list.into_iter().collect())
        } else {
            Err(SidesError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_a_list_in_ascending_order() {
        let sides = Sides::all(4).without(Side(1));
        assert_eq!(serde_json::to_string(&sides).unwrap(), "[0,2,3]");
        assert_eq!(serde_json::from_str::<Sides>("[0,2,3]").unwrap(), sides);
        for text in ["[2,0]", "[1,1]", "[4]", "[-1]", "1"] {
            assert!(serde_json::from_str::<Sides>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_side_is_alone_only_without_others() {
        assert_eq!(Sides::NONE.alone(), None);
        assert_eq!(Sides::all(2).alone(), None);
        assert_eq!(Sides::all(2).without(Side(0)).alone(), Some(Side(1)));
    }
}
