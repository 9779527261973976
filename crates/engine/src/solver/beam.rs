//! Beam search: turn by turn, the most promising positions are kept and the
//! others forgotten.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::Line;
use super::evaluation::evaluate;
use super::fingerprint::{heuristic, scatter};
use super::turn::Turns;
use crate::engine::regicide::{Phase, Position};
use crate::engine::{Game as _, Hash, Ignore};

/// How many positions are kept of each layer, one search after the other.
pub(super) const WIDTHS: [usize; 5] = [100, 300, 900, 2_700, 8_100];

/// Noise that is added to evaluations, so that another search keeps other positions
/// (W4.5).
#[derive(Clone, Copy, Debug)]
struct Noise(u64);

impl Noise {
    /// The noise of a restart: it follows from the position that the search
    /// begins with and the restart's number.
    fn of(root: &Position, restart: u64) -> Self {
        let hash = Hash::of(format!("regicide/solver/noise/v1\0{restart}\0{root}").as_bytes());
        Self(hash.0[..8].iter().fold(0, |word, &byte| word << 8 | u64::from(byte)))
    }

    /// The most that it adds.
    const MOST: i32 = 32 * 100;

    /// The noise of a position: 64 coins, which makes a standard deviation of
    /// four points.
    fn at(self, fingerprint: u64) -> i32 {
        let coins = scatter(fingerprint ^ self.0).count_ones();
        coins.cast_signed() * 100 - Self::MOST
    }
}

/// A search without noise. Where jesters may be flipped, one without flips comes
/// before it: most games are won without, and flips make many more positions.
pub(super) fn plain(
    root: &Position,
    width: usize,
    turns: &mut Turns<impl FnMut(u64) -> bool>,
) -> Option<Line> {
    let without_flips =
        turns.may_flip(root).then(|| turns.without_flips(|turns| search(root, width, None, turns)));
    without_flips.flatten().or_else(|| search(root, width, None, turns))
}

/// Searches at the greatest width, each with noise of its own, until a line is
/// found or the budget is spent.
pub(super) fn restarts(root: &Position, turns: &mut Turns<impl FnMut(u64) -> bool>) -> Option<Line> {
    let width = *WIDTHS.last()?;
    let mut restart = 0;
    while !turns.is_spent() {
        restart += 1;
        let before = turns.nodes();
        let line = search(root, width, Some(Noise::of(root, restart)), turns);
        // A search that is that small has seen all there is for it.
        if line.is_some() || turns.nodes() - before < width as u64 {
            return line;
        }
    }
    None
}

/// One search, which keeps at most `width` positions of each layer.
fn search(
    root: &Position,
    width: usize,
    noise: Option<Noise>,
    turns: &mut Turns<impl FnMut(u64) -> bool>,
) -> Option<Line> {
    let mut layer = vec![*root];
    let mut ancestry: Vec<Vec<Link>> = Vec::new();
    let mut candidates = Candidates::new(width, noise);
    while !layer.is_empty() {
        for (parent, position) in (0..).zip(&layer) {
            if turns.is_spent() {
                return None;
            }
            let mut link = Link { parent, child: 0 };
            let mut won = None;
            turns.expand(position, &mut |next, _| {
                if next.phase == Phase::Won {
                    won.get_or_insert(link);
                } else {
                    candidates.add(next, link);
                }
                link.child += 1;
            });
            if let Some(link) = won {
                return Some(line(root, &ancestry, link, turns));
            }
        }
        let links;
        (layer, links) = candidates.take();
        ancestry.push(links);
    }
    None
}

/// How a position was reached: as which child of which position of the layer
/// before.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u32,
    child: u32,
}

/// The moves from the root along the links. Only links are kept during the
/// search; the moves are found by making the children of each position again.
fn line(
    root: &Position,
    ancestry: &[Vec<Link>],
    last: Link,
    turns: &mut Turns<impl FnMut(u64) -> bool>,
) -> Line {
    let mut link = last;
    let mut children = vec![link.child];
    for links in ancestry.iter().rev() {
        link = links[link.parent as usize];
        children.push(link.child);
    }
    let mut position = *root;
    let mut made = Line::new();
    for &child in children.iter().rev() {
        let (mut number, before) = (0, made.len());
        turns.expand(&position, &mut |_, moves| {
            if number == child {
                made.extend_from_slice(moves);
            }
            number += 1;
        });
        for (seat, mv) in &made[before..] {
            // The search has made these very moves before.
            let legal = position.advance(*seat, mv, &mut Ignore);
            debug_assert!(legal.is_ok(), "{legal:?}");
        }
    }
    made
}

