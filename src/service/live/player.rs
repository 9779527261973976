//! The events of a player: turns in the player's games, changes of the games, and
//! seats that are held for the player.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use futures_util::future::try_join_all;
use regicide_engine::engine::{Game as _, Hash};
use serde::Serialize;
use strum::AsRefStr;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Live;
use super::{AT_ONCE, CloseReason, Event, EventHash, Events, events_of, retry_unavailable};
use crate::service::error::Error;
use crate::service::games::loaded_game::{LoadedGame, Role};
use crate::service::games::view::GameView;
use crate::service::players::MAX_HELD_SEATS;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_lines;
use regicide_store::{GameInPlay, GameInfo, Status, Subscription, Topic, Wake};

/// The limit on games that are read, the newest first of those that are not over,
/// besides those where a seat is held for the player.
const GAMES: u32 = 200;

/// An event of a player's games.
#[derive(Clone, Debug, Serialize, ToSchema, AsRefStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PlayerEvent {
    /// It is the player's turn.
    Turn {
        /// The cursor after this event.
        #[schema(pattern = "^[0-9a-f]{32}$")]
        id: String,
        /// The game as the player's seat sees it, with the legal moves.
        game: Box<GameView>,
    },
    /// A game of the player has begun, waits for others, or is over, or another player has handed
    /// over the player's seat.
    Game {
        /// The cursor after this event.
        #[schema(pattern = "^[0-9a-f]{32}$")]
        id: String,
        /// The game as the player's seat sees it; without the seat as spectators see it, a private
        /// one without its table.
        game: Box<GameView>,
    },
    /// A seat is held for the player.
    Invitation {
        /// The cursor after this event.
        #[schema(pattern = "^[0-9a-f]{32}$")]
        id: String,
        /// The public part of the game.
        game: Box<GameInfo>,
    },
    /// The service ends the stream.
    Closed {
        /// The reason.
        reason: CloseReason,
    },
    /// No event: the stream is still open.
    Keepalive,
}

impl Event for PlayerEvent {
    fn id(&self) -> Option<&str> {
        match self {
            Self::Turn { id, .. } | Self::Game { id, .. } | Self::Invitation { id, .. } => Some(id),
            Self::Closed { .. } | Self::Keepalive => None,
        }
    }

    fn closed(reason: CloseReason) -> Self {
        Self::Closed { reason }
    }

    fn keepalive() -> Self {
        Self::Keepalive
    }
}

/// A pending item of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    /// The player's turn, after this number of moves.
    Turn(u32),
    /// A seat, which is held until this second: the time distinguishes invitations.
    Seat(i64),
}

/// The pending items of a player, by game.
#[derive(Default)]
struct Turns(BTreeMap<Uuid, Waiting>);

struct Reader {
    live: Live,
    player: Uuid,
    token: Option<Token>,
    changes: Subscription,
    /// The status of each game when it was last read.
    games: HashMap<Uuid, Status>,
    /// The items that the reader has. The id of an event is their hash.
    turns: Turns,
    /// The games to be read, the oldest first: true if their change was announced. That a player
    /// leaves a seat is not announced to the player as a change of the game.
    changed: BTreeSet<Uuid>,
    state: ReaderState,
}

enum ReaderState {
    /// Nothing was sent; the reader has this event.
    New(Option<String>),
    Following,
}

impl Turns {
    /// The hashes of the first items, for each number of them from 0 on. A reader
    /// that has a part continues from there.
    fn ids(&self) -> impl Iterator<Item = String> {
        let hashes = self.0.iter().scan(Hash::of(b"turns"), |hash, (game, waiting)| {
            let (kind, value) = match waiting {
                Waiting::Turn(seq) => (0, i64::from(*seq)),
                Waiting::Seat(until) => (1, *until),
            };
            *hash = Hash::of(&[&hash.0[..], game.as_bytes(), &[kind], &value.to_be_bytes()].concat());
            Some(*hash)
        });
        [Hash::of(b"turns")].into_iter().chain(hashes).map(|hash| hash.to_string()[..32].to_owned())
    }

    /// The hash of all items.
    fn id(&self) -> String {
        self.ids().last().unwrap_or_default()
    }

    /// The number of first items that a reader with this event has.
    fn delivered_before(&self, id: &str) -> usize {
        self.ids().position(|known| known == id).unwrap_or(0)
    }
}

