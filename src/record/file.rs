//! The record file (RECORD.md S6).

use chrono::{DateTime, FixedOffset, Timelike};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;
use utoipa::ToSchema;

use super::SeedBy;
use super::chain::{Entry, Stamp};
use super::rebuild::{BadMove, Fault};
use crate::engine::{
    GameKind, Hash, Message, Options, Outcome, Seat, Seed, SeedError, Setup, SetupError, SoloYield, Variant,
};
use crate::words::Language;

/// The only format there is so far.
const FORMAT: &str = "regicide-record/1";

/// A record file. Whatever is given is checked, whatever is left out is
/// computed; an export gives all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordFile {
    /// The format of the file.
    #[schema(pattern = "^regicide-record/1$", examples("regicide-record/1"))]
    pub format: String,
    /// The game.
    pub game: GameKind,
    /// The version of its rules.
    #[schema(minimum = 1, maximum = 1, examples(1))]
    pub rules: u8,
    /// The number of players.
    #[schema(minimum = 1, maximum = 4, examples(2))]
    pub players: u8,
    /// The seat that goes first, or the first dealer; 0 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Co-operative game: whether a solo player may yield; `never` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solo_yield: Option<SoloYield>,
    /// Co-operative game: variants; none if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 3)]
    pub variants: Option<Vec<Variant>>,
    /// Trick-taking game: jokers in the deck, 0 or 2; 2 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 2)]
    pub jokers: Option<u8>,
    /// Trick-taking game: whether four play as partners; no if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partners: Option<bool>,
    /// Trick-taking game: the points that end the game; 50 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 10, maximum = 100)]
    pub target: Option<u16>,
    /// The seed.
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._~-]{1,64}$", examples("banana"))]
    pub seed: String,
    /// The seed's commitment, 64 lower-case hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    pub commitment: Option<Hash>,
    /// Who made the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_by: Option<SeedBy>,
    /// Display names by seat, `null` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 4)]
    pub seats: Option<Vec<Option<String>>>,
    /// The moves, in order, numbered from 1.
    #[schema(max_items = 20000)]
    pub moves: Vec<RecordMove>,
    /// How the game ended; missing if the record stops before that. Kept as
    /// it was read: what it says is compared, what it leaves out is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Outcome>)]
    pub result: Option<Value>,
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
    /// Where the game that it came from is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The service's signature on id, header, seed's maker, chain and result:
    /// the id of the key, a dot, and the signature in base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(examples(
        "1f6a2b9c0d3e4f50.q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kA"
    ))]
    pub signature: Option<String>,
}

/// A move in a record file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordMove {
    /// The move's number, from 1.
    #[schema(minimum = 1, maximum = 20000)]
    pub seq: u32,
    /// Who made it.
    pub seat: Seat,
    /// Its text form (S3).
    #[serde(rename = "move")]
    #[schema(examples("play 7H"))]
    pub mv: String,
    /// When the service took it, in UTC, to the microsecond, where known.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stamp")]
    pub at: Option<DateTime<FixedOffset>>,
}

/// A text that is no record file of a known kind.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.told(Language::default()))]
pub enum ReadError {
    /// The format is not known.
    UnknownFormat(String),
    /// The game is not known.
    UnknownGame(String),
    /// The version of the rules is not known.
    UnknownRules(u64),
    /// It is no JSON of the right shape.
    Malformed(#[from] serde_json::Error),
}

impl ReadError {
    /// What is wrong, to be said to people.
    #[must_use]
    pub fn message(&self) -> Message {
        let say = Message::new;
        match self {
            Self::UnknownFormat(format) => {
                say("record-unknown-format").with("format", format.as_str()).with("known", FORMAT)
            }
            Self::UnknownGame(game) => say("record-unknown-game").with("game", game.as_str()),
            Self::UnknownRules(version) => say("record-unknown-rules").with("version", version.to_string()),
            Self::Malformed(_) => say("record-malformed"),
        }
    }

    /// The same in words, with what a library said.
    #[must_use]
    pub fn told(&self, language: Language) -> String {
        let said = language.say(&self.message());
        self.cause().map_or_else(|| said.clone(), |cause| format!("{said} ({cause})"))
    }

    /// What a library said, in English.
    #[must_use]
    pub fn cause(&self) -> Option<String> {
        match self {
            Self::Malformed(error) => Some(error.to_string()),
            Self::UnknownFormat(_) | Self::UnknownGame(_) | Self::UnknownRules(_) => None,
        }
    }
}

impl RecordFile {
    /// Reads a record file. A format, game or version of the rules that is
    /// not known is said first, before anything else about the file.
    ///
    /// # Errors
    /// What keeps the text from being a record file.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let strict = serde_json::from_str(text);
        match strict {
            Ok(record) => Self::of_known_kind(record),
            Err(error) => Err(unknown_kind(text).unwrap_or_else(|| error.into())),
        }
    }

