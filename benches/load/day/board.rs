//! An organiser's board that many watch while the last results come.

use std::rc::Rc;
use std::time::{Duration, Instant};

use actix_web::rt::time::{sleep, timeout};
use futures_util::future::{try_join, try_join_all};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::Deserialize;
use serde_json::json;

use super::World;
use super::browser::Open;
use super::person::{Person, text};
use crate::generator::Failure;

/// When the board closes, tomorrow.
const LAST_SECOND: &str = "23:59:59Z";

/// How many results come while the board is watched, and how far apart.
const RESULTS: u32 = 20;
const APART: Duration = Duration::from_millis(250);
/// How long to wait for the last of them.
const AWAITED: Duration = Duration::from_secs(30);
const AT_ONCE: usize = 16;

#[derive(Deserialize)]
struct Event {
    stats: Option<Stats>,
}

#[derive(Deserialize)]
struct Stats {
    results: u32,
}

pub(crate) struct Board {
    watchers: Vec<Open>,
    path: String,
    /// Persons who have not played yet.
    last: Vec<Person>,
}

/// Plays an attempt that is conceded at once.
async fn take_part(person: &mut Person, path: &str) -> Result<(), Failure> {
    let started = person.browser.post(&format!("{path}/attempts"), &json!({})).await?;
    let game = text(&started["game"]["id"])?;
    person.browser.post(&format!("/v1/games/{game}/moves"), &json!({"move": {"type": "concede"}})).await?;
    Ok(())
}

impl Board {
    /// So many who took part, since the board is shown to them alone, and follow
    /// it; and those who will.
    pub(crate) async fn open(world: &Rc<World>, first: u32, watchers: u32) -> Result<Self, Failure> {
        let mut organiser = Person::new(world, first).await?;
        organiser.become_player("Olive").await?;
        let body = json!({
            "name": "Club night", "players": 1, "closes_at": format!("{}T{LAST_SECOND}", world.tomorrow),
        });
        let made = organiser.browser.post("/v1/challenges", &body).await?;
        let path = format!("/v1/challenges/{}", text(&made["id"])?);
        let people = stream::iter(1..=watchers + RESULTS).map(|number| {
            let path = &path;
            async move {
                let mut person = Person::new(world, first + number).await?;
                person.become_player(&format!("Member {number}")).await?;
                if number > watchers {
                    return Ok((None, Some(person)));
                }
                take_part(&mut person, path).await?;
                Ok::<_, Failure>((Some(person), None))
            }
        });
        let people: Vec<_> = people.buffered(AT_ONCE).try_collect().await?;
        let (mut watching, mut last) = (Vec::new(), Vec::new());
        for (watcher, other) in people {
            if let Some(watcher) = watcher {
                watching.push(watcher.browser.follow(&format!("{path}/events")).await?);
            }
            last.extend(other);
        }
        Ok(Self { watchers: watching, path, last })
    }

    /// Lets the last results come; every watcher has to see them all, and never
    /// fewer than before.
    pub(crate) async fn watch(self, world: &World) -> Result<(), Failure> {
        let Self { watchers, path, last } = self;
        let all = u32::try_from(watchers.len() + last.len())?;
        let coming = async {
            for mut person in last {
                sleep(APART).await;
                take_part(&mut person, &path).await?;
            }
            Ok::<_, Failure>(Instant::now())
        };
        let seeing = watchers.into_iter().map(|mut open| async move {
            let mut seen = 0;
            while seen < all {
                let line = open.lines.next().await?.ok_or("a board's stream ended")?;
                let Some(Stats { results }) = serde_json::from_slice::<Event>(&line)?.stats else { continue };
                if results < seen {
                    return Err("a board has lost results".into());
                }
                seen = results;
                world.count("boards that watchers got", 1);
            }
            Ok::<_, Failure>(Instant::now())
        });
        let both = try_join(coming, try_join_all(seeing));
        let time = APART * RESULTS + AWAITED;
        let (end, seen) =
            timeout(time, both).await.map_err(|_| "not every watcher has seen all results")??;
        for at in seen {
            world.waits.borrow_mut().event(at.saturating_duration_since(end));
        }
        Ok(())
    }
}
