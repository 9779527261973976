//! Players: a name and a token.

use chrono::{DateTime, Utc};
use regicide_engine::engine::GameKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Players;
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::challenges::EnemiesBar;
use crate::service::challenges::daily::day_at;
use crate::service::error::Error;
use crate::service::games::record::players_hash_at_end;
use crate::service::names::{DisplayName, given_name};
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_finished;
use regicide_store::{GameStats, Identity, Player, PlayerChange, Streak};

/// A request to rename a player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"name": "Ada"})))]
pub struct NamePlayer {
    /// The display name, 1 to 40 printable characters. It is stored in the form of
    /// RFC 8266.
    #[schema(value_type = DisplayName)]
    pub name: String,
}

/// A request to create a player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"name": "Ada"})))]
pub struct CreatePlayer {
    /// The display name, 1 to 40 printable characters. It is stored in the form of
    /// RFC 8266.
    #[schema(value_type = DisplayName)]
    pub name: String,
    /// True if it is a program that plays: its results are on boards of their own.
    #[serde(default)]
    pub bot: bool,
}

/// The public part of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerInfo {
    /// The player's id, a UUID of version 7.
    pub id: Uuid,
    /// The display name; `null` once the player is deleted, or if an operator has
    /// hidden it.
    pub name: Option<String>,
    /// The time at which the player was created.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub created_at: DateTime<Utc>,
    /// True if it is a program that plays: its results are on boards of their own.
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

/// The statistics of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Profile {
    /// The player.
    #[serde(flatten)]
    pub player: PlayerInfo,
    /// Days in a row on which the player began a daily challenge.
    pub streak: Streak,
    /// Counts of the player's finished games, by game and number of players. Only
    /// games with a deal that was secret count: those with a secret seed of the
    /// service's, of a challenge the first attempt; no practice games, forks or
    /// imports.
    pub game_stats: Vec<PlayerGameStats>,
}

/// Counts of a player's finished games of one kind.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerGameStats {
    /// The kind of game.
    pub kind: GameKind,
    /// The number of players.
    #[schema(minimum = 1, maximum = 4)]
    pub players: u8,
    /// The number of finished games.
    pub finished: u32,
    /// The number of won games.
    pub won: u32,
    /// Solo wins by medal (R9.3), if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub medals: Option<MedalCounts>,
    /// Co-operative game: the most enemies defeated in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 12)]
    pub most_enemies_defeated: Option<u8>,
    /// Co-operative game: the number of games for each number of enemies defeated, from 0
    /// to 12.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub by_enemies_defeated: Option<Vec<EnemiesBar>>,
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

