//! The position: where every card is and whose move it is.

use super::outcome::Medal;
use super::values::{Stats, stats, worth};
use super::{Effect, Setup};
use crate::engine::card::{Card, CardList, CardSet, Pile, Suit, count};
use crate::engine::game::{Concession, Game, Refusal, Sink};
use crate::engine::moves::{Move, Seat};
use crate::engine::options::SoloYield;
use crate::engine::seed::Key;

/// A position of the co-operative game: a value without heap. Searches read all
/// of it, hidden cards too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) setup: Setup,
    pub(crate) key: Key,
    /// Enemies below the current one, top first.
    pub(crate) castle: CardList<12>,
    /// Top first.
    pub(crate) tavern: Pile,
    /// Oldest first.
    pub(crate) discard_pile: Pile,
    /// Oldest first.
    pub(crate) table: Pile,
    pub(crate) hands: [CardSet; Seat::COUNT],
    /// None once the last king is defeated.
    pub(crate) enemy: Option<Enemy>,
    pub(crate) phase: Phase,
    /// The seat to act; at the end the seat at which the game ended.
    pub(crate) seat: Seat,
    /// From a seat's yield until it plays a card (R7.2).
    pub(crate) yielded: [bool; Seat::COUNT],
    /// Solo jesters that can be flipped (R9.1).
    pub(crate) jesters: u8,
    pub(crate) seq: u32,
    pub(crate) conceded_by: Option<Seat>,
}

/// The enemy in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Enemy {
    pub(crate) card: Card,
    pub(super) stats: Stats,
    /// The damage taken so far.
    pub(crate) damage: u8,
    /// The attack values of all plays with a spade, whether they work yet or
    /// not (R6.3).
    pub(crate) spades: u8,
    pub(super) immunity: Immunity,
}

/// The immunity of an enemy to its own suit (R6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Immunity {
    Immune,
    Cancelled,
}

/// The phase of a turn, or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Play,
    /// Damage is to be covered; the seat attacked may be another than the one
    /// that pays (R10.2).
    Discard {
        damage: u8,
        attacked: Seat,
    },
    Next,
    Won,
    Lost,
}

impl Enemy {
    /// A royal that was just turned up (R5.3).
    pub(crate) fn new(card: Card) -> Option<Self> {
        let stats = stats(card)?;
        Some(Self { card, stats, damage: 0, spades: 0, immunity: Immunity::Immune })
    }

    /// The suit without power against it (R6.1, R6.2).
    pub(crate) fn immune_to(self) -> Option<Suit> {
        self.card.suit().filter(|_| self.immunity == Immunity::Immune)
    }

    /// How much spades lower its attack (R4.9); by R6.3 those played before a
    /// jester count from then on.
    pub(crate) fn shield(self) -> u8 {
        if self.immune_to() == Some(Suit::Spades) { 0 } else { self.spades.min(self.stats.attack) }
    }

    /// The damage that still defeats it.
    pub(crate) fn health_left(self) -> u8 {
        self.stats.health.saturating_sub(self.damage)
    }

    /// The damage that it deals now (R4.11).
    pub(crate) fn attack(self) -> u8 {
        self.stats.attack - self.shield()
    }
}

impl Position {
    /// The number of moves made.
    pub const fn seq(&self) -> u32 {
        self.seq
    }

    /// The way to concede: alone at once, together when all agree (R11.1).
    pub fn concession(&self) -> Concession {
        if self.is_solo() { Concession::AtOnce } else { Concession::WhenAllAgree }
    }

    /// R9.3.
    pub(super) fn medal(&self) -> Option<Medal> {
        (self.is_solo() && self.phase == Phase::Won).then(|| Medal::with_jesters_left(self.jesters))
    }

    pub(crate) fn players(&self) -> u8 {
        self.setup.players()
    }

    pub(crate) fn is_solo(&self) -> bool {
        self.players() == 1
    }

    pub(crate) fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    pub(crate) fn hand_worth(&self, seat: Seat) -> u8 {
        worth(self.hand(seat))
    }

    /// The same position after another number of entries of the log.
    pub(in crate::engine) const fn at_entry(self, seq: u32) -> Self {
        Self { seq, ..self }
    }

    /// Returns true if the seat to act may yield (R7.2, R7.3).
    pub(super) fn may_yield(&self) -> bool {
        if self.is_solo() {
            return self.setup.solo_yield() == SoloYield::Once && !self.yielded[0];
        }
        Seat::all(self.players()).any(|other| other != self.seat && !self.yielded[other.index()])
    }

    pub(crate) fn enemies_defeated(&self) -> u8 {
        12 - count(self.castle.len()) - u8::from(self.enemy.is_some())
    }
}

impl Game for Position {
    type Effect = Effect;

    fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Play | Phase::Discard { .. } | Phase::Next => Some(self.seat),
            Phase::Won | Phase::Lost => None,
        }
    }

    fn for_each_legal(&self, each: impl FnMut(Move)) {
        self.list_legal(each);
    }

    fn advance(&mut self, seat: Seat, mv: &Move, sink: &mut impl Sink<Effect>) -> Result<(), Refusal> {
        let act = self.validate(seat, mv)?;
        self.seq += 1;
        self.carry_out(act, sink);
        Ok(())
    }
}
