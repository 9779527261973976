//! What is stored of results: which are ranked, how many have which score, and
//! what players reached in daily challenges.

mod methods;
pub(super) mod statements;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::StoreError;
use super::challenges::Day;
use super::model::Mark;
use super::rows::{seat, wrong};
use crate::engine::Seat;

pub(super) use methods::implement_board_store;

/// The results of a game, to be ranked once.
#[derive(Clone, Debug)]
pub struct Settlement {
    /// The challenge.
    pub challenge: Uuid,
    /// The game.
    pub game: Uuid,
    /// The state of the game that was judged.
    pub judged: Mark,
    /// What each seat that is ranked has reached; nothing if the game never
    /// began, or was called off.
    pub scores: Vec<(Seat, u32)>,
    /// From the game's creation to its last move.
    pub micros: i64,
    /// Daily challenges: what counts for averages.
    pub tally: Option<Tally>,
}

/// What became of a wish to rank a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// Its results stand on the board.
    Ranked,
    /// They did already.
    RankedBefore,
    /// The game is not what was judged: load it and judge anew.
    GameChanged,
}

/// One result less or more with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    Less,
    More,
}

/// What a result of a daily challenge counts for averages.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// The day.
    pub day: Day,
    /// When it counts.
    pub ends_at: DateTime<Utc>,
    /// Whether it was won.
    pub won: bool,
    /// How many enemies were defeated.
    pub enemies: u8,
}

/// Where a result stands on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The score; greater ones come first.
    pub score: u32,
    /// The game.
    pub game: Uuid,
    /// The seat.
    pub seat: Seat,
}

/// Which way to read a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards lower scores.
    Down,
    /// Towards greater ones.
    Up,
}

/// A result as it stands on a board.
#[derive(Clone, Debug)]
pub struct RankedResult {
    /// Where.
    pub place: Place,
    /// Whether it stands among those of bots.
    pub bots: bool,
    /// From the game's creation to its last move.
    pub micros: i64,
    /// Why it does not count, if it does not.
    pub void_reason: Option<String>,
    /// Who reached it, by seat.
    pub members: Vec<Member>,
}

/// Who sat at a game of a challenge.
#[derive(Clone, Debug)]
pub struct Member {
    /// The seat.
    pub seat: Seat,
    /// The player.
    pub player: Uuid,
    /// The display name, if it is to be shown.
    pub name: Option<String>,
}

/// A player's results in daily challenges.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Standing {
    /// The player.
    pub player: Uuid,
    /// The display name, if it is to be shown.
    pub name: Option<String>,
    /// How many results.
    pub played: i32,
    /// How many of them were won.
    pub won: i32,
    /// Enemies defeated, on average, in thousandths.
    pub average: i32,
    /// Days in a row up to the last.
    pub run: i32,
    /// The most days in a row.
    pub longest: i32,
    /// The last day that a game was begun.
    pub last_day: i32,
}

/// What standings are ordered by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandingOrder {
    /// By the average number of enemies defeated.
    #[default]
    Average,
    /// By the longest run of days.
    Streak,
}

/// Which standings to read.
#[derive(Clone, Copy, Debug)]
pub struct StandingFilter {
    /// 0 for all time, or a month such as 202611.
    pub period: i32,
    /// The number of players of the games; 0 for any.
    pub players: u8,
    /// Whether of bots.
    pub bots: bool,
    /// How many results a player has to have at least.
    pub least: u32,
    /// In which order.
    pub order: StandingOrder,
}

/// Results, boards and tables.
#[async_trait]
pub trait BoardStore: Send + Sync {
    /// Games of first attempts whose results are not ranked, though they are
    /// over at `now`; at most `limit`.
    async fn unsettled(
        &self,
        challenge: Uuid,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<Uuid>, StoreError>;

    /// Ranks the results of a game once, if it still is what was judged. No move
    /// that was judged before is stored after.
    async fn rank(&self, settlement: &Settlement) -> Result<Ranking, StoreError>;

    /// How many results of a board have which score, greatest first.
    async fn counts(&self, challenge: Uuid, bots: bool) -> Result<Vec<(u32, u64)>, StoreError>;

    /// Results that follow a place on a board, or those at its top, at most
    /// `limit`, in the direction of reading.
    async fn board(
        &self,
        challenge: Uuid,
        bots: bool,
        from: Option<Place>,
        direction: Direction,
        limit: u32,
    ) -> Result<Vec<RankedResult>, StoreError>;

    /// The same towards lower scores, of a board with these `counts` that will
    /// hardly change any more: a replica with the same counts is believed.
    async fn final_board(
        &self,
        challenge: Uuid,
        bots: bool,
        from: Option<Place>,
        limit: u32,
        counts: &[(u32, u64)],
    ) -> Result<Vec<RankedResult>, StoreError>;

    /// The results of a game.
    async fn results(&self, challenge: Uuid, game: Uuid) -> Result<Vec<RankedResult>, StoreError>;

    /// Results of a board that do not count, at most `limit`.
    async fn void_results(
        &self,
        challenge: Uuid,
        bots: bool,
        limit: u32,
    ) -> Result<Vec<RankedResult>, StoreError>;

    /// Players by what they reached in daily challenges, at most `limit`. With a
    /// replica, as it knows them.
    async fn standings(&self, filter: StandingFilter, limit: u32) -> Result<Vec<Standing>, StoreError>;

    /// What a player reached in a period, for a number of players (0 for any).
    async fn standing(&self, period: i32, players: u8, player: Uuid) -> Result<Option<Standing>, StoreError>;

    /// Counts results of days that are over at `now` for averages, at most
    /// `limit`; whether none is left.
    async fn tally_all(&self, now: DateTime<Utc>, limit: u32) -> Result<bool, StoreError>;
}

/// A result's row, once for each of its players.
#[derive(sqlx::FromRow)]
pub(super) struct ResultRow {
    game: Uuid,
    seat: i16,
    bots: i16,
    score: i32,
    micros: i64,
    void_reason: Option<String>,
    member_seat: i16,
    player: Uuid,
    name: Option<String>,
}

impl ResultRow {
    /// Rows of one result stand together.
    pub(super) fn group(rows: Vec<Self>) -> Result<Vec<RankedResult>, StoreError> {
        let mut results: Vec<RankedResult> = Vec::new();
        for row in rows {
            let game = row.game;
            let (result, member) = row.read().ok_or_else(|| wrong("result", game))?;
            match results.last_mut() {
                Some(last) if last.place == result.place => last.members.push(member),
                _ => results.push(RankedResult { members: vec![member], ..result }),
            }
        }
        Ok(results)
    }

    fn read(self) -> Option<(RankedResult, Member)> {
        let place = Place { score: self.score.try_into().ok()?, game: self.game, seat: seat(self.seat)? };
        let member = Member { seat: seat(self.member_seat)?, player: self.player, name: self.name };
        let result = RankedResult {
            place,
            bots: self.bots == 1,
            micros: self.micros,
            void_reason: self.void_reason,
            members: Vec::new(),
        };
        Some((result, member))
    }
}
