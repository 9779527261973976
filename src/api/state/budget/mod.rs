//! Rate limits: budgets for each address and token.

mod bucket;
pub(in crate::api) mod kind;
mod sender;

use std::fmt;
use std::hash::RandomState;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use parking_lot::Mutex;
use quick_cache::sync::Cache;
use uuid::Uuid;

use crate::service::runtime::BotGames;
use bucket::Bucket;
use kind::Kind;

pub(in crate::api) use sender::{Account, Sender};

/// The maximum number of buckets. The least recently used are dropped first, which
/// refills them.
const MAX_TRACKED: usize = 50_000;
/// The wrong codes for one game or challenge, in those of one address: so many addresses
/// together keep others from entering one.
const PLACE: u32 = 100;
const DAY: Duration = Duration::from_hours(24);

/// Units for one address, or one token; 0 for no limit.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowances {
    /// Games, players, challenges, seats, attempts and invitations that one
    /// address, or one token, may make a minute; 0 for no limit
    #[arg(long, env = "REGICIDE_CREATIONS_PER_MINUTE", value_name = "N", default_value_t = Allowances::STANDARD.creations_per_minute)]
    pub creations_per_minute: u32,
    /// Games, players, challenges, seats, attempts and invitations that one address may
    /// make, and records that it may import, a day; 0 for no limit
    #[arg(long, env = "REGICIDE_CREATIONS_PER_DAY", value_name = "N", default_value_t = Allowances::STANDARD.creations_per_day)]
    pub creations_per_day: u32,
    /// Changes, such as of names and tokens, that one address, or one token,
    /// may make a minute; 0 for no limit
    #[arg(long, env = "REGICIDE_CHANGES_PER_MINUTE", value_name = "N", default_value_t = Allowances::STANDARD.changes_per_minute)]
    pub changes_per_minute: u32,
    /// Moves that one address, or one token, may make a minute; 0 for no limit
    #[arg(long, env = "REGICIDE_MOVES_PER_MINUTE", value_name = "N", default_value_t = Allowances::STANDARD.moves_per_minute)]
    pub moves_per_minute: u32,
    /// Requests that only read, of one address or one token a minute; 0 for no
    /// limit. Each 64 KiB of an answer count as one more
    #[arg(long, env = "REGICIDE_READS_PER_MINUTE", value_name = "N", default_value_t = Allowances::STANDARD.reads_per_minute)]
    pub reads_per_minute: u32,
    /// Records that one address, or one token, may verify, import or have
    /// analysed a minute; 0 for no limit. Each 64 KiB of a record count as one
    /// more
    #[arg(long, env = "REGICIDE_RECORDS_PER_MINUTE", value_name = "N", default_value_t = Allowances::STANDARD.records_per_minute)]
    pub records_per_minute: u32,
    /// Exports that one address, or one token, may begin a minute; 0 for no
    /// limit. Each 64 KiB of an export count as one more
    #[arg(long, env = "REGICIDE_EXPORTS_PER_MINUTE", value_name = "N", default_value_t = Allowances::STANDARD.exports_per_minute)]
    pub exports_per_minute: u32,
    /// Streams of events, and pages of them, that one address, or one token,
    /// may open a minute; 0 for no limit. Each 64 KiB that are read count as one
    /// more
    #[arg(long, env = "REGICIDE_STREAMS_PER_MINUTE", value_name = "N", default_value_t = Allowances::STANDARD.streams_per_minute)]
    pub streams_per_minute: u32,
    /// Seconds of a processor an hour for house bots, analyses and deals that can
    /// be won, for one address, or one token; 0 for no limit
    #[arg(long, env = "REGICIDE_COMPUTE_SECONDS_PER_HOUR", value_name = "SECONDS", default_value_t = Allowances::STANDARD.compute_seconds_per_hour)]
    pub compute_seconds_per_hour: u32,
    /// Wrong codes that one address, or one token, may send an hour, and a hundredth of
    /// those that may be sent for one game or challenge; 0 for no limit
    #[arg(long, env = "REGICIDE_WRONG_CODES_PER_HOUR", value_name = "N", default_value_t = Allowances::STANDARD.wrong_codes_per_hour)]
    pub wrong_codes_per_hour: u32,
    /// Games with house bots of one address, or one player, that may go on at a
    /// time; 0 for no limit
    #[arg(long, env = "REGICIDE_BOT_GAMES", value_name = "N", default_value_t = Allowances::STANDARD.bot_games)]
    pub bot_games: u32,
}

