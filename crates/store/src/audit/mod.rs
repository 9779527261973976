//! Reads of an audit: rows of several tables that have to match, and the readable part of a
//! damaged file.

mod damage;

use regicide::engine::Seat;
use serde::Deserialize;
use uuid::Uuid;

use super::attempts::{Defeats, Reached};
use super::database::{Database, Invalid, Row, Statement, from_row, params};
use super::error::{RowKind, StoreError};
use super::moves::SeatEnd;
use super::standings::{STANDINGS_BETWEEN, StandingTotals};

/// Games with the rows of other tables, as JSON: one statement reads one moment.
const GAMES_BETWEEN: Statement = Statement::each(
    "select g.id, g.version, (
        select coalesce(json_agg(json_build_array(s.seat, case when s.counts_from is not null then
            json_build_array(s.counts_from, s.kind, s.players, s.won, s.medal, s.enemies, s.moves) end)
            order by s.seat)::text, '[]')
        from seats s where s.game_id = g.id and s.ended = 1
    ) as seat_ends, (
        select coalesce(json_agg(json_build_array(a.player, a.number, a.seat, a.ranked, coalesce(p.bot, 0), a.score,
            a.defeats)
            order by a.seat, a.player)::text, '[]')
        from attempts a left join players p on p.id = a.player
        where a.challenge = g.challenge and a.game = g.id
    ) as attempts, (
        select coalesce(json_agg(json_build_array(r.seat, r.bots, r.score, r.micros,
            case when r.void_reason is null then 0 else 1 end) order by r.seat)::text, '[]')
        from results r where r.challenge = g.challenge and r.game = g.id
    ) as results
    from games g
    where g.id > $1 and g.id <= $2",
    "select g.id, g.version, (
        select json_group_array(json_array(s.seat, case when s.counts_from is not null then
            json_array(s.counts_from, s.kind, s.players, s.won, s.medal, s.enemies, s.moves) end)
            order by s.seat)
        from seats s where s.game_id = g.id and s.ended = 1
    ) as seat_ends, (
        select json_group_array(json_array(hex(a.player), a.number, a.seat, a.ranked, coalesce(p.bot, 0), a.score,
            a.defeats)
            order by a.seat, a.player)
        from attempts a left join players p on p.id = a.player
        where a.challenge = g.challenge and a.game = g.id
    ) as attempts, (
        select json_group_array(json_array(r.seat, r.bots, r.score, r.micros,
            case when r.void_reason is null then 0 else 1 end) order by r.seat)
        from results r where r.challenge = g.challenge and r.game = g.id
    ) as results
    from games g
    where g.id > $1 and g.id <= $2",
)
.long();

const STRAY_ROWS: Statement = Statement::new(
    "select 'attempt' as kind, t.challenge, t.game from attempts t
        left join games g on g.id = t.game and g.challenge = t.challenge where g.id is null
    union
    select 'result', t.challenge, t.game from results t
        left join games g on g.id = t.game and g.challenge = t.challenge where g.id is null
    order by 3, 1",
)
.long();

const MISCOUNTED_SCORES: Statement = Statement::new(
    "select challenge, bots, score, cast(sum(counted) as bigint) as counted, cast(sum(found) as bigint) as found
    from (
        select challenge, bots, score, results as counted, 0 as found from board_counts
        union all
        select challenge, bots, score, 0, count(*) from results
        where void_reason is null group by challenge, bots, score
    ) as both_sides
    group by challenge, bots, score
    having sum(counted) <> sum(found)
    order by challenge, bots, score",
)
.long();

const STANDING_PLAYERS: Statement = Statement::new(
    "select player from (
        select * from (select distinct player from standings where player > $1 order by player limit $2) as stored
        union
        select * from (select distinct player from attempts where player > $1 order by player limit $2) as played
    ) as players
    order by player limit $2",
)
.long();

/// The rows of other tables for a game, at one moment.
#[derive(Clone, Debug)]
pub struct AuditedGame {
    pub game: Uuid,
    /// The version of its row.
    pub version: u32,
    /// The end of the game at each seat.
    pub seat_ends: Vec<SeatEnd>,
    /// Attempts of the game's players, by seat.
    pub attempts: Vec<AuditedAttempt>,
    /// Its results, by seat.
    pub results: Vec<AuditedResult>,
}

/// A player's part in a game of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedAttempt {
    pub player: Uuid,
    pub number: u8,
    pub seat: Seat,
    /// True if its result is ranked, or it has none.
    pub ranked: bool,
    pub bot: bool,
    /// The result, if it is stored.
    pub reached: Option<Reached>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuditedResult {
    pub seat: Seat,
    /// True if it is on the board of bots.
    pub bots: bool,
    pub score: u32,
    /// From the game's creation to its last move.
    pub micros: i64,
    pub void: bool,
}

