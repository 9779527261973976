//! Hashes of secret tokens.

use subtle::ConstantTimeEq as _;
use uuid::Uuid;

use super::database::{Field, Invalid, Row, ToValue, Value};

/// The SHA-256 of a secret token; the token itself is never stored.
#[derive(Clone, Copy, Debug)]
pub struct TokenHash(pub [u8; 32]);

/// Compares in constant time, so that the time reveals nothing of a token.
impl PartialEq for TokenHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for TokenHash {}

impl<'a> ToValue<'a> for TokenHash {
    fn optional(value: Option<Self>) -> Value<'a> {
        <[u8; 32]>::optional(value.map(|hash| hash.0))
    }
}

impl Field for TokenHash {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        Ok(<[u8; 32]>::read(row, column)?.map(Self))
    }
}

/// A player at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatPlayer {
    pub id: Uuid,
    /// The hash of the player's token, which also opens the seat.
    pub token: TokenHash,
}
