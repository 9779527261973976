//! Single-observer information set Monte Carlo tree search.
//!
//! Each iteration samples a world, a position that fits what the seat knows,
//! descends the tree of moves that are legal in that world, adds one node, and
//! plays the rest of the game greedily. Nodes are sequences of moves, which
//! everybody sees, and not positions: so no move depends on cards that the seat
//! does not know.

use super::{Choice, Considered, Level};
use crate::engine::{Game, Ignore, Key, Move, Seat, Stream};

/// A reward that is as good as can be, for a plain win.
pub(super) const WIN: u32 = 1_000_000;

/// The worlds that a seat may be in, and how to play in them.
pub(super) trait Worlds {
    /// A position of the game.
    type Position: Game;

    /// A random position that fits what the seat knows.
    fn draw(&self, dice: &mut Stream) -> Self::Position;

    /// Calls `each` with the moves that the search considers. There are none only
    /// at the end of the world, and those of the seat to act are the same in
    /// every world.
    fn candidates(&self, position: &Self::Position, each: impl FnMut(Move));

    /// How good a move looks for the one who makes it.
    fn promise(&self, position: &Self::Position, mv: &Move) -> i32;

    /// The move of a play-out; nothing where the world ends.
    fn play_out(&self, position: &Self::Position, dice: &mut Stream) -> Option<Move>;

    /// How a world ended for a seat.
    fn result(&self, end: &Self::Position, seat: Seat) -> Result;

    /// How many iterations a level has.
    fn iterations(level: Level) -> u32;
}

/// How a world ended for a seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Result {
    /// Whether it was won.
    pub(super) won: bool,
    /// How good that is, around 0 to [`WIN`].
    pub(super) reward: u32,
}

/// The number of worlds in which a novice compares moves, without search.
const NOVICE_WORLDS: u32 = 4;
/// The exploration constant of UCB1, 0.3 for a reward of 1.
const EXPLORATION: u64 = 300_000;

/// The move of a level.
pub(super) fn choose<W: Worlds>(worlds: &W, level: Level, seed: [u8; 32]) -> Move {
    match level {
        Level::Novice => best_at_once(worlds, seed),
        Level::Steady | Level::Strong => search(worlds, W::iterations(level), seed).mv,
    }
}

fn dice(seed: &[u8; 32]) -> Stream {
    Key::labelled("regicide/bot/search/v1", seed).stream(0)
}

/// The moves that the search considers now, which are the same in all worlds.
fn first_moves<W: Worlds>(worlds: &W, dice: &mut Stream) -> Vec<Move> {
    let mut moves = Vec::new();
    worlds.candidates(&worlds.draw(dice), |mv| moves.push(mv));
    moves
}

/// The move that looks best, added up over a few worlds.
fn best_at_once<W: Worlds>(worlds: &W, seed: [u8; 32]) -> Move {
    let mut dice = dice(&seed);
    let moves = first_moves(worlds, &mut dice);
    let mut sums = vec![0_i64; moves.len()];
    for _ in 0..NOVICE_WORLDS {
        let world = worlds.draw(&mut dice);
        for (sum, mv) in sums.iter_mut().zip(&moves) {
            *sum += i64::from(worlds.promise(&world, mv));
        }
    }
    let best = moves.iter().zip(sums).reduce(|best, next| if next.1 > best.1 { next } else { best });
    *best.expect("a running game has a legal move").0
}

/// A search with a budget in worlds.
pub(super) fn search<W: Worlds>(worlds: &W, iterations: u32, seed: [u8; 32]) -> Choice {
    let mut dice = dice(&seed);
    let moves = first_moves(worlds, &mut dice);
    let mut tree = Tree::new(iterations);
    // There is nothing to find out about a move that is the only one.
    let iterations = if moves.len() == 1 { 1 } else { iterations.max(1) };
    for _ in 0..iterations {
        tree.iterate(worlds, &mut dice);
    }
    let mut legal = Vec::new();
    worlds.draw(&mut dice).for_each_legal(|mv| legal.push(mv));
    let considered = legal.into_iter().map(|mv| {
        let node = tree.child(ROOT, &mv).map(|place| &tree.nodes[place as usize]);
        Considered { mv, visits: node.map_or(0, |node| node.visits), won: node.map_or(0, |node| node.won) }
    });
    Choice { mv: tree.best(), moves: considered.collect() }
}

/// A move after other moves.
pub(super) struct Node {
    mv: Move,
    /// The first node below, and the next one beside; 0 if there is none.
    child: u32,
    sibling: u32,
    visits: u32,
    /// How often it could have been visited.
    available: u32,
    won: u32,
    reward: u64,
}

const ROOT: u32 = 0;

struct Tree {
    nodes: Vec<Node>,
    /// The nodes of an iteration, each with the seat that chose it.
    path: Vec<(u32, Seat)>,
    moves: Vec<Move>,
}

