//! The limits on messages per minute that an instance sends, for a player and to a
//! host.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use parking_lot::Mutex;
use url::Url;
use uuid::Uuid;

const PER_PLAYER: u32 = 30;
/// Many players may have webhooks at one host.
const PER_HOST: u32 = 600;

const MINUTE: i64 = 60;

/// The messages of the present minute.
#[derive(Debug, Default)]
pub(super) struct DeliveryBudget(Mutex<Minute>);

#[derive(Debug, Default)]
struct Minute {
    number: i64,
    players: HashMap<Uuid, u32>,
    hosts: HashMap<String, u32>,
}

impl DeliveryBudget {
    /// Checks that both budgets have a message left.
    ///
    /// # Errors
    /// The number of seconds until both have one, if a budget is used up.
    pub(super) fn check(&self, now: DateTime<Utc>, player: Uuid, url: &Url) -> Result<(), u64> {
        let second = now.timestamp();
        let number = second.div_euclid(MINUTE);
        let mut minute = self.0.lock();
        if minute.number != number {
            *minute = Minute { number, ..Minute::default() };
        }
        let is_used_up = minute.players.get(&player).is_some_and(|sent| *sent >= PER_PLAYER)
            || minute.hosts.get(host_of(url)).is_some_and(|sent| *sent >= PER_HOST);
        if is_used_up { Err((MINUTE - second.rem_euclid(MINUTE)).unsigned_abs()) } else { Ok(()) }
    }

    /// Takes one message out of both budgets.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub(super) fn take(&self, now: DateTime<Utc>, player: Uuid, url: &Url) -> Result<(), u64> {
        self.check(now, player, url)?;
        let mut minute = self.0.lock();
        *minute.players.entry(player).or_default() += 1;
        *minute.hosts.entry(host_of(url).to_owned()).or_default() += 1;
        Ok(())
    }
}

/// Every URL of a webhook has a host.
fn host_of(url: &Url) -> &str {
    url.host_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_and_hosts_have_a_budget_for_each_minute() {
        let budget = DeliveryBudget::default();
        let at = |second| DateTime::from_timestamp(second, 0).unwrap();
        let player = Uuid::from_u128;
        let [a, b] = ["https://a/", "https://b/"].map(|url| url.parse().unwrap());
        for _ in 0..PER_PLAYER {
            assert_eq!(budget.take(at(50), player(1), &a), Ok(()));
        }
        assert_eq!(budget.take(at(50), player(1), &b), Err(10));
        for other in 0..u128::from(PER_HOST - PER_PLAYER) {
            assert_eq!(budget.take(at(59), player(100 + other), &a), Ok(()));
        }
        assert_eq!(budget.take(at(59), player(2), &a), Err(1));
        assert_eq!(budget.take(at(59), player(2), &b), Ok(()));
        assert_eq!(budget.take(at(60), player(1), &a), Ok(()), "the next minute");
    }
}