impl Allowances {
    /// Defaults for a service on the internet. A unit is at most about two milliseconds
    /// of processor time, so an address that uses up every budget of a minute has a tenth
    /// of two cores, and long computations are a twentieth.
    pub const STANDARD: Self = Self {
        creations_per_minute: 60,
        creations_per_day: 5000,
        changes_per_minute: 60,
        moves_per_minute: 1200,
        reads_per_minute: 1500,
        records_per_minute: 60,
        exports_per_minute: 600,
        streams_per_minute: 600,
        compute_seconds_per_hour: 360,
        wrong_codes_per_hour: 120,
        bot_games: 20,
    };

    /// No limits.
    pub const NONE: Self = Self {
        creations_per_minute: 0,
        creations_per_day: 0,
        changes_per_minute: 0,
        moves_per_minute: 0,
        reads_per_minute: 0,
        records_per_minute: 0,
        exports_per_minute: 0,
        streams_per_minute: 0,
        compute_seconds_per_hour: 0,
        wrong_codes_per_hour: 0,
        bot_games: 0,
    };

    /// The quota for the window of the kind.
    const fn quota(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Create => self.creations_per_minute,
            Kind::Change => self.changes_per_minute,
            Kind::Move => self.moves_per_minute,
            Kind::Read => self.reads_per_minute,
            Kind::Verify | Kind::Import => self.records_per_minute,
            Kind::Export => self.exports_per_minute,
            Kind::Stream => self.streams_per_minute,
            Kind::Compute => self.compute_seconds_per_hour,
            Kind::Code => self.wrong_codes_per_hour,
        }
    }
}

pub(crate) struct Budgets {
    allowances: Allowances,
    /// The buckets of addresses.
    buckets: Buckets,
    /// The buckets of tokens, and of games and challenges, separate: a client that invents
    /// tokens displaces no address's bucket.
    token_buckets: Buckets,
    bot_games: Cache<IpAddr, Arc<BotGames>>,
    pub(in crate::api) tokens: RandomState,
}

type Buckets = Cache<(Policy, Key), Arc<Mutex<Bucket>>>;

/// The rate of a bucket, with its name for clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::api) struct Policy {
    name: &'static str,
    /// The end of the name.
    of: &'static str,
    pub(in crate::api) quota: u32,
    pub(in crate::api) window: Duration,
}

/// The name in the headers.
impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.of)
    }
}

/// The owner of a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Address(IpAddr),
    /// A keyed hash of a token, with a key of this process.
    Token(u64),
    /// A game or challenge for which codes are sent.
    Place(Uuid),
}

/// The state of a budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::api) struct Left {
    pub(in crate::api) policy: Policy,
    /// The units that can be spent at once; negative after answers whose cost exceeded
    /// the remaining units.
    pub(in crate::api) units: f64,
}

impl Budgets {
    pub(crate) fn new(allowances: Allowances) -> Self {
        Self {
            allowances,
            buckets: Cache::new(MAX_TRACKED),
            token_buckets: Cache::new(MAX_TRACKED),
            bot_games: Cache::new(MAX_TRACKED),
            tokens: RandomState::new(),
        }
    }

    /// The buckets that a request of a kind is charged to: the address's first, so that
    /// invented tokens are charged to their sender.
    fn accounts(&self, kind: Kind, sender: Sender) -> impl Iterator<Item = (Policy, Key)> {
        let quota = self.allowances.quota(kind);
        let address = sender.address.map(Key::Address);
        let day = address.filter(|_| kind.creates());
        let own = Policy { name: kind.name(), of: "", quota, window: kind.window() };
        let of_token = Policy { of: "-token", ..own };
        let of_place = Policy { of: "-place", quota: quota.saturating_mul(PLACE), ..own };
        let of_day =
            Policy { name: "create-day", quota: self.allowances.creations_per_day, window: DAY, ..own };
        let accounts = [
            address.map(|key| (own, key)),
            day.map(|key| (of_day, key)),
            sender.token.map(|token| (of_token, Key::Token(token))),
            sender.place.map(|place| (of_place, Key::Place(place))),
        ];
        accounts.into_iter().flatten().filter(|(policy, _)| policy.quota > 0)
    }

    fn bucket<T>(&self, account: (Policy, Key), now: Instant, act: impl FnOnce(&mut Bucket) -> T) -> T {
        let (policy, _) = account;
        let new = || Ok::<_, std::convert::Infallible>(Arc::new(Mutex::new(Bucket::full(policy.quota, now))));
        let buckets = match account.1 {
            Key::Address(_) => &self.buckets,
            Key::Token(_) | Key::Place(_) => &self.token_buckets,
        };
        let Ok(bucket) = buckets.get_or_insert_with(&account, new);
        let mut bucket = bucket.lock();
        bucket.refill(policy.quota, policy.window, now);
        act(&mut bucket)
    }

