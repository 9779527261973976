//! Judging a record (RECORD.md S6).

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::chain::header_line;
use super::file::RecordFile;
use super::rebuild::{BadMove, Rebuild};
use super::signature::{PublicKey, Statement};
use crate::engine::{Game as _, Hash, Message, Outcome, Seed, Setup, SetupError, Silent};
use crate::words::Language;

/// What is known about a game from elsewhere than its record: kept from the
/// service's answers while the game ran, say.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// The seed's commitment.
    pub commitment: Option<Hash>,
    /// The chain's last hash.
    pub chain: Option<Hash>,
    /// The public keys of the service.
    pub keys: Vec<PublicKey>,
}

/// What is to be thought of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Verdict {
    /// Whether everything that the record says fits together.
    pub consistent: bool,
    /// Whether something from elsewhere vouches for it. A forger can always
    /// make a whole new record that is consistent.
    pub authenticity: Authenticity,
    /// How many moves are good, up to the first bad one.
    pub moves_valid: u32,
    /// The first bad move, if there is one.
    pub bad_move: Option<BadMoveInfo>,
    /// What was checked.
    pub checks: Vec<Check>,
    /// How the game ended after the good moves, if it did.
    pub result: Option<Outcome>,
    /// The position line after the good moves, if there was a deal.
    pub position: Option<String>,
    /// The chain's hash after the good moves, if there was a deal.
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    pub chain: Option<Hash>,
}

/// Whether something from elsewhere vouches for a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Authenticity {
    /// It matches all that is known from elsewhere.
    Authenticated,
    /// Nothing is known from elsewhere.
    Unauthenticated,
    /// It contradicts what is known from elsewhere.
    Contradicted,
}

/// The first bad move of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BadMoveInfo {
    /// Its place in the list, from 1.
    pub seq: u32,
    /// What is wrong with it.
    pub reason: String,
    /// The clause that it is against.
    #[schema(examples("R4.12"))]
    pub rule: &'static str,
}

/// Something that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Check {
    /// What.
    pub name: CheckName,
    /// What came of it.
    pub outcome: Checked,
    /// If it failed: what was found instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub detail: Option<String>,
}

/// What is checked, in this order; what cannot be reached any more is left
/// out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckName {
    /// The set-up fits the rules.
    Setup,
    /// The seed is one.
    Seed,
    /// The commitment is the seed's.
    Commitment,
    /// There are as many names as players.
    Seats,
    /// Every move is legal and numbered by its place.
    Moves,
    /// The result is how the moves end.
    Result,
    /// The position is where the moves lead.
    Position,
    /// The chain's hash is that of header and moves.
    Chain,
    /// The signature is the service's: a key known from elsewhere has made it.
    Signature,
    /// The commitment is the one known from elsewhere.
    ExpectedCommitment,
    /// The chain's hash is the one known from elsewhere.
    ExpectedChain,
}

impl CheckName {
    /// The name in verdicts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Seed => "seed",
            Self::Commitment => "commitment",
            Self::Seats => "seats",
            Self::Moves => "moves",
            Self::Result => "result",
            Self::Position => "position",
            Self::Chain => "chain",
            Self::Signature => "signature",
            Self::ExpectedCommitment => "expected_commitment",
            Self::ExpectedChain => "expected_chain",
        }
    }
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Checked {
    /// It holds.
    Held,
    /// It does not.
    Failed,
    /// The record does not say, so there was nothing to compare.
    NotGiven,
    /// It could not be looked at.
    NotChecked,
}

/// Judges a record: everything that is good up to the first bad move, and
/// what is wrong with that, said in `language`.
#[must_use]
pub fn verify(record: &RecordFile, expected: &Expected, language: Language) -> Verdict {
    let mut checks = Checks { all: Vec::with_capacity(10), language };
    match (record.setup(), record.seed()) {
        (Ok(setup), Ok(seed)) => judge(record, setup, &seed, expected, checks),
        (setup, seed) => {
            checks.add(CheckName::Setup, setup.err().map(|error| describe(&error)));
            checks.add(CheckName::Seed, seed.err().map(|_| Message::new("seed-malformed")));
            checks.verdict(None, expected)
        }
    }
}

fn describe(error: &SetupError) -> Message {
    let SetupError { field, clause, .. } = *error;
    Message::new("check-setup").with("field", field).with("reason", error.message()).with("rule", clause)
}

fn judge(record: &RecordFile, setup: Setup, seed: &Seed, expected: &Expected, mut checks: Checks) -> Verdict {
    let commitment = seed.commitment();
    checks.add(CheckName::Setup, None);
    checks.add(CheckName::Seed, None);
    checks.compare(CheckName::Commitment, record.commitment.as_ref(), &commitment);
    checks.count_names(record);
    let mut rebuild = Rebuild::new(&setup, seed);
    let mut moves = record.entries().map(|entry| rebuild.add(&entry?, &mut Silent));
    let bad = moves.find_map(Result::err);
    drop(moves);
    let found = Found {
        outcome: rebuild.position().outcome(),
        position: rebuild.position().to_string(),
        chain: rebuild.chain().hash(),
        seq: rebuild.position().seq(),
        bad,
    };
    checks.add(CheckName::Moves, found.bad.map(|bad| bad.message()));
    if found.bad.is_none() {
        checks.compare_result(record.result.as_ref(), found.outcome.as_ref());
        checks.compare(CheckName::Position, record.position.as_ref(), &found.position);
        checks.compare(CheckName::Chain, record.chain.as_ref(), &found.chain);
        let header = header_line(&setup, commitment);
        checks.signature(record, &header, &found, &expected.keys);
    }
    // The seed is the same whatever became of the moves.
    if expected.commitment.is_some() {
        checks.compare(CheckName::ExpectedCommitment, expected.commitment.as_ref(), &commitment);
    }
    if found.bad.is_none() && expected.chain.is_some() {
        checks.compare(CheckName::ExpectedChain, expected.chain.as_ref(), &found.chain);
    }
    checks.verdict(Some(found), expected)
}

