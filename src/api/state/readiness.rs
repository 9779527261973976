//! Readiness of the service.

use std::time::{Duration, Instant};

use regicide_system::causes::causes;
use tokio::sync::Mutex;

use super::Api;

/// The result of the last readiness probe. All requests within its age share it, because
/// a probe reads and writes, and no client is charged for it.
pub(crate) struct Readiness {
    age: Duration,
    last: Mutex<Option<(Instant, bool)>>,
}

impl Readiness {
    pub(crate) fn new(age: Duration) -> Self {
        Self { age, last: Mutex::default() }
    }

    /// Returns true if the service is ready `now`. A request during a probe waits for its
    /// result.
    async fn check(&self, now: Instant, probe: impl Future<Output = bool>) -> bool {
        let mut last = self.last.lock().await;
        match *last {
            Some((at, is_ready)) if now.saturating_duration_since(at) < self.age => is_ready,
            _ => {
                let is_ready = probe.await;
                *last = Some((now, is_ready));
                is_ready
            }
        }
    }
}

/// Returns true if the service can work. Every caller gets the shared result.
pub(crate) async fn is_ready(api: &Api) -> bool {
    let probe = async {
        let ready = api.service.core.ready().await;
        if let Err(error) = &ready {
            tracing::warn!(error = %causes(error), "not ready");
        }
        ready.is_ok()
    };
    api.readiness.check(Instant::now(), probe).await
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use super::*;

    #[actix_web::test]
    async fn who_asks_within_a_second_shares_one_probe() {
        let readiness = Readiness::new(Duration::from_secs(1));
        let begin = Instant::now();
        let never = || async { panic!("probed once more") };
        assert!(readiness.check(begin, ready(true)).await);
        assert!(readiness.check(begin + Duration::from_millis(999), never()).await);
        assert!(!readiness.check(begin + Duration::from_secs(1), ready(false)).await);
        // A request that waited for that probe shares its result.
        assert!(!readiness.check(begin + Duration::from_millis(999), never()).await);
        assert!(!readiness.check(begin + Duration::from_millis(1500), never()).await);
        assert!(readiness.check(begin + Duration::from_secs(2), ready(true)).await);
    }
}