/// A row whose game does not exist, or belongs to another challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrayRow {
    pub row: RowKind,
    pub challenge: Uuid,
    pub game: Uuid,
}

/// A score of a board whose count differs from the number of its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MiscountedScore {
    pub challenge: Uuid,
    /// True for the board of bots.
    pub bots: bool,
    pub score: u32,
    pub counted: u64,
    pub found: u64,
}

/// A player's results in a period, either stored or computed from results.
#[derive(Clone, Debug)]
pub struct AuditedStanding {
    pub player: Uuid,
    /// 0 for all time, or a month such as 202611.
    pub period: i32,
    /// The number of players of the games.
    pub players: u8,
    /// True if it is computed from results.
    pub is_computed: bool,
    /// True if it is among the standings of bots.
    pub bot: bool,
    pub totals: StandingTotals,
}

type AttemptJson = (Uuid, u8, Seat, u8, u8, Option<u32>, Option<String>);
type ResultJson = (Seat, u8, u32, i64, u8);

from_row!(RowKind::Game, "id", |row| AuditedGame {
    game: row.get("id")?,
    version,
    seat_ends: read_list(row, "seat_ends")?.into_iter().map(SeatEnd::read).collect::<Result<_, _>>()?,
    attempts: read_list(row, "attempts")?.into_iter().map(AuditedAttempt::read).collect::<Result<_, _>>()?,
    results: read_list(row, "results")?.into_iter().map(AuditedResult::read).collect(),
});

impl AuditedAttempt {
    fn read((player, number, seat, ranked, bot, score, defeats): AttemptJson) -> Result<Self, Invalid> {
        let defeats = Defeats::read(defeats)?;
        let reached = score.map(|score| Reached { score, defeats });
        Ok(Self { player, number, seat, ranked: ranked == 1, bot: bot == 1, reached })
    }
}

impl AuditedResult {
    const fn read((seat, bots, score, micros, void): ResultJson) -> Self {
        Self { seat, bots: bots == 1, score, micros, void: void == 1 }
    }
}

/// A column that holds a list as JSON.
fn read_list<T: for<'de> Deserialize<'de>>(row: &Row, column: &str) -> Result<Vec<T>, Invalid> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| Invalid::new(format_args!("{column}: {error}")))
}

from_row!(RowKind::Attempt, "game", |row| StrayRow {
    row: if row.get::<String>("kind")? == "attempt" { RowKind::Attempt } else { RowKind::Result },
    challenge,
    game,
});

from_row!(RowKind::Challenge, "challenge", |row| MiscountedScore { challenge, bots, score, counted, found });

from_row!(RowKind::Standing, "player", |row| AuditedStanding {
    player,
    period,
    players,
    is_computed,
    bot,
    totals: StandingTotals::read(row)?,
});

/// Reads of an audit.
pub struct Audit {
    pub(super) database: Database,
}

impl Audit {
    /// The rows of other tables for all games after an id, up to another and including it. A
    /// row that cannot be read is a [`StoreError::Corrupt`] of its own.
    pub async fn games_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<Vec<Result<AuditedGame, StoreError>>, StoreError> {
        let rows = self.database.fetch(GAMES_BETWEEN, params![after, last]).await?;
        Ok(rows.iter().map(AuditedGame::read).collect())
    }

    /// Attempts and results whose game does not exist, or belongs to another challenge.
    pub async fn stray_rows(&self) -> Result<Vec<StrayRow>, StoreError> {
        self.database.read_rows(STRAY_ROWS, &[], StrayRow::read).await
    }

    /// Scores of boards with a wrong count.
    pub async fn miscounted_scores(&self) -> Result<Vec<MiscountedScore>, StoreError> {
        self.database.read_rows(MISCOUNTED_SCORES, &[], MiscountedScore::read).await
    }

    /// Players after one, in the order of ids, who have standings or should have, at most
    /// `limit`.
    pub async fn standing_players(&self, after: Uuid, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        let player = |row: &Row| row.id(RowKind::Standing, "player");
        self.database.read_rows(STANDING_PLAYERS, params![after, limit], player).await
    }

    /// The standings of all players after an id, up to another and including it, in the order
    /// of players: the stored ones, and those computed from results. Players of a day that is
    /// being added are left out.
    pub async fn standings_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<Vec<AuditedStanding>, StoreError> {
        self.database.read_rows(STANDINGS_BETWEEN, params![after, last], AuditedStanding::read).await
    }
}
