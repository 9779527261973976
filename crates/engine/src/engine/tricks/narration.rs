//! Cards and effects as messages for people.

use super::effect::Effect;
use super::points::Points;
use super::side::{Side, Teams};
use super::trick::Highest;
use crate::engine::card::Card;
use crate::engine::message::Message;

impl Effect {
    /// A short sentence about the effect. A side is called by its players.
    pub fn message(&self, teams: Teams) -> Message {
        let message = Message::new;
        match self {
            Self::CardTaken { seat, card } => {
                message("effect-card_taken").with("seat", *seat).with("card", card.message())
            }
            Self::Passed { seat } => message("effect-passed").with("seat", *seat),
            Self::TurnedDown { card } => message("effect-turned_down").with("card", card.message()),
            Self::TrumpSet { seat, suit } => {
                message("effect-trump_set").with("seat", *seat).with("suit", suit.message())
            }
            Self::Buried { seat, card: None } => message("effect-buried").with("seat", *seat),
            Self::Buried { seat, card: Some(card) } => {
                message("effect-buried-seen").with("seat", *seat).with("card", card.message())
            }
            Self::CardPlayed { seat, card } => {
                message("effect-card_played").with("seat", *seat).with("card", card.message())
            }
            Self::TrickWon { seat, card, tricks_won: tricks } => message("effect-trick_won")
                .with("seat", *seat)
                .with("card", card.message())
                .with("tricks", *tricks),
            Self::Kept { seat } => message("effect-kept").with("seat", *seat),
            Self::TrumpChanged { seat, suit } => {
                message("effect-trump_changed").with("seat", *seat).with("suit", suit.message())
            }
            Self::RanksReversed { seat, highest } => {
                message("effect-ranks_reversed").with("seat", *seat).with("highest", highest.message())
            }
            Self::HandScored { scored, points } => message("effect-hand_scored")
                .with("scored", by_side(scored, teams))
                .with("points", by_side(points, teams)),
            Self::CardsDealt { seat, count, cards: None } => {
                message("effect-cards_dealt").with("seat", *seat).with("count", *count)
            }
            Self::CardsDealt { seat, count, cards: Some(cards) } => message("effect-cards_dealt-seen")
                .with("seat", *seat)
                .with("count", *count)
                .with("cards", cards.iter().map(Card::message).collect::<Vec<_>>()),
            Self::CardTurnedUp { dealer, card } => {
                message("effect-card_turned_up").with("seat", *dealer).with("card", card.message())
            }
            Self::SideConceded { seat, side } => match teams.seats(*side).find(|partner| partner != seat) {
                None => message("effect-side_conceded").with("seat", *seat),
                Some(partner) => {
                    message("effect-side_conceded-partners").with("seat", *seat).with("partner", partner)
                }
            },
            Self::GameWon { side, points } => {
                let won = of_side("effect-game_won", "effect-game_won-partners", *side, teams);
                won.with("points", by_side(points, teams))
            }
            Self::GameShared { sides, points } => message("effect-game_shared")
                .with("winners", sides.iter().map(|side| side_name(side, teams)).collect::<Vec<_>>())
                .with("points", by_side(points, teams)),
        }
    }
}

/// A message about a side: with the player as `seat`, or with both players as
/// `seat` and `partner`.
fn of_side(single: &'static str, partners: &'static str, side: Side, teams: Teams) -> Message {
    let mut seats = teams.seats(side);
    match (seats.next(), seats.next()) {
        (Some(seat), Some(partner)) => Message::new(partners).with("seat", seat).with("partner", partner),
        (seat, _) => Message::new(single).with("seat", seat.unwrap_or_default()),
    }
}

fn side_name(side: Side, teams: Teams) -> Message {
    of_side("side", "side-partners", side, teams)
}

/// Points with the players of each side.
fn by_side(points: &Points, teams: Teams) -> Vec<Message> {
    let sides = points.sides();
    let one = |side| {
        Message::new("side-points").with("side", side_name(side, teams)).with("points", points.of(side))
    };
    sides.iter().map(one).collect()
}

impl Highest {
    /// The rank's name.
    pub(super) fn message(self) -> Message {
        Message::new(match self {
            Self::King => "highest-king",
            Self::Ace => "highest-ace",
        })
    }
}
