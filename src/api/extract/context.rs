//! The parts of every request that a handler receives.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{Error, FromRequest, HttpRequest};

use crate::api::state::Api;

/// A request with the state of the application, for operations that read no token:
/// the OpenAPI document gives them no `security`.
pub(crate) struct Context {
    pub(crate) api: Data<Api>,
    pub(crate) request: HttpRequest,
}

impl FromRequest for Context {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let api = Data::extract(request).into_inner();
        ready(api.map(|api| Self { api, request: request.clone() }))
    }
}
