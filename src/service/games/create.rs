//! Creating a game.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use regicide_engine::bots::Level;
use regicide_engine::engine::{GameKind, Options, Seat, Seed, Setup, deserialize_some};
use regicide_engine::record::SeedBy;
use regicide_system::entropy::{Entropy, secret_seed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Games;
use super::bot_cost::BotsWanted;
use super::loaded_game::{LoadedGame, Role};
use super::view::GameView;
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::error::{Error, FieldErrors};
use crate::service::names::{DisplayName, given_name};
use crate::service::runtime::token::Token;
use crate::service::runtime::work::blocking;
use regicide_store::{Game, Identity, SeatPlayer, SeatState, TokenHash, Visibility};

/// A game to be created. All fields but the number of players have defaults.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"players": 2, "names": ["Ada", "Ben"]})))]
pub struct CreateGame {
    /// The kind of game.
    #[serde(default)]
    pub kind: GameKind,
    /// The number of players, including bots.
    #[schema(minimum = 1, maximum = 4)]
    pub players: u8,
    /// A seed of the client's own: 1 to 64 characters out of `A-Z a-z 0-9 . _ ~ -`.
    /// Such a game is marked (`seed_by`) and is never ranked. Without one the service
    /// makes a secret seed.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._~-]{1,64}$")]
    pub seed: Option<String>,
    /// The game's options; those left out have their defaults.
    #[serde(default)]
    pub options: Options,
    /// The number of seconds that the seat to act has for its move before the others may hand
    /// it over (R11.3), with two or more players; no limit if left out.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(minimum = 60, maximum = 1_209_600)]
    pub turn_limit: Option<u32>,
    /// Display names by seat, `null` for none; no more than there are players.
    #[serde(default)]
    #[schema(max_items = 4, value_type = Vec<Option<DisplayName>>)]
    pub names: Vec<Option<String>>,
    /// Levels of house bots by seat, `null` for none; no more than there are
    /// players. A bot's seat has no token, and moves by itself.
    #[serde(default)]
    #[schema(max_items = 4)]
    pub bots: Vec<Option<Level>>,
    /// The visibility of the game.
    #[serde(default)]
    pub visibility: Visibility,
    /// The number of open seats for others: the last ones. The game begins when all
    /// are taken. Until then its owner invites, seats bots, frees seats and cancels
    /// it: the player whose token is sent; without a player's token the first seat
    /// that is neither open nor a bot's, which is then required.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 4)]
    pub open_seats: u8,
    /// True to give the first seat that is no bot's to the player whose token is
    /// sent, under the player's own name. If left out, the player gets it if it is
    /// not open. Without a player's token it has no meaning.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub join: Option<bool>,
}

/// A created game, with the secrets that its creator gets once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Created {
    /// The game, as its creator sees it: from the seat of the player whose token was
    /// sent, or as a spectator.
    pub game: GameView,
    /// One secret token for each seat that is neither open nor a bot's. They are shown this
    /// once.
    pub tokens: Vec<SeatToken>,
    /// Private games: the code that shows the game to people without a seat in it. It
    /// is sent like a token, or, to take an open seat, as `invitation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_length = 48, max_length = 48)]
    pub spectator_code: Option<String>,
}

/// A seat's secret token.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatToken {
    /// The seat.
    pub seat: Seat,
    /// The token, to be sent as `Authorization: Bearer …`.
    #[schema(min_length = 48, max_length = 48)]
    pub token: String,
}

pub(crate) struct SeatsWanted<'a> {
    pub(crate) players: u8,
    pub(crate) names: &'a [Option<String>],
    pub(crate) bots: &'a [Option<Level>],
    pub(crate) open_seats: u8,
    /// True to give the first seat to the player who creates the game; if left out,
    /// they get it if it is not open.
    pub(crate) join: Option<bool>,
}

