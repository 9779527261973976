//! The answer to a request for an analysis.

use std::sync::Arc;

use regicide_engine::bots::Considered;
use regicide_engine::bots::review::{self, Budgets, Decision, Findings, Review};
use regicide_engine::engine::{Move, MoveJson, PlayerName, Seat};
use regicide_engine::i18n::Language;
use regicide_engine::solver::analysis::{Analysis, Mark, PositionVerdict};
use regicide_engine::solver::{self, Line};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The analysis of a game or a position, or the part of it that is computed so far:
/// first the verdicts, then the decisions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameAnalysis {
    /// The game; `null` for a record or position that was sent.
    pub game_id: Option<Uuid>,
    /// True if the analysis is complete. Until then, repeat the request after
    /// `Retry-After`: an analysis that is no longer requested is deferred after a
    /// while.
    pub complete: bool,
    /// The progress, in percent: 0 while other analyses come first.
    #[schema(minimum = 0, maximum = 100)]
    pub percent: u8,
    /// The versions and budgets of the analysis.
    pub method: AnalysisMethod,
    /// Runs of positions with one verdict, in order. Position 0 is the one after the
    /// deal, position 1 that after the first move. A position that was sent is
    /// position 0. The last positions are computed first: until position 0 has its verdict,
    /// `last_won_seq`, `turning_point_seq` and `line` are `null`, and `marks` is empty.
    pub spans: Vec<AnalysisSpan>,
    /// The last position for which a win was found.
    #[schema(minimum = 0, maximum = 7151)]
    pub last_won_seq: Option<u32>,
    /// The number of the move after which no win was found.
    #[schema(minimum = 1, maximum = 7151)]
    pub turning_point_seq: Option<u32>,
    /// The moves that win from the last position for which a win was found; `null` if
    /// there is none, or the game is won.
    pub line: Option<Vec<LineMove>>,
    /// Every decision between several moves, with the strong bot's choice from the
    /// information of the seat.
    pub decisions: Vec<AnalysedDecision>,
    /// The few decisive moves, in order; those that compare decisions come last, with
    /// `complete`.
    pub marks: Vec<AnalysisMark>,
}

/// Versions and budgets of an analysis: with them `regicide analyse` computes it
/// again, or `regicide solve --nodes` for a position.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct AnalysisMethod {
    /// The version of the analysis.
    #[schema(minimum = 1)]
    pub analysis: u32,
    /// The version of the solver (docs/spec/solver.md W1.1).
    #[schema(minimum = 1)]
    pub solver: u32,
    /// The solver's budget for each position, in nodes.
    #[schema(minimum = 0)]
    pub nodes: u64,
    /// The bot's budget for each decision, in sampled worlds.
    #[schema(minimum = 1)]
    pub worlds: u32,
}

/// A run of positions with one verdict.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct AnalysisSpan {
    /// The first position.
    #[schema(minimum = 0, maximum = 7151)]
    pub first_seq: u32,
    /// The last position.
    #[schema(minimum = 0, maximum = 7151)]
    pub last_seq: u32,
    /// The verdict: can these positions be won by a player who sees every card?
    pub verdict: PositionVerdict,
}

/// A move of a winning line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineMove {
    /// The seat that makes it.
    pub seat: Seat,
    /// The text form.
    #[schema(examples("play 7H"))]
    pub text: String,
    /// The JSON form.
    #[serde(rename = "move")]
    #[schema(value_type = MoveJson)]
    pub mv: Move,
}

/// A decision of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalysedDecision {
    /// The number of the move.
    #[schema(minimum = 1, maximum = 7151)]
    pub seq: u32,
    /// The seat that decided.
    pub seat: Seat,
    /// The player's move.
    pub player_move: SampledMove,
    /// The strong bot's move.
    pub bot_move: SampledMove,
}

/// A move, tried in sampled worlds that fit the information of its seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SampledMove {
    /// The text form.
    #[schema(examples("play 7H"))]
    pub text: String,
    /// The JSON form.
    #[serde(rename = "move")]
    #[schema(value_type = MoveJson)]
    pub mv: Move,
    /// The number of sampled worlds in which it was tried: few, if it did badly
    /// early.
    #[schema(minimum = 0)]
    pub worlds: u32,
    /// The number of these worlds that were won; in the trick-taking game, those in which the
    /// seat's side scored most in the hand.
    #[schema(minimum = 0)]
    pub won: u32,
}

