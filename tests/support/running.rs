//! Processes that end with the test that started them, also if it panics.

use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// How long a process may take to end by itself.
const PATIENCE: Duration = Duration::from_mins(2);

/// A process that runs no longer than this value lives.
pub(crate) struct Running(Child);

impl Running {
    /// Starts it, with a pipe for its standard error.
    pub(crate) fn start(command: &mut Command) -> (Self, ChildStderr) {
        let mut process = Self(command.stderr(Stdio::piped()).spawn().expect("the program runs"));
        let errors = process.0.stderr.take().expect("it is piped");
        (process, errors)
    }

    /// Its id.
    pub(crate) fn id(&self) -> Pid {
        Pid::from_child(&self.0)
    }

    /// Sends it SIGTERM, as `kill` does.
    pub(crate) fn terminate(&self) {
        kill_process(self.id(), Signal::TERM).expect("it runs");
    }

    /// Waits until it has ended well by itself.
    pub(crate) fn ended(mut self) {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.0.try_wait().expect("it can be waited for") {
                assert!(status.success(), "{status}");
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it has not ended after {PATIENCE:?}");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
