//! Seats.

mod former;

use chrono::{DateTime, Utc};
use regicide_engine::bots::Level;
use regicide_engine::engine::Seat;
use uuid::Uuid;

use super::attempts::{TeamChange, change_team};
use super::bots::SEAT_BOT_TURN;
use super::changes::Change;
use super::database::{Database, Statement, Transaction, params};
use super::error::{Conflict, RowKind, StoreError};
use super::idempotency::{StoredAnswer, commit_with_answer};
use super::locks::{lock_invited, lock_player};
use super::outbox::{insert_events, insert_lost_seat};
use super::token::{SeatPlayer, TokenHash};

pub use former::FormerPlayer;
pub(super) use former::{FORMER_POSTGRES, FORMER_SQLITE, read_former};

pub(super) const INSERT_SEAT: Statement = Statement::new(
    "insert into seats (game_id, seat, name, open, token, player, invitation, invited_player, invited_until, bot)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
)
.of_game();

/// The games in which the player `$1` has or had a seat.
pub(super) const PLAYED_GAMES: &str = "select game_id from seats where player = $1
    union select game_id from former_players where player = $1";

const SEATED: Statement =
    Statement::new("select coalesce(player, invited_player) as player, open from seats where game_id = $1")
        .of_game();

const UPDATE_SEAT: Statement = Statement::new(
    "update seats set name = $3, open = $4, token = $5, player = $6, invitation = $7,
        invited_player = $8, invited_until = $9, bot = $10
    where game_id = $1 and seat = $2",
)
.of_game();

/// Only a guest's seat, and only if no other player has kept it.
const SET_KEPT_BY: Statement = Statement::new(
    "update seats set kept_by = $4
    where game_id = $1 and seat = $2 and token = $3 and player is null and coalesce(kept_by, $4) = $4",
)
.of_game();

const KEPT: Statement =
    Statement::new("select seat from seats where game_id = $1 and kept_by = $2").of_game();

/// The seats that are held for a player at a time, up to a limit.
const HELD: Statement = Statement::new(
    "select s.game_id from seats s join games g on g.id = s.game_id
    where s.invited_player = $1 and s.open = 1 and s.invited_until > $2
        and g.finished_at is null and g.cancelled_at is null
    limit $3",
);

/// A player who sits in a game is not invited to it any more.
const RELEASE_OTHERS: Statement = Statement::new(
    "update seats set invited_player = null, invited_until = null
    where game_id = $1 and invited_player = $2 and seat <> $3",
)
.of_game();

const RAISE_VERSION: Statement = Statement::new(
    "update games set version = version + 1
    where id = $1 and version = $2 and finished_at is null and cancelled_at is null",
)
.of_game();

/// As [`RAISE_VERSION`], for a game that begins or has begun. Whoever sits there now has agreed to
/// no proposal.
const RAISE_VERSION_SEATED: Statement = Statement::new(
    "update games set version = version + 1, seated_at = $3, proposal = null
    where id = $1 and version = $2 and finished_at is null and cancelled_at is null",
)
.of_game();

/// In a statement of its own: the one that locks the game may not see the last move.
const MOVES_MADE: Statement =
    Statement::new("select coalesce(max(seq), 0) as seq from moves where game_id = $1").of_game();

/// A game that ends without a result counts for no player. A packed game that time has ended has
/// the end at its seats already.
pub(super) const END_SEATS: Statement =
    Statement::new("update seats set ended = 1 where game_id = $1 and ended = 0").of_game();

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatState {
    pub seat: Seat,
    /// The display name, if one was given. A player's name is stored with the player, and not
    /// here.
    pub name: Option<String>,
    pub open: bool,
    /// The hash of its token; none while it is open or in an imported game.
    pub token: Option<TokenHash>,
    pub player: Option<SeatPlayer>,
    /// The invitation for which the seat is held while it is open, if there is one.
    pub invitation: Option<SeatInvitation>,
    /// The house bot that sits there, if one does. Such a seat has no token and no player.
    pub bot: Option<Level>,
}

impl SeatState {
    /// A seat that anyone can take.
    #[must_use]
    pub const fn open(seat: Seat) -> Self {
        Self { seat, name: None, open: true, token: None, player: None, invitation: None, bot: None }
    }

    /// An open seat to which a player is invited.
    #[must_use]
    pub fn held_for(seat: Seat, player: Uuid, until: DateTime<Utc>) -> Self {
        let invitation = SeatInvitation { invitee: Invitee::Player(player), until };
        Self { invitation: Some(invitation), ..Self::open(seat) }
    }

