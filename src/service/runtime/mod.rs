//! The basis of use cases: clock, tokens, the scheduler of computations and
//! background jobs.

pub(in crate::service) mod bot_games;
pub(in crate::service) mod clock;
pub(in crate::service) mod code;
pub(in crate::service) mod in_flight;
pub(in crate::service) mod jobs;
pub(in crate::service) mod periodic;
pub(in crate::service) mod scheduler;
pub(in crate::service) mod shared_reads;
pub(in crate::service) mod token;
pub(in crate::service) mod work;

pub use bot_games::BotGames;
pub use clock::NotReady;
pub use regicide_system::clock::{Clock, SystemClock};
pub(crate) use shared_reads::SharedReads;
pub use token::{Secret, Token};
pub use work::{Sender, Work};