impl SeatsWanted<'_> {
    /// Validates all that does not depend on the caller.
    fn check(&self) -> Result<(), Error> {
        let Self { names, bots, .. } = *self;
        let [players, open_seats] = [self.players, self.open_seats].map(usize::from);
        let mut errors = FieldErrors::default();
        errors.unfit(names.len() > players, "names", "unfit-more-names");
        errors.unfit(bots.len() > players, "bots", "unfit-more-bots");
        errors.unfit(open_seats > players, "open_seats", "unfit-more-open-seats");
        let first_open = players.checked_sub(open_seats).unwrap_or(players);
        for index in 0..players {
            let is_open = index >= first_open;
            let has_bot = bots.get(index).is_some_and(Option::is_some);
            if let Some(name) = names.get(index).and_then(Option::as_deref) {
                errors.check(&given_name("names", name));
                errors.unfit(is_open, "names", "unfit-open-seat-named");
                errors.unfit(!is_open && has_bot, "names", "unfit-bot-named");
            } else {
                errors.unfit(is_open && has_bot, "bots", "unfit-bot-on-open-seat");
            }
        }
        errors.finish()
    }
}

/// The seats of a new game with their secrets.
pub(crate) struct Seating {
    pub(crate) seats: Vec<SeatState>,
    pub(crate) tokens: Vec<SeatToken>,
    /// The player who creates the game, if one does.
    pub(crate) creator: Option<Uuid>,
    /// The hash of the token of the seat that owns the game, where it has open
    /// seats and no player creates it.
    pub(crate) owner: Option<TokenHash>,
}

impl Games {
    /// Creates a game; with a player's token, that player is its creator.
    pub async fn create(
        &self,
        request: &CreateGame,
        token: Option<&Token>,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let create = async |cipher: &ReplyCipher<'_>| {
            let &CreateGame { players, ref names, ref bots, open_seats, join, .. } = request;
            let setup = Setup::new((self.core.settings.ruleset)(request.kind), players, &request.options);
            let (seed, seed_by) = match &request.seed {
                Some(text) => (text.parse(), SeedBy::Client),
                None => (Ok(secret_seed(&*self.core.entropy)), SeedBy::Service),
            };
            let wanted = SeatsWanted { players, names, bots, open_seats, join };
            let mut errors = FieldErrors::default();
            errors.check(&setup);
            errors.check(&seed);
            errors.check(&wanted.check());
            errors.check(&check_turn_limit(request.turn_limit, players));
            errors.finish()?;
            let (setup, seed) = (setup?, seed?);
            let game = Game {
                seed_by,
                visibility: request.visibility,
                turn_limit: request.turn_limit,
                ..self.new_game(self.core.now().await?, setup, seed)
            };
            let seating = self.seating(game.id, &wanted, token).await?;
            self.store_new(game, seating, cipher).await
        };
        self.auth.once_retried(token, key, request_hash("create_game", request), create).await
    }

    pub(crate) fn new_game(&self, now: DateTime<Utc>, setup: Setup, seed: Seed) -> Game {
        Game::new(self.core.new_game_id(now), now, setup, seed, self.core.settings.abandon_after)
    }

    /// Stores a new game with these seats and returns it with its secrets.
    pub(crate) async fn store_new(
        &self,
        game: Game,
        seating: Seating,
        cipher: &ReplyCipher<'_>,
    ) -> Result<Reply, Error> {
        let Seating { seats, tokens, creator, owner } = seating;
        let code = spectator_code(&game, &*self.core.entropy);
        let spectator_code = code.as_ref().map(Token::hash);
        let game = Game { owner, spectator_code, seats, creator, ..game };
        // A fork has moves.
        let loaded = blocking(game.moves.len(), move || LoadedGame::made(game)).await?;
        let game = &loaded.game;
        let is_creator = |seat: &&SeatState| seat.player.is_some_and(|sits| game.creator == Some(sits.id));
        let joined = game.seats.iter().find(is_creator).map(|seat| Role::Seat(seat.seat));
        let view = loaded.view(joined.unwrap_or(Role::Spectator));
        let spectator_code = code.as_ref().map(|code| code.reveal().to_owned());
        let reply = Reply::new(game.id, &Created { game: view, tokens, spectator_code });
        let answer = cipher.answer(&reply);
        self.with_bots(BotsWanted::of(game), self.core.store.games.create(game, answer.as_ref())).await?;
        self.cache.insert(loaded);
        Ok(reply)
    }

    /// Seats and secrets for a new game of the player with `token`, if there is one.
    pub(crate) async fn seating(
        &self,
        game: Uuid,
        wanted: &SeatsWanted<'_>,
        token: Option<&Token>,
    ) -> Result<Seating, Error> {
        let SeatsWanted { players, names, bots, open_seats, join } = *wanted;
        wanted.check()?;
        let creator = self.auth.sending_player(token).await?;
        let bot_at = |seat: Seat| bots.get(seat.index()).copied().flatten();
        let is_open = |seat: Seat| seat.index() >= usize::from(players - open_seats);
        let own_seat = Seat::all(players).find(|seat| bot_at(*seat).is_none() && !is_open(*seat));
        let joining = creator.as_ref().filter(|_| join.unwrap_or(own_seat.is_some()));
        if joining.is_some() && own_seat.is_none() {
            return Err(Error::Unfit { field: "open_seats", reason: "unfit-no-seat-to-join" });
        }
        let is_owned_by_seat = open_seats > 0 && creator.is_none();
        if is_owned_by_seat && own_seat.is_none() {
            return Err(Error::Unfit { field: "open_seats", reason: "unfit-no-owner" });
        }
        let mut seats = Vec::new();
        let mut tokens = Vec::new();
        let mut owner = None;
        for seat in Seat::all(players) {
            let name = names.get(seat.index()).and_then(Option::as_deref);
            let name = name.map(|name| given_name("names", name)).transpose()?;
            seats.push(match (is_open(seat), bot_at(seat)) {
                (true, _) => SeatState::open(seat),
                (false, Some(level)) => bot_seat(seat, level),
                (false, None) => {
                    let token = Token::of_seat(game, &*self.core.entropy);
                    if is_owned_by_seat && Some(seat) == own_seat {
                        owner = Some(token.hash());
                    }
                    tokens.push(SeatToken { seat, token: token.reveal().to_owned() });
                    taken_seat(seat, name, &token, joining.filter(|_| Some(seat) == own_seat))
                }
            });
        }
        Ok(Seating { seats, tokens, creator: creator.map(|(id, _)| id), owner })
    }
}