impl Tree {
    fn new(iterations: u32) -> Self {
        let mut tree =
            Self { nodes: Vec::with_capacity(iterations as usize + 1), path: Vec::new(), moves: Vec::new() };
        // The root stands for no move.
        tree.add(Move::Concede);
        tree
    }

    fn add(&mut self, mv: Move) -> u32 {
        let place = u32::try_from(self.nodes.len()).expect("fewer nodes than iterations");
        self.nodes.push(Node { mv, child: 0, sibling: 0, visits: 0, available: 0, won: 0, reward: 0 });
        place
    }

    fn add_below(&mut self, parent: u32, mv: Move) -> u32 {
        let place = self.add(mv);
        self.nodes[place as usize].sibling = self.nodes[parent as usize].child;
        self.nodes[parent as usize].child = place;
        place
    }

    fn children(&self, parent: u32) -> impl Iterator<Item = u32> {
        let next = |place: u32| (place != 0).then_some(place);
        std::iter::successors(next(self.nodes[parent as usize].child), move |&place| {
            next(self.nodes[place as usize].sibling)
        })
    }

    fn child(&self, parent: u32, mv: &Move) -> Option<u32> {
        self.children(parent).find(|&place| self.nodes[place as usize].mv == *mv)
    }

    /// The move that was tried most.
    fn best(&self) -> Move {
        let key = |&place: &u32| {
            let node = &self.nodes[place as usize];
            (node.visits, node.reward)
        };
        let best = self.children(ROOT).max_by_key(key).expect("a running game has a legal move");
        self.nodes[best as usize].mv
    }

    fn iterate<W: Worlds>(&mut self, worlds: &W, dice: &mut Stream) {
        let mut world = worlds.draw(dice);
        self.path.clear();
        let mut node = ROOT;
        while let Some(seat) = world.to_act() {
            self.moves.clear();
            worlds.candidates(&world, |mv| self.moves.push(mv));
            if self.moves.is_empty() {
                break;
            }
            let (next, is_new) = self.descend(node, worlds, &world);
            let mv = self.nodes[next as usize].mv;
            world.advance(seat, &mv, &mut Ignore).expect("a legal move");
            self.path.push((next, seat));
            node = next;
            if is_new {
                break;
            }
        }
        while let (Some(seat), Some(mv)) = (world.to_act(), worlds.play_out(&world, dice)) {
            world.advance(seat, &mv, &mut Ignore).expect("a legal move");
        }
        for &(place, seat) in &self.path {
            let Result { won, reward } = worlds.result(&world, seat);
            let node = &mut self.nodes[place as usize];
            node.visits += 1;
            node.won += u32::from(won);
            node.reward += u64::from(reward);
        }
    }

    /// The next node, and whether it is new: the most promising of the moves
    /// that were never tried, or else the best compromise of what did well and
    /// what was tried little.
    fn descend<W: Worlds>(&mut self, node: u32, worlds: &W, world: &W::Position) -> (u32, bool) {
        let mut untried: Option<(i32, Move)> = None;
        let mut tried: Option<(u64, u32)> = None;
        let moves = std::mem::take(&mut self.moves);
        for mv in &moves {
            if let Some(place) = self.child(node, mv) {
                let child = &mut self.nodes[place as usize];
                child.available += 1;
                let bound = child.bound();
                if tried.is_none_or(|(best, _)| bound > best) {
                    tried = Some((bound, place));
                }
            } else {
                let promise = worlds.promise(world, mv);
                if untried.is_none_or(|(best, _)| promise > best) {
                    untried = Some((promise, *mv));
                }
            }
        }
        self.moves = moves;
        match (untried, tried) {
            (Some((_, mv)), _) => {
                let place = self.add_below(node, mv);
                self.nodes[place as usize].available = 1;
                (place, true)
            }
            (None, Some((_, place))) => (place, false),
            (None, None) => unreachable!("one of the moves is tried or not"),
        }
    }
}

impl Node {
    /// The upper confidence bound: the mean reward and
    /// `EXPLORATION * sqrt(ln(available) / visits)`.
    fn bound(&self) -> u64 {
        let visits = u64::from(self.visits.max(1));
        // ln 2 is 710 / 1024.
        let squared = EXPLORATION * EXPLORATION / 1024 * 710 / 1024 * log2(self.available) / visits;
        self.reward / visits + squared.isqrt()
    }
}

/// The logarithm to base 2, in 1024ths, linear between powers of two.
fn log2(n: u32) -> u64 {
    let n = u64::from(n.max(1));
    let whole = u64::from(n.ilog2());
    whole * 1024 + (n << 10 >> whole) - 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_exact_at_powers_of_two_and_grows_between() {
        for power in 0_u32..31 {
            assert_eq!(log2(1 << power), u64::from(power) * 1024);
        }
        assert!((1..5000).is_sorted_by(|&one, &next| log2(one) <= log2(next)));
    }
}
