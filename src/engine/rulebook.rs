//! A game's rules as data, for front ends.

use serde::Serialize;
use utoipa::ToSchema;

use super::card::{Card, Suit};

/// A game's rules as data.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rulebook {
    /// Every card in canonical order.
    pub cards: Vec<CardFacts>,
    /// What depends on the number of players.
    pub tables: Vec<TableFacts>,
    /// What the phases are called, and which moves they take.
    pub phases: Vec<PhaseFacts>,
    /// The forms that moves have.
    pub moves: Vec<MoveForm>,
    /// Variants that can be chosen together.
    pub variants: Vec<Choice>,
    /// Options, each with the values that it can have.
    pub options: Vec<OptionFacts>,
}

/// A card.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CardFacts {
    /// The card.
    pub card: Card,
    /// Its name.
    #[schema(examples("Seven of Hearts"))]
    pub name: String,
    /// Its suit, none for a jester or joker.
    pub suit: Option<Suit>,
    /// What it is worth in play and in covering damage, where the game counts
    /// that.
    pub value: Option<u8>,
    /// Its attack as an enemy, where it is one.
    pub attack: Option<u8>,
    /// Its health as an enemy, where it is one.
    pub health: Option<u8>,
}

/// What depends on the number of players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableFacts {
    /// How many players.
    pub players: u8,
    /// How many cards a full hand holds.
    pub hand_size: u8,
    /// Jesters or jokers among the cards that are dealt.
    pub jesters: u8,
    /// Jesters beside the game, to be flipped.
    pub solo_jesters: u8,
}

/// A phase.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PhaseFacts {
    /// Its name in views.
    pub name: &'static str,
    /// The moves that it takes, besides `concede`.
    pub moves: Vec<&'static str>,
    /// What happens in it.
    pub description: &'static str,
}

/// The form of a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveForm {
    /// Its `type`.
    pub name: &'static str,
    /// The text form, with words in capitals for what varies.
    #[schema(examples("play CARD…"))]
    pub text: &'static str,
    /// What it does.
    pub description: &'static str,
    /// The clause of the rules that describes it.
    pub rule: &'static str,
}

/// Something that can be chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Choice {
    /// Its name.
    pub name: &'static str,
    /// What it changes.
    pub description: &'static str,
    /// For how many players it can be chosen.
    pub players: Vec<u8>,
    /// The clause of the rules that describes it.
    pub rule: &'static str,
}

/// An option.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OptionFacts {
    /// Its name.
    pub name: &'static str,
    /// What it decides.
    pub description: &'static str,
    /// The value that it has when nothing is said.
    pub default: &'static str,
    /// The values that it can have.
    pub values: Vec<&'static str>,
    /// For how many players it can be chosen.
    pub players: Vec<u8>,
    /// The clause of the rules that describes it.
    pub rule: &'static str,
}
