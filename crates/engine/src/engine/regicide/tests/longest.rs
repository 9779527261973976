//! How long players can go on who only play for time, with all cards face up.

use super::super::position::{Phase, Position};
use super::super::values::worth;
use super::super::{RulesVersion, Setup};
use crate::engine::game::{Game, Ignore};
use crate::engine::moves::Move;
use crate::engine::options::{Options, SoloYield, Variant};
use crate::engine::seed::Seed;

/// How many positions are followed at a time.
const WIDTH: usize = 8;

/// How promising a position is for who wants many moves: health that is left,
/// cards to play, and the shield behind which players can yield for nothing.
/// Of weights drawn at random for seven minutes, the best found a game of 187
/// moves.
fn promise(position: &Position) -> u32 {
    let Some(enemy) = position.enemy else { return 0 };
    let to_come: u32 = position.castle.iter().map(|card| u32::from(worth([*card])) * 2).sum();
    let health = to_come + u32::from(enemy.health_left());
    let in_hands: usize = position.hands.iter().map(|hand| hand.len()).sum();
    let cards = u32::try_from(3 * in_hands + position.tavern.len()).unwrap();
    let owed = if let Phase::Discard { damage, .. } = position.phase { u32::from(damage) } else { 0 };
    let flips = 40 * u32::from(position.jesters);
    1000 + 2 * health + 10 * cards + 10 * u32::from(enemy.shield()) + flips - owed
}

/// The most moves that a beam of positions comes to.
fn longest(setup: Setup, seed: &Seed) -> u32 {
    let mut beam = vec![Position::deal(&setup, seed.key())];
    loop {
        let mut next: Vec<(u32, Position)> = Vec::new();
        for position in &beam {
            let seat = position.to_act().unwrap();
            position.for_each_legal(|mv: Move| {
                let after = position.play(seat, &mv, &mut Ignore).unwrap();
                if after.to_act().is_some() {
                    next.push((promise(&after), after));
                }
            });
        }
        next.sort_by_key(|(promise, _)| std::cmp::Reverse(*promise));
        next.dedup_by_key(|(promise, _)| *promise);
        next.truncate(WIDTH);
        if next.is_empty() {
            return beam[0].seq + 1;
        }
        beam = next.into_iter().map(|(_, position)| position).collect();
    }
}

#[test]
fn s6_who_only_plays_for_time_does_not_come_to_half_of_a_log() {
    for players in Setup::PLAYERS {
        let mut variants = vec![vec![], vec![Variant::NoCombos]];
        if players > 1 {
            variants.push(vec![Variant::SharedDamage]);
        }
        for variants in variants {
            let options = Options {
                variants: Some(variants),
                solo_yield: (players == 1).then_some(SoloYield::Once),
                ..Options::default()
            };
            let setup = Setup::new(RulesVersion::CURRENT, players, &options).unwrap();
            let moves = longest(setup, &"longest-0".parse().unwrap());
            assert!(moves > 20 && moves < setup.max_moves() / 2, "{setup}: {moves}");
        }
    }
}
