//! Lets two bots play a game, and prints its result and its record.
//!
//! `cargo run --example play [SEED]`

use regicide_engine::bots::{Level, Player, play};
use regicide_engine::engine::{GameKind, Options, Ruleset, Seat, Seed, Setup};
use regicide_engine::record::RecordFile;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed: Seed = std::env::args().nth(1).as_deref().unwrap_or("banana").parse()?;
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), 2, &Options::default())?;
    let game = play(&setup, &seed, 0, |_| Player::Level(Level::Steady));
    let result = game.result(&setup, Seat::default());
    eprintln!("won: {}, enemies defeated: {:?}", result.won, result.enemies_defeated);
    let moves = game.moves.into_iter().map(|(_, mv)| mv);
    let record = RecordFile::of_line(&setup, &seed, moves).ok_or("bots make legal moves")?;
    println!("{}", serde_json::to_string(&record)?);
    Ok(())
}
