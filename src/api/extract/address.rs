//! The address of a client, also behind proxies (RFC 7239).

use std::net::{IpAddr, SocketAddr};

use actix_web::http::header::HeaderMap;

use super::split_unquoted;
use crate::api::state::networks::{Networks, ipv6_prefix_64};

/// The address of a request's client under which limits are counted.
pub(crate) fn caller_address(
    peer: Option<SocketAddr>,
    headers: &HeaderMap,
    proxies: &Networks,
) -> Option<IpAddr> {
    peer.map(|peer| ipv6_prefix_64(client(peer.ip(), headers, proxies)))
}

/// The address of the client: that of the connection, or, if that is a trusted
/// proxy, the last forwarded address that is not one. Addresses before that
/// may be forged.
///
/// A proxy sets one of the two headers and may pass on the other as the client
/// sent it. If both are present and differ, neither is used.
pub(crate) fn client(peer: IpAddr, headers: &HeaderMap, proxies: &Networks) -> IpAddr {
    if !proxies.contain(peer) {
        return peer;
    }
    let forwarded = values(headers, "forwarded");
    let forwarded = forwarded.map(|text| rightmost_untrusted(&forwarded_for(&text), peer, proxies));
    let x_forwarded_for = values(headers, "x-forwarded-for").map(|text| {
        let hops: Vec<_> = text.split(',').map(node).collect();
        rightmost_untrusted(&hops, peer, proxies)
    });
    match (forwarded, x_forwarded_for) {
        (Some(one), Some(other)) if one != other => peer,
        (one, other) => one.or(other).unwrap_or(peer),
    }
}

/// All values of a header, as one list.
fn values(headers: &HeaderMap, name: &str) -> Option<String> {
    let values: Vec<&str> = headers.get_all(name).map(|value| value.to_str().unwrap_or_default()).collect();
    (!values.is_empty()).then(|| values.join(","))
}

/// The last hop that is not a trusted proxy; the first trusted proxy if
/// there is none, or if the hop before it has no address.
fn rightmost_untrusted(hops: &[Option<IpAddr>], peer: IpAddr, proxies: &Networks) -> IpAddr {
    let mut nearest = peer;
    for hop in hops.iter().rev() {
        let Some(address) = *hop else { return nearest };
        nearest = address;
        if !proxies.contain(address) {
            return address;
        }
    }
    nearest
}

/// The nodes of `for` parameters (RFC 7239, section 4).
fn forwarded_for(text: &str) -> Vec<Option<IpAddr>> {
    let hops = split_unquoted(text, ',');
    hops.map(|hop| {
        let parameters = split_unquoted(hop, ';');
        let mut pairs = parameters.filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
        node(value)
    })
    .collect()
}

/// An address with or without quotation marks, brackets and port.
fn node(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn seen(peer: &str, headers: &[(&'static str, &'static str)]) -> String {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        let proxies = "10.0.0.0/8, 2001:db8:1::/48".parse().unwrap();
        client(peer.parse().unwrap(), &map, &proxies).to_string()
    }

    #[test]
    fn only_trusted_proxies_name_the_client() {
        for (peer, headers, client) in [
            ("1.1.1.1", &[("x-forwarded-for", "9.9.9.9")][..], "1.1.1.1"),
            ("10.1.1.1", &[], "10.1.1.1"),
            ("10.1.1.1", &[("x-forwarded-for", "7.7.7.7, 2.2.2.2")], "2.2.2.2"),
            ("10.1.1.1", &[("x-forwarded-for", "7.7.7.7"), ("x-forwarded-for", "2.2.2.2")], "2.2.2.2"),
            ("10.1.1.1", &[("x-forwarded-for", "7.7.7.7, 2.2.2.2, 10.9.9.9")], "2.2.2.2"),
            ("10.1.1.1", &[("x-forwarded-for", "2.2.2.2:4711")], "2.2.2.2"),
            ("10.1.1.1", &[("x-forwarded-for", "[2001:db8::1]:4711")], "2001:db8::1"),
            ("10.1.1.1", &[("x-forwarded-for", "2001:db8::1")], "2001:db8::1"),
            ("2001:db8:1::9", &[("x-forwarded-for", "::ffff:2.2.2.2")], "2.2.2.2"),
            ("::ffff:10.1.1.1", &[("x-forwarded-for", "2.2.2.2")], "2.2.2.2"),
            ("10.1.1.1", &[("x-forwarded-for", "2.2.2.2, nonsense")], "10.1.1.1"),
            ("10.1.1.1", &[("x-forwarded-for", "10.2.2.2")], "10.2.2.2"),
            ("10.1.1.1", &[("forwarded", "for=2.2.2.2;proto=http;by=10.0.0.1")], "2.2.2.2"),
            ("10.1.1.1", &[("forwarded", "for=7.7.7.7, For=\"[2001:db8::1]:4711\"")], "2001:db8::1"),
            ("10.1.1.1", &[("forwarded", "for=\"a,for=7.7.7.7;b\", for=2.2.2.2")], "2.2.2.2"),
            ("10.1.1.1", &[("forwarded", "for=2.2.2.2, for=unknown")], "10.1.1.1"),
            ("10.1.1.1", &[("forwarded", "proto=https")], "10.1.1.1"),
            ("10.1.1.1", &[("forwarded", "for=2.2.2.2"), ("x-forwarded-for", "2.2.2.2")], "2.2.2.2"),
            ("10.1.1.1", &[("forwarded", "for=7.7.7.7"), ("x-forwarded-for", "2.2.2.2")], "10.1.1.1"),
        ] {
            assert_eq!(seen(peer, headers), client, "{peer} {headers:?}");
        }
    }
}
