//! Comments on a game (docs/spec/record.md S6.14).

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::engine::MAX_MOVES;

/// The maximum number of comments in a record.
const MAX_COMMENTS: usize = 1000;
/// The maximum number of Unicode characters of a comment.
const MAX_LENGTH: usize = 1000;

/// A comment on a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// The number of the move after which the comment stands, 0 for the deal.
    #[serde(deserialize_with = "read_seq")]
    #[schema(minimum = 0, maximum = 7151)]
    pub seq: u32,
    /// The text, without control characters of ASCII other than line feeds.
    #[serde(deserialize_with = "read_text")]
    #[schema(
        min_length = 1,
        max_length = 1000,
        pattern = r"^[^\x00-\x09\x0b-\x1f\x7f]*$",
        examples("The jester was better here.")
    )]
    pub text: String,
}

fn read_seq<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let seq = u32::deserialize(deserializer)?;
    if seq <= MAX_MOVES { Ok(seq) } else { Err(D::Error::custom("there is no such move")) }
}

fn read_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_plain = text.chars().all(|character| character == '\n' || !character.is_ascii_control());
    // A text of more bytes has more characters, whichever these are.
    let fits = text.len() <= 4 * MAX_LENGTH && (1..=MAX_LENGTH).contains(&text.chars().count());
    if is_plain && fits { Ok(text) } else { Err(D::Error::custom("a comment has 1 to 1000 characters")) }
}

/// Reads the comments of a record.
pub(super) fn read_comments<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<Comment>>, D::Error> {
    let comments = Option::<Vec<Comment>>::deserialize(deserializer)?;
    if comments.as_ref().is_some_and(|comments| comments.len() > MAX_COMMENTS) {
        return Err(D::Error::custom("a record has at most 1000 comments"));
    }
    Ok(comments)
}
