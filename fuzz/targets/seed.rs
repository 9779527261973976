//! A text is no seed, or every set-up can be dealt from it and played on.

#![no_main]

use libfuzzer_sys::fuzz_target;
use regicide_engine::engine::{Game, Ignore, Position, Seed};
use regicide_fuzz::games::setup;

fuzz_target!(|input: (u8, u8, &str)| {
    let (byte, choice, text) = input;
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._~-".contains(&byte);
    let is_seed = (1..=64).contains(&text.len()) && text.bytes().all(allowed);
    let seed = text.parse::<Seed>();
    assert_eq!(seed.is_ok(), is_seed);
    let (Ok(seed), Some(setup)) = (seed, setup(byte)) else { return };
    assert_eq!(seed.as_str(), text);
    let mut position = Position::deal(&setup, seed.key());
    assert_eq!(position, Position::deal(&setup, seed.key()));
    for turn in 0..40 {
        let Some(seat) = position.to_act() else { return };
        let moves = position.legal_moves();
        assert!(!moves.is_empty(), "{position}");
        let chosen = (usize::from(choice) + turn * 7) % moves.len();
        position.advance(seat, &moves[chosen], &mut Ignore).expect("a listed move is legal");
        let line = position.to_string();
        let read = Position::parse(&setup, seed.key(), &line).expect("a position's own line");
        assert_eq!(read.to_string(), line);
    }
});