    /// True if it is held for a player at `now`.
    #[must_use]
    pub fn is_held_for(&self, player: Uuid, now: DateTime<Utc>) -> bool {
        self.held(now).is_some_and(|invitation| invitation.player() == Some(player))
    }

    /// The invitation that keeps others from taking the seat at `now`.
    #[must_use]
    pub fn held(&self, now: DateTime<Utc>) -> Option<SeatInvitation> {
        self.invitation.filter(|invitation| now < invitation.until)
    }

    /// True if a person sits there.
    #[must_use]
    pub fn is_person(&self) -> bool {
        !self.open && self.bot.is_none()
    }

    /// The name that is stored with the seat.
    fn own_name(&self) -> Option<&str> {
        self.name.as_deref().filter(|_| self.player.is_none())
    }
}

/// The reservation of an open seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatInvitation {
    pub invitee: Invitee,
    /// The time from which anyone can take it.
    pub until: DateTime<Utc>,
}

/// The player or the code for which a seat is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invitee {
    /// The holder of the code with this hash.
    Code(TokenHash),
    Player(Uuid),
}

impl SeatInvitation {
    pub(super) const fn code(&self) -> Option<TokenHash> {
        match self.invitee {
            Invitee::Code(code) => Some(code),
            Invitee::Player(_) => None,
        }
    }

    #[must_use]
    pub const fn player(&self) -> Option<Uuid> {
        match self.invitee {
            Invitee::Code(_) => None,
            Invitee::Player(player) => Some(player),
        }
    }
}

/// A change of a seat with which a game begins, or in a game that has begun.
#[derive(Clone, Debug)]
pub struct Seated {
    pub at: DateTime<Utc>,
    /// True if the game begins with it.
    pub begins: bool,
    /// The holder of the seat before, if it was taken.
    pub former: Option<FormerPlayer>,
}

/// The seats of games.
pub struct Seats {
    pub(super) database: Database,
}

impl Seats {
    /// Stores a seat's new state if the game still has `version` and is neither finished nor
    /// cancelled, and raises the version by one. Other seats are no longer held for a player
    /// who sits there. A seat changes hands only if no move was stored since its former player's
    /// last known one.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if the game has changed; [`Conflict::TokenChanged`] if the player
    /// who sits there has another token now; [`Conflict::NotAdmitted`] if the game's challenge
    /// does not admit the player; [`Conflict::ClaimLost`].
    pub async fn update(
        &self,
        game: Uuid,
        version: u32,
        seat: &SeatState,
        team: Option<&TeamChange>,
        seated: Option<&Seated>,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        // Every change of a player locks players before the game's row.
        if let Some(player) = &seat.player {
            lock_player(&mut transaction, player).await?;
        }
        match seated {
            None => transaction.execute_or(Conflict::Stale, RAISE_VERSION, params![game, version]).await?,
            Some(Seated { at, .. }) => {
                let values = params![game, version, *at];
                transaction.execute_or(Conflict::Stale, RAISE_VERSION_SEATED, values).await?;
            }
        }
        insert_former(&mut transaction, game, seated.and_then(|seated| seated.former.as_ref())).await?;
        // Before the change, so that a player who loses the seat is notified, too.
        let waits = announce_game(&mut transaction, game, seat.player.map(|player| player.id)).await?;
        write_seat(&mut transaction, UPDATE_SEAT, game, seat).await?;
        if let Some(player) = &seat.player {
            transaction.execute(RELEASE_OTHERS, params![game, player.id, seat.seat]).await?;
        }
        store_bot_turn(&mut transaction, game).await?;
        change_team(&mut transaction, game, seat.seat, team).await?;
        if waits && seated.is_none_or(|seated| seated.begins) {
            insert_events(&mut transaction, game, seat.player.map(|player| player.id)).await?;
        }
        commit_with_answer(transaction, answer).await
    }

    /// Lists a finished game, in which a guest with `token` had the seat, for the player who the
    /// guest has become.
    ///
    /// # Errors
    /// [`Conflict::TokenChanged`] if the player has another token now; [`Conflict::Stale`] if it is
    /// no such seat, or another player has kept it; [`Conflict::ClaimLost`].
    pub async fn set_kept_by(
        &self,
        game: Uuid,
        seat: Seat,
        token: TokenHash,
        player: &SeatPlayer,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        lock_player(&mut transaction, player).await?;
        transaction.execute_or(Conflict::Stale, SET_KEPT_BY, params![game, seat, token, player.id]).await?;
        commit_with_answer(transaction, answer).await
    }

