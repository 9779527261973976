//! `regicide load`: playing many games at once against a service, to measure
//! and to check it.

mod drive;
mod followed;
mod http;
mod player;
mod report;

use std::cell::{Cell, RefCell};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use futures_util::future::join_all;

use self::drive::{Driver, Run, seed};
use self::http::Target;
use self::player::Player;
use self::report::{Report, Tally};
use crate::cli::Failure;
use crate::engine::{GameKind, Options, Setup};

/// Play games to their end over HTTP, and say how fast that went
///
/// The games are created with seeds that this command chooses, so it follows
/// each with its own engine, and every answer has to be exactly what that
/// gives: status, effects, hash of the chain, the whole view. A game that is
/// over is replaced by a new one. Exit status 1 if anything was wrong.
///
/// Time is taken from when all games have begun, and only moves that the
/// service took (201) count. Everything comes from one address, so the service
/// has to run without limits on addresses: `REGICIDE_CREATIONS_PER_MINUTE=0`.
/// The games stay in its database; they are unlisted.
#[derive(Args, Debug)]
pub(super) struct Load {
    /// Where the service is; only `http://`
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: Target,
    /// Games that are open at once
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Connections, which share the games among them; each has at most one
    /// request open
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=4096))]
    connections: u32,
    /// How long to play; Ctrl-C ends it earlier. Requests on their way are
    /// answered to their end
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Stop after so many moves, if that is earlier
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    moves: Option<u64>,
    /// Do not check answers, only their status: it takes less of a processor
    /// that the service may need
    #[arg(long)]
    light: bool,
    /// What the seeds are made of: `load-WORD-0`, `load-WORD-1`, …
    #[arg(long, value_name = "WORD", default_value = "1", value_parser = word)]
    seed: String,
    /// Which game
    #[arg(long, value_enum, default_value = "regicide")]
    game: Name,
    /// How many players a game has, 1 to 4
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    players: u8,
    /// Say the same once more, as one JSON object in the last line
    #[arg(long)]
    json: bool,
}

/// A game's name, as in the API.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    /// The co-operative game
    Regicide,
    /// The trick-taking game
    RegicideTricks,
}

impl From<Name> for GameKind {
    fn from(name: Name) -> Self {
        match name {
            Name::Regicide => Self::Regicide,
            Name::RegicideTricks => Self::Tricks,
        }
    }
}

/// A word that seeds can be made of, however many.
fn word(text: &str) -> Result<String, String> {
    seed(text, u64::MAX).map(|_| text.to_owned()).map_err(|_| {
        let most = crate::engine::Seed::MAX_LEN - seed_length_without_word();
        format!("a word is at most {most} characters out of A-Z a-z 0-9 . _ ~ -")
    })
}

/// How much of a seed is taken by what stands around the word.
fn seed_length_without_word() -> usize {
    format!("load--{}", u64::MAX).len()
}

impl Load {
    /// Plays and tells.
    pub(super) fn run(self) -> ExitCode {
        let json = self.json;
        let done = super::run(self.play()).and_then(|report| {
            println!("{report}");
            if json {
                println!("{}", serde_json::to_string(&report)?);
            }
            Ok(report.errors)
        });
        match done {
            Ok(errors) => ExitCode::from(u8::from(errors > 0)),
            Err(error) => super::finish(Err(error)),
        }
    }

    async fn play(self) -> Result<Report, Failure> {
        let run = Rc::new(Run {
            games: self.url.resource("/v1/games")?,
            target: self.url,
            setup: Setup::new(self.game.into(), self.players, &Options::default())?,
            player: Player::new(self.game.into()),
            word: self.seed,
            check: !self.light,
            next: Cell::new(0),
            moves_left: Cell::new(self.moves.unwrap_or(u64::MAX)),
            deadline: Cell::new(None),
            stopped: Cell::new(false),
            tally: RefCell::new(Tally::new()),
        });
        let interrupted = Rc::clone(&run);
        actix_web::rt::spawn(async move {
            if actix_web::rt::signal::ctrl_c().await.is_ok() {
                interrupted.stopped.set(true);
            }
        });
        let shares = shares(self.games, self.connections);
        let opening = shares.map(|games| actix_web::rt::spawn(Driver::open(Rc::clone(&run), games)));
        let mut drivers = Vec::new();
        for driver in join_all(opening).await {
            drivers.extend(driver?);
        }
        let begun = Instant::now();
        run.deadline.set(Some(begun + Duration::from_secs(self.seconds)));
        let playing = drivers.into_iter().map(|driver| actix_web::rt::spawn(driver.play()));
        for ended in join_all(playing).await {
            ended?;
        }
        let report = run.tally.borrow().report(begun.elapsed());
        Ok(report)
    }
}

/// How many games each connection has: as evenly as can be, none without.
fn shares(games: u32, connections: u32) -> impl Iterator<Item = usize> {
    let connections = connections.min(games);
    (0..connections).map(move |index| {
        let more = u32::from(index < games % connections);
        (games / connections + more) as usize
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_shared_out_evenly() {
        assert_eq!(shares(7, 3).collect::<Vec<_>>(), [3, 2, 2]);
        assert_eq!(shares(2, 64).collect::<Vec<_>>(), [1, 1]);
        assert_eq!(shares(100_000, 64).sum::<usize>(), 100_000);
    }

    #[test]
    fn a_word_leaves_room_for_the_number() {
        assert!(word(&"w".repeat(38)).is_ok());
        assert_eq!(
            word(&"w".repeat(39)).unwrap_err(),
            "a word is at most 38 characters out of A-Z a-z 0-9 . _ ~ -"
        );
        assert!(word("two words").is_err());
    }
}
