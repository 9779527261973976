//! The source of randomness for seeds, tokens and ids.

use chrono::{DateTime, Utc};
use regicide_engine::engine::Seed;
use uuid::Uuid;

/// A source of random bytes. It is a parameter, so that tests can repeat a run.
pub trait Entropy: Send + Sync {
    /// Fills `bytes` with unpredictable bytes.
    fn fill(&self, bytes: &mut [u8]);
}

#[derive(Clone, Copy, Debug)]
pub struct OsEntropy;

impl Entropy for OsEntropy {
    /// # Panics
    /// If the operating system has no random bytes: later secrets of the service would be
    /// guessable.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that asks the machine")]
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system gives random bytes");
    }
}

/// A UUID of version 7 for something created at `now`. Its random bits are independent of
/// any seed.
pub fn new_id(entropy: &dyn Entropy, now: DateTime<Utc>) -> Uuid {
    let mut bytes = [0; 10];
    entropy.fill(&mut bytes);
    uuid_version_7(now, bytes)
}

/// A UUID of version 7 (RFC 9562) from a time and other bytes.
#[must_use]
pub fn uuid_version_7(now: DateTime<Utc>, bytes: [u8; 10]) -> Uuid {
    let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
}

/// An unpredictable seed of 128 bits (docs/spec/record.md S1.1, S1.5).
///
/// # Panics
/// Never: hex digits are a seed.
pub fn secret_seed(entropy: &dyn Entropy) -> Seed {
    let mut bytes = [0; 16];
    entropy.fill(&mut bytes);
    hex::encode(bytes).parse().expect("hex digits are a seed")
}
