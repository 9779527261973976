//! Admission of requests, before their bodies are read.

use std::fmt::Write as _;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, ResponseError};

use super::kind::{BOT, Kind};
use super::{Caller, Left, SeatedBots};
use crate::api::Api;
use crate::api::address::caller_address;
use crate::api::auth::bearer;
use crate::api::problem::{Code, Problem};

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// Refuses requests with a compressed body, which could hold any amount of
/// data, and those whose budget is used up.
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
    let (Some(api), Some(kind)) = (api, Kind::of(request.method(), path)) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let caller = caller(&api, &request);
    let cost = kind.cost(path, content_length(request.headers()));
    match api.budgets.spend(kind, caller, cost, Instant::now()) {
        Ok(left) => {
            let mut response = next.call(request).await?;
            describe(response.headers_mut(), &left);
            if let Some(&SeatedBots(bots)) = response.response().extensions().get() {
                api.budgets.charge(kind, caller, f64::from(bots) * BOT, Instant::now());
            }
            Ok(response.map_body(|_, body| charged(body, &api, kind, caller)))
        }
        Err((left, wait)) => {
            let problem = Problem::new(Code::TooManyRequests, "too-many-requests");
            let mut response = Problem { retry_after: Some(whole_seconds(wait)), ..problem }.error_response();
            describe(response.headers_mut(), &[left]);
            Ok(request.into_response(response))
        }
    }
}

/// Whether the body is encoded (RFC 9110, section 8.4).
fn is_encoded(headers: &HeaderMap) -> bool {
    headers.get_all(header::CONTENT_ENCODING).any(|coding| {
        let coding = coding.to_str().unwrap_or("unreadable").trim();
        !coding.is_empty() && !coding.eq_ignore_ascii_case("identity")
    })
}

fn content_length(headers: &HeaderMap) -> u64 {
    let length = headers.get(header::CONTENT_LENGTH);
    // A chunked body has no Content-Length.
    let unknown = u64::from(crate::api::extractors::RECORD_LIMIT);
    length
        .map_or(unknown, |length| length.to_str().ok().and_then(|text| text.parse().ok()).unwrap_or(unknown))
}

fn caller(api: &Api, request: &ServiceRequest) -> Caller {
    let address = caller_address(request.peer_addr(), request.headers(), &api.proxies);
    // Malformed credentials are refused later.
    let token = bearer(request.headers()).ok().flatten();
    Caller { address, token: token.map(|token| api.budgets.token(token)) }
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
        let _ = write!(policies, "{comma}\"{}\";q={};w={window}", policy.name, policy.quota);
        let _ = write!(left, "{comma}\"{}\";r={whole};t={full_in}", policy.name);
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

/// The body, whose size is charged.
fn charged(body: impl MessageBody + 'static, api: &Data<Api>, kind: Kind, caller: Caller) -> BoxBody {
    match body.size() {
        BodySize::None => body.boxed(),
        BodySize::Sized(bytes) => {
            let cost = kind.cost_of_answer(bytes);
            if cost > 0.0 {
                api.budgets.charge(kind, caller, cost, Instant::now());
            }
            body.boxed()
        }
        BodySize::Stream => BoxBody::new(Counted { body: body.boxed(), api: api.clone(), kind, caller }),
    }
}

/// A body of unknown size, charged while it is sent.
struct Counted {
    body: BoxBody,
    api: Data<Api>,
    kind: Kind,
    caller: Caller,
}

impl MessageBody for Counted {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let chunk = self.body.as_pin_mut().poll_next(context);
        if let Poll::Ready(Some(Ok(bytes))) = &chunk {
            let cost = self.kind.cost_of_answer(bytes.len() as u64);
            self.api.budgets.charge(self.kind, self.caller, cost, Instant::now());
        }
        chunk
    }
}
