//! The limit on the size of files (`ulimit -f`).

use std::io;

use actix_web::rt::signal::unix::{SignalKind, signal};
use rustix::process::Signal;

/// Lets a write beyond the limit fail, as on a full disk, which the store and
/// the commands can handle. Without a handler of its signal the system ends
/// the process.
pub(super) fn let_writes_fail() -> io::Result<()> {
    // The handler stays: there is nothing to do for it.
    signal(SignalKind::from_raw(Signal::XFSZ.as_raw())).map(drop)
}
