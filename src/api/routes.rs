//! What is answered where no handler is: 404, or 405 if the path exists with
//! other methods.

use actix_web::dev::ResourceDef;
use actix_web::http::Method;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use utoipa::openapi::OpenApi;

use super::problem::{Code, Problem};
use crate::engine::Message;

/// The paths of the OpenAPI document with their methods.
pub(super) struct Routes(Vec<(ResourceDef, Vec<Method>)>);

impl Routes {
    pub(super) fn of(document: &OpenApi) -> Self {
        let known = document.paths.paths.iter().map(|(path, item)| {
            let methods = [
                (Method::GET, &item.get),
                (Method::POST, &item.post),
                (Method::PUT, &item.put),
                (Method::DELETE, &item.delete),
                (Method::PATCH, &item.patch),
            ];
            let there = methods.into_iter().filter(|(_, operation)| operation.is_some());
            (ResourceDef::new(path.as_str()), there.map(|(method, _)| method).collect())
        });
        Self(known.collect())
    }

    fn methods(&self, path: &str) -> Vec<Method> {
        let matching = self.0.iter().filter(|(pattern, _)| pattern.is_match(path));
        matching.flat_map(|(_, methods)| methods.clone()).collect()
    }
}

/// The answer to a request that no handler takes.
pub(super) async fn nothing_here(request: HttpRequest, routes: Data<Routes>) -> HttpResponse {
    let allow = routes.methods(request.path());
    let problem = if allow.is_empty() {
        Problem::new(Code::NoSuchPath, Message::new("no-such-path").with("path", request.path()))
    } else {
        let detail = Message::new("method-not-allowed");
        let detail = detail.with("path", request.path()).with("method", request.method().as_str());
        Problem { allow, ..Problem::new(Code::MethodNotAllowed, detail) }
    };
    problem.error_response()
}
