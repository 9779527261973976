//! The place where a game is chosen. Everywhere else a game is a game.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game::{Concession, Game, Picture, Refusal, Sink, Viewer};
use super::message::Message;
use super::moves::{Move, Seat};
use super::options::{GameKind, Options, SetupError};
use super::regicide;
use super::rulebook::Rulebook;
use super::seed::Key;
use super::tricks;

impl GameKind {
    /// The game's rules as data.
    #[must_use]
    pub fn rulebook(self) -> Rulebook {
        match self {
            Self::Regicide => regicide::rulebook(),
            Self::Tricks => tricks::rulebook(),
        }
    }
}

/// A checked set-up of any game. `Display` writes its part of the header line
/// (RECORD.md S5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// Of the co-operative game.
    Regicide(regicide::Setup),
    /// Of the trick-taking game.
    Tricks(tricks::Setup),
}

impl Setup {
    /// Checks a set-up.
    ///
    /// # Errors
    /// What does not fit the game, by its rules.
    pub fn new(game: GameKind, players: u8, options: &Options) -> Result<Self, SetupError> {
        match game {
            GameKind::Regicide => regicide::Setup::new(players, options).map(Self::Regicide),
            GameKind::Tricks => tricks::Setup::new(players, options).map(Self::Tricks),
        }
    }

    /// Which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Regicide(_) => GameKind::Regicide,
            Self::Tricks(_) => GameKind::Tricks,
        }
    }

    /// The number of players.
    #[must_use]
    pub const fn players(&self) -> u8 {
        match self {
            Self::Regicide(setup) => setup.players(),
            Self::Tricks(setup) => setup.players(),
        }
    }

    /// Whether each seat wins or loses by itself.
    #[must_use]
    pub const fn ranks_seats(&self) -> bool {
        match self {
            Self::Regicide(_) => false,
            Self::Tricks(_) => true,
        }
    }

    /// The set-up as options, none of the game's own left out.
    #[must_use]
    pub fn options(&self) -> Options {
        match self {
            Self::Regicide(setup) => setup.options(),
            Self::Tricks(setup) => setup.options(),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regicide(setup) => setup.fmt(f),
            Self::Tricks(setup) => setup.fmt(f),
        }
    }
}

/// A position of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Of the co-operative game.
    Regicide(regicide::Position),
    /// Of the trick-taking game.
    Tricks(tricks::Position),
}

/// An effect of a move in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Effect {
    /// Of the co-operative game.
    Regicide(regicide::Effect),
    /// Of the trick-taking game.
    Tricks(tricks::Effect),
}

impl Effect {
    /// The effect as `viewer` may know it while the game runs (R12, T11).
    #[must_use]
    pub fn seen_by(self, viewer: Viewer) -> Self {
        match self {
            Self::Regicide(effect) => Self::Regicide(effect.seen_by(viewer)),
            Self::Tricks(effect) => Self::Tricks(effect.seen_by(viewer)),
        }
    }

    /// Whether an enemy of the co-operative game was defeated by it, and if so,
    /// whether exactly (R5.1).
    #[must_use]
    pub const fn defeated_exactly(&self) -> Option<bool> {
        match self {
            Self::Regicide(regicide::Effect::Defeated { exact, .. }) => Some(*exact),
            Self::Regicide(_) | Self::Tricks(_) => None,
        }
    }

    /// One short sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Regicide(effect) => effect.message(),
            Self::Tricks(effect) => effect.message(),
        }
    }
}

/// What a viewer may see of a running game of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum View {
    /// Of the co-operative game.
    Regicide(regicide::View),
    /// Of the trick-taking game.
    Tricks(tricks::View),
}

/// All that was hidden, once a game of any kind is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Revealed {
    /// Of the co-operative game.
    Regicide(regicide::Revealed),
    /// Of the trick-taking game.
    Tricks(tricks::Revealed),
}

/// How a game of any kind ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Outcome {
    /// Of the co-operative game.
    Regicide(regicide::Outcome),
    /// Of the trick-taking game.
    Tricks(tricks::Outcome),
}

