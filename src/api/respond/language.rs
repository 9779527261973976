//! The language of answers (RFC 9110, section 12.5.4).

use std::cmp::Reverse;
use std::iter;

use actix_web::http::header::{self, AcceptLanguage, Header, Quality};
use actix_web::{HttpMessage, HttpResponse};
use regicide_engine::i18n::Language;

use super::VARY;

/// The language of a client's answers, from `Accept-Language`.
pub(crate) fn preferred_language(request: &impl HttpMessage) -> Language {
    if !request.headers().contains_key(header::ACCEPT_LANGUAGE) {
        return Language::default();
    }
    let ranges = AcceptLanguage::parse(request).map(|header| header.0).unwrap_or_default();
    let ranges = ranges.into_iter().map(|range| (range.item.into_item(), range.quality));
    let ranges = ranges.map(|(tag, quality)| Range { tag: tag.map(|tag| tag.to_string()), quality });
    negotiate(ranges.collect()).unwrap_or_default()
}

struct Range {
    /// `None` for `*`.
    tag: Option<String>,
    quality: Quality,
}

/// The best available language: that of the highest quality, of equal ones the one
/// named first. `*` matches every language that no other range matches.
fn negotiate(mut ranges: Vec<Range>) -> Option<Language> {
    let tags = ranges.iter().filter_map(|range| range.tag.as_deref());
    let matched: Vec<Language> = tags.filter_map(Language::lookup).collect();
    let others = iter::once(Language::default()).chain(Language::all());
    let others: Vec<&str> =
        others.filter(|language| !matched.contains(language)).map(Language::tag).collect();
    ranges.retain(|range| range.quality > Quality::ZERO);
    ranges.sort_by_key(|range| (Reverse(range.quality), range.tag.is_none()));
    Language::negotiate(ranges.iter().flat_map(|range| match &range.tag {
        Some(tag) => vec![tag.as_str()],
        None => others.clone(),
    }))
}

/// Sets the headers of a language-dependent answer.
pub(crate) fn with_language(language: Language, mut response: HttpResponse) -> HttpResponse {
    let tag = header::HeaderValue::from_static(language.tag());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LANGUAGE, tag);
    headers.insert(header::VARY, header::HeaderValue::from_static(VARY));
    response
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn negotiated(header: &str) -> &'static str {
        let request = TestRequest::default().insert_header(("accept-language", header)).to_http_request();
        preferred_language(&request).tag()
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
            ("*, es", "es"),
            ("en, *;q=0.5, es;q=0.1", "en"),
            ("es;q=0, es-MX;q=0.1", "es"),
            ("es-MX-u-nu-latn, en;q=0.9", "es"),
            ("de, en;q=0.3, es;q=0.3", "en"),
            ("nonsense;;q", "en"),
            ("", "en"),
        ] {
            assert_eq!(negotiated(header), tag, "{header}");
        }
    }
}
