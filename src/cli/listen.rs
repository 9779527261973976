//! Addresses to listen on or to connect to.

use std::net::{SocketAddr, ToSocketAddrs};

/// The address of a host, by name or number, and a port: the first one, of
/// version 4 if there is one, since `localhost` has both.
pub(super) fn resolve(text: &str) -> Result<SocketAddr, String> {
    let addresses = text.to_socket_addrs().map_err(|error| error.to_string())?;
    addresses.min_by_key(SocketAddr::is_ipv6).ok_or_else(|| "the name has no address".to_owned())
}
