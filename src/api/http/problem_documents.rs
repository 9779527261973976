//! Problem documents, completed with what is unknown where a problem is created: the
//! client's language, the place of a field, and the service's URL.

use actix_web::Error;
use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Data;

use crate::api::extract::validation::Operation;
use crate::api::respond::language::preferred_language;
use crate::api::respond::problem::Problem;
use crate::api::state::Api;

pub(crate) async fn complete<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let mut answered = next.call(request).await?;
    let problem = answered.response_mut().extensions_mut().remove::<Problem>();
    Ok(match problem {
        Some(problem) => {
            let request = answered.request();
            let api = request.app_data::<Data<Api>>();
            let public_url = api.and_then(|api| api.service.core.public_url());
            let problem = problem.with_places(|field| Operation::of(request).place(field));
            let response = problem.response(preferred_language(request), public_url);
            let headers = answered.headers().clone();
            let mut response = answered.into_response(response);
            for (name, value) in headers {
                if !response.headers().contains_key(&name) {
                    response.headers_mut().append(name, value);
                }
            }
            response.map_into_right_body()
        }
        None => answered.map_into_left_body(),
    })
}
