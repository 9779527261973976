//! SIGINT (Ctrl-C) and SIGTERM: a command stops where it is, and keeps and reports what it
//! has finished.

use std::io::{self, PipeReader};
use std::os::fd::AsFd;
use std::process;
use std::sync::Arc;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::retry_on_intr;
use tokio::runtime;
use tokio::select;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::SetOnce;

/// A signal interrupted a command before its end.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted {
    /// The exit status, as shells have it: 128 and the number of the signal.
    pub(super) status: u8,
    /// The id of the message about the results.
    pub(super) message: &'static str,
}

/// The first signal, once it has come.
#[derive(Clone, Debug)]
pub struct Interrupt {
    signal: Arc<SetOnce<Interrupted>>,
    /// Ends with the signal, for reads that wait for both.
    pipe: Arc<PipeReader>,
}

impl Interrupt {
    /// Catches the signals from now on.
    pub fn catch() -> io::Result<Self> {
        Self::with_message("command-interrupted")
    }

    /// Catches the signals in a command that continues when it is repeated.
    pub fn catch_resumable() -> io::Result<Self> {
        Self::with_message("command-interrupted-resumable")
    }

    fn with_message(message: &'static str) -> io::Result<Self> {
        let signal = Arc::new(SetOnce::new());
        let (pipe, open) = io::pipe()?;
        let first = signal.clone();
        on_interrupt(move |status| {
            // It is set once.
            let _ = first.set(Interrupted { status, message });
            drop(open);
        })?;
        Ok(Self { signal, pipe: Arc::new(pipe) })
    }

    /// An error once a signal has come.
    pub fn check(&self) -> Result<(), Interrupted> {
        self.signal.get().map_or(Ok(()), |&interrupted| Err(interrupted))
    }

    /// The result of the work, or an error at a signal: then the work is dropped.
    pub async fn or<T>(&self, work: impl Future<Output = T>) -> Result<T, Interrupted> {
        select! {
            biased;
            &interrupted = self.signal.wait() => Err(interrupted),
            done = work => Ok(done),
        }
    }

    /// Waits until a stream can be read; an error at a signal.
    pub(super) fn wait_for(&self, stream: impl AsFd) -> io::Result<()> {
        let of = |stream| PollFd::from_borrowed_fd(stream, PollFlags::IN);
        retry_on_intr(|| poll(&mut [of(stream.as_fd()), of(self.pipe.as_fd())], None))?;
        self.check().map_err(io::Error::other)
    }
}

/// Calls a function with the exit status at the first signal. The second one ends the
/// process, in case that the function is of no use.
pub(super) fn on_interrupt(first: impl FnOnce(u8) + Send + 'static) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
    let (mut interrupts, mut terminations) = {
        let _context = runtime.enter();
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
    };
    thread::spawn(move || {
        runtime.block_on(async {
            let mut next = async || {
                select! {
                    _ = interrupts.recv() => 130,
                    _ = terminations.recv() => 143,
                }
            };
            first(next().await);
            process::exit(next().await.into());
        });
    });
    Ok(())
}
