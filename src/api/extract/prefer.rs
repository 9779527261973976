//! Preferences of clients about answers (RFC 7240).

use actix_web::HttpRequest;
use actix_web::http::header::HeaderMap;

use super::split_unquoted;
use crate::api::respond::language::preferred_language;
use crate::service::play::AnswerForm;

pub(crate) const RETURN_MINIMAL: &str = "return=minimal";

/// The form of the answer to a move that the client prefers.
pub(crate) fn answer_form(request: &HttpRequest) -> AnswerForm {
    if prefers_minimal(request.headers()) {
        AnswerForm::Minimal
    } else {
        AnswerForm::Full(preferred_language(request))
    }
}

/// Returns true if the client prefers small answers. The first such preference counts; an
/// unknown one counts as none.
fn prefers_minimal(headers: &HeaderMap) -> bool {
    let values = headers.get_all("prefer").filter_map(|value| value.to_str().ok());
    let wanted = values.flat_map(preferences).find(|(name, _)| name.eq_ignore_ascii_case("return"));
    wanted.is_some_and(|(_, value)| value == "minimal")
}

/// The preferences of a header's value with their own values, without
/// parameters.
fn preferences(value: &str) -> impl Iterator<Item = (&str, &str)> {
    split_unquoted(value, ',').map(|preference| {
        let (name, value) = preference.split_once('=').unwrap_or((preference, ""));
        let value = value.split(';').next().unwrap_or_default();
        (name.trim(), value.trim().trim_matches('"'))
    })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn minimal(values: &[&str]) -> bool {
        let request = TestRequest::default();
        let request = values.iter().fold(request, |request, value| request.append_header(("prefer", *value)));
        prefers_minimal(request.to_http_request().headers())
    }

    #[test]
    fn the_small_answer_is_for_those_who_prefer_it() {
        for values in [
            &["return=minimal"][..],
            &["Return = \"minimal\""],
            &["respond-async, return=minimal; strict"],
            &["wait=10; why=\"a, b\",return=minimal"],
            &["handling=lenient", "return=minimal"],
            &["return=minimal, return=representation"],
        ] {
            assert!(minimal(values), "{values:?}");
        }
        for values in [
            &[][..],
            &[""],
            &["return"],
            &["return=representation"],
            &["return=Minimal"],
            &["return=minimalist"],
            &["note=\"x, return=minimal\""],
            &["x=return=minimal"],
            &["x; return=minimal"],
            &["return=representation", "return=minimal"],
        ] {
            assert!(!minimal(values), "{values:?}");
        }
    }
}
