//! The client that a request's costs are charged to.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::web::Data;
use uuid::Uuid;

use super::Budgets;
use super::kind::{Kind, cost_of_moves};
use crate::api::state::metrics::Metrics;
use crate::service;
use crate::service::runtime::BotGames;

#[derive(Clone, Copy, Debug)]
pub(in crate::api) struct Sender {
    pub(in crate::api) address: Option<IpAddr>,
    /// A keyed hash of the token.
    pub(in crate::api) token: Option<u64>,
    /// The game or challenge for which a code is sent.
    pub(in crate::api) place: Option<Uuid>,
}

/// The account that a request of a kind is charged to.
#[derive(Clone)]
pub(in crate::api) struct Account {
    pub(in crate::api) budgets: Arc<Budgets>,
    pub(in crate::api) metrics: Data<Metrics>,
    pub(in crate::api) kind: Kind,
    pub(in crate::api) sender: Sender,
}

impl Account {
    /// Adds a charged cost to the metrics.
    pub(in crate::api) fn note(&self, cost: f64) {
        self.metrics.units.with_label_values(&[self.kind.name()]).inc_by(cost);
    }

    /// Charges a cost that was not known in advance.
    pub(in crate::api) fn charge(&self, cost: f64) {
        if cost > 0.0 {
            self.note(cost);
            self.budgets.charge(self.kind, self.sender, cost, Instant::now());
        }
    }

    /// The time until no budget is negative.
    pub(in crate::api) fn debt(&self) -> Duration {
        self.budgets.debt(self.kind, self.sender, Instant::now())
    }
}

impl service::runtime::Sender for Account {
    fn pay_for_computing(&self, time: Duration) -> Result<(), Duration> {
        let paid = self.budgets.spend(Kind::Compute, self.sender, time.as_secs_f64(), Instant::now());
        paid.map(drop).map_err(|(_, wait)| wait)
    }

    fn give_back(&self, time: Duration) {
        self.budgets.charge(Kind::Compute, self.sender, -time.as_secs_f64(), Instant::now());
    }

    fn pay_for_code(&self, place: Uuid) -> Result<(), Duration> {
        let sender = Sender { place: Some(place), ..self.sender };
        let paid = self.budgets.spend(Kind::Code, sender, 1.0, Instant::now());
        paid.map(drop).map_err(|(_, wait)| wait)
    }

    fn refund_code(&self, place: Uuid) {
        let sender = Sender { place: Some(place), ..self.sender };
        self.budgets.charge(Kind::Code, sender, -1.0, Instant::now());
    }

    fn charge_moves(&self, moves: u64) {
        self.charge(cost_of_moves(moves));
    }

    fn bot_games(&self) -> Option<Arc<BotGames>> {
        let Budgets { allowances, bot_games, .. } = &*self.budgets;
        let most = Some(allowances.bot_games).filter(|&most| most > 0)?;
        let none = || Ok::<_, Infallible>(Arc::new(BotGames::new(most)));
        let address = self.sender.address;
        address.map_or_else(none, |address| bot_games.get_or_insert_with(&address, none)).ok()
    }
}
