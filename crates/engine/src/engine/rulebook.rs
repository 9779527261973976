//! A game's rules as data, for front ends. Titles and descriptions are in
//! `locales/`, with the names used here as parts of their ids.

use serde::Serialize;
use utoipa::ToSchema;

use super::card::{Card, Rank};
use super::message::Message;

/// A game's rules as data.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// The ranks of its cards, from ace to king, with their names.
    pub ranks: Vec<(Rank, Message)>,
    /// Every card in canonical order.
    pub cards: Vec<CardFacts>,
    /// The values that depend on the number of players.
    pub tables: Vec<TableFacts>,
    /// The phases with their moves.
    pub phases: Vec<PhaseFacts>,
    /// The forms that moves have.
    pub moves: Vec<MoveForm>,
    /// Variants that can be chosen together.
    pub variants: Vec<Choice>,
    /// Options, each with the values that it can have.
    pub options: Vec<OptionFacts>,
    /// The rules of scoring.
    pub scoring: Vec<ScoringRule>,
    /// The clauses of the rules, in order, such as `R4.2`.
    pub clauses: Vec<String>,
}

/// A card.
#[derive(Clone, Debug)]
pub struct CardFacts {
    /// The card.
    pub card: Card,
    /// Its name in this game.
    pub name: Message,
    /// Its worth in play and in covering damage, where the game has one.
    pub value: Option<u8>,
    /// Its attack as an enemy, where it is one.
    pub attack: Option<u8>,
    /// Its health as an enemy, where it is one.
    pub health: Option<u8>,
}

/// The values that depend on the number of players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableFacts {
    /// The number of players.
    pub players: u8,
    /// The number of cards in a full hand.
    pub hand_size: u8,
    /// Jesters or jokers among the cards that are dealt.
    pub jesters: u8,
    /// Jesters beside the game, to be flipped.
    pub solo_jesters: u8,
}

/// A phase.
#[derive(Clone, Debug)]
pub struct PhaseFacts {
    /// Its name in views.
    pub name: &'static str,
    /// The moves that it takes, besides `concede`.
    pub moves: &'static [&'static str],
}

/// The form of a move.
#[derive(Clone, Debug)]
pub struct MoveForm {
    /// Its `type`.
    pub name: &'static str,
    /// The text form, with words in capitals for what varies.
    pub text: &'static str,
    /// The most cards that it names.
    pub most_cards: u8,
    /// The clause of the rules that describes it.
    pub rule: &'static str,
}

impl MoveForm {
    pub(super) const fn new(
        name: &'static str,
        text: &'static str,
        most_cards: u8,
        rule: &'static str,
    ) -> Self {
        Self { name, text, most_cards, rule }
    }
}

/// Something that can be chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name.
    pub name: &'static str,
    /// For how many players it can be chosen.
    pub players: Vec<u8>,
    /// The clause of the rules that describes it.
    pub rule: &'static str,
}

/// An option.
#[derive(Clone, Debug)]
pub struct OptionFacts {
    /// Its name.
    pub name: &'static str,
    /// The values that it can have.
    pub values: OptionValues,
    /// For how many players it can be chosen.
    pub players: Vec<u8>,
    /// The clause of the rules that describes it.
    pub rule: &'static str,
}

impl OptionFacts {
    pub(super) fn new(name: &'static str, values: OptionValues, players: &[u8], rule: &'static str) -> Self {
        Self { name, values, players: players.to_vec(), rule }
    }
}

/// The values that an option can have, and the one that it has if none is
/// chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OptionValues {
    /// Yes or no.
    Flag {
        /// The value if none is chosen.
        default: bool,
    },
    /// All numbers from the lowest to the highest.
    Range {
        /// The value if none is chosen.
        default: u8,
        /// The lowest value.
        minimum: u8,
        /// The highest value.
        maximum: u8,
    },
    /// One of some numbers.
    Number {
        /// The value if none is chosen.
        default: u8,
        /// The values.
        choices: Vec<u8>,
    },
    /// One of some words.
    Word {
        /// The value if none is chosen.
        default: &'static str,
        /// The values.
        choices: Vec<&'static str>,
    },
}

/// Something that counts.
#[derive(Clone, Debug)]
pub struct ScoringRule {
    /// Its name.
    pub name: &'static str,
    /// How much it counts, where it is a number of points.
    pub points: Option<u8>,
    /// The clause of the rules that describes it.
    pub rule: &'static str,
}

/// The clauses of sections 1, 2 and so on, with so many parts each: none for a
/// section that is a clause itself.
pub(super) fn clauses(letter: char, parts: &[u32]) -> Vec<String> {
    let of_section = |(section, &parts): (u32, &u32)| -> Vec<String> {
        match parts {
            0 => vec![format!("{letter}{section}")],
            parts => (1..=parts).map(|part| format!("{letter}{section}.{part}")).collect(),
        }
    };
    (1..).zip(parts).flat_map(of_section).collect()
}
