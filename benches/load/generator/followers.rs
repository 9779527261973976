//! Those who read the events of the games that are played: every move has to
//! come, once and in its order. Counted is how late.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use actix_web::rt::spawn;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::Deserialize;

use super::Failure;
use super::driver::Run;
use super::lines::{Lines, StreamConnection};
use super::tracked_game::TrackedGame;

/// How many streams of a game are opened at a time.
const OPENED_AT_ONCE: usize = 16;

/// The readers of one game.
pub(crate) struct Followers {
    run: Rc<Run>,
    /// When each move was requested.
    requested: Rc<RefCell<Vec<Instant>>>,
}

/// The fields of an event that are read.
#[derive(Deserialize)]
struct Event<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    made: Option<Made>,
}

#[derive(Deserialize)]
struct Made {
    seq: usize,
}

impl Followers {
    /// Has a new game followed: by its seats in turn, and by spectators where
    /// there are more readers.
    ///
    /// # Errors
    /// If a stream is refused.
    pub(crate) async fn open(run: &Rc<Run>, game: &TrackedGame) -> Result<Self, Failure> {
        let followers = Self { run: Rc::clone(run), requested: Rc::default() };
        let opening = (0..run.streams).map(|number| followers.open_stream(game, number));
        stream::iter(opening).buffer_unordered(OPENED_AT_ONCE).try_collect::<()>().await?;
        Ok(followers)
    }

    async fn open_stream(&self, game: &TrackedGame, number: usize) -> Result<(), Failure> {
        let Self { run, requested } = self;
        // Readers of games that are over are free for another.
        let free = run.free_readers.borrow_mut().pop();
        let mut connection = match free {
            Some(connection) => connection,
            None => StreamConnection::open(&run.target).await?,
        };
        let query = if run.minimal_streams { "?minimal=true" } else { "" };
        let resource = run.target.resource(&format!("/v1/games/{}/events{query}", game.id()))?;
        let mut lines = connection.follow(resource, game.bearer(number)).await?;
        let first = lines.next().await?.ok_or("a stream is empty")?;
        if serde_json::from_slice::<Event>(&first)?.kind != "view" {
            return Err("a stream does not begin with the game".into());
        }
        run.counters.borrow_mut().opened();
        let (run, requested) = (Rc::clone(run), Rc::clone(requested));
        spawn(async move {
            match read(&run, &requested, lines).await {
                Ok(()) => run.free_readers.borrow_mut().push(connection),
                Err(error) => run.counters.borrow_mut().error(&error),
            }
        });
        Ok(())
    }

    /// The next move is requested now.
    pub(crate) fn requested(&self, at: Instant) {
        self.requested.borrow_mut().push(at);
    }

    /// That move was accepted, and all readers have to get it.
    pub(crate) fn accepted(&self) {
        let readers = i64::try_from(self.run.streams).unwrap_or(i64::MAX);
        self.run.events_awaited.set(self.run.events_awaited.get() + readers);
    }
}

/// Reads the events of a game until it is over.
async fn read(run: &Run, requested: &RefCell<Vec<Instant>>, mut lines: Lines) -> Result<(), Failure> {
    let mut seq = 0;
    while let Some(line) = lines.next().await? {
        let event: Event = serde_json::from_slice(&line)?;
        match event.made {
            Some(made) if made.seq == seq + 1 => {
                let at = *requested.borrow().get(seq).ok_or("a move came that was not requested")?;
                seq = made.seq;
                run.counters.borrow_mut().read(at.elapsed());
                run.events_awaited.set(run.events_awaited.get() - 1);
            }
            Some(made) => return Err(format!("after move {seq} came move {}", made.seq).into()),
            None if event.kind == "closed" => return Err("the service has ended a stream".into()),
            None => {}
        }
    }
    Ok(())
}
