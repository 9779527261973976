//! The record file (docs/spec/record.md S6.1, S6.2, S6.3).

use chrono::{DateTime, FixedOffset, Timelike, Utc};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::SeedBy;
use super::chain::{Entry, Stamp};
use super::comment::{Comment, read_comments};
use super::former::{FormerPlayer, read_former};
use super::origin::PlayedAs;
use super::rebuild::{BadMove, Fault};
use super::result::RecordResult;
use crate::engine::{
    GameKind, Hash, Message, Options, Ruleset, Seat, Seed, SeedError, Setup, SetupError, UnknownRuleset,
};
use crate::i18n::Language;
use crate::json;

/// The only format there is so far.
const FORMAT: &str = "regicide-record/1";
/// How many characters of an unknown value an error quotes.
const MAX_QUOTED: usize = 200;

/// A record file. Whatever is given is checked, whatever is left out is
/// computed; an export gives all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordFile {
    /// The format of the file.
    #[schema(pattern = "^regicide-record/1$", examples("regicide-record/1"))]
    pub format: String,
    /// The kind of game.
    pub kind: GameKind,
    /// The version of its rules.
    #[schema(minimum = 1, maximum = 1, examples(1))]
    pub rules: u8,
    /// The number of players.
    #[schema(minimum = 1, maximum = 4, examples(2))]
    pub players: u8,
    /// The options; one that is left out has its default.
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = Option<Options>)]
    pub options: Options,
    /// The seed.
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._~-]{1,64}$", examples("banana"))]
    pub seed: String,
    /// The seed's commitment, 64 lower-case hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    pub commitment: Option<Hash>,
    /// The maker of the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_by: Option<SeedBy>,
    /// Display names by seat, `null` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 4)]
    pub names: Option<Vec<Option<String>>>,
    /// The moves, in order, numbered from 1.
    #[schema(max_items = 7151)]
    pub moves: Vec<RecordMove>,
    /// Comments, in any order. No hash, signature or check covers them (S6.14).
    #[serde(default, deserialize_with = "read_comments", skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 1000)]
    pub comments: Option<Vec<Comment>>,
    /// The result of the game; missing if the record stops before its end. Only the
    /// fields that it has are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RecordResult>,
    /// The time at which the deadline of its challenge closed the game (S6.15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, examples("2026-11-20T12:00:00.000000Z"))]
    pub closed_at: Option<String>,
    /// The position line after the last move (S4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The chain's hash after the last move (S5), 64 lower-case hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    pub chain: Option<Hash>,
    /// The id of the game that it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The URL of the game that it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The purpose of the game: ranked, casual, practice, fork or import.
    /// Only a signature proves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_as: Option<PlayedAs>,
    /// The players' ids by seat, `null` for a seat without a player's account. Only a
    /// signature proves them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 4)]
    pub player_ids: Option<Vec<Option<String>>>,
    /// The players of seats that changed hands, in the order of the changes: `player_ids`
    /// has those of the end. Only a signature proves them.
    #[serde(default, deserialize_with = "read_former", skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Option<Vec<FormerPlayer>>, max_items = 1000)]
    pub former_players: Vec<FormerPlayer>,
    /// The service's signature on chain, seed's maker, result, `played_as`,
    /// `player_ids`, `former_players` and id, as the line of docs/spec/record.md S6.7: the id of
    /// the key, a dot, and the signature in base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(examples(
        "1f6a2b9c0d3e4f50.q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kA"
    ))]
    pub signature: Option<String>,
    /// A proof that the service's transparency log holds the game: a C2SP
    /// `tlog-proof` (docs/spec/log.md L4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
}

/// A move in a record file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordMove {
    /// The move's number, from 1.
    #[schema(minimum = 1, maximum = 7151)]
    pub seq: u32,
    /// The seat that made it, 0 to 3. Another number is read, and makes the move
    /// a bad one.
    #[schema(minimum = 0, maximum = 3)]
    pub seat: u32,
    /// The move's text form (S3).
    #[schema(examples("play 7H"))]
    pub text: String,
    /// The time at which the service stored it, in UTC, to the microsecond, where known
    /// (S5.5). Another text is read, and makes the move a bad one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, examples("2026-11-20T12:00:00.000000Z"))]
    pub at: Option<String>,
}

