//! Open seats: taking, leaving and freeing them, and cancelling a game.

use regicide_engine::engine::{Seat, deserialize_some};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Play;
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::auth::without_player;
use crate::service::error::Error;
use crate::service::games::create::taken_seat;
use crate::service::games::loaded_game::{LoadedGame, Role};
use crate::service::games::view::GameView;
use crate::service::names::{DisplayName, given_name};
use crate::service::runtime::token::Token;
use crate::service::runtime::work::check_code;
use regicide_store::{
    Admission, ChallengeEntry, Conflict, Identity, Invitee, SeatInvitation, SeatPlayer, SeatState, Seated,
    Status, StoreError, TeamChange, Visibility,
};

/// A request to take a seat.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"name": "Ben"})))]
pub struct TakeSeat {
    /// The seat; if left out, one that the caller is invited to, or the first open
    /// one without an invitation.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub seat: Option<Seat>,
    /// The caller's code: of an invitation to a seat, of a private game, or, in a
    /// challenge for invited players, to the challenge.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub invitation: Option<String>,
    /// The display name, 1 to 40 printable characters; a player's own name takes
    /// precedence.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<DisplayName>)]
    pub name: Option<String>,
    /// The token of a seat that was taken without a player: the seat becomes the calling
    /// player's, or, where a bot has it by now or it is open, the caller's again. A game that
    /// is over is listed for the player, and neither it nor its record changes. The game is no
    /// attempt at a challenge. Without `seat` and `invitation`.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub guest_token: Option<String>,
}

const UNFIT_GUEST_TOKEN: Error = Error::Unfit { field: "guest_token", reason: "unfit-guest-token" };

/// A taken seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Joined {
    /// The seat.
    pub seat: Seat,
    /// Its secret token, shown this once.
    #[schema(min_length = 48, max_length = 48)]
    pub token: String,
    /// The game, as its new player sees it.
    pub game: GameView,
}

