//! Who speaks.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{FromRequest, HttpRequest};
use utoipa::IntoParams;
use uuid::Uuid;

use super::problem::{Code, Problem};
use crate::service::{self, IdempotencyKey, Token};

/// The token that came with a request (`Authorization: Bearer …`), if one
/// did.
#[derive(Debug)]
pub(super) struct Bearer(pub(super) Option<Token>);

impl Bearer {
    pub(super) fn token(&self) -> Option<&Token> {
        self.0.as_ref()
    }

    /// The token of a caller who has to have one.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn required(&self) -> Result<Option<&Token>, Problem> {
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
        ready(bearer(request).map(Self))
    }
}

/// # Errors
/// If there are credentials of another kind: whoever sends them thinks to be
/// somebody, and should not be answered as nobody.
fn bearer(request: &HttpRequest) -> Result<Option<Token>, Problem> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else { return Ok(None) };
    let unknown = || Problem::new(Code::TokenUnknown, "token-no-bearer");
    let (scheme, token) = value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(unknown)?;
    if scheme.eq_ignore_ascii_case("bearer") {
        Ok(Some(Token::from_client(token.trim())))
    } else {
        Err(unknown())
    }
}

/// How the document describes a key where a token may come with the request
/// and may not.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it is read as `IdempotencyHeader`, this only describes it")]
pub(super) struct UnguessableKey {
    /// Sent again with the same body, the key gives the first answer again, for 24 hours. A UUID of version 4, which nobody can guess.
    #[param(
        rename = "Idempotency-Key",
        pattern = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"
    )]
    key: Option<Uuid>,
}

/// How the document describes a key where a token always comes with the
/// request.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it is read as `IdempotencyHeader`, this only describes it")]
pub(super) struct TokenKey {
    /// Sent again with the same token, the key gives the first answer again, for 24 hours.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 200, pattern = "^[!-~]{1,200}$")]
    key: Option<String>,
}

/// The `Idempotency-Key` of a request, if one came with it. It is judged when
/// it is used: who has no token hears of that first.
#[derive(Debug)]
pub(super) struct IdempotencyHeader(Option<HeaderValue>);

impl IdempotencyHeader {
    /// The key where a token may come with the request and may not: as without
    /// one, nobody may be able to guess it.
    ///
    /// # Errors
    /// If it cannot be read or could be guessed.
    pub(super) fn unguessable(&self, bearer: &Bearer) -> Result<Option<IdempotencyKey>, Problem> {
        self.key(&Bearer(None))?;
        self.key(bearer)
    }

    /// The key, bound to the caller.
    ///
    /// # Errors
    /// If it cannot be read, or there is no caller to bind it to and it could
    /// be guessed.
    pub(super) fn key(&self, bearer: &Bearer) -> Result<Option<IdempotencyKey>, Problem> {
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
