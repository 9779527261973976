//! Attempts of players at challenges.

use chrono::{DateTime, Utc};
use constcat::concat;
use regicide_engine::engine::Seat;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::challenges::{ChallengeEntry, Invitation, admit};
use super::changes::Change;
use super::database::{Database, Invalid, Row, Statement, Transaction, from_row, params};
use super::error::{Conflict, RowKind, StoreError};
use super::status::Status;
use super::token::SeatPlayer;

/// Attempts at a challenge, with the state of their games as far as it needs no replay, at the
/// time of the second parameter. Games of challenges are never abandoned.
macro_rules! attempts {
    ($which:literal) => {
        concat!(
            "select tried.*, case
                when finished_at is not null then 'finished'
                when cancelled_at is not null then 'cancelled'
                when ends_at <= $2 or packed = 1 then 'closed'
                when open = 1 then 'waiting'
                else 'running'
            end as status
            from (
                select a.player, a.number, a.game, a.seat, a.ranked, a.score, a.defeats, g.finished_at,
                    g.cancelled_at, g.ends_at, g.packed,
                    coalesce((select max(open) from seats where game_id = g.id), 0) as open,
                    (select max(r.void_reason) from results r where r.challenge = a.challenge and r.game = a.game)
                        as void_reason
                from attempts a join games g on g.id = a.game
                where a.challenge = $1 and ",
            $which,
            "
            ) as tried
            order by number"
        )
    };
}

const ATTEMPTS: Statement = Statement::new(attempts!("a.player = $3"));

const FIRST_ATTEMPTS: Statement = Statement::each(
    attempts!("a.number = 1 and a.player = any($3::uuid[])"),
    attempts!("a.number = 1 and a.player in (select unhex(value) from json_each($3))"),
);

const UPDATE_REACHED: Statement = Statement::new(
    "update attempts set score = $4, defeats = $5
    where challenge = $1 and game = $2 and seat = $3 and score is null",
);

/// The number of games that are first attempts at a challenge, and the number of these that are
/// ranked or have ended without a result.
const TURNOUT: Statement = Statement::new(
    "select count(*) as attempts, count(case when ranked = 1 then 1 end) as finished
    from (select game, max(ranked) as ranked from attempts where challenge = $1 and number = 1 group by game)
        as games_of_challenge",
)
.of_any_server();

/// Adds an attempt if all before it have ended: otherwise a player could learn the deal of
/// another that still counts.
const ADD_ATTEMPT: Statement = Statement::new(
    "insert into attempts (challenge, player, number, game, seat)
    select $1, $2, $3, $4, $5
    where $3 - 1 = (
        select count(*) from attempts join games on games.id = attempts.game
        where attempts.challenge = $1 and player = $2 and number < $3
            and (finished_at is not null or cancelled_at is not null)
    )
        and not exists (select 1 from attempts where challenge = $1 and player = $2 and number = $3)
    on conflict do nothing",
);

const DELETE_ATTEMPT: Statement =
    Statement::new("delete from attempts where challenge = $1 and game = $2 and seat = $3");

/// The challenge of a game that has not begun.
const WAITING_ENTRY: Statement = Statement::new(
    "select challenge from games
    where id = $1 and challenge is not null
        and exists (select 1 from seats where game_id = $1 and open = 1)",
)
.of_game();

/// A game that was cancelled before it began does not count as an attempt.
const DELETE_ATTEMPTS_OF_GAME: Statement =
    Statement::new("delete from attempts where challenge = $1 and game = $2");

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The attempt's number, from 1.
    pub number: u8,
    pub game: Uuid,
    pub seat: Seat,
    /// The status of its game at the requested time.
    pub status: Status,
    /// True if all seats of its game are taken, so that cards were seen.
    pub is_full: bool,
    /// True if its result is ranked, or it has none to be ranked.
    pub ranked: bool,
    /// The result, if it is stored.
    pub reached: Option<Reached>,
    /// The reason for which its result was taken off the board, if it was.
    pub void_reason: Option<String>,
}

/// The result of an attempt whose game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    pub score: u32,
    /// Co-operative game: the way in which each enemy was defeated, in their order.
    pub defeats: Option<Defeats>,
}

/// The ways in which enemies were defeated, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defeats(pub Vec<Defeat>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defeat {
    /// With exactly the damage that was needed.
    Exactly,
    /// With more damage than needed.
    Beyond,
}

/// The number of games of a challenge. It is public while the challenge runs: it reveals
/// nothing of the deal, nor of any player's progress.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Turnout {
    /// The number of games that began as first attempts; a team's is one.
    pub attempts: u64,
    /// The number of them that have ended.
    // A game that has ended counts only once it was read after its end.
    pub finished: u64,
}

/// The data with which a player joins an attempt or a practice game.
#[derive(Clone, Copy, Debug)]
pub struct Entrant {
    /// The challenge and the number of the attempt; `None` for practice.
    pub entry: Option<ChallengeEntry>,
    pub player: SeatPlayer,
    /// The hash of the invitation, if one is needed.
    pub invitation: Option<Invitation>,
}

/// The effect of a changed seat on an attempt.
#[derive(Clone, Copy, Debug)]
pub enum TeamChange {
    /// A player joins.
    Join(Entrant),
    /// A player leaves before the game has begun.
    Leave { challenge: Uuid },
}

