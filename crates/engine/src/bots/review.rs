//! The review of a game that is over: until when it could be won, and how what
//! the players did compares with what the strong bot would have done
//! (docs/spec/solver.md W6.3).
//!
//! The solver sees every card and judges positions. The bot searches with the
//! knowledge of the seat that decided, and judges decisions: a move that was as
//! good as any by what its player could know, and after which no win was found,
//! was bad luck.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::{Considered, Knowledge, Observer, choose_within};
use crate::engine::{Effect, Game as _, History, Key, Message, Move, Position, Seat, Seed, Setup};
use crate::solver::analysis::{Analysis, Mark, NODES_A_POSITION, PositionVerdict, Searches};

/// The version of the review. Whatever changes what is found within a budget is
/// another version, and so is another budget by default.
pub const VERSION: u32 = 1;

/// In how many sampled deals a move has to be tried for its share to be compared.
const MIN_VISITS: u32 = 20;
/// How much smaller the share of a move has to be for it to be a mistake, in
/// thousandths.
const MISTAKE: u32 = 150;
/// Up to which difference two moves are as good as each other, in thousandths.
const SAME: u32 = 50;
/// How many mistakes are marked at most: the greatest.
const MARKED_MISTAKES: usize = 3;

/// The cost limits of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budgets {
    /// The solver's, in nodes for each position.
    pub nodes: u64,
    /// The bot's, in sampled deals for each decision.
    pub worlds: u32,
}

/// Those that belong to the version.
impl Default for Budgets {
    fn default() -> Self {
        Self { nodes: NODES_A_POSITION, worlds: 1_000 }
    }
}

/// The findings about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// The cost limits.
    pub budgets: Budgets,
    /// The solver's findings.
    #[serde(flatten)]
    pub analysis: Analysis,
    /// Every decision between several moves, in order.
    pub decisions: Vec<Decision>,
}

/// A decision, and what the strong bot would have done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The number of the move.
    pub seq: u32,
    /// The seat that decided.
    pub seat: Seat,
    /// The player's move.
    pub made: Considered,
    /// The bot's.
    pub bot: Considered,
}

/// A review that goes piece by piece, each of less than about a second.
#[derive(Clone, Debug)]
pub struct Review {
    budgets: Budgets,
    searches: Searches,
    pending: VecDeque<PendingDecision>,
    decisions: Vec<Decision>,
}

/// A decision that was not compared with the bot's yet.
#[derive(Clone, Debug)]
struct PendingDecision {
    seq: u32,
    seat: Seat,
    made: Move,
    knowledge: Knowledge,
    seed: [u8; 32],
}

impl Review {
    /// The review of a game, up to the first move that is not legal; nothing
    /// for games that are not co-operative.
    pub fn new(setup: &Setup, deal: &Seed, game: &[(Seat, Move)], budgets: Budgets) -> Option<Self> {
        let mut history = History::deal(setup, deal.key());
        let mut observers = Observer::all(setup, history.position());
        let rng = Key::labelled("regicide/review/v1", &deal.commitment().0);
        let (mut positions, mut moves) = (vec![*history.position().co_operative()?], Vec::new());
        let mut pending = VecDeque::new();
        for &(seat, mv) in game {
            let mut effects: Vec<Effect> = Vec::new();
            let before = *history.position();
            if history.advance(seat, &mv, &mut effects).is_err() {
                break;
            }
            let next = *history.position();
            let mut choices = 0;
            before.for_each_legal(|_| choices += 1);
            if choices > 1 && !matches!(mv, Move::Concede | Move::Undo) {
                let (seq, knowledge) = (next.seq(), observers[seat.index()].knowledge().clone());
                let seed = rng.stream(seq.into()).bytes();
                pending.push_back(PendingDecision { seq, seat, made: mv, knowledge, seed });
            }
            for observer in &mut observers {
                observer.observe(&effects, &next);
            }
            positions.push(*next.co_operative()?);
            moves.push((seat, mv));
        }
        let searches = Searches::new(positions, moves, budgets.nodes);
        Some(Self { budgets, searches, pending, decisions: Vec::new() })
    }

    /// The review of a position by itself: no move was made, so there is no
    /// decision to compare.
    pub fn of_position(position: &Position, budgets: Budgets) -> Option<Self> {
        let searches = Searches::new(vec![*position.co_operative()?], Vec::new(), budgets.nodes);
        Some(Self { budgets, searches, pending: VecDeque::new(), decisions: Vec::new() })
    }

    /// The part of it about one decision: no position is searched.
    #[must_use]
    pub fn of_decision(mut self, seq: u32) -> Self {
        self.pending.retain(|decision| decision.seq == seq);
        self.searches = Searches::none();
        self
    }

    /// How many pieces are left at the most: where a win is found, the positions
    /// before it need none.
    pub fn pieces_left(&self) -> usize {
        self.searches.positions_left() + self.pending.len()
    }

