//! Creating a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::Error;
use super::idempotency::{IdempotencyKey, Reply, Seal, request_hash};
use super::name::{DisplayName, check_name};
use super::table::{Caller, Table};
use super::token::Token;
use super::view::GameView;
use super::{Entropy, Service};
use crate::engine::{GameKind, Hash, Message, Options, Seat, Seed, SeedError, Setup, SoloYield, Variant};
use crate::record::SeedBy;
use crate::store::{Game, NewGame, Origin, SeatState, Visibility};

/// A game to be created. Everything has a default but the number of players.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"players": 2, "names": ["Ada", "Ben"]})))]
pub struct CreateGame {
    /// Which game.
    #[serde(default)]
    pub game: GameKind,
    /// How many players, bots included.
    #[schema(minimum = 1, maximum = 4)]
    pub players: u8,
    /// A seed of the client's own: 1 to 64 characters out of `A-Z a-z 0-9 . _
    /// ~ -`. Such a game says so (`seed_by`) and is never ranked. Without one
    /// the service makes a secret seed.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._~-]{1,64}$")]
    pub seed: Option<String>,
    /// The seat that goes first, 0 if left out.
    #[serde(default)]
    pub first: Option<Seat>,
    /// Co-operative game, one player: whether yielding is allowed.
    #[serde(default)]
    pub solo_yield: Option<SoloYield>,
    /// Co-operative game: variants.
    #[serde(default)]
    #[schema(max_items = 3)]
    pub variants: Option<Vec<Variant>>,
    /// Trick-taking game: jokers in the deck, 0 or 2.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 2)]
    pub jokers: Option<u8>,
    /// Trick-taking game, four players: whether they play as partners.
    #[serde(default)]
    pub partners: Option<bool>,
    /// Trick-taking game: the points that end the game.
    #[serde(default)]
    #[schema(minimum = 10, maximum = 100)]
    pub target: Option<u16>,
    /// Display names by seat, `null` for none; no more than there are players.
    #[serde(default)]
    #[schema(max_items = 4, value_type = Vec<Option<DisplayName>>)]
    pub names: Vec<Option<String>>,
    /// Who finds the game.
    #[serde(default)]
    pub visibility: Visibility,
    /// How many seats others are to take: the last ones. The game begins when
    /// all are taken.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 4)]
    pub open_seats: u8,
}

/// A game that was created, with the secrets that its creator gets once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Created {
    /// The game, as a spectator sees it.
    pub game: GameView,
    /// One secret token for each seat that is not open. They are shown this
    /// once.
    pub tokens: Vec<SeatToken>,
    /// Games with open seats: the creator's own token, which frees seats and
    /// cancels the game until it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub owner_token: Option<String>,
}

/// A seat's secret token.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatToken {
    /// The seat.
    pub seat: Seat,
    /// The token, to be sent as `Authorization: Bearer …`.
    #[schema(min_length = 43, max_length = 43)]
    pub token: String,
}

/// The seats of a new game with their secrets.
pub(super) struct Seating {
    pub(super) seats: Vec<SeatState>,
    pub(super) tokens: Vec<SeatToken>,
    pub(super) owner: Option<Token>,
}

impl Service {
    /// Creates a game.
    ///
    /// # Errors
    /// A set-up against the rules, a seed or a name that does not do, trouble
    /// with the idempotency key, or the store's.
    pub async fn create_game(
        &self,
        request: &CreateGame,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let options = Options {
            first: request.first,
            solo_yield: request.solo_yield,
            variants: request.variants.clone(),
            jokers: request.jokers,
            partners: request.partners,
            target: request.target,
        };
        let setup = Setup::new(request.game, request.players, &options)?;
        let (seed, seed_by) = match &request.seed {
            Some(text) => {
                let seed =
                    text.parse().map_err(|SeedError| invalid("seed", Message::new("seed-malformed")))?;
                (seed, SeedBy::Client)
            }
            None => (secret_seed(&*self.entropy), SeedBy::Service),
        };
        let seating = self.seating(setup.players(), &request.names, request.open_seats)?;
        let commitment = seed.commitment();
        let now = self.now();
        let game = NewGame {
            id: self.new_id(now),
            setup,
            seed,
            commitment,
            seed_by,
            origin: Origin::Created,
            visibility: request.visibility,
            created_at: now,
            abandon_after: self.settings.abandon_after,
            owner: seating.owner.as_ref().map(Token::hash),
            seats: seating.seats.clone(),
            moves: Vec::new(),
            finished: None,
            challenge: None,
        };
        self.store_new(game, seating, key, request_hash("create_game", request)).await
    }

    /// Stores a new game and answers it with its secrets, once for each key.
    pub(super) async fn store_new(
        &self,
        game: NewGame,
        seating: Seating,
        key: Option<&IdempotencyKey>,
        request: Hash,
    ) -> Result<Reply, Error> {
        let stored = Game { game: game.clone(), version: 0, cancelled_at: None };
        let table = Table::rebuild(stored, game.created_at)?;
        let view = table.view(Caller::Spectator);
        let owner_token = seating.owner.as_ref().map(|token| token.reveal().to_owned());
        let reply = Reply::new(game.id, &Created { game: view, tokens: seating.tokens, owner_token });
        let reply = self.store_once(&game, reply, key, request).await?;
        // A repeated request is answered with the game of the first.
        if reply.about == game.id {
            self.kept.keep(table);
        }
        Ok(reply)
    }

    /// Stores a new game, once for each key.
    pub(super) async fn store_once(
        &self,
        game: &NewGame,
        reply: Reply,
        key: Option<&IdempotencyKey>,
        request: Hash,
    ) -> Result<Reply, Error> {
        let store = async |seal: Seal<'_>| {
            let stored = self.store.create_game(game, seal.answer(&reply).as_ref()).await?;
            if stored { Ok(reply) } else { Err(Error::Contended) }
        };
        self.once(key, request, store).await
    }

    /// Seats and secrets for a new game.
    pub(super) fn seating(
        &self,
        players: u8,
        names: &[Option<String>],
        open_seats: u8,
    ) -> Result<Seating, Error> {
        if names.len() > usize::from(players) {
            return Err(Error::Unfit { field: "names", reason: "unfit-more-names" });
        }
        if open_seats > players {
            return Err(Error::Unfit { field: "open_seats", reason: "unfit-more-open-seats" });
        }
        let mut seats = Vec::new();
        let mut tokens = Vec::new();
        for seat in Seat::all(players) {
            let open = seat.index() >= usize::from(players - open_seats);
            let name = names.get(seat.index()).cloned().flatten();
            if let Some(name) = &name {
                check_name("names", name)?;
                if open {
                    let reason = "unfit-open-seat-named";
                    return Err(Error::Unfit { field: "names", reason });
                }
            }
            let token = (!open).then(|| Token::new(&*self.entropy));
            let hash = token.as_ref().map(Token::hash);
            seats.push(SeatState { seat, name, open, token: hash, asked_to_concede: None, player: None });
            tokens.extend(token.map(|token| SeatToken { seat, token: token.reveal().to_owned() }));
        }
        let owner = (open_seats > 0).then(|| Token::new(&*self.entropy));
        Ok(Seating { seats, tokens, owner })
    }
}

/// A seed of 128 bits that nobody can guess (RECORD.md S1.1).
pub(super) fn secret_seed(entropy: &dyn Entropy) -> Seed {
    let mut bytes = [0; 16];
    entropy.fill(&mut bytes);
    hex::encode(bytes).parse().expect("hex digits are a seed")
}

pub(super) const fn invalid(field: &'static str, reason: Message) -> Error {
    Error::Invalid { field, reason }
}
