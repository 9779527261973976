//! How often one address may do what costs the service something.

use std::net::IpAddr;
use std::num::NonZeroU32;

use actix_web::HttpRequest;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::problem::{Code, Problem};

/// How many addresses are remembered before those that have their whole
/// allowance again are forgotten.
const REMEMBERED: usize = 10_000;

/// A limit by address.
#[derive(Debug)]
pub(super) struct Limit {
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
    proxy: Proxy,
}

/// Whether requests come through a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proxy {
    /// They come directly: what they say about their address is not believed.
    None,
    /// A proxy adds the address that it sees at the end of `X-Forwarded-For`.
    Trusted,
}

impl Limit {
    /// A limit of so many requests a minute; 0 for none.
    pub(super) fn new(per_minute: u32, proxy: Proxy) -> Self {
        let quota = NonZeroU32::new(per_minute).map(Quota::per_minute);
        Self { limiter: quota.map(RateLimiter::keyed), proxy }
    }

    /// Counts one request.
    ///
    /// # Errors
    /// [`Code::TooManyRequests`] if the address has used up its allowance.
    pub(super) fn check(&self, request: &HttpRequest) -> Result<(), Problem> {
        let (Some(limiter), Some(address)) = (&self.limiter, self.address(request)) else { return Ok(()) };
        if limiter.len() > REMEMBERED {
            limiter.retain_recent();
        }
        limiter.check_key(&network(address)).map_err(|refused| {
            let wait = refused.wait_time_from(DefaultClock::default().now());
            let problem = Problem::new(Code::TooManyRequests, "too-many-requests");
            Problem { retry_after: Some(wait.as_secs() + 1), ..problem }
        })
    }

    fn address(&self, request: &HttpRequest) -> Option<IpAddr> {
        let peer = request.peer_addr().map(|peer| peer.ip());
        match self.proxy {
            Proxy::None => peer,
            Proxy::Trusted => {
                let forwarded = request.headers().get_all("x-forwarded-for").last();
                let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next());
                last.and_then(|text| text.trim().parse().ok()).or(peer)
            }
        }
    }
}

/// The network that an address counts for: a household has a whole /64 of
/// version 6 to choose from.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn request(peer: &str, forwarded: &str) -> HttpRequest {
        let peer = std::net::SocketAddr::new(peer.parse().unwrap(), 1);
        TestRequest::get().peer_addr(peer).insert_header(("x-forwarded-for", forwarded)).to_http_request()
    }

    #[test]
    fn an_address_has_its_own_allowance() {
        let limit = Limit::new(2, Proxy::None);
        let ask = |peer| limit.check(&request(peer, "9.9.9.9"));
        assert!(ask("1.1.1.1").is_ok() && ask("1.1.1.1").is_ok());
        let refused = ask("1.1.1.1").unwrap_err();
        assert_eq!(refused.code, Code::TooManyRequests);
        assert!(refused.retry_after.is_some_and(|seconds| (1..=31).contains(&seconds)));
        assert!(ask("1.1.1.2").is_ok());
    }

    #[test]
    fn addresses_of_one_version_6_network_share_it() {
        let limit = Limit::new(1, Proxy::None);
        assert!(limit.check(&request("2001:db8::1", "")).is_ok());
        assert!(limit.check(&request("2001:db8::2", "")).is_err());
        assert!(limit.check(&request("2001:db8:0:1::1", "")).is_ok());
    }

    #[test]
    fn only_what_the_trusted_proxy_adds_is_believed() {
        let limit = Limit::new(1, Proxy::Trusted);
        assert!(limit.check(&request("1.1.1.1", "7.7.7.7, 2.2.2.2")).is_ok());
        assert!(limit.check(&request("1.1.1.1", "8.8.8.8, 2.2.2.2")).is_err());
        assert!(limit.check(&request("1.1.1.1", "2.2.2.2, 3.3.3.3")).is_ok());
    }

    #[test]
    fn zero_is_no_limit() {
        let limit = Limit::new(0, Proxy::None);
        assert!((0..1000).all(|_| limit.check(&request("1.1.1.1", "")).is_ok()));
    }
}
