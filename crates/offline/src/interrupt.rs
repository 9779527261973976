//! Ctrl-C: a command stops where it is, and keeps and reports what it has finished.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::runtime;
use tokio::signal::unix::{SignalKind, signal};

/// The exit status of a command that was interrupted, as shells have it.
pub(super) const INTERRUPTED: u8 = 130;

/// A command was interrupted before its end.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// A flag that Ctrl-C sets.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Catches Ctrl-C from now on.
    pub fn catch() -> io::Result<Self> {
        let interrupt = Self::default();
        let set = interrupt.clone();
        on_interrupt(move || set.0.store(true, Ordering::Relaxed))?;
        Ok(interrupt)
    }

    /// An error once the flag is set.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.0.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }
}

/// Calls a function at the first SIGINT. The second one ends the process, in case that
/// the function is of no use.
pub(super) fn on_interrupt(first: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
    let mut signals = {
        let _context = runtime.enter();
        signal(SignalKind::interrupt())?
    };
    thread::spawn(move || {
        runtime.block_on(async {
            signals.recv().await;
            first();
            signals.recv().await;
            process::exit(INTERRUPTED.into());
        });
    });
    Ok(())
}