impl Waiting {
    const fn seat(until: DateTime<Utc>) -> Self {
        Self::Seat(until.timestamp())
    }

    fn of(game: &GameInPlay) -> Option<Self> {
        let is_open = matches!(game.status, Status::Waiting | Status::Running);
        let held_until = game.held_until.filter(|_| is_open);
        held_until.map(Self::seat).or_else(|| game.is_on_turn.then_some(Self::Turn(game.seq)))
    }
}

impl Live {
    /// The events of a player's games: first the games where it is the player's turn
    /// or a seat is held, unless the reader has them.
    pub async fn player_events(
        &self,
        id: Uuid,
        token: Option<Token>,
        after: Option<EventHash>,
    ) -> Result<Events<PlayerEvent>, Error> {
        let changes = self.core.store.changes.subscribe(Topic::Player(id));
        self.players.own_player(id, token.as_ref()).await?;
        let reader = Reader {
            live: self.clone(),
            player: id,
            token,
            changes,
            games: HashMap::new(),
            turns: Turns::default(),
            changed: BTreeSet::new(),
            state: ReaderState::New(after.map(|EventHash(id)| id)),
        };
        Ok(events_of(reader, Reader::next))
    }
}

impl Reader {
    /// The next events, when there are any; the first batch at once, perhaps empty.
    async fn next(&mut self) -> Result<Option<Vec<PlayerEvent>>, Error> {
        loop {
            let is_new = matches!(self.state, ReaderState::New(_));
            match std::mem::replace(&mut self.state, ReaderState::Following) {
                ReaderState::New(after) => self.begin(after.as_deref()).await?,
                ReaderState::Following if self.changed.is_empty() => {
                    let wake = self.changes.changed().await;
                    self.note(wake).await?;
                }
                ReaderState::Following => {}
            }
            let events = self.look().await?;
            if is_new || !events.is_empty() {
                return Ok(Some(events));
            }
        }
    }

    /// Reads the games, from one statement, and notes those with items that the
    /// reader lacks.
    async fn begin(&mut self, after: Option<&str>) -> Result<(), Error> {
        let games = self.games_in_play().await?;
        let own = games.iter().filter(|game| game.held_until.is_none() && !game.status.is_over());
        self.games = own.map(|game| (game.id, game.status)).collect();
        let all = Turns(games.iter().filter_map(|game| Some((game.id, Waiting::of(game)?))).collect());
        let delivered = after.map_or(0, |after| all.delivered_before(after));
        self.changed = all.0.keys().skip(delivered).copied().collect();
        self.turns = Turns(all.0.into_iter().take(delivered).collect());
        Ok(())
    }

    /// Notes the games that may have changed, if the player may still read.
    async fn note(&mut self, wake: Wake) -> Result<(), Error> {
        let (live, player, token) = (&self.live, self.player, self.token.as_ref());
        retry_unavailable(async || live.players.own_player(player, token).await).await?;
        match wake {
            Wake::Game(game) => {
                self.changed.insert(game);
            }
            Wake::Move(_) | Wake::Readers(_) | Wake::Webhook(_) | Wake::Anything => {
                let games = self.games_in_play().await?;
                // Older games were not read.
                let oldest = |is_held: bool, most: u32| {
                    let alike = games.iter().filter(|game| game.held_until.is_some() == is_held);
                    alike.skip(most as usize - 1).last().map_or(Uuid::nil(), |game| game.id)
                };
                let (oldest, oldest_held) = (oldest(false, GAMES), oldest(true, MAX_HELD_SEATS));
                let is_gone = |id: Uuid, oldest| id >= oldest && games.iter().all(|game| game.id != id);
                // Games that ended since, or that the player left.
                let own = self.games.keys().map(|id| (*id, oldest));
                let waiting = self.turns.0.iter().map(|(id, waiting)| match waiting {
                    Waiting::Turn(_) => (*id, oldest),
                    Waiting::Seat(_) => (*id, oldest_held),
                });
                let known = own.chain(waiting);
                let gone: Vec<Uuid> =
                    known.filter(|(id, oldest)| is_gone(*id, *oldest)).map(|(id, _)| id).collect();
                let others = games.iter().filter(|game| self.is_other(game)).map(|game| game.id);
                let changed: Vec<Uuid> = others.chain(gone).collect();
                self.changed.extend(changed);
            }
        }
        Ok(())
    }

