//! Open seats: taking, leaving and freeing them, and calling a game off.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::error::Error;
use super::idempotency::{IdempotencyKey, Reply, Seal, request_hash};
use super::name::{DisplayName, check_name};
use super::table::{Caller, Table};
use super::token::Token;
use super::view::GameView;
use super::{ATTEMPTS, Service};
use crate::engine::Seat;
use crate::store::{SeatPlayer, SeatState, Status, TeamChange};

/// A wish to sit down.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"name": "Ben"})))]
pub struct TakeSeat {
    /// The seat; the first open one if left out.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// Challenges for invited players: the invitation's code, unless one has
    /// admitted the player already.
    #[serde(default)]
    pub invitation: Option<String>,
    /// The display name, 1 to 40 printable characters; a player's own name
    /// goes before it.
    #[serde(default)]
    #[schema(value_type = Option<DisplayName>)]
    pub name: Option<String>,
}

/// A seat that was taken.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Joined {
    /// The seat.
    pub seat: Seat,
    /// Its secret token, shown this once.
    #[schema(min_length = 43, max_length = 43)]
    pub token: String,
    /// The game, as its new player sees it.
    pub game: GameView,
}

impl Service {
    /// Takes an open seat; with a player's token, as that player.
    ///
    /// # Errors
    /// If the token is no player's, the player sits there already, the seat or
    /// all seats are taken, the game has ended, the name does not do, the game's
    /// challenge does not take the player, or the key was used otherwise.
    pub async fn take_seat(
        &self,
        id: Uuid,
        player: Option<&Token>,
        request: &TakeSeat,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        if let Some(name) = &request.name {
            check_name("name", name)?;
        }
        let token = Token::new(&*self.entropy);
        let hash = request_hash(&format!("take_seat {id}"), request);
        let take = async |seal: Seal<'_>| {
            for _ in 0..ATTEMPTS {
                let player = match player {
                    Some(player) => Some(self.player_of(player).await?),
                    None => None,
                };
                let table = self.table(id).await?;
                let seat = open_seat(&table, request.seat)?;
                if player.as_ref().is_some_and(|(id, _)| table.has_player(*id)) {
                    return Err(Error::SeatedAlready);
                }
                let entry = match table.game().challenge {
                    None => None,
                    Some(entered) => {
                        let (id, who) = player.as_ref().ok_or(Error::TokenMissing)?;
                        let who = SeatPlayer { id: *id, token: who.token };
                        Some(self.join_attempt(entered, who, request.invitation.as_deref()).await?)
                    }
                };
                let name = match &player {
                    Some((_, who)) => who.shown_name().map(str::to_owned),
                    None => request.name.clone(),
                };
                let state = SeatState {
                    seat,
                    name,
                    open: false,
                    token: Some(token.hash()),
                    asked_to_concede: None,
                    player: player.as_ref().map(|(id, who)| SeatPlayer { id: *id, token: who.token }),
                };
                let version = table.stored.version;
                let game = after(table, &state);
                let reply = Reply::new(id, &Joined { seat, token: token.reveal().to_owned(), game });
                let team = entry.map(TeamChange::Joins);
                let answer = seal.answer(&reply);
                if self.store.set_seat(id, version, &state, team.as_ref(), answer.as_ref()).await? {
                    return Ok(reply);
                }
            }
            Err(Error::Contended)
        };
        self.once_as_player(player, key, hash, take).await
    }

    /// Leaves the own seat, or frees another's with the creator's token. Only
    /// before the game begins.
    ///
    /// # Errors
    /// If the token is neither the seat's nor the creator's, the seat is open
    /// already, or the game has begun or ended.
    pub async fn free_seat(&self, id: Uuid, seat: Seat, token: Option<&Token>) -> Result<GameView, Error> {
        for _ in 0..ATTEMPTS {
            let table = self.table(id).await?;
            let caller = require_caller(&table, token)?;
            if !table.is_host(caller) && caller != Caller::Seat(seat) {
                return Err(Error::Forbidden("forbidden-free-seat"));
            }
            require_waiting(&table)?;
            let sits_there = table.game().seats.get(seat.index()).is_some_and(|state| !state.open);
            if !sits_there {
                return Err(Error::Unfit { field: "seat", reason: "unfit-nobody-sits-there" });
            }
            let state =
                SeatState { seat, name: None, open: true, token: None, asked_to_concede: None, player: None };
            let team = table.leaving();
            if self.store.set_seat(id, table.stored.version, &state, team.as_ref(), None).await? {
                return Ok(after(table, &state));
            }
        }
        Err(Error::Contended)
    }

    /// Calls a game off before it begins, with the creator's token.
    ///
    /// # Errors
    /// If the token is not the creator's, or the game has begun or ended.
    pub async fn cancel_game(&self, id: Uuid, token: Option<&Token>) -> Result<GameView, Error> {
        for _ in 0..ATTEMPTS {
            let mut table = self.table(id).await?;
            if !table.is_host(require_caller(&table, token)?) {
                return Err(Error::Forbidden("forbidden-cancel"));
            }
            require_waiting(&table)?;
            if self.store.cancel(id, table.stored.version, table.now).await? {
                table.stored.cancelled_at = Some(table.now);
                return Ok(table.view(Caller::Owner));
            }
        }
        Err(Error::Contended)
    }
}

