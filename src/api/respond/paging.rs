//! Links between the pages of a list (RFC 8288).

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use url::form_urlencoded::{Serializer, parse};

/// The parameter that continues a list.
const AFTER: &str = "after";

/// The answer with a link to the next page, unless it is the last: the request with
/// another `after`.
pub(in crate::api) fn with_next(
    request: &HttpRequest,
    mut response: HttpResponse,
    next: Option<impl ToString>,
) -> HttpResponse {
    let link = next.and_then(|next| HeaderValue::try_from(next_link(request, &next.to_string())).ok());
    if let Some(link) = link {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}

fn next_link(request: &HttpRequest, next: &str) -> String {
    let others = parse(request.query_string().as_bytes()).filter(|(name, _)| name != AFTER);
    let query = Serializer::new(String::new()).extend_pairs(others).append_pair(AFTER, next).finish();
    format!("<{}?{query}>; rel=\"next\"", request.path())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn a_link_is_the_request_with_another_after() {
        for (uri, wanted) in [
            ("/v1/games", "/v1/games?after=a%3C1"),
            (
                "/v1/games?limit=2&after=0&status=running,waiting",
                "/v1/games?limit=2&status=running%2Cwaiting&after=a%3C1",
            ),
            ("/v1/x?game_id=1&game_id=2", "/v1/x?game_id=1&game_id=2&after=a%3C1"),
        ] {
            let request = TestRequest::with_uri(uri).to_http_request();
            assert_eq!(next_link(&request, "a<1"), format!("<{wanted}>; rel=\"next\""));
        }
    }
}
