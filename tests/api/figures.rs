//! Figures of an instance, as `/metrics` shows them.

use std::time::Duration;

use tokio::time::timeout;

use crate::client::Client;

/// A figure without labels, if there is one of this name.
pub(crate) async fn figure(figures: &Client, name: &str) -> Option<u64> {
    let text = figures.get("/metrics").await.text;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map(|value| value.parse().unwrap())
}

/// Waits until a figure has a value: it may be counted after the answer that
/// shows its cause.
pub(crate) async fn until_figure(figures: &Client, name: &str, wanted: u64) {
    until_sum(&[figures], name, wanted).await;
}

/// Waits until the figures of some instances have a sum.
pub(crate) async fn until_sum(instances: &[&Client], name: &str, wanted: u64) {
    let mut sum = 0;
    let waiting = async {
        loop {
            sum = 0;
            for figures in instances {
                sum += figure(figures, name).await.unwrap();
            }
            if sum == wanted {
                return;
            }
            actix_web::rt::task::yield_now().await;
        }
    };
    let reached = timeout(Duration::from_mins(3), waiting).await.is_ok();
    assert!(reached, "{name} is {sum}, not {wanted}");
}
