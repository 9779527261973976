//! Lists of games.

use chrono::{DateTime, Utc};
use regicide_engine::engine::{GameKind, Message};
use regicide_engine::record::MAX_MOVES;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Games;
use crate::service::error::Error;
use crate::service::runtime::work::count_page;
use crate::service::several::{numbers_of_players, several};
use regicide_store::{GameFilter, GameInfo, Status};

/// The filters of a list of games.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Only games of one of these kinds, with commas in between.
    #[serde(default, deserialize_with = "several")]
    #[param(required = false, min_items = 1)]
    pub kind: Vec<GameKind>,
    /// Only games with one of these statuses, with commas in between.
    #[serde(default, deserialize_with = "several")]
    #[param(required = false, min_items = 1)]
    pub status: Vec<Status>,
    /// Only games for one of these numbers of players, with commas in between.
    #[serde(default, deserialize_with = "several")]
    #[param(required = false, schema_with = numbers_of_players)]
    pub players: Vec<u8>,
    /// Only games created before this time.
    #[serde(default, with = "regicide_engine::record::timestamp::option")]
    pub created_before: Option<DateTime<Utc>>,
    /// Only games created at this time or later.
    #[serde(default, with = "regicide_engine::record::timestamp::option")]
    pub created_after: Option<DateTime<Utc>>,
    /// The `next` of the previous page.
    pub after: Option<Uuid>,
    /// The maximum number of games, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// A page of public games, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameList {
    /// The games.
    pub items: Vec<GameInfo>,
    /// To be sent as `after` for the next page; `null` on the last. A page can
    /// contain fewer games than `limit`, even none, and still have a next one.
    pub next: Option<Uuid>,
}

pub(crate) const PAGE: u32 = 100;

/// A page out of the found items, which are one more than fit if there is a next
/// page, with its cursor.
pub(crate) fn page<T, C>(mut found: Vec<T>, limit: u32, cursor: impl Fn(&T) -> C) -> (Vec<T>, Option<C>) {
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().map(cursor).filter(|_| more);
    (found, next)
}

pub(crate) fn page_limit(limit: Option<u32>) -> Result<u32, Error> {
    match limit {
        None => Ok(PAGE),
        Some(limit) if (1..=PAGE).contains(&limit) => Ok(limit),
        Some(_) => Err(Error::invalid("limit", Message::new("invalid-limit").with("most", PAGE))),
    }
}

pub(crate) fn check_after(after: u32) -> Result<(), Error> {
    if after > MAX_MOVES {
        return Err(Error::invalid("after", Message::new("error-log-full").with("most", MAX_MOVES)));
    }
    Ok(())
}

pub(crate) fn check_players(players: &[u8]) -> Result<(), Error> {
    if players.iter().any(|players| !(1..=4).contains(players)) {
        return Err(Error::invalid("players", Message::new("invalid-players")));
    }
    Ok(())
}

impl ListQuery {
    /// The filter of the query, and the length of a page.
    pub(crate) fn filter(&self, now: DateTime<Utc>) -> Result<(GameFilter, u32), Error> {
        let Self { kind, status, players, created_before, created_after, after, limit } = self.clone();
        let limit = page_limit(limit)?;
        check_players(&players)?;
        let filter = GameFilter {
            game: kind,
            status,
            players,
            created_before,
            created_after,
            after,
            ..GameFilter::all(now)
        };
        Ok((filter, limit))
    }
}

impl Games {
    /// Public games, newest first.
    pub async fn list(&self, query: &ListQuery) -> Result<GameList, Error> {
        let (filter, limit) = query.filter(self.core.now().await?)?;
        let page = self.core.store.games.list(&filter, limit).await?.map(|listed| listed.info);
        count_page(&page);
        Ok(GameList { items: page.items, next: page.next })
    }
}
