//! The language of answers (RFC 9110, section 12.5.4).

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, AcceptLanguage, Header, Quality};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, HttpResponse};

use super::answer::VARY;
use super::problem::Problem;
use crate::words::Language;

/// The language that a client wants, as far as it is spoken here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted(pub(super) Language);

impl Wanted {
    fn of(request: &impl HttpMessage) -> Self {
        let Ok(AcceptLanguage(ranges)) = AcceptLanguage::parse(request) else {
            return Self(Language::default());
        };
        let ranges: Vec<(String, Quality)> =
            ranges.iter().map(|range| (range.item.to_string(), range.quality)).collect();
        // What a client says of a language, else of all others (`*`).
        let quality = |language: Language| {
            let says = |(tag, quality): &(String, Quality)| {
                (Language::lookup(tag) == Some(language)).then_some(*quality)
            };
            let rest = || ranges.iter().find(|(tag, _)| tag == "*").map(|(_, quality)| *quality);
            ranges.iter().filter_map(says).max().or_else(rest).filter(|&quality| quality > Quality::ZERO)
        };
        // Of several wanted alike, the one that is named first.
        let named = |language: Language| {
            let place = ranges.iter().position(|(tag, _)| Language::lookup(tag) == Some(language));
            (place.unwrap_or(usize::MAX), language != Language::default())
        };
        let wanted = Language::all().filter_map(|language| Some((quality(language)?, language)));
        let best = wanted.max_by(|(one, a), (other, b)| one.cmp(other).then(named(*b).cmp(&named(*a))));
        Self(best.map(|(_, language)| language).unwrap_or_default())
    }
}

impl FromRequest for Wanted {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

/// Marks an answer that holds words.
pub(super) fn said(language: Language, mut response: HttpResponse) -> HttpResponse {
    let tag = header::HeaderValue::from_static(language.tag());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LANGUAGE, tag);
    headers.insert(header::VARY, header::HeaderValue::from_static(VARY));
    response
}

/// Says problems in the language of the client: where they come from, nobody
/// knows it.
pub(super) async fn translate<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let mut answered = next.call(request).await?;
    let problem = answered.response_mut().extensions_mut().remove::<Problem>();
    Ok(match problem {
        Some(problem) => {
            let Wanted(language) = Wanted::of(answered.request());
            answered.into_response(problem.response(language)).map_into_right_body()
        }
        None => answered.map_into_left_body(),
    })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn wanted(header: &str) -> &'static str {
        let request = TestRequest::default().insert_header(("accept-language", header)).to_http_request();
        Wanted::of(&request).0.tag()
    }

    #[test]
    fn quality_and_order_decide() {
        for (header, tag) in [
            ("es", "es"),
            ("es-MX", "es"),
            ("ES-419, en;q=0.5", "es"),
            ("en, es", "en"),
            ("es, en", "es"),
            ("en;q=0.4, es;q=0.8", "es"),
            ("fr, es;q=0.3", "es"),
            ("fr", "en"),
            ("*", "en"),
            ("en;q=0, *", "es"),
            ("es;q=0, *;q=0.1", "en"),
            ("es;q=0", "en"),
            ("en;q=0", "en"),
            ("fr, *;q=0.5", "en"),
            ("nonsense;;q", "en"),
            ("", "en"),
        ] {
            assert_eq!(wanted(header), tag, "{header}");
        }
    }
}
