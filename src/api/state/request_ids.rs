//! Ids of requests.

use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, Utc};
use regicide_system::entropy::{Entropy, uuid_version_7};
use uuid::Uuid;

/// Ids of requests. They are counted from a random start: random bytes from the system
/// for each request would take time, and these ids are not secret.
pub(crate) struct RequestIds(AtomicU64);

impl RequestIds {
    pub(crate) fn new(entropy: &dyn Entropy) -> Self {
        let mut start = [0; 8];
        entropy.fill(&mut start);
        Self(AtomicU64::new(u64::from_be_bytes(start)))
    }

    pub(crate) fn next(&self, now: DateTime<Utc>) -> Uuid {
        let mut bytes = [0; 10];
        bytes[2..].copy_from_slice(&self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        uuid_version_7(now, bytes)
    }
}

#[cfg(test)]
mod tests {
    use regicide_system::entropy::OsEntropy;

    use super::*;

    #[test]
    fn ids_differ_at_the_same_time() {
        let ids = RequestIds::new(&OsEntropy);
        let [one, other] = [(); 2].map(|()| ids.next(DateTime::UNIX_EPOCH));
        assert_ne!(one, other);
        assert_eq!(one.get_version_num(), 7);
    }
}
