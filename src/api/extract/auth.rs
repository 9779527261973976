//! Authentication: tokens and idempotency keys of requests.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap};
use actix_web::web::Data;
use actix_web::{Error, FromRequest, HttpRequest};
use utoipa::IntoParams;

use super::context::Context;
use crate::api::respond::problem::{Code, Problem};
use crate::api::state::Api;
use crate::service;
use crate::service::auth::IdempotencyKey;
use crate::service::runtime::Token;

/// A request with the credentials of its sender.
pub(crate) struct Caller {
    pub(crate) api: Data<Api>,
    pub(crate) request: HttpRequest,
    /// The bearer token (`Authorization: Bearer …`), if there is one.
    pub(crate) token: Option<Token>,
}

impl Caller {
    pub(crate) fn required_token(&self) -> Result<Option<&Token>, Problem> {
        if self.token.is_none() {
            return Err(service::error::Error::TokenMissing.into());
        }
        Ok(self.token.as_ref())
    }

    /// The token, which is required, and the key, if there is one. A missing token
    /// is reported first. The operation itself checks the token, so any key will do.
    pub(crate) fn token_and_key(&self) -> Result<(Option<&Token>, Option<IdempotencyKey>), Problem> {
        let token = self.required_token()?;
        Ok((token, self.key_text()?.map(|key| IdempotencyKey::new(key, token))))
    }

    /// The key, if there is one, where a token is optional.
    pub(crate) async fn key(&self) -> Result<Option<IdempotencyKey>, Problem> {
        let Some(key) = self.key_text()? else { return Ok(None) };
        Ok(Some(self.api.service.auth.idempotency_key(key, self.token.as_ref()).await?))
    }

    fn key_text(&self) -> Result<Option<&str>, Problem> {
        let Some(value) = self.request.headers().get("idempotency-key") else { return Ok(None) };
        let is_key = |key: &&str| {
            (1..=200).contains(&key.len()) && key.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic())
        };
        let malformed = || Problem::new(Code::MalformedHeader, "key-malformed").field("Idempotency-Key");
        value.to_str().ok().filter(is_key).map(Some).ok_or_else(malformed)
    }
}

impl FromRequest for Caller {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let context = Context::from_request(request, payload).into_inner();
        ready(context.and_then(|Context { api, request }| {
            let token = bearer(request.headers())?.map(Token::from_client);
            Ok(Self { api, request, token })
        }))
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

/// The documentation of the key.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "`Caller` reads it, this only describes it")]
pub(crate) struct Key {
    /// A repeated request with this key, the same body and the same token gets the first answer again, for 24 hours. With a valid token any key will do. Without one it must have at least 128 random bits, since it alone opens the answer: a UUID, or 32 or more characters of hexadecimal digits or base64url.
    #[param(
        rename = "Idempotency-Key",
        min_length = 1,
        max_length = 200,
        pattern = "^[!-~]([ -~]{0,198}[!-~])?$"
    )]
    key: Option<String>,
}