    /// True if a game has changed since it was last read.
    fn is_other(&self, game: &GameInPlay) -> bool {
        let status = Some(game.status).filter(|status| !status.is_over() && game.held_until.is_none());
        self.games.get(&game.id).copied() != status
            || self.turns.0.get(&game.id).copied() != Waiting::of(game)
    }

    /// The newest games of the player that have not ended, except by the clock.
    async fn games_in_play(&self) -> Result<Vec<GameInPlay>, Error> {
        let (live, player) = (&self.live, self.player);
        let read = async || {
            Ok(live.core.store.games.in_play(player, live.core.now().await?, GAMES, MAX_HELD_SEATS).await?)
        };
        let games = retry_unavailable(read).await?;
        count_lines(games.len());
        Ok(games)
    }

    /// Reads some of the games that may have changed.
    async fn look(&mut self) -> Result<Vec<PlayerEvent>, Error> {
        let some: Vec<Uuid> = self.changed.iter().take(AT_ONCE).copied().collect();
        let live = &self.live;
        let load = async |id| retry_unavailable(async || live.games.loaded_game(id).await).await;
        let loaded = try_join_all(some.into_iter().map(load)).await?;
        let mut events = Vec::new();
        for loaded in &loaded {
            self.changed.remove(&loaded.game.id);
            self.look_at(loaded, &mut events);
        }
        Ok(events)
    }

    fn look_at(&mut self, loaded: &LoadedGame, events: &mut Vec<PlayerEvent>) {
        let id = loaded.game.id;
        let own =
            loaded.game.seats.iter().find(|seat| seat.player.is_some_and(|sits| sits.id == self.player));
        let Some(seat) = own.map(|own| own.seat) else {
            let had_seat = self.games.remove(&id).is_some();
            let last = loaded.game.former_players.iter().rfind(|former| former.player == Some(self.player));
            let is_lost = had_seat && last.is_some_and(|last| last.lost) && loaded.hands_change();
            let invitation = loaded.game.invitation_of(self.player, loaded.now).filter(|_| !loaded.is_over());
            let Some(waiting) = invitation.map(|invitation| Waiting::seat(invitation.until)) else {
                self.turns.0.remove(&id);
                if is_lost {
                    let game = Box::new(loaded.outline(Role::Spectator));
                    events.push(PlayerEvent::Game { id: self.turns.id(), game });
                }
                return;
            };
            if self.turns.0.insert(id, waiting) != Some(waiting) {
                let game = Box::new(loaded.game.info(loaded.now, loaded.position().to_act()));
                events.push(PlayerEvent::Invitation { id: self.turns.id(), game });
            }
            return;
        };
        let game = || Box::new(loaded.view(Role::Seat(seat)));
        let (status, seq) = (loaded.status(), loaded.seq());
        let is_on_turn = status == Status::Running && loaded.position().to_act() == Some(seat);
        let turn = is_on_turn.then_some(Waiting::Turn(seq));
        let before = if status.is_over() { self.games.remove(&id) } else { self.games.insert(id, status) };
        let turn_before = match turn {
            Some(turn) => self.turns.0.insert(id, turn),
            None => self.turns.0.remove(&id),
        };
        // Games that ended long ago change, too, when a player is renamed.
        let was_there = before.is_some() || !status.is_over() || turn_before.is_some();
        if before != Some(status) && was_there {
            events.push(PlayerEvent::Game { id: self.turns.id(), game: game() });
        }
        if turn.is_some() && turn != turn_before {
            events.push(PlayerEvent::Turn { id: self.turns.id(), game: game() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_stands_for_the_first_turns() {
        let turn = |game, waiting| (Uuid::from_u128(game), waiting);
        let turns = |all: &[u128]| Turns(all.iter().map(|game| turn(*game, Waiting::Turn(7))).collect());
        let all = turns(&[1, 2, 3]);
        for delivered in 0..=3 {
            assert_eq!(all.delivered_before(&turns(&[1, 2, 3][..delivered]).id()), delivered);
        }
        assert_eq!(all.delivered_before(&turns(&[2]).id()), 0, "not the first ones");
        for other in [Waiting::Turn(8), Waiting::Seat(7)] {
            assert_eq!(Turns(BTreeMap::from([turn(1, other)])).delivered_before(&turns(&[1]).id()), 0);
        }
    }
}