/// Where the good moves lead.
struct Found {
    outcome: Option<Outcome>,
    position: String,
    chain: Hash,
    seq: u32,
    bad: Option<BadMove>,
}

/// Whether every field that `said` has is in `found` with the same value.
fn says_of(said: &Value, found: &Value) -> bool {
    let Some(said) = said.as_object() else { return false };
    said.iter().all(|(field, value)| found.get(field) == Some(value))
}

struct Checks {
    all: Vec<Check>,
    language: Language,
}

impl Checks {
    fn push(&mut self, name: CheckName, outcome: Checked, detail: Option<Message>) {
        let detail = detail.map(|message| self.language.say(&message));
        self.all.push(Check { name, outcome, detail });
    }

    fn add(&mut self, name: CheckName, wrong: Option<Message>) {
        let outcome = if wrong.is_some() { Checked::Failed } else { Checked::Held };
        self.push(name, outcome, wrong);
    }

    fn compare<T: PartialEq + std::fmt::Display>(&mut self, name: CheckName, said: Option<&T>, found: &T) {
        match said {
            None => self.push(name, Checked::NotGiven, None),
            Some(said) if said == found => self.add(name, None),
            Some(_) => self.add(name, Some(Message::new("check-it-is").with("found", found.to_string()))),
        }
    }

    /// Whatever the record says of the result has to be so.
    fn compare_result(&mut self, said: Option<&Value>, found: Option<&Outcome>) {
        let Some(said) = said else {
            self.push(CheckName::Result, Checked::NotGiven, None);
            return;
        };
        let wrong = match found {
            None => Some(Message::new("check-no-end")),
            Some(found) => {
                let found = serde_json::to_value(found).unwrap_or_default();
                (!says_of(said, &found)).then(|| Message::new("check-it-is").with("found", found.to_string()))
            }
        };
        self.add(CheckName::Result, wrong);
    }

    fn count_names(&mut self, record: &RecordFile) {
        let Some(seats) = &record.seats else {
            self.push(CheckName::Seats, Checked::NotGiven, None);
            return;
        };
        let fits = seats.len() == usize::from(record.players);
        let count = seats.len().to_string();
        self.add(CheckName::Seats, (!fits).then(|| Message::new("check-names").with("count", count)));
    }

    fn signature(&mut self, record: &RecordFile, header: &str, found: &Found, keys: &[PublicKey]) {
        let Some(signature) = record.signature.as_deref() else {
            self.push(CheckName::Signature, Checked::NotGiven, None);
            return;
        };
        let Some(key) = keys.iter().find(|key| key.has_made(signature)) else {
            self.push(CheckName::Signature, Checked::NotChecked, Some(Message::new("check-no-key")));
            return;
        };
        let said = record.id.as_deref().zip(record.seed_by).zip(found.outcome.as_ref());
        let holds = said.is_some_and(|((id, seed_by), outcome)| {
            key.holds(signature, &Statement { id, header, seed_by, chain: found.chain, outcome })
        });
        self.add(CheckName::Signature, (!holds).then(|| Message::new("check-bad-signature")));
    }

    fn verdict(self, found: Option<Found>, expected: &Expected) -> Verdict {
        let from_elsewhere = |name| {
            use CheckName::{ExpectedChain, ExpectedCommitment, Signature};

            matches!(name, ExpectedCommitment | ExpectedChain | Signature)
        };
        let failed = |check: &&Check| check.outcome == Checked::Failed;
        let consistent =
            !self.all.iter().filter(|check| !from_elsewhere(check.name)).any(|check| failed(&check));
        let contradicted =
            self.all.iter().filter(|check| from_elsewhere(check.name)).any(|check| failed(&check));
        let signed = |check: &Check| check.name == CheckName::Signature && check.outcome == Checked::Held;
        let vouched =
            expected.commitment.is_some() || expected.chain.is_some() || self.all.iter().any(signed);
        let authenticity = match (contradicted, vouched && consistent) {
            (true, _) => Authenticity::Contradicted,
            (false, true) => Authenticity::Authenticated,
            (false, false) => Authenticity::Unauthenticated,
        };
        let bad = found.as_ref().and_then(|found| found.bad);
        Verdict {
            consistent,
            authenticity,
            moves_valid: found.as_ref().map_or(0, |found| found.seq),
            bad_move: bad.map(|bad| BadMoveInfo {
                seq: bad.seq,
                reason: self.language.say(&bad.fault.message()),
                rule: bad.fault.clause(),
            }),
            checks: self.all,
            chain: found.as_ref().map(|found| found.chain),
            result: found.as_ref().and_then(|found| found.outcome.clone()),
            position: found.map(|found| found.position),
        }
    }
}
