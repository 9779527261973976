//! Authentication: tokens and idempotency keys of requests.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::{FromRequest, HttpRequest};
use utoipa::IntoParams;

use crate::api::respond::problem::{Code, Problem};
use crate::service::{self, IdempotencyKey, Token};

/// The bearer token of a request (`Authorization: Bearer …`), if it has
/// one.
#[derive(Debug)]
pub(crate) struct Bearer(pub(crate) Option<Token>);

impl Bearer {
    pub(crate) fn token(&self) -> Option<&Token> {
        self.0.as_ref()
    }

    /// The required bearer token of a request.
    pub(crate) fn required(&self) -> Result<Option<&Token>, Problem> {
        if self.0.is_none() {
            return Err(service::Error::TokenMissing.into());
        }
        Ok(self.token())
    }
}

impl FromRequest for Bearer {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(bearer(request.headers()).map(|token| Self(token.map(Token::from_client))))
    }
}

/// The text of the bearer token of a request. The case of the scheme and
/// spaces around the token do not matter.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let unknown = || Problem::new(Code::TokenUnknown, "token-no-bearer");
    let (scheme, token) = value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(unknown)?;
    if scheme.eq_ignore_ascii_case("bearer") { Ok(Some(token.trim())) } else { Err(unknown()) }
}

/// The documentation of the key for operations where a token is
/// optional.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it is read as `IdempotencyHeader`, this only describes it")]
pub(crate) struct UnguessableKey {
    /// Sent again with the same body, the key gives the first answer again, for 24 hours. At least 128 random bits, which nobody can guess: a UUID, or 32 or more characters of hexadecimal digits or base64url. With a token any key of 1 to 200 visible ASCII characters does.
    #[param(
        rename = "Idempotency-Key",
        min_length = 32,
        max_length = 200,
        pattern = "^[A-Za-z0-9_-]{32,200}$"
    )]
    key: Option<String>,
}

/// The documentation of the key for operations that require a
/// token.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it is read as `IdempotencyHeader`, this only describes it")]
pub(crate) struct TokenKey {
    /// Sent again with the same token, the key gives the first answer again, for 24 hours.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 200, pattern = "^[!-~]{1,200}$")]
    key: Option<String>,
}

/// The `Idempotency-Key` of a request, if it has one. It is validated when
/// it is used, so that a missing token is reported first.
#[derive(Debug)]
pub(crate) struct IdempotencyHeader(Option<HeaderValue>);

impl IdempotencyHeader {
    /// The key where a token is optional. It must not be guessable, because
    /// without a token the key alone identifies the caller.
    pub(crate) fn unguessable(&self, bearer: &Bearer) -> Result<Option<IdempotencyKey>, Problem> {
        self.key(&Bearer(None))?;
        self.key(bearer)
    }

    /// The key, bound to the caller.
    pub(crate) fn key(&self, bearer: &Bearer) -> Result<Option<IdempotencyKey>, Problem> {
        let Some(value) = &self.0 else { return Ok(None) };
        let key = value.to_str().ok().filter(|key| (1..=200).contains(&key.len()));
        let key =
            key.ok_or_else(|| Problem::new(Code::MalformedHeader, "key-malformed").field("Idempotency-Key"))?;
        Ok(Some(IdempotencyKey::new(key, bearer.0.clone())?))
    }
}

impl FromRequest for IdempotencyHeader {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(request.headers().get("idempotency-key").cloned())))
    }
}
