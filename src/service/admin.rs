//! What an operator may do, and what stays of it: every act stands in a log
//! that nothing is ever taken from.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Service;
use super::challenges::organises;
use super::error::Error;
use super::list::{page, page_limit};
use super::name::{Reason, check_reason};
use super::token::{Secret, Token};
use crate::engine::Seat;
use crate::store::{Act, StoreError, TokenHash};

/// Something that an operator does; the first one an organiser, too.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(examples(json!({"type": "void_result", "game": "0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11", "reason": "Two accounts."})))]
pub enum AdminAct {
    /// Takes the results of a game off their board; the reason stays visible.
    VoidResult {
        /// The game.
        game: Uuid,
        /// Why, for everybody to read.
        #[schema(value_type = Reason)]
        reason: String,
    },
    /// Marks a player as a bot, or as none.
    MarkBot {
        /// The player.
        player: Uuid,
        /// Whether it is a bot.
        bot: bool,
    },
    /// Hides a player's name everywhere, for good.
    HideName {
        /// The player.
        player: Uuid,
    },
    /// Takes an organiser's challenge out of lists, and its name away, for good.
    HideChallenge {
        /// The challenge.
        challenge: Uuid,
    },
    /// Calls a game off, whether it has begun or not.
    CloseGame {
        /// The game.
        game: Uuid,
        /// Why.
        #[schema(value_type = Reason)]
        reason: String,
    },
    /// Makes a player's token void, at all their seats.
    RevokePlayerToken {
        /// The player.
        player: Uuid,
    },
    /// Makes a seat's own token void.
    RevokeSeatToken {
        /// The game.
        game: Uuid,
        /// The seat.
        seat: Seat,
    },
    /// Puts a new key of daily challenges in force, from the first day on that
    /// is not published.
    RotateDailyKey {},
}

/// An act, as it stands in the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdminEntry {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
    /// Who: `operator`, `command`, or `challenge` and the id of the one whose
    /// organiser it was.
    #[schema(examples("operator"))]
    pub actor: String,
    /// What.
    pub act: AdminAct,
}

/// Which part of the log to show.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AdminLogQuery {
    /// The last act that the caller knows (`next_after`).
    pub after: Option<Uuid>,
    /// How many at the most, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// A page of the log, oldest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdminLog {
    /// The acts.
    pub acts: Vec<AdminEntry>,
    /// Where the next page goes on (`after`), if there is one.
    pub next_after: Option<Uuid>,
}

