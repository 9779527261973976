//! Networks, and the addresses under which limits are counted.

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no address and no network such as 10.0.0.0/8")]
pub struct NotANetwork(String);

/// Networks of trusted proxies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Networks(Vec<IpNet>);

impl Networks {
    #[must_use]
    pub fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Networks separated by commas; none in an empty text. An address alone is a
/// network of one.
impl FromStr for Networks {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let network = |part: &str| {
            let address = || part.parse::<IpAddr>().map(IpNet::from);
            part.parse::<IpNet>().or_else(|_| address()).map_err(|_| NotANetwork(part.to_owned()))
        };
        parts.map(network).collect::<Result<_, _>>().map(Self)
    }
}

/// The address under which limits are counted: of IPv6 addresses the /64, because one
/// client usually has all of it.
pub(crate) fn ipv6_prefix_64(address: IpAddr) -> IpAddr {
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
    use super::*;

    #[test]
    fn networks_are_read() {
        for text in ["", "10.0.0.0/8", "::1", "1.1.1.1, 2001:db8::/32", "0.0.0.0/0"] {
            assert!(text.parse::<Networks>().is_ok(), "{text}");
        }
        for text in ["10.0.0.0/33", "::/129", "nonsense", "10.0.0.0/", "1"] {
            assert!(text.parse::<Networks>().is_err(), "{text}");
        }
        let all: Networks = "0.0.0.0/0".parse().unwrap();
        assert!(all.contain("9.9.9.9".parse().unwrap()) && !all.contain("::1".parse().unwrap()));
        let one: Networks = "1.1.1.1".parse().unwrap();
        assert!(one.contain("1.1.1.1".parse().unwrap()) && !one.contain("1.1.1.2".parse().unwrap()));
    }
}