    /// True if the player has kept a seat of the game.
    pub async fn is_kept_by(&self, game: Uuid, player: Uuid) -> Result<bool, StoreError> {
        Ok(self.database.fetch_optional(KEPT, params![game, player]).await?.is_some())
    }

    /// Holds seats for the invited players, if the game still has `version` and is neither
    /// finished nor cancelled, and raises the version by one. At most `most` seats are held for
    /// a player at `now`. The seats are open, or those of the `former` players, who lose them by
    /// it, if no move was stored since their last known ones.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if the game has changed, or a player was deleted;
    /// [`Conflict::TooManyHeldSeats`]; [`Conflict::ClaimLost`].
    pub async fn invite(
        &self,
        game: Uuid,
        version: u32,
        (seats, former): (&[SeatState], &[FormerPlayer]),
        now: DateTime<Utc>,
        most: u32,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        let mut invited: Vec<Uuid> = seats.iter().filter_map(|seat| seat.invitation?.player()).collect();
        invited.sort_unstable();
        for player in &invited {
            lock_invited(&mut transaction, *player).await?;
            if transaction.fetch(HELD, params![*player, now, most]).await?.len() >= most as usize {
                return Err(Conflict::TooManyHeldSeats.into());
            }
        }
        if former.is_empty() {
            transaction.execute_or(Conflict::Stale, RAISE_VERSION, params![game, version]).await?;
        } else {
            let values = params![game, version, now];
            transaction.execute_or(Conflict::Stale, RAISE_VERSION_SEATED, values).await?;
        }
        insert_former(&mut transaction, game, former).await?;
        announce_game(&mut transaction, game, invited).await?;
        for seat in seats {
            write_seat(&mut transaction, UPDATE_SEAT, game, seat).await?;
        }
        store_bot_turn(&mut transaction, game).await?;
        insert_events(&mut transaction, game, None).await?;
        commit_with_answer(transaction, answer).await
    }
}

/// Stores the former holders of seats, and adds the events of those who lose them, if no move was
/// stored since their last known ones.
async fn insert_former(
    transaction: &mut Transaction,
    game: Uuid,
    former: impl IntoIterator<Item = &FormerPlayer>,
) -> Result<(), StoreError> {
    for former in former {
        let made = transaction.fetch_optional(MOVES_MADE, params![game]).await?;
        let made = made.map(|row| row.parse(RowKind::Game, "game_id", |row| row.get::<u32>("seq")));
        if made.transpose()? != Some(former.until) {
            return Err(Conflict::Stale.into());
        }
        former.insert(transaction, game).await?;
        if let Some(player) = former.player.filter(|_| former.lost) {
            insert_lost_seat(transaction, game, player, former.until).await?;
        }
    }
    Ok(())
}

/// Stores the turn of a bot, if it may be one's.
async fn store_bot_turn(transaction: &mut Transaction, game: Uuid) -> Result<(), StoreError> {
    if transaction.execute(SEAT_BOT_TURN, params![game]).await? > 0 {
        transaction.announce(Change::BotTurn(game));
    }
    Ok(())
}

/// Notifies the present and the new players and invited players of a game's change. Returns
/// true if the game has open seats.
pub(crate) async fn announce_game(
    transaction: &mut Transaction,
    game: Uuid,
    others: impl IntoIterator<Item = Uuid>,
) -> Result<bool, StoreError> {
    let (mut players, mut waits) = (Vec::from_iter(others), false);
    for row in transaction.fetch(SEATED, params![game]).await? {
        let seat = row.parse(RowKind::Game, "game_id", |row| Ok((row.optional("player")?, row.get("open")?)));
        let (player, open): (Option<Uuid>, bool) = seat?;
        players.extend(player);
        waits |= open;
    }
    transaction.announce(Change::Game { id: game, players, listed: true, made: None });
    Ok(waits)
}

/// Stores a seat, with the statement for a new or a changed one.
pub(crate) async fn write_seat(
    transaction: &mut Transaction,
    statement: Statement,
    game: Uuid,
    seat: &SeatState,
) -> Result<(), StoreError> {
    let values = params![
        game,
        seat.seat,
        seat.own_name(),
        seat.open,
        seat.token,
        seat.player.map(|player| player.id),
        seat.invitation.and_then(|invitation| invitation.code()),
        seat.invitation.and_then(|invitation| invitation.player()),
        seat.invitation.map(|invitation| invitation.until),
        seat.bot.map(<&str>::from),
    ];
    transaction.execute_or(Conflict::Missing, statement, values).await
}
