//! How strong bots are and how long they take. It prints figures and judges
//! none.
//!
//! `cargo bench --bench bots`, or with other numbers
//! `cargo bench --bench bots -- GAMES ITERATIONS…`.

use std::time::{Duration, Instant};

use regicide_engine::bots::{Level, Player, play};
use regicide_engine::engine::{GameKind, Options, Ruleset, Seat, Seed, Setup};

/// How many games of each kind are played if nothing is said.
const GAMES: u32 = 10;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<u32>().ok());
    let games = numbers.next().unwrap_or(GAMES);
    let searches: Vec<Player> = numbers.map(Player::Iterations).collect();
    let levels: Vec<Player> = Level::ALL.iter().map(|&level| Player::Level(level)).collect();
    let bots = if searches.is_empty() { levels } else { searches };
    println!(
        "{:<16} {:>7} {:<18} {:>5} {:>5} {:>8} {:>9}",
        "game", "players", "bot", "games", "won", "defeated", "ms a move"
    );
    for &kind in GameKind::ALL {
        for players in 1..=4 {
            let Ok(setup) = Setup::new(Ruleset::current(kind), players, &Options::default()) else {
                continue;
            };
            for &bot in &bots {
                print_row(setup, bot, games);
            }
        }
    }
}

/// Plays games in which all seats play alike; those of the trick-taking game
/// against novices, the bot on each seat in turn.
fn print_row(setup: Setup, bot: Player, games: u32) {
    let (mut won, mut defeated, mut moves, mut time) = (0, 0, 0, Duration::ZERO);
    for number in 0..games {
        let seed: Seed = format!("bench-{number}").parse().expect("a seed");
        let own =
            u8::try_from(number % u32::from(setup.players())).ok().and_then(|seat| Seat::try_from(seat).ok());
        let own = own.unwrap_or_default();
        let alone = |seat| !setup.ranks_seats() || setup.same_side(seat, own);
        let begun = Instant::now();
        let game =
            play(&setup, &seed, 0, |seat| if alone(seat) { bot } else { Player::Level(Level::Novice) });
        time += begun.elapsed();
        moves += game.moves.iter().filter(|(seat, _)| alone(*seat)).count();
        let result = game.result(&setup, own);
        won += u32::from(result.won);
        defeated += result.enemies_defeated.map_or(0, u32::from);
    }
    let per_move = time.as_secs_f64() * 1000.0 / f64::from(u32::try_from(moves).unwrap_or(u32::MAX));
    let defeated = f64::from(defeated) / f64::from(games);
    println!(
        "{:<16} {:>7} {:<18} {games:>5} {won:>5} {defeated:>8.1} {per_move:>9.3}",
        setup.kind().as_ref(),
        setup.players(),
        format!("{bot:?}"),
    );
}
