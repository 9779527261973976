//! From a seed to shuffled cards (docs/spec/record.md S1 and S2).

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A seed: 1 to 64 characters out of `A–Z a–z 0–9 . _ ~ -` (docs/spec/record.md S1.1).
///
/// ```
/// use regicide_engine::engine::Seed;
///
/// let seed: Seed = "banana".parse()?;
/// assert!(seed.commitment().to_string().starts_with("c4638d6b5e7b43a3"));
/// # Ok::<(), regicide_engine::engine::SeedError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Seed(Box<str>);

/// A text that cannot be a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed is 1 to 64 characters out of A-Z a-z 0-9 . _ ~ -")]
pub struct SeedError;

impl Seed {
    /// The greatest length in characters.
    pub const MAX_LEN: usize = 64;

    /// The seed's text. It decides every card of the game: handle it as a
    /// secret until the game is over (S1.4).
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key of the generator (S1.2).
    pub fn key(&self) -> Key {
        Key(self.labelled("regicide/key/v1"))
    }

    /// A hash that can be published before the game without revealing the
    /// key (S1.2), if the seed cannot be guessed (S1.3).
    pub fn commitment(&self) -> Hash {
        Hash(self.labelled("regicide/commit/v1"))
    }

    fn labelled(&self, label: &str) -> [u8; 32] {
        Sha256::new().chain_update(label).chain_update([0]).chain_update(self.as_str()).finalize().into()
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, SeedError> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._~-".contains(&byte);
        if (1..=Self::MAX_LEN).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self(text.into()))
        } else {
            Err(SeedError)
        }
    }
}

/// Never the seed itself: debug output ends up in logs.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// A SHA-256 hash, written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash(pub [u8; 32]);

/// A text that is not 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a hash is 64 lower-case hex digits")]
pub struct HashError;

impl Hash {
    /// The hash of a text.
    pub fn of(text: &[u8]) -> Self {
        Self(Sha256::digest(text).into())
    }

    /// The 64 digits.
    ///
    /// # Panics
    /// Never: 32 bytes have 64 digits.
    pub fn to_hex(self) -> [u8; 64] {
        let mut digits = [0; 64];
        hex::encode_to_slice(self.0, &mut digits).expect("32 bytes have 64 digits");
        digits
    }
}

impl FromStr for Hash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Self, HashError> {
        let mut hash = [0; 32];
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Err(HashError);
        }
        hex::decode_to_slice(text, &mut hash).map_err(|_| HashError)?;
        Ok(Self(hash))
    }
}

impl TryFrom<String> for Hash {
    type Error = HashError;

    fn try_from(text: String) -> Result<Self, HashError> {
        text.parse()
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> Self {
        hash.to_string()
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(&self.to_hex()).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The generator's key, as secret as the seed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// A key for what is computed about games and is no game: bots, for
    /// example. `label` keeps the uses of the same 32 bytes apart.
    pub fn labelled(label: &str, bytes: &[u8; 32]) -> Self {
        Self(Sha256::new().chain_update(label).chain_update([0]).chain_update(bytes).finalize().into())
    }

    /// The stream with a number: 0 for the set-up, `n` for move `n` (S2.4, S2.5).
    pub fn stream(&self, number: u64) -> Stream {
        let mut generator = ChaCha20Rng::from_seed(self.0);
        generator.set_stream(number);
        Stream(generator)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// Random numbers of one stream of a key (S2.1).
#[derive(Clone)]
pub struct Stream(ChaCha20Rng);

impl Stream {
    /// The number of words that were drawn.
    pub fn drawn(&self) -> u128 {
        self.0.get_word_pos()
    }

    /// The stream after so many words.
    #[must_use]
    pub fn after(mut self, words: u128) -> Self {
        self.0.set_word_pos(words);
        self
    }

    /// The next 32-bit word.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `n`, every one equally likely (S2.2).
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        // All words below floor(2^32 / n) * n are as many for each number. What
        // is at least n below 2^32 is one of them: that spares nearly every
        // word a second division.
        assert!(n > 0, "there is no number below 0");
        loop {
            let word = self.word();
            if word <= u32::MAX - n || u64::from(word) < (1_u64 << 32) / u64::from(n) * u64::from(n) {
                return word % n;
            }
        }
    }

    /// The next eight words as bytes.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes.chunks_exact_mut(4).for_each(|word| word.copy_from_slice(&self.word().to_le_bytes()));
        bytes
    }

    /// Shuffles in place (S2.3). Our own code on purpose: a library's shuffle
    /// may change with its version, a recorded game may not.
    ///
    /// # Panics
    /// If there are 2³² items or more.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let n = u32::try_from(i + 1).expect("fewer items than a generator's word can count");
            let j = self.below(n) as usize;
            items.swap(i, j);
        }
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s1_1_seeds_are_limited_in_length_and_alphabet() {
        let longest = "f".repeat(64);
        for text in ["0", "a-Z_0.9~", &longest] {
            assert!(text.parse::<Seed>().is_ok(), "{text}");
        }
        let too_long = "f".repeat(65);
        for text in ["", "a b", "ä", "a\n", "a/b", &too_long] {
            assert_eq!(text.parse::<Seed>(), Err(SeedError), "{text}");
        }
    }

    #[test]
    fn secrets_do_not_show_in_debug_output() {
        let seed: Seed = "banana".parse().expect("a seed");
        let debug = format!("{seed:?} {:?} {:?}", seed.key(), seed.key().stream(0));
        assert_eq!(debug, "Seed(…) Key(…) Stream(…)");
    }

    #[test]
    fn a_hash_has_one_text() {
        let hash = Hash::of(b"regicide");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        assert!(hash.to_string().to_uppercase().parse::<Hash>().is_err());
        assert!("ab".parse::<Hash>().is_err());
    }
}