/// The best positions of the layer that is being made (W4.4).
struct Candidates {
    width: usize,
    noise: Option<Noise>,
    /// At most twice as many as are kept, in no order, with places in `nodes`.
    ranked: Vec<(Rank, usize)>,
    nodes: Vec<(Position, Link)>,
    free: Vec<usize>,
    /// The rank up to which a position has no chance any more.
    threshold: Option<Rank>,
    seen: HashSet<u64, BuildHasherDefault<Unchanged>>,
    count: u32,
}

/// The evaluation, and of equal ones what came first: no two are the same, so
/// the best ones are the same whatever way they are selected.
type Rank = (i32, Reverse<u32>);

impl Candidates {
    fn new(width: usize, noise: Option<Noise>) -> Self {
        Self {
            width,
            noise,
            ranked: Vec::new(),
            nodes: Vec::new(),
            free: Vec::new(),
            threshold: None,
            seen: HashSet::default(),
            count: 0,
        }
    }

    /// Adds a position if it may be among the best and was not there before.
    fn add(&mut self, position: &Position, link: Link) {
        let evaluation = evaluate(position);
        let has_no_chance =
            |with: i32| self.threshold.is_some_and(|threshold| (with, Reverse(self.count)) <= threshold);
        // Most positions end here, before what takes longer.
        if has_no_chance(evaluation + self.noise.map_or(0, |_| Noise::MOST)) {
            return;
        }
        let fingerprint = heuristic(position);
        let evaluation = evaluation + self.noise.map_or(0, |noise| noise.at(fingerprint));
        if has_no_chance(evaluation) || !self.seen.insert(fingerprint) {
            return;
        }
        let rank = (evaluation, Reverse(self.count));
        self.count += 1;
        let node = (*position, link);
        if let Some(place) = self.free.pop() {
            self.nodes[place] = node;
            self.ranked.push((rank, place));
        } else {
            self.ranked.push((rank, self.nodes.len()));
            self.nodes.push(node);
        }
        if self.ranked.len() == 2 * self.width {
            self.forget();
        }
    }

    /// Keeps the best ones only.
    fn forget(&mut self) {
        if self.ranked.len() > self.width {
            let (_, worst, _) =
                self.ranked.select_nth_unstable_by_key(self.width - 1, |&ranked| Reverse(ranked));
            self.threshold = Some(worst.0);
            self.free.extend(self.ranked.drain(self.width..).map(|(_, place)| place));
        }
    }

    /// The best ones, best first, and how each was reached; then begins anew.
    fn take(&mut self) -> (Vec<Position>, Vec<Link>) {
        self.forget();
        self.ranked.sort_unstable_by_key(|&ranked| Reverse(ranked));
        let best = self.ranked.iter().map(|&(_, place)| self.nodes[place]).unzip();
        // What was allocated serves the next layer.
        self.ranked.clear();
        self.nodes.clear();
        self.free.clear();
        self.seen.clear();
        (self.threshold, self.count) = (None, 0);
        best
    }
}

/// A hasher for fingerprints, which are hashes already.
#[derive(Default)]
struct Unchanged(u64);

impl Hasher for Unchanged {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |word, &byte| word << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seed;
    use crate::engine::regicide::{RulesVersion, Setup};

    #[test]
    fn w4_5_noise_follows_from_fingerprint_restart_and_root() {
        let setup = Setup::new(RulesVersion::CURRENT, 2, &crate::engine::Options::default()).unwrap();
        let deal = |seed: &str| Position::deal(&setup, seed.parse::<Seed>().unwrap().key());
        let noise = |seed, restart| {
            let noise = Noise::of(&deal(seed), restart);
            [1, 2, 3].map(|fingerprint| noise.at(fingerprint))
        };
        let found = [noise("banana", 1), noise("banana", 2), noise("deal-1", 1)];
        assert_eq!(found, [[-200, -1100, 300], [500, -300, -300], [-300, 500, 600]]);
    }
}
