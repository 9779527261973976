//! Formats of events: server-sent events, lines, pages.

use std::convert::Infallible;
use std::io::Write as _;
use std::pin::Pin;
use std::rc::Rc;
use std::str::FromStr;
use std::time::Duration;

use actix_server::GracefulShutdownSignal;
use actix_web::http::header::{self, Accept, Header};
use actix_web::rt::time::timeout;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use futures_util::{StreamExt, stream};
use regicide_engine::engine::Message;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::http::connection::Progress;
use crate::api::http::head_requests::HeadOnly;
use crate::api::respond::VARY;
use crate::api::respond::paging::with_next;
use crate::api::respond::problem::{Code, Problem};
use crate::api::state::Api;
use crate::api::state::metrics::Counted;
use crate::service::error::Error;
use crate::service::live::{CloseReason, Event, Events};

/// The header with the last event that a browser has received.
const LAST_EVENT_ID: &str = "last-event-id";
/// The interval of keep-alives.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The longest wait for a page, in seconds.
const LONGEST_WAIT: u32 = 60;
/// The delay before reconnecting after a lost connection, and after the service has
/// stopped, in milliseconds.
const RETRY: u32 = 2000;
const RETRY_AFTER_STOP: u32 = 500;
/// The initial capacity, enough for most events.
const CAPACITY: usize = 6144;

/// Events that have happened.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct EventPage<E> {
    /// The events in their order; none if nothing happened in time.
    items: Vec<E>,
    /// The value of `after` for the next page.
    next: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EventFormat {
    ServerSent,
    Lines,
    Page(Duration),
}

pub(super) struct Reading {
    form: EventFormat,
    after: Option<String>,
}

impl Reading {
    /// The form of the answer, and the cursor of the last event that the reader has.
    pub(super) fn of<C: FromStr<Err = Error>>(
        request: &HttpRequest,
        after: Option<&str>,
        wait: Option<u32>,
    ) -> Result<(Self, Option<C>), Problem> {
        if wait.is_some_and(|wait| wait > LONGEST_WAIT) {
            let detail = Message::new("invalid-range").with("least", 0_u32).with("most", LONGEST_WAIT);
            return Err(Problem::new(Code::InvalidValue, detail).field("wait"));
        }
        let malformed = || Problem::new(Code::MalformedHeader, "invalid-event-id").field("Last-Event-ID");
        let header = request.headers().get(LAST_EVENT_ID).map(|id| id.to_str().map_err(|_| malformed()));
        let header = header.transpose()?.filter(|id| !id.is_empty());
        let of_header: Option<C> = header.map(|id| id.parse().map_err(|_| malformed())).transpose()?;
        let of_query: Option<C> = after.map(str::parse).transpose()?;
        // A browser that reconnects sends the header to the same address.
        let after = header.or(after).map(str::to_owned);
        let form = match wait {
            Some(seconds) => EventFormat::Page(Duration::from_secs(seconds.into())),
            None => EventFormat::accepted_by(request),
        };
        Ok((Self { form, after }, of_header.or(of_query)))
    }

    /// True if the answer is a stream that is read, and not a page or headers alone.
    pub(super) fn is_stream(&self, request: &HttpRequest) -> bool {
        !matches!(self.form, EventFormat::Page(_)) && !request.extensions().contains::<HeadOnly>()
    }

    /// The answer; 204 without further events, so that browsers do not
    /// reconnect.
    pub(super) async fn answer<E: Event>(
        self,
        request: &HttpRequest,
        events: Option<Events<E>>,
    ) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        let response = response
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header((header::VARY, VARY))
            // Proxies must not buffer events.
            .insert_header((header::CONTENT_ENCODING, "identity"))
            .insert_header(("x-accel-buffering", "no"))
            .content_type(self.form.content_type());
        let is_page = matches!(self.form, EventFormat::Page(_));
        let mut events = match events {
            Some(events) => events,
            None if is_page => stream::empty().boxed_local(),
            None => return response.status(actix_web::http::StatusCode::NO_CONTENT).finish(),
        };
        // The link is a header: a page that waits for its first event has none.
        let mut next = None;
        if is_page && let Some(so_far) = events.next().await {
            next = last_id(&so_far);
            events = stream::iter([so_far]).chain(events).boxed_local();
        }
        if request.extensions().contains::<HeadOnly>() {
            // Its headers, as those of GET, announce no length.
            let response = response.streaming(stream::empty::<Result<Bytes, Infallible>>());
            return with_next(request, response, next);
        }
        if self.form != EventFormat::PAGE
            && let Some(progress) = request.conn_data::<Rc<Progress>>()
        {
            progress.ends_with_client();
        }
        let stop = request.app_data::<Data<GracefulShutdownSignal>>().cloned();
        let stop = Box::pin(async move {
            match stop {
                Some(stop) => stop.notified().await,
                None => std::future::pending().await,
            }
        });
        let counted = request.app_data::<Data<Api>>().map(|api| api.metrics.count_reader());
        let (form, after) = (self.form, self.after);
        let writer = Writer { events, form, after, stop, begun: false, done: false, _counted: counted };
        with_next(request, response.streaming(Box::pin(stream::unfold(writer, Writer::next))), next)
    }
}

