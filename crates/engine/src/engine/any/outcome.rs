//! How games end.

use derive_more::{Display, From};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Setup;
use crate::engine::moves::Seat;
use crate::engine::{GameKind, Message, regicide, tricks};

/// How a game of any kind ended. `Display` writes it as it is signed
/// (docs/spec/record.md S6.7).
#[derive(Clone, Debug, PartialEq, Eq, Display, From, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Outcome {
    /// Of the co-operative game.
    Regicide(regicide::Outcome),
    /// Of the trick-taking game.
    Tricks(tricks::Outcome),
}

/// An outcome together with the kind of its game, as answers show it. Record
/// files have the outcome alone, because they name it elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, From, Serialize, ToSchema)]
#[serde(tag = "kind")]
#[schema(as = GameOutcome)]
pub enum NamedOutcome {
    /// Of the co-operative game.
    #[serde(rename = "regicide")]
    Regicide(regicide::Outcome),
    /// Of the trick-taking game.
    #[serde(rename = "regicide-tricks")]
    Tricks(tricks::Outcome),
}

impl From<Outcome> for NamedOutcome {
    fn from(outcome: Outcome) -> Self {
        dispatch!(outcome, Outcome(outcome) => outcome.into())
    }
}

impl NamedOutcome {
    /// A sentence about the end of the argument `game`, with the names of the winners.
    #[must_use]
    pub fn sentence(&self, winners: Vec<Message>) -> Message {
        match self {
            Self::Regicide(outcome) => {
                let id = match outcome.outcome {
                    regicide::WonOrLost::Won => "webhook-game-won",
                    regicide::WonOrLost::Lost => "webhook-game-lost",
                };
                Message::new(id).with("enemies", outcome.enemies_defeated)
            }
            Self::Tricks(outcome) => {
                let points: Vec<String> = outcome.points.as_slice().iter().map(u32::to_string).collect();
                Message::new("webhook-game-points").with("names", winners).with("points", points.join(" : "))
            }
        }
    }
}

impl GameKind {
    /// The name of the game in texts.
    #[must_use]
    pub fn name(self) -> Message {
        Message::new(match self {
            Self::Regicide => "game-regicide",
            Self::Tricks => "game-regicide-tricks",
        })
    }
}

/// The result of a game for one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatResult {
    /// True if the seat's side has won.
    pub won: bool,
    /// Solo wins of the co-operative game: the medal (R9.3).
    pub medal: Option<regicide::Medal>,
    /// Co-operative game: how many of the twelve enemies were defeated.
    pub enemies_defeated: Option<u8>,
}

impl Outcome {
    /// The result for a seat of a game with this set-up.
    pub fn seat_result(&self, setup: &Setup, seat: Seat) -> SeatResult {
        match (self, setup) {
            (Self::Regicide(outcome), _) => SeatResult {
                won: outcome.outcome == regicide::WonOrLost::Won,
                medal: outcome.medal,
                enemies_defeated: Some(outcome.enemies_defeated),
            },
            (Self::Tricks(outcome), Setup::Tricks(setup)) => {
                let won = outcome.winners.contains(setup.side(seat));
                SeatResult { won, ..SeatResult::default() }
            }
            (Self::Tricks(_), Setup::Regicide(_)) => SeatResult::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn s6_results_tell_the_games_apart() {
        let read = |text: &str| serde_json::from_str::<Outcome>(text).ok();
        let one = r#"{"outcome":"won","conceded_by":null,"enemies_defeated":12,"medal":null}"#;
        assert!(matches!(read(one), Some(Outcome::Regicide(_))));
        let other = r#"{"outcome":"won","winners":[0],"points":[50,7],"conceded_by":null}"#;
        assert!(matches!(read(other), Some(Outcome::Tricks(_))));
        for text in [one, other] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_value(read(text)).unwrap(), value);
        }
        let neither = [
            r#"{"outcome":"won"}"#,
            r#"{"outcome":"lost","winners":[0],"points":[50,7]}"#,
            r#"{"outcome":"won","winners":[1,0],"points":[50,7]}"#,
            r#"{"outcome":"won","winners":[0],"points":[50,7],"enemies_defeated":12}"#,
        ];
        assert_eq!(neither.map(read), [const { None }; 4]);
    }
}
