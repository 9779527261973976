//! The players with whom a player has played.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use regicide_engine::engine::GameKind;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Players;
use crate::service::error::Error;
use crate::service::games::list::page_limit;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_page;
use regicide_store::{GameFilter, GamesOfPlayer, Status, WhichGames};

/// The players of a page of the player's games, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CoPlayers {
    /// Each player once, at the newest game of the page.
    pub items: Vec<CoPlayer>,
    /// To be sent as `after` for the next page, which may name a player again; `null` on the
    /// last.
    pub next: Option<Uuid>,
}

/// A player with whom the player has played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CoPlayer {
    /// The id.
    pub player_id: Uuid,
    /// The display name, if it is not hidden.
    pub name: Option<String>,
    /// The id of the newest game of both.
    pub game_id: Uuid,
    /// Its kind.
    pub kind: GameKind,
    /// Its number of players.
    #[schema(minimum = 2, maximum = 4)]
    pub players: u8,
    /// The time of its last move.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub played_at: DateTime<Utc>,
}

impl Players {
    /// The others in the player's games that follow `after`, of so many games that have begun.
    pub async fn co_players(
        &self,
        id: Uuid,
        token: Option<&Token>,
        after: Option<Uuid>,
        limit: Option<u32>,
    ) -> Result<CoPlayers, Error> {
        let limit = page_limit(limit)?;
        self.own_player(id, token).await?;
        let filter = GameFilter {
            player: Some(GamesOfPlayer::all(id, WhichGames::All)),
            after,
            latest: true,
            ..GameFilter::all(self.core.now().await?)
        };
        let page = self.core.store.games.list(&filter, limit).await?.map(|listed| listed.info);
        count_page(&page);
        let mut named = HashSet::from([id]);
        let mut items = Vec::new();
        for game in &page.items {
            // In a game that the player has left, others may have come since.
            let has_left = game.seats.iter().all(|seat| seat.player_id != Some(id));
            if has_left || matches!(game.status, Status::Waiting | Status::Cancelled) {
                continue;
            }
            for seat in &game.seats {
                let Some(player_id) = seat.player_id.filter(|&player| named.insert(player)) else { continue };
                let (name, played_at) = (seat.name.clone(), game.updated_at);
                let (game_id, kind, players) = (game.id, game.kind, game.players);
                items.push(CoPlayer { player_id, name, game_id, kind, players, played_at });
            }
        }
        Ok(CoPlayers { items, next: page.next })
    }
}
