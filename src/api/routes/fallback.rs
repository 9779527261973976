//! Answers to requests without a handler: 404, or 405 if the path exists with
//! other methods.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};
use regicide::engine::Message;

use crate::api::respond::problem::{Code, Problem};
use crate::api::{Api, web_client};

use super::table::Route;

/// The longest path of a request, in bytes; no route has one half as long.
const MAX_PATH: usize = 512;

/// Refuses long paths before they are matched against the routes, which takes
/// milliseconds for one that fills a request's head.
pub(crate) async fn refuse_long_paths<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    if request.path().len() <= MAX_PATH {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let beginning: String = request.path().chars().take(32).collect();
    let detail = Message::new("no-such-path").with("path", format!("{beginning}…"));
    let problem = Problem::new(Code::NoSuchPath, detail);
    Ok(request.into_response(problem.error_response()).map_into_right_body())
}

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
