//! The co-operative game's rules as data.

use super::setup::Setup;
use super::values::{stats, value};
use crate::engine::card::{Card, CardSet};
use crate::engine::options::Options;
use crate::engine::rulebook::{CardFacts, Choice, MoveForm, OptionFacts, PhaseFacts, Rulebook, TableFacts};

/// The rules as data.
#[must_use]
pub fn rulebook() -> Rulebook {
    let players: Vec<u8> = Setup::PLAYERS.collect();
    Rulebook {
        cards: CardSet::ALL.iter().map(card).collect(),
        tables: players.iter().filter_map(|&players| table(players)).collect(),
        phases: phases(),
        moves: moves(),
        variants: variants(&players),
        options: options(&players),
    }
}

fn card(card: Card) -> CardFacts {
    let stats = stats(card);
    CardFacts {
        card,
        name: name(card),
        suit: card.suit(),
        value: Some(value(card)),
        attack: stats.map(|stats| stats.attack),
        health: stats.map(|stats| stats.health),
    }
}

/// An ace is a companion here (R1).
fn name(card: Card) -> String {
    let name = card.name().unwrap_or_else(|| "Jester".to_owned());
    name.replace("Ace", "Animal Companion")
}

/// R3.1.
fn table(players: u8) -> Option<TableFacts> {
    let setup = Setup::new(players, &Options::default()).ok()?;
    Some(TableFacts {
        players,
        hand_size: setup.hand_size(),
        jesters: setup.jesters(),
        solo_jesters: setup.solo_jesters(),
    })
}

fn phases() -> Vec<PhaseFacts> {
    let phase =
        |name, moves: &[&'static str], description| PhaseFacts { name, moves: moves.to_vec(), description };
    vec![
        phase("play", &["play", "yield", "flip"], "The seat to act attacks the enemy or yields."),
        phase("discard", &["discard", "flip"], "The seat to act covers the enemy's damage with cards."),
        phase("next", &["next"], "After a jester its player names the seat that goes next."),
        phase("won", &[], "The last king is defeated: everybody has won."),
        phase("lost", &[], "The game is lost for everybody."),
    ]
}

fn moves() -> Vec<MoveForm> {
    let form = |name, text, description, rule| MoveForm { name, text, description, rule };
    vec![
        form(
            "play",
            "play CARD…",
            "Puts one card, a pair with a companion, or a combo on the table.",
            "R4.2",
        ),
        form("yield", "yield", "Attacks with nothing and takes the enemy's damage.", "R7.1"),
        form("discard", "discard CARD…", "Covers damage with cards of the hand.", "R4.12"),
        form("next", "next SEAT", "Names the seat that goes next.", "R6.4"),
        form("flip", "flip", "Solo: swaps the hand for a new one, at the price of a jester.", "R9.1"),
        form("concede", "concede", "Gives the game up; everybody has to ask for it.", "R11.1"),
    ]
}

fn variants(players: &[u8]) -> Vec<Choice> {
    let choice = |name, description, players: &[u8], rule| Choice {
        name,
        description,
        players: players.to_vec(),
        rule,
    };
    vec![
        choice(
            "mulligan",
            "A hand dealt without a diamond is dealt anew, up to ten times.",
            players,
            "R10.1",
        ),
        choice("no_combos", "Cards of one rank cannot be played together.", players, "R10.3"),
        choice(
            "shared_damage",
            "Damage too great for one player's hand is passed on to the next.",
            &players[1..],
            "R10.2",
        ),
    ]
}

fn options(players: &[u8]) -> Vec<OptionFacts> {
    vec![
        OptionFacts {
            name: "first",
            description: "The seat that goes first; it has to be one of the game's.",
            default: "0",
            values: vec!["0", "1", "2", "3"],
            players: players.to_vec(),
            rule: "R3.4",
        },
        OptionFacts {
            name: "solo_yield",
            description: "Whether a solo player may yield; never twice running.",
            default: "never",
            values: vec!["never", "once"],
            players: vec![1],
            rule: "R7.3",
        },
    ]
}