/// What an end means for one seat, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whether the seat's side has won.
    pub won: bool,
    /// Solo wins of the co-operative game: the medal (R9.3).
    pub medal: Option<regicide::Medal>,
    /// Co-operative game: how many of the twelve enemies were defeated.
    pub enemies_defeated: Option<u8>,
}

impl Outcome {
    /// What the end means for a seat of a game with this set-up.
    #[must_use]
    pub fn standing(&self, setup: &Setup, seat: Seat) -> Standing {
        match (self, setup) {
            (Self::Regicide(outcome), _) => Standing {
                won: outcome.outcome == regicide::WonOrLost::Won,
                medal: outcome.medal,
                enemies_defeated: Some(outcome.enemies_defeated),
            },
            (Self::Tricks(outcome), Setup::Tricks(setup)) => {
                let won = outcome.winners.contains(setup.side(seat));
                Standing { won, medal: None, enemies_defeated: None }
            }
            (Self::Tricks(_), Setup::Regicide(_)) => {
                Standing { won: false, medal: None, enemies_defeated: None }
            }
        }
    }
}

/// What was reached in a game of any kind, for rankings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Merit {
    /// In the co-operative game.
    Regicide(regicide::Merit),
    /// In the trick-taking game.
    Tricks(tricks::Merit),
}

impl Merit {
    /// One number: of two results in the same kind of game the better one has
    /// the greater, and equal ones have the same.
    #[must_use]
    pub fn score(&self) -> u32 {
        match self {
            Self::Regicide(merit) => merit.score(),
            Self::Tricks(merit) => merit.score(),
        }
    }

    /// What a score of a kind of game says, if it is one.
    #[must_use]
    pub fn of_score(game: GameKind, score: u32) -> Option<Self> {
        match game {
            GameKind::Regicide => regicide::Merit::of_score(score).map(Self::Regicide),
            GameKind::Tricks => tricks::Merit::of_score(score).map(Self::Tricks),
        }
    }

    /// Whether it is a win.
    #[must_use]
    pub const fn won(&self) -> bool {
        match self {
            Self::Regicide(merit) => merit.moves_to_win.is_some(),
            Self::Tricks(merit) => merit.won,
        }
    }

    /// How far it was, in a few words.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Regicide(merit) => match merit.moves_to_win {
                Some(moves) => Message::new("merit-won").with("moves", moves),
                None => Message::new("merit-defeated").with("enemies", merit.enemies_defeated),
            },
            Self::Tricks(merit) => {
                let id = if merit.won { "merit-points-won" } else { "merit-points" };
                Message::new(id).with("points", merit.points)
            }
        }
    }

    /// Co-operative game: how many of the twelve enemies were defeated.
    #[must_use]
    pub const fn enemies_defeated(&self) -> Option<u8> {
        match self {
            Self::Regicide(merit) => Some(merit.enemies_defeated),
            Self::Tricks(_) => None,
        }
    }

    /// Solo wins of the co-operative game: the medal (R9.3).
    #[must_use]
    pub const fn medal(&self) -> Option<regicide::Medal> {
        match self {
            Self::Regicide(merit) => merit.medal,
            Self::Tricks(_) => None,
        }
    }
}

impl Position {
    /// What was reached, for each seat that is ranked by itself: the first
    /// stands for all where they win or lose together.
    #[must_use]
    pub fn merits(&self) -> Vec<(Seat, Merit)> {
        match self {
            Self::Regicide(position) => {
                vec![(Seat::default(), Merit::Regicide(regicide::Merit::of(position)))]
            }
            Self::Tricks(position) => {
                tricks::Merit::all(position).map(|(seat, merit)| (seat, Merit::Tricks(merit))).collect()
            }
        }
    }
}

/// Wraps one game's effects on their way to a sink for any game's.
struct Wrap<'a, S, F>(&'a mut S, F);

