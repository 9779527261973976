//! Who speaks.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest};

use super::problem::{Code, Problem};
use crate::service::{IdempotencyKey, Token};

/// The token that came with a request (`Authorization: Bearer …`), if one
/// did.
#[derive(Debug)]
pub(super) struct Bearer(pub(super) Option<Token>);

impl Bearer {
    pub(super) fn token(&self) -> Option<&Token> {
        self.0.as_ref()
    }
}

impl FromRequest for Bearer {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(bearer(request).map(Self))
    }
}

/// # Errors
/// If there are credentials of another kind: whoever sends them thinks to be
/// somebody, and should not be answered as nobody.
fn bearer(request: &HttpRequest) -> Result<Option<Token>, Problem> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else { return Ok(None) };
    let unknown = || Problem::new(Code::TokenUnknown, "Authorization has to be `Bearer` and a token");
    let (scheme, token) = value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(unknown)?;
    if scheme.eq_ignore_ascii_case("bearer") {
        Ok(Some(Token::from_client(token.trim())))
    } else {
        Err(unknown())
    }
}

/// The `Idempotency-Key` of a request, if one came with it.
#[derive(Debug)]
pub(super) struct IdempotencyHeader(Option<String>);

impl IdempotencyHeader {
    /// The key, bound to the caller.
    ///
    /// # Errors
    /// If there is no caller to bind it to and it could be guessed.
    pub(super) fn key(&self, bearer: &Bearer) -> Result<Option<IdempotencyKey>, Problem> {
        let key = self.0.as_deref().map(|key| IdempotencyKey::new(key, bearer.0.clone()));
        Ok(key.transpose()?)
    }
}

impl FromRequest for IdempotencyHeader {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let Some(value) = request.headers().get("idempotency-key") else { return ready(Ok(Self(None))) };
        let key = value.to_str().ok().filter(|key| (1..=200).contains(&key.len()));
        ready(match key {
            Some(key) => Ok(Self(Some(key.to_owned()))),
            None => Err(Problem::new(Code::MalformedHeader, "the key is 1 to 200 visible characters")
                .field("Idempotency-Key")),
        })
    }
}
