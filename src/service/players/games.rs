//! The games of a player: one request returns to a bot the state of all of them.

use regicide_engine::engine::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Players;
use crate::service::error::Error;
use crate::service::games::list::ListQuery;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_page;
use regicide_store::{GameFilter, GameInfo, GamesOfPlayer, ListedGame, Page, Status, Visibility, WhichGames};

/// A filter by the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhoseTurn {
    /// Only games in which it is the caller's turn.
    Me,
}

/// The filters of a player's games, besides those of all lists.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerGamesFilter {
    pub turn: Option<WhoseTurn>,
    /// Only games in which this player has a seat, too.
    pub co_player_id: Option<Uuid>,
    /// Only finished games that the player's counts contain: those that were won, or the others.
    pub won: Option<bool>,
}

/// A page of a player's games, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerGames {
    /// The games.
    pub items: Vec<PlayerGame>,
    /// To be sent as `after` for the next page; `null` on the last. A page can
    /// contain fewer games than `limit` and still have a next one.
    pub next: Option<Uuid>,
}

/// A game of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerGame {
    /// The public part.
    #[serde(flatten)]
    pub game: GameInfo,
    /// The visibility of the game.
    pub visibility: Visibility,
    /// The player's seat; `null` if the player has none any more.
    pub seat: Option<Seat>,
    /// The seat that a player without one had: while the game runs, the player may take it back
    /// (R11.3); a finished game counts in the player's profile, unless the player was a guest.
    pub former_seat: Option<Seat>,
    /// The seat to act, if any.
    pub to_act: Option<Seat>,
    /// The display name at that seat, if there is one.
    pub to_act_name: Option<String>,
}

impl Players {
    /// A page of a player's games: with the player's token all, otherwise public
    /// ones; with `turn` only running ones in which it is the player's turn.
    pub async fn games(
        &self,
        id: Uuid,
        token: Option<&Token>,
        chosen: PlayerGamesFilter,
        query: &ListQuery,
    ) -> Result<PlayerGames, Error> {
        let PlayerGamesFilter { turn, co_player_id: co_player, won } = chosen;
        let (filter, limit) = query.filter(self.core.now().await?)?;
        self.core.store.players.read(id).await?.ok_or(Error::NoSuchPlayer)?;
        let caller = self.auth.sending_player(token).await?.map(|(caller, _)| caller);
        let which = match (turn, caller) {
            (None, Some(caller)) if caller == id => WhichGames::All,
            (None, _) => WhichGames::Public,
            (Some(WhoseTurn::Me), Some(caller)) if caller == id => WhichGames::ToAct,
            (Some(WhoseTurn::Me), _) if token.is_some() => {
                return Err(Error::Forbidden("forbidden-other-player"));
            }
            (Some(WhoseTurn::Me), _) => return Err(Error::TokenMissing),
        };
        if turn.is_some() && filter.status.iter().any(|status| *status != Status::Running) {
            return Err(Error::Unfit { field: "status", reason: "unfit-to-act-not-running" });
        }
        let filter = GameFilter {
            status: if turn.is_some() { vec![Status::Running] } else { filter.status },
            player: Some(GamesOfPlayer { player: id, which, co_player, won }),
            // A replica may lag behind the player's own moves.
            latest: which != WhichGames::Public,
            ..filter
        };
        let page = self.core.store.games.list(&filter, limit).await?;
        count_page(&page);
        let Page { items, next, .. } = page;
        let games = items.into_iter().filter_map(|listed| PlayerGame::new(listed, id)).collect();
        Ok(PlayerGames { items: games, next })
    }
}

impl PlayerGame {
    /// Returns `None` if the player has left the game for good.
    fn new(listed: ListedGame, player: Uuid) -> Option<Self> {
        let ListedGame { info: game, visibility, to_act, former_seat } = listed;
        let seat = game.seats.iter().find(|seat| seat.player_id == Some(player)).map(|own| own.seat);
        let is_theirs = seat.is_none() && matches!(game.status, Status::Running | Status::Finished);
        let former_seat = former_seat.filter(|_| is_theirs);
        seat.or(former_seat)?;
        let to_act = to_act.filter(|_| game.status == Status::Running);
        let to_act_name = to_act.and_then(|seat| game.seats.get(seat.index())?.name.clone());
        Some(Self { game, visibility, seat, former_seat, to_act, to_act_name })
    }
}
