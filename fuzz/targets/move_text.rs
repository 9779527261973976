//! A text is no move, or the only text of that move; a position of either game
//! takes a move exactly if it lists it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use regicide_engine::engine::{Game, Ignore, Move, Position, Seed};
use regicide_fuzz::games::setup;

/// The moves that are listed have their cards in canonical order; those that
/// are sent may have another.
fn sorted(mv: &Move) -> String {
    let mut words: Vec<String> = mv.to_string().split(' ').map(str::to_owned).collect();
    words[1..].sort_unstable();
    words.join(" ")
}

fuzz_target!(|input: (u8, &str)| {
    let (byte, text) = input;
    let Ok(mv) = text.parse::<Move>() else {
        assert!(text != "concede" && text != "undo");
        return;
    };
    assert_eq!(mv.to_string(), text);
    let json = serde_json::to_string(&mv).expect("a move can be written");
    assert_eq!(serde_json::from_str::<Move>(&json).expect("it can be read"), mv);

    let Some(setup) = setup(byte) else { return };
    let seed: Seed = "fuzz".parse().expect("a seed");
    let position = Position::deal(&setup, seed.key());
    let seat = position.to_act().expect("a deal is no end");
    let mut listed = mv == Move::Concede;
    position.for_each_legal(|legal| listed |= sorted(&legal) == sorted(&mv));
    assert_eq!(position.play(seat, &mv, &mut Ignore).is_ok(), listed, "{mv} in {position}");
});
