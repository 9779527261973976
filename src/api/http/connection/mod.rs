//! Connections of clients: their number, and time limits for waiting
//! for a client.
//!
//! The HTTP library limits only the time for the first request's head. Here
//! every wait for a client is limited: for a head, for a body, for the client
//! to read an answer, and between requests. `Connection` wraps the socket for the
//! library.

mod deadline_timer;
mod limiter;
mod progress;
mod raw;

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::Instant;
use actix_web::web::Data;
use futures_util::FutureExt;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};

use crate::api::respond::problem::{Code, Problem};
use crate::api::state::Api;
use crate::api::state::metrics::Counted;

use limiter::ConnectionPermit;

pub(crate) use limiter::{ConnectionLimiter, Refused};
pub(crate) use progress::Progress;
pub(in crate::api) use raw::raw_answer;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HttpTimeouts {
    /// For a request's head to arrive, from its first byte.
    pub head: Duration,
    /// For a request's body to arrive, from the end of its head.
    pub body: Duration,
    /// For an answer to be computed, from the end of the request.
    pub answer: Duration,
    /// For a client to read the next 16 KiB of a waiting answer.
    pub write: Duration,
    /// For the next request on an idle connection.
    pub idle: Duration,
}

impl HttpTimeouts {
    /// Defaults for a service on the internet.
    pub const STANDARD: Self = Self {
        head: Duration::from_secs(10),
        body: Duration::from_secs(30),
        answer: Duration::from_secs(30),
        write: Duration::from_secs(20),
        idle: Duration::from_secs(75),
    };
}

/// The time that clients have to finish their requests when the service stops.
const STOPPING: Duration = Duration::from_secs(2);
/// The number of bytes that are read before they are parsed. The HTTP library parses all
/// requests in its input, at some kilobytes of memory each, before it answers the first.
const CHUNK: usize = 1024;
/// The bytes of an answer that a client has to read within [`HttpTimeouts::write`].
const LEAST: usize = 16 * 1024;

/// A client's connection, which counts against the limits.
pub(crate) struct Connection {
    stream: TcpStream,
    timeouts: HttpTimeouts,
    /// The state of the client's requests, shared with the application.
    pub(crate) progress: Rc<Progress>,
    api: Data<Api>,
    /// Resolves when the service begins to stop.
    stop: Pin<Box<dyn Future<Output = ()>>>,
    stopped: Option<Instant>,
    /// The bytes passed to the library since it last looked for requests.
    given: usize,
    /// True if the read bytes end with the client's shutdown of its sending side.
    has_ended: bool,
    blocked: Option<Blocked>,
    /// A problem that replaces an empty answer, and the number of its bytes that are
    /// written.
    substitute: Option<(Vec<u8>, usize)>,
    _permit: ConnectionPermit,
    _counted: Counted,
}

/// An answer that waits for the client to read.
#[derive(Clone, Copy)]
struct Blocked {
    since: Instant,
    /// The bytes that the client has read since then.
    taken: usize,
}

impl Connection {
    pub(crate) fn new(
        stream: TcpStream,
        permit: ConnectionPermit,
        timeouts: HttpTimeouts,
        api: Data<Api>,
        stop: Pin<Box<dyn Future<Output = ()>>>,
    ) -> Self {
        Self {
            stream,
            timeouts,
            progress: Rc::new(Progress::new(timeouts, Instant::now())),
            stop,
            stopped: None,
            given: 0,
            has_ended: false,
            blocked: None,
            substitute: None,
            _permit: permit,
            _counted: api.metrics.count_connection(),
            api,
        }
    }

    /// The deadline of the current wait, if the service waits for the client.
    fn deadline(&self) -> Option<Instant> {
        let read = self.progress.deadline();
        let read = match self.stopped {
            Some(stopped) => read.map(|read| read.min(stopped + STOPPING)),
            None => read,
        };
        let write = self.blocked.map(|blocked| blocked.since + self.write_timeout());
        read.into_iter().chain(write).min()
    }

    fn write_timeout(&self) -> Duration {
        if self.stopped.is_some() { self.timeouts.write.min(STOPPING) } else { self.timeouts.write }
    }

    /// Ready when the deadline has passed. Otherwise the task is woken then.
    ///
    /// While an answer is computed, the client has no deadline, but the timer stays set:
    /// nothing else wakes the task for the time limit of the next wait.
    fn poll_timeout(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.stopped.is_none() && self.stop.as_mut().poll(context).is_ready() {
            self.stopped = Some(Instant::now());
        }
        let deadline = self.deadline().unwrap_or_else(|| Instant::now() + self.timeouts.idle);
        self.progress.timer.poll(context, deadline)
    }

