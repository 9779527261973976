//! Single-observer information set Monte Carlo tree search.
//!
//! Each iteration samples a deal that fits the seat's knowledge, descends the
//! tree of moves that are legal in it, adds one node, and plays the rest of the
//! game greedily. Nodes are sequences of moves, which
//! everybody sees, and not positions: so no move depends on cards that the seat
//! does not know.

use super::{Choice, Considered, Level};
use crate::engine::{Game, Ignore, Key, Move, Seat, Stream};

/// A reward that is as good as can be, for a plain win.
pub(super) const WIN: u32 = 1_000_000;

/// The deals that a seat may be in, and how to play them.
pub(super) trait Determinizer {
    /// A position of the game.
    type Position: Game;

    /// A random position that fits the seat's knowledge.
    fn sample(&self, rng: &mut Stream) -> Self::Position;

    /// Calls `each` with the moves that the search considers. There are none only
    /// at the end of the playout, and those of the seat to act are the same in
    /// every deal.
    fn candidates(&self, position: &Self::Position, each: impl FnMut(Move));

    /// How good a move looks for the one who makes it.
    fn prior(&self, position: &Self::Position, mv: &Move) -> i32;

    /// The move of a playout; nothing where it ends.
    fn rollout(&self, position: &Self::Position, rng: &mut Stream) -> Option<Move>;

    fn result(&self, end: &Self::Position, seat: Seat) -> Result;

    /// How many iterations a level has.
    fn iterations(level: Level) -> u32;
}

/// How a playout ended for a seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Result {
    /// True if it was won.
    pub(super) won: bool,
    /// How good that is, around 0 to [`WIN`].
    pub(super) reward: u32,
}

/// The most moves that are played in one sampled deal; its end is judged there.
/// It bounds every turn, whatever a defect may be. A test plays out games of
/// every kind from the deal on; the longest takes less than half of it.
const MAX_PLAYOUT_MOVES: u32 = 1_000;

/// After how many iterations others may have the processor: a part of a millisecond.
const YIELD_EVERY: u32 = 16;

/// How many nodes there is room for from the beginning.
const NODES: u32 = 1 << 16;

/// The number of deals in which a novice compares moves, without search.
const NOVICE_SAMPLES: u32 = 4;
/// The exploration constant of UCB1, 0.3 for a reward of 1.
const EXPLORATION: u64 = 300_000;

/// The move of a level.
pub(super) fn choose<D: Determinizer>(determinizer: &D, level: Level, seed: [u8; 32]) -> Move {
    match level {
        Level::Novice => best_at_once(determinizer, seed),
        Level::Steady | Level::Strong => search(determinizer, D::iterations(level), seed).mv,
    }
}

fn rng(seed: &[u8; 32]) -> Stream {
    Key::labelled("regicide/bot/search/v1", seed).stream(0)
}

/// The moves that the search considers now, which are the same in all deals.
fn first_moves<D: Determinizer>(determinizer: &D, rng: &mut Stream) -> Vec<Move> {
    let mut moves = Vec::new();
    determinizer.candidates(&determinizer.sample(rng), |mv| moves.push(mv));
    moves
}

/// The move that looks best, added up over a few sampled deals.
fn best_at_once<D: Determinizer>(determinizer: &D, seed: [u8; 32]) -> Move {
    let mut rng = rng(&seed);
    let moves = first_moves(determinizer, &mut rng);
    let mut sums = vec![0_i64; moves.len()];
    for _ in 0..NOVICE_SAMPLES {
        let sampled = determinizer.sample(&mut rng);
        for (sum, mv) in sums.iter_mut().zip(&moves) {
            *sum += i64::from(determinizer.prior(&sampled, mv));
        }
    }
    let best = moves.iter().zip(sums).reduce(|best, next| if next.1 > best.1 { next } else { best });
    let best = best.map(|(mv, _)| *mv);
    best.or_else(|| determinizer.sample(&mut rng).first_legal()).expect("a running game has a legal move")
}

