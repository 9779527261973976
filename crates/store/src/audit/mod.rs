//! Reads of an audit: rows of several tables that have to match, and the readable part of a
//! damaged file.

mod damage;

use regicide_engine::engine::{Hash, Seat};
use regicide_engine::tlog::Entry;
use serde::Deserialize;
use uuid::Uuid;

use super::attempts::{Defeats, Reached};
use super::database::{Database, Invalid, Row, Statement, from_row, params};
use super::error::{RowKind, StoreError};
use super::games::{AUDITED_GAMES, Game};
use super::moves::SeatEnd;
use super::standings::{STANDINGS_BETWEEN, StandingTotals};

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

/// A game and the rows of other tables for it, at one moment.
#[derive(Clone, Debug)]
pub struct AuditedGame {
    pub game: Game,
    /// The end of the game at each seat.
    pub seat_ends: Vec<SeatEnd>,
    /// The counts of former players.
    pub former_ends: Vec<SeatEnd>,
    /// Attempts of the game's players, by seat.
    pub attempts: Vec<AuditedAttempt>,
    /// Its results, by seat.
    pub results: Vec<AuditedResult>,
    /// Its entry in the transparency log, with the hash of its players; none if that is of a game
    /// that was lost.
    pub logged: Option<(Entry, Option<Hash>)>,
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

impl AuditedGame {
    fn read(row: &Row) -> Result<Self, StoreError> {
        let game = Game::read(row)?;
        row.parse(RowKind::Game, "id", |row| {
            if row.get("has_two_logs")? {
                return Err(Invalid::new("it has rows of moves and a packed log"));
            }
            let ends = |column| {
                read_list(row, column)?.into_iter().map(SeatEnd::read).collect::<Result<Vec<_>, _>>()
            };
            let attempts = read_list(row, "attempts")?.into_iter().map(AuditedAttempt::read);
            Ok(Self {
                game,
                seat_ends: ends("seat_ends")?,
                former_ends: ends("former_ends")?,
                attempts: attempts.collect::<Result<_, _>>()?,
                results: read_list(row, "results")?.into_iter().map(AuditedResult::read).collect(),
                logged: row.optional::<String>("logged")?.map(|logged| read_logged(&logged)).transpose()?,
            })
        })
    }
}

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

/// The entry of a game in the transparency log, with the hash of its players.
fn read_logged(json: &str) -> Result<(Entry, Option<Hash>), Invalid> {
    let (kind, subject, hash, players): (String, Hash, Hash, _) =
        serde_json::from_str(json).map_err(Invalid::new)?;
    Ok((Entry { kind: kind.parse().map_err(Invalid::new)?, subject, hash }, players))
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
    /// All games after an id, up to another and including it, in the order of ids. A row that
    /// cannot be read is an error of its own.
    pub async fn games_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<Vec<(Uuid, Result<AuditedGame, StoreError>)>, StoreError> {
        let read = |row: &Row| Ok((row.id(RowKind::Game, "id")?, AuditedGame::read(row)));
        self.database.read_rows(AUDITED_GAMES, params![after, last], read).await
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
