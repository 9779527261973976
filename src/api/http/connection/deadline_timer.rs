//! The single timer of a connection.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::rt::time::{Instant, Sleep, sleep_until};

/// A timer for all waits of a connection's task. Setting a timer costs more than most
/// waits last, and deadlines are mostly postponed: so it is set only when it fires, or
/// for an earlier deadline.
pub(crate) struct DeadlineTimer(RefCell<Pin<Box<Sleep>>>);

impl DeadlineTimer {
    pub(super) fn new(deadline: Instant) -> Self {
        Self(RefCell::new(Box::pin(sleep_until(deadline))))
    }

    /// Ready when the deadline has passed. Otherwise the task is woken then, or earlier.
    pub(crate) fn poll(&self, context: &mut Context<'_>, deadline: Instant) -> Poll<()> {
        let mut sleep = self.0.borrow_mut();
        if sleep.deadline() > deadline || sleep.is_elapsed() {
            sleep.as_mut().reset(deadline);
        }
        while sleep.as_mut().poll(context).is_ready() {
            if Instant::now() >= deadline {
                return Poll::Ready(());
            }
            sleep.as_mut().reset(deadline);
        }
        Poll::Pending
    }

    /// Wakes the task that polled last, at this time at the latest.
    pub(super) fn no_later_than(&self, deadline: Instant) {
        let mut sleep = self.0.borrow_mut();
        if sleep.deadline() > deadline {
            sleep.as_mut().reset(deadline);
        }
    }
}
