//! A turn as one step: whatever a player decides from its start to the next
//! (W4.1).

use super::{Goal, Line};
use crate::engine::regicide::{Phase, Position, value, worth};
use crate::engine::{Card, CardSet, Game as _, Ignore, Move, Named, Seat};

/// How often progress is reported, in nodes.
const PROGRESS_EVERY: u64 = 1 << 16;
/// How often others may have the processor, in nodes: a part of a millisecond.
const YIELD_EVERY: u64 = 1 << 10;

/// Makes the positions of a search and counts them.
pub(super) struct Turns<P> {
    goal: Goal,
    limit: u64,
    nodes: u64,
    progress: P,
    /// The moves since the beginning of the turn.
    moves: Line,
}

impl<P: FnMut(u64) -> bool> Turns<P> {
    pub(super) const fn new(goal: Goal, limit: u64, progress: P) -> Self {
        Self { goal, limit, nodes: 0, progress, moves: Line::new() }
    }

    /// How many nodes there may be.
    pub(super) const fn limit(&self) -> u64 {
        self.limit
    }

    /// How many positions were made.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) const fn is_spent(&self) -> bool {
        self.nodes >= self.limit
    }

    /// Returns true if a jester may be flipped here (R9.1).
    pub(super) fn may_flip(&self, position: &Position) -> bool {
        self.goal == Goal::Win && position.jesters > 0
    }

    /// Does something as if jesters could not be flipped.
    pub(super) fn without_flips<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let goal = std::mem::replace(&mut self.goal, Goal::NoFlip);
        let done = work(self);
        self.goal = goal;
        done
    }

    /// The position after a legal move.
    pub(super) fn make(&mut self, position: &Position, mv: &Move) -> Option<Position> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(YIELD_EVERY) {
            // A scheduler may let a thread run for milliseconds while another
            // waits, whatever their priorities.
            std::thread::yield_now();
            if self.nodes.is_multiple_of(PROGRESS_EVERY) && !(self.progress)(self.nodes) {
                self.limit = self.nodes;
            }
        }
        position.play(position.seat, mv, &mut Ignore).ok()
    }

    /// Hands each end of the turn that has begun to `each`, with the moves that
    /// lead there: the beginning of the next turn, or a win (W4.2). Cards are
    /// discarded only where each of them is needed to cover the damage, and
    /// all cards are named in canonical order: what is left out matters to
    /// proofs alone.
    pub(super) fn expand(&mut self, position: &Position, each: &mut impl FnMut(&Position, &Line)) {
        match position.phase {
            Phase::Play | Phase::Next => position.for_each_legal(|mv| self.follow(position, mv, each)),
            Phase::Discard { damage, .. } => {
                for_each_minimal_discard(position.hand(position.seat), damage, &mut |cards| {
                    self.follow(position, Move::Discard(cards), each);
                });
                if self.may_flip(position) {
                    self.follow(position, Move::Flip, each);
                }
            }
            Phase::Won | Phase::Lost => {}
        }
    }

    /// Makes a move and goes on to the end of the turn.
    fn follow(&mut self, position: &Position, mv: Move, each: &mut impl FnMut(&Position, &Line)) {
        if mv == Move::Flip && !self.may_flip(position) {
            return;
        }
        let Some(next) = self.make(position, &mv) else { return };
        self.moves.push((position.seat, mv));
        match next.phase {
            // A flip goes on with another hand in the same turn (R9.1).
            Phase::Play | Phase::Won if mv != Move::Flip => each(&next, &self.moves),
            Phase::Play | Phase::Discard { .. } | Phase::Next => self.expand(&next, each),
            Phase::Won | Phase::Lost => {}
        }
        self.moves.pop();
    }
}

/// Hands each discard that covers the damage (R4.12), and no longer would
/// without any one of its cards, to `each`; the whole hand where it does not do
/// (R10.2).
pub(super) fn for_each_minimal_discard(hand: CardSet, damage: u8, each: &mut impl FnMut(Named)) {
    if worth(hand) < damage {
        return each(hand.iter().collect());
    }
    let mut cards: Named = hand.iter().collect();
    cards.as_mut_slice().sort_by_key(|&card| std::cmp::Reverse(value(card)));
    choose(&cards, damage, CardSet::EMPTY, each);
}

/// Adds cards, the greatest first, until the damage is covered: so the last
/// one, the least, was still needed, and with it all others.
fn choose(cards: &[Card], damage: u8, chosen: CardSet, each: &mut impl FnMut(Named)) {
    for (index, &card) in cards.iter().enumerate() {
        let mut chosen = chosen;
        chosen.insert(card);
        match damage.saturating_sub(value(card)) {
            0 => each(chosen.iter().collect()),
            left => choose(&cards[index + 1..], left, chosen, each),
        }
    }
}

/// The seats of a game with their hands.
pub(super) fn hands(position: &Position) -> impl Iterator<Item = CardSet> + '_ {
    Seat::all(position.players()).map(|seat| position.hand(seat))
}