/// The turn limits that there may be, in seconds: a minute to 14 days.
const TURN_LIMITS: RangeInclusive<u32> = 60..=1_209_600;

/// Requires a possible turn limit, and others who wait for the turn.
pub(crate) fn check_turn_limit(limit: Option<u32>, players: u8) -> Result<(), Error> {
    match limit {
        Some(limit) if players < 2 || !TURN_LIMITS.contains(&limit) => {
            Err(Error::Unfit { field: "turn_limit", reason: "unfit-turn-limit" })
        }
        Some(_) | None => Ok(()),
    }
}

pub(crate) fn bot_seat(seat: Seat, level: Level) -> SeatState {
    SeatState { name: Some(level.bot_name()), open: false, bot: Some(level), ..SeatState::open(seat) }
}

/// The code of a new game, if it is private. It has the form of a seat's token, so
/// that it is accepted wherever one may be sent.
pub(crate) fn spectator_code(game: &Game, entropy: &dyn Entropy) -> Option<Token> {
    match game.visibility {
        Visibility::Private => Some(Token::of_seat(game.id, entropy)),
        Visibility::Public | Visibility::Unlisted => None,
    }
}

/// A taken seat: that of a player has the player's own name.
pub(crate) fn taken_seat(
    seat: Seat,
    name: Option<String>,
    token: &Token,
    player: Option<&(Uuid, Identity)>,
) -> SeatState {
    SeatState {
        name: match player {
            Some((_, identity)) => identity.shown_name().map(str::to_owned),
            None => name,
        },
        open: false,
        token: Some(token.hash()),
        player: player.map(|(id, identity)| SeatPlayer { id: *id, token: identity.token }),
        ..SeatState::open(seat)
    }
}
