//! The subject of an analysis: a stored game, or what a client sends.

use regicide_engine::bots::review::{self, Budgets, Review};
use regicide_engine::engine::{
    GameKind, Hash, Message, Move, Options, PlayerName, Position, Ruleset, Seat, Seed, Setup,
    deserialize_some,
};
use regicide_engine::i18n::Language;
use regicide_engine::json;
use regicide_engine::record::{Expected, ReadError, RecordFile};
use regicide_engine::solver;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::service::error::{Error, FieldErrors};
use crate::service::games::import::{bad_record, verdict_on};
use crate::service::games::loaded_game::LoadedGame;
use regicide_store::Game;

/// The limit on a game's moves. Games that are played to be won have about a hundred;
/// without a limit a log of thousands of moves would take hours.
const MAX_MOVES: usize = 500;

/// The largest budget for a position, in nodes: a piece of work of about a
/// second.
const MAX_NODES: u64 = 5_000_000;

/// The subject of an analysis. It contains every card, and no stored game is read.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(examples(json!({
    "type": "position",
    "players": 1,
    "seed": "banana",
    "position": "- 2C3D 4H5S - 6C7D8H KS:30:0:immune play 0 n 0 90",
})))]
pub enum AnalysisRequest {
    /// A game, finished or not, up to the last move of its record.
    Record {
        /// The record file.
        record: Box<RecordFile>,
        /// The number of a move, to analyse its decision alone: `spans` and `marks` are empty
        /// then.
        #[schema(minimum = 1, maximum = 500)]
        decision_seq: Option<u32>,
    },
    /// A position: can a player who sees every card win it?
    Position {
        /// The kind of game: only the co-operative one is analysed.
        #[serde(default)]
        kind: GameKind,
        /// The version of its rules.
        #[serde(default = "present_rules")]
        #[schema(minimum = 1, maximum = 1, default = 1)]
        rules: u8,
        /// The number of players.
        #[schema(minimum = 1, maximum = 4)]
        players: u8,
        /// The game's options; those left out have their defaults.
        #[serde(default)]
        options: Options,
        /// The seed, which determines the shuffles by hearts.
        #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._~-]{1,64}$")]
        seed: String,
        /// The position line (docs/spec/record.md S4).
        #[schema(max_length = 400, examples("- 2C3D 4H5S - 6C7D8H KS:30:0:immune play 0 n 0 90"))]
        position: String,
        /// The solver's budget, in nodes; 2,000,000 if left out.
        #[serde(default)]
        #[schema(minimum = 1, maximum = 5_000_000)]
        nodes: Option<u64>,
    },
}

/// The `type` of a request. Serde buffers the other fields of a tagged enum, and
/// reads structs in it loosely: so these fields are read separately.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum RequestType {
    Record,
    Position,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordFields {
    record: json::Any,
    #[serde(default, deserialize_with = "deserialize_some")]
    decision_seq: Option<Whole>,
}

/// An integer of JSON Schema, such as `1.0`; those of the record are read as they are written
/// (S6.2).
#[derive(Deserialize)]
#[serde(try_from = "f64")]
struct Whole(u32);

impl TryFrom<f64> for Whole {
    type Error = &'static str;

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the integer is exact")]
    fn try_from(number: f64) -> Result<Self, Self::Error> {
        let is_whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
        is_whole.then_some(Self(number as u32)).ok_or("no integer of 32 bits")
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionFields {
    #[serde(default)]
    kind: GameKind,
    #[serde(default = "present_rules")]
    rules: u8,
    players: u8,
    #[serde(default)]
    options: Options,
    seed: String,
    position: String,
    nodes: Option<u64>,
}

fn present_rules() -> u8 {
    Ruleset::current(GameKind::default()).version()
}

/// The subject of an analysis, validated against the rules and the limits.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    setup: Setup,
    seed: Seed,
    /// The position that the moves begin with; `None` for the deal.
    position: Option<Position>,
    pub(super) moves: Vec<(Seat, Move)>,
    /// The move whose decision is analysed alone; `None` for all.
    decision: Option<u32>,
    pub(super) names: Vec<PlayerName>,
    pub(super) budgets: Budgets,
}

impl AnalysisRequest {
    /// Reads a request. A record of an unknown format, game or version of the rules
    /// is reported as such.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let mut request = json::parse(text)?;
        let kind = request.as_object_mut().and_then(|fields| fields.remove("type"));
        match json::from_value(kind.unwrap_or_default())? {
            RequestType::Record => {
                let RecordFields { record: json::Any(record), decision_seq } = json::from_value(request)?;
                let decision_seq = decision_seq.map(|Whole(seq)| seq);
                Ok(Self::Record { record: Box::new(RecordFile::from_value(record)?), decision_seq })
            }
            RequestType::Position => {
                let PositionFields { kind, rules, players, options, seed, position, nodes } =
                    json::from_value(request)?;
                Ok(Self::Position { kind, rules, players, options, seed, position, nodes })
            }
        }
    }

