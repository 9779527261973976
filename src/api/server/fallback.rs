//! Answers to requests that are not for an operation of the API.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};
use regicide_engine::engine::Message;

use crate::api::documents::Documents;
use crate::api::extract::without_parameters;
use crate::api::respond::problem::{Code, Problem};
use crate::api::routes::log;
use crate::api::state::Api;
use crate::api::web_client;

/// The longest path of a request, in bytes; no route is half as long.
const MAX_PATH: usize = 512;

/// Rejects long paths before they are matched against the routes, which takes
/// milliseconds for a path as long as a request's head.
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

/// The answer to a request that is not for an operation of the API: a document, a file of
/// the log or of the web client, or a problem.
pub(crate) async fn answer_others(request: HttpRequest, api: Data<Api>) -> HttpResponse {
    let documents = Documents::all();
    let answer = match *request.method() {
        Method::GET => read(&request, &api, documents).await,
        _ => None,
    };
    if let Some(answer) = answer {
        return answer;
    }
    let path = request.path();
    let methods = methods(&request, &api, documents).await;
    let problem = match &*methods {
        [] => Problem::new(Code::NoSuchPath, Message::new("no-such-path").with("path", path)),
        _ if request.method() == Method::OPTIONS => {
            return HttpResponse::NoContent().insert_header((header::ALLOW, methods.join(", "))).finish();
        }
        _ => {
            let detail = Message::new("method-not-allowed").with("path", path);
            let detail = detail.with("method", request.method().as_str());
            Problem { allow: methods, ..Problem::new(Code::MethodNotAllowed, detail) }
        }
    };
    problem.error_response()
}

async fn read(request: &HttpRequest, api: &Data<Api>, documents: &Documents) -> Option<HttpResponse> {
    let path = request.path();
    let log_file = log::file_name(path);
    if (log_file.is_some() || documents.is_for_programs(path))
        && let Some(problem) = without_parameters(request.query_string())
    {
        return Some(problem.error_response());
    }
    if let Some(name) = log_file {
        let answer = log::get_file(request, api, name).await;
        return Some(answer.unwrap_or_else(|problem| problem.error_response()));
    }
    match documents.answer(request) {
        Some(answer) => Some(answer),
        None => web_client::answer(request, &api.web_client, &api.service).await,
    }
}

/// The methods of a path, as the header `Allow` lists them (RFC 9110, section 10.2.1);
/// none for an unknown path.
async fn methods(request: &HttpRequest, api: &Api, documents: &Documents) -> Vec<&'static str> {
    let path = request.path();
    let own: Vec<&str> = match api.routes.at(path) {
        Some(route) => route.methods().collect(),
        // The target of a request about the service as a whole.
        None if path == "*" => api.routes.methods().into_iter().collect(),
        None if log::file_name(path).is_some()
            || documents.has(path)
            || web_client::has(&api.web_client, request).await =>
        {
            vec!["GET"]
        }
        None => return Vec::new(),
    };
    let head = own.contains(&"GET").then_some("HEAD");
    own.into_iter().chain(head).chain(["OPTIONS"]).collect()
}
