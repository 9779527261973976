//! Limits on the number of connections, of all clients and of one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::api::state::networks::{Networks, ipv6_prefix_64};

/// The counts of connections, shared by all workers.
#[derive(Debug)]
pub(crate) struct ConnectionLimiter {
    most: usize,
    most_of_one: usize,
    proxies: Networks,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A counted connection; dropping it decrements the counts.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    address: Option<IpAddr>,
    limiter: Arc<ConnectionLimiter>,
}

/// The reason why there is no permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// All permits are taken.
    All,
    /// The address has its maximum number of permits.
    Address,
}

impl ConnectionLimiter {
    /// At most `most` connections, of which one address gets `most_of_one`; 0 for no
    /// limit. The addresses of proxies have no limit of their own, because they carry the
    /// connections of many clients.
    pub(crate) fn new(most: usize, most_of_one: usize, proxies: Networks) -> Arc<Self> {
        let no_limit = |limit| if limit == 0 { usize::MAX } else { limit };
        let (most, most_of_one) = (no_limit(most), no_limit(most_of_one));
        Arc::new(Self { most, most_of_one, proxies, taken: Mutex::default() })
    }

    pub(crate) fn take(self: &Arc<Self>, address: Option<IpAddr>) -> Result<ConnectionPermit, Refused> {
        let address = address.filter(|address| !self.proxies.contain(*address)).map(ipv6_prefix_64);
        let mut taken = self.taken.lock();
        if taken.all >= self.most {
            return Err(Refused::All);
        }
        if let Some(address) = address {
            let of_one = taken.by_address.entry(address).or_default();
            if *of_one >= self.most_of_one {
                return Err(Refused::Address);
            }
            *of_one += 1;
        }
        taken.all += 1;
        Ok(ConnectionPermit { address, limiter: self.clone() })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut taken = self.limiter.taken.lock();
        taken.all -= 1;
        let Some(address) = self.address else { return };
        if let Some(of_one) = taken.by_address.get_mut(&address) {
            *of_one -= 1;
            if *of_one == 0 {
                taken.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn permits_are_limited_and_come_back() {
        let limiter = ConnectionLimiter::new(3, 2, Networks::default());
        let one = limiter.take("1.1.1.1".parse().ok()).unwrap();
        let _two = limiter.take("1.1.1.1".parse().ok()).unwrap();
        assert_eq!(limiter.take("1.1.1.1".parse().ok()).unwrap_err(), Refused::Address);
        let _other = limiter.take("2.2.2.2".parse().ok()).unwrap();
        assert_eq!(limiter.take("3.3.3.3".parse().ok()).unwrap_err(), Refused::All);
        drop(one);
        assert!(limiter.take("1.1.1.1".parse().ok()).is_ok());
    }

    #[test]
    fn a_proxy_has_no_limit_of_its_own() {
        let limiter = ConnectionLimiter::new(0, 1, "10.0.0.0/8".parse().unwrap());
        let _all: Vec<_> = (0..9).map(|_| limiter.take("10.1.2.3".parse().ok()).unwrap()).collect();
        let _one = limiter.take("2001:db8::1".parse().ok()).unwrap();
        assert!(limiter.take("2001:db8::2".parse().ok()).is_err(), "the same /64");
    }

    #[test]
    fn a_connection_that_panics_gives_its_permit_back() {
        let limiter = ConnectionLimiter::new(1, 1, Networks::default());
        let take = || limiter.take("1.1.1.1".parse().ok());
        let panics = catch_unwind(AssertUnwindSafe(|| {
            let _permit = take().unwrap();
            panic!("as it must")
        }));
        assert!(panics.is_err_and(|panic: Box<dyn std::any::Any + Send>| panic.is::<&str>()));
        assert!(take().is_ok());
    }
}
