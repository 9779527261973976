//! Chance that is the same in each run.

use std::time::Duration;

use actix_web::rt::time::sleep;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use uuid::Uuid;

pub(crate) struct Chance(ChaCha20Rng);

impl Chance {
    /// That of the person with this number.
    pub(crate) fn of(number: u32) -> Self {
        Self(ChaCha20Rng::seed_from_u64(number.into()))
    }

    /// A number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.0.next_u64() % (limit as u64)).unwrap_or(0)
    }

    pub(crate) fn uuid(&mut self) -> Uuid {
        let mut bytes = [0; 16];
        self.0.fill_bytes(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }

    /// Waits as people do: mostly for a shorter time than on average, and
    /// sometimes for much longer.
    pub(crate) async fn pause(&mut self, mean: Duration) {
        let share = f64::from(self.0.next_u32()) / f64::from(u32::MAX);
        sleep(mean.mul_f64((-share.max(0.01).ln()).max(0.1))).await;
    }
}
