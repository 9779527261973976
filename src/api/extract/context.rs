//! What a handler gets of every request.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{Error, FromRequest, HttpRequest};

use super::auth::bearer;
use crate::api::Api;
use crate::service::Token;

/// A request with the state of the application. Who sends it does not matter:
/// even malformed credentials are ignored.
pub(crate) struct Context {
    pub(crate) api: Data<Api>,
    pub(crate) request: HttpRequest,
}

impl Context {
    /// The token, for what only private games ask for: one that cannot be read is
    /// none.
    pub(crate) fn token(&self) -> Option<Token> {
        bearer(self.request.headers()).ok().flatten().map(Token::from_client)
    }
}

impl FromRequest for Context {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let api = Data::extract(request).into_inner();
        ready(api.map(|api| Self { api, request: request.clone() }))
    }
}
