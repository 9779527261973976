//! Actions of one person: the pages, and on them the requests that the client makes.

use std::rc::Rc;
use std::time::Instant;

use regicide_engine::engine::{Position, Seat, Viewer};
use serde_json::{Value, json};

use super::World;
use super::browser::{Browser, Open};
use super::chance::Chance;
use super::table::{Requests, Table};
use crate::generator::Failure;

pub(crate) struct Person {
    pub(crate) browser: Browser,
    pub(crate) chance: Chance,
    /// The player's id, once there is one.
    id: Option<String>,
    /// The games of this browser that may run.
    games: Vec<String>,
    knows_later_files: bool,
}

impl Person {
    pub(crate) async fn new(world: &Rc<World>, number: u32) -> Result<Self, Failure> {
        let browser = Browser::open(world, number).await?;
        let chance = Chance::of(number);
        Ok(Self { browser, chance, id: None, games: Vec::new(), knows_later_files: false })
    }

    pub(crate) const fn is_player(&self) -> bool {
        self.id.is_some()
    }

    fn world(&self) -> Rc<World> {
        Rc::clone(&self.browser.world)
    }

    /// Looks at what is shown.
    pub(crate) async fn look(&mut self) {
        let pause = self.browser.world.pause;
        self.chance.pause(pause).await;
    }

    /// Opens the client at Home.
    pub(crate) async fn come_home(&mut self, is_new: bool) -> Result<(), Failure> {
        let (world, start) = (self.world(), Instant::now());
        world.files.open(&mut self.browser, "/", is_new).await?;
        for game in self.games.clone() {
            self.browser.get_signed(&format!("/v1/games/{game}")).await?;
        }
        self.browser.get("/v1/games?status=running&limit=24").await?;
        self.browser.get("/v1/rules").await?;
        if let Some(id) = &self.id {
            let profile = format!("/v1/players/{id}");
            self.later_files().await?;
            let daily = self.browser.get("/v1/daily").await?;
            self.browser.get_signed(&format!("/v1/challenges/{}", challenge_of(&daily, 1)?)).await?;
            self.browser.get(&profile).await?;
        }
        world.waits.borrow_mut().page(start.elapsed());
        Ok(())
    }

    async fn later_files(&mut self) -> Result<(), Failure> {
        if !std::mem::replace(&mut self.knows_later_files, true) {
            self.world().files.load_later(&mut self.browser).await?;
        }
        Ok(())
    }

    /// Becomes a player.
    pub(crate) async fn become_player(&mut self, name: &str) -> Result<(), Failure> {
        let made = self.browser.post("/v1/players", &json!({"name": name})).await?;
        self.id = made["player"]["id"].as_str().map(str::to_owned);
        self.browser.sign(&made["token"])
    }

    /// Opens the page of a day; its board is followed until the page is left.
    pub(crate) async fn open_day(&mut self, path: &str, players: u8) -> Result<Option<Open>, Failure> {
        let start = Instant::now();
        self.later_files().await?;
        let day = self.browser.get(path).await?;
        if let Some(id) = &self.id {
            let profile = format!("/v1/players/{id}");
            self.browser.get(&profile).await?;
        }
        let challenge = challenge_of(&day, players)?;
        let board = self.load_challenge(&challenge).await?;
        self.browser.get(&format!("/v1/challenges?source=daily&players={players}&limit=100")).await?;
        if let Some(id) = &self.id {
            let month = self.browser.world.today.format("%Y-%m");
            let range = format!("created_after={month}-01T00:00:00Z");
            let path = format!("/v1/players/{id}/games?players={players}&{range}&limit=100");
            self.browser.get_signed(&path).await?;
        }
        let mut stream = None;
        if board.is_some() {
            let mut open = self.browser.follow(&format!("/v1/challenges/{challenge}/events")).await?;
            open.lines.next().await?.ok_or("a board's stream is empty")?;
            stream = Some(open);
        }
        self.world().waits.borrow_mut().page(start.elapsed());
        Ok(stream)
    }