/// A decisive move, or the position after it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalysisMark {
    /// The number of the move; 0 is the deal.
    #[schema(minimum = 0, maximum = 7151)]
    pub seq: u32,
    /// The reason for the mark, for programs.
    #[schema(examples("analysis-no-win-after"))]
    pub mark: String,
    /// The reason in words, in the requested language (`Accept-Language`).
    #[schema(examples("Ada: discard 7C 6D. Before this move a win was known; after it none was found."))]
    pub text: String,
}

/// The part of an analysis that is computed.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) findings: Arc<Findings>,
    /// The number of positions, from the deal on, that have no verdict yet.
    pub(super) positions_left: usize,
    /// The progress in percent; `None` when it is complete.
    pub(super) percent: Option<u8>,
}

impl Known {
    /// A complete analysis.
    pub(super) const fn all(findings: Arc<Findings>) -> Self {
        Self { findings, positions_left: 0, percent: None }
    }

    pub(super) fn nothing(budgets: Budgets) -> Self {
        let analysis = Analysis { verdicts: Vec::new(), missed: None, nodes: 0 };
        let findings = Arc::new(Findings { budgets, analysis, decisions: Vec::new() });
        Self { findings, positions_left: 1, percent: Some(0) }
    }

    /// The findings so far of a review of `pieces` pieces.
    pub(super) fn so_far(review: &Review, pieces: usize) -> Self {
        let done = pieces.saturating_sub(review.pieces_left());
        let percent = (100 * done).checked_div(pieces).and_then(|percent| u8::try_from(percent).ok());
        let findings = Arc::new(review.so_far());
        Self {
            findings,
            positions_left: review.positions_left(),
            percent: Some(percent.unwrap_or(99).min(99)),
        }
    }

    fn spans(&self) -> Vec<AnalysisSpan> {
        let left = self.positions_left;
        let spans = self.findings.spans().into_iter().filter(|&(_, last, _)| last >= left);
        let span = |(first, last, verdict)| AnalysisSpan {
            first_seq: number(left.max(first)),
            last_seq: number(last),
            verdict,
        };
        spans.map(span).collect()
    }

    fn marks(&self, moves: &[(Seat, Move)]) -> Vec<Mark> {
        match self.percent {
            _ if moves.is_empty() || self.positions_left > 0 => Vec::new(),
            // Of one decision alone.
            _ if self.findings.analysis.verdicts.is_empty() => Vec::new(),
            Some(_) => self.findings.analysis.marks(moves),
            None => self.findings.marks(moves),
        }
    }
}

impl GameAnalysis {
    /// The answer for the moves of a game, or for a position, which has none; the
    /// marks name the players.
    pub(super) fn new(
        game: Option<Uuid>,
        known: &Known,
        moves: &[(Seat, Move)],
        names: &[PlayerName],
        language: Language,
    ) -> Self {
        let Findings { budgets, analysis, decisions } = &*known.findings;
        let judged = (known.positions_left == 0).then_some(analysis);
        let mark = |mark: Mark| AnalysisMark {
            seq: mark.seq,
            mark: mark.message.id().to_owned(),
            text: language.text(&mark.message.naming(names)),
        };
        let line =
            |line: &Line| line.iter().map(|&(seat, mv)| LineMove { seat, text: mv.text(), mv }).collect();
        let decision = |&Decision { seq, seat, made, bot }: &Decision| AnalysedDecision {
            seq,
            seat,
            player_move: made.into(),
            bot_move: bot.into(),
        };
        Self {
            game_id: game,
            complete: known.percent.is_none(),
            percent: known.percent.unwrap_or(100),
            method: AnalysisMethod {
                analysis: review::VERSION,
                solver: solver::VERSION,
                nodes: budgets.nodes,
                worlds: budgets.worlds,
            },
            spans: known.spans(),
            last_won_seq: judged.and_then(Analysis::last_won).map(number),
            turning_point_seq: judged.and_then(Analysis::turning_point).map(number),
            line: judged.and_then(|analysis| analysis.missed.as_ref()).map(line),
            decisions: decisions.iter().map(decision).collect(),
            marks: known.marks(moves).into_iter().map(mark).collect(),
        }
    }
}

fn number(seq: usize) -> u32 {
    u32::try_from(seq).unwrap_or(u32::MAX)
}

impl From<Considered> for SampledMove {
    fn from(Considered { mv, visits, won }: Considered) -> Self {
        Self { text: mv.text(), mv, worlds: visits, won }
    }
}
