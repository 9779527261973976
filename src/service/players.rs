//! Players: people who come back. A name and a token, nothing else.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use super::challenges::Streak;
use super::error::Error;
use super::idempotency::{IdempotencyKey, Reply, Seal, request_hash};
use super::name::{DisplayName, check_name};
use super::token::Token;
use crate::engine::GameKind;
use crate::engine::regicide::Medal;
use crate::store::{Answer, Finish, Identity, Player, PlayerChange, TokenHash};

/// Somebody who wants to be called otherwise.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"name": "Ada"})))]
pub struct NamePlayer {
    /// The display name, 1 to 40 printable characters. It is kept in the
    /// Unicode normalisation form C.
    #[schema(value_type = DisplayName)]
    pub name: String,
}

/// Somebody who wants to come back.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"name": "Ada"})))]
pub struct CreatePlayer {
    /// The display name, 1 to 40 printable characters. It is kept in the
    /// Unicode normalisation form C.
    #[schema(value_type = DisplayName)]
    pub name: String,
    /// Whether it is a program that plays: its results stand on boards of their
    /// own.
    #[serde(default)]
    pub bot: bool,
}

/// A player, as everybody may know them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerInfo {
    /// The player's id, a UUID of version 7.
    pub id: Uuid,
    /// The display name; nothing once the player is deleted, or if an operator
    /// has hidden it.
    pub name: Option<String>,
    /// When the player came.
    pub created_at: DateTime<Utc>,
    /// Whether it is a program that plays: its results stand on boards of their
    /// own.
    pub bot: bool,
}

/// A player with the secret token, which is shown this once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerToken {
    /// The player.
    pub player: PlayerInfo,
    /// The token, to be sent as `Authorization: Bearer …`.
    #[schema(min_length = 43, max_length = 43)]
    pub token: String,
}

/// What a player has done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Profile {
    /// The player.
    #[serde(flatten)]
    pub player: PlayerInfo,
    /// Days in a row on which the player began a daily challenge.
    pub streak: Streak,
    /// The player's finished games, by game and number of players; forks and
    /// imports are not counted.
    pub tallies: Vec<Tally>,
}

/// A player's finished games of one kind.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Tally {
    /// Which game.
    pub game: GameKind,
    /// For how many players.
    #[schema(minimum = 1, maximum = 4)]
    pub players: u8,
    /// How many were finished.
    pub finished: u32,
    /// How many were won.
    pub won: u32,
    /// Solo wins by medal (R9.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub medals: Option<MedalCounts>,
    /// Co-operative game: the most enemies defeated in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 12)]
    pub most_enemies_defeated: Option<u8>,
    /// The fewest moves of a game that was won.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fewest_moves_to_win: Option<u32>,
}

/// Solo wins by medal (R9.3).
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct MedalCounts {
    /// Gold.
    pub gold: u32,
    /// Silver.
    pub silver: u32,
    /// Bronze.
    pub bronze: u32,
}