    fn of_known_kind(self) -> Result<Self, ReadError> {
        if self.format != FORMAT {
            return Err(ReadError::UnknownFormat(self.format));
        }
        if self.rules != self.game.rules() {
            return Err(ReadError::UnknownRules(self.rules.into()));
        }
        Ok(self)
    }

    /// A record with what it must have: header and moves.
    #[must_use]
    pub fn new(setup: &Setup, seed: &Seed, entries: impl IntoIterator<Item = Entry>) -> Self {
        let Options { first, solo_yield, variants, jokers, partners, target } = setup.options();
        Self {
            format: FORMAT.to_owned(),
            game: setup.kind(),
            rules: setup.kind().rules(),
            players: setup.players(),
            first,
            solo_yield,
            variants,
            jokers,
            partners,
            target,
            seed: seed.as_str().to_owned(),
            commitment: None,
            seed_by: None,
            seats: None,
            moves: entries.into_iter().map(RecordMove::from).collect(),
            result: None,
            position: None,
            chain: None,
            id: None,
            url: None,
            signature: None,
        }
    }

    /// The set-up that the record says.
    ///
    /// # Errors
    /// What does not fit the game's rules.
    pub fn setup(&self) -> Result<Setup, SetupError> {
        let options = Options {
            first: self.first,
            solo_yield: self.solo_yield,
            variants: self.variants.clone(),
            jokers: self.jokers,
            partners: self.partners,
            target: self.target,
        };
        Setup::new(self.game, self.players, &options)
    }

    /// The seed that the record says.
    ///
    /// # Errors
    /// If it is none.
    pub fn seed(&self) -> Result<Seed, SeedError> {
        self.seed.parse()
    }

    /// The moves, as far as their texts are moves.
    pub fn entries(&self) -> impl Iterator<Item = Result<Entry, BadMove>> + '_ {
        let place = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
        self.moves.iter().enumerate().map(move |(index, mv)| mv.entry(place(index)))
    }
}

/// Whether a text that is not of the right shape says that it is of another
/// kind: a newer format may well have other fields, and other values in them.
fn unknown_kind(text: &str) -> Option<ReadError> {
    let Value::Object(record) = serde_json::from_str(text).ok()? else { return None };
    let said = |field| record.get(field).and_then(Value::as_str);
    if let Some(format) = said("format").filter(|&format| format != FORMAT) {
        return Some(ReadError::UnknownFormat(format.to_owned()));
    }
    let game = said("game")?;
    let Some(kind) = GameKind::ALL.into_iter().find(|kind| kind.name() == game) else {
        return Some(ReadError::UnknownGame(game.to_owned()));
    };
    let rules = record.get("rules").and_then(Value::as_u64);
    rules.filter(|&rules| rules != u64::from(kind.rules())).map(ReadError::UnknownRules)
}

impl RecordMove {
    fn entry(&self, place: u32) -> Result<Entry, BadMove> {
        let Self { seq, seat, at, .. } = *self;
        let bad = |fault| BadMove { seq: place, fault };
        // The chain cannot hold anything else (S5.2).
        let fits = |at: DateTime<FixedOffset>| {
            // A leap second has more than a second's nanoseconds.
            let nanos = at.nanosecond();
            at.offset().local_minus_utc() == 0 && nanos.is_multiple_of(1000) && nanos < 1_000_000_000
        };
        if !at.is_none_or(fits) {
            return Err(bad(Fault::Time));
        }
        let mv = self.mv.parse().map_err(|error| bad(Fault::Spelling(error)))?;
        Ok(Entry { seq, seat, mv, at: at.map(|at| at.to_utc()) })
    }
}

impl From<Entry> for RecordMove {
    fn from(entry: Entry) -> Self {
        Self { seq: entry.seq, seat: entry.seat, mv: entry.mv.to_string(), at: entry.at.map(Into::into) }
    }
}

/// Times in a record file: read as RFC 3339 alone, which has no years beyond
/// those of the chain, and written with six decimals.
mod stamp {
    use super::{DateTime, Deserialize, Deserializer, FixedOffset, Serializer, Stamp, de};

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(
        at: &Option<DateTime<FixedOffset>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(&Stamp(at.map(|at| at.to_utc())))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<DateTime<FixedOffset>>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| DateTime::parse_from_rfc3339(&text)).transpose().map_err(de::Error::custom)
    }
}
