//! Verifying a record (docs/spec/record.md S6.9).

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::commitment::LoggedCommitment;
use super::file::{BadSetup, RecordFile, read_time};
use super::rebuild::{BadMove, Rebuild};
use super::result::RecordResult;
use super::signature::{End, Statement};
use crate::engine::{Hash, Ignore, Message, NamedOutcome, Outcome, Seed, Setup};
use crate::i18n::Language;
use crate::tlog::{Entry, LogFault, LogPolicy, MAX_DELAY, Proof, ProofSource, PublicKey, Receipt};

/// Facts about a game from another source than its record, such as the
/// service's answers while the game ran.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// The seed's commitment.
    pub commitment: Option<Hash>,
    /// The chain's last hash.
    pub chain: Option<Hash>,
    /// The public keys of the service.
    pub keys: Vec<PublicKey>,
    /// The policy for the service's transparency log: the record has to be in it.
    pub log: Option<LogPolicy>,
    /// The challenge that the game is an attempt at, if its commitment was checked; or why that
    /// does not hold.
    pub challenge: Option<Result<LoggedCommitment, Message>>,
    /// A receipt, which has to be of this game.
    pub receipt: Option<Receipt>,
}

impl Expected {
    /// The facts that a policy has about a record: the keys that sign games, and the log if the
    /// record has a proof, or if a checkpoint was kept, to which a proof has to lead.
    pub fn by_policy(policy: Option<&LogPolicy>, record: &RecordFile) -> Self {
        let keys = policy.map_or_else(Vec::new, LogPolicy::signing_keys);
        let log = policy.filter(|log| record.proof.is_some() || log.kept.is_some()).cloned();
        Self { keys, log, ..Self::default() }
    }
}

/// The result of verifying a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Verdict {
    /// True if everything in the record is consistent.
    pub consistent: bool,
    /// Confirmation by another source. A forger can always make a whole new
    /// record that is consistent.
    pub authenticity: Authenticity,
    /// The facts that another source confirms, and those that it does not, in the
    /// requested language.
    pub coverage: String,
    /// The number of valid moves, up to the first bad one.
    pub moves_valid: u32,
    /// The first bad move, if there is one.
    pub bad_move: Option<BadMoveInfo>,
    /// The checks.
    pub checks: Vec<Check>,
    /// The result of the game after the good moves, if they end it.
    pub result: Option<NamedOutcome>,
    /// The time at which a deadline closed the game.
    #[serde(with = "crate::record::timestamp::option", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub closed_at: Option<DateTime<Utc>>,
    /// The position line after the good moves, if there was a deal.
    pub position: Option<String>,
    /// The chain's hash after the good moves, if there was a deal.
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    pub chain: Option<Hash>,
    /// Its place in the transparency log, if its proof was checked and holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub log: Option<Box<LogInclusion>>,
    /// The entry that a transparency log has of it, unless a player was deleted since;
    /// nothing if a field is missing that is logged.
    #[serde(skip)]
    pub entry: Option<Entry>,
    /// The time of its end: that of its last move, or of the deadline that closed it.
    #[serde(skip)]
    pub ended_at: Option<DateTime<Utc>>,
}

/// The place of a game in a transparency log (docs/spec/log.md L4.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LogInclusion {
    /// The origin, which names the log.
    pub origin: String,
    /// The entry's index, from 0.
    pub index: u64,
    /// The number of entries in the checkpoint.
    pub size: u64,
    /// The time by which it was there (L4.5).
    #[serde(with = "crate::record::timestamp")]
    pub logged_at: DateTime<Utc>,
    /// True if the record's players are those that were logged; false if one was
    /// deleted since.
    pub confirms_players: bool,
    /// The names of the policy's witnesses that have signed the checkpoint.
    pub cosigned_by: Vec<String>,
}

/// Confirmation of a record by another source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Authenticity {
    /// It matches everything known from other sources.
    Authenticated,
    /// Nothing is known from other sources.
    Unauthenticated,
    /// It contradicts another source.
    Contradicted,
}

/// The first bad move of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BadMoveInfo {
    /// Its place in the list, from 1.
    pub seq: u32,
    /// The reason, in words.
    pub reason: String,
    /// The clause that it is against.
    #[schema(examples("R4.12"))]
    pub rule: &'static str,
}

