//! The trick-taking game's rules as data.

use super::setup::Setup;
use crate::engine::card::{Card, CardSet, Rank};
use crate::engine::rulebook::{CardFacts, MoveForm, OptionFacts, PhaseFacts, Rulebook, TableFacts};

/// The rules as data.
#[must_use]
pub fn rulebook() -> Rulebook {
    let removed = [Rank::Ten, Rank::Jack, Rank::Queen];
    let in_deck = |card: &Card| card.rank().is_none_or(|rank| !removed.contains(&rank));
    Rulebook {
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
    }
}

/// T1: cards have ranks, not values.
fn card(card: Card) -> CardFacts {
    let name = card.name().unwrap_or_else(|| "Joker".to_owned());
    CardFacts { card, name, suit: card.suit(), value: None, attack: None, health: None }
}

fn phases() -> Vec<PhaseFacts> {
    let phase =
        |name, moves: &[&'static str], description| PhaseFacts { name, moves: moves.to_vec(), description };
    vec![
        phase("take", &["take", "pass"], "The seat to act takes the turned-up card or leaves it."),
        phase("trump", &["trump"], "The seat to act names the trump suit."),
        phase("bury", &["bury"], "Who took the card puts one of ten out of play."),
        phase("play", &["play"], "The seat to act plays a card to the trick."),
        phase("change", &["keep", "change"], "The trick's winner may change trump, ranks or both."),
        phase("over", &[], "The game is over."),
    ]
}

fn moves() -> Vec<MoveForm> {
    let form = |name, text, description, rule| MoveForm { name, text, description, rule };
    vec![
        form("take", "take", "Takes the turned-up card.", "T5"),
        form("pass", "pass", "Leaves the turned-up card.", "T5"),
        form("trump", "trump SUIT", "Names the trump suit.", "T5"),
        form("bury", "bury CARD", "Puts a card out of play, face down.", "T5"),
        form("play", "play CARD", "Plays a card to the trick.", "T6"),
        form("keep", "keep", "Leaves trump and ranks as they are.", "T8"),
        form("change", "change [SUIT] [reverse]", "Changes trump, reverses the ranks, or both.", "T8"),
        form("concede", "concede", "Gives the game up for the whole side, at once.", "T12"),
    ]
}

fn options() -> Vec<OptionFacts> {
    let option = |name, description, default, values: &[&'static str], players: &[u8], rule| OptionFacts {
        name,
        description,
        default,
        values: values.to_vec(),
        players: players.to_vec(),
        rule,
    };
    let all = [2, 3, 4];
    vec![
        option(
            "first",
            "The first dealer; it has to be one of the game's seats.",
            "0",
            &["0", "1", "2", "3"],
            &all,
            "T4",
        ),
        option("jokers", "Jokers in the deck.", "2", &["0", "2"], &all, "T1"),
        option(
            "partners",
            "Whether seats 0 and 2 play against 1 and 3.",
            "false",
            &["false", "true"],
            &[4],
            "T2",
        ),
        option("target", "The points that end the game: 10 to 100.", "50", &["10", "100"], &all, "T10"),
    ]
}
