//! Answers to requests without a handler: 404, or 405 if the path exists with
//! other methods.

use actix_web::dev::ResourceDef;
use actix_web::http::Method;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use regicide::engine::Message;
use serde_json::Value;

use crate::api::respond::problem::{Code, Problem};
use crate::api::{Api, web_client};

/// The paths of the OpenAPI document with their methods.
pub(crate) struct Routes(Vec<(ResourceDef, Vec<Method>)>);

impl Routes {
    pub(crate) fn of(document: &Value) -> Self {
        let known = document["paths"].as_object().into_iter().flatten().map(|(path, item)| {
            let methods = [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH];
            let there =
                methods.into_iter().filter(|method| item.get(method.as_str().to_lowercase()).is_some());
            (ResourceDef::new(path.as_str()), there.collect())
        });
        Self(known.collect())
    }

    fn methods(&self, path: &str) -> Vec<Method> {
        let matching = self.0.iter().filter(|(pattern, _)| pattern.is_match(path));
        matching.flat_map(|(_, methods)| methods.clone()).collect()
    }
}

/// The answer to a request without a handler: the web client's, if it has
/// one.
pub(crate) async fn nothing_here(request: HttpRequest, routes: Data<Routes>, api: Data<Api>) -> HttpResponse {
    if request.method() == Method::GET
        && let Some(answer) = web_client::answer(&request, &api).await
    {
        return answer;
    }
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
