//! Seats that change hands in a running game (R11.3). In the games of a challenge they never do.

use regicide_engine::engine::{Game as _, Seat};
use uuid::Uuid;

use super::Play;
use super::seats::require_waiting;
use crate::service::error::Error;
use crate::service::games::loaded_game::{LoadedGame, Role};
use crate::service::runtime::token::Token;
use regicide_store::{FormerPlayer, SeatState, Seated, Status};

/// The limit on changes of hands of a seat by choice. Absent players can be replaced all the same.
const MAX_CHANGES: usize = 50;

/// The limit on changes of hands in a game from which on no seat is taken: a record names each.
const MAX_IN_ALL: usize = 500;

/// The caller's right to change the seats of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seating {
    /// The game waits for others, and the caller owns it.
    Before,
    /// The game runs, and the caller has this seat.
    During(Seat),
}

impl Seating {
    /// The caller's seat, if the game runs.
    pub(crate) const fn own(self) -> Option<Seat> {
        match self {
            Self::Before => None,
            Self::During(own) => Some(own),
        }
    }
}

impl Play {
    /// A game whose seats the caller may change: the owner before it begins, the holder of a seat
    /// while it runs. Others get `refusal`.
    pub(crate) async fn seating(
        &self,
        id: Uuid,
        token: Option<&Token>,
        refusal: &'static str,
    ) -> Result<(LoadedGame, Seating), Error> {
        let loaded = self.games.loaded_game(id).await?;
        if loaded.hands_change()
            && let Role::Seat(own) = self.games.caller(&loaded, token).await?
        {
            return Ok((loaded, Seating::During(own)));
        }
        if !self.games.is_owner(&loaded, token).await? {
            return Err(Error::Forbidden(refusal));
        }
        require_waiting(&loaded)?;
        Ok((loaded, Seating::Before))
    }
}

impl LoadedGame {
    /// True while seats of the game may change hands.
    pub(crate) fn hands_change(&self) -> bool {
        self.game.challenge.is_none() && self.status() == Status::Running
    }

    /// Requires that the holder of the seat `own` may change `seat`: their own seat, if others
    /// remain; one to act whose time is over; an open one; and that of a bot in a person's place.
    pub(crate) fn require_hand_over(&self, own: Seat, seat: Seat, field: &'static str) -> Result<(), Error> {
        let unfit = |reason| Err(Error::Unfit { field, reason });
        let Some(state) = self.game.seats.get(seat.index()) else { return unfit("unfit-no-such-seat") };
        let changes = self.game.former_players.iter().filter(|former| former.seat == seat).count();
        if (seat == own || state.bot.is_some()) && changes >= MAX_CHANGES {
            return unfit("unfit-too-many-changes");
        }
        if seat == own {
            return if self.game.people() > 1 { Ok(()) } else { unfit("unfit-last-person") };
        }
        let is_overdue = || self.position().to_act() == Some(seat) && self.is_turn_over();
        match state.bot {
            _ if state.open => Ok(()),
            Some(_) if changes > 0 => Ok(()),
            None if is_overdue() => Ok(()),
            None if self.game.turn_limit.is_some() => Err(Error::TurnNotOver),
            Some(_) | None => Err(Error::Begun),
        }
    }

    /// The change of a seat by the holder of `own`, if the game begins with it, or it changes hands.
    pub(crate) fn seated_by(&self, state: &SeatState, own: Option<Seat>) -> Option<Seated> {
        let others = || self.game.seats.iter().filter(|other| other.seat != state.seat);
        let at = self.now;
        if self.has_begun() {
            let former = self.game.seats.get(state.seat.index()).filter(|before| !before.open);
            let former = former.map(|before| self.former(before, own != Some(state.seat)));
            // Whoever declines an invitation changes nothing else.
            return (former.is_some() || !state.open).then_some(Seated { at, begins: false, former });
        }
        let begins = !state.open && others().all(|other| !other.open);
        begins.then_some(Seated { at, begins, former: None })
    }

    fn former(&self, before: &SeatState, lost: bool) -> FormerPlayer {
        let SeatState { seat, name, token, player, bot, .. } = before.clone();
        let (token, name) = (token.filter(|_| player.is_none()), name.filter(|_| bot.is_none()));
        FormerPlayer {
            version: self.game.version + 1,
            seat,
            until: self.seq(),
            player: player.map(|player| player.id),
            bot,
            token,
            name,
            lost,
        }
    }

    /// The game after a change of a seat.
    pub(crate) fn with_seat(&mut self, state: SeatState, seated: Option<Seated>) {
        let game = &mut self.state_mut().game;
        if let Some(Seated { at, former, .. }) = seated {
            game.seated_at = Some(at);
            game.proposal = None;
            game.former_players.extend(former);
        }
        let place = state.seat.index();
        game.seats[place] = state;
    }

    /// The seat that the caller had and may have back: a bot has it, or it is open.
    pub(super) fn left_seat(&self, is_caller: impl Fn(&FormerPlayer) -> bool) -> Option<&FormerPlayer> {
        let is_free = |former: &&FormerPlayer| !self.game.seats[former.seat.index()].is_person();
        let left = || self.game.former_players.iter().rev().filter(is_free).find(|former| is_caller(former));
        self.hands_change().then(left).flatten()
    }

    /// As [`Self::left_seat`], of a seat that was taken without a player.
    pub(super) fn left_by_guest(&self, token: &Token) -> Option<&FormerPlayer> {
        self.left_seat(|former| former.token.is_some_and(|hash| token.matches(&hash)))
    }

    /// True if a player had another seat of the game, and so has seen other cards.
    pub(super) fn had_other_seat(&self, player: Uuid, seat: Seat) -> bool {
        let is_theirs = |former: &FormerPlayer| former.player == Some(player) && former.seat != seat;
        self.game.former_players.iter().any(is_theirs)
    }

    /// Requires that the holder of this token, in a running game, may take another seat.
    pub(super) fn require_no_seat(&self, token: Option<&Token>) -> Result<(), Error> {
        if self.hands_change() && matches!(self.seated(token), Role::Seat(_)) {
            return Err(Error::SeatedAlready);
        }
        if self.game.former_players.len() >= MAX_IN_ALL {
            return Err(Error::Unfit { field: "seat", reason: "unfit-too-many-changes" });
        }
        Ok(())
    }

    /// True if the time of the seat to act is over.
    pub(crate) fn is_turn_over(&self) -> bool {
        let end = self.game.turn_ends_at(self.now, self.position().to_act());
        end.is_some_and(|end| end <= self.now)
    }
}
