//! The games of a player: one request tells a bot the state of all of
//! them.

use regicide::engine::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::service::Service;
use crate::service::error::Error;
use crate::service::games::list::ListQuery;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_page;
use crate::store::{GameFilter, GameInfo, GamesOfPlayer, ListedGame, Page, Status, Visibility, WhichGames};

/// Whose turn it has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhoseTurn {
    /// The caller's.
    Me,
}

/// A page of a player's games, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerGames {
    /// The games.
    pub items: Vec<PlayerGame>,
    /// To be sent as `after` for the next page; nothing on the last. A page
    /// can hold fewer games than `limit` and still have a next one.
    pub next: Option<Uuid>,
}

/// A game of a player's.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerGame {
    /// What everybody may know.
    #[serde(flatten)]
    pub game: GameInfo,
    /// Who finds the game.
    pub visibility: Visibility,
    /// The player's seat.
    pub seat: Seat,
    /// The seat whose move it is, if it is anybody's.
    pub to_act: Option<Seat>,
    /// The display name of who sits there, if there is one.
    pub to_act_name: Option<String>,
}

impl Service {
    /// A page of a player's games: with the player's token all, otherwise
    /// those that everybody finds; with `turn` only running ones in which it is
    /// the player's turn.
    pub async fn player_games(
        &self,
        id: Uuid,
        token: Option<&Token>,
        turn: Option<WhoseTurn>,
        query: &ListQuery,
    ) -> Result<PlayerGames, Error> {
        let (filter, limit) = query.filter(self.now().await?)?;
        self.store.player(id).await?.ok_or(Error::NoSuchPlayer)?;
        let caller = self.sending_player(token).await?.map(|(caller, _)| caller);
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
            player: Some(GamesOfPlayer { player: id, which }),
            // Players do not wait for a replica to hear of their own moves.
            latest: which != WhichGames::Public,
            ..filter
        };
        let page = self.store.list_games(&filter, limit).await?;
        count_page(&page);
        let Page { items, next, .. } = page;
        let games = items.into_iter().filter_map(|listed| PlayerGame::new(listed, id)).collect();
        Ok(PlayerGames { items: games, next })
    }
}

impl PlayerGame {
    /// Nothing if the player has left the game.
    fn new(listed: ListedGame, player: Uuid) -> Option<Self> {
        let ListedGame { info: game, visibility, to_act } = listed;
        let seat = game.seats.iter().find(|seat| seat.player_id == Some(player))?.seat;
        let to_act = to_act.filter(|_| game.status == Status::Running);
        let to_act_name = to_act.and_then(|seat| game.seats.get(seat.index())?.name.clone());
        Some(Self { game, visibility, seat, to_act, to_act_name })
    }
}