impl LogInclusion {
    /// The facts that it confirms.
    fn message(&self) -> Message {
        let id = if self.confirms_players { "coverage-logged" } else { "coverage-logged-without-players" };
        Message::new(id)
            .with("origin", self.origin.as_str())
            .with("entry", self.index.to_string())
            .with("size", self.size.to_string())
            .with("at", self.logged_at.to_rfc3339_opts(SecondsFormat::Secs, true))
            .with("witnesses", u64::try_from(self.cosigned_by.len()).unwrap_or(u64::MAX))
    }
}

/// Something that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Check {
    /// Its name.
    pub name: CheckName,
    /// Its outcome.
    pub outcome: Checked,
    /// If it failed: the value that was found instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub detail: Option<String>,
}

/// The checks, in this order; those that cannot be reached any more are left
/// out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, strum::Display, strum::AsRefStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CheckName {
    /// The set-up fits the rules.
    Setup,
    /// The seed is one.
    Seed,
    /// The commitment is the seed's.
    Commitment,
    /// There are as many names and ids of players as players, and the former players
    /// had seats of the game until moves of it, in order.
    Names,
    /// Every move is legal and numbered by its place.
    Moves,
    /// The result is how the moves end, or the game can have been closed at that time.
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
    /// The transparency log has the game.
    Log,
    /// The log had the commitment of the challenge in time, and the game is one of the challenge.
    Challenge,
    /// The receipt is of this end of this game, and was kept, if the log is known.
    Receipt,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Checked {
    /// It holds.
    Held,
    /// It does not.
    Failed,
    /// The record leaves the field out.
    NotGiven,
    /// It could not be checked.
    NotChecked,
}

/// Verifies a record: everything that is good up to the first bad move, and
/// what is wrong with it, in `language`.
pub fn verify(record: &RecordFile, expected: &Expected, language: Language) -> Verdict {
    let mut checks =
        Checks { all: Vec::with_capacity(10), signed: None, logged: None, entry: None, language };
    match (record.setup(), record.seed()) {
        (Ok(setup), Ok(seed)) => run_checks(record, setup, &seed, expected, checks),
        (setup, seed) => {
            checks.add(CheckName::Setup, setup.err().map(|error| describe(&error)));
            checks.add(CheckName::Seed, seed.err().map(|_| Message::new("seed-malformed")));
            checks.verdict(None, expected)
        }
    }
}

fn describe(error: &BadSetup) -> Message {
    let (field, reason, clause) = match error {
        BadSetup::UnknownRules(unknown) => ("rules", unknown.message(), "S6"),
        BadSetup::Options(error) => (error.field, error.message(), error.clause),
    };
    Message::new("check-setup").with("field", field).with("reason", reason).with("rule", clause)
}