impl Service {
    /// Does what somebody with a token asks, if it is theirs to do.
    ///
    /// # Errors
    /// If the token is neither the operator's nor that of the organiser whose
    /// challenge it is about; if there is nothing to act on; or the store's.
    pub async fn administer(&self, act: AdminAct, token: Option<&Token>) -> Result<AdminEntry, Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        let actor = if self.is_operator(token) {
            "operator".to_owned()
        } else {
            let AdminAct::VoidResult { game, .. } = &act else { return Err(Error::TokenUnknown) };
            let stored = self.store.game(*game).await?.ok_or(Error::TokenUnknown)?;
            let entered = stored.game.challenge.ok_or(Error::TokenUnknown)?;
            let challenge = self.stored_challenge(entered.challenge).await?;
            if !organises(&challenge, token) {
                return Err(Error::TokenUnknown);
            }
            format!("challenge {}", challenge.id)
        };
        self.administer_as(act, actor).await
    }

    /// Does it for somebody who may.
    ///
    /// # Errors
    /// If there is nothing to act on, or the store's.
    pub async fn administer_as(&self, act: AdminAct, actor: String) -> Result<AdminEntry, Error> {
        let at = self.now();
        let logged = Act { id: self.new_id(at), at, actor, act: text(&act) };
        match &act {
            AdminAct::VoidResult { game, reason } => {
                check_reason("reason", reason)?;
                self.void_result(*game, reason, &logged).await?;
            }
            AdminAct::MarkBot { player, bot } => {
                known_player(self.store.mark_bot(*player, *bot, &logged).await?)?;
            }
            AdminAct::HideName { player } => known_player(self.store.hide_name(*player, &logged).await?)?,
            AdminAct::HideChallenge { challenge } => {
                if !self.store.hide_challenge(*challenge, &logged).await? {
                    return Err(Error::NoSuchChallenge);
                }
            }
            AdminAct::CloseGame { game, reason } => {
                check_reason("reason", reason)?;
                self.close_game(*game, &logged).await?;
            }
            AdminAct::RevokePlayerToken { player } => {
                let nobodys = Token::new(&*self.entropy).hash();
                known_player(self.store.revoke_player(*player, &nobodys, &logged).await?)?;
            }
            AdminAct::RevokeSeatToken { game, seat } => {
                let nobodys = Token::new(&*self.entropy).hash();
                if !self.store.revoke_seat(*game, *seat, &nobodys, &logged).await? {
                    return Err(Error::NoSuchGame);
                }
            }
            AdminAct::RotateDailyKey {} => self.rotate_daily_key(&logged).await?,
        }
        Ok(AdminEntry { id: logged.id, at, actor: logged.actor, act })
    }

    /// What operators and organisers did, oldest first; for operators.
    ///
    /// # Errors
    /// If the token is not the operator's, a limit out of range, or the
    /// store's.
    pub async fn admin_log(&self, token: Option<&Token>, query: &AdminLogQuery) -> Result<AdminLog, Error> {
        if !self.is_operator(token.ok_or(Error::TokenMissing)?) {
            return Err(Error::TokenUnknown);
        }
        self.admin_log_from(query).await
    }

    /// The same for somebody who may read it.
    ///
    /// # Errors
    /// A limit out of range, or the store's.
    pub async fn admin_log_from(&self, query: &AdminLogQuery) -> Result<AdminLog, Error> {
        let limit = page_limit(query.limit)?;
        let found = self.store.acts(query.after.unwrap_or_default(), limit + 1).await?;
        let (found, next_after) = page(found, limit, |last| last.id);
        Ok(AdminLog { acts: found.into_iter().map(read).collect::<Result<_, _>>()?, next_after })
    }

    /// Whether the token is the operator's; never if none is configured.
    pub(super) fn is_operator(&self, token: &Token) -> bool {
        self.settings.operator.is_some_and(|Secret(hash)| token.matches(&TokenHash(hash)))
    }

    async fn close_game(&self, game: Uuid, act: &Act) -> Result<(), Error> {
        let stored = self.store.game(game).await?.ok_or(Error::NoSuchGame)?;
        let status = stored.status(act.at);
        if status.is_over() {
            return Err(Error::Over(status));
        }
        if self.store.close_game(game, act.at, act).await? { Ok(()) } else { Err(Error::Contended) }
    }

    async fn void_result(&self, game: Uuid, reason: &str, act: &Act) -> Result<(), Error> {
        let table = self.load(game).await?;
        let entered =
            table.game().challenge.filter(|entered| entered.attempt == 1).ok_or(Error::NoSuchResult)?;
        let challenge = self.stored_challenge(entered.challenge).await?;
        self.settle_game(&challenge, game).await?;
        let void = self.store.void(challenge.id, game, reason, act).await?;
        if void { Ok(()) } else { Err(Error::NoSuchResult) }
    }
}

/// An act as it is stored.
fn text(act: &AdminAct) -> String {
    serde_json::to_string(act).expect("acts are plain data")
}

fn read(act: Act) -> Result<AdminEntry, Error> {
    let Act { id, at, actor, act } = act;
    let act = serde_json::from_str(&act)
        .map_err(|error| StoreError::Corrupt { game: id, what: format!("an act: {error}") })?;
    Ok(AdminEntry { id, at, actor, act })
}

fn known_player(known: bool) -> Result<(), Error> {
    if known { Ok(()) } else { Err(Error::NoSuchPlayer) }
}
