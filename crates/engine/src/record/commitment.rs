//! The commitment of a challenge in a transparency log (docs/spec/log.md L1.5, L4.9).

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::Value;

use super::file::read_time;
use super::{Chain, RecordFile, SeedBy, Stamp, timestamp};
use crate::engine::{GameKind, Hash, Message, Options, Ruleset, Setup};
use crate::json;
use crate::tlog::{Entry, EntryKind, LogFault, LogPolicy, Proof};

/// The time from the announcement of a challenge in which its commitment is logged in time,
/// whenever it opens.
const TIME_TO_LOG: TimeDelta = TimeDelta::hours(1);

/// The commitment of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitment {
    /// The id of the challenge.
    pub id: String,
    /// The hash of the header line of its games.
    pub header: Hash,
    /// The maker of the seed.
    pub seed_by: SeedBy,
    /// The time at which it was announced, which the entry does not have.
    pub announced_at: DateTime<Utc>,
    /// The start of the time in which games can be begun.
    pub opens_at: DateTime<Utc>,
    /// The end of that time.
    pub closes_at: DateTime<Utc>,
    /// The end of the challenge.
    pub ends_at: DateTime<Utc>,
    /// The number of attempts per player.
    pub attempts: u8,
}

/// A challenge as the API describes it, with those of its fields that are needed here.
#[derive(Deserialize)]
struct Challenge {
    id: String,
    kind: GameKind,
    rules: u8,
    players: u8,
    options: Options,
    commitment: Hash,
    seed_by: SeedBy,
    #[serde(with = "timestamp")]
    announced_at: DateTime<Utc>,
    #[serde(with = "timestamp")]
    opens_at: DateTime<Utc>,
    #[serde(with = "timestamp")]
    closes_at: DateTime<Utc>,
    #[serde(with = "timestamp")]
    ends_at: DateTime<Utc>,
    attempts: u8,
}

/// A commitment in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedCommitment {
    /// The commitment.
    pub commitment: Commitment,
    /// The index of its entry.
    pub index: u64,
    /// The time by which it was there (L4.5).
    pub logged_at: DateTime<Utc>,
    /// The names of the witnesses that have signed the checkpoint.
    pub cosigned_by: Vec<String>,
}

impl Commitment {
    /// Reads what a service gives of a challenge; nothing if it is none.
    pub fn of_challenge(value: Value) -> Option<Self> {
        let challenge: Challenge = json::from_value(value).ok()?;
        let ruleset = Ruleset::find(challenge.kind.as_ref(), challenge.rules).ok()?;
        let setup = Setup::new(ruleset, challenge.players, &challenge.options).ok()?;
        Some(Self {
            id: challenge.id,
            header: Chain::start(&setup, challenge.commitment).hash(),
            seed_by: challenge.seed_by,
            announced_at: challenge.announced_at,
            opens_at: challenge.opens_at,
            closes_at: challenge.closes_at,
            ends_at: challenge.ends_at,
            attempts: challenge.attempts,
        })
    }

    /// Its entry in a log (L1.5).
    pub fn entry(&self) -> Entry {
        let Self { id, header, seed_by, attempts, .. } = self;
        let [opens_at, closes_at, ends_at] =
            [self.opens_at, self.closes_at, self.ends_at].map(|time| Stamp(Some(time)));
        let line = format!(
            "regicide-commitment/1 challenge={id} header={header} seed_by={seed_by} opens_at={opens_at} \
             closes_at={closes_at} ends_at={ends_at} attempts={attempts}"
        );
        Entry::of_commitment(id, &line)
    }

    /// The last time at which it is logged in time (L4.9).
    pub fn log_by(&self) -> DateTime<Utc> {
        self.opens_at.max(self.announced_at + TIME_TO_LOG)
    }

    /// Checks that a proof shows that it was logged in time.
    pub fn logged(self, proof: &str, policy: &LogPolicy) -> Result<LoggedCommitment, Message> {
        let proof: Proof = proof.parse().map_err(|fault: LogFault| fault.message())?;
        let witnessed = policy.check(&self.entry(), &proof).map_err(|fault| fault.message())?;
        let logged_at = witnessed.logged_at;
        if logged_at > self.log_by() {
            let at = logged_at.to_rfc3339_opts(SecondsFormat::Secs, true);
            return Err(Message::new("challenge-late").with("at", at));
        }
        let cosigned_by = witnessed.witnesses.into_iter().map(|(name, _)| name).collect();
        Ok(LoggedCommitment { commitment: self, index: proof.index, logged_at, cosigned_by })
    }
}

impl LoggedCommitment {
    /// Checks that a game whose chain begins with a header's hash is one of the challenge (L4.9).
    pub(super) fn check_game(&self, record: &RecordFile, header: Hash) -> Result<(), Message> {
        let id = record.played_as.as_ref().and_then(|played| played.challenge_id.as_deref());
        let subject = |id: &str| EntryKind::Commitment.subject(id);
        let challenge = &self.commitment;
        if id.map(subject) != Some(subject(&challenge.id)) || header != challenge.header {
            return Err(Message::new("challenge-other"));
        }
        // The time of the announcement is not logged, so the moves are compared with the log, too.
        let opens_at = challenge.opens_at.max(self.logged_at - TIME_TO_LOG);
        let is_within = |at: DateTime<Utc>| (opens_at..=challenge.ends_at).contains(&at);
        let mut times = record.entries().map(|entry| entry.ok()?.at);
        let closed_at = record.closed_at.as_deref().map(read_time);
        let all_within = times.all(|at| at.is_some_and(is_within))
            && closed_at.is_none_or(|at| at == Some(challenge.ends_at));
        all_within.then_some(()).ok_or_else(|| Message::new("challenge-other-time"))
    }
}