    /// Charges a cost to every bucket of a request, or to none. A cost above the quota
    /// needs a full bucket, and delays later requests.
    pub(in crate::api) fn spend(
        &self,
        kind: Kind,
        sender: Sender,
        cost: f64,
        now: Instant,
    ) -> Result<Vec<Left>, (Left, Duration)> {
        let mut all = Vec::new();
        for account in self.accounts(kind, sender) {
            let (policy, _) = account;
            let taken = self.bucket(account, now, |bucket| {
                let least = cost.min(policy.quota.into());
                bucket.take(least).map_err(|missing| {
                    let wait = policy.window.mul_f64(missing / f64::from(policy.quota));
                    (Left { policy, units: bucket.units }, wait)
                })?;
                bucket.units -= cost - least;
                Ok(Left { policy, units: bucket.units })
            });
            match taken {
                Ok(left) => all.push(left),
                Err(refused) => {
                    for account in self.accounts(kind, sender).take(all.len()) {
                        self.bucket(account, now, |bucket| bucket.units += cost);
                    }
                    return Err(refused);
                }
            }
        }
        Ok(all)
    }

    /// Charges the cost of a request that was not known in advance; refunds it if it is
    /// negative. A negative budget delays the next request, and the rest of an answer.
    fn charge(&self, kind: Kind, sender: Sender, cost: f64, now: Instant) {
        for account in self.accounts(kind, sender) {
            self.bucket(account, now, |bucket| bucket.units -= cost);
        }
    }