fn run_checks(
    record: &RecordFile,
    setup: Setup,
    seed: &Seed,
    expected: &Expected,
    mut checks: Checks,
) -> Verdict {
    let commitment = seed.commitment();
    checks.add(CheckName::Setup, None);
    checks.add(CheckName::Seed, None);
    checks.compare(CheckName::Commitment, record.commitment.as_ref(), &commitment);
    checks.names(record);
    let mut rebuild = Rebuild::new(&setup, seed);
    let header = rebuild.chain().hash();
    let (mut last_at, mut latest) = (None, None);
    let mut moves = record.entries().map(|entry| {
        let entry = entry?;
        last_at = entry.at;
        latest = entry.at.or(latest);
        rebuild.add(&entry, &mut Ignore)
    });
    let bad = moves.find_map(Result::err);
    drop(moves);
    let outcome = rebuild.position().outcome();
    let closed_at = record.closed_at.as_deref().and_then(read_time);
    let is_attempt = record.played_as.as_ref().is_some_and(|played| played.challenge_id.is_some());
    let is_open = outcome.is_none() && record.result.is_none();
    let closed_at = closed_at.filter(|at| is_attempt && is_open && latest <= Some(*at));
    let found = Found {
        outcome,
        closed_at,
        position: rebuild.position().to_string(),
        chain: rebuild.chain().hash(),
        seq: rebuild.position().seq(),
        last_at,
        bad,
    };
    checks.add(CheckName::Moves, found.bad.map(|bad| bad.message()));
    if found.bad.is_none() {
        checks.end(record, &found);
        checks.compare(CheckName::Position, record.position.as_ref(), &found.position);
        checks.compare(CheckName::Chain, record.chain.as_ref(), &found.chain);
        checks.signature(record, &found, &expected.keys);
        let statement = statement(record, &found);
        checks.entry = statement.and_then(|statement| statement.log_entry(statement.players_hash()));
    }
    // The seed is the same whatever became of the moves.
    if expected.commitment.is_some() {
        checks.compare(CheckName::ExpectedCommitment, expected.commitment.as_ref(), &commitment);
    }
    if found.bad.is_none() && expected.chain.is_some() {
        checks.compare(CheckName::ExpectedChain, expected.chain.as_ref(), &found.chain);
    }
    if found.bad.is_none() {
        checks.log(record, &found, expected.log.as_ref());
    }
    if let Some(challenge) = &expected.challenge {
        let challenge = challenge.as_ref().map_err(Clone::clone);
        let wrong = challenge.and_then(|challenge| challenge.check_game(record, header)).err();
        checks.add(CheckName::Challenge, wrong);
    }
    if let Some(receipt) = &expected.receipt {
        checks.receipt(receipt);
    }
    checks.verdict(Some(found), expected)
}

/// The facts that a signature covers.
fn signed_coverage(signed: &Statement<'_>, language: Language) -> Message {
    let played = signed.played_as.message();
    if signed.player_ids.iter().all(Option::is_none) && signed.former_players.is_empty() {
        return Message::new("coverage-signed-guests").with("played", played);
    }
    let players = signed.players_by_seat(|player, until| {
        let until = Message::new("coverage-until").with("player", player).with("until", until);
        language.text(&until) + " "
    });
    Message::new("coverage-signed").with("played", played).with("players", players.join(", "))
}

/// The end of the valid moves.
struct Found {
    outcome: Option<Outcome>,
    /// The time at which a deadline closed the game, if it fits.
    closed_at: Option<DateTime<Utc>>,
    position: String,
    chain: Hash,
    seq: u32,
    /// The time of the last move.
    last_at: Option<DateTime<Utc>>,
    bad: Option<BadMove>,
}

struct Checks {
    all: Vec<Check>,
    /// The facts that a valid signature covers.
    signed: Option<Message>,
    /// Its place in the log, if a proof holds.
    logged: Option<Logged>,
    entry: Option<Entry>,
    language: Language,
}

impl Found {
    fn end(&self) -> Option<End<'_>> {
        self.outcome.as_ref().map(End::Outcome).or(self.closed_at.map(End::Closed))
    }

    fn ended_at(&self) -> Option<DateTime<Utc>> {
        self.closed_at.or(self.last_at)
    }
}

/// A game in a log.
struct Logged {
    entry: Entry,
    /// The time by which it was logged; by a copy of the log one at which it was not yet.
    at: Option<DateTime<Utc>>,
    inclusion: LogInclusion,
}

/// The statement that the service has signed and logged, if the record has all its
/// fields.
fn statement<'a>(record: &'a RecordFile, found: &'a Found) -> Option<Statement<'a>> {
    let played = record.played_as.as_ref().zip(record.player_ids.as_deref());
    let signed = record.id.as_deref().zip(record.seed_by).zip(found.end()).zip(played);
    signed.map(|(((id, seed_by), end), (played_as, player_ids))| Statement {
        chain: found.chain,
        seed_by,
        end,
        played_as,
        player_ids,
        former_players: &record.former_players,
        id,
    })
}

