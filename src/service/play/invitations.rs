//! Invitations to seats: an open seat is reserved by a code, or for a player.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use regicide_engine::engine::{Seat, deserialize_some};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Play;
use super::seats::require_open;
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::error::{Error, FieldErrors};
use crate::service::games::loaded_game::{LoadedGame, Role};
use crate::service::players::MAX_HELD_SEATS;
use crate::service::runtime::token::Token;
use regicide_store::{Admission, Invitee, SeatInvitation, SeatState};

/// The default time for which a seat is held.
pub(crate) const DEFAULT_HOLD: TimeDelta = TimeDelta::days(7);
const MAX_HOLD: TimeDelta = TimeDelta::days(30);

/// Seats to invite others to.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"for_seats": [1]})))]
pub struct InviteToSeats {
    /// Open seats of the game. An earlier invitation to one of them becomes void. In a running
    /// game also seats that the caller may hand over (R11.3): they are opened by it.
    #[schema(min_items = 1, max_items = 4)]
    pub for_seats: Vec<Seat>,
    /// The player for whom one seat is held, without a code: the inviting caller has
    /// to be a player, too.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub player_id: Option<Uuid>,
    /// The time from which any caller can take them, or, in a running game, no one by this
    /// invitation: at most 30 days from now; 7 days from now if left out.
    #[serde(default, with = "regicide_engine::record::timestamp::option")]
    pub expires_at: Option<DateTime<Utc>>,
}

/// Invitations to seats of a game, shown this once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatInvitations {
    /// One for each seat; none for a player.
    pub invitations: Vec<SeatCode>,
}

/// An invitation to a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatCode {
    /// The seat.
    pub seat: Seat,
    /// The code, to be sent as `invitation` when the seat is taken. It is
    /// valid once.
    #[schema(min_length = 43, max_length = 43)]
    pub code: String,
    /// The time from which the code is void, and, before the game begins, any caller can take
    /// the seat.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub expires_at: DateTime<Utc>,
}

impl SeatCode {
    /// A new code with the seat that is held by it.
    pub(crate) fn new(service: &Play, seat: Seat, until: DateTime<Utc>) -> (Self, SeatState) {
        let code = Token::new(&*service.core.entropy);
        let invitation = SeatInvitation { invitee: Invitee::Code(code.hash()), until };
        let state = SeatState { invitation: Some(invitation), ..SeatState::open(seat) };
        (Self { seat, code: code.reveal().to_owned(), expires_at: until }, state)
    }
}

impl Play {
    /// Creates invitations to seats: for the game's owner before it begins to open ones, later for
    /// the holders of seats also to those that they may hand over.
    pub async fn invite_to_seats(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &InviteToSeats,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let invite = async |cipher: &ReplyCipher<'_>| {
            let (loaded, seating) = self.seating(id, token, "forbidden-invite").await?;
            let own = seating.own();
            let until = request.expires_at.map_or(loaded.now + DEFAULT_HOLD, |time| time.trunc_subsecs(6));
            let is_time = until > loaded.now && until - loaded.now <= MAX_HOLD;
            let mut errors = FieldErrors::default();
            errors.unfit(!is_time, "expires_at", "unfit-expires-at");
            errors.unfit(request.for_seats.is_empty(), "for_seats", "unfit-no-such-seat");
            errors.finish()?;
            if let Some(entry) = loaded.game.challenge
                && self.challenges.stored(entry.challenge).await?.admission == Admission::Invited
            {
                return Err(Error::Unfit { field: "for_seats", reason: "unfit-challenge-invites" });
            }
            let mut seats = request.for_seats.clone();
            seats.sort_unstable();
            seats.dedup();
            for seat in &seats {
                match (require_open(&loaded, *seat, "for_seats"), own) {
                    (Err(Error::SeatTaken), Some(own)) if own != *seat => {
                        let required = loaded.require_hand_over(own, *seat, "for_seats");
                        let is_taken = matches!(required, Err(Error::Begun));
                        (if is_taken { Err(Error::SeatTaken) } else { required })?;
                    }
                    (open, _) => open?,
                }
            }
            let (invitations, states): (Vec<_>, Vec<_>) = match request.player_id {
                None => seats.into_iter().map(|seat| SeatCode::new(self, seat, until)).unzip(),
                Some(player) => {
                    self.auth.required_player(token).await?;
                    self.check_invitable(&loaded, &seats, player).await?;
                    let held = |seat| SeatState::held_for(seat, player, until);
                    (Vec::new(), seats.into_iter().map(held).collect())
                }
            };
            let reply = Reply::new(id, &SeatInvitations { invitations });
            let answer = cipher.answer(&reply);
            let (version, now, seats) = (loaded.game.version, loaded.now, &self.core.store.seats);
            let former = states.iter().filter_map(|state| loaded.seated_by(state, own)?.former);
            let former: Vec<_> = former.collect();
            seats.invite(id, version, (&states, &former), now, MAX_HELD_SEATS, answer.as_ref()).await?;
            Ok(reply)
        };
        let hash = request_hash(&format!("invite_to_seats {id}"), request);
        let reply = self.auth.once_retried(None, key, hash, invite).await?;
        if reply.repeated {
            let loaded = self.games.loaded_game(id).await?;
            let has_seat = matches!(self.games.caller(&loaded, token).await?, Role::Seat(_));
            if !has_seat && !self.games.is_owner(&loaded, token).await? {
                return Err(Error::Forbidden("forbidden-invite"));
            }
        }
        Ok(reply)
    }

    async fn check_invitable(&self, loaded: &LoadedGame, seats: &[Seat], player: Uuid) -> Result<(), Error> {
        if seats.len() > 1 {
            return Err(Error::Unfit { field: "for_seats", reason: "unfit-one-seat-for-player" });
        }
        let is_invited = loaded.game.invitation_of(player, loaded.now).is_some();
        if is_invited || loaded.players().contains(&player) {
            return Err(Error::SeatedAlready);
        }
        if seats.iter().any(|seat| loaded.had_other_seat(player, *seat)) {
            return Err(Error::Unfit { field: "player_id", reason: "forbidden-other-seat" });
        }
        let found = self.core.store.players.read(player).await?;
        if found.is_none_or(|found| found.identity.is_none()) {
            return Err(Error::Unfit { field: "player_id", reason: "unfit-no-such-player" });
        }
        Ok(())
    }

    /// A game, for its owner; other callers get `refusal`.
    pub(crate) async fn owned_game(
        &self,
        id: Uuid,
        token: Option<&Token>,
        refusal: &'static str,
    ) -> Result<LoadedGame, Error> {
        let loaded = self.games.loaded_game(id).await?;
        if self.games.is_owner(&loaded, token).await? { Ok(loaded) } else { Err(Error::Forbidden(refusal)) }
    }
}
