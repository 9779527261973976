//! A progress bar.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use regicide_engine::engine::Message;

use super::output::Output;

/// The time before a progress bar appears.
const PATIENCE: Duration = Duration::from_secs(1);
/// The interval in which the bar moves, even if nothing else does.
const TICK: Duration = Duration::from_millis(250);

/// A progress bar that appears after a second, and only on a terminal.
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
}

impl Progress {
    /// A bar that counts items, named by a message.
    pub fn of(things: &'static str, out: &Output) -> Self {
        Self::start(&format!("{{spinner}} {{pos}} {}, {{per_sec}}, {{elapsed}}", out.text(&things.into())))
    }

    /// A bar for a step without a count.
    pub fn of_step(step: &'static str, out: &Output) -> Self {
        Self::start(&format!("{{spinner}} {}, {{elapsed}}", out.text(&Message::new(step))))
    }

    fn start(template: &str) -> Self {
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        if io::stderr().is_terminal() {
            let bar = bar.downgrade();
            thread::spawn(move || {
                thread::sleep(PATIENCE);
                if let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            });
        }
        Self { bar, begun: Instant::now() }
    }

    pub fn advance(&self, by: u64) {
        self.bar.inc(by);
    }

    /// A function that advances the bar to a count.
    pub(super) fn follow(&self) -> impl FnMut(u64) {
        let mut last = 0;
        move |count| {
            self.advance(count - last);
            last = count;
        }
    }

    /// Prints while the bar is hidden.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
