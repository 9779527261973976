//! `regicide admin`: operator actions, directly on the database.

use clap::{Args, Subcommand};
use regicide_engine::engine::Seat;
use regicide_offline::arguments::seat;
use regicide_offline::failures::Failure;
use regicide_offline::output::Output;
use uuid::Uuid;

use super::arguments::id;
use super::daily::Daily;
use super::database::Database;
use crate::service::operators::{Actor, AdminAction, AdminLogQuery};
use crate::service::settings::Settings;

/// Act as an operator, directly on the database
///
/// Every action is logged permanently, and takes effect at once on running instances.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide admin log
  regicide admin mark-bot 01a1fc41-4874-771b-b13b-4b2a8ab118df")]
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
    #[command(
        after_help = "Examples:\n  regicide admin void-result 01a1fc41-4874-771b-b13b-4b2a8ab118df --reason cheating"
    )]
    VoidResult {
        #[arg(value_parser = id)]
        game: Uuid,
        /// The reason, which is public
        #[arg(long)]
        reason: String,
    },
    /// Restore the results of a game that were removed from their board
    #[command(after_help = "Examples:\n  regicide admin restore-result 01a1fc41-4874-771b-b13b-4b2a8ab118df")]
    RestoreResult {
        #[arg(value_parser = id)]
        game: Uuid,
    },
    /// Mark a player as a bot
    #[command(
        after_help = "Examples:\n  regicide admin mark-bot 01a1fc41-4874-771b-b13b-4b2a8ab118df --undo"
    )]
    MarkBot {
        #[arg(value_parser = id)]
        player: Uuid,
        /// Remove the mark instead
        #[arg(long)]
        undo: bool,
    },
    /// Hide a player's name everywhere, permanently
    #[command(after_help = "Examples:\n  regicide admin hide-name 01a1fc41-4874-771b-b13b-4b2a8ab118df")]
    HideName {
        #[arg(value_parser = id)]
        player: Uuid,
    },
    /// Hide an organiser's challenge from lists, and its name, permanently
    #[command(after_help = "Examples:\n  regicide admin hide-challenge 01a1fc41-4874-771b-b13b-4b2a8ab118df")]
    HideChallenge {
        #[arg(value_parser = id)]
        challenge: Uuid,
    },
    /// List an organiser's public challenge
    #[command(after_help = "Examples:\n  regicide admin list-challenge 01a1fc41-4874-771b-b13b-4b2a8ab118df")]
    ListChallenge {
        #[arg(value_parser = id)]
        challenge: Uuid,
    },
    /// Hide all challenges of a player from lists, and their names,
    /// permanently
    #[command(after_help = "Examples:\n  regicide admin hide-organiser 01a1fc41-4874-771b-b13b-4b2a8ab118df")]
    HideOrganiser {
        #[arg(value_parser = id)]
        player: Uuid,
    },
    /// Cancel a game, whether it has begun or not
    #[command(
        after_help = "Examples:\n  regicide admin close-game 01a1fc41-4874-771b-b13b-4b2a8ab118df --reason abandoned"
    )]
    CloseGame {
        #[arg(value_parser = id)]
        game: Uuid,
        /// The reason
        #[arg(long)]
        reason: String,
    },
    /// Revoke a player's token, or a seat's own
    #[command(
        after_help = "Examples:\n  regicide admin revoke-token --game 01a1fc41-4874-771b-b13b-4b2a8ab118df --seat 1"
    )]
    RevokeToken {
        /// The player
        #[arg(long, conflicts_with_all = ["game", "seat"], required_unless_present = "game", value_parser = id)]
        player: Option<Uuid>,
        /// The seat's game
        #[arg(long, requires = "seat", value_parser = id)]
        game: Option<Uuid>,
        /// The seat, from 0
        #[arg(long, requires = "game", value_parser = seat)]
        seat: Option<Seat>,
    },
    /// Activate a new key of daily challenges, from the first day that
    /// is not published
    #[command(after_help = "Examples:\n  regicide admin rotate-daily-key")]
    RotateDailyKey,
    /// Print the log, oldest first, a JSON object a line
    #[command(after_help = "Examples:\n  regicide admin log > actions.ndjson")]
    Log,
}

impl Action {
    fn requested(self) -> Option<AdminAction> {
        Some(match self {
            Self::VoidResult { game, reason } => AdminAction::VoidResult { game_id: game, reason },
            Self::RestoreResult { game } => AdminAction::RestoreResult { game_id: game },
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
        let service = self.database.service(self.daily.settings(Settings::default())?, out).await?;
        if let Some(action) = self.action.requested() {
            let done = service.operators.run_action_as(action, Actor::Command).await;
            let entry = done.map_err(|error| out.text(&error.message()))?;
            return Ok(out.object(&entry)?);
        }
        let mut query = AdminLogQuery::default();
        loop {
            let page = service.operators.log_from(&query).await?;
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
