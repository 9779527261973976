//! A progress bar.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar that appears after a second, and only on a terminal.
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

    pub(super) fn advance(&self, by: u64) {
        let late = self.begun.elapsed() > Duration::from_secs(1);
        if late && self.bar.is_hidden() && io::stderr().is_terminal() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(by);
    }

    /// Advances the bar with a count that is told now and then.
    pub(super) fn follow(&self) -> impl FnMut(u64) {
        let mut last = 0;
        move |count| {
            self.advance(count - last);
            last = count;
        }
    }

    /// Prints something while the bar is hidden.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
