//! Whatever is played of a deal, the worlds that a seat draws are positions that
//! it may be in, and games that end.

#![no_main]

use libfuzzer_sys::fuzz_target;
use regicide_engine::bots::{Level, Observer, choose};
use regicide_engine::engine::{Effect, Game, Ignore, Key, Position, Seed, Viewer};
use regicide_fuzz::games::{listed_moves_can_be_played, setup};

/// The most moves of the part that is made up.
const MOVES: usize = 200;
/// More than any game takes in which each player plays the first legal move.
const LONGEST: u32 = 5_000;

fuzz_target!(|input: (u8, u64, &[u8])| {
    let (byte, seed, moves) = input;
    let Some(setup) = setup(byte) else { return };
    let seed: Seed = format!("fuzz-{seed}").parse().expect("a seed");
    let mut position = Position::deal(&setup, seed.key());
    let mut observers = Observer::all(&setup, &position);
    for &choice in moves.iter().take(MOVES) {
        let Some(seat) = position.to_act() else { return };
        let listed = position.legal_moves();
        let mv = listed[usize::from(choice) % listed.len()];
        let mut effects: Vec<Effect> = Vec::new();
        position.advance(seat, &mv, &mut effects).expect("a listed move is legal");
        observers.iter_mut().for_each(|observer| observer.observe(&effects, &position));
    }
    let Some(seat) = position.to_act() else { return };
    let known = observers[seat.index()].knowledge();
    let dice = Key::labelled("fuzz", &[byte; 32]);
    for number in 0..4 {
        let world = known.world(&mut dice.stream(number));
        assert!(known.allows(&world), "{world} instead of {position}");
        assert_eq!(world.view(Viewer::Seat(seat)), position.view(Viewer::Seat(seat)));
        let read = Position::parse(&setup, dice, &world.to_string());
        assert!(read.is_ok(), "{world}: {read:?}");
        listed_moves_can_be_played(&world);
        let mut end = world;
        while let (Some(seat), Some(mv)) = (end.to_act(), end.first_legal()) {
            end.advance(seat, &mv, &mut Ignore).expect("a listed move is legal");
            assert!(end.seq() < LONGEST, "{world}");
        }
        assert!(end.outcome().is_some(), "{world}");
    }
    let chosen = choose(Level::Novice, known, [byte; 32]);
    position.play(seat, &chosen, &mut Ignore).expect("a bot makes a legal move");
});
