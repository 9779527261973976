//! How moves of the co-operative game are judged in a sampled deal.

use super::Knowledge;
use crate::bots::Level;
use crate::bots::search::{Determinizer, Result, WIN};
use crate::engine::regicide::{Phase, Position, value};
use crate::engine::{CardSet, Game as _, Ignore, Move, Named, Seat, Stream};
use crate::solver::evaluation::{LOST, discard_cost, evaluate, health_removed};

/// The reward that an unused solo jester adds to a win (R9.3).
const JESTER: u32 = WIN / 10;
/// The health of all enemies (R2.3).
const HEALTH: u32 = 4 * (20 + 30 + 40);

impl Determinizer for Knowledge {
    type Position = Position;

    fn sample(&self, rng: &mut Stream) -> Position {
        Position::assumed(self.setup, self.seat, &self.view, &self.sample(rng))
    }

    fn candidates(&self, position: &Position, each: impl FnMut(Move)) {
        candidates(position, each);
    }

    fn prior(&self, position: &Position, mv: &Move) -> i32 {
        prior(position, mv)
    }

    fn rollout(&self, position: &Position, _rng: &mut Stream) -> Option<Move> {
        let mut best: Option<(i32, Move)> = None;
        let mut look_at = |mv| {
            let prior = prior(position, &mv);
            if best.is_none_or(|(other, _)| prior > other) {
                best = Some((prior, mv));
            }
        };
        match cheapest_discard(position) {
            Some(mv) if position.jesters == 0 => return Some(mv),
            Some(mv) => [mv, Move::Flip].into_iter().for_each(look_at),
            None => candidates(position, &mut look_at),
        }
        best.map(|(_, mv)| mv)
    }

    /// All seats win or lose together.
    fn result(&self, end: &Position, _: Seat) -> Result {
        let won = end.phase == Phase::Won;
        let reward =
            if won { WIN + JESTER * u32::from(end.jesters) } else { WIN / 2 * health_removed(end) / HEALTH };
        Result { won, reward }
    }

    fn iterations(level: Level) -> u32 {
        match level {
            Level::Novice => 1,
            Level::Steady => 120,
            Level::Strong => 1_000,
        }
    }
}

/// Every legal move, but of the discards only those that no card can be left
/// out of.
fn candidates(position: &Position, mut each: impl FnMut(Move)) {
    match position.phase {
        Phase::Discard { damage, .. } if position.hand_worth(position.seat) >= damage => {
            list_discards(position, damage, |cards| each(Move::Discard(cards)));
            if position.jesters > 0 {
                each(Move::Flip);
            }
        }
        Phase::Play | Phase::Discard { .. } | Phase::Next | Phase::Won | Phase::Lost => {
            position.for_each_legal(each);
        }
    }
}

fn list_discards(position: &Position, damage: u8, mut each: impl FnMut(Named)) {
    let hand: Named = position.hand(position.seat).iter().collect();
    for subset in 1_u32..1 << hand.len() {
        let chosen = || hand.iter().enumerate().filter(|(i, _)| subset & 1 << i != 0).map(|(_, &card)| card);
        let least = chosen().map(value).min().unwrap_or_default();
        let worth = chosen().map(value).sum::<u8>();
        if worth >= damage && worth - least < damage {
            each(chosen().collect());
        }
    }
}

/// The discard that costs least of what the hand is worth, where several will
/// do.
fn cheapest_discard(position: &Position) -> Option<Move> {
    let Phase::Discard { damage, .. } = position.phase else { return None };
    let hand = position.hand(position.seat);
    // Which cards, what they are worth, what they cost.
    let mut sets = [(CardSet::EMPTY, 0_u8, 0_i32); 256];
    let mut count = 1;
    let mut best: Option<(i32, CardSet)> = None;
    for card in hand {
        for known in 0..count {
            let (mut set, worth, cost) = sets[known];
            set.insert(card);
            let (worth, cost) = (worth + value(card), cost + discard_cost(card));
            if worth >= damage && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, set));
            }
            sets[count + known] = (set, worth, cost);
        }
        count *= 2;
    }
    best.map(|(_, cards)| Move::Discard(cards.iter().collect()))
}

/// The evaluation of the position after a move.
fn prior(position: &Position, mv: &Move) -> i32 {
    let mut after = *position;
    after.advance(position.seat, mv, &mut Ignore).map_or(LOST, |()| evaluate(&after))
}