impl EventFormat {
    /// A page with the events so far.
    const PAGE: Self = Self::Page(Duration::ZERO);

    /// The preferred format of the reader. A page is the default, because only clients that
    /// name a stream can read an answer that does not end.
    fn accepted_by(request: &HttpRequest) -> Self {
        let ranked = Accept::parse(request).map(|accept| accept.ranked()).unwrap_or_default();
        let form = |range: &actix_web::mime::Mime| match range.essence_str() {
            "text/event-stream" | "text/*" => Some(Self::ServerSent),
            "application/x-ndjson" => Some(Self::Lines),
            "application/json" | "application/*" | "*/*" => Some(Self::PAGE),
            _ => None,
        };
        ranked.iter().find_map(form).unwrap_or(Self::PAGE)
    }

    const fn content_type(self) -> &'static str {
        match self {
            Self::ServerSent => "text/event-stream",
            Self::Lines => "application/x-ndjson",
            Self::Page(_) => "application/json",
        }
    }
}

struct Writer<E> {
    events: Events<E>,
    form: EventFormat,
    after: Option<String>,
    stop: Pin<Box<dyn Future<Output = ()>>>,
    begun: bool,
    done: bool,
    _counted: Option<Counted>,
}

enum Next<E> {
    Events(Vec<E>),
    Nothing,
    Stop,
    End,
}

impl<E: Event> Writer<E> {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        if let EventFormat::Page(wait) = self.form {
            if self.done {
                return None;
            }
            self.done = true;
            let page = self.page(wait).await;
            let page = serde_json::to_vec(&page).expect("events are plain data");
            return Some((Ok(page.into()), self));
        }
        let mut text = Vec::new();
        if !self.begun && self.form == EventFormat::ServerSent {
            let _ = write!(text, "retry: {RETRY}\n\n");
        }
        self.begun = true;
        while text.is_empty() && !self.done {
            match self.wait(HEARTBEAT).await {
                Next::Events(events) => events.iter().for_each(|event| self.write(event, &mut text)),
                Next::Nothing => self.write(&E::keepalive(), &mut text),
                Next::Stop => {
                    self.done = true;
                    if self.form == EventFormat::ServerSent {
                        let _ = writeln!(text, "retry: {RETRY_AFTER_STOP}");
                    }
                    self.write(&E::closed(CloseReason::Stopping), &mut text);
                }
                Next::End => self.done = true,
            }
        }
        // An empty chunk would end the body.
        (!text.is_empty()).then(|| (Ok(Bytes::from(text)), self))
    }

    /// The next events, or nothing after a time limit.
    async fn wait(&mut self, limit: Duration) -> Next<E> {
        tokio::select! {
            biased;
            () = &mut self.stop => Next::Stop,
            next = timeout(limit, self.events.next()) => match next {
                Ok(Some(events)) => Next::Events(events),
                Ok(None) => Next::End,
                Err(_) => Next::Nothing,
            },
        }
    }

    /// The events so far, or those within a time limit. A stream begins
    /// with the events so far, even if there are none.
    async fn page(&mut self, wait: Duration) -> EventPage<E> {
        let there = match self.events.next().await {
            Some(events) if events.is_empty() => self.wait(wait).await,
            Some(events) => Next::Events(events),
            None => Next::End,
        };
        let events = match there {
            Next::Events(events) => events,
            Next::Stop => vec![E::closed(CloseReason::Stopping)],
            Next::Nothing | Next::End => Vec::new(),
        };
        EventPage { next: last_id(&events).or_else(|| self.after.take()), items: events }
    }

    fn write(&self, event: &E, text: &mut Vec<u8>) {
        let kind = event.kind();
        if self.form == EventFormat::ServerSent && kind == E::keepalive().kind() {
            text.extend(b": keepalive\n\n");
            return;
        }
        text.reserve(CAPACITY);
        if self.form == EventFormat::ServerSent {
            if let Some(id) = event.id() {
                let _ = writeln!(text, "id: {id}");
            }
            let _ = write!(text, "event: {kind}\ndata: ");
        }
        serde_json::to_writer(&mut *text, event).expect("events are plain data");
        text.extend(if self.form == EventFormat::ServerSent { &b"\n\n"[..] } else { b"\n" });
    }
}

/// The id to resume after events with.
fn last_id<E: Event>(events: &[E]) -> Option<String> {
    events.iter().rev().find_map(|event| event.id().map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_reader_chooses_the_form() {
        for (accept, form) in [
            ("*/*", EventFormat::PAGE),
            ("text/event-stream", EventFormat::ServerSent),
            ("text/event-stream, */*;q=0.1", EventFormat::ServerSent),
            ("text/*", EventFormat::ServerSent),
            ("application/x-ndjson", EventFormat::Lines),
            ("application/x-ndjson, */*;q=0.1", EventFormat::Lines),
            ("application/json;q=0.5, application/x-ndjson", EventFormat::Lines),
            ("application/json", EventFormat::PAGE),
            ("application/json, text/plain, */*", EventFormat::PAGE),
            ("", EventFormat::PAGE),
        ] {
            let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
            assert_eq!(EventFormat::accepted_by(&request), form, "{accept}");
        }
    }
}
