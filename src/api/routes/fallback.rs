//! Answers to requests without a handler: 404, or 405 if the path exists with
//! other methods.

use actix_web::http::Method;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use regicide::engine::Message;

use crate::api::respond::problem::{Code, Problem};
use crate::api::{Api, web_client};

use super::table::Route;

/// The answer to a request without a handler: the web client's, if it has
/// one.
pub(crate) async fn nothing_here(request: HttpRequest, api: Data<Api>) -> HttpResponse {
    if request.method() == Method::GET
        && let Some(answer) = web_client::answer(&request, &api).await
    {
        return answer;
    }
    let path = request.path();
    let problem = match Route::at(path) {
        None => Problem::new(Code::NoSuchPath, Message::new("no-such-path").with("path", path)),
        Some(route) => {
            let detail = Message::new("method-not-allowed").with("path", path);
            let detail = detail.with("method", request.method().as_str());
            let allow = route.methods().collect();
            Problem { allow, ..Problem::new(Code::MethodNotAllowed, detail) }
        }
    };
    problem.error_response()
}
