//! Secret tokens: who has one may act for a seat or for a game's creator.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::entropy::Entropy;
use crate::store::TokenHash;

/// A secret of 256 bits, written as 43 characters of base64url.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new token.
    pub fn new(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0; 32];
        entropy.fill(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// A token that a client sent. Whether it is anybody's, only a comparison
    /// with stored hashes can tell.
    #[must_use]
    pub fn from_client(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text that its owner gets, once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it. The token has 256 random bits, so a plain hash
    /// cannot be searched backwards.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(&self.0).into())
    }

    /// Whether a stored hash is this token's, in the same time for any two.
    #[must_use]
    pub fn matches(&self, stored: &TokenHash) -> bool {
        self.hash().0.ct_eq(&stored.0).into()
    }
}

/// 32 bytes that are not for logs.
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