impl<E, S: Sink<Effect>, F: Fn(E) -> Effect> Sink<E> for Wrap<'_, S, F> {
    fn tell(&mut self, effect: E) {
        self.0.tell(self.1(effect));
    }
}

impl Game for Position {
    type Setup = Setup;
    type Effect = Effect;
    type View = View;
    type Revealed = Revealed;
    type Outcome = Outcome;

    fn deal(setup: &Setup, key: Key) -> Self {
        match setup {
            Setup::Regicide(setup) => Self::Regicide(regicide::Position::deal(setup, key)),
            Setup::Tricks(setup) => Self::Tricks(tricks::Position::deal(setup, key)),
        }
    }

    fn seq(&self) -> u32 {
        match self {
            Self::Regicide(position) => position.seq(),
            Self::Tricks(position) => position.seq(),
        }
    }

    fn to_act(&self) -> Option<Seat> {
        match self {
            Self::Regicide(position) => position.to_act(),
            Self::Tricks(position) => position.to_act(),
        }
    }

    fn for_each_legal(&self, each: impl FnMut(Move)) {
        match self {
            Self::Regicide(position) => position.for_each_legal(each),
            Self::Tricks(position) => position.for_each_legal(each),
        }
    }

    fn advance(&mut self, seat: Seat, mv: &Move, sink: &mut impl Sink<Effect>) -> Result<(), Refusal> {
        match self {
            Self::Regicide(position) => position.advance(seat, mv, &mut Wrap(sink, Effect::Regicide)),
            Self::Tricks(position) => position.advance(seat, mv, &mut Wrap(sink, Effect::Tricks)),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Regicide(position) => position.outcome().map(Outcome::Regicide),
            Self::Tricks(position) => position.outcome().map(Outcome::Tricks),
        }
    }

    fn concession(&self) -> Concession {
        match self {
            Self::Regicide(position) => position.concession(),
            Self::Tricks(position) => position.concession(),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        match self {
            Self::Regicide(position) => View::Regicide(position.view(viewer)),
            Self::Tricks(position) => View::Tricks(position.view(viewer)),
        }
    }

    fn reveal(&self) -> Revealed {
        match self {
            Self::Regicide(position) => Revealed::Regicide(position.reveal()),
            Self::Tricks(position) => Revealed::Tricks(position.reveal()),
        }
    }

    fn picture(&self) -> Picture {
        match self {
            Self::Regicide(position) => position.picture(),
            Self::Tricks(position) => position.picture(),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regicide(position) => position.fmt(f),
            Self::Tricks(position) => position.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;
    use utoipa::PartialSchema;

    use super::*;

    fn effect_types<E: PartialSchema>() -> BTreeSet<String> {
        let schema = serde_json::to_value(E::schema()).unwrap();
        let kinds = schema["oneOf"].as_array().unwrap();
        let names = kinds.iter().map(|kind| &kind["properties"]["type"]["enum"][0]);
        names.map(|name| name.as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn no_effect_of_one_game_can_be_taken_for_one_of_the_other() {
        let (one, other) = (effect_types::<regicide::Effect>(), effect_types::<tricks::Effect>());
        assert!(one.contains("healed") && other.contains("trick_won"));
        assert!(one.is_disjoint(&other));
    }

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

    #[test]
    fn each_game_has_its_name_and_checks_its_options() {
        for kind in GameKind::ALL {
            let name = serde_json::to_value(kind).unwrap();
            assert_eq!(name, kind.name());
            let setup = Setup::new(kind, 2, &Options::default()).unwrap();
            assert_eq!((setup.kind(), setup.players()), (kind, 2));
            assert_eq!(Setup::new(kind, 2, &setup.options()), Ok(setup));
            assert!(setup.to_string().starts_with(&format!("{kind}/{}", kind.rules())));
            for other in GameKind::ALL.into_iter().filter(|&other| other != kind) {
                let error = Setup::new(other, 2, &setup.options()).unwrap_err();
                assert_eq!(error.clause, "R10.4");
            }
        }
    }
}