    /// A challenge with its board, if that is open.
    async fn load_challenge(&mut self, id: &str) -> Result<Option<Value>, Failure> {
        let path = format!("/v1/challenges/{id}");
        let mut challenge = self.browser.get_signed(&path).await?;
        let board = self.browser.get_if_open(&format!("{path}/leaderboard?limit=50")).await?;
        self.browser.get_if_open(&format!("{path}/stats")).await?;
        Ok(board.map(|board| json!({"board": board, "attempts": challenge["own_attempts"].take()})))
    }

    /// Begins an attempt at a challenge; returns the game's id.
    pub(crate) async fn begin(&mut self, challenge: &str) -> Result<String, Failure> {
        let started = self.browser.post(&format!("/v1/challenges/{challenge}/attempts"), &json!({})).await?;
        let game = text(&started["game"]["id"])?;
        self.games.push(game.clone());
        Ok(game)
    }

    /// Sits down in a game by its link, in a new browser.
    pub(crate) async fn come_to_seat(&mut self, game: &str, name: &str) -> Result<(), Failure> {
        let (world, start) = (self.world(), Instant::now());
        world.files.open(&mut self.browser, &format!("/games/{game}"), true).await?;
        self.browser.get("/v1/rules").await?;
        world.waits.borrow_mut().page(start.elapsed());
        self.become_player(name).await?;
        self.browser.post(&format!("/v1/games/{game}/seats"), &json!({})).await?;
        self.games.push(game.to_owned());
        Ok(())
    }

    /// Opens the table of a game where the person sits.
    pub(crate) async fn open_table(
        &mut self,
        game: &str,
        position: &Position,
        seat: Seat,
        requests: Requests,
    ) -> Result<Table, Failure> {
        Table::open(&mut self.browser, game, position, Viewer::Seat(seat), requests).await
    }

    /// Plays to the end of the game.
    pub(crate) async fn play(&mut self, mut table: Table) -> Result<(), Failure> {
        table.play(&mut self.browser, &mut self.chance).await
    }

    /// Views after an attempt: the outcome with the text to share, the board, the profile.
    pub(crate) async fn look_back(&mut self, challenge: &str, players: u8) -> Result<(), Failure> {
        let (world, start) = (self.world(), Instant::now());
        let loaded = self.load_challenge(challenge).await?.ok_or("the board is closed")?;
        self.browser.get("/v1/daily").await?;
        let id = self.id.clone().ok_or("only players look back")?;
        let profile = format!("/v1/players/{id}");
        self.browser.get(&profile).await?;
        world.waits.borrow_mut().page(start.elapsed());
        if !loaded["attempts"][0]["share"].is_string() || loaded["board"]["own"].is_null() {
            return Err("an attempt that is over has no result".into());
        }
        world.count("results", 1);
        self.look().await;
        let board = self.open_day("/v1/daily?coming_days=7", players).await?;
        self.look().await;
        drop(board);
        let start = Instant::now();
        self.browser.get(&profile).await?;
        let games = self.browser.follow(&format!("{profile}/events")).await?;
        self.browser.get_signed(&format!("{profile}/games?limit=24")).await?;
        self.browser.get("/v1").await?;
        self.browser.get_signed("/v1/webhooks").await?;
        world.waits.borrow_mut().page(start.elapsed());
        self.look().await;
        drop(games);
        Ok(())
    }
}

/// The challenge of a day for so many players.
pub(crate) fn challenge_of(day: &Value, players: u8) -> Result<String, Failure> {
    let challenges = day["challenges"].as_array().ok_or("a day has no challenges")?;
    let wanted = challenges.iter().find(|challenge| challenge["players"] == players);
    text(&wanted.ok_or("a day lacks a challenge")?["id"])
}

pub(crate) fn text(value: &Value) -> Result<String, Failure> {
    Ok(value.as_str().ok_or("an answer lacks a text")?.to_owned())
}
