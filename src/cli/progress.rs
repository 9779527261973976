//! A bar for people who wait.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar that shows when a second has passed, and only on a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    begun: Instant,
}

impl Progress {
    /// A bar that counts things of this name.
    pub(super) fn of(things: &str) -> Self {
        let style =
            ProgressStyle::with_template(&format!("{{spinner}} {{pos}} {things}, {{per_sec}}, {{elapsed}}"));
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self {
            bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())),
            begun: Instant::now(),
        }
    }

    /// So many more are done.
    pub(super) fn advance(&self, by: u64) {
        let late = self.begun.elapsed() > Duration::from_secs(1);
        if late && self.bar.is_hidden() && io::stderr().is_terminal() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(by);
    }

    /// Lets something be printed without the bar in its way.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// How long it has taken so far.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Everything is done.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
