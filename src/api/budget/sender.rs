//! Who sends a request, as one who pays for what the service computes.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Budgets;
use super::kind::{Kind, cost_of_moves};
use crate::service::{self, BotGames};

/// Who sends a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sender {
    pub(super) address: Option<IpAddr>,
    /// A keyed hash of the token.
    pub(super) token: Option<u64>,
}

/// The sender of a request of a kind, with the budgets that it has.
pub(super) struct Payer {
    pub(super) budgets: Arc<Budgets>,
    pub(super) kind: Kind,
    pub(super) sender: Sender,
}

impl service::Sender for Payer {
    fn pay_for_computing(&self, time: Duration) -> Result<(), Duration> {
        let paid = self.budgets.spend(Kind::Compute, self.sender, time.as_secs_f64(), Instant::now());
        paid.map(drop).map_err(|(_, wait)| wait)
    }

    fn give_back(&self, time: Duration) {
        self.budgets.charge(Kind::Compute, self.sender, -time.as_secs_f64(), Instant::now());
    }

    fn charge_moves(&self, moves: u64) {
        self.budgets.charge(self.kind, self.sender, cost_of_moves(moves), Instant::now());
    }

    fn bot_games(&self) -> Option<Arc<BotGames>> {
        self.budgets.bot_games_of(self.sender)
    }
}

impl Budgets {
    fn bot_games_of(&self, sender: Sender) -> Option<Arc<BotGames>> {
        let most = Some(self.allowances.bot_games).filter(|&most| most > 0)?;
        let none = || Ok::<_, std::convert::Infallible>(Arc::new(BotGames::new(most)));
        let games =
            sender.address.map_or_else(none, |address| self.bot_games.get_or_insert_with(&address, none));
        games.ok()
    }
}
