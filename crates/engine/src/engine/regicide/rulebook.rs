//! The co-operative game's rules as data.

use super::narration::name;
use super::rules::RulesVersion;
use super::setup::Setup;
use super::values::{stats, value};
use crate::engine::card::{Card, CardSet, Rank};
use crate::engine::message::Message;
use crate::engine::options::Options;
use crate::engine::rulebook::{
    CardFacts, Choice, MoveForm, OptionFacts, OptionValues, PhaseFacts, Rulebook, ScoringRule, TableFacts,
    clauses,
};

impl RulesVersion {
    /// The rules as data.
    pub fn rulebook(self) -> Rulebook {
        let players: Vec<u8> = Setup::PLAYERS.collect();
        Rulebook {
            ranks: Rank::ALL.iter().map(|&rank| (rank, rank_name(rank))).collect(),
            cards: CardSet::ALL.iter().map(card).collect(),
            tables: players.iter().filter_map(|&players| table(self, players)).collect(),
            phases: phases(),
            moves: moves(),
            variants: variants(&players),
            options: options(&players),
            scoring: scoring(),
            clauses: clauses('R', &[0, 4, 5, 13, 6, 5, 4, 4, 3, 4, 4, 4]),
        }
    }
}

/// An ace is a companion here (R1).
fn rank_name(rank: Rank) -> Message {
    if rank == Rank::Ace { Message::new("rank-companion") } else { rank.message() }
}

fn card(card: Card) -> CardFacts {
    let stats = stats(card);
    CardFacts {
        card,
        name: name(card),
        value: Some(value(card)),
        attack: stats.map(|stats| stats.attack),
        health: stats.map(|stats| stats.health),
    }
}

/// R3.1.
fn table(rules: RulesVersion, players: u8) -> Option<TableFacts> {
    let setup = Setup::new(rules, players, &Options::default()).ok()?;
    Some(TableFacts {
        players,
        hand_size: setup.hand_size(),
        jesters: setup.jesters(),
        solo_jesters: setup.solo_jesters(),
    })
}

fn phases() -> Vec<PhaseFacts> {
    vec![
        PhaseFacts { name: "play", moves: &["play", "yield", "flip"] },
        PhaseFacts { name: "discard", moves: &["discard", "flip"] },
        PhaseFacts { name: "next", moves: &["next"] },
        PhaseFacts { name: "won", moves: &[] },
        PhaseFacts { name: "lost", moves: &[] },
    ]
}

fn moves() -> Vec<MoveForm> {
    let form = MoveForm::new;
    vec![
        // The most is a combo of four twos (R4.3).
        form("play", "play CARD…", 4, "R4.2"),
        form("yield", "yield", 0, "R7.1"),
        form("discard", "discard CARD…", 8, "R4.12"),
        form("next", "next SEAT", 0, "R6.4"),
        form("flip", "flip", 0, "R9.1"),
        form("concede", "concede", 0, "R11.1"),
    ]
}

fn variants(players: &[u8]) -> Vec<Choice> {
    let choice = |name, players: &[u8], rule| Choice { name, players: players.to_vec(), rule };
    vec![
        choice("mulligan", players, "R10.1"),
        choice("no_combos", players, "R10.3"),
        choice("shared_damage", &players[1..], "R10.2"),
    ]
}

fn options(players: &[u8]) -> Vec<OptionFacts> {
    let first = OptionValues::Range { default: 0, minimum: 0, maximum: 3 };
    let solo_yield = OptionValues::Word { default: "never", choices: vec!["never", "once"] };
    vec![
        OptionFacts::new("first", first, players, "R3.4"),
        OptionFacts::new("solo_yield", solo_yield, &[1], "R7.3"),
    ]
}

/// All win together or lose together; solo wins have medals.
fn scoring() -> Vec<ScoringRule> {
    let score = |name, rule| ScoringRule { name, points: None, rule };
    vec![score("won", "R5.6"), score("gold", "R9.3"), score("silver", "R9.3"), score("bronze", "R9.3")]
}