impl Play {
    /// Takes an open seat; with a player's token, as that player.
    pub async fn take_seat(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &TakeSeat,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let name = request.name.as_deref().map(|name| given_name("name", name)).transpose()?;
        let seat_token = Token::of_seat(id, &*self.core.entropy);
        let hash = request_hash(&format!("take_seat {id}"), request);
        let take = async |cipher: &ReplyCipher<'_>| {
            let player = self.auth.sending_player(token).await?;
            let loaded = self.games.loaded_game(id).await?;
            let guest = request.guest_token.as_deref().map(Token::from_client);
            let left = guest.as_ref().and_then(|guest| loaded.left_by_guest(guest));
            if left.is_some() && (request.seat.is_some() || request.invitation.is_some()) {
                return Err(UNFIT_GUEST_TOKEN);
            }
            if let Some(guest) = guest.filter(|_| left.is_none()) {
                if loaded.holder(&guest).is_none() {
                    return Err(UNFIT_GUEST_TOKEN);
                }
                let player = player.ok_or_else(|| without_player(token))?;
                return self.adopt_seat(loaded, request, &player, &guest, cipher).await;
            }
            loaded.require_no_seat(token)?;
            let challenge = match loaded.game.challenge {
                None => None,
                Some(entry) => Some((entry, self.challenges.stored(entry.challenge).await?)),
            };
            let by_organiser = challenge.as_ref().is_some_and(|(_, of)| of.admission == Admission::Invited);
            // In such a challenge, the code is the challenge's.
            let code = request.invitation.as_deref().filter(|_| !by_organiser).map(Token::from_client);
            let player_id = player.as_ref().map(|(id, _)| *id);
            if player_id.is_some_and(|id| loaded.players().contains(&id)) {
                return Err(Error::SeatedAlready);
            }
            let check = async { open_seat(&loaded, request.seat, player_id, code.as_ref()) };
            let free = match left {
                Some(former) => former.seat,
                None if code.is_some() => check_code(id, check).await?,
                None => check.await?,
            };
            if player_id.is_some_and(|id| loaded.had_other_seat(id, free)) {
                return Err(Error::Forbidden("forbidden-other-seat"));
            }
            let name = name.clone().or_else(|| left.and_then(|former| former.name.clone()));
            let seat_player = player.as_ref().map(|(id, who)| SeatPlayer { id: *id, token: who.token });
            let team = match &challenge {
                None => None,
                Some((entry, challenge)) => {
                    let who = seat_player.ok_or_else(|| without_player(token))?;
                    let code = request.invitation.as_deref();
                    let entrant = self.challenges.join_attempt(challenge, *entry, who, code).await?;
                    Some(TeamChange::Join(entrant))
                }
            };
            let state = taken_seat(free, name, &seat_token, player.as_ref());
            let (version, seated) = (loaded.game.version, loaded.seated_by(&state, None));
            let game = view_with_seat(loaded, &state, seated.clone());
            let reply = Reply::new(id, &Joined { seat: free, token: seat_token.reveal().to_owned(), game });
            let answer = cipher.answer(&reply);
            let seats = &self.core.store.seats;
            seats.update(id, version, &state, team.as_ref(), seated.as_ref(), answer.as_ref()).await?;
            Ok(reply)
        };
        self.auth.once_retried(token, key, hash, take).await
    }

    /// Gives a guest's seat to the guest, who is a player by now. Who played a finished game
    /// is signed and logged: that game is listed for the player, and does not count. Attempts are
    /// their players', and stay as they are.
    async fn adopt_seat(
        &self,
        loaded: LoadedGame,
        request: &TakeSeat,
        (player, identity): &(Uuid, Identity),
        guest: &Token,
        cipher: &ReplyCipher<'_>,
    ) -> Result<Reply, Error> {
        let game = &loaded.game;
        let Some(Role::Seat(seat)) = loaded.holder(guest) else { return Err(UNFIT_GUEST_TOKEN) };
        let before = &game.seats[seat.index()];
        let is_guest = before.player.is_none() && game.challenge.is_none();
        if loaded.players().contains(player) {
            return Err(Error::SeatedAlready);
        }
        if loaded.had_other_seat(*player, seat) {
            return Err(Error::Forbidden("forbidden-other-seat"));
        }
        if !is_guest || request.seat.is_some() || request.invitation.is_some() {
            return Err(UNFIT_GUEST_TOKEN);
        }
        let (id, version) = (game.id, game.version);
        let player = SeatPlayer { id: *player, token: identity.token };
        match loaded.status() {
            Status::Waiting | Status::Running => {}
            Status::Finished => return self.keep_listed(&loaded, seat, &player, guest, cipher).await,
            over @ (Status::Abandoned | Status::Cancelled | Status::Closed) => {
                return Err(Error::Over(over));
            }
        }
        let state = SeatState {
            name: identity.shown_name().map(str::to_owned),
            player: Some(player),
            ..before.clone()
        };
        // The same person: what is left of the guest is that it was one.
        let mut seated = loaded.seated_by(&state, Some(seat));
        if let Some(former) = seated.as_mut().and_then(|seated| seated.former.as_mut()) {
            (former.name, former.token) = (None, None);
        }
        let game = view_with_seat(loaded, &state, seated.clone());
        let reply = Reply::new(id, &Joined { seat, token: guest.reveal().to_owned(), game });
        let answer = cipher.answer(&reply);
        self.core.store.seats.update(id, version, &state, None, seated.as_ref(), answer.as_ref()).await?;
        Ok(reply)
    }

    /// Lists a finished game, in which a guest had the seat, for the player.
    async fn keep_listed(
        &self,
        loaded: &LoadedGame,
        seat: Seat,
        player: &SeatPlayer,
        guest: &Token,
        cipher: &ReplyCipher<'_>,
    ) -> Result<Reply, Error> {
        let (id, game) = (loaded.game.id, loaded.view(Role::Seat(seat)));
        let reply = Reply::new(id, &Joined { seat, token: guest.reveal().to_owned(), game });
        let answer = cipher.answer(&reply);
        match self.core.store.seats.set_kept_by(id, seat, guest.hash(), player, answer.as_ref()).await {
            // The seat of a finished game does not change otherwise.
            Err(StoreError::Conflict(Conflict::Stale)) => Err(Error::SeatTaken),
            kept => Ok(kept.map(|()| reply)?),
        }
    }

    /// Leaves the caller's seat or declines an invitation to it, or, as the game's
    /// owner, frees another seat, taken or held. The seat that owns a game cannot be left
    /// before it begins: the game could no longer be cancelled. While it runs, whoever
    /// has a seat opens those that may change hands.
    pub async fn free_seat(&self, id: Uuid, seat: Seat, token: Option<&Token>) -> Result<GameView, Error> {
        self.core
            .retry_stale(async || {
                let mut loaded = self.games.loaded_game(id).await?;
                let caller = self.games.caller(&loaded, token).await?;
                let is_invited = self.is_invited_to(&loaded, seat, token).await?;
                let runs = loaded.hands_change();
                let own = if let Role::Seat(own) = caller { Some(own) } else { None };
                match caller {
                    _ if runs && is_invited => {}
                    Role::Seat(own) if runs => loaded.require_hand_over(own, seat, "seat")?,
                    _ if caller == Role::Seat(seat) || is_invited => require_waiting(&loaded)?,
                    _ if self.games.is_owner(&loaded, token).await? => require_waiting(&loaded)?,
                    Role::Seat(_) | Role::Guest | Role::Spectator => {
                        return Err(Error::Forbidden("forbidden-free-seat"));
                    }
                }
                let is_held = |state: &SeatState| !state.open || state.invitation.is_some();
                if !loaded.game.seats.get(seat.index()).is_some_and(is_held) {
                    return Err(Error::Unfit { field: "seat", reason: "unfit-seat-open" });
                }
                if !loaded.has_begun() && loaded.is_owned_by(&loaded.game.seats[seat.index()]) {
                    return Err(Error::Unfit { field: "seat", reason: "unfit-owner-leaves" });
                }
                self.open_again(&mut loaded, seat, own).await?;
                Ok(loaded.view(loaded.seated(token)))
            })
            .await
    }

    async fn is_invited_to(
        &self,
        loaded: &LoadedGame,
        seat: Seat,
        token: Option<&Token>,
    ) -> Result<bool, Error> {
        let player = self.auth.sending_player(token).await?;
        let state = loaded.game.seats.get(seat.index());
        Ok(player.zip(state).is_some_and(|((player, _), state)| state.is_held_for(player, loaded.now)))
    }

    /// Opens a seat that was taken or held, by the holder of `own`, and removes its player from the
    /// attempt.
    pub(crate) async fn open_again(
        &self,
        loaded: &mut LoadedGame,
        seat: Seat,
        own: Option<Seat>,
    ) -> Result<(), Error> {
        let state = SeatState::open(seat);
        let leaving = |entry: ChallengeEntry| TeamChange::Leave { challenge: entry.challenge };
        let team = loaded.game.challenge.map(leaving);
        let (id, version, seated) = (loaded.game.id, loaded.game.version, loaded.seated_by(&state, own));
        self.core.store.seats.update(id, version, &state, team.as_ref(), seated.as_ref(), None).await?;
        loaded.with_seat(state, seated);
        Ok(())
    }

    /// Cancels a game before it begins, for its owner.
    pub async fn cancel(&self, id: Uuid, token: Option<&Token>) -> Result<GameView, Error> {
        self.core
            .retry_stale(async || {
                let mut loaded = self.owned_game(id, token, "forbidden-cancel").await?;
                require_waiting(&loaded)?;
                self.core.store.games.cancel(id, loaded.game.version, loaded.now).await?;
                loaded.state_mut().game.cancelled_at = Some(loaded.now);
                Ok(loaded.view(Role::Spectator))
            })
            .await
    }
}

