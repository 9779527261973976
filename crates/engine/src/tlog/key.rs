//! Ed25519 keys (RFC 8032): the service's sign its games and its log.

use std::fmt;
use std::str::FromStr;

use ed25519_dalek::{Signer as _, VerifyingKey};
use serde::Serialize;

use crate::engine::Hash;

/// A secret key.
#[derive(Clone)]
pub struct SigningKey(ed25519_dalek::SigningKey);

impl SigningKey {
    /// The key from its 32 secret bytes.
    pub fn from_bytes(secret: &[u8; 32]) -> Self {
        Self(ed25519_dalek::SigningKey::from_bytes(secret))
    }

    /// The key that checks what this one signs.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// A signature on a text.
    pub(crate) fn sign_bytes(&self, text: &[u8]) -> [u8; 64] {
        self.0.sign(text).to_bytes()
    }
}

/// Never the secret itself.
impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.public().id())
    }
}

/// A public key, 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, derive_more::Display)]
#[display("{}", hex::encode(_0))]
pub struct PublicKey([u8; 32]);

/// A text that is no public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a public key is 64 hex digits, such as /v1/keys gives")]
pub struct PublicKeyError;

impl PublicKey {
    /// The key from its 32 bytes. No signature holds by one that is no point of the curve.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// The id of the key in signatures: the first 16 hex digits of the
    /// SHA-256 of its bytes.
    pub fn id(&self) -> String {
        Hash::of(&self.0).to_string()[..16].to_owned()
    }

    /// Returns true if a signature on a text is this key's. The strict check leaves no
    /// second signature for the same text.
    pub(crate) fn has_signed(&self, text: &[u8], signature: &[u8]) -> bool {
        let check = || {
            let signature = ed25519_dalek::Signature::from_slice(signature).ok()?;
            VerifyingKey::from_bytes(&self.0).ok()?.verify_strict(text, &signature).ok()
        };
        check().is_some()
    }
}

impl Serialize for PublicKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for PublicKey {
    type Err = PublicKeyError;

    fn from_str(text: &str) -> Result<Self, PublicKeyError> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| PublicKeyError)?;
        Ok(Self(bytes))
    }
}