    /// The time until no budget of a kind is negative.
    fn debt(&self, kind: Kind, sender: Sender, now: Instant) -> Duration {
        let wait = |account: (Policy, Key)| {
            let (policy, _) = account;
            let missing = self.bucket(account, now, |bucket| -bucket.units);
            policy.window.mul_f64(missing.max(0.0) / f64::from(policy.quota))
        };
        self.accounts(kind, sender).map(wait).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sender(address: &str, token: Option<u64>) -> Sender {
        Sender { address: Some(address.parse().unwrap()), token, place: None }
    }

    fn budgets(change: impl FnOnce(&mut Allowances)) -> Budgets {
        let mut allowances = Allowances::NONE;
        change(&mut allowances);
        Budgets::new(allowances)
    }

    #[test]
    fn an_address_has_its_own_budget_and_a_token_too() {
        let budgets = budgets(|allowances| allowances.moves_per_minute = 2);
        let now = Instant::now();
        let ask = |address, token| budgets.spend(Kind::Move, sender(address, token), 1.0, now);
        assert!(ask("1.1.1.1", None).is_ok() && ask("1.1.1.1", None).is_ok());
        let (left, wait) = ask("1.1.1.1", None).unwrap_err();
        assert_eq!((left.policy.name, wait), ("move", Duration::from_secs(30)));
        for address in ["2.2.2.2", "3.3.3.3"] {
            assert!(ask(address, Some(7)).is_ok());
        }
        assert_eq!(ask("4.4.4.4", Some(7)).unwrap_err().0.policy.to_string(), "move-token");
        assert!(ask("4.4.4.4", Some(8)).is_ok());
    }

    #[test]
    fn kinds_have_budgets_of_their_own_and_creations_one_for_the_day() {
        let budgets = budgets(|allowances| {
            allowances.creations_per_minute = 2;
            allowances.creations_per_day = 3;
        });
        let mut now = Instant::now();
        let ask = |kind, now| budgets.spend(kind, sender("1.1.1.1", None), 1.0, now);
        for _ in 0..3 {
            assert!(ask(Kind::Create, now).is_ok());
            now += Duration::from_mins(1);
        }
        let (left, wait) = ask(Kind::Create, now).unwrap_err();
        assert_eq!(left.policy.name, "create-day");
        assert!(wait > Duration::from_hours(7) && wait < Duration::from_hours(9), "{wait:?}");
        assert!(ask(Kind::Import, now).is_err(), "an import creates a game");
        assert!(ask(Kind::Move, now).is_ok() && ask(Kind::Read, now).is_ok());
    }

    #[test]
    fn the_cost_of_an_answer_is_charged_afterwards() {
        let budgets = budgets(|allowances| allowances.reads_per_minute = 60);
        let now = Instant::now();
        let sender = sender("1.1.1.1", None);
        assert!(budgets.spend(Kind::Read, sender, 1.0, now).is_ok());
        budgets.charge(Kind::Read, sender, 69.0, now);
        let wait = |at| budgets.spend(Kind::Read, sender, 1.0, at).map_err(|(_, wait)| wait.as_secs());
        assert_eq!(wait(now), Err(11));
        assert!(wait(now + Duration::from_secs(12)).is_ok());
    }

    #[test]
    fn wrong_codes_are_limited_for_the_sender_and_for_the_place() {
        let budgets = budgets(|allowances| allowances.wrong_codes_per_hour = 1);
        let (now, [one, other]) = (Instant::now(), [1, 2].map(|id| Some(Uuid::from_u128(id))));
        let spend = |address: u8, place| {
            let sender = Sender { place, ..sender(&format!("1.1.1.{address}"), None) };
            budgets.spend(Kind::Code, sender, 1.0, now).map_err(|(left, _)| left.policy.to_string())
        };
        assert!(spend(0, one).is_ok());
        assert_eq!(spend(0, other).unwrap_err(), "code");
        for address in 1..100 {
            assert!(spend(address, one).is_ok(), "{address}");
        }
        assert_eq!(spend(100, one).unwrap_err(), "code-place");
        assert!(spend(100, other).is_ok());
    }

    #[test]
    fn a_debt_is_paid_off_with_time() {
        let budgets = budgets(|allowances| allowances.streams_per_minute = 60);
        let (now, sender) = (Instant::now(), sender("1.1.1.1", Some(1)));
        budgets.charge(Kind::Stream, sender, 60.0, now);
        assert_eq!(budgets.debt(Kind::Stream, sender, now), Duration::ZERO);
        budgets.charge(Kind::Stream, sender, 3.0, now);
        assert_eq!(budgets.debt(Kind::Stream, sender, now), Duration::from_secs(3));
        assert_eq!(budgets.debt(Kind::Stream, sender, now + Duration::from_secs(1)), Duration::from_secs(2));
        assert_eq!(budgets.debt(Kind::Export, sender, now), Duration::ZERO);
    }

    #[test]
    fn who_uses_up_every_budget_has_a_tenth_of_two_cores() {
        let kinds =
            [Kind::Create, Kind::Change, Kind::Move, Kind::Read, Kind::Verify, Kind::Export, Kind::Stream];
        let units: u32 = kinds.into_iter().map(|kind| Allowances::STANDARD.quota(kind)).sum();
        assert!(f64::from(units) * 0.002 <= 60.0 * 2.0 / 10.0, "{units}");
        let computing = Allowances::STANDARD.quota(Kind::Compute);
        assert!(f64::from(computing) <= 3600.0 * 2.0 / 20.0, "{computing}");
    }

    const STRONG_GAME: f64 = 147.0;

    fn computing() -> Budgets {
        budgets(|allowances| allowances.compute_seconds_per_hour = 360)
    }

    #[test]
    fn computing_for_an_address_takes_a_tenth_of_two_cores_at_the_most() {
        let (budgets, start) = (computing(), Instant::now());
        let mut spent = 0.0;
        for second in 0..3600 {
            let now = start + Duration::from_secs(second);
            if budgets.spend(Kind::Compute, sender("1.1.1.1", None), STRONG_GAME, now).is_ok() {
                spent += STRONG_GAME;
            }
        }
        assert!(spent > 360.0 && spent <= 720.0, "{spent}");
    }

    #[test]
    fn a_budget_that_refuses_takes_nothing_from_the_other() {
        let (budgets, now) = (computing(), Instant::now());
        let spend = |address, token, cost| budgets.spend(Kind::Compute, sender(address, token), cost, now);
        spend("2.2.2.2", Some(7), 300.0).unwrap();
        assert_eq!(spend("1.1.1.1", Some(7), 300.0).unwrap_err().1, Duration::from_mins(40));
        assert!(spend("1.1.1.1", None, 300.0).is_ok(), "the address has all");
        assert!(spend("1.1.1.1", None, 60.0).is_ok());
        assert!(spend("1.1.1.1", None, 1.0).is_err());
        budgets.charge(Kind::Compute, sender("1.1.1.1", None), -60.0, now);
        assert!(spend("1.1.1.1", None, 60.0).is_ok(), "it was given back");
    }

    #[test]
    fn what_is_dearer_than_everything_needs_it_all_and_more_of_the_time_after() {
        let (budgets, now) = (computing(), Instant::now());
        let spend = |cost, at| budgets.spend(Kind::Compute, sender("1.1.1.1", None), cost, at);
        assert!(spend(720.0, now).is_ok());
        assert!(spend(1.0, now + Duration::from_hours(1)).is_err());
        assert!(spend(1.0, now + Duration::from_mins(61)).is_ok());
    }

    #[test]
    fn zero_is_no_limit() {
        let budgets = Budgets::new(Allowances::NONE);
        let now = Instant::now();
        let mut all = (0..1000).map(|_| budgets.spend(Kind::Create, sender("1.1.1.1", Some(1)), 1.0, now));
        assert!(all.all(|spent| spent == Ok(Vec::new())));
    }
}