pub(crate) fn require_waiting(loaded: &LoadedGame) -> Result<(), Error> {
    match loaded.status() {
        Status::Waiting => Ok(()),
        Status::Running => Err(Error::Begun),
        over @ (Status::Finished | Status::Abandoned | Status::Cancelled | Status::Closed) => {
            Err(Error::Over(over))
        }
    }
}

/// Requires an open seat.
pub(crate) fn require_open(loaded: &LoadedGame, seat: Seat, field: &'static str) -> Result<(), Error> {
    match loaded.game.seats.get(seat.index()) {
        None => Err(Error::Unfit { field, reason: "unfit-no-such-seat" }),
        Some(state) if !state.open => Err(Error::SeatTaken),
        Some(_) => Ok(()),
    }
}

/// An open seat that a caller may take. A request with a code that matches no
/// seat is not given another one.
fn open_seat(
    loaded: &LoadedGame,
    wanted: Option<Seat>,
    player: Option<Uuid>,
    code: Option<&Token>,
) -> Result<Seat, Error> {
    let seats = &loaded.game.seats;
    let now = loaded.now;
    let is_caller = |invitation: SeatInvitation| match invitation.invitee {
        Invitee::Code(hash) => code.is_some_and(|code| code.matches(&hash)),
        Invitee::Player(invited) => player == Some(invited),
    };
    let invited = |state: &&SeatState| state.open && state.held(now).is_some_and(is_caller);
    let left = loaded.left_seat(|former| player.is_some() && former.player == player);
    let left = left.map(|former| former.seat).filter(|seat| wanted.is_none_or(|wanted| wanted == *seat));
    let has_game_code = code.is_some_and(|code| loaded.holder(code) == Some(Role::Guest));
    let is_private = loaded.game.visibility == Visibility::Private;
    // A caller who may not see a private game gets no information about it.
    if is_private && !has_game_code && left.is_none() && !seats.iter().any(|state| invited(&state)) {
        return Err(Error::SeatHeld);
    }
    match loaded.status() {
        Status::Waiting => {}
        Status::Running => {
            let is_wanted = |state: &&SeatState| wanted.is_none_or(|seat| seat == state.seat);
            let invited = seats.iter().filter(is_wanted).find(invited).map(|state| state.seat);
            let is_held = seats.iter().any(|state| state.open);
            let none = if is_held { Error::SeatHeld } else { Error::NoOpenSeat };
            return invited.or(left).ok_or(none);
        }
        // The caller has no access to the game and must not learn its result.
        Status::Finished if loaded.game.is_embargoed(loaded.now) => return Err(Error::NoOpenSeat),
        over @ (Status::Finished | Status::Abandoned | Status::Cancelled | Status::Closed) => {
            return Err(Error::Over(over));
        }
    }
    let for_anybody =
        |state: &&SeatState| state.open && state.held(now).is_none() && (!is_private || has_game_code);
    let has_code_for_seat = code.is_some() && !has_game_code;
    match wanted {
        None => {
            let free = || seats.iter().find(for_anybody).filter(|_| !has_code_for_seat);
            let none =
                || if seats.iter().any(|state| state.open) { Error::SeatHeld } else { Error::NoOpenSeat };
            seats.iter().find(invited).or_else(free).map(|state| state.seat).ok_or_else(none)
        }
        Some(seat) => {
            require_open(loaded, seat, "seat")?;
            let state = &seats[seat.index()];
            let is_free = invited(&state) || for_anybody(&state) && !has_code_for_seat;
            if is_free { Ok(seat) } else { Err(Error::SeatHeld) }
        }
    }
}

/// The game with a seat taken, as that seat sees it. No other seat is held for its
/// player any more.
fn view_with_seat(mut loaded: LoadedGame, state: &SeatState, seated: Option<Seated>) -> GameView {
    let seats = &mut loaded.state_mut().game.seats;
    let player = state.player.map(|player| player.id);
    let of_player = |invitation: &SeatInvitation| player.is_some() && invitation.player() == player;
    for seat in seats.iter_mut() {
        seat.invitation.take_if(|invitation| of_player(invitation));
    }
    loaded.with_seat(state.clone(), seated);
    loaded.view(Role::Seat(state.seat))
}