from_row!(RowKind::Attempt, "game", |row| Attempt {
    number,
    game,
    seat,
    status: row.name("status")?,
    is_full: !row.get::<bool>("open")?,
    ranked,
    reached: match row.optional("score")? {
        None => None,
        Some(score) => Some(Reached { score, defeats: Defeats::read(row.get("defeats")?)? }),
    },
    void_reason,
});

from_row!(RowKind::Challenge, "attempts", |row| Turnout { attempts, finished });

impl Defeats {
    pub(super) fn read(letters: Option<String>) -> Result<Option<Self>, Invalid> {
        let defeat = |letter| match letter {
            'e' => Ok(Defeat::Exactly),
            'd' => Ok(Defeat::Beyond),
            other => Err(Invalid::new(format_args!("an enemy was defeated as {other:?}"))),
        };
        letters.map(|letters| letters.chars().map(defeat).collect::<Result<_, _>>().map(Self)).transpose()
    }

    fn letters(&self) -> String {
        let letter = |defeat: &Defeat| match defeat {
            Defeat::Exactly => 'e',
            Defeat::Beyond => 'd',
        };
        self.0.iter().map(letter).collect()
    }
}

/// The stored attempts.
pub struct Attempts {
    pub(super) database: Database,
}

impl Attempts {
    /// The attempts of a player, in order, as they are at a time: one statement, which reads no
    /// log.
    pub async fn of_player(
        &self,
        challenge: Uuid,
        player: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Vec<Attempt>, StoreError> {
        self.database.read_rows(ATTEMPTS, params![challenge, now, player], Attempt::read).await
    }

    /// The first attempts of players, each with its player, as they are at a time.
    pub async fn first_of(
        &self,
        challenge: Uuid,
        players: impl Iterator<Item = Uuid>,
        now: DateTime<Utc>,
    ) -> Result<Vec<(Uuid, Attempt)>, StoreError> {
        let read = |row: &Row| Ok((row.id(RowKind::Attempt, "player")?, Attempt::read(row)?));
        let values = params![challenge, now, self.database.ids(players)];
        self.database.read_rows(FIRST_ATTEMPTS, values, read).await
    }

    /// Stores the results of a finished game's players, where they are not stored yet.
    pub async fn update_reached(
        &self,
        challenge: Uuid,
        game: Uuid,
        reached: &[(Seat, Reached)],
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        update_reached(&mut transaction, challenge, game, reached).await?;
        transaction.commit().await
    }

    /// The number of games that began as first attempts at a challenge, and of those that have
    /// ended.
    pub async fn turnout(&self, challenge: Uuid) -> Result<Turnout, StoreError> {
        let turnout = self.database.read_row(TURNOUT, params![challenge], Turnout::read).await?;
        Ok(turnout.ok_or(sqlx::Error::RowNotFound)?)
    }
}

/// Stores the results of a game's attempts.
pub(crate) async fn update_reached(
    transaction: &mut Transaction,
    challenge: Uuid,
    game: Uuid,
    reached: &[(Seat, Reached)],
) -> Result<(), StoreError> {
    for (seat, Reached { score, defeats }) in reached {
        let defeats = defeats.as_ref().map(Defeats::letters);
        transaction.execute(UPDATE_REACHED, params![challenge, game, *seat, *score, defeats]).await?;
    }
    Ok(())
}

/// Changes the team of an attempt with the seat of its game.
pub(crate) async fn change_team(
    transaction: &mut Transaction,
    game: Uuid,
    seat: Seat,
    change: Option<&TeamChange>,
) -> Result<(), StoreError> {
    match change {
        None => Ok(()),
        Some(TeamChange::Join(entrant)) => enter(transaction, entrant, game, seat).await,
        Some(TeamChange::Leave { challenge }) => {
            transaction.execute(DELETE_ATTEMPT, params![*challenge, game, seat]).await?;
            transaction.announce(Change::Challenge(*challenge));
            Ok(())
        }
    }
}

/// Removes the attempts of a game that was cancelled before it began.
pub(crate) async fn remove_attempts_of(transaction: &mut Transaction, game: Uuid) -> Result<(), StoreError> {
    if let Some(row) = transaction.fetch_optional(WAITING_ENTRY, params![game]).await? {
        let challenge: Uuid = row.id(RowKind::Game, "challenge")?;
        transaction.execute(DELETE_ATTEMPTS_OF_GAME, params![challenge, game]).await?;
    }
    Ok(())
}

/// Adds a player, who is locked, to an attempt.
pub(crate) async fn enter(
    transaction: &mut Transaction,
    entrant: &Entrant,
    game: Uuid,
    seat: Seat,
) -> Result<(), StoreError> {
    let Some(entry) = entrant.entry else { return Ok(()) };
    transaction.announce(Change::Challenge(entry.challenge));
    let player = entrant.player.id;
    if let Some(invitation) = entrant.invitation {
        admit(transaction, entry.challenge, player, invitation).await?;
    }
    let values = params![entry.challenge, player, entry.attempt, game, seat];
    transaction.execute_or(Conflict::Stale, ADD_ATTEMPT, values).await
}