    /// Computes the next piece; returns whether there was one. `progress` is
    /// called now and then with how many nodes the solver made in all.
    pub fn go_on(&mut self, progress: impl FnMut(u64)) -> bool {
        if self.searches.search_next(progress) {
            return true;
        }
        let Some(decision) = self.pending.pop_front() else { return false };
        self.decisions.extend(decision.compare(self.budgets.worlds));
        true
    }

    /// How many pieces there were at the most when the review began: how much
    /// of one that goes on is done counts from there.
    pub fn pieces(&self) -> usize {
        self.searches.positions() + self.decisions.len() + self.pending.len()
    }

    /// How many positions, from the deal on, nothing is known of yet.
    pub const fn positions_left(&self) -> usize {
        self.searches.positions_left()
    }

    /// The findings so far: all, when no piece is left. Positions that were not
    /// searched count as won.
    pub fn so_far(&self) -> Findings {
        let analysis = self.searches.so_far();
        Findings { budgets: self.budgets, analysis, decisions: self.decisions.clone() }
    }
}

impl PendingDecision {
    fn compare(self, worlds: u32) -> Option<Decision> {
        let choice = choose_within(worlds, &self.knowledge, self.seed);
        let find = |mv: Move| choice.moves.iter().find(|tried| is_same(tried.mv, mv)).copied();
        let made = find(self.made).map(|made| Considered { mv: self.made, ..made })?;
        Some(Decision { seq: self.seq, seat: self.seat, made, bot: find(choice.mv)? })
    }
}

/// Returns true if two moves are one in the list of legal moves, which has each
/// move with one order of its cards.
fn is_same(one: Move, other: Move) -> bool {
    if let (Move::Play(mut one), Move::Play(mut other)) | (Move::Discard(mut one), Move::Discard(mut other)) =
        (one, other)
    {
        one.as_mut_slice().sort_unstable();
        other.as_mut_slice().sort_unstable();
        return one == other;
    }
    one == other
}

impl Considered {
    /// The share of the sampled deals that it won, in thousandths; nothing for a move
    /// that was hardly tried.
    pub fn share(&self) -> Option<u32> {
        (self.visits >= MIN_VISITS).then(|| 1000 * self.won / self.visits)
    }
}

impl Decision {
    /// By how much the share of deals that the bot's move won is greater, in
    /// thousandths.
    fn lost_share(&self) -> Option<u32> {
        if is_same(self.made.mv, self.bot.mv) {
            return Some(0);
        }
        Some(self.bot.share()?.saturating_sub(self.made.share()?))
    }

    fn mistake(&self) -> Message {
        let percent = |tried: &Considered| tried.share().unwrap_or_default() / 10;
        Message::new("analysis-mistake")
            .with("seat", self.seat)
            .with("move", self.made.mv.to_string())
            .with("share", percent(&self.made))
            .with("better", self.bot.mv.to_string())
            .with("most", percent(&self.bot))
    }
}

impl Findings {
    /// Positions with the same verdict, one after the other: the first, the
    /// last, and the verdict.
    pub fn spans(&self) -> Vec<(usize, usize, PositionVerdict)> {
        let mut spans: Vec<(usize, usize, PositionVerdict)> = Vec::new();
        for (seq, &verdict) in self.analysis.verdicts.iter().enumerate() {
            match spans.last_mut() {
                Some((_, last, same)) if *same == verdict => *last = seq,
                Some(_) | None => spans.push((seq, seq, verdict)),
            }
        }
        spans
    }

    /// The few moves that mattered, in order; `game` is the moves of the game.
    pub fn marks(&self, game: &[(Seat, Move)]) -> Vec<Mark> {
        let mut all = self.analysis.marks(game);
        let turning_point = self.analysis.turning_point().and_then(|seq| u32::try_from(seq).ok());
        let turning = self.decisions.iter().find(|decision| Some(decision.seq) == turning_point);
        if let Some(decision) =
            turning.filter(|decision| decision.lost_share().is_some_and(|lost| lost < SAME))
        {
            all.push(Mark {
                seq: decision.seq,
                message: Message::new("analysis-no-mistake").with("seat", decision.seat),
            });
        }
        let lost = |decision: &&Decision| decision.lost_share().unwrap_or_default();
        let mut mistakes: Vec<_> = self.decisions.iter().filter(|mistake| lost(mistake) >= MISTAKE).collect();
        mistakes.sort_by_key(|mistake| std::cmp::Reverse(lost(mistake)));
        mistakes.truncate(MARKED_MISTAKES);
        all.extend(mistakes.iter().map(|mistake| Mark { seq: mistake.seq, message: mistake.mistake() }));
        all.sort_by_key(|mark| mark.seq);
        all
    }
}
