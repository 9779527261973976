//! Values of flags.

use std::net::{SocketAddr, ToSocketAddrs};

use actix_web::http::Uri;
use uuid::Uuid;

use crate::service::runtime::Secret;

/// An id of the service.
pub(super) fn id(text: &str) -> Result<Uuid, String> {
    text.parse().map_err(|_| "an id is written like 01a1fc41-4874-771b-b13b-4b2a8ab118df".to_owned())
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
    let is_whole = text.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    if !is_whole {
        return Err("an address is written like 127.0.0.1:8080".to_owned());
    }
    let addresses = text.to_socket_addrs().ok().and_then(|found| found.min_by_key(SocketAddr::is_ipv6));
    addresses.ok_or_else(|| "no host with this name is known".to_owned())
}

/// An address, if it was given.
#[derive(Clone, Copy, Debug)]
pub(super) struct GivenAddress(pub(super) Option<SocketAddr>);

pub(super) fn given_address(text: &str) -> Result<GivenAddress, String> {
    Ok(GivenAddress(if text.is_empty() { None } else { Some(address(text)?) }))
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