/// The place of a game in the log.
fn logged(record: &RecordFile, found: &Found, policy: &LogPolicy) -> Result<Logged, Message> {
    let proof = record.proof.as_deref().ok_or_else(|| Message::new("log-no-proof"))?;
    let proof: Proof = proof.parse().map_err(|fault: LogFault| fault.message())?;
    let statement = statement(record, found).ok_or_else(|| Message::new("log-no-statement"))?;
    let own_players = statement.players_hash();
    let players = proof.extra.players.unwrap_or(own_players);
    let entry = statement.log_entry(players).ok_or_else(|| Message::new("log-no-statement"))?;
    let witnessed = policy.check(&entry, &proof).map_err(|fault| fault.message())?;
    let logged_at = witnessed.logged_at;
    let ended = found.ended_at().ok_or_else(|| Message::new("log-no-time"))?;
    let (at, earliest) = match policy.source {
        ProofSource::Log => (Some(logged_at), ended - MAX_DELAY),
        ProofSource::Copy(without) => (without, DateTime::<Utc>::MIN_UTC),
    };
    if let Some(at) = at.filter(|at| !(earliest..=ended + MAX_DELAY).contains(at)) {
        return Err(LogFault::Late(at).message());
    }
    let inclusion = LogInclusion {
        origin: witnessed.checkpoint.origin,
        index: proof.index,
        size: witnessed.checkpoint.size,
        logged_at,
        confirms_players: players == own_players,
        cosigned_by: witnessed.witnesses.into_iter().map(|(name, _)| name).collect(),
    };
    Ok(Logged { entry, at, inclusion })
}

impl Checks {
    fn push(&mut self, name: CheckName, outcome: Checked, detail: Option<Message>) {
        let detail = detail.map(|message| self.language.text(&message));
        self.all.push(Check { name, outcome, detail });
    }

    fn add(&mut self, name: CheckName, wrong: Option<Message>) {
        let outcome = if wrong.is_some() { Checked::Failed } else { Checked::Held };
        self.push(name, outcome, wrong);
    }

    fn compare<T: PartialEq + std::fmt::Display>(&mut self, name: CheckName, given: Option<&T>, found: &T) {
        match given {
            None => self.push(name, Checked::NotGiven, None),
            Some(given) if given == found => self.add(name, None),
            Some(_) => self.add(name, Some(Message::new("check-it-is").with("found", found.to_string()))),
        }
    }

    /// The fields that the record gives of the result have to be right, and so has the time at
    /// which the game was closed.
    fn end(&mut self, record: &RecordFile, found: &Found) {
        if record.closed_at.is_some() {
            let wrong = found.closed_at.is_none().then(|| Message::new("check-not-closed"));
            return self.add(CheckName::Result, wrong);
        }
        let Some(given) = record.result.as_ref() else {
            self.push(CheckName::Result, Checked::NotGiven, None);
            return;
        };
        let wrong = match &found.outcome {
            None => Some(Message::new("check-no-end")),
            Some(found) => {
                let found = RecordResult::from(found);
                let wrong = !given.is_part_of(&found);
                let found = || serde_json::to_string(&found).unwrap_or_default();
                wrong.then(|| Message::new("check-it-is").with("found", found()))
            }
        };
        self.add(CheckName::Result, wrong);
    }

    fn names(&mut self, record: &RecordFile) {
        let lists = [("check-names", &record.names), ("check-players", &record.player_ids)];
        let given = lists.iter().filter_map(|(id, list)| list.as_ref().map(|list| (*id, list.len())));
        let given: Vec<(&str, usize)> = given.collect();
        if given.is_empty() && record.former_players.is_empty() {
            self.push(CheckName::Names, Checked::NotGiven, None);
            return;
        }
        let wrong = given.into_iter().find(|(_, count)| *count != usize::from(record.players));
        let wrong = wrong.map(|(id, count)| Message::new(id).with("count", count.to_string()));
        self.add(CheckName::Names, wrong.or_else(|| record.former_fault()));
    }

    fn signature(&mut self, record: &RecordFile, found: &Found, keys: &[PublicKey]) {
        let Some(signature) = record.signature.as_deref() else {
            self.push(CheckName::Signature, Checked::NotGiven, None);
            return;
        };
        let Some(key) = keys.iter().find(|key| key.has_made(signature)) else {
            self.push(CheckName::Signature, Checked::NotChecked, Some(Message::new("check-no-key")));
            return;
        };
        let statement = statement(record, found);
        let holds = statement.as_ref().is_some_and(|statement| key.holds(signature, statement));
        self.add(CheckName::Signature, (!holds).then(|| Message::new("check-bad-signature")));
        let statement = statement.filter(|_| holds);
        self.signed = statement.map(|signed| signed_coverage(&signed, self.language));
    }

