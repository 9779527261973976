//! Secret tokens: the holder of one acts for a player, for a seat, or as the
//! operator.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use regicide_system::entropy::Entropy;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use regicide_store::TokenHash;

/// The length of a player's token, in bytes.
const PLAYER_LENGTH: usize = 32;
/// The length of a seat's token, in bytes, and the offsets of its game's id and of its
/// checksum. The bytes before are random.
const SEAT_LENGTH: usize = 36;
const GAME: usize = 16;
const CHECKSUM: usize = 32;

/// A secret in base64url: of a player 43 characters with 256 random bits, of a seat 48
/// with 128.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    text: String,
    hash: [u8; 32],
}

impl Token {
    pub fn new(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0; PLAYER_LENGTH];
        entropy.fill(&mut bytes);
        Self::from_client(&URL_SAFE_NO_PAD.encode(bytes))
    }

    /// A token of a seat. It contains its game's id, since no index finds seats by it.
    pub fn of_seat(game: Uuid, entropy: &dyn Entropy) -> Self {
        let mut bytes = [0; SEAT_LENGTH];
        entropy.fill(&mut bytes[..GAME]);
        bytes[GAME..CHECKSUM].copy_from_slice(game.as_bytes());
        let checksum = checksum(&bytes);
        bytes[CHECKSUM..].copy_from_slice(&checksum);
        Self::from_client(&URL_SAFE_NO_PAD.encode(bytes))
    }

    /// A token from a client. Only a comparison with stored hashes shows whether it
    /// is valid.
    #[must_use]
    pub fn from_client(text: &str) -> Self {
        Self { text: text.to_owned(), hash: Sha256::digest(text).into() }
    }

    /// The id of the game, if it has the form of a seat's token. A mistyped one has not;
    /// a forged one may have, and opens nothing.
    pub(crate) fn game(&self) -> Option<Uuid> {
        let bytes: [u8; SEAT_LENGTH] = URL_SAFE_NO_PAD.decode(&self.text).ok()?.try_into().ok()?;
        let id = Uuid::from_slice(&bytes[GAME..CHECKSUM]).ok()?;
        (bytes[CHECKSUM..] == checksum(&bytes)).then_some(id)
    }

    /// The text that its holder gets, once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.text
    }

    /// The stored hash. The token has enough random bits that a plain hash cannot be
    /// searched backwards.
    #[must_use]
    pub const fn hash(&self) -> TokenHash {
        TokenHash(self.hash)
    }

    /// True if a stored hash is this token's; takes constant time.
    #[must_use]
    pub fn matches(&self, stored: &TokenHash) -> bool {
        self.hash.ct_eq(&stored.0).into()
    }
}

/// The checksum of a seat's token.
fn checksum(token: &[u8; SEAT_LENGTH]) -> [u8; SEAT_LENGTH - CHECKSUM] {
    let hash =
        Sha256::new().chain_update("regicide/seat-token/v2").chain_update(&token[..CHECKSUM]).finalize();
    std::array::from_fn(|place| hash[place])
}

/// 32 bytes that are never logged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Never the token itself: debug output ends up in logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use regicide_system::entropy::OsEntropy;

    use super::*;

    #[test]
    fn the_token_of_a_seat_contains_its_game() {
        let game = Uuid::from_u128(1);
        let token = Token::of_seat(game, &OsEntropy);
        assert_eq!(token.reveal().len(), 48);
        assert_eq!(token.game(), Some(game));
        assert_ne!(token, Token::of_seat(game, &OsEntropy));
    }

    #[test]
    fn no_other_text_is_taken_for_a_seats_token() {
        let token = Token::of_seat(Uuid::max(), &OsEntropy);
        let text = token.reveal();
        let mistyped = (0..text.len()).map(|place| {
            let other = if &text[place..=place] == "A" { "B" } else { "A" };
            [&text[..place], other, &text[place + 1..]].concat()
        });
        let others = ["", "A", &text[1..], &format!("{text}A"), &format!(" {text}")].map(str::to_owned);
        for text in mistyped.chain(others).chain([Token::new(&OsEntropy).reveal().to_owned()]) {
            assert_eq!(Token::from_client(&text).game(), None, "{text}");
        }
    }
}
