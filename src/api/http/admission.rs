//! Admission of requests, before their bodies are read.

use std::error::Error as StdError;
use std::fmt::Write as _;
use std::hash::BuildHasher as _;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BodyStream, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::rt::time::{Sleep, sleep};
use actix_web::web::{Bytes, Data};
use actix_web::{Error, ResponseError};
use futures_util::stream::poll_fn;

use crate::api::extract::RECORD_LIMIT;
use crate::api::extract::address::caller_address;
use crate::api::extract::auth::bearer;
use crate::api::respond::Unsent;
use crate::api::respond::problem::{Code, Problem};
use crate::api::state::Api;
use crate::api::state::budget::kind::cost_of_moves;
use crate::api::state::budget::{Account, Left, Sender};
use crate::service::runtime::Work;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// Rejects requests with a compressed body, which could expand to any size, and those
/// without remaining budget.
pub(crate) async fn admit<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let problem = Problem::new(Code::UnsupportedMediaType, "content-encoding").field("Content-Encoding");
    if is_encoded(request.headers()) {
        let mut response = problem.error_response();
        response.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        return Ok(request.into_response(response));
    }
    let path = request.match_info().as_str();
    let api = request.app_data::<Data<Api>>().cloned();
    let kind = api.as_ref().and_then(|api| api.routes.kind_of_request(request.method(), path));
    let (Some(api), Some(kind)) = (api, kind) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let sender = sender(&api, &request);
    let cost = kind.cost(content_length(request.headers()));
    match api.budgets.spend(kind, sender, cost, Instant::now()) {
        Ok(left) => {
            let (budgets, metrics) = (api.budgets.clone(), api.metrics.clone());
            let account = Account { budgets, metrics, kind, sender };
            account.note(cost);
            let bill = Bill { work: Work::new(account.clone()), account };
            let mut response = bill.work.of(next.call(request)).await?;
            describe(response.headers_mut(), &left);
            bill.account.charge(bill.cost_of(&response));
            Ok(response.map_body(|_, body| bill.follow(body)))
        }
        Err((left, wait)) => {
            let problem = Problem::new(Code::TooManyRequests, "too-many-requests");
            let mut response = problem.retry_after(whole_seconds(wait)).error_response();
            describe(response.headers_mut(), &[left]);
            Ok(request.into_response(response))
        }
    }
}

/// Returns true if the body is encoded (RFC 9110, section 8.4).
fn is_encoded(headers: &HeaderMap) -> bool {
    headers.get_all(header::CONTENT_ENCODING).any(|coding| {
        let coding = coding.to_str().unwrap_or("unreadable").trim();
        !coding.is_empty() && !coding.eq_ignore_ascii_case("identity")
    })
}

fn content_length(headers: &HeaderMap) -> u64 {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    // A chunked body has no Content-Length.
    length.unwrap_or(RECORD_LIMIT.into())
}

fn sender(api: &Api, request: &ServiceRequest) -> Sender {
    let address = caller_address(request.peer_addr(), request.headers(), &api.proxies);
    // Malformed credentials are refused later.
    let token = bearer(request.headers()).ok().flatten();
    Sender { address, token: token.map(|token| api.budgets.tokens.hash_one(token)), place: None }
}

/// The headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers).
fn describe(headers: &mut HeaderMap, budgets: &[Left]) {
    if budgets.is_empty() {
        return;
    }
    let (mut policies, mut left) = (String::new(), String::new());
    for Left { policy, units } in budgets {
        let comma = if policies.is_empty() { "" } else { ", " };
        let window = policy.window.as_secs();
        let whole = whole_units(*units);
        let missing = (f64::from(policy.quota) - units) / f64::from(policy.quota);
        let full_in = whole_seconds(policy.window.mul_f64(missing.max(0.0)));
        let _ = write!(policies, "{comma}\"{policy}\";q={};w={window}", policy.quota);
        let _ = write!(left, "{comma}\"{policy}\";r={whole};t={full_in}");
    }
    for (name, value) in [(POLICY, policies), (LEFT, left)] {
        if let Ok(value) = HeaderValue::try_from(value) {
            headers.insert(name, value);
        }
    }
}

/// Units that can be spent, rounded down.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to a quota, which is a u32")]
fn whole_units(units: f64) -> u32 {
    units.max(0.0) as u32
}

/// Seconds, rounded up.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// The charges for a request whose kind is known.
struct Bill {
    account: Account,
    work: Work,
}

