//! How moves of the trick-taking game are judged in a sampled deal. A playout
//! ends with the hand: the cards of the next are not dealt yet.

use super::Knowledge;
use crate::bots::Level;
use crate::bots::search::{Determinizer, Result, WIN};
use crate::engine::tricks::{BestCard, Highest, Outcome, Phase, Position};
use crate::engine::{Card, CardSet, Change, Game as _, Move, Rank, Seat, Stream, Suit};

/// The reward for each point of lead over the best other side.
const POINT: i64 = WIN as i64 / 20;

impl Determinizer for Knowledge {
    type Position = Position;

    fn sample(&self, rng: &mut Stream) -> Position {
        Position::assumed(self.setup, self.seat, &self.view, &self.sample(rng))
    }

    fn candidates(&self, position: &Position, each: impl FnMut(Move)) {
        if !self.has_ended(position) {
            position.for_each_legal(each);
        }
    }

    fn prior(&self, position: &Position, mv: &Move) -> i32 {
        prior(position, position.best_card(), mv)
    }

    fn rollout(&self, position: &Position, rng: &mut Stream) -> Option<Move> {
        let mut best: Option<(i32, Move)> = None;
        let to_beat = position.best_card();
        self.candidates(position, |mv| {
            // A playout in which everybody does the same in every deal
            // has little information.
            let noise = i32::try_from(rng.below(NOISE)).unwrap_or_default();
            let prior = prior(position, to_beat, &mv) + noise;
            if best.is_none_or(|(other, _)| prior > other) {
                best = Some((prior, mv));
            }
        });
        best.map(|(_, mv)| mv)
    }

    fn result(&self, end: &Position, seat: Seat) -> Result {
        let side = self.setup.side(seat);
        if let Some(Outcome { winners, .. }) = end.outcome() {
            let won = winners.contains(side);
            return Result { won, reward: if won { WIN } else { 0 } };
        }
        let lead = |of: &dyn Fn(usize) -> u32| {
            let others = (0..usize::from(self.setup.sides())).filter(|&other| other != side.index());
            i64::from(of(side.index())) - i64::from(others.map(of).max().unwrap_or_default())
        };
        let total = |side: usize| end.points.as_slice()[side];
        let scored = lead(&|side| total(side) - self.view.points.as_slice()[side]);
        let reward = i64::from(WIN / 2) + POINT * scored;
        Result { won: scored > 0, reward: u32::try_from(reward.clamp(0, WIN.into())).unwrap_or_default() }
    }

    fn iterations(level: Level) -> u32 {
        match level {
            Level::Novice => 1,
            Level::Steady => 1_000,
            Level::Strong => 4_000,
        }
    }
}

impl Knowledge {
    /// Returns true if the hand is over in which the seat is to act.
    fn has_ended(&self, position: &Position) -> bool {
        position.phase == Phase::Over || position.dealer != self.view.dealer
    }
}

/// The unit of a prior is a tenth of a step in rank.
const NOISE: u32 = 20;
/// The extra strength of a trump.
const TRUMP: i32 = 100;
/// The strength of a joker: more than any other card's.
const JOKER: i32 = 220;
/// A hand that counts as much as this is better than others, so that its suit
/// of trumps is worth having.
const GOOD_HAND: i32 = 700;

/// How good a move looks for the seat to act, where this card wins the trick so
/// far.
fn prior(position: &Position, to_beat: Option<BestCard>, mv: &Move) -> i32 {
    let seat = position.turn;
    let hand = position.hand(seat);
    let (trump, highest) = (position.trump, position.highest);
    match *mv {
        Move::Take => {
            let card = position.turned_up.card();
            let mut with = hand;
            with.insert(card);
            Suit::ALL
                .into_iter()
                .filter(|&suit| card.suit().is_none_or(|own| own == suit))
                .map(|suit| worth(with, Some(suit), highest))
                .max()
                .unwrap_or_default()
        }
        Move::Pass => GOOD_HAND,
        Move::Bury(card) => -strength(card, trump, highest),
        Move::Keep => worth(hand, trump, highest),
        Move::Trump(suit) | Move::Change(Change::Trump(suit)) => worth(hand, Some(suit), highest),
        Move::Change(Change::Reverse) => worth(hand, trump, highest.reversed()),
        Move::Change(Change::Both(suit)) => worth(hand, Some(suit), highest.reversed()),
        Move::Play(cards) => cards.first().map_or(0, |&card| promise_card(position, to_beat, card)),
        Move::Yield | Move::Discard(_) | Move::Next(_) | Move::Flip | Move::Concede | Move::Undo => 0,
    }
}

/// Cards are led by strength; others win as cheaply as will do, or give away
/// as little as they can.
fn promise_card(position: &Position, to_beat: Option<BestCard>, card: Card) -> i32 {
    let own = strength(card, position.trump, position.highest);
    let Some(best) = to_beat else { return own };
    let last = position.trick.len() + 1 == usize::from(position.setup.players());
    let partner_wins = position.setup.side(best.seat) == position.setup.side(position.turn);
    let wins = beats(position, card, best.card);
    match (wins, partner_wins, last) {
        (true, false, true) => 1_000 - own,
        (true, false, false) => 1_000 + own,
        _ => -own,
    }
}

/// Returns true if a card wins over another that was played before it (T7).
fn beats(position: &Position, card: Card, other: Card) -> bool {
    let (trump, highest) = (position.trump, position.highest);
    let suit = |card: Card| card.suit().or(trump);
    (suit(card) == suit(other) || suit(card) == trump)
        && strength(card, trump, highest) > strength(other, trump, highest)
}

/// The strength of a card.
fn strength(card: Card, trump: Option<Suit>, highest: Highest) -> i32 {
    let Some(rank) = card.rank() else { return JOKER };
    // The ranks that there are, from 0 to 9.
    let place = if rank == Rank::King { 9 } else { rank as i32 };
    let height = 10 * if highest == Highest::King { place } else { 9 - place };
    if card.suit() == trump { TRUMP + height } else { height }
}

/// The strength of a hand.
fn worth(hand: CardSet, trump: Option<Suit>, highest: Highest) -> i32 {
    hand.iter().map(|card| strength(card, trump, highest)).sum()
}