pub(super) fn search<D: Determinizer>(determinizer: &D, iterations: u32, seed: [u8; 32]) -> Choice {
    let mut rng = rng(&seed);
    let moves = first_moves(determinizer, &mut rng);
    let mut tree = Tree::new(iterations);
    // There is nothing to find out about a move that is the only one.
    let iterations = if moves.len() == 1 { 1 } else { iterations.max(1) };
    for number in 0..iterations {
        tree.iterate(determinizer, &mut rng);
        // A scheduler may let a thread run for milliseconds while another waits,
        // whatever their priorities.
        if number.is_multiple_of(YIELD_EVERY) {
            std::thread::yield_now();
        }
    }
    let legal = determinizer.sample(&mut rng).legal_moves();
    let best = tree.best().or_else(|| moves.first().or(legal.first()).copied());
    let considered = legal.into_iter().map(|mv| {
        let node = tree.child(ROOT, &mv).map(|place| &tree.nodes[place as usize]);
        Considered { mv, visits: node.map_or(0, |node| node.visits), won: node.map_or(0, |node| node.won) }
    });
    Choice { moves: considered.collect(), mv: best.expect("a running game has a legal move") }
}

/// A sampled deal that is played, and how many more moves may be made.
struct Playout<P> {
    position: P,
    moves_left: u32,
}

impl<P: Game> Playout<P> {
    const fn new(position: P) -> Self {
        Self { position, moves_left: MAX_PLAYOUT_MOVES }
    }

    /// The seat to act, if another move may be played.
    fn to_act(&self) -> Option<Seat> {
        self.position.to_act().filter(|_| self.moves_left > 0)
    }

    /// Plays a move; false if it is not legal, which would be a defect.
    fn play(&mut self, seat: Seat, mv: &Move) -> bool {
        self.moves_left -= 1;
        let played = self.position.advance(seat, mv, &mut Ignore);
        debug_assert!(played.is_ok(), "{played:?}: {mv} in {}", self.position);
        played.is_ok()
    }

    fn rollout(&mut self, determinizer: &impl Determinizer<Position = P>, rng: &mut Stream) {
        while let Some(seat) = self.to_act()
            && let Some(mv) = determinizer.rollout(&self.position, rng)
            && self.play(seat, &mv)
        {}
    }
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
        let mut tree = Self {
            nodes: Vec::with_capacity(iterations.min(NODES) as usize + 1),
            path: Vec::new(),
            moves: Vec::new(),
        };
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
    fn best(&self) -> Option<Move> {
        let key = |&place: &u32| {
            let node = &self.nodes[place as usize];
            (node.visits, node.reward)
        };
        self.children(ROOT).max_by_key(key).map(|best| self.nodes[best as usize].mv)
    }

    fn iterate<D: Determinizer>(&mut self, determinizer: &D, rng: &mut Stream) {
        let mut playout = Playout::new(determinizer.sample(rng));
        self.path.clear();
        let mut node = ROOT;
        while let Some(seat) = playout.to_act() {
            self.moves.clear();
            determinizer.candidates(&playout.position, |mv| self.moves.push(mv));
            let Some((next, is_new)) = self.descend(node, determinizer, &playout.position) else { break };
            let mv = self.nodes[next as usize].mv;
            if !playout.play(seat, &mv) {
                break;
            }
            self.path.push((next, seat));
            node = next;
            if is_new {
                break;
            }
        }
        playout.rollout(determinizer, rng);
        for &(place, seat) in &self.path {
            let Result { won, reward } = determinizer.result(&playout.position, seat);
            let node = &mut self.nodes[place as usize];
            node.visits += 1;
            node.won += u32::from(won);
            node.reward += u64::from(reward);
        }
    }