impl Bill {
    /// The cost of an answer so far, beyond the cost that was charged in advance.
    fn cost_of<B: MessageBody>(&self, response: &ServiceResponse<B>) -> f64 {
        let notes = response.response().extensions();
        let unsent = notes.get().map_or(0, |&Unsent(bytes)| bytes);
        let sent = match response.response().body().size() {
            BodySize::Sized(bytes) => bytes,
            BodySize::None | BodySize::Stream => 0,
        };
        let bytes = sent + unsent;
        self.account.kind.cost_of_answer(bytes) + cost_of_moves(self.work.take())
    }

    /// The body; a body that is generated while it is sent is charged by its parts.
    fn follow(self, body: impl MessageBody + 'static) -> BoxBody {
        match body.size() {
            BodySize::None | BodySize::Sized(_) => body.boxed(),
            BodySize::Stream => {
                let mut charged = Charged { body: body.boxed(), bill: self, pause: None };
                BodyStream::new(poll_fn(move |context| charged.poll_next(context))).boxed()
            }
        }
    }
}

/// A body of unknown size. It is charged while it is generated, and waits while its
/// reader's budget is negative: otherwise, one request could read any amount.
struct Charged {
    body: BoxBody,
    bill: Bill,
    pause: Option<Pin<Box<Sleep>>>,
}

impl Charged {
    fn poll_debt(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some(pause) = &mut self.pause {
                ready!(pause.as_mut().poll(context));
            }
            // Other answers to this reader are charged meanwhile.
            let debt = self.bill.account.debt();
            if debt.is_zero() {
                self.pause = None;
                return Poll::Ready(());
            }
            self.pause = Some(Box::pin(sleep(debt)));
        }
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Box<dyn StdError>>>> {
        ready!(self.poll_debt(context));
        let Self { body, bill, .. } = self;
        let chunk = ready!(bill.work.during(|| body.as_pin_mut().poll_next(context)));
        let bytes = chunk.as_ref().and_then(|chunk| chunk.as_ref().ok()).map_or(0, Bytes::len);
        let account = &bill.account;
        account.charge(account.kind.cost_of_answer(bytes as u64) + cost_of_moves(bill.work.take()));
        Poll::Ready(chunk)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Arc;

    use futures_util::stream;

    use super::*;
    use crate::api::state::budget::kind::Kind;
    use crate::api::state::budget::{Allowances, Budgets};

    /// A body of pieces of a unit each.
    fn charged(quota: u32, pieces: usize) -> Charged {
        let allowances = Allowances { exports_per_minute: quota, ..Allowances::NONE };
        let sender = Sender { address: "1.1.1.1".parse().ok(), token: None, place: None };
        let budgets = Arc::new(Budgets::new(allowances));
        let account = Account { budgets, metrics: Data::default(), kind: Kind::Export, sender };
        let bill = Bill { account, work: Work::default() };
        let piece = Bytes::from(vec![b'x'; 64 * 1024]);
        let pieces = stream::iter(vec![Ok::<_, Infallible>(piece); pieces]);
        Charged { body: BodyStream::new(pieces).boxed(), bill, pause: None }
    }

    /// The number of pieces before the body waits.
    fn without_waiting(body: &mut Charged) -> usize {
        let mut context = Context::from_waker(std::task::Waker::noop());
        let mut count = 0;
        while let Poll::Ready(Some(Ok(_))) = body.poll_next(&mut context) {
            count += 1;
        }
        count
    }

    #[actix_web::test]
    async fn an_answer_waits_while_its_budget_is_negative() {
        // The budget is negative for half a minute.
        assert_eq!(without_waiting(&mut charged(2, 10)), 3);
        assert_eq!(without_waiting(&mut charged(0, 10)), 10, "without a limit");
        let mut soon = charged(60_000, 60_010);
        assert!(without_waiting(&mut soon) > 60_000);
        while let Some(piece) = std::future::poll_fn(|context| soon.poll_next(context)).await {
            piece.unwrap();
        }
    }

    #[actix_web::test]
    async fn what_is_rebuilt_for_an_answer_is_charged_with_its_pieces() {
        let mut body = charged(2, 1);
        let pieces = stream::once(async {
            Work::current().add(5000);
            Ok::<_, Infallible>(Bytes::from_static(b"x"))
        });
        body.body = BodyStream::new(Box::pin(pieces)).boxed();
        assert_eq!(without_waiting(&mut body), 1);
        let debt = body.bill.account.debt();
        assert!(debt > Duration::from_mins(3), "{debt:?}");
    }
}