impl Service {
    /// Creates a player.
    ///
    /// # Errors
    /// A name that does not do, trouble with the key, or the store's.
    pub async fn create_player(
        &self,
        request: &CreatePlayer,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let name = display_name(&request.name)?;
        let now = self.now();
        let token = Token::new(&*self.entropy);
        let identity = Some(Identity { name, name_hidden: false, token: token.hash() });
        let player = Player { id: self.new_id(now), created_at: now, identity, bot: request.bot };
        let reply = token_reply(&player, &token);
        let create = async |seal: Seal<'_>| {
            let stored = self.store.create_player(&player, seal.answer(&reply).as_ref()).await?;
            if stored { Ok(reply) } else { Err(Error::Contended) }
        };
        self.once(key, request_hash("create_player", request), create).await
    }

    /// What everybody may know of a player.
    ///
    /// # Errors
    /// [`Error::NoSuchPlayer`], or the store's.
    pub async fn profile(&self, id: Uuid) -> Result<Profile, Error> {
        let player = self.store.player(id).await?.ok_or(Error::NoSuchPlayer)?;
        let finishes = self.store.finishes(id, self.now()).await?;
        let streak = self.streak(id).await?;
        Ok(Profile { player: PlayerInfo::from(&player), streak, tallies: tallies(&finishes) })
    }

    /// Calls a player otherwise, at all their seats.
    ///
    /// # Errors
    /// If the token is not the player's, or the name does not do.
    pub async fn rename_player(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &NamePlayer,
    ) -> Result<PlayerInfo, Error> {
        let name = display_name(&request.name)?;
        let (mut player, identity) = self.own_player(id, token).await?;
        if identity.name_hidden {
            return Err(Error::Forbidden("forbidden-name-hidden"));
        }
        let renamed = Identity { name, ..identity };
        self.change(id, &renamed.token, PlayerChange::Becomes(&renamed), None).await?;
        player.identity = Some(renamed);
        Ok(PlayerInfo::from(&player))
    }

    /// Gives a player another token; the one before is void at once,
    /// everywhere.
    ///
    /// # Errors
    /// If the token is not the player's, or trouble with the key.
    pub async fn rotate_player_token(
        &self,
        id: Uuid,
        token: Option<&Token>,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let rotate = async |seal: Seal<'_>| {
            let (mut player, identity) = self.own_player(id, token).await?;
            let fresh = Token::new(&*self.entropy);
            let changed = Identity { token: fresh.hash(), ..identity.clone() };
            player.identity = Some(changed.clone());
            let reply = token_reply(&player, &fresh);
            let answer = seal.answer(&reply);
            self.change(id, &identity.token, PlayerChange::Becomes(&changed), answer.as_ref()).await?;
            Ok(reply)
        };
        self.once(key, request_hash(&format!("rotate_player_token {id}"), &()), rotate).await
    }

    /// Deletes a player: the name goes everywhere, the games stay.
    ///
    /// # Errors
    /// If the token is not the player's.
    pub async fn delete_player(&self, id: Uuid, token: Option<&Token>) -> Result<PlayerInfo, Error> {
        let (mut player, identity) = self.own_player(id, token).await?;
        self.change(id, &identity.token, PlayerChange::Deleted(self.now()), None).await?;
        player.identity = None;
        Ok(PlayerInfo::from(&player))
    }

    /// The player whose token this is.
    ///
    /// # Errors
    /// [`Error::TokenUnknown`] if it is no player's.
    pub(super) async fn player_of(&self, token: &Token) -> Result<(Uuid, Identity), Error> {
        let player = self.store.player_with(&token.hash()).await?.ok_or(Error::TokenUnknown)?;
        Ok((player.id, player.identity.ok_or(Error::TokenUnknown)?))
    }

    async fn own_player(&self, id: Uuid, token: Option<&Token>) -> Result<(Player, Identity), Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        let player = self.store.player(id).await?.ok_or(Error::NoSuchPlayer)?;
        match player.identity.clone() {
            Some(identity) if token.matches(&identity.token) => Ok((player, identity)),
            Some(_) | None => Err(Error::TokenUnknown),
        }
    }

    /// Somebody who changes the token at the same time is first, and this
    /// token is then unknown.
    async fn change(
        &self,
        id: Uuid,
        was: &TokenHash,
        change: PlayerChange<'_>,
        answer: Option<&Answer>,
    ) -> Result<(), Error> {
        let changed = self.store.change_player(id, was, change, answer).await?;
        if changed { Ok(()) } else { Err(Error::TokenUnknown) }
    }
}

fn token_reply(player: &Player, token: &Token) -> Reply {
    let token = token.reveal().to_owned();
    Reply::new(player.id, &PlayerToken { player: PlayerInfo::from(player), token })
}

/// # Errors
/// If it is no display name.
fn display_name(text: &str) -> Result<String, Error> {
    let name: String = text.nfc().collect();
    check_name("name", &name)?;
    Ok(name)
}

fn tallies(finishes: &[Finish]) -> Vec<Tally> {
    let mut by_kind = BTreeMap::new();
    for finish in finishes {
        let (game, players) = (finish.setup.kind(), finish.setup.players());
        let tally = by_kind.entry((game.name(), players)).or_insert_with(|| Tally::new(game, players));
        tally.add(finish);
    }
    by_kind.into_values().collect()
}

impl Tally {
    const fn new(game: GameKind, players: u8) -> Self {
        Self {
            game,
            players,
            finished: 0,
            won: 0,
            medals: None,
            most_enemies_defeated: None,
            fewest_moves_to_win: None,
        }
    }

    fn add(&mut self, finish: &Finish) {
        let standing = finish.outcome.standing(&finish.setup, finish.seat);
        self.finished += 1;
        self.most_enemies_defeated = self.most_enemies_defeated.max(standing.enemies_defeated);
        if standing.won {
            self.won += 1;
            let fewest = self.fewest_moves_to_win.map_or(finish.moves, |known| known.min(finish.moves));
            self.fewest_moves_to_win = Some(fewest);
        }
        if let Some(medal) = standing.medal {
            let counts = self.medals.get_or_insert_default();
            *counts.of(medal) += 1;
        }
    }
}

impl MedalCounts {
    fn of(&mut self, medal: Medal) -> &mut u32 {
        match medal {
            Medal::Gold => &mut self.gold,
            Medal::Silver => &mut self.silver,
            Medal::Bronze => &mut self.bronze,
        }
    }
}

impl From<&Player> for PlayerInfo {
    fn from(player: &Player) -> Self {
        let name = player.identity.as_ref().and_then(Identity::shown_name).map(str::to_owned);
        Self { id: player.id, name, created_at: player.created_at, bot: player.bot }
    }
}
