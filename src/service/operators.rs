//! Operator actions and their append-only log.

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use regicide_engine::engine::Seat;
use regicide_engine::json;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::auth::Auth;
use super::challenges::Challenges;
use super::core::Core;
use super::games::Games;
use crate::service::auth::Bearer;
use crate::service::challenges::{organiser_as_actor, runs};
use crate::service::error::Error;
use crate::service::games::list::{page, page_limit};
use crate::service::names::{Reason, check_reason};
use crate::service::runtime::token::Token;
use regicide_store::{Conflict, RowKind, StoreError};

/// An action of an operator; organisers may use the first two, too.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(examples(json!({"type": "void_result", "game_id": "0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11", "reason": "Two accounts."})))]
pub enum AdminAction {
    /// Removes the results of a game from their board; the reason stays visible.
    VoidResult {
        /// The game.
        game_id: Uuid,
        /// The reason, which is public.
        #[schema(value_type = Reason)]
        reason: String,
    },
    /// Restores the results of a game that were taken off their board, which shows the reason
    /// all the same. An organiser restores what the organiser took off.
    RestoreResult {
        /// The game.
        game_id: Uuid,
    },
    /// Marks a player as a bot, or removes the mark.
    MarkBot {
        /// The player.
        player_id: Uuid,
        /// True if it is a bot.
        bot: bool,
    },
    /// Hides a player's name everywhere, permanently.
    HideName {
        /// The player.
        player_id: Uuid,
    },
    /// Hides an organiser's challenge from lists, and its name, permanently.
    HideChallenge {
        /// The challenge.
        challenge_id: Uuid,
    },
    /// Lists an organiser's public challenge.
    ListChallenge {
        /// The challenge.
        challenge_id: Uuid,
    },
    /// Hides all challenges of a player from lists, and their names,
    /// permanently; later ones of the player are not listed, either.
    HideOrganiser {
        /// The player.
        player_id: Uuid,
    },
    /// Cancels a game, whether it has begun or not.
    CloseGame {
        /// The game.
        game_id: Uuid,
        /// The reason.
        #[schema(value_type = Reason)]
        reason: String,
    },
    /// Revokes a player's token, at all their seats.
    RevokePlayerToken {
        /// The player.
        player_id: Uuid,
    },
    /// Revokes a seat's own token.
    RevokeSeatToken {
        /// The game.
        game_id: Uuid,
        /// The seat.
        seat: Seat,
    },
    /// Activates a new key of daily challenges, from the first day that
    /// is not published.
    RotateDailyKey {},
}

/// The actor of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    Operator,
    /// `regicide admin`.
    Command,
    /// The organiser of a challenge.
    Organiser(Uuid),
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operator => f.write_str("operator"),
            Self::Command => f.write_str("command"),
            Self::Organiser(challenge) => f.write_str(&organiser_as_actor(*challenge)),
        }
    }
}

/// An entry of the operators' log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdminEntry {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    /// The time of the action.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub at: DateTime<Utc>,
    /// The actor: `operator`, `command`, or `challenge` and the id of a challenge for
    /// its organiser.
    #[schema(examples("operator"))]
    pub actor: String,
    /// The action.
    pub action: AdminAction,
}

/// The page of the log to show.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AdminLogQuery {
    /// The `next` of the previous page.
    pub after: Option<Uuid>,
    /// The maximum number of entries, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// A page of the log, oldest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdminLog {
    /// The entries.
    pub items: Vec<AdminEntry>,
    /// To be sent as `after` for the next page; `null` on the last.
    pub next: Option<Uuid>,
}

pub struct Operators {
    core: Arc<Core>,
    auth: Arc<Auth>,
    games: Arc<Games>,
    challenges: Arc<Challenges>,
}

impl Operators {
    pub(super) const fn new(
        core: Arc<Core>,
        auth: Arc<Auth>,
        games: Arc<Games>,
        challenges: Arc<Challenges>,
    ) -> Self {
        Self { core, auth, games, challenges }
    }

