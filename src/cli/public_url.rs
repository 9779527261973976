//! The public URL of a service.

use actix_web::http::Uri;

/// A URL without a slash at its end, or nothing.
pub(super) fn public_url(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let uri: Uri = text.parse().unwrap_or_default();
    let is_http = matches!(uri.scheme_str(), Some("http" | "https"));
    if text.is_empty() || is_http && uri.host().is_some_and(|host| !host.is_empty()) {
        return Ok(text.to_owned());
    }
    Err("a public URL is written like https://regicide.example".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_absolute() {
        for (text, url) in [
            ("https://regicide.example/", "https://regicide.example"),
            ("http://[2001:db8::1]:8080/games", "http://[2001:db8::1]:8080/games"),
            ("", ""),
        ] {
            assert_eq!(public_url(text).as_deref(), Ok(url));
        }
        for text in ["regicide.example", "/games", "ftp://regicide.example", "https://", "https://a b"] {
            assert!(public_url(text).is_err(), "{text}");
        }
    }
}
