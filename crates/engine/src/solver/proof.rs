//! Proof that no line reaches the goal: every line is tried (W5.1).

use std::collections::HashSet;

use super::fingerprint::{Detail, exact};
use super::turn::{Turns, for_each_minimal_discard, hands};
use super::{Line, SearchResult};
use crate::engine::regicide::{Phase, Position, StandingEnemy, worth};
use crate::engine::{Card, CardSet, Game as _, Move, Named, Suit, Variant};

/// The most positions that are remembered, 16 bytes each: with the empty places
/// of the set less than 80 MB.
const MAX_SEEN: usize = 3_500_000;

/// The longest line in moves that is followed, so that the stack is bounded:
/// games last about a hundred moves.
const MAX_MOVES: usize = 300;

/// Tries every line within a budget of nodes of its own, which counts in the
/// search's budget too (W5.4).
pub(super) fn search(
    root: &Position,
    nodes: u64,
    turns: &mut Turns<impl FnMut(u64) -> bool>,
) -> SearchResult {
    let last = turns.nodes().saturating_add(nodes).min(turns.limit());
    let mut proof = Proof { turns, last, seen: HashSet::new(), line: Line::new(), is_cut_off: false };
    if proof.reaches_goal(root) {
        return SearchResult::Won(proof.line);
    }
    if proof.is_cut_off { SearchResult::Unknown } else { SearchResult::Lost }
}

struct Proof<'a, P> {
    turns: &'a mut Turns<P>,
    /// At this number of nodes it gives up.
    last: u64,
    /// Positions from which no line reaches the goal.
    seen: HashSet<u128>,
    line: Line,
    /// True if anything was not tried.
    is_cut_off: bool,
}

impl<P: FnMut(u64) -> bool> Proof<'_, P> {
    /// Returns true if a line from here reaches the goal; `line` is it then.
    fn reaches_goal(&mut self, position: &Position) -> bool {
        match position.phase {
            Phase::Won => return true,
            Phase::Lost => return false,
            Phase::Play | Phase::Discard { .. } | Phase::Next => {}
        }
        let detail = if self.can_draw(position) { Detail::Everything } else { Detail::Hands };
        if detail == Detail::Hands && is_hopeless(position) {
            return false;
        }
        if !self.seen.insert(exact(position, detail)) {
            return false;
        }
        self.is_cut_off |= self.seen.len() == MAX_SEEN || self.line.len() == MAX_MOVES;
        self.moves(position, detail).into_iter().any(|mv| self.any_order(position, mv, detail))
    }

    /// Returns true if a card can come into a hand from now on: by a diamond in a hand,
    /// or by a flip.
    fn can_draw(&self, position: &Position) -> bool {
        let diamonds = CardSet::of_suit(Suit::Diamonds);
        self.turns.may_flip(position) || hands(position).any(|hand| !hand.intersection(diamonds).is_empty())
    }

    /// The moves to try, with their cards in canonical order.
    ///
    /// Where no card is drawn any more, more cards in a hand are never worse,
    /// so only what is needed is discarded. Where damage is shared they can be:
    /// who can cover it alone must.
    fn moves(&self, position: &Position, detail: Detail) -> Vec<Move> {
        let mut moves = Vec::new();
        let is_shared = position.setup.has(Variant::SharedDamage);
        if let (Phase::Discard { damage, .. }, Detail::Hands, false) = (position.phase, detail, is_shared) {
            for_each_minimal_discard(position.hand(position.seat), damage, &mut |cards| {
                moves.push(Move::Discard(cards));
            });
        } else {
            position.for_each_legal(|mv| moves.push(mv));
            moves.retain(|mv| *mv != Move::Flip || self.turns.may_flip(position));
        }
        moves
    }

    /// Tries a move, with its cards in every order where the order matters: it
    /// decides what hearts will bring back.
    fn any_order(&mut self, position: &Position, mv: Move, detail: Detail) -> bool {
        let every_order = detail == Detail::Everything;
        let (mut cards, of): (Named, fn(Named) -> Move) = match mv {
            Move::Play(cards) => (cards, Move::Play),
            Move::Discard(cards) => (cards, Move::Discard),
            Move::Yield
            | Move::Next(_)
            | Move::Flip
            | Move::Concede
            | Move::Undo
            | Move::Take
            | Move::Pass
            | Move::Trump(_)
            | Move::Bury(_)
            | Move::Keep
            | Move::Change(_) => return self.try_move(position, mv),
        };
        loop {
            if self.try_move(position, of(cards)) {
                return true;
            }
            if self.is_cut_off || !every_order || !next_order(cards.as_mut_slice()) {
                return false;
            }
        }
    }

    fn try_move(&mut self, position: &Position, mv: Move) -> bool {
        self.is_cut_off |= self.turns.nodes() >= self.last || self.turns.is_spent();
        if self.is_cut_off {
            return false;
        }
        let Some(next) = self.turns.make(position, &mv) else { return false };
        self.line.push((position.seat, mv));
        let reaches_goal = self.reaches_goal(&next);
        if !reaches_goal {
            self.line.pop();
        }
        reaches_goal
    }
}

/// Returns true if the cards in the hands, with nothing drawn, cannot do the damage that
/// is left to do, even if clubs doubled all of it (R4.8).
fn is_hopeless(position: &Position) -> bool {
    let Some(enemy) = position.enemy else { return false };
    let castle = position.castle.iter().filter_map(|&card| StandingEnemy::new(card));
    let health: u32 = castle.map(|enemy| u32::from(enemy.health_left())).sum();
    let damage: u32 = hands(position).map(|hand| 2 * u32::from(worth(hand))).sum();
    damage < health + u32::from(enemy.health_left())
}

/// The next order of cards, from canonical order on; false after the last one.
fn next_order(cards: &mut [Card]) -> bool {
    let Some(left) = cards.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let right = cards.iter().rposition(|card| *card > cards[left]).unwrap_or(left);
    cards.swap(left, right);
    cards[left + 1..].reverse();
    true
}
