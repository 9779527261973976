//! A text is no position line of a game, or its only one, and the game can go
//! on from there.

#![no_main]

use libfuzzer_sys::fuzz_target;
use regicide_engine::engine::{Game, Position, Seed, Viewer};
use regicide_fuzz::games::{listed_moves_can_be_played, setup};

fuzz_target!(|input: (u8, &str)| {
    let (byte, line) = input;
    let Some(setup) = setup(byte) else { return };
    let seed: Seed = "fuzz".parse().expect("a seed");
    let Ok(position) = Position::parse(&setup, seed.key(), line) else { return };
    assert_eq!(position.to_string(), line);
    listed_moves_can_be_played(&position);
    for viewer in [Viewer::Spectator].into_iter().chain(position.to_act().map(Viewer::Seat)) {
        serde_json::to_string(&position.view(viewer)).expect("a view can be written");
    }
    assert_eq!(position.outcome().is_some(), position.to_act().is_none());
});
