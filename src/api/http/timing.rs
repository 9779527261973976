//! Time limits of a request: for receiving its body and for computing its
//! answer. Those of a connection are in [`connection`](super::connection).

use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_http::{BoxedPayloadStream, Payload, Request, Response};
use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Service, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::rt::time::Instant;
use actix_web::web::Bytes;
use futures_util::Stream;
use regicide_engine::i18n::Language;

use super::connection::{HttpTimeouts, Progress};
use super::security_headers;
use crate::api::respond::language::preferred_language;
use crate::api::respond::problem::{Code, Problem};

/// The part of a body that is passed to the connection at a time, in bytes: the
/// connection keeps a copy until the client has read it.
const PIECE: usize = 16 * 1024;

/// Calls the application with a time limit.
///
/// This wraps the application, because the request is moved into it and would not be
/// available for an answer after a timeout.
pub(crate) fn answer<S, B>(
    mut request: Request,
    application: &S,
    timeouts: HttpTimeouts,
    public_url: Option<Arc<str>>,
) -> impl Future<Output = Result<Response<Body>, Error>> + use<S, B>
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody + 'static,
{
    let progress = request.conn_data::<Rc<Progress>>().cloned();
    let now = Instant::now();
    let progress = progress.unwrap_or_else(|| Rc::new(Progress::new(timeouts, now)));
    let language = preferred_language(&request);
    let payload = request.take_payload();
    let has_body = !matches!(payload, Payload::None);
    progress.head_came(has_body, now);
    let limit = if has_body {
        let body = Upload { payload, deadline: now + timeouts.body, progress: progress.clone() };
        let stream: BoxedPayloadStream = Box::pin(body);
        request = request.replace_payload(Payload::Stream { payload: stream }).0;
        timeouts.body + timeouts.answer
    } else {
        timeouts.answer
    };
    let answered = application.call(request);
    async move {
        let mut answered = pin!(answered);
        let in_time = poll_fn(|context| match answered.as_mut().poll(context) {
            Poll::Ready(answer) => Poll::Ready(Some(answer)),
            Poll::Pending => progress.timer.poll(context, now + limit).map(|()| None),
        });
        let response = match in_time.await {
            Some(Ok(response)) => Response::from(response).map_body(|_, body| body.boxed()),
            Some(Err(error)) => {
                let Some(problem) = error.as_error::<Problem>() else {
                    progress.answered(Instant::now());
                    return Err(error);
                };
                response_without_request(problem.clone(), language, public_url.as_deref())
            }
            None => {
                tracing::warn!("an answer took too long and was given up");
                let problem = Problem::new(Code::Unavailable, "answer-too-slow");
                response_without_request(problem, language, public_url.as_deref())
            }
        };
        Ok(response.map_body(|_, body| Body { source: body, rest: Bytes::new(), progress }))
    }
}

fn response_without_request(
    problem: Problem,
    language: Language,
    public_url: Option<&str>,
) -> Response<BoxBody> {
    let mut response = problem.response(language, public_url);
    security_headers::add_to_data(response.headers_mut());
    response.into()
}

struct Upload {
    payload: Payload,
    deadline: Instant,
    progress: Rc<Progress>,
}

impl Stream for Upload {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Poll::Ready(chunk) = Pin::new(&mut self.payload).poll_next(context) {
            if !matches!(chunk, Some(Ok(_))) {
                self.progress.body_came(Instant::now());
            }
            return Poll::Ready(chunk);
        }
        let late = self.progress.timer.poll(context, self.deadline);
        late.map(|()| Some(Err(PayloadError::Io(io::ErrorKind::TimedOut.into()))))
    }
}

/// An answer's body, in pieces; the request is answered when it is dropped.
pub(crate) struct Body {
    source: BoxBody,
    rest: Bytes,
    progress: Rc<Progress>,
}

impl MessageBody for Body {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.source.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            match self.source.as_pin_mut().poll_next(context) {
                Poll::Ready(Some(Ok(chunk))) => self.rest = chunk,
                ended @ (Poll::Ready(_) | Poll::Pending) => return ended,
            }
        }
        let most = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(self.rest.split_to(most))))
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        self.progress.answered(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::time::Duration;

    use actix_service::fn_service;

    use super::*;

    #[actix_web::test]
    async fn an_answer_that_takes_too_long_is_given_up() {
        let never = fn_service(|_: Request| pending::<Result<ServiceResponse<BoxBody>, Error>>());
        let timeouts = HttpTimeouts { answer: Duration::from_millis(1), ..HttpTimeouts::STANDARD };
        let response = answer(Request::new(), &never, timeouts, None).await.unwrap();
        assert_eq!(response.status().as_u16(), 503);
        assert!(response.headers().contains_key("retry-after"));
        assert!(response.headers().contains_key("x-content-type-options"));
    }

    #[actix_web::test]
    async fn a_body_comes_in_pieces() {
        let progress = Rc::new(Progress::new(HttpTimeouts::STANDARD, Instant::now()));
        let text = Bytes::from(vec![b'x'; 40_000]);
        let mut body = Body { source: BoxBody::new(text), rest: Bytes::new(), progress };
        assert_eq!(body.size(), BodySize::Sized(40_000));
        let mut pieces = Vec::new();
        while let Some(piece) = poll_fn(|context| Pin::new(&mut body).poll_next(context)).await {
            pieces.push(piece.unwrap().len());
        }
        assert_eq!(pieces, [16_384, 16_384, 7232]);
    }
}
