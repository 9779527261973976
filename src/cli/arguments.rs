//! Values of flags.

use std::net::{SocketAddr, ToSocketAddrs};

use actix_web::http::Uri;
use regicide::engine::Seat;
use serde::de::DeserializeOwned;

use crate::service::Secret;

/// A choice by the name that it has in JSON.
pub(super) fn by_name<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    serde_json::from_value(name.into()).map_err(|error| error.to_string())
}

pub(super) fn seat(text: &str) -> Result<Seat, String> {
    let number: u8 = text.parse().map_err(|error: std::num::ParseIntError| error.to_string())?;
    number.try_into().map_err(|error: regicide::engine::SeatError| error.to_string())
}

/// A flag that was given: an empty value counts as unset.
pub(super) fn given(text: Option<&String>) -> Option<String> {
    text.filter(|text| !text.is_empty()).cloned()
}

/// 32 bytes, if they were given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes(pub(super) Option<Secret>);

pub(super) fn bytes(text: &str) -> Result<Bytes, String> {
    if text.is_empty() {
        return Ok(Bytes(None));
    }
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| "it is not 64 hex digits".to_owned())?;
    Ok(Bytes(Some(Secret(bytes))))
}

/// The address of a host, by name or number, and a port: the first one, of
/// version 4 if there is one, since `localhost` has both.
pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    let addresses = text.to_socket_addrs().map_err(|error| error.to_string())?;
    addresses.min_by_key(SocketAddr::is_ipv6).ok_or_else(|| "the name has no address".to_owned())
}

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

/// An origin (RFC 6454) as browsers write it, such as `https://front.example`, or `*` for
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