    /// Returns true if the client has closed the connection, or at least its sending
    /// side.
    fn client_is_gone(&self) -> bool {
        match self.stream.ready(Interest::READABLE).now_or_never() {
            Some(Ok(ready)) => ready.is_read_closed(),
            Some(Err(_)) => true,
            None => false,
        }
    }

    /// Sends a problem to a client that was too slow with a request's head, if this does
    /// not block.
    fn time_out(&self) -> io::Error {
        if self.blocked.is_none() && self.progress.in_head() {
            let problem = Problem::new(Code::RequestTimeout, "head-too-slow");
            // The connection is closed in any case.
            let _ = self.stream.try_write(&raw_answer(&self.api, problem));
        }
        io::ErrorKind::TimedOut.into()
    }

    /// Counts bytes of an answer that the client has read.
    fn note_taken(&mut self, bytes: usize, all: bool) -> io::Result<()> {
        let Some(blocked) = &mut self.blocked else { return Ok(()) };
        blocked.taken += bytes;
        if all || blocked.taken >= LEAST {
            self.blocked = None;
            return Ok(());
        }
        let Blocked { since, .. } = *blocked;
        if since.elapsed() > self.write_timeout() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
    }

    fn poll_send(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = Pin::new(&mut self.stream).poll_write(context, bytes) {
            let written = written?;
            self.note_taken(written, written == bytes.len())?;
            return Poll::Ready(Ok(written));
        }
        self.blocked.get_or_insert(Blocked { since: Instant::now(), taken: 0 });
        ready!(self.poll_timeout(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Sends the problem document that takes the place of `bytes`.
    fn poll_send_substitute(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        while let Some((answer, sent)) = self.substitute.take() {
            if sent == answer.len() {
                return Poll::Ready(Ok(bytes.len()));
            }
            let written = self.poll_send(context, &answer[sent..]);
            let more = if let Poll::Ready(Ok(more)) = written { more } else { 0 };
            self.substitute = Some((answer, sent + more));
            ready!(written)?;
        }
        Poll::Ready(Ok(bytes.len()))
    }
}

impl AsyncRead for Connection {
    /// Reads requests one at a time: the next one only after the current one is answered.
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.given >= CHUNK {
            self.given = 0;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.progress.in_answer() {
            // If the next request is not there yet, its first byte wakes the task.
            if self.stream.poll_read_ready(context).is_ready() {
                if self.progress.does_end_with_client() && self.client_is_gone() {
                    return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
                }
                self.progress.wake_when_answered(context.waker());
            }
        } else {
            let mut bytes = [0; CHUNK];
            let most = buffer.remaining().min(CHUNK);
            let mut chunk = ReadBuf::new(&mut bytes[..most]);
            if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(context, &mut chunk) {
                let chunk = chunk.filled();
                buffer.put_slice(chunk);
                self.given += chunk.len();
                self.has_ended = most > 0 && chunk.is_empty() && read.is_ok();
                if !chunk.is_empty() {
                    self.progress.bytes_came(Instant::now());
                }
                // A client that never stops sending must not avoid its deadline.
                let deadline = self.progress.deadline();
                let late = deadline.is_some_and(|deadline| deadline < Instant::now());
                return Poll::Ready(if late { Err(self.time_out()) } else { read });
            }
        }
        self.given = 0;
        ready!(self.poll_timeout(context));
        Poll::Ready(Err(self.time_out()))
    }
}

impl AsyncWrite for Connection {
    /// Writes the answer. The HTTP library answers unparsable requests with an empty
    /// body, which is replaced by a problem document.
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        // The library does not read on after the end of the input.
        if self.has_ended && self.progress.does_end_with_client() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        if self.substitute.is_some() {
            return self.poll_send_substitute(context, bytes);
        }
        match raw::empty_refusal(bytes) {
            Some((0, problem)) => {
                tracing::debug!(%problem, "malformed request");
                self.api.metrics.count_malformed(problem.code.status());
                self.substitute = Some((raw_answer(&self.api, problem), 0));
                self.poll_send_substitute(context, bytes)
            }
            Some((start, _)) => self.poll_send(context, &bytes[..start]),
            None => self.poll_send(context, bytes),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
