//! Views (R12).

use serde::Serialize;
use utoipa::ToSchema;

use super::position::{Phase, Position};
use crate::engine::card::{Card, Suit, count};
use crate::engine::game::Viewer;
use crate::engine::moves::Seat;

/// The table of the co-operative game as one viewer may see it while the game
/// runs. It cannot hold what R12.3 hides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RegicideView)]
pub struct View {
    /// The phase of the turn.
    pub phase: PhaseName,
    /// In the phase `discard`: the damage to cover.
    pub to_cover: Option<Damage>,
    /// The enemy, until the last king is defeated.
    pub enemy: Option<Enemy>,
    /// Enemies left in the castle, below the current one.
    pub castle_left: u8,
    /// Cards left in the tavern.
    pub tavern_left: u8,
    /// The discard pile, oldest card first.
    pub discard_pile: Vec<Card>,
    /// Cards played against the current enemy, oldest first.
    pub played: Vec<Card>,
    /// The number of cards in each hand, by seat.
    pub hand_sizes: Vec<u8>,
    /// The viewer's own hand in canonical order, nothing for spectators.
    pub hand: Option<Vec<Card>>,
    /// True for each seat that has yielded since it last played, by seat (R7.2).
    pub yielded: Vec<bool>,
    /// Solo jesters left to flip (R9.1).
    pub jesters_left: u8,
    /// The number of defeated enemies.
    pub enemies_defeated: u8,
}

/// The phase of a turn, or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RegicidePhase)]
pub enum PhaseName {
    /// Play or yield.
    Play,
    /// Cover damage.
    Discard,
    /// Name the seat that goes next.
    Next,
    /// The game is won.
    Won,
    /// The game is lost.
    Lost,
}

/// Damage that has to be covered (R4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Damage {
    /// The damage that is left to cover.
    pub amount: u8,
    /// The seat that was attacked; under R10.2 another may have to pay.
    pub attacked: Seat,
}

/// The current enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Enemy {
    /// The royal.
    pub card: Card,
    /// Its attack before any shield (R2.3).
    pub attack: u8,
    /// The damage that defeats it (R2.3).
    pub health: u8,
    /// The damage it has taken.
    pub damage: u8,
    /// The amount by which spades lower its attack now (R4.9); not above the attack.
    pub shield: u8,
    /// The damage of its attack now: its attack less the shield (R4.11).
    pub attack_now: u8,
    /// The damage that still defeats it.
    pub health_left: u8,
    /// The suit without power against it, or nothing after a jester (R6).
    pub immune_to: Option<Suit>,
}

/// All that was hidden, once the game is over (R12.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RegicideRevealed)]
pub struct Revealed {
    /// Enemies below the current one, top first.
    pub castle: Vec<Card>,
    /// The tavern, top first.
    pub tavern: Vec<Card>,
    /// Every hand in canonical order, by seat.
    pub hands: Vec<Vec<Card>>,
}

impl Position {
    /// The view of a viewer: only this function takes out of the position what
    /// may be seen (R12).
    pub fn view(&self, viewer: Viewer) -> View {
        let seats = || Seat::all(self.players());
        let (phase, to_cover) = match self.phase {
            Phase::Play => (PhaseName::Play, None),
            Phase::Discard { damage, attacked } => {
                (PhaseName::Discard, Some(Damage { amount: damage, attacked }))
            }
            Phase::Next => (PhaseName::Next, None),
            Phase::Won => (PhaseName::Won, None),
            Phase::Lost => (PhaseName::Lost, None),
        };
        let hand = match viewer {
            Viewer::Seat(seat) => Some(self.hand(seat).iter().collect()),
            Viewer::Spectator => None,
        };
        View {
            phase,
            to_cover,
            enemy: self.enemy.map(|enemy| Enemy {
                card: enemy.card,
                attack: enemy.stats.attack,
                health: enemy.stats.health,
                damage: enemy.damage,
                shield: enemy.shield(),
                attack_now: enemy.attack(),
                health_left: enemy.health_left(),
                immune_to: enemy.immune_to(),
            }),
            castle_left: count(self.castle.len()),
            tavern_left: count(self.tavern.len()),
            discard_pile: self.discard_pile.to_vec(),
            played: self.table.to_vec(),
            hand_sizes: seats().map(|seat| count(self.hand(seat).len())).collect(),
            hand,
            yielded: seats().map(|seat| self.yielded[seat.index()]).collect(),
            jesters_left: self.jesters,
            enemies_defeated: self.enemies_defeated(),
        }
    }

    /// Everything that a view hides. Only for games that are over (R12.4).
    pub fn reveal(&self) -> Revealed {
        let hands = Seat::all(self.players()).map(|seat| self.hand(seat).iter().collect());
        Revealed { castle: self.castle.to_vec(), tavern: self.tavern.to_vec(), hands: hands.collect() }
    }
}
