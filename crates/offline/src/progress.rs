//! A progress bar, with the total and the time left where the total is known.

use std::cell::Cell;
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
    /// The number of items, where the bar itself counts the bytes that are read.
    read: Option<Cell<u64>>,
}

impl Progress {
    /// A bar that counts items, named by a message, if their total is not known.
    pub fn of(things: &'static str, out: &Output) -> Self {
        let things = out.text(&things.into());
        Self::start(&format!("{{spinner}} {{pos}} {things}, {{per_sec}}, {{elapsed}}"), out)
    }

    /// A bar that counts items up to their total.
    pub fn up_to(total: u64, things: &'static str, out: &Output) -> Self {
        let things = out.text(&things.into());
        let left = out.text(&Message::new("progress-left").with("time", "{eta}"));
        let counted = format!("{{spinner}} {{pos}}/{{len}} {things}, {{per_sec}}, {{elapsed}}, {left}");
        let progress = Self::start(&counted, out);
        progress.bar.set_length(total);
        progress
    }

    /// A bar that counts items of input, whose size in bytes is its total.
    pub(super) fn of_input(bytes: u64, things: &'static str, out: &Output) -> Self {
        let things = out.text(&things.into());
        let left = out.text(&Message::new("progress-left").with("time", "{eta}"));
        let counted = format!("{{spinner}} {{msg}} {things}, {{percent}} %, {{elapsed}}, {left}");
        let progress = Self { read: Some(Cell::new(0)), ..Self::start(&counted, out) };
        progress.bar.set_length(bytes);
        progress.advance(0);
        progress
    }

    /// A bar for a step without a count.
    pub fn of_step(step: &'static str, out: &Output) -> Self {
        Self::start(&format!("{{spinner}} {}, {{elapsed}}", out.text(&Message::new(step))), out)
    }

    /// True if bars are shown. Other commands need no total.
    pub fn is_shown(out: &Output) -> bool {
        io::stderr().is_terminal() && !out.is_json()
    }

    fn start(template: &str, out: &Output) -> Self {
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        if Self::is_shown(out) {
            let bar = bar.downgrade();
            thread::spawn(move || {
                thread::sleep(PATIENCE);
                if let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            });
        }
        Self { bar, begun: Instant::now(), read: None }
    }

    pub fn advance(&self, by: u64) {
        let Some(count) = &self.read else { return self.bar.inc(by) };
        count.set(count.get() + by);
        self.bar.set_message(count.get().to_string());
    }

    /// Counts bytes of input.
    pub(super) fn read(&self, bytes: usize) {
        if self.read.is_some() {
            self.bar.inc(bytes as u64);
        }
    }

    /// Lowers the total, for items that need not be done.
    pub(super) fn set_left(&self, left: u64) {
        self.bar.set_length(self.bar.position() + left);
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
