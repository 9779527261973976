//! `regicide bot`: how well bots play.

use clap::Args;
use regicide::bots::{Level, Player, play};
use regicide::engine::{Message, Seat, SeatResult, Seed, Setup};
use serde::Serialize;

use super::Failure;
use super::deal::{Deal, by_name};
use super::output::Output;
use super::progress::Progress;
use super::share::{Mean, Share};
use super::workers::on_all_cores;

/// Let bots play many games, and tell how they did
///
/// One line for each number of players and each bot: the games won, with the
/// confidence interval of 95 %, and in the co-operative game the enemies
/// defeated. There all seats are bots of the same kind; in the trick-taking
/// game the bot sits on each seat in turn, with its partner if it has one, and
/// plays against others of the level --against. The same command always gives
/// the same figures.
#[derive(Args, Debug)]
pub(super) struct Bot {
    #[command(flatten)]
    deal: Deal,
    /// How many play; every number that the game allows if not said
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// How many games each bot plays
    #[arg(long, value_name = "K", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The number of the first game: so that many games can be played in parts,
    /// one after the other or on several machines
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    from: u32,
    /// A bot of a level: `novice`, `steady` or `strong`; all three if no bot is
    /// named
    #[arg(long, value_name = "LEVEL", value_parser = by_name::<Level>)]
    level: Option<Level>,
    /// A bot that looks at so many worlds before each move
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: Option<u32>,
    /// The level of the others in the trick-taking game
    #[arg(long, value_name = "LEVEL", value_parser = by_name::<Level>, default_value = "novice")]
    against: Level,
    /// What the seeds of the deals begin with; a dash and the game's number
    /// follow
    #[arg(long, value_name = "TEXT", default_value = "bot")]
    seed: String,
}

/// What became of the games of one bot.
#[derive(Default)]
struct Tally {
    games: u32,
    won: u32,
    enemies: u32,
    squares: u32,
}

impl Tally {
    fn count(&mut self, result: SeatResult) {
        let enemies = u32::from(result.enemies_defeated.unwrap_or_default());
        self.games += 1;
        self.won += u32::from(result.won);
        self.enemies += enemies;
        self.squares += enemies * enemies;
    }
}

/// A line of the table.
#[derive(Serialize)]
struct Row {
    #[serde(rename = "type")]
    kind: &'static str,
    setup: String,
    bot: String,
    games: u32,
    won: u32,
    share: Share,
    #[serde(skip_serializing_if = "Option::is_none")]
    enemies_defeated: Option<Mean>,
}

impl Bot {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let setups = match self.players {
            Some(players) => vec![self.deal.setup(players, out)?],
            None => self.deal.setups(out)?,
        };
        for setup in setups {
            for bot in self.bots() {
                self.play(setup, bot, out)?;
            }
        }
        Ok(())
    }

    fn bots(&self) -> Vec<Player> {
        let level = self.level.map(Player::Level);
        let named: Vec<Player> = level.into_iter().chain(self.iterations.map(Player::Iterations)).collect();
        if named.is_empty() { Level::ALL.iter().copied().map(Player::Level).collect() } else { named }
    }

    fn play(&self, setup: Setup, bot: Player, out: &mut Output) -> Result<(), Failure> {
        let seeds = seeds(&self.seed, self.from, self.games)?;
        let progress = Progress::of("games");
        let mut tally = Tally::default();
        on_all_cores(
            self.games.into(),
            |place| {
                let seed = &seeds[usize::try_from(place).unwrap_or_default()];
                self.play_one(setup, bot, seed, u64::from(self.from) + place)
            },
            |result| {
                tally.count(result);
                progress.advance(1);
                Ok(())
            },
        )?;
        progress.finish();
        let row = Row {
            kind: "bot",
            setup: setup.to_string(),
            bot: bot.to_string(),
            games: tally.games,
            won: tally.won,
            share: Share::of(tally.won, tally.games),
            enemies_defeated: (!setup.ranks_seats())
                .then(|| Mean::of(tally.games, tally.enemies, tally.squares)),
        };
        let told = out.text(&row.message(setup.players()));
        Ok(out.result(&row, told)?)
    }

    /// The result of one game for the bot.
    fn play_one(&self, setup: Setup, bot: Player, seed: &Seed, number: u64) -> SeatResult {
        let own = u8::try_from(number % u64::from(setup.players())).map(Seat::try_from);
        let own = own.ok().and_then(Result::ok).unwrap_or_default();
        let others = Player::Level(self.against);
        let player = |seat| if setup.same_side(seat, own) { bot } else { others };
        play(&setup, seed, 0, player).result(&setup, own)
    }
}

/// The seeds of so many games, numbered from `first` on.
pub(super) fn seeds(text: &str, first: u32, games: u32) -> Result<Vec<Seed>, Failure> {
    let numbers = u64::from(first)..u64::from(first) + u64::from(games);
    numbers.map(|number| Ok(format!("{text}-{number}").parse()?)).collect()
}

impl Row {
    fn message(&self, players: u8) -> Message {
        let share = |number: f64| format!("{number:.1}");
        let row = Message::new(if self.enemies_defeated.is_some() { "bot-row-enemies" } else { "bot-row" });
        let row = row.with("players", players).with("bot", self.bot.clone());
        let row = row.with("won", self.won.to_string()).with("games", self.games.to_string());
        let row = row.with("percent", share(self.share.percent));
        let row = row.with("low", share(self.share.low)).with("high", share(self.share.high));
        match self.enemies_defeated {
            Some(Mean { mean, margin }) => {
                row.with("mean", format!("{mean:.2}")).with("margin", format!("{margin:.2}"))
            }
            None => row,
        }
    }
}
