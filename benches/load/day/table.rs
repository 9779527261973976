//! A game followed by its stream: every move has to come, once,
//! with the table that the engine computes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

use regicide_engine::engine::{
    Game as _, GameKind, Ignore, Move, Options, Position, Ruleset, Seat, Seed, Setup, Viewer,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::browser::{Browser, Open};
use super::chance::Chance;
use crate::generator::{Failure, Player};

/// One move in so many is any legal one.
const WHIMS: usize = 6;

/// When the moves of a game were requested, by their number.
pub(crate) type Requests = Rc<RefCell<HashMap<u32, Instant>>>;

pub(crate) struct Table {
    path: String,
    stream: Open,
    position: Position,
    viewer: Viewer,
    requests: Requests,
    is_shared: bool,
    /// Choices of bots differ from run to run.
    has_bots: bool,
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    made: Option<Made>,
    game: Option<Game>,
}

#[derive(Deserialize)]
struct Made {
    seq: u32,
    seat: Seat,
    #[serde(rename = "move")]
    mv: Move,
}

#[derive(Deserialize)]
struct Game {
    seq: u32,
    players: u8,
    table: Value,
}

/// The seed of the daily challenge, as `benches/day` sets it: one of those with
/// which games are long.
pub(crate) fn daily_seed(players: u8) -> String {
    format!("day-{players}p-11")
}

/// The beginning of a co-operative game.
pub(crate) fn deal(players: u8, seed: &str) -> Result<Position, Failure> {
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), players, &Options::default())?;
    Ok(Position::deal(&setup, seed.parse::<Seed>()?.key()))
}

impl Table {
    /// Opens the table of a game that was dealt so.
    pub(crate) async fn open(
        browser: &mut Browser,
        id: &str,
        position: &Position,
        viewer: Viewer,
        requests: Requests,
    ) -> Result<Self, Failure> {
        let path = format!("/v1/games/{id}");
        let query = if viewer == Viewer::Spectator { "" } else { "?until_rematch=true" };
        let stream = browser.follow(&format!("{path}/events{query}")).await?;
        let mut table =
            Self { path, stream, position: *position, viewer, requests, is_shared: false, has_bots: false };
        let first = table.event().await?;
        let Game { seq, players, .. } = first.game.ok_or("a stream does not begin with the game")?;
        table.is_shared = players > 1;
        // Earlier moves are in the log. A spectator reads it even if it is empty, so that
        // each run has as many requests.
        let mut looks_on = viewer == Viewer::Spectator;
        while std::mem::take(&mut looks_on) || table.position.seq() < seq {
            let path = format!("{}/moves?after={}", table.path, table.position.seq());
            let mut log = browser.get_signed(&path).await?;
            let made: Vec<Made> = serde_json::from_value(log["items"].take())?;
            // Later ones come by the stream, too.
            for made in made.iter().filter(|made| made.seq <= seq) {
                table.apply(made)?;
            }
        }
        Ok(table)
    }

    pub(crate) const fn with_bots(mut self) -> Self {
        self.has_bots = true;
        self
    }

    async fn event(&mut self) -> Result<Event, Failure> {
        let line = self.stream.lines.next().await?.ok_or("a stream ended before its game")?;
        Ok(serde_json::from_slice(&line)?)
    }

    fn apply(&mut self, made: &Made) -> Result<(), Failure> {
        if made.seq != self.position.seq() + 1 {
            return Err(format!("after move {} came move {}", self.position.seq(), made.seq).into());
        }
        self.position = self.position.play(made.seat, &made.mv, &mut Ignore)?;
        Ok(())
    }

    /// Reads until the next move has come.
    async fn next_move(&mut self, browser: &Browser) -> Result<(), Failure> {
        loop {
            let event = self.event().await?;
            let Some(made) = event.made else {
                if matches!(event.kind.as_str(), "end" | "closed") {
                    return Err(format!("a stream sent {} before the last move", event.kind).into());
                }
                continue;
            };
            self.apply(&made)?;
            let shown = event.game.ok_or("a move came without the game")?.table;
            if shown != serde_json::to_value(self.position.view(self.viewer))? {
                return Err(format!("{}: the table after move {} is wrong", self.path, made.seq).into());
            }
            browser.world.count(if self.has_bots { "events with bots" } else { "events" }, 1);
            if self.viewer != Viewer::Seat(made.seat)
                && let Some(requested) = self.requests.borrow().get(&made.seq)
            {
                browser.world.waits.borrow_mut().event(requested.elapsed());
            }
            return Ok(());
        }
    }

    /// Plays a seat, or looks on, until the game is over.
    pub(crate) async fn play(&mut self, browser: &mut Browser, chance: &mut Chance) -> Result<(), Failure> {
        let mut reads_signals = self.is_shared && self.viewer != Viewer::Spectator;
        while let Some(seat) = self.position.to_act() {
            if self.viewer == Viewer::Seat(seat) {
                self.make_move(browser, chance).await?;
            }
            self.next_move(browser).await?;
            // A player in a shared game reads the signals once.
            if std::mem::take(&mut reads_signals) {
                browser.get_signed(&format!("{}/signals?after=0", self.path)).await?;
            }
        }
        loop {
            match self.event().await?.kind.as_str() {
                "end" => return Ok(()),
                "move" | "closed" => return Err("a game did not end".into()),
                _ => {}
            }
        }
    }

    async fn make_move(&self, browser: &mut Browser, chance: &mut Chance) -> Result<(), Failure> {
        chance.pause(browser.world.pause).await;
        let seq = self.position.seq();
        let mv = choose(&browser.world.player, &self.position, chance).ok_or("there is no legal move")?;
        self.requests.borrow_mut().insert(seq + 1, Instant::now());
        let body = json!({"move": mv, "expected_seq": seq});
        let made = browser.post(&format!("{}/moves", self.path), &body).await?;
        browser.world.count(if self.has_bots { "moves beside bots" } else { "moves" }, 1);
        if made["seq"] != seq + 1 || made["type"] != "made" {
            return Err(format!("{}: move {} was answered with another", self.path, seq + 1).into());
        }
        Ok(())
    }
}

/// Mostly what the player of the load does, so that games have a length, and
/// sometimes any legal move, so that they differ.
fn choose(player: &Player, position: &Position, chance: &mut Chance) -> Option<Move> {
    if chance.below(WHIMS) > 0 {
        return player.choose(position);
    }
    let mut legal = Vec::new();
    position.for_each_legal(|mv| {
        if mv != Move::Concede {
            legal.push(mv);
        }
    });
    let chosen = chance.below(legal.len().max(1));
    legal.into_iter().nth(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_the_day_are_long_enough() {
        let player = Player::new(GameKind::Regicide);
        for (players, least, most) in [(1, 24, 27), (4, 17, 20)] {
            let mut moves = 0;
            for number in 0..100 {
                let mut chance = Chance::of(number);
                let mut position = deal(players, &daily_seed(players)).unwrap();
                while let Some(seat) = position.to_act() {
                    let mv = choose(&player, &position, &mut chance).unwrap();
                    position = position.play(seat, &mv, &mut Ignore).unwrap();
                    moves += 1;
                }
            }
            assert!((100 * least..100 * most).contains(&moves), "{players} players: {moves} moves");
        }
    }
}
