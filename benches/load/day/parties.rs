//! How people come: alone, in teams, for a game with bots, or to watch one.

use std::rc::Rc;

use futures_util::future::{try_join, try_join_all};
use regicide_engine::engine::{Game as _, Seat, Viewer};
use serde_json::json;

use super::World;
use super::person::{Person, text};
use super::table::{Requests, Table, daily_seed, deal};
use crate::generator::Failure;

const ALONE: u8 = 1;
const TEAM: u8 = 4;

/// Plays the challenge of the day.
pub(crate) async fn alone(world: Rc<World>, number: u32) -> Result<Vec<Person>, Failure> {
    let mut person = Person::new(&world, number).await?;
    person.come_home(true).await?;
    person.look().await;
    person.open_day("/v1/daily?coming_days=7", ALONE).await?;
    person.look().await;
    person.become_player(&format!("Solo {number}")).await?;
    let challenge = world.challenge(ALONE)?;
    let game = person.begin(&challenge).await?;
    let position = deal(ALONE, &daily_seed(ALONE))?;
    let seat = position.to_act().ok_or("a game is over before it begins")?;
    let table = person.open_table(&game, &position, seat, Requests::default()).await?;
    person.play(table).await?;
    person.look_back(&challenge, ALONE).await?;
    Ok(vec![person])
}

/// Four who play the challenge of the day, three of whom come by a link.
pub(crate) async fn team(world: Rc<World>, number: u32) -> Result<Vec<Person>, Failure> {
    let mut host = Person::new(&world, number).await?;
    host.come_home(true).await?;
    host.look().await;
    host.open_day("/v1/daily?coming_days=7", TEAM).await?;
    host.become_player(&format!("Host {number}")).await?;
    let challenge = world.challenge(TEAM)?;
    let game = host.begin(&challenge).await?;
    let (requests, position) = (Requests::default(), deal(TEAM, &daily_seed(TEAM))?);
    let (mut host, mut seated) = (Some(host), Vec::new());
    // Each opens the table on sitting down, so that none misses the first move.
    for (guest, seat) in (0..).zip(Seat::all(TEAM)) {
        let mut person = match host.take() {
            Some(host) => host,
            None => Person::new(&world, number + guest).await?,
        };
        if guest > 0 {
            person.come_to_seat(&game, &format!("Guest {}", number + guest)).await?;
        }
        let table = person.open_table(&game, &position, seat, Rc::clone(&requests)).await?;
        seated.push((person, table));
    }
    let playing = seated.into_iter().map(|(mut person, table)| async {
        person.play(table).await?;
        person.look_back(&challenge, TEAM).await?;
        Ok(person)
    });
    try_join_all(playing).await
}

/// Plays with three bots, without a player, and with a spectator if `is_watched`.
pub(crate) async fn beside_bots(
    world: Rc<World>,
    number: u32,
    is_watched: bool,
) -> Result<Vec<Person>, Failure> {
    let mut person = Person::new(&world, number).await?;
    person.come_home(true).await?;
    person.look().await;
    let seed = format!("day-bots-{number}");
    let body = json!({
        "kind": "regicide", "players": 4, "bots": [null, "steady", "steady", "steady"],
        "names": ["Guest", null, null, null], "visibility": "public", "seed": seed,
    });
    let created = person.browser.post("/v1/games", &body).await?;
    person.browser.sign(&created["tokens"][0]["token"])?;
    let (game, position) = (text(&created["game"]["id"])?, deal(4, &seed)?);
    let viewer = Viewer::Seat(position.to_act().ok_or("a game is over before it begins")?);
    let table = Table::open(&mut person.browser, &game, &position, viewer, Requests::default()).await?;
    let mut table = table.with_bots();
    let Person { browser, chance, .. } = &mut person;
    let watching = async {
        if is_watched {
            let mut watcher = Person::new(&world, number + u32::from(TEAM)).await?;
            watcher.come_home(true).await?;
            let table =
                Table::open(&mut watcher.browser, &game, &position, Viewer::Spectator, Requests::default())
                    .await?;
            table.with_bots().play(&mut watcher.browser, &mut watcher.chance).await?;
        }
        Ok(())
    };
    try_join(table.play(browser, chance), watching).await?;
    Ok(vec![person])
}