    fn log(&mut self, record: &RecordFile, found: &Found, policy: Option<&LogPolicy>) {
        let Some(policy) = policy else {
            if record.proof.is_some() {
                self.push(CheckName::Log, Checked::NotChecked, Some(Message::new("log-no-key")));
            }
            return;
        };
        let logged = logged(record, found, policy);
        self.add(CheckName::Log, logged.as_ref().err().cloned());
        self.logged = logged.ok();
    }

    /// The receipt has to be of the game's entry, and that to be logged in time.
    fn receipt(&mut self, receipt: &Receipt) {
        let entry = self.logged.as_ref().map(|logged| logged.entry).or(self.entry);
        let at = self.logged.as_ref().and_then(|logged| logged.at);
        let is_of_log = |logged: &Logged| logged.inclusion.origin == receipt.origin;
        let is_same = entry == Some(receipt.entry) && self.logged.as_ref().is_none_or(is_of_log);
        let wrong = match at.filter(|at| *at > receipt.by) {
            _ if !is_same => Some(Message::new("receipt-other")),
            Some(at) => {
                let at = at.to_rfc3339_opts(SecondsFormat::Secs, true);
                Some(Message::new("receipt-late").with("at", at))
            }
            None => None,
        };
        self.add(CheckName::Receipt, wrong);
    }

    fn verdict(self, found: Option<Found>, expected: &Expected) -> Verdict {
        let is_external = |name| {
            use CheckName::{Challenge, ExpectedChain, ExpectedCommitment, Log, Receipt, Signature};

            matches!(name, ExpectedCommitment | ExpectedChain | Log | Challenge | Signature | Receipt)
        };
        let mut failed = self.all.iter().filter(|check| check.outcome == Checked::Failed);
        let contradicted = failed.clone().any(|check| is_external(check.name));
        let consistent = failed.all(|check| is_external(check.name));
        let signed = |check: &Check| check.name == CheckName::Signature && check.outcome == Checked::Held;
        let confirmed = expected.commitment.is_some()
            || expected.chain.is_some()
            || expected.receipt.is_some()
            || self.logged.is_some()
            || self.all.iter().any(signed);
        let authenticity = match (contradicted, confirmed && consistent) {
            (true, _) => Authenticity::Contradicted,
            (false, true) => Authenticity::Authenticated,
            (false, false) => Authenticity::Unauthenticated,
        };
        let coverage = match authenticity {
            Authenticity::Contradicted => vec![Message::new("coverage-contradicted")],
            Authenticity::Unauthenticated => vec![Message::new("coverage-nothing")],
            Authenticity::Authenticated => {
                let logged = self.logged.as_ref().map(|logged| logged.inclusion.message());
                let other = || match (&expected.receipt, expected.chain, expected.commitment) {
                    (Some(_), ..) => Some(Message::new("coverage-receipt")),
                    (None, Some(_), _) => Some(Message::new("coverage-chain")),
                    (None, None, Some(_)) => Some(Message::new("coverage-commitment")),
                    (None, None, None) => None,
                };
                let other = self.signed.or_else(other);
                other.into_iter().chain(logged).collect()
            }
        };
        let coverage: Vec<String> = coverage.iter().map(|part| self.language.text(part)).collect();
        let bad = found.as_ref().and_then(|found| found.bad);
        Verdict {
            consistent,
            authenticity,
            coverage: coverage.join(" "),
            moves_valid: found.as_ref().map_or(0, |found| found.seq),
            bad_move: bad.map(|bad| BadMoveInfo {
                seq: bad.seq,
                reason: self.language.text(&bad.fault.message()),
                rule: bad.fault.clause(),
            }),
            checks: self.all,
            chain: found.as_ref().map(|found| found.chain),
            result: found.as_ref().and_then(|found| found.outcome.clone()).map(NamedOutcome::from),
            closed_at: found.as_ref().filter(|found| found.bad.is_none()).and_then(|found| found.closed_at),
            ended_at: found.as_ref().and_then(Found::ended_at),
            position: found.map(|found| found.position),
            log: self.logged.map(|logged| Box::new(logged.inclusion)),
            entry: self.entry,
        }
    }
}
