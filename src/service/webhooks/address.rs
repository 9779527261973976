//! Addresses of webhooks: the rules for their URLs, and the public addresses.

use std::net::IpAddr;
use std::sync::LazyLock;

use ipnet::IpNet;
use regicide_engine::engine::Message;
use url::{Host, Url};

use crate::service::error::Error;
use crate::service::settings::WebhookReceivers;

/// The longest URL, in bytes.
const MAX_URL: u32 = 2048;

/// The networks of addresses that are not public (the IANA's special-purpose registry, RFC 6890). Of
/// version 4: "this" network, private, shared, loopback, link-local, assignments,
/// documentation, 6to4 relays, benchmarks, multicast, reserved and broadcast. Of
/// version 6: all but global unicast, and of that assignments with Teredo,
/// documentation, and 6to4.
const SPECIAL: [&str; 22] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "::/3",
    "4000::/2",
    "8000::/1",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "3fff::/20",
];

static SPECIAL_NETS: LazyLock<Vec<IpNet>> =
    LazyLock::new(|| SPECIAL.iter().map(|net| net.parse().expect("it is a network")).collect());

/// True if an address is one of the public Internet.
fn is_public(address: IpAddr) -> bool {
    SPECIAL_NETS.iter().all(|net| !net.contains(&address))
}

/// The URL without a fragment, an empty query, and the dot after a host's name.
fn normalised(mut url: Url) -> Option<Url> {
    url.set_fragment(None);
    if url.query() == Some("") {
        url.set_query(None);
    }
    if let Some(host) = url.host_str().and_then(|host| host.strip_suffix('.')).map(str::to_owned) {
        url.set_host(Some(&host)).ok()?;
    }
    Some(url)
}

impl WebhookReceivers {
    /// True if messages may be sent to an address.
    pub(in crate::service) fn allow(self, address: IpAddr) -> bool {
        match self {
            Self::Off => false,
            Self::Https => is_public(address),
            Self::Any => true,
        }
    }

    /// Checks a URL, except for the addresses of its host. URLs with identical
    /// requests become one.
    pub(super) fn check(self, text: &str) -> Result<Url, Error> {
        let invalid = |reason: Message| Error::invalid("url", reason);
        let malformed = || invalid(Message::new("invalid-webhook-url").with("most", MAX_URL));
        let url = Url::parse(text).ok().filter(|_| text.len() <= MAX_URL as usize);
        let url = url.and_then(normalised).ok_or_else(malformed)?;
        let is_any = self == Self::Any;
        if !(url.scheme() == "https" || is_any && url.scheme() == "http") {
            return Err(malformed());
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(invalid(Message::new("invalid-webhook-credentials")));
        }
        if !is_any && !matches!(url.port(), None | Some(1024..)) {
            return Err(invalid(Message::new("invalid-webhook-port")));
        }
        let address = match url.host().ok_or_else(malformed)? {
            Host::Domain(_) => None,
            Host::Ipv4(address) => Some(IpAddr::V4(address)),
            Host::Ipv6(address) => Some(IpAddr::V6(address)),
        };
        if address.is_some_and(|address| !self.allow(address)) {
            return Err(invalid(Message::new("invalid-webhook-address")));
        }
        Ok(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_internet_are_public() {
        for address in ["1.1.1.1", "100.128.0.1", "172.32.0.1", "192.0.1.1", "2606:4700::1111", "2a00::1"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:1.1.1.1",
            "::ffff:0:1.1.1.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    /// The reason why a URL is invalid.
    fn refused(receivers: WebhookReceivers, text: &str) -> Option<String> {
        match receivers.check(text) {
            Ok(_) => None,
            Err(Error::Invalid { reason, .. }) => Some(reason.id().to_owned()),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn equal_urls_become_one() {
        for text in
            ["https://A.example:443/x/../hook", "https://a.example./hook#part", "https://a.example/hook?"]
        {
            let url =
                WebhookReceivers::Https.check(text).map(String::from).map_err(|error| error.to_string());
            assert_eq!(url.as_deref(), Ok("https://a.example/hook"), "{text}");
        }
    }

    #[test]
    fn urls_are_absolute_public_and_without_secrets() {
        let long = format!("https://a.example/{}", "x".repeat(MAX_URL as usize));
        for (text, reason) in [
            ("https://a.example/hook?key=1", None),
            ("https://a.example:8443/", None),
            ("https://1.1.1.1/", None),
            ("https://[2606:4700::1111]/", None),
            ("", Some("invalid-webhook-url")),
            ("/hook", Some("invalid-webhook-url")),
            ("http://a.example/", Some("invalid-webhook-url")),
            ("file:///etc/passwd", Some("invalid-webhook-url")),
            (long.as_str(), Some("invalid-webhook-url")),
            ("https://user@a.example/", Some("invalid-webhook-credentials")),
            ("https://:secret@a.example/", Some("invalid-webhook-credentials")),
            ("https://a.example:22/", Some("invalid-webhook-port")),
            ("https://127.0.0.1/", Some("invalid-webhook-address")),
            ("https://0x7f.1/", Some("invalid-webhook-address")),
            ("https://2130706433/", Some("invalid-webhook-address")),
            ("https://[::ffff:10.0.0.1]/", Some("invalid-webhook-address")),
        ] {
            assert_eq!(refused(WebhookReceivers::Https, text).as_deref(), reason, "{text}");
        }
        for text in ["http://127.0.0.1:80/", "https://10.0.0.1:22/"] {
            assert_eq!(refused(WebhookReceivers::Any, text), None, "{text}");
        }
        assert!(refused(WebhookReceivers::Any, "ftp://10.0.0.1/").is_some());
    }
}
