//! How fast games are replayed and played out in memory. It prints figures and
//! checks none.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use regicide_engine::engine::{
    Game as _, GameKind, Ignore, Move, Options, Position, Ruleset, Seat, Seed, Setup,
};

fn main() {
    divan::main();
}

/// A recorded game: its set-up, its seed and its moves.
struct Recorded {
    setup: Setup,
    seed: Seed,
    moves: Vec<(Seat, Move)>,
}

/// Plays a game at random, listing all legal moves before each.
fn play_out(kind: GameKind, players: u8, number: u32) -> Recorded {
    let setup = Setup::new(Ruleset::current(kind), players, &Options::default()).expect("a set-up that fits");
    let seed: Seed = format!("bench-{number}").parse().expect("a seed");
    let mut dice = seed.key().stream(1 << 40);
    let mut position = Position::deal(&setup, seed.key());
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    while let Some(seat) = position.to_act() {
        legal.clear();
        position.for_each_legal(|mv| legal.push(mv));
        let count = u32::try_from(legal.len()).expect("at most a few hundred moves");
        let mv = legal[dice.below(count) as usize];
        position.advance(seat, &mv, &mut Ignore).expect("a legal move");
        moves.push((seat, mv));
    }
    Recorded { setup, seed, moves }
}

fn recorded(kind: GameKind) -> Vec<Recorded> {
    let players = |number: u32| u8::try_from(2 + number % 3).expect("2 to 4");
    (0..50).map(|number| play_out(kind, players(number), number)).collect()
}

fn replay_all(bencher: Bencher<'_, '_>, kind: GameKind) {
    let games = recorded(kind);
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    bencher.counter(ItemsCount::new(moves)).bench_local(|| {
        for game in &games {
            let mut position = Position::deal(&game.setup, game.seed.key());
            for (seat, mv) in &game.moves {
                position.advance(*seat, mv, &mut Ignore).expect("a recorded move");
            }
            black_box(position);
        }
    });
}

/// Moves a second, the deals included.
#[divan::bench]
fn replay_regicide(bencher: Bencher<'_, '_>) {
    replay_all(bencher, GameKind::Regicide);
}

/// Moves a second, the deals included.
#[divan::bench]
fn replay_tricks(bencher: Bencher<'_, '_>) {
    replay_all(bencher, GameKind::Tricks);
}

/// Moves a second of games that are played at random, legal moves listed
/// before each.
#[divan::bench]
fn play_out_regicide(bencher: Bencher<'_, '_>) {
    let moves: usize = (0..50).map(|number| play_out(GameKind::Regicide, 3, number).moves.len()).sum();
    bencher.counter(ItemsCount::new(moves)).bench_local(|| {
        for number in 0..50 {
            black_box(play_out(GameKind::Regicide, 3, number));
        }
    });
}