    /// The next node, and whether it is new: the most promising of the moves
    /// that were never tried, or else the best compromise of what did well and
    /// what was tried little. Nothing where there is no move.
    fn descend<D: Determinizer>(
        &mut self,
        node: u32,
        determinizer: &D,
        position: &D::Position,
    ) -> Option<(u32, bool)> {
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
                let prior = determinizer.prior(position, mv);
                if untried.is_none_or(|(best, _)| prior > best) {
                    untried = Some((prior, *mv));
                }
            }
        }
        self.moves = moves;
        match (untried, tried) {
            (Some((_, mv)), _) => {
                let place = self.add_below(node, mv);
                self.nodes[place as usize].available = 1;
                Some((place, true))
            }
            (None, Some((_, place))) => Some((place, false)),
            (None, None) => None,
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
pub(super) mod tests {
    use super::*;
    use crate::bots::tests::setups;
    use crate::bots::{Knowledge, Observer};
    use crate::engine::{Effect, Position, Refusal, Seed, Sink};

    /// How many moves a playout takes.
    pub(in crate::bots) fn playout_moves<D: Determinizer>(determinizer: &D, rng: &mut Stream) -> u32 {
        let mut playout = Playout::new(determinizer.sample(rng));
        playout.rollout(determinizer, rng);
        MAX_PLAYOUT_MOVES - playout.moves_left
    }

    #[test]
    fn no_playout_of_a_normal_turn_comes_near_the_budget() {
        let mut most = 0;
        for setup in setups() {
            for number in 0..8 {
                let deal: Seed = format!("steps-{number}").parse().unwrap();
                let position = Position::deal(&setup, deal.key());
                let seat = position.to_act().unwrap();
                let observer = Observer::new(&setup, seat, &position);
                let known: &Knowledge = observer.knowledge();
                most = most.max(known.playout_moves(&mut rng(&[number; 32])));
            }
        }
        assert!((50..MAX_PLAYOUT_MOVES / 2).contains(&most), "{most}");
    }

    /// A defect: a game with one move, after which it is as before.
    struct Circle(Position);

    impl Determinizer for Circle {
        type Position = Going;

        fn sample(&self, _: &mut Stream) -> Going {
            Going(self.0)
        }

        fn candidates(&self, position: &Going, each: impl FnMut(Move)) {
            position.for_each_legal(each);
        }

        fn prior(&self, _: &Going, _: &Move) -> i32 {
            0
        }

        fn rollout(&self, position: &Going, _: &mut Stream) -> Option<Move> {
            position.first_legal()
        }

        fn result(&self, _: &Going, _: Seat) -> Result {
            Result { won: false, reward: 0 }
        }

        fn iterations(_: Level) -> u32 {
            20
        }
    }

    #[test]
    fn a_game_that_never_ends_does_not_hold_a_bot() {
        let setup = setups()[0];
        let position = Position::deal(&setup, "circle".parse::<Seed>().unwrap().key());
        for &level in Level::ALL {
            let chosen = choose(&Circle(position), level, [1; 32]);
            assert!(position.legal_moves().contains(&chosen), "{chosen}");
        }
    }

    /// The position of such a game.
    #[derive(Clone, Copy, Debug, derive_more::Display)]
    struct Going(Position);

    impl Game for Going {
        type Effect = Effect;

        fn to_act(&self) -> Option<Seat> {
            self.0.to_act()
        }

        fn for_each_legal(&self, each: impl FnMut(Move)) {
            self.0.for_each_legal(each);
        }

        fn advance(
            &mut self,
            _: Seat,
            _: &Move,
            _: &mut impl Sink<Effect>,
        ) -> std::result::Result<(), Refusal> {
            Ok(())
        }
    }

    #[test]
    fn the_logarithm_is_exact_at_powers_of_two_and_grows_between() {
        for power in 0_u32..31 {
            assert_eq!(log2(1 << power), u64::from(power) * 1024);
        }
        assert!((1..5000).is_sorted_by(|&one, &next| log2(one) <= log2(next)));
    }
}
