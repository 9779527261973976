//! `regicide admin`: what an operator does, beside the service.

use clap::{Args, Subcommand};
use uuid::Uuid;

use super::Database;
use super::daily::Daily;
use super::language::Speak;
use crate::cli::Failure;
use crate::engine::Seat;
use crate::service::{AdminAct, AdminLogQuery, Settings};

/// Act as an operator, on the database itself
///
/// Every act stands in a log for good. Instances that run know of it at once.
#[derive(Args, Debug)]
pub(super) struct Admin {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    daily: Daily,
    #[command(flatten)]
    speak: Speak,
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Take the results of a game off their board
    VoidResult {
        game: Uuid,
        /// Why, for everybody to read
        #[arg(long)]
        reason: String,
    },
    /// Mark a player as a bot
    MarkBot {
        player: Uuid,
        /// Mark the player as none instead
        #[arg(long)]
        undo: bool,
    },
    /// Hide a player's name everywhere, for good
    HideName { player: Uuid },
    /// Take an organiser's challenge out of lists, and its name away, for good
    HideChallenge { challenge: Uuid },
    /// Call a game off, whether it has begun or not
    CloseGame {
        game: Uuid,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Make a player's token void, or a seat's own
    RevokeToken {
        /// The player
        #[arg(long, conflicts_with_all = ["game", "seat"], required_unless_present = "game")]
        player: Option<Uuid>,
        /// The seat's game
        #[arg(long, requires = "seat")]
        game: Option<Uuid>,
        /// The seat, from 0
        #[arg(long, requires = "game", value_parser = read_seat)]
        seat: Option<Seat>,
    },
    /// Put a new key of daily challenges in force, from the first day on that
    /// is not published
    RotateDailyKey,
    /// Print the log, oldest first, a JSON object a line
    Log,
}

fn read_seat(text: &str) -> Result<Seat, String> {
    let number: u8 = text.parse().map_err(|error: std::num::ParseIntError| error.to_string())?;
    number.try_into().map_err(|error: crate::engine::SeatError| error.to_string())
}

impl Act {
    fn asked(self) -> Option<AdminAct> {
        Some(match self {
            Self::VoidResult { game, reason } => AdminAct::VoidResult { game, reason },
            Self::MarkBot { player, undo } => AdminAct::MarkBot { player, bot: !undo },
            Self::HideName { player } => AdminAct::HideName { player },
            Self::HideChallenge { challenge } => AdminAct::HideChallenge { challenge },
            Self::CloseGame { game, reason } => AdminAct::CloseGame { game, reason },
            Self::RevokeToken { player: Some(player), .. } => AdminAct::RevokePlayerToken { player },
            Self::RevokeToken { game, seat, .. } => AdminAct::RevokeSeatToken { game: game?, seat: seat? },
            Self::RotateDailyKey => AdminAct::RotateDailyKey {},
            Self::Log => return None,
        })
    }
}

impl Admin {
    /// # Errors
    /// If there is nothing to act on, or the database cannot be used.
    pub(super) async fn run(self) -> Result<(), Failure> {
        let language = self.speak.language();
        let service = self.database.service(self.daily.settings(Settings::default())).await?;
        if let Some(act) = self.act.asked() {
            let done = service.administer_as(act, "command".to_owned()).await;
            let entry = done.map_err(|error| language.say(&error.message()))?;
            println!("{}", serde_json::to_string(&entry)?);
            return Ok(());
        }
        let mut query = AdminLogQuery::default();
        loop {
            let page = service.admin_log_from(&query).await?;
            for entry in &page.acts {
                println!("{}", serde_json::to_string(entry)?);
            }
            if page.next_after.is_none() {
                return Ok(());
            }
            query.after = page.next_after;
        }
    }
}