impl Players {
    pub async fn create(&self, request: &CreatePlayer, key: Option<&IdempotencyKey>) -> Result<Reply, Error> {
        let name = given_name("name", &request.name)?;
        let now = self.core.now().await?;
        let token = Token::new(&*self.core.entropy);
        let identity = Some(Identity { name, name_hidden: false, token: token.hash() });
        let player = Player { id: self.core.new_id(now), created_at: now, identity, bot: request.bot };
        let reply = token_reply(&player, &token);
        let create = async |cipher: ReplyCipher<'_>| {
            self.core.store.players.create(&player, cipher.answer(&reply).as_ref()).await?;
            Ok(reply)
        };
        self.auth.once(key, request_hash("create_player", request), create).await
    }

    /// The public profile of a player.
    pub async fn profile(&self, id: Uuid) -> Result<Profile, Error> {
        let player = self.core.store.players.read(id).await?.ok_or(Error::NoSuchPlayer)?;
        let now = self.core.now().await?;
        let stats = self.core.store.players.game_stats(id, now).await?;
        count_finished(stats.iter().map(|stats| stats.finished).sum());
        let streak = self.core.store.standings.streak_of(id, day_at(now)).await?;
        let game_stats = stats.into_iter().map(PlayerGameStats::from).collect();
        Ok(Profile { player: PlayerInfo::from(&player), streak, game_stats })
    }

    /// Renames a player, at all their seats.
    pub async fn rename(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &NamePlayer,
    ) -> Result<PlayerInfo, Error> {
        let name = given_name("name", &request.name)?;
        let (mut player, identity) = self.own_player(id, token).await?;
        if identity.name_hidden {
            return Err(Error::Forbidden("forbidden-name-hidden"));
        }
        let renamed = Identity { name, ..identity };
        self.core.store.players.update(id, &renamed.token, PlayerChange::Update(&renamed), None).await?;
        player.identity = Some(renamed);
        Ok(PlayerInfo::from(&player))
    }

    /// Gives a player a new token; the previous one is revoked at once, everywhere.
    pub async fn rotate_token(
        &self,
        id: Uuid,
        token: Option<&Token>,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let rotate = async |cipher: ReplyCipher<'_>| {
            let (mut player, identity) = self.own_player(id, token).await?;
            let fresh = Token::new(&*self.core.entropy);
            let changed = Identity { token: fresh.hash(), ..identity.clone() };
            player.identity = Some(changed.clone());
            let reply = token_reply(&player, &fresh);
            let answer = cipher.answer(&reply);
            let change = PlayerChange::Update(&changed);
            self.core.store.players.update(id, &identity.token, change, answer.as_ref()).await?;
            Ok(reply)
        };
        self.auth.once(key, request_hash(&format!("rotate_player_token {id}"), &()), rotate).await
    }

    /// Deletes a player: the name is removed everywhere, the games stay.
    pub async fn delete(&self, id: Uuid, token: Option<&Token>) -> Result<PlayerInfo, Error> {
        let (mut player, identity) = self.own_player(id, token).await?;
        let change = PlayerChange::Delete { at: self.core.now().await?, players_hash: players_hash_at_end };
        self.core.store.players.update(id, &identity.token, change, None).await?;
        player.identity = None;
        Ok(PlayerInfo::from(&player))
    }

    /// The player, if the token is the player's own.
    pub(crate) async fn own_player(
        &self,
        id: Uuid,
        token: Option<&Token>,
    ) -> Result<(Player, Identity), Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        let player = self.core.store.players.read(id).await?.ok_or(Error::NoSuchPlayer)?;
        match player.identity.clone() {
            Some(identity) if token.matches(&identity.token) => Ok((player, identity)),
            Some(_) | None => {
                self.auth.bearer(token).await?;
                Err(Error::Forbidden("forbidden-not-this-player"))
            }
        }
    }
}

fn token_reply(player: &Player, token: &Token) -> Reply {
    let token = token.reveal().to_owned();
    Reply::new(player.id, &PlayerToken { player: PlayerInfo::from(player), token })
}

impl From<GameStats> for PlayerGameStats {
    fn from(stats: GameStats) -> Self {
        let [gold, silver, bronze] = stats.medals;
        let medals = MedalCounts { gold, silver, bronze };
        let bars = (0..).zip(stats.by_enemies_defeated);
        let bars =
            bars.map(|(enemies_defeated, games)| EnemiesBar { enemies_defeated, results: games.into() });
        let bars: Vec<_> = bars.collect();
        let most = bars.iter().rev().find(|bar| bar.results > 0).map(|bar| bar.enemies_defeated);
        Self {
            kind: stats.game,
            players: stats.players,
            finished: stats.finished,
            won: stats.won,
            medals: Some(medals).filter(|_| stats.medals != [0; 3]),
            most_enemies_defeated: most,
            // The other game has none.
            by_enemies_defeated: most.map(|_| bars),
            fewest_moves_to_win: stats.fewest_moves_to_win,
        }
    }
}

impl From<&Player> for PlayerInfo {
    fn from(player: &Player) -> Self {
        let name = player.identity.as_ref().and_then(Identity::shown_name).map(str::to_owned);
        Self { id: player.id, name, created_at: player.created_at, bot: player.bot }
    }
}
