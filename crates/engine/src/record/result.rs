//! The result in a record file (docs/spec/record.md S6.4).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{Array, ArrayBuilder, ObjectBuilder, Type};

use crate::engine::regicide::Medal;
use crate::engine::tricks::Side;
use crate::engine::{Outcome, Seat, deserialize_some};
use crate::json;

/// The result of a game, or a part of it: a field that is left out is not compared. The
/// fields of both games are read; one that the other game has fits no result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordResult {
    /// The seat that conceded, or `null`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<Seat>)]
    pub conceded_by: Option<Option<Seat>>,
    /// Co-operative game: the number of defeated enemies, of twelve. Another number
    /// up to 255 is read, and is a wrong result.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false, minimum = 0, maximum = 12)]
    pub enemies_defeated: Option<u8>,
    /// Co-operative game: the medal of a solo win (R9.3), else `null`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<Medal>)]
    pub medal: Option<Option<Medal>>,
    /// Won, or lost in the co-operative game, or shared in the trick-taking game.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false)]
    pub outcome: Option<RecordOutcome>,
    /// Trick-taking game: the points by side.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(schema_with = points_schema)]
    pub points: Option<Vec<u32>>,
    /// Trick-taking game: the sides that have won, in ascending order.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false)]
    pub winners: Option<Vec<Side>>,
}

/// The outcomes of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordOutcome {
    /// Of both games.
    Won,
    /// Of the co-operative game.
    Lost,
    /// Of the trick-taking game (T12).
    Shared,
}

/// The derived schema has no maximum of the items.
fn points_schema() -> Array {
    let points = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(u32::MAX));
    ArrayBuilder::new()
        .items(points)
        .max_items(Some(4))
        .description(Some("Trick-taking game: the points by side."))
        .build()
}

impl RecordResult {
    /// Returns true if every field that it has equals that of the whole result.
    pub(super) fn is_part_of(&self, whole: &Self) -> bool {
        fn fits<T: PartialEq>(given: Option<&T>, found: Option<&T>) -> bool {
            given.is_none() || given == found
        }
        let Self { conceded_by, enemies_defeated, medal, outcome, points, winners } = self;
        fits(conceded_by.as_ref(), whole.conceded_by.as_ref())
            && fits(enemies_defeated.as_ref(), whole.enemies_defeated.as_ref())
            && fits(medal.as_ref(), whole.medal.as_ref())
            && fits(outcome.as_ref(), whole.outcome.as_ref())
            && fits(points.as_ref(), whole.points.as_ref())
            && fits(winners.as_ref(), whole.winners.as_ref())
    }
}

impl From<&Outcome> for RecordResult {
    /// An outcome is written with the fields of its game's result.
    fn from(outcome: &Outcome) -> Self {
        serde_json::to_value(outcome)
            .map_err(json::Error::from)
            .and_then(json::from_value)
            .expect("a result has the fields of every outcome")
    }
}
