//! The rematch of a game that is over, with its players and options, and another
//! deal.

use regicide_engine::engine::{Options, Seat, Setup};
use regicide_system::entropy::secret_seed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Play;
use super::invitations::DEFAULT_HOLD;
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::error::Error;
use crate::service::games::bot_cost::BotsWanted;
use crate::service::games::create::{bot_seat, spectator_code, taken_seat};
use crate::service::games::loaded_game::{LoadedGame, Role};
use crate::service::games::view::GameView;
use crate::service::runtime::token::Token;
use regicide_store::{Game, Invitee, SeatInvitation, SeatState};

/// A request for a rematch.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"begins": "next"})))]
pub struct CreateRematch {
    /// The seat that begins, in the trick-taking game the first dealer.
    #[serde(default)]
    pub begins: BeginsRematch,
}

/// The seat that begins a rematch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BeginsRematch {
    /// The seat that began the game before.
    #[default]
    Same,
    /// The seat after it.
    Next,
}

/// A rematch. Only the first request gets its secrets.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rematch {
    /// The game, as the caller sees it.
    pub game: GameView,
    /// The caller's seat, as in the game before.
    pub seat: Seat,
    /// The seat's secret token, if this request made the game.
    #[schema(min_length = 48, max_length = 48)]
    pub token: Option<String>,
    /// The code that shows a private game to people without a seat in it, if this
    /// request made the game.
    #[schema(min_length = 48, max_length = 48)]
    pub spectator_code: Option<String>,
}

impl Play {
    /// The rematch of a game that is over, for a caller with a seat in it. The first
    /// request makes it.
    pub async fn rematch(
        &self,
        id: Uuid,
        request: &CreateRematch,
        token: Option<&Token>,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let rematch = async |cipher: &ReplyCipher<'_>| {
            let loaded = self.games.loaded_game(id).await?;
            let own = self.games.seat_of(&loaded, token).await?;
            loaded.require_revealed()?;
            if let Some(rematch) = loaded.game.rematch {
                return self.known_rematch(rematch, own, token).await;
            }
            let original = &loaded.game;
            let setup = self.setup_of_rematch(original.setup, request.begins)?;
            let game = self.games.new_game(loaded.now, setup, secret_seed(&*self.core.entropy));
            let own_token = Token::of_seat(game.id, &*self.core.entropy);
            let seats = self.seats_of_rematch(&loaded, own, &own_token).await?;
            let creator = seats[own.index()].player.map(|player| player.id);
            let is_owned_by_seat = creator.is_none() && seats.iter().any(|state| state.open);
            let game = Game { visibility: original.visibility, turn_limit: original.turn_limit, ..game };
            let code = spectator_code(&game, &*self.core.entropy);
            let game = Game {
                owner: is_owned_by_seat.then(|| own_token.hash()),
                spectator_code: code.as_ref().map(Token::hash),
                seats,
                creator,
                rematch_of: Some(id),
                ..game
            };
            let made = LoadedGame::made(game)?;
            let rematch = Rematch {
                game: made.view(Role::Seat(own)),
                seat: own,
                token: Some(own_token.reveal().to_owned()),
                spectator_code: code.as_ref().map(|code| code.reveal().to_owned()),
            };
            let reply = Reply::new(made.game.id, &rematch);
            let answer = cipher.answer(&reply);
            let store = self.core.store.games.create_rematch(&made.game, id, answer.as_ref());
            self.games.with_bots(BotsWanted::of(&made.game), store).await?;
            self.games.cache.insert(made);
            Ok(reply)
        };
        let hash = request_hash(&format!("rematch {id}"), request);
        let reply = self.auth.once_retried(None, key, hash, rematch).await?;
        if reply.repeated {
            self.games.seat_of(&self.games.loaded_game(id).await?, token).await?;
        }
        Ok(reply)
    }

    fn setup_of_rematch(&self, before: Setup, begins: BeginsRematch) -> Result<Setup, Error> {
        let options = before.options();
        let began = options.first.unwrap_or_default();
        let first = match begins {
            BeginsRematch::Same => began,
            BeginsRematch::Next => began.next(before.players()),
        };
        let options = Options { first: Some(first), ..options };
        Ok(Setup::new((self.core.settings.ruleset)(before.kind()), before.players(), &options)?)
    }

    /// A rematch that was made before, without its secrets.
    async fn known_rematch(&self, id: Uuid, seat: Seat, token: Option<&Token>) -> Result<Reply, Error> {
        let made = self.games.loaded_game(id).await?;
        // The token of a seat in the game before opens nothing here.
        let game = made.outline(made.seated(token));
        let rematch = Rematch { game, seat, token: None, spectator_code: None };
        Ok(Reply { repeated: true, existed: true, ..Reply::new(id, &rematch) })
    }

    /// The seat of another game for the holder of this one: that of the same player,
    /// whichever of the seat's tokens was sent.
    pub(super) async fn seat_again(&self, before: &SeatState, token: &Token) -> Result<SeatState, Error> {
        let player = match before.player {
            Some(there) => self.core.store.players.read(there.id).await?,
            None => None,
        };
        let player = player.and_then(|player| Some((player.id, player.identity?)));
        Ok(taken_seat(before.seat, before.name.clone(), token, player.as_ref()))
    }

    /// The seats: the caller's taken, those of others held for them, and open seats
    /// open again. The token of a guest's seat is the code for the next one.
    async fn seats_of_rematch(
        &self,
        original: &LoadedGame,
        own: Seat,
        own_token: &Token,
    ) -> Result<Vec<SeatState>, Error> {
        let until = original.now + DEFAULT_HOLD;
        let mut seats = Vec::new();
        for before in &original.game.seats {
            let seat = before.seat;
            seats.push(match before.player {
                _ if seat == own => self.seat_again(before, own_token).await?,
                _ if before.open => SeatState::open(seat),
                _ if let Some(level) = before.bot => bot_seat(seat, level),
                Some(player) => SeatState::held_for(seat, player.id, until),
                None => {
                    let held = |token| SeatInvitation { invitee: Invitee::Code(token), until };
                    SeatState { invitation: before.token.map(held), ..SeatState::open(seat) }
                }
            });
        }
        Ok(seats)
    }
}
