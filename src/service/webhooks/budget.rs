//! The limits on messages per minute that an instance sends, for a player and to a
//! host.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use parking_lot::Mutex;
use url::Url;
use uuid::Uuid;

use regicide_store::WebhookForm;

const PER_PLAYER: u32 = 30;
/// Many players may have webhooks at one host.
const PER_HOST: u32 = 600;
/// All browsers of a vendor share a host. It is as many messages as the four permits of a receiver
/// (`slots.rs`) send with an answer after 80 ms.
const PER_PUSH_SERVICE: u32 = 3000;

/// The hosts of the vendors' push services: of Chrome and the browsers made of it, Firefox, Safari.
const PUSH_SERVICES: [&str; 3] =
    ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];
/// The domain of the hosts of Edge's push service.
const PUSH_SERVICES_OF_EDGE: &str = ".notify.windows.com";

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
    pub(super) fn check(
        &self,
        now: DateTime<Utc>,
        player: Uuid,
        (form, url): (WebhookForm, &Url),
    ) -> Result<(), u64> {
        let second = now.timestamp();
        let number = second.div_euclid(MINUTE);
        let mut minute = self.0.lock();
        if minute.number != number {
            *minute = Minute { number, ..Minute::default() };
        }
        let is_used_up = minute.players.get(&player).is_some_and(|sent| *sent >= PER_PLAYER)
            || minute.hosts.get(host_of(url)).is_some_and(|sent| *sent >= most_to(form, url));
        if is_used_up { Err((MINUTE - second.rem_euclid(MINUTE)).unsigned_abs()) } else { Ok(()) }
    }

    /// Takes one message out of both budgets.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub(super) fn take(&self, now: DateTime<Utc>, player: Uuid, to: (WebhookForm, &Url)) -> Result<(), u64> {
        self.check(now, player, to)?;
        let (_, url) = to;
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

/// The budget of a host for messages of a form. A host is a push service if a vendor's list of
/// hosts has it, never because a subscription names it: that host could be a third party's. Other
/// forms cannot use up the budget of the browsers.
fn most_to(form: WebhookForm, url: &Url) -> u32 {
    let host = host_of(url);
    let is_push_service = PUSH_SERVICES.contains(&host) || host.ends_with(PUSH_SERVICES_OF_EDGE);
    match form {
        WebhookForm::WebPush if is_push_service => PER_PUSH_SERVICE,
        WebhookForm::WebPush | WebhookForm::Standard | WebhookForm::Discord => PER_HOST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_and_hosts_have_a_budget_for_each_minute() {
        let budget = DeliveryBudget::default();
        let at = |second| DateTime::from_timestamp(second, 0).unwrap();
        let player = Uuid::from_u128;
        let [a, b]: [Url; 2] = ["https://a/", "https://b/"].map(|url| url.parse().unwrap());
        let [a, b] = [&a, &b].map(|url| (WebhookForm::Standard, url));
        for _ in 0..PER_PLAYER {
            assert_eq!(budget.take(at(50), player(1), a), Ok(()));
        }
        assert_eq!(budget.take(at(50), player(1), b), Err(10));
        for other in 0..u128::from(PER_HOST - PER_PLAYER) {
            assert_eq!(budget.take(at(59), player(100 + other), a), Ok(()));
        }
        assert_eq!(budget.take(at(59), player(2), a), Err(1));
        assert_eq!(budget.take(at(59), player(2), b), Ok(()));
        assert_eq!(budget.take(at(60), player(1), a), Ok(()), "the next minute");
    }

    #[test]
    fn only_the_hosts_of_vendors_have_the_budget_of_a_push_service() {
        let most = |url: &str| most_to(WebhookForm::WebPush, &url.parse().unwrap());
        for url in
            ["https://fcm.googleapis.com/fcm/send/a", "https://wns2-par02p.notify.windows.com/w/?token=a"]
        {
            assert_eq!(most(url), PER_PUSH_SERVICE, "{url}");
            assert_eq!(most_to(WebhookForm::Standard, &url.parse().unwrap()), PER_HOST, "{url}");
        }
        for url in [
            "https://push.example/fcm.googleapis.com",
            "https://fcm.googleapis.com.push.example/",
            "https://a.fcm.googleapis.com/",
            "https://notify.windows.com.push.example/",
        ] {
            assert_eq!(most(url), PER_HOST, "{url}");
        }
    }
}
