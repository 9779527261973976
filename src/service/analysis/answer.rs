//! The answer to a request for an analysis.

use std::sync::Arc;

use regicide::bots::Considered;
use regicide::bots::review::{self, Budgets, Decision, Findings, Review};
use regicide::engine::{Move, MoveJson, PlayerName, Seat};
use regicide::i18n::Language;
use regicide::solver::analysis::{Analysis, Mark, PositionVerdict};
use regicide::solver::{self, Line};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The analysis of a game or a position, or what of it is known so far: first
/// the verdicts, then the decisions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameAnalysis {
    /// The game; nothing for what was sent.
    pub game_id: Option<Uuid>,
    /// Whether this is all. If not, repeat the request after `Retry-After`: an analysis
    /// that is no longer requested is deferred after a while.
    pub complete: bool,
    /// How much is done, in percent: 0 while others come first.
    #[schema(minimum = 0, maximum = 100)]
    pub percent: u8,
    /// How it was found out.
    pub method: AnalysisMethod,
    /// Positions with the same verdict, one after the other. Position 0 is
    /// the one after the deal, position 1 that after the first move. A
    /// position that was sent is position 0. The last ones are known first: as
    /// long as position 0 is missing nothing is said of `last_won_seq`,
    /// `turning_point_seq`, `line` and `marks`.
    pub spans: Vec<AnalysisSpan>,
    /// The last position for which a win was found.
    #[schema(minimum = 0, maximum = 7151)]
    pub last_won_seq: Option<u32>,
    /// The number of the move after which no win was found.
    #[schema(minimum = 1, maximum = 7151)]
    pub turning_point_seq: Option<u32>,
    /// The moves that win from the last position for which a win was found;
    /// nothing if there is none, or the game is won.
    pub line: Option<Vec<LineMove>>,
    /// Every decision between several moves, and what the strong bot would
    /// have done with what the seat knew.
    pub decisions: Vec<AnalysedDecision>,
    /// The few moves that mattered, in order; those that compare decisions
    /// come last, with `complete`.
    pub marks: Vec<AnalysisMark>,
}

/// How an analysis was made: all that is needed to get the same with
/// `regicide analyse`, or for a position with `regicide solve --nodes`.
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

/// Positions of a game with the same verdict.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct AnalysisSpan {
    /// The first one.
    #[schema(minimum = 0, maximum = 7151)]
    pub first_seq: u32,
    /// The last one.
    #[schema(minimum = 0, maximum = 7151)]
    pub last_seq: u32,
    /// Whether somebody who knew every card could win them.
    pub verdict: PositionVerdict,
}

/// A move of a line that wins.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineMove {
    /// Who makes it.
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
    /// Who decided.
    pub seat: Seat,
    /// The player's move.
    pub player_move: SampledMove,
    /// The strong bot's.
    pub bot_move: SampledMove,
}

/// A move in worlds that fit what its seat knew.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SampledMove {
    /// The text form.
    #[schema(examples("play 7H"))]
    pub text: String,
    /// The JSON form.
    #[serde(rename = "move")]
    #[schema(value_type = MoveJson)]
    pub mv: Move,
    /// In how many sampled worlds it was tried: few, if it did badly early.
    #[schema(minimum = 0)]
    pub worlds: u32,
    /// How many of them were won.
    #[schema(minimum = 0)]
    pub won: u32,
}

/// A move that mattered, or the position after it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalysisMark {
    /// The number of the move; 0 is the deal.
    #[schema(minimum = 0, maximum = 7151)]
    pub seq: u32,
    /// Why it mattered, for programs.
    #[schema(examples("analysis-no-win-after"))]
    pub mark: String,
    /// The same in words, in the language asked for (`Accept-Language`).
    #[schema(examples("Ada: discard 7C 6D. Before this move a win was known; after it none was found."))]
    pub text: String,
}

/// The known part of an analysis.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) findings: Arc<Findings>,
    /// Of how many positions, from the deal on, nothing is known.
    pub(super) positions_left: usize,
    /// How much is done; nothing when all is.
    pub(super) percent: Option<u8>,
}

impl Known {
    /// All that was to be found out.
    pub(super) const fn all(findings: Arc<Findings>) -> Self {
        Self { findings, positions_left: 0, percent: None }
    }

    pub(super) fn nothing(budgets: Budgets) -> Self {
        let analysis = Analysis { verdicts: Vec::new(), missed: None, nodes: 0 };
        let findings = Arc::new(Findings { budgets, analysis, decisions: Vec::new() });
        Self { findings, positions_left: 1, percent: Some(0) }
    }

    /// The findings so far of a review of so many pieces.
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
            Some(_) => self.findings.analysis.marks(moves),
            None => self.findings.marks(moves),
        }
    }
}

impl GameAnalysis {
    /// The answer about the moves of a game, or about a position, which has none; the
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
