//! `regicide admin`: operator actions, directly on the database.

use clap::{Args, Subcommand};
use regicide::engine::Seat;
use uuid::Uuid;

use super::arguments::seat;
use super::daily::Daily;
use super::output::Output;
use super::{Database, Failure};
use crate::service::{AdminAction, AdminLogQuery, Settings};

/// Act as an operator, directly on the database
///
/// Every action is logged permanently, and takes effect at once on running instances.
#[derive(Args, Debug)]
pub(super) struct Admin {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    daily: Daily,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Remove the results of a game from their board
    VoidResult {
        game: Uuid,
        /// The reason, which is public
        #[arg(long)]
        reason: String,
    },
    /// Mark a player as a bot
    MarkBot {
        player: Uuid,
        /// Remove the mark instead
        #[arg(long)]
        undo: bool,
    },
    /// Hide a player's name everywhere, permanently
    HideName { player: Uuid },
    /// Hide an organiser's challenge from lists, and its name, permanently
    HideChallenge { challenge: Uuid },
    /// List an organiser's public challenge
    ListChallenge { challenge: Uuid },
    /// Hide all challenges of a player from lists, and their names,
    /// permanently
    HideOrganiser { player: Uuid },
    /// Cancel a game, whether it has begun or not
    CloseGame {
        game: Uuid,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Revoke a player's token, or a seat's own
    RevokeToken {
        /// The player
        #[arg(long, conflicts_with_all = ["game", "seat"], required_unless_present = "game")]
        player: Option<Uuid>,
        /// The seat's game
        #[arg(long, requires = "seat")]
        game: Option<Uuid>,
        /// The seat, from 0
        #[arg(long, requires = "game", value_parser = seat)]
        seat: Option<Seat>,
    },
    /// Activate a new key of daily challenges, from the first day that
    /// is not published
    RotateDailyKey,
    /// Print the log, oldest first, a JSON object a line
    Log,
}

impl Action {
    fn requested(self) -> Option<AdminAction> {
        Some(match self {
            Self::VoidResult { game, reason } => AdminAction::VoidResult { game_id: game, reason },
            Self::MarkBot { player, undo } => AdminAction::MarkBot { player_id: player, bot: !undo },
            Self::HideName { player } => AdminAction::HideName { player_id: player },
            Self::HideChallenge { challenge } => AdminAction::HideChallenge { challenge_id: challenge },
            Self::ListChallenge { challenge } => AdminAction::ListChallenge { challenge_id: challenge },
            Self::HideOrganiser { player } => AdminAction::HideOrganiser { player_id: player },
            Self::CloseGame { game, reason } => AdminAction::CloseGame { game_id: game, reason },
            Self::RevokeToken { player: Some(player), .. } => {
                AdminAction::RevokePlayerToken { player_id: player }
            }
            Self::RevokeToken { game, seat, .. } => {
                AdminAction::RevokeSeatToken { game_id: game?, seat: seat? }
            }
            Self::RotateDailyKey => AdminAction::RotateDailyKey {},
            Self::Log => return None,
        })
    }
}

impl Admin {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let service = self.database.service(self.daily.settings(Settings::default())).await?;
        if let Some(action) = self.action.requested() {
            let done = service.administer_as(action, "command".to_owned()).await;
            let entry = done.map_err(|error| out.text(&error.message()))?;
            return Ok(out.object(&entry)?);
        }
        let mut query = AdminLogQuery::default();
        loop {
            let page = service.admin_log_from(&query).await?;
            for entry in &page.items {
                out.object(entry)?;
            }
            if page.next.is_none() {
                return Ok(());
            }
            query.after = page.next;
        }
    }
}
