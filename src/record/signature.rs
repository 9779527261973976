//! The service's signature on a finished game (RECORD.md S6): Ed25519
//! (RFC 8032) over one line that says what was played and how it ended.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signer as _, VerifyingKey};
use serde::Serialize;

use super::SeedBy;
use crate::engine::{Hash, Outcome};

/// What a signature says.
#[derive(Clone, Debug)]
pub struct Statement<'a> {
    /// The id of the game.
    pub id: &'a str,
    /// The header line (S5.1), which holds set-up and commitment.
    pub header: &'a str,
    /// Who made the seed.
    pub seed_by: SeedBy,
    /// The chain's last hash, which holds all moves.
    pub chain: Hash,
    /// How the game ended.
    pub outcome: &'a Outcome,
}

/// The line that is signed: the id comes last, because only it could hold
/// anything. What is before it cannot be read in two ways.
impl fmt::Display for Statement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, header, seed_by, chain, outcome } = self;
        let outcome = serde_json::to_string(outcome).map_err(|_| fmt::Error)?;
        write!(f, "regicide-signature/1 {chain} {} {outcome} {header} {id}", seed_by.name())
    }
}

/// A secret key that signs results.
#[derive(Clone)]
pub struct SigningKey(ed25519_dalek::SigningKey);

impl SigningKey {
    /// The key from its 32 secret bytes.
    #[must_use]
    pub fn from_bytes(secret: &[u8; 32]) -> Self {
        Self(ed25519_dalek::SigningKey::from_bytes(secret))
    }

    /// The key that checks what this one signs.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// A signature as it stands in a record: the key's id, a dot and 64 bytes
    /// in base64url.
    #[must_use]
    pub fn sign(&self, statement: &Statement<'_>) -> String {
        let signature = self.0.sign(statement.to_string().as_bytes());
        format!("{}.{}", self.public().id(), URL_SAFE_NO_PAD.encode(signature.to_bytes()))
    }
}

/// Never the secret itself.
impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.public().id())
    }
}

/// A public key, 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

/// A text that is no public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a public key is 64 hex digits, such as /v1/keys gives")]
pub struct PublicKeyError;

impl PublicKey {
    /// What a signature calls the key: the first 16 hex digits of the
    /// SHA-256 of its bytes.
    #[must_use]
    pub fn id(&self) -> String {
        Hash::of(&self.0).to_string()[..16].to_owned()
    }

    /// Whether a signature, as it stands in a record, is this key's.
    #[must_use]
    pub fn has_made(&self, signature: &str) -> bool {
        signature.split_once('.').is_some_and(|(id, _)| id == self.id())
    }

    /// Whether a signature is this key's for a statement.
    #[must_use]
    pub fn holds(&self, signature: &str, statement: &Statement<'_>) -> bool {
        let check = || {
            let (_, bytes) = signature.split_once('.')?;
            let bytes = URL_SAFE_NO_PAD.decode(bytes).ok()?;
            let signature = ed25519_dalek::Signature::from_slice(&bytes).ok()?;
            let key = VerifyingKey::from_bytes(&self.0).ok()?;
            // The strict check leaves no second signature for the same line.
            key.verify_strict(statement.to_string().as_bytes(), &signature).ok()
        };
        self.has_made(signature) && check().is_some()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
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
        VerifyingKey::from_bytes(&bytes).map_err(|_| PublicKeyError)?;
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::regicide::{Outcome as Ended, WonOrLost};

    fn outcome() -> Outcome {
        let outcome = WonOrLost::Lost;
        Outcome::Regicide(Ended { outcome, conceded_by: None, enemies_defeated: 3, medal: None })
    }

    fn statement<'a>(id: &'a str, outcome: &'a Outcome) -> Statement<'a> {
        Statement { id, header: "header", seed_by: SeedBy::Service, chain: Hash([7; 32]), outcome }
    }

    /// RFC 8032, section 7.1, test 1.
    #[test]
    fn a_secret_key_has_the_public_key_of_the_standard() {
        let mut secret = [0; 32];
        let text = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        hex::decode_to_slice(text, &mut secret).unwrap();
        let public = SigningKey::from_bytes(&secret).public();
        let expected = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        assert_eq!(public.to_string(), expected);
        assert_eq!(expected.parse(), Ok(public));
    }

    #[test]
    fn a_signature_holds_for_its_own_line_and_key_only() {
        let (key, other) = (SigningKey::from_bytes(&[1; 32]), SigningKey::from_bytes(&[2; 32]));
        let outcome = outcome();
        let signature = key.sign(&statement("game", &outcome));
        assert!(key.public().holds(&signature, &statement("game", &outcome)));
        assert!(!key.public().holds(&signature, &statement("games", &outcome)));
        assert!(!other.public().holds(&signature, &statement("game", &outcome)));
        let renamed = signature.replacen(&key.public().id(), &other.public().id(), 1);
        assert!(!other.public().holds(&renamed, &statement("game", &outcome)));
        let client = Statement { seed_by: SeedBy::Client, ..statement("game", &outcome) };
        assert!(!key.public().holds(&signature, &client));
        for nonsense in ["", ".", "x", &signature[..40]] {
            assert!(!key.public().holds(nonsense, &statement("game", &outcome)), "{nonsense}");
        }
    }
}
