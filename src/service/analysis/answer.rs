//! What a client is told of an analysis.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::bots::Considered;
use crate::bots::review::{self, Decision, Findings};
use crate::engine::{Move, MoveJson, PlayerName, Seat};
use crate::i18n::Language;
use crate::solver::analysis::{Mark, Standing};
use crate::solver::{self, Line};

/// The analysis of a game or a position, or that it is being computed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameAnalysis {
    /// It is being computed: ask again after `Retry-After`.
    Pending {
        /// The game; nothing for what was sent.
        game: Option<Uuid>,
        /// How much is done, in percent: 0 while others come first, and where
        /// another instance computes it.
        #[schema(minimum = 0, maximum = 100)]
        percent: u8,
    },
    /// What was found out.
    Done {
        /// The game; nothing for what was sent.
        game: Option<Uuid>,
        /// How it was found out.
        method: AnalysisMethod,
        /// Positions with the same standing, one after the other. Position 0 is
        /// the one after the deal, position 1 that after the first move. A
        /// position that was sent is position 0.
        spans: Vec<AnalysisSpan>,
        /// The last position for which a win was found.
        #[schema(minimum = 0, maximum = 20000)]
        last_won: Option<u32>,
        /// The number of the move after which no win was found.
        #[schema(minimum = 1, maximum = 20000)]
        turning_point: Option<u32>,
        /// The moves that win from the last position for which a win was found;
        /// nothing if there is none, or the game is won.
        line: Option<Vec<LineMove>>,
        /// Every decision between several moves, and what the strong bot would
        /// have done with what the seat knew.
        decisions: Vec<AnalysedDecision>,
        /// The few moves that mattered, in order.
        marks: Vec<AnalysisMark>,
    },
}

/// How an analysis was made: all that is needed to get the same with
/// `regicide analyse`, or for a position with `regicide solve --nodes`.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct AnalysisMethod {
    /// The version of the analysis.
    #[schema(minimum = 1)]
    pub version: u32,
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

/// Positions of a game with the same standing.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct AnalysisSpan {
    /// The first one.
    #[schema(minimum = 0, maximum = 20000)]
    pub first: u32,
    /// The last one.
    #[schema(minimum = 0, maximum = 20000)]
    pub last: u32,
    /// Whether somebody who knew every card could win them.
    pub standing: Standing,
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
    #[schema(minimum = 1, maximum = 20000)]
    pub seq: u32,
    /// Who decided.
    pub seat: Seat,
    /// The player's move.
    pub made: SampledMove,
    /// The strong bot's.
    pub bot: SampledMove,
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
    #[schema(minimum = 0, maximum = 20000)]
    pub seq: u32,
    /// Why it mattered, for programs.
    #[schema(examples("analysis-no-win-after"))]
    pub mark: String,
    /// The same in words, in the language asked for (`Accept-Language`).
    #[schema(examples("Ada: discard 7C 6D. Before this move a win was known; after it none was found."))]
    pub text: String,
}

impl GameAnalysis {
    /// What was found out about the moves of a game, or about a position, which
    /// has none; the marks name the players.
    pub(super) fn new(
        game: Option<Uuid>,
        findings: &Findings,
        moves: &[(Seat, Move)],
        names: &[PlayerName],
        language: Language,
    ) -> Self {
        let Findings { budgets, analysis, decisions } = findings;
        let marks = if moves.is_empty() { Vec::new() } else { findings.marks(moves) };
        let mark = |mark: Mark| AnalysisMark {
            seq: mark.seq,
            mark: mark.message.id().to_owned(),
            text: language.text(&mark.message.naming(names)),
        };
        let span =
            |(first, last, standing)| AnalysisSpan { first: number(first), last: number(last), standing };
        let line = |line: &Line| line.iter().copied().map(LineMove::from).collect();
        Self::Done {
            game,
            method: AnalysisMethod {
                version: review::VERSION,
                solver: solver::VERSION,
                nodes: budgets.nodes,
                worlds: budgets.worlds,
            },
            spans: findings.spans().into_iter().map(span).collect(),
            last_won: analysis.last_won().map(number),
            turning_point: analysis.turning_point().map(number),
            line: analysis.missed.as_ref().map(line),
            decisions: decisions.iter().map(AnalysedDecision::from).collect(),
            marks: marks.into_iter().map(mark).collect(),
        }
    }
}

/// A number of a move.
fn number(seq: usize) -> u32 {
    u32::try_from(seq).unwrap_or(u32::MAX)
}

impl From<(Seat, Move)> for LineMove {
    fn from((seat, mv): (Seat, Move)) -> Self {
        Self { seat, text: mv.text(), mv }
    }
}

impl From<&Decision> for AnalysedDecision {
    fn from(decision: &Decision) -> Self {
        let Decision { seq, seat, made, bot } = *decision;
        Self { seq, seat, made: made.into(), bot: bot.into() }
    }
}

impl From<Considered> for SampledMove {
    fn from(Considered { mv, visits, won }: Considered) -> Self {
        Self { text: mv.text(), mv, worlds: visits, won }
    }
}