    /// Executes an action for the holder of a token, if permitted.
    pub async fn run_action(&self, action: AdminAction, token: Option<&Token>) -> Result<AdminEntry, Error> {
        let bearer = self.auth.bearer(token.ok_or(Error::TokenMissing)?).await?;
        let actor = if matches!(bearer, Bearer::Operator) {
            Actor::Operator
        } else {
            self.organiser_of(&action, &bearer).await?.ok_or(Error::Forbidden("forbidden-operator"))?
        };
        self.run_action_as(action, actor).await
    }

    /// An organiser who takes a result off the own board or restores it; `None` for other
    /// callers and actions, or if there is no such game.
    async fn organiser_of(&self, action: &AdminAction, bearer: &Bearer) -> Result<Option<Actor>, Error> {
        let game = match action {
            AdminAction::VoidResult { game_id, .. } | AdminAction::RestoreResult { game_id } => *game_id,
            AdminAction::MarkBot { .. }
            | AdminAction::HideName { .. }
            | AdminAction::HideChallenge { .. }
            | AdminAction::ListChallenge { .. }
            | AdminAction::HideOrganiser { .. }
            | AdminAction::CloseGame { .. }
            | AdminAction::RevokePlayerToken { .. }
            | AdminAction::RevokeSeatToken { .. }
            | AdminAction::RotateDailyKey {} => return Ok(None),
        };
        let stored = self.core.store.games.read(game).await?;
        let Some(entered) = stored.and_then(|game| game.challenge) else { return Ok(None) };
        let challenge = self.challenges.stored(entered.challenge).await?;
        Ok(runs(bearer, &challenge).then_some(Actor::Organiser(challenge.id)))
    }

    /// Executes an action without a permission check.
    pub async fn run_action_as(&self, action: AdminAction, actor: Actor) -> Result<AdminEntry, Error> {
        let at = self.core.now().await?;
        let (id, named) = (self.core.new_id(at), actor.to_string());
        let logged = regicide_store::AdminAction { id, at, actor: named, action: text(&action) };
        match &action {
            AdminAction::VoidResult { game_id: game, reason } => {
                check_reason("reason", reason)?;
                self.void_result(*game, reason, &logged).await?;
            }
            AdminAction::RestoreResult { game_id: game } => {
                self.restore_result(*game, actor, &logged).await?;
            }
            AdminAction::MarkBot { player_id: player, bot } => {
                or_missing(
                    self.core.store.admin.mark_bot(*player, *bot, &logged).await,
                    Error::NoSuchPlayer,
                )?;
            }
            AdminAction::HideName { player_id: player } => {
                or_missing(self.core.store.admin.hide_name(*player, &logged).await, Error::NoSuchPlayer)?;
            }
            AdminAction::HideChallenge { challenge_id: challenge } => {
                or_missing(
                    self.core.store.admin.hide_challenge(*challenge, &logged).await,
                    Error::NoSuchChallenge,
                )?;
            }
            AdminAction::ListChallenge { challenge_id: challenge } => {
                or_missing(
                    self.core.store.admin.list_challenge(*challenge, &logged).await,
                    Error::NoSuchChallenge,
                )?;
            }
            AdminAction::HideOrganiser { player_id: player } => {
                or_missing(
                    self.core.store.admin.hide_organiser(*player, &logged).await,
                    Error::NoSuchChallenge,
                )?;
            }
            AdminAction::CloseGame { game_id: game, reason } => {
                check_reason("reason", reason)?;
                self.close_game(*game, &logged).await?;
            }
            AdminAction::RevokePlayerToken { player_id: player } => {
                let unknown = Token::new(&*self.core.entropy).hash();
                let revoked = self.core.store.admin.revoke_player_token(*player, &unknown, &logged).await;
                or_missing(revoked, Error::NoSuchPlayer)?;
            }
            AdminAction::RevokeSeatToken { game_id: game, seat } => {
                let unknown = Token::new(&*self.core.entropy).hash();
                let revoked = self.core.store.admin.revoke_seat_token(*game, *seat, &unknown, &logged).await;
                or_missing(revoked, Error::NoSuchGame)?;
            }
            AdminAction::RotateDailyKey {} => self.challenges.rotate_daily_key(&logged).await?,
        }
        Ok(AdminEntry { id: logged.id, at, actor: logged.actor, action })
    }

