//! Origins of web pages (RFC 6454).

use actix_web::http::Uri;

/// An origin as browsers write it, such as `https://front.example`, or `*` for
/// all. Another spelling would never match.
pub(super) fn origin(text: &str) -> Result<String, String> {
    let text = text.trim();
    let is_origin = || {
        let uri: Uri = text.parse().ok()?;
        Some(text == format!("{}://{}", uri.scheme()?, uri.authority()?).to_ascii_lowercase())
    };
    if text.is_empty() || text == "*" || is_origin().unwrap_or(false) {
        return Ok(text.to_owned());
    }
    Err("an origin is written like https://front.example, without a path; * means all".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_browsers_send_is_an_origin() {
        for text in ["", "*", "https://front.example", "http://localhost:5173", "http://[::1]:8080"] {
            assert_eq!(origin(text).as_deref(), Ok(text));
        }
        assert_eq!(origin(" https://b.example").as_deref(), Ok("https://b.example"));
        for text in
            ["front.example", "https://front.example/", "https://Front.example", "null", "https://a b"]
        {
            assert!(origin(text).is_err(), "{text}");
        }
    }
}
