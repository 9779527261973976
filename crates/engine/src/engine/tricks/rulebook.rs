//! The trick-taking game's rules as data.

use super::deal::REMOVED;
use super::rules::RulesVersion;
use super::scoring::ALL_TRICKS_SCORE;
use super::setup::Setup;
use crate::engine::card::{Card, CardSet, Rank};
use crate::engine::rulebook::{
    CardFacts, MoveForm, OptionFacts, OptionValues, PhaseFacts, Rulebook, ScoringRule, TableFacts, clauses,
};

impl RulesVersion {
    /// The rules as data.
    pub fn rulebook(self) -> Rulebook {
        let ranks = Rank::ALL.iter().copied().filter(|rank| !REMOVED.contains(rank));
        let in_deck = |card: &Card| card.rank().is_none_or(|rank| !REMOVED.contains(&rank));
        Rulebook {
            ranks: ranks.map(|rank| (rank, rank.message())).collect(),
            cards: CardSet::ALL.iter().filter(in_deck).map(card).collect(),
            tables: Setup::PLAYERS
                .map(|players| TableFacts {
                    players,
                    hand_size: 9,
                    jesters: Setup::DEFAULT_JOKERS,
                    solo_jesters: 0,
                })
                .collect(),
            phases: phases(),
            moves: moves(),
            variants: Vec::new(),
            options: options(),
            scoring: scoring(),
            clauses: clauses('T', &[0; 12]),
        }
    }
}

/// T1: cards have ranks, not values.
fn card(card: Card) -> CardFacts {
    CardFacts { card, name: card.message(), value: None, attack: None, health: None }
}

fn phases() -> Vec<PhaseFacts> {
    vec![
        PhaseFacts { name: "take", moves: &["take", "pass"] },
        PhaseFacts { name: "trump", moves: &["trump"] },
        PhaseFacts { name: "bury", moves: &["bury"] },
        PhaseFacts { name: "play", moves: &["play"] },
        PhaseFacts { name: "change", moves: &["keep", "change"] },
        PhaseFacts { name: "over", moves: &[] },
    ]
}

fn moves() -> Vec<MoveForm> {
    let form = MoveForm::new;
    vec![
        form("take", "take", 0, "T5"),
        form("pass", "pass", 0, "T5"),
        form("trump", "trump SUIT", 0, "T5"),
        form("bury", "bury CARD", 1, "T5"),
        form("play", "play CARD", 1, "T6"),
        form("keep", "keep", 0, "T8"),
        form("change", "change [SUIT] [reverse]", 0, "T8"),
        form("concede", "concede", 0, "T12"),
    ]
}

fn options() -> Vec<OptionFacts> {
    let option = OptionFacts::new;
    let all = [2, 3, 4];
    let first = OptionValues::Range { default: 0, minimum: 0, maximum: 3 };
    let jokers = OptionValues::Number { default: Setup::DEFAULT_JOKERS, choices: Setup::JOKERS.to_vec() };
    let partners = OptionValues::Flag { default: false };
    let (minimum, maximum) = Setup::TARGET.into_inner();
    let target = OptionValues::Range { default: Setup::DEFAULT_TARGET, minimum, maximum };
    vec![
        option("first", first, &all, "T4"),
        option("jokers", jokers, &all, "T1"),
        option("partners", partners, &[4], "T2"),
        option("target", target, &all, "T10"),
    ]
}

fn scoring() -> Vec<ScoringRule> {
    vec![
        ScoringRule { name: "trick", points: Some(1), rule: "T9" },
        ScoringRule { name: "all_tricks", points: Some(ALL_TRICKS_SCORE), rule: "T9" },
        ScoringRule { name: "won", points: None, rule: "T10" },
    ]
}