/// Why a record has no set-up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum BadSetup {
    /// The version of the rules is not known.
    UnknownRules(#[from] UnknownRuleset),
    /// Options that do not fit the rules or each other.
    Options(#[from] SetupError),
}

/// Why a text is not a record file of a known kind.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.describe(Language::default()))]
pub enum ReadError {
    /// The format is not known.
    UnknownFormat(String),
    /// The kind of game is not known.
    UnknownKind(String),
    /// The version of the rules is not known.
    UnknownRules(#[from] UnknownRuleset),
    /// It is not JSON of the right shape.
    Malformed(#[from] json::Error),
}

impl ReadError {
    /// The error as a message for people.
    pub fn message(&self) -> Message {
        let message = Message::new;
        match self {
            Self::UnknownFormat(format) => {
                message("record-unknown-format").with("format", format.as_str()).with("known", FORMAT)
            }
            Self::UnknownKind(kind) => message("record-unknown-kind").with("kind", kind.as_str()),
            Self::UnknownRules(unknown) => unknown.message(),
            Self::Malformed(_) => message("record-malformed"),
        }
    }

    /// The error in a language, with its cause.
    pub fn describe(&self, language: Language) -> String {
        let text = language.text(&self.message());
        self.cause().map_or_else(|| text.clone(), |cause| format!("{text} ({cause})"))
    }

    /// The message of the library that failed, in English.
    pub fn cause(&self) -> Option<String> {
        match self {
            Self::Malformed(error) => Some(clipped(&error.to_string())),
            Self::UnknownFormat(_) | Self::UnknownKind(_) | Self::UnknownRules(_) => None,
        }
    }
}

impl RecordFile {
    /// Reads a record file. A format, kind of game or version of the rules that is
    /// not known is reported before any other error.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        Self::from_value(json::parse(text)?)
    }

    /// Reads a record from a value, of which [`json::parse`] has checked the names.
    pub fn from_value(value: Value) -> Result<Self, ReadError> {
        match unknown_kind(&value) {
            Some(error) => Err(error),
            None => Ok(json::from_value(value)?),
        }
    }

    /// A record with its required fields: header and moves.
    pub fn new(setup: &Setup, seed: &Seed, entries: impl IntoIterator<Item = Entry>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            kind: setup.kind(),
            rules: setup.ruleset().version(),
            players: setup.players(),
            options: setup.options(),
            seed: seed.as_str().to_owned(),
            commitment: None,
            seed_by: None,
            names: None,
            moves: entries.into_iter().map(RecordMove::from).collect(),
            comments: None,
            result: None,
            closed_at: None,
            position: None,
            chain: None,
            id: None,
            url: None,
            played_as: None,
            player_ids: None,
            former_players: Vec::new(),
            signature: None,
            proof: None,
        }
    }

    /// The version of the rules that the game was played by.
    pub fn ruleset(&self) -> Result<Ruleset, UnknownRuleset> {
        Ruleset::find(self.kind.as_ref(), self.rules)
    }

    /// The set-up of the game.
    pub fn setup(&self) -> Result<Setup, BadSetup> {
        Ok(Setup::new(self.ruleset()?, self.players, &self.options)?)
    }

    /// The seed.
    pub fn seed(&self) -> Result<Seed, SeedError> {
        self.seed.parse()
    }

    /// The moves, each with what is wrong with its time, seat or text. A time
    /// is never earlier than one before it (S5.6).
    pub fn entries(&self) -> impl Iterator<Item = Result<Entry, BadMove>> + '_ {
        let mut last = None;
        self.moves.iter().enumerate().map(move |(index, mv)| {
            let seq = u32::try_from(index + 1).unwrap_or(u32::MAX);
            let entry = mv.entry().map_err(|fault| BadMove { seq, fault })?;
            if entry.at.is_some() && entry.at < last {
                return Err(BadMove { seq, fault: Fault::EarlierTime });
            }
            last = entry.at.or(last);
            Ok(entry)
        })
    }
}

/// The options of a field that may be `null`, which is the same as leaving it out.
fn or_default<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Options, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// The beginning of a text of the record's for an error, which repeats no
/// megabyte.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The error of a value that is no record of a known kind. It is found before any other:
/// a newer format may have other fields and other values.
fn unknown_kind(record: &Value) -> Option<ReadError> {
    let text = |field| record.get(field).and_then(Value::as_str);
    if let Some(format) = text("format").filter(|&format| format != FORMAT) {
        return Some(ReadError::UnknownFormat(clipped(format)));
    }
    let kind = text("kind")?;
    if kind.parse::<GameKind>().is_err() {
        return Some(ReadError::UnknownKind(clipped(kind)));
    }
    let version = record.get("rules").and_then(Value::as_u64)?;
    Ruleset::find(kind, version).err().map(ReadError::from)
}

impl RecordMove {
    fn entry(&self) -> Result<Entry, Fault> {
        let at = self.at.as_deref().map(|at| read_time(at).ok_or(Fault::Time)).transpose()?;
        let seat = u8::try_from(self.seat).ok().and_then(|seat| Seat::try_from(seat).ok());
        let seat = seat.ok_or(Fault::Seat(self.seat))?;
        Ok(Entry { seq: self.seq, seat, mv: self.text.parse().map_err(Fault::Spelling)?, at })
    }
}

/// A time that the chain can hold: RFC 3339 has no years beyond those of S5.2.
pub(super) fn read_time(text: &str) -> Option<DateTime<Utc>> {
    let fits = |at: &DateTime<FixedOffset>| {
        // A leap second has more than a second's nanoseconds.
        let nanos = at.nanosecond();
        at.offset().local_minus_utc() == 0 && nanos.is_multiple_of(1000) && nanos < 1_000_000_000
    };
    DateTime::parse_from_rfc3339(text).ok().filter(fits).map(|at| at.to_utc())
}

impl From<Entry> for RecordMove {
    fn from(entry: Entry) -> Self {
        let at = entry.at.map(|at| Stamp(Some(at)).to_string());
        Self { seq: entry.seq, seat: u8::from(entry.seat).into(), text: entry.mv.to_string(), at }
    }
}
