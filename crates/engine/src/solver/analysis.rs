//! Analysis of a game: the positions that could still be won (W6.1).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Goal, Line, SearchResult, solve};
use crate::engine::regicide::Position;
use crate::engine::{Message, Move, Seat};

/// The budget for each position that is meant where none is named, in nodes.
pub const NODES_A_POSITION: u64 = 2_000_000;

/// The verdict on a position: can a player who sees every card win it?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = PositionVerdict)]
pub enum PositionVerdict {
    /// By a line that is known.
    Won,
    /// By none: that is proven.
    Lost,
    /// No win was found within the budget, nor a proof.
    NotFound,
}

/// The verdicts on a game's positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Analysis {
    /// The verdict of each position, from the one after the deal on.
    pub verdicts: Vec<PositionVerdict>,
    /// How the last position that could be won could be won; nothing if none
    /// could, or the game was won.
    pub missed: Option<Line>,
    /// How many positions the searches made.
    pub nodes: u64,
}

/// A move that mattered, or the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of the move; 0 is the deal.
    pub seq: u32,
    /// Why it mattered.
    pub message: Message,
}

impl Analysis {
    /// The number of the last position that could be won: that of the move that
    /// led to it, or 0 for the deal.
    pub fn last_won(&self) -> Option<usize> {
        self.verdicts.iter().rposition(|&verdict| verdict == PositionVerdict::Won)
    }

    /// The number of the move after which no win was found.
    pub fn turning_point(&self) -> Option<usize> {
        self.last_won().map(|last| last + 1).filter(|&seq| seq < self.verdicts.len())
    }

    /// The few moves that mattered, in order; `moves` is those of the game.
    pub fn marks(&self, moves: &[(Seat, Move)]) -> Vec<Mark> {
        let first = |wanted| self.verdicts.iter().position(|&verdict| verdict == wanted);
        let first_lost = first(PositionVerdict::Lost);
        let without_win = self.verdicts.iter().position(|&verdict| verdict != PositionVerdict::Won);
        let Some(without_win) = without_win else {
            return vec![mark(0, Message::new("analysis-always-won"))];
        };
        let is_proven = first_lost == Some(without_win);
        let mut marks = Vec::new();
        if let Some((seat, mv)) = without_win.checked_sub(1).and_then(|index| moves.get(index)) {
            let id = if is_proven { "analysis-lost-by" } else { "analysis-no-win-after" };
            marks.push(mark(without_win, Message::new(id).with("seat", *seat).with("move", mv.to_string())));
            if let Some((_, mv)) = self.missed.as_ref().and_then(|line| line.first()) {
                let instead = Message::new("analysis-instead").with("move", mv.to_string());
                marks.push(mark(without_win, instead));
            }
        } else {
            let id = if is_proven { "analysis-never-won" } else { "analysis-never-found" };
            marks.push(mark(0, Message::new(id)));
        }
        if let Some(seq) = first_lost.filter(|_| !is_proven) {
            marks.push(mark(seq, Message::new("analysis-lost-from")));
        }
        marks
    }
}

/// An analysis that goes position by position, so that the caller can
/// stop, or do something else, in between.
///
/// It begins with the last position. Where a win is found the searches end: the
/// players had a win in all positions before, too, since they came there.
#[derive(Clone, Debug)]
pub struct Searches {
    positions: Vec<Position>,
    moves: Vec<(Seat, Move)>,
    nodes: u64,
    /// How many positions, from the deal on, have not been searched.
    left: usize,
    verdicts: Vec<PositionVerdict>,
    missed: Option<Line>,
    spent: u64,
}

impl Searches {
    /// The searches of a game: its positions from the one after the deal to the
    /// last, the move from each to the next, and a budget of nodes for each
    /// position.
    pub fn new(positions: Vec<Position>, moves: Vec<(Seat, Move)>, nodes: u64) -> Self {
        debug_assert_eq!(positions.len(), moves.len() + 1, "a move leads from each position to the next");
        let (left, verdicts) = (positions.len(), vec![PositionVerdict::Won; positions.len()]);
        Self { positions, moves, nodes, left, verdicts, missed: None, spent: 0 }
    }

    /// No searches.
    pub const fn none() -> Self {
        Self {
            positions: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            left: 0,
            verdicts: Vec::new(),
            missed: None,
            spent: 0,
        }
    }

    /// Searches the next position; returns whether there was one. `progress` is called
    /// now and then with how many nodes were made in all.
    pub fn search_next(&mut self, mut progress: impl FnMut(u64)) -> bool {
        let Some(seq) = self.left.checked_sub(1) else { return false };
        self.left = seq;
        let spent = self.spent;
        let solution = solve(&self.positions[seq], Goal::Win, self.nodes, |made| {
            progress(spent + made);
            true
        });
        self.spent += solution.nodes;
        match solution.result {
            SearchResult::Won(line) => {
                // As long as the players made its very moves, it still won.
                let pairs = self.moves[seq..].iter().zip(&line);
                let made = pairs.take_while(|(made, found)| made == found).count();
                self.verdicts[seq..=seq + made].fill(PositionVerdict::Won);
                self.missed = Some(line[made..].to_vec()).filter(|line| !line.is_empty());
                self.left = 0;
            }
            SearchResult::Lost => self.verdicts[seq] = PositionVerdict::Lost,
            SearchResult::Unknown => self.verdicts[seq] = PositionVerdict::NotFound,
        }
        true
    }

    /// How many positions there are.
    pub const fn positions(&self) -> usize {
        self.positions.len()
    }

    /// How many positions have not been searched, at the most.
    pub const fn positions_left(&self) -> usize {
        self.left
    }

    /// The verdicts so far: all, when there is no position left. Those that are left
    /// count as won.
    pub fn so_far(&self) -> Analysis {
        let Self { verdicts, missed, spent, .. } = self;
        let mut verdicts = verdicts.clone();
        // What follows from a position that is lost is lost. After an undo other
        // shuffles follow (docs/spec/record.md S3.1).
        for (seq, (_, mv)) in self.moves.iter().enumerate() {
            if verdicts[seq] == PositionVerdict::Lost && *mv != Move::Undo {
                verdicts[seq + 1] = PositionVerdict::Lost;
            }
        }
        Analysis { verdicts, missed: missed.clone(), nodes: *spent }
    }
}

fn mark(seq: usize, message: Message) -> Mark {
    Mark { seq: u32::try_from(seq).unwrap_or(u32::MAX), message }
}
