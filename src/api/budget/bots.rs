//! Long computations: a budget of seconds, which house bots take from in advance,
//! and so many games with bots at a time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::HttpMessage as _;
use actix_web::HttpRequest;
use uuid::Uuid;

use super::{Budgets, Caller, Key, Policy};
use crate::api::Api;
use crate::api::problem::{Code, Problem};
use crate::service::{Error, Reply, Token};

/// After how many seconds to ask again whether a game with bots has ended.
const ASK_AGAIN: u64 = 60;
const HOUR: Duration = Duration::from_hours(1);

/// What bots are asked for.
pub(in crate::api) struct BotsWanted<'a> {
    /// What they are expected to take; nothing if there are none.
    pub(in crate::api) work: Duration,
    /// The game that they sit down in, if there is one already.
    pub(in crate::api) game: Option<Uuid>,
    /// Who asks.
    pub(in crate::api) token: Option<&'a Token>,
}

/// The games with bots that an address has made here, as far as they may run.
pub(super) type BotGames = Arc<Mutex<Vec<Uuid>>>;

/// Carries out a request that seats house bots, if its sender may have them
/// computed. What is refused, or was done before, costs nothing.
pub(in crate::api) async fn with_bots(
    api: &Api,
    request: &HttpRequest,
    wanted: BotsWanted<'_>,
    act: impl Future<Output = Result<Reply, Error>>,
) -> Result<Reply, Problem> {
    let caller = request.extensions().get::<Caller>().copied();
    let Some(caller) = caller.filter(|_| !wanted.work.is_zero()) else { return Ok(act.await?) };
    let budgets = &api.budgets;
    require_room(api, caller, &wanted).await?;
    budgets.spend_computing(caller, wanted.work, Instant::now()).map_err(|wait| {
        let seconds = wait.as_secs() + 1;
        Problem { retry_after: Some(seconds), ..Problem::new(Code::TooManyRequests, "too-much-computing") }
    })?;
    let done = act.await;
    match &done {
        Ok(reply) if !reply.repeated => budgets.remember_bot_game(caller, reply.about),
        Ok(_) | Err(_) => budgets.charge_computing(caller, -wanted.work.as_secs_f64(), Instant::now()),
    }
    Ok(done?)
}

/// # Errors
/// If as many games with bots run as may.
async fn require_room(api: &Api, caller: Caller, wanted: &BotsWanted<'_>) -> Result<(), Problem> {
    let most = api.budgets.allowances.bot_games;
    if most == 0 {
        return Ok(());
    }
    let refused = || {
        let problem = Problem::new(Code::TooManyRequests, "too-many-bot-games");
        Problem { retry_after: Some(ASK_AGAIN), ..problem }
    };
    let is_full = |games: usize| games >= usize::try_from(most).unwrap_or(usize::MAX);
    if let Some(token) = wanted.token {
        let own = api.service.running_bot_games_of(token, most).await?;
        if is_full(own.iter().filter(|&&game| Some(game) != wanted.game).count()) {
            return Err(refused());
        }
    }
    let Some(games) = caller.address.map(|address| api.budgets.bot_games_of(Key::Address(address))) else {
        return Ok(());
    };
    let remembered = games.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if wanted.game.is_some_and(|game| remembered.contains(&game)) || !is_full(remembered.len()) {
        return Ok(());
    }
    let running = api.service.running_bot_games_among(&remembered).await?;
    let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
    games.retain(|game| running.contains(game) || !remembered.contains(game));
    if is_full(games.len()) { Err(refused()) } else { Ok(()) }
}

impl Budgets {
    fn computing_accounts(&self, caller: Caller) -> impl Iterator<Item = (Policy, Key)> {
        let quota = self.allowances.compute_seconds_per_hour;
        let policy = |name| Policy { name, quota, window: HOUR };
        let accounts = [
            caller.address.map(|address| (policy("compute"), Key::Address(address))),
            caller.token.map(|token| (policy("compute-token"), Key::Token(token))),
        ];
        accounts.into_iter().flatten().filter(move |_| quota > 0)
    }

