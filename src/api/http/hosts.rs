//! The hosts that the service answers for (RFC 9110, section 7.4).
//!
//! Only programs of this machine reach a loopback address, but a browser with its pages
//! is one of them: a page's host can get a loopback address after the page was loaded
//! (DNS rebinding), and then the browser takes the service for the page's own. Its
//! requests still name the page's host.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{RequestHead, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::uri::Authority;
use actix_web::http::{Uri, Version};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, ResponseError as _};
use regicide_engine::engine::Message;

use crate::api::respond::problem::{Code, Problem};

/// The hosts of the service, without ports.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    /// True if it listens on a loopback address, and so has only loopback hosts and the
    /// public one.
    pub(crate) is_local: bool,
    /// The host of its public URL.
    public: Option<String>,
}

impl Hosts {
    /// The hosts of a service that listens at an address. Behind a proxy clients send the
    /// host of the public URL.
    pub(crate) fn of(address: IpAddr, public_url: Option<&str>) -> Self {
        let public: Option<Uri> = public_url.and_then(|url| url.parse().ok());
        let public = public.as_ref().and_then(Uri::host).map(plain);
        Self { is_local: address.to_canonical().is_loopback(), public }
    }

    /// Returns true if the service answers a request for this host. Browsers always send
    /// a host; HTTP/1.0 does not require one.
    fn answer_for(&self, request: &RequestHead) -> bool {
        if !self.is_local {
            return true;
        }
        match named(request) {
            Some(host) => self.is_own(&host),
            None => request.version < Version::HTTP_11 && !request.headers.contains_key(header::HOST),
        }
    }

    /// Returns true if the host of an origin is the service's own: that of the public
    /// URL, a loopback host, or the host that the request is for.
    pub(crate) fn own_origin(&self, origin: &HeaderValue, request: &RequestHead) -> bool {
        let origin: Option<Uri> = origin.to_str().ok().and_then(|origin| origin.parse().ok());
        let origin = origin.filter(|origin| matches!(origin.scheme_str(), Some("http" | "https")));
        let host = origin.as_ref().and_then(Uri::host).map(plain);
        host.is_some_and(|host| self.is_own(&host) || named(request).is_some_and(|named| named == host))
    }

    fn is_own(&self, host: &str) -> bool {
        self.is_local && is_loopback(host) || self.public.as_deref() == Some(host)
    }
}

/// The host of a request: from its target, if that is absolute, otherwise from its header
/// (RFC 9112, section 3.2.2).
fn named(request: &RequestHead) -> Option<String> {
    if let Some(host) = request.uri.host() {
        return Some(plain(host));
    }
    let authority: Authority = request.headers.get(header::HOST)?.to_str().ok()?.parse().ok()?;
    Some(plain(authority.host()))
}

/// A host in lower case and without the dot that may end a name, for comparison.
fn plain(host: &str) -> String {
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}

fn is_loopback(host: &str) -> bool {
    let version_6 = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let address: Option<IpAddr> = match version_6 {
        Some(address) => address.parse::<Ipv6Addr>().ok().map(IpAddr::from),
        None => host.parse().ok(),
    };
    host == "localhost" || address.is_some_and(|address| address.to_canonical().is_loopback())
}

pub(crate) async fn refuse_others<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let answers = request.app_data::<Data<Hosts>>().is_none_or(|hosts| hosts.answer_for(request.head()));
    if answers {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let host = named(request.head()).unwrap_or_default();
    let problem =
        Problem::new(Code::MisdirectedRequest, Message::new("misdirected-request").with("host", host));
    Ok(request.into_response(problem.error_response()).map_into_right_body())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    const PUBLIC: &str = "https://Regicide.example:8443/games";

    fn hosts(address: &str) -> Hosts {
        Hosts::of(address.parse().unwrap(), Some(PUBLIC))
    }

    #[test]
    fn on_a_loopback_address_only_local_hosts_and_the_public_one_are_answered() {
        for (host, is_answered) in [
            ("localhost", true),
            ("localhost:5173", true),
            ("LOCALHOST:8080", true),
            ("localhost.", true),
            ("localhost.:80", true),
            ("127.0.0.1", true),
            ("127.8.9.10:1", true),
            ("[::1]:8080", true),
            ("[0:0:0:0:0:0:0:1]", true),
            ("[::ffff:127.0.0.1]", true),
            ("regicide.example", true),
            ("REGICIDE.EXAMPLE.:443", true),
            ("", false),
            (".", false),
            ("elsewhere.example", false),
            ("regicide.example.elsewhere.example", false),
            ("localhost.elsewhere.example", false),
            ("127.0.0.1.elsewhere.example", false),
            ("localhost..", false),
            ("0.0.0.0:8080", false),
            ("192.168.0.1", false),
            ("[::]", false),
            ("2130706433", false),
            ("localhost, elsewhere.example", false),
            ("localhost@elsewhere.example", false),
        ] {
            let request = TestRequest::get().insert_header(("host", host)).to_srv_request();
            assert_eq!(hosts("127.0.0.1").answer_for(request.head()), is_answered, "{host:?}");
            assert_eq!(hosts("::1").answer_for(request.head()), is_answered, "{host:?}");
            assert!(hosts("0.0.0.0").answer_for(request.head()), "{host:?}");
        }
    }

    #[test]
    fn an_absolute_target_names_the_host() {
        for (target, header, is_answered) in [
            ("http://localhost/v1/games", "elsewhere.example", true),
            ("http://elsewhere.example/v1/games", "localhost", false),
            ("http://localhost@elsewhere.example/", "localhost", false),
        ] {
            let request = TestRequest::get().uri(target).insert_header(("host", header)).to_srv_request();
            assert_eq!(hosts("127.0.0.1").answer_for(request.head()), is_answered, "{target}");
        }
    }

    #[test]
    fn only_an_old_request_may_name_no_host() {
        let request = |version| TestRequest::get().version(version).to_srv_request();
        assert!(hosts("127.0.0.1").answer_for(request(Version::HTTP_10).head()));
        assert!(!hosts("127.0.0.1").answer_for(request(Version::HTTP_11).head()));
        let unreadable = TestRequest::get().version(Version::HTTP_10).insert_header(("host", "a b"));
        assert!(!hosts("127.0.0.1").answer_for(unreadable.to_srv_request().head()));
    }

    #[test]
    fn pages_of_own_hosts_are_own_pages() {
        for (origin, locally, publicly) in [
            ("http://localhost:5173", true, false),
            ("https://[::1]", true, false),
            ("https://regicide.example", true, true),
            ("http://10.1.1.1:8080", true, true),
            ("https://elsewhere.example", false, false),
            ("null", false, false),
            ("chrome-extension://localhost", false, false),
            ("https://localhost.elsewhere.example", false, false),
        ] {
            let request = TestRequest::get().insert_header(("host", "10.1.1.1:8080")).to_srv_request();
            let value = HeaderValue::from_str(origin).unwrap();
            assert_eq!(hosts("127.0.0.1").own_origin(&value, request.head()), locally, "{origin}");
            assert_eq!(hosts("10.1.1.1").own_origin(&value, request.head()), publicly, "{origin}");
        }
    }
}