fn require_caller(table: &Table, token: Option<&Token>) -> Result<Caller, Error> {
    match table.caller(token)? {
        Caller::Spectator => Err(Error::TokenMissing),
        caller @ (Caller::Seat(_) | Caller::Owner) => Ok(caller),
    }
}

fn require_waiting(table: &Table) -> Result<(), Error> {
    match table.status() {
        Status::Waiting => Ok(()),
        Status::Running => Err(Error::Begun),
        over @ (Status::Finished | Status::Abandoned | Status::Cancelled | Status::Closed) => {
            Err(Error::Over(over))
        }
    }
}

fn open_seat(table: &Table, wanted: Option<Seat>) -> Result<Seat, Error> {
    let seats = &table.game().seats;
    match table.status() {
        Status::Waiting => {}
        Status::Running => return Err(Error::NoOpenSeat),
        // Whoever asks is a stranger, and is not told how it ended.
        Status::Finished if table.stored.is_sealed(table.now) => return Err(Error::NoOpenSeat),
        over @ (Status::Finished | Status::Abandoned | Status::Cancelled | Status::Closed) => {
            return Err(Error::Over(over));
        }
    }
    match wanted {
        None => seats.iter().find(|state| state.open).map(|state| state.seat).ok_or(Error::NoOpenSeat),
        Some(seat) => match seats.get(seat.index()) {
            None => Err(Error::Unfit { field: "seat", reason: "unfit-no-such-seat" }),
            Some(state) if state.open => Ok(seat),
            Some(_) => Err(Error::SeatTaken),
        },
    }
}

impl Table {
    /// Whether the caller is who called the others together: the game's
    /// creator, in an attempt the player on the first seat.
    fn is_host(&self, caller: Caller) -> bool {
        match caller {
            Caller::Owner => true,
            Caller::Seat(seat) => {
                let game = self.game();
                let begun_by_player = game.owner.is_none() && game.seats[0].player.is_some();
                begun_by_player && seat == Seat::default()
            }
            Caller::Spectator => false,
        }
    }

    /// What it is to an attempt that a seat is freed.
    fn leaving(&self) -> Option<TeamChange> {
        let challenge = self.game().challenge?.challenge;
        Some(TeamChange::Leaves { challenge })
    }
}

/// The game with a seat changed, as that seat sees it.
fn after(mut table: Table, state: &SeatState) -> GameView {
    table.stored.game.seats[state.seat.index()] = state.clone();
    let caller = if state.open { Caller::Spectator } else { Caller::Seat(state.seat) };
    table.view(caller)
}