    pub(super) fn subject(&self, budgets: Budgets) -> Result<Subject, Error> {
        match self {
            Self::Record { record, decision_seq: None } => Subject::of_record(record, budgets),
            Self::Record { record, decision_seq: Some(seq) } => {
                Subject::of_record(record, Budgets { nodes: 0, ..budgets })?.of_decision(*seq)
            }
            Self::Position { kind: game, rules, players, options, seed, position, nodes } => {
                let ruleset = Ruleset::find(game.as_ref(), *rules)?;
                let setup = Setup::new(ruleset, *players, options);
                let seed: Result<Seed, _> = seed.parse();
                let nodes = nodes.unwrap_or(budgets.nodes);
                let most = Message::new("invalid-nodes").with("most", MAX_NODES.to_string());
                let in_range = (1..=MAX_NODES).contains(&nodes);
                let mut errors = FieldErrors::default();
                errors.check(&setup);
                errors.check(&seed);
                errors.check(&in_range.then_some(()).ok_or(Error::invalid("nodes", most)));
                errors.finish()?;
                Subject::of_position(setup?, seed?, position, Budgets { nodes, ..budgets })
            }
        }
    }
}

impl Subject {
    pub(super) fn of_game(loaded: &LoadedGame, budgets: Budgets) -> Result<Self, Error> {
        loaded.position().co_operative().ok_or(Error::NoAnalysis("solve-together"))?;
        let Game { setup, seed, moves, .. } = &loaded.game;
        check_length(moves.len())?;
        Ok(Self {
            setup: *setup,
            seed: seed.clone(),
            position: None,
            moves: moves.iter().map(|row| (row.entry.seat, row.entry.mv)).collect(),
            decision: None,
            names: loaded.player_names(),
            budgets,
        })
    }

    fn of_record(record: &RecordFile, budgets: Budgets) -> Result<Self, Error> {
        check_length(record.moves.len())?;
        let verdict = verdict_on(record, &Expected::default(), Language::default());
        if !verdict.consistent {
            return Err(bad_record(&verdict));
        }
        let (setup, seed) = (record.setup()?, record.seed()?);
        require_co_operative(setup, &seed)?;
        let names: Vec<Option<&str>> = record.names.iter().flatten().map(Option::as_deref).collect();
        Ok(Self {
            setup,
            seed,
            position: None,
            moves: record.entries().map_while(Result::ok).map(|entry| (entry.seat, entry.mv)).collect(),
            decision: None,
            names: PlayerName::of_table(&names),
            budgets,
        })
    }

    fn of_position(setup: Setup, seed: Seed, line: &str, budgets: Budgets) -> Result<Self, Error> {
        require_co_operative(setup, &seed)?;
        let position = Position::parse(&setup, seed.key(), line).map_err(Error::BadPosition)?;
        let (moves, names) = (Vec::new(), Vec::new());
        Ok(Self { setup, seed, position: Some(position), moves, decision: None, names, budgets })
    }

    /// The part about the decision of a move.
    fn of_decision(self, seq: u32) -> Result<Self, Error> {
        let last = u32::try_from(self.moves.len()).unwrap_or(u32::MAX);
        if !(1..=last).contains(&seq) {
            return Err(Error::NoSuchMove(last));
        }
        Ok(Self { decision: Some(seq), ..self })
    }

    /// The number of positions that are searched or judged.
    pub(super) fn positions(&self) -> usize {
        if self.decision.is_some() { 1 } else { self.moves.len() + 1 }
    }

    /// The hash of all that the findings depend on.
    pub(super) fn id(&self) -> Hash {
        let Self { setup, seed, position, moves, decision, names: _, budgets: Budgets { nodes, worlds } } =
            self;
        let (version, solver) = (review::VERSION, solver::VERSION);
        let begin = position.map_or_else(|| "deal".to_owned(), |position| position.to_string());
        let made: Vec<String> = moves.iter().map(|(seat, mv)| format!("{seat} {mv}")).collect();
        let what = [setup.to_string(), seed.as_str().to_owned(), begin, made.join("\0")].join("\0");
        let decision = decision.map_or_else(|| "all".to_owned(), |seq| seq.to_string());
        let text = format!("regicide/analysis/v1\0{version} {solver} {nodes} {worlds} {decision}\0{what}");
        Hash::of(text.as_bytes())
    }

    pub(super) fn review(&self) -> Option<Review> {
        let Some(position) = &self.position else {
            let review = Review::new(&self.setup, &self.seed, &self.moves, self.budgets)?;
            return Some(match self.decision {
                Some(seq) => review.of_decision(seq),
                None => review,
            });
        };
        Review::of_position(position, self.budgets)
    }
}

fn check_length(moves: usize) -> Result<(), Error> {
    if moves > MAX_MOVES { Err(Error::NoAnalysis("analysis-too-long")) } else { Ok(()) }
}

fn require_co_operative(setup: Setup, seed: &Seed) -> Result<(), Error> {
    let dealt = Position::deal(&setup, seed.key());
    dealt.co_operative().map(|_| ()).ok_or(Error::NoAnalysis("solve-together"))
}
