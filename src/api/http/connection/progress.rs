//! The progress of a client's requests, one after the other.

use std::cell::Cell;
use std::task::Waker;

use actix_web::rt::time::Instant;

use super::HttpTimeouts;
use super::deadline_timer::DeadlineTimer;

/// The time between a body's time limit, which is answered with a problem, and the end of
/// the connection.
const CUT: std::time::Duration = std::time::Duration::from_secs(2);

/// The current state of a client, and since when.
pub(crate) struct Progress {
    step: Cell<(Step, Instant)>,
    /// The task that continues reading after the answer.
    reader: Cell<Option<Waker>>,
    /// True if the answer ends when the client shuts down its sending side.
    ends_with_client: Cell<bool>,
    /// The timer of the connection's task.
    pub(crate) timer: DeadlineTimer,
    timeouts: HttpTimeouts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// No request has begun.
    Idle,
    /// A request's head, or the unread rest of a body, arrives.
    Head,
    /// A request's body arrives.
    Body,
    /// The request is complete; the client waits.
    Answer,
}

impl Progress {
    pub(crate) fn new(timeouts: HttpTimeouts, now: Instant) -> Self {
        Self {
            step: Cell::new((Step::Idle, now)),
            reader: Cell::new(None),
            ends_with_client: Cell::new(false),
            timer: DeadlineTimer::new(now),
            timeouts,
        }
    }

    pub(super) fn bytes_came(&self, now: Instant) {
        if self.step.get().0 == Step::Idle {
            self.step.set((Step::Head, now));
        }
    }

    pub(crate) fn head_came(&self, has_body: bool, now: Instant) {
        self.step.set((if has_body { Step::Body } else { Step::Answer }, now));
    }

    /// The body is complete, or the client has stopped sending.
    pub(crate) fn body_came(&self, now: Instant) {
        if self.step.get().0 == Step::Body {
            self.step.set((Step::Answer, now));
        }
    }

    /// The answer is being sent.
    pub(crate) fn answered(&self, now: Instant) {
        self.step.set((Step::Idle, now));
        self.ends_with_client.set(false);
        self.timer.no_later_than(now + self.timeouts.idle);
        self.wake_reader();
    }

    fn wake_reader(&self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }

    /// Marks an answer that waits for events: a client that shuts down its sending side
    /// is then taken as gone, because nothing else distinguishes a closed connection from
    /// a waiting one.
    pub(crate) fn ends_with_client(&self) {
        self.ends_with_client.set(true);
        // The client may have shut it down already.
        self.wake_reader();
    }

    pub(super) fn does_end_with_client(&self) -> bool {
        self.ends_with_client.get()
    }

    /// Wakes a task when the current request is answered.
    pub(super) fn wake_when_answered(&self, reader: &Waker) {
        self.reader.set(Some(reader.clone()));
    }

    pub(super) fn in_answer(&self) -> bool {
        self.step.get().0 == Step::Answer
    }

    pub(super) fn in_head(&self) -> bool {
        self.step.get().0 == Step::Head
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        let Self { timeouts, .. } = self;
        let (step, since) = self.step.get();
        match step {
            Step::Idle => Some(since + timeouts.idle),
            Step::Head => Some(since + timeouts.head),
            Step::Body => Some(since + timeouts.body + CUT),
            Step::Answer => None,
        }
    }
}
