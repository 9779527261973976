//! Secret tokens: the holder of one may act for a seat, a player or a game's creator.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::entropy::Entropy;
use crate::store::TokenHash;

/// A secret of 256 bits, written as 43 characters of base64url.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    text: String,
    hash: [u8; 32],
}

impl Token {
    pub fn new(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0; 32];
        entropy.fill(&mut bytes);
        Self::from_client(&URL_SAFE_NO_PAD.encode(bytes))
    }

    /// A token that a client sent. Whether it is anybody's, only a comparison
    /// with stored hashes can tell.
    #[must_use]
    pub fn from_client(text: &str) -> Self {
        Self { text: text.to_owned(), hash: Sha256::digest(text).into() }
    }

    /// The text that its owner gets, once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.text
    }

    /// What is stored of it. The token has 256 random bits, so a plain hash
    /// cannot be searched backwards.
    #[must_use]
    pub const fn hash(&self) -> TokenHash {
        TokenHash(self.hash)
    }

    /// Whether a stored hash is this token's, in the same time for any two.
    #[must_use]
    pub fn matches(&self, stored: &TokenHash) -> bool {
        self.hash.ct_eq(&stored.0).into()
    }
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
