//! The co-operative game.

use super::row::Row;
use super::seats::Seats;
use crate::engine::regicide::{ENEMIES, PhaseName, Position, Setup, View};
use crate::engine::{Card, Move, Named, Rank, Seat, Variant};

/// The largest hand (R3.1).
const HAND: usize = 8;
const YIELD: usize = 0;
/// The actions between are cards of the hand, a bit for each place in it.
const FLIP: usize = 1 << HAND;
const NEXT: usize = FLIP + 1;
/// How many actions there are.
pub(super) const ACTIONS: usize = NEXT + Seat::COUNT;

/// The actions of one seat.
#[derive(Clone, Debug)]
pub(super) struct Actions<'a> {
    hand: &'a [Card],
    /// The place of each card in the hand.
    places: [u8; Card::COUNT],
    is_discard: bool,
    seats: Seats,
}

impl<'a> Actions<'a> {
    pub(super) fn new(view: &'a View, seats: Seats) -> Self {
        let hand = view.hand.as_deref().unwrap_or_default();
        let mut places = [0; Card::COUNT];
        for (place, card) in (0..).zip(hand) {
            places[card.index()] = place;
        }
        Self { hand, places, is_discard: view.phase == PhaseName::Discard, seats }
    }

    pub(super) fn of(&self, mv: &Move) -> Option<usize> {
        match mv {
            Move::Yield => Some(YIELD),
            Move::Play(cards) | Move::Discard(cards) => {
                Some(cards.iter().fold(0, |bits, card| bits | 1 << self.places[card.index()]))
            }
            Move::Flip => Some(FLIP),
            Move::Next(seat) => Some(NEXT + self.seats.steps_to(*seat)),
            Move::Concede
            | Move::Undo
            | Move::Take
            | Move::Pass
            | Move::Trump(_)
            | Move::Bury(_)
            | Move::Keep
            | Move::Change(_) => None,
        }
    }

    pub(super) fn to_move(&self, action: usize) -> Option<Move> {
        match action {
            YIELD => Some(Move::Yield),
            1..FLIP if action >> self.hand.len() == 0 => {
                let chosen = self.hand.iter().enumerate().filter(|(place, _)| action & 1 << place != 0);
                let cards: Named = chosen.map(|(_, &card)| card).collect();
                Some(if self.is_discard { Move::Discard(cards) } else { Move::Play(cards) })
            }
            FLIP => Some(Move::Flip),
            _ => self.seats.all().find(|&seat| NEXT + self.seats.steps_to(seat) == action).map(Move::Next),
        }
    }
}

/// How far the players have come, in parts of the way.
pub(super) fn progress(position: &Position) -> f32 {
    f32::from(position.enemies_defeated()) / f32::from(ENEMIES)
}

pub(super) fn write(setup: Setup, view: &View, seats: Seats, row: &mut impl Row) {
    row.field("variants", Variant::ALL.len(), |out| {
        for (chosen, &variant) in out.iter_mut().zip(Variant::ALL) {
            *chosen = setup.has(variant).into();
        }
    });
    row.number("solo_yield", setup.solo_yield() as u8);
    row.one_of(
        "phase",
        3,
        match view.phase {
            PhaseName::Play => Some(0),
            PhaseName::Discard => Some(1),
            PhaseName::Next => Some(2),
            PhaseName::Won | PhaseName::Lost => None,
        },
    );
    row.number("to_cover", view.to_cover.map_or(0, |damage| damage.amount));
    row.one_of("attacked", 4, view.to_cover.map(|damage| seats.steps_to(damage.attacked)));
    let enemy = view.enemy;
    let royal = |rank: Rank| rank as usize - Rank::Jack as usize;
    row.one_of("enemy_rank", 3, enemy.and_then(|enemy| enemy.card.rank()).map(royal));
    row.one_of("enemy_suit", 4, enemy.and_then(|enemy| enemy.card.suit()).map(|suit| suit as usize));
    row.number("enemy_attack", enemy.map_or(0, |enemy| enemy.attack_now));
    row.number("enemy_health", enemy.map_or(0, |enemy| enemy.health_left));
    row.number("enemy_shield", enemy.map_or(0, |enemy| enemy.shield));
    row.one_of("immune_to", 4, enemy.and_then(|enemy| enemy.immune_to).map(|suit| suit as usize));
    row.number("enemies_defeated", view.enemies_defeated);
    row.number("tavern_left", view.tavern_left);
    row.number("jesters_left", view.jesters_left);
    seats.numbers(row, "hand_sizes", |seat| view.hand_sizes[seat.index()]);
    seats.numbers(row, "yielded", |seat| view.yielded[seat.index()].into());
    let hand = view.hand.as_deref().unwrap_or_default();
    row.places("hand_places", HAND, hand);
    row.cards("hand", hand);
    row.cards("played", &view.played);
    row.cards("discard_pile", &view.discard_pile);
}
