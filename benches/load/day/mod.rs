//! A busy day: people do what people do, in minutes instead of a day.

mod board;
mod browser;
mod chance;
mod client_files;
mod parties;
mod person;
mod report;
mod table;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use actix_web::rt::time::sleep_until;
use chrono::{Days, NaiveDate};
use clap::{Args, value_parser};
use futures_util::future::try_join_all;
use regicide_engine::engine::GameKind;
use serde_json::Value;

use self::board::Board;
use self::browser::Browser;
use self::client_files::ClientFiles;
use self::person::{Person, challenge_of, text};
use self::report::{Counts, Processes, Waits};
use crate::generator::{Failure, Player, Target, memory_kib};

/// How many people of a hundred come in each hour of the day: fewest at night,
/// some at noon and most in the evening.
const HOURS: [u32; 24] = [2, 1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 5, 7, 6, 4, 4, 4, 5, 6, 8, 9, 8, 6, 4];

/// Of so many players four are a team, and four play with bots.
const FORTY: u32 = 40;
/// Numbers reserved for each player: for guests, or a spectator.
const PERSONS: u32 = 8;

/// A day of people, on a service of whose deals the seeds are known
///
/// The seed of today's challenge for N players has to be `day-Np-11`, as
/// `benches/day` sees to. Tables are followed by an engine in this process, so a
/// wrong table is noticed, and a missing move, and one that comes twice.
#[derive(Args, Debug)]
pub(crate) struct Day {
    /// The service's address; only `http://`
    #[arg(long, value_name = "URL")]
    url: Target,
    /// The service's process
    #[arg(long, value_name = "PID")]
    pid: u32,
    /// The first process of the database
    #[arg(long, value_name = "PID")]
    database_pid: Option<u32>,
    /// How many people play that day: eight of ten alone, one in a team of four,
    /// one with bots; one of a hundred others watches
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u32).range(40..=100_000))]
    players: u32,
    /// How long the day takes, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u32,
    /// How long people think, on average and in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 150)]
    pause: u64,
    /// How many watch an organiser's board at the end
    #[arg(long, value_name = "N", default_value_t = 1000)]
    watchers: u32,
}

/// State that all people share.
pub(crate) struct World {
    target: Target,
    files: ClientFiles,
    player: Player,
    pause: Duration,
    today: NaiveDate,
    tomorrow: NaiveDate,
    daily: Value,
    counts: RefCell<Counts>,
    waits: RefCell<Waits>,
}

impl World {
    fn count(&self, what: &'static str, number: u64) {
        *self.counts.borrow_mut().entry(what).or_default() += number;
    }

    /// Today's challenge for so many players.
    fn challenge(&self, players: u8) -> Result<String, Failure> {
        challenge_of(&self.daily, players)
    }

    fn print_and_forget(&self) {
        self.waits.borrow().print();
        for (what, number) in self.counts.borrow().iter() {
            println!("  {what:<23} {number}");
        }
        self.forget();
    }

    fn forget(&self) {
        self.counts.take();
        self.waits.replace(Waits::new());
    }
}

impl Day {
    /// # Errors
    /// If an answer is wrong, or an event is missing or comes twice.
    pub(crate) async fn run(self) -> Result<(), Failure> {
        let processes = Processes { service: self.pid, database: self.database_pid };
        let world = self.world().await?;

        let players = self.players.next_multiple_of(FORTY);
        let before = processes.used()?;
        let mut people = self.people(&world, players).await?;
        println!("A day of {players} players in {} s", self.seconds);
        let each = processes.used()?.print_since(before, players);
        println!("  two cores carry         {:.0} players in an hour", 2.0 * 3_600_000.0 / each);
        world.print_and_forget();

        let board = Board::open(&world, PERSONS * players, self.watchers).await?;
        world.forget();
        let before = processes.used()?;
        board.watch(&world).await?;
        println!("The last results on an organiser's board before {} watchers", self.watchers);
        processes.used()?.print_since(before, self.watchers);
        world.print_and_forget();

        people.retain(Person::is_player);
        people.truncate(people.len() / 3);
        let awake = u32::try_from(people.len())?;
        let before = processes.used()?;
        let looking = people.into_iter().map(|mut person| {
            let next = format!("/v1/daily/{}", world.tomorrow);
            async move {
                person.browser.reopen().await?;
                person.come_home(false).await?;
                person.open_day(&next, 1).await.map(drop)
            }
        });
        try_join_all(looking).await?;
        println!("Midnight, when {awake} look for the next day at once");
        processes.used()?.print_since(before, awake);
        world.print_and_forget();
        println!("Memory of the service: {} MiB", memory_kib(self.pid)? / 1024);
        Ok(())
    }

    async fn world(&self) -> Result<Rc<World>, Failure> {
        let world = |files, daily: Value| -> Result<World, Failure> {
            let today = if daily.is_null() { NaiveDate::default() } else { text(&daily["date"])?.parse()? };
            Ok(World {
                target: self.url.clone(),
                files,
                player: Player::new(GameKind::Regicide),
                pause: Duration::from_millis(self.pause),
                today,
                tomorrow: today + Days::new(1),
                daily,
                counts: RefCell::default(),
                waits: RefCell::new(Waits::new()),
            })
        };
        let mut browser = Browser::open(&Rc::new(world(ClientFiles::default(), Value::Null)?), 0).await?;
        let files = ClientFiles::find(&mut browser).await?;
        Ok(Rc::new(world(files, browser.get("/v1/daily").await?)?))
    }

    /// All who play, as they come and until they leave.
    async fn people(&self, world: &Rc<World>, players: u32) -> Result<Vec<Person>, Failure> {
        let begin = Instant::now();
        let parties = (0..players).map(|number| {
            let at = begin + Duration::from_secs(self.seconds.into()).mul_f64(arrival(number, players));
            let (world, name) = (Rc::clone(world), PERSONS * number);
            async move {
                sleep_until(at.into()).await;
                match number % FORTY {
                    0 => parties::team(world, name).await,
                    // They are in that team.
                    10 | 20 | 30 => Ok(Vec::new()),
                    place if place % 10 == 1 => parties::beside_bots(world, name, number % 100 == 1).await,
                    _ => parties::alone(world, name).await,
                }
            }
        });
        Ok(try_join_all(parties).await?.into_iter().flatten().collect())
    }
}

/// The arrival of a person, as a share of the day.
fn arrival(number: u32, players: u32) -> f64 {
    let all: u32 = HOURS.iter().sum();
    let mut left = f64::from(all) * (f64::from(number) + 0.5) / f64::from(players);
    for (hour, &come) in (0..).zip(&HOURS) {
        if left < f64::from(come) {
            return (f64::from(hour) + left / f64::from(come)) / 24.0;
        }
        left -= f64::from(come);
    }
    1.0
}