    /// The actions of operators and organisers, oldest first; for operators.
    pub async fn log(&self, token: Option<&Token>, query: &AdminLogQuery) -> Result<AdminLog, Error> {
        self.auth.require_operator(token).await?;
        self.log_from(query).await
    }

    /// A page of the log, without a permission check.
    pub async fn log_from(&self, query: &AdminLogQuery) -> Result<AdminLog, Error> {
        let limit = page_limit(query.limit)?;
        let found = self.core.store.admin.log(query.after.unwrap_or_default(), limit + 1).await?;
        let (found, next) = page(found, limit, |last| last.id);
        Ok(AdminLog { items: found.into_iter().map(read).collect::<Result<_, _>>()?, next })
    }

    async fn close_game(&self, game: Uuid, action: &regicide_store::AdminAction) -> Result<(), Error> {
        let stored = self.core.store.games.read(game).await?.ok_or(Error::NoSuchGame)?;
        let status = stored.status(action.at);
        if status.is_over() {
            return Err(Error::Over(status));
        }
        or_missing(self.core.store.admin.close_game(game, action.at, action).await, Error::Contended)
    }

    async fn void_result(
        &self,
        game: Uuid,
        reason: &str,
        action: &regicide_store::AdminAction,
    ) -> Result<(), Error> {
        let loaded = self.games.load(game).await?;
        let entered =
            loaded.game.challenge.filter(|entered| entered.attempt == 1).ok_or(Error::NoSuchResult)?;
        let challenge = self.challenges.stored(entered.challenge).await?;
        self.challenges.rank_game_by_id(&challenge, game).await?;
        or_missing(
            self.core.store.admin.void_results(challenge.id, game, reason, action).await,
            Error::NoSuchResult,
        )
    }

    async fn restore_result(
        &self,
        game: Uuid,
        actor: Actor,
        action: &regicide_store::AdminAction,
    ) -> Result<(), Error> {
        let stored = self.core.store.games.read(game).await?.ok_or(Error::NoSuchGame)?;
        let entered = stored.challenge.ok_or(Error::NoRemovedResult)?;
        let voided_by = match actor {
            Actor::Operator | Actor::Command => None,
            Actor::Organiser(_) => Some(action.actor.as_str()),
        };
        let restored =
            self.core.store.admin.restore_results(entered.challenge, game, voided_by, action).await;
        or_missing(restored, Error::NoRemovedResult)
    }
}

/// An action as it is stored.
fn text(action: &AdminAction) -> String {
    serde_json::to_string(action).expect("actions are plain data")
}

fn read(stored: regicide_store::AdminAction) -> Result<AdminEntry, Error> {
    let regicide_store::AdminAction { id, at, actor, action } = stored;
    let corrupt = |error: json::Error| StoreError::Corrupt {
        row: RowKind::AdminAction,
        id: id.to_string(),
        what: error.to_string(),
    };
    let action = json::from_text(action).map_err(corrupt)?;
    Ok(AdminEntry { id, at, actor, action })
}

/// The result of a change: `missing` where there is no such row.
fn or_missing(changed: Result<(), StoreError>, missing: Error) -> Result<(), Error> {
    match changed {
        Err(StoreError::Conflict(Conflict::Missing)) => Err(missing),
        changed => Ok(changed?),
    }
}
