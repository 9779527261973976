//! The events of a player: turns in the player's games, and changes of
//! the games.

use std::collections::{BTreeMap, HashMap};

use futures_util::stream;
use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{CloseReason, Event, Events, check_hash, id_of, patiently};
use crate::engine::Game as _;
use crate::service::Service;
use crate::service::error::Error;
use crate::service::loaded_game::Caller;
use crate::service::token::Token;
use crate::service::view::GameView;
use crate::store::{GameFilter, GamesOfPlayer, Status, Subscription, Topic, Wake, WhichGames};

/// How many games that are not over are looked at, the newest first.
const GAMES: u32 = 200;

/// What happens in a player's games.
#[derive(Clone, Debug, Serialize, ToSchema, IntoStaticStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PlayerEvent {
    /// It is the player's turn.
    Turn {
        /// To go on after this event.
        #[schema(pattern = "^[0-9a-f]{32}$")]
        id: String,
        /// The game as the player's seat sees it, with the legal moves.
        game: Box<GameView>,
    },
    /// A game of the player has begun, waits for others, or is over.
    Game {
        /// To go on after this event.
        #[schema(pattern = "^[0-9a-f]{32}$")]
        id: String,
        /// The game as the player's seat sees it.
        game: Box<GameView>,
    },
    /// The service ends the stream.
    Closed {
        /// Why.
        reason: CloseReason,
    },
    /// Nothing happens; the stream still stands.
    Keepalive,
}

impl Event for PlayerEvent {
    fn id(&self) -> Option<&str> {
        match self {
            Self::Turn { id, .. } | Self::Game { id, .. } => Some(id),
            Self::Closed { .. } | Self::Keepalive => None,
        }
    }

    fn kind(&self) -> &'static str {
        self.into()
    }

    fn closed(reason: CloseReason) -> Self {
        Self::Closed { reason }
    }

    fn keepalive() -> Self {
        Self::Keepalive
    }
}

/// Who reads the events of a player.
struct Reader {
    service: Service,
    player: Uuid,
    token: Option<Token>,
    changes: Subscription,
    /// What the games were when they were last looked at.
    games: HashMap<Uuid, Status>,
    /// Where it is the player's turn, after how many moves. The id of an event
    /// stands for these.
    turns: BTreeMap<Uuid, u32>,
    state: ReaderState,
}

enum ReaderState {
    /// Nothing was sent; the reader has this event.
    New(Option<String>),
    Following,
    Done,
}

impl Service {
    /// What happens in a player's games: first those where it is the player's
    /// turn, unless the reader has them.
    ///
    /// # Errors
    /// An id that no event has, an unknown player, a token that is not the
    /// player's, or the store's.
    pub async fn player_events(
        &self,
        id: Uuid,
        token: Option<Token>,
        after: Option<&str>,
    ) -> Result<Events<PlayerEvent>, Error> {
        after.map_or(Ok(()), check_hash)?;
        self.own_player(id, token.as_ref()).await?;
        let reader = Reader {
            service: self.clone(),
            player: id,
            token,
            changes: self.store.subscribe(Topic::Player(id)),
            games: HashMap::new(),
            turns: BTreeMap::new(),
            state: ReaderState::New(after.map(str::to_owned)),
        };
        Ok(Box::pin(stream::unfold(reader, Reader::next)))
    }
}

impl Service {
    /// The newest games of a player that have not ended, unless by the clock.
    async fn games_in_play(&self, player: Uuid) -> Result<Vec<Uuid>, Error> {
        let of_player = GamesOfPlayer { player, which: WhichGames::InPlay };
        let filter =
            GameFilter { player: Some(of_player), latest: true, ..GameFilter::all(self.now().await?) };
        Ok(self.store.list_games(&filter, GAMES).await?.items.into_iter().map(|game| game.id).collect())
    }
}

impl Reader {
    /// The next events, when there are any.
    async fn next(mut self) -> Option<(Vec<PlayerEvent>, Self)> {
        loop {
            let wake = match &self.state {
                ReaderState::New(_) => Wake::Anything,
                ReaderState::Following => self.changes.changed().await,
                ReaderState::Done => return None,
            };
            let events = match self.look(wake).await {
                Ok(events) => events,
                Err(error) => {
                    self.state = ReaderState::Done;
                    return Some((vec![PlayerEvent::closed(CloseReason::from(&error))], self));
                }
            };
            let before = std::mem::replace(&mut self.state, ReaderState::Following);
            let has_all = matches!(&before, ReaderState::New(Some(id)) if *id == id_of(&self.turns));
            if has_all {
                return Some((Vec::new(), self));
            }
            if !events.is_empty() || matches!(before, ReaderState::New(_)) {
                return Some((events, self));
            }
        }
    }

    /// Looks at what may have changed.
    async fn look(&mut self, wake: Wake) -> Result<Vec<PlayerEvent>, Error> {
        let (service, player, token) = (self.service.clone(), self.player, self.token.clone());
        patiently(async || service.own_player(player, token.as_ref()).await).await?;
        let games = match wake {
            Wake::Game(game) => vec![game],
            Wake::Anything => {
                let mut games = patiently(async || service.games_in_play(player).await).await?;
                // Those that are over since, or were left.
                let there: Vec<Uuid> = self.games.keys().copied().filter(|id| !games.contains(id)).collect();
                games.extend(there);
                games
            }
        };
        let mut events = Vec::new();
        for game in games {
            self.look_at(game, &mut events).await?;
        }
        Ok(events)
    }

    async fn look_at(&mut self, id: Uuid, events: &mut Vec<PlayerEvent>) -> Result<(), Error> {
        let service = self.service.clone();
        let loaded = patiently(async || service.loaded_game(id).await).await?;
        let seats = &loaded.game().seats;
        let own = seats.iter().find(|seat| seat.player.is_some_and(|sits| sits.id == self.player));
        let Some(seat) = own.map(|own| own.seat) else {
            self.games.remove(&id);
            self.turns.remove(&id);
            return Ok(());
        };
        let game = || Box::new(loaded.view(Caller::Seat(seat)));
        let (status, seq) = (loaded.status(), loaded.seq());
        let is_on_turn = status == Status::Running && loaded.position.to_act() == Some(seat);
        let turn = is_on_turn.then_some(seq);
        let before = if status.is_over() { self.games.remove(&id) } else { self.games.insert(id, status) };
        let turn_before = match turn {
            Some(seq) => self.turns.insert(id, seq),
            None => self.turns.remove(&id),
        };
        let is_new = matches!(self.state, ReaderState::New(_));
        // What is over for long is changed, too, when a player is renamed.
        let was_there = before.is_some() || !status.is_over() || turn_before.is_some();
        if before != Some(status) && was_there && !is_new {
            events.push(PlayerEvent::Game { id: id_of(&self.turns), game: game() });
        }
        if turn.is_some() && turn != turn_before {
            events.push(PlayerEvent::Turn { id: id_of(&self.turns), game: game() });
        }
        Ok(())
    }
}
