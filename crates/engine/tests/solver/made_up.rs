//! Positions that no game leads to, but whose lines can be read: whoever asks
//! for an analysis can send any of them.

use regicide_engine::engine::regicide::{Position, Setup};
use regicide_engine::engine::{Game as _, Ignore, Options, Seed, Variant};
use regicide_engine::solver::Goal;

use crate::{deal, setup, solved};

/// Places of fields in a position line (S4).
const PHASE: usize = 6;
const SEAT: usize = 7;

fn with_phase(line: &str, phase: &str, seat: u8) -> String {
    let seat = seat.to_string();
    let mut fields: Vec<&str> = line.split(' ').collect();
    (fields[PHASE], fields[SEAT]) = (phase, &seat);
    fields.join(" ")
}

/// The lines of a game in which everybody makes the move in the middle of the
/// legal ones.
fn lines(setup: Setup, seed: &str) -> Vec<String> {
    let mut position = deal(setup, seed);
    let mut lines = vec![position.to_string()];
    while let Some(seat) = position.to_act() {
        let moves = position.legal_moves();
        position.advance(seat, &moves[moves.len() / 2], &mut Ignore).unwrap();
        lines.push(position.to_string());
    }
    lines
}

#[test]
fn the_search_ends_whatever_the_position() {
    let key = "made-up".parse::<Seed>().unwrap().key();
    let mut read = 0;
    for (players, variants) in [(1, vec![]), (2, vec![]), (3, vec![Variant::SharedDamage]), (4, vec![])] {
        let setup = setup(players, &Options { variants: Some(variants), ..Options::default() });
        for game in 0..4 {
            let lines = lines(setup, &format!("made-up-{game}"));
            let phases = ["play", "next", "discard:1:0", "discard:9:0", "discard:30:0"];
            for (line, phase) in lines.iter().flat_map(|line| phases.map(|phase| (line, phase))) {
                for seat in 0..players {
                    let line = with_phase(line, phase, seat);
                    let Ok(position) = Position::parse(&setup, key, &line) else { continue };
                    solved(&position, Goal::Win, 500);
                    read += 1;
                }
            }
        }
    }
    assert!(read > 300, "{read}");
}