    /// Takes what will be computed from every budget that it counts against.
    ///
    /// # Errors
    /// How long to wait, if one of them is exhausted.
    fn spend_computing(&self, caller: Caller, work: Duration, now: Instant) -> Result<(), Duration> {
        let mut paid: Vec<((Policy, Key), f64)> = Vec::new();
        for account in self.computing_accounts(caller) {
            let (policy, _) = account;
            // What is dearer than everything there is needs it all, and more of
            // the time after.
            let least = work.as_secs_f64().min(policy.quota.into());
            let taken = self.bucket(account, now, |bucket| {
                bucket.take(least)?;
                bucket.charge(work.as_secs_f64() - least);
                Ok(())
            });
            if let Err::<(), f64>(missing) = taken {
                for (account, work) in paid {
                    self.bucket(account, now, |bucket| bucket.charge(-work));
                }
                return Err(policy.window.mul_f64(missing / f64::from(policy.quota)));
            }
            paid.push((account, work.as_secs_f64()));
        }
        Ok(())
    }

    /// Takes seconds even if there are not enough; gives them back if they are
    /// negative.
    fn charge_computing(&self, caller: Caller, seconds: f64, now: Instant) {
        for account in self.computing_accounts(caller) {
            self.bucket(account, now, |bucket| bucket.charge(seconds));
        }
    }

    /// Charges a computation that begins, unless nothing is left of one of the
    /// budgets.
    pub(super) fn pay_for_computing(&self, caller: Caller, time: Duration, now: Instant) -> bool {
        let is_used_up = |account| self.bucket(account, now, |bucket| bucket.units() <= 0.0);
        if self.computing_accounts(caller).any(is_used_up) {
            return false;
        }
        self.charge_computing(caller, time.as_secs_f64(), now);
        true
    }

    fn bot_games_of(&self, key: Key) -> BotGames {
        let Ok(games) = self
            .bot_games
            .get_or_insert_with(&key, || Ok::<_, std::convert::Infallible>(BotGames::default()));
        games
    }

    fn remember_bot_game(&self, caller: Caller, game: Uuid) {
        if let Some(address) = caller.address.filter(|_| self.allowances.bot_games > 0) {
            let games = self.bot_games_of(Key::Address(address));
            let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
            if !games.contains(&game) {
                games.push(game);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Allowances;
    use super::*;

    fn budgets() -> Budgets {
        Budgets::new(Allowances { compute_seconds_per_hour: 360, ..Allowances::NONE })
    }

    fn caller(token: Option<u64>) -> Caller {
        Caller { address: Some("1.1.1.1".parse().unwrap()), token }
    }

    #[test]
    fn an_address_gets_a_tenth_of_two_cores_at_the_most() {
        let (budgets, start) = (budgets(), Instant::now());
        let game = Duration::from_secs(147);
        let mut spent = Duration::ZERO;
        for second in 0..3600 {
            let now = start + Duration::from_secs(second);
            spent +=
                if budgets.spend_computing(caller(None), game, now).is_ok() { game } else { Duration::ZERO };
        }
        assert!(spent > Duration::from_mins(6) && spent <= HOUR / 5, "{spent:?}");
    }

    #[test]
    fn a_person_plays_one_game_after_the_other_with_three_bots() {
        let (budgets, now) = (budgets(), Instant::now());
        let three = Duration::from_millis(4500);
        assert!((0..50).all(|_| budgets.spend_computing(caller(Some(7)), three, now).is_ok()));
    }

    #[test]
    fn a_budget_that_refuses_takes_nothing_from_the_other() {
        let (budgets, now) = (budgets(), Instant::now());
        let (some, rest) = (Duration::from_mins(5), Duration::from_mins(1));
        let other = Caller { address: Some("2.2.2.2".parse().unwrap()), token: Some(7) };
        budgets.spend_computing(other, some, now).unwrap();
        assert_eq!(budgets.spend_computing(caller(Some(7)), some, now), Err(Duration::from_mins(40)));
        assert!(budgets.spend_computing(caller(None), some, now).is_ok(), "the address has all");
        assert!(budgets.spend_computing(caller(None), rest, now).is_ok());
        // What was refused elsewhere is given back.
        budgets.charge_computing(caller(None), -60.0, now);
        assert!(budgets.spend_computing(caller(None), rest, now).is_ok());
        assert!(budgets.spend_computing(caller(None), rest, now).is_err());
    }
}
