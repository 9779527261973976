//! Signed notes and their keys (C2SP `signed-note` and `tlog-cosignature`).
//!
//! Of the types of signatures those by Ed25519 are known: of a log, and of a
//! witness with a time.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Datelike as _, Utc};
use sha2::{Digest, Sha256};

use super::LogFault;
use super::checkpoint::Checkpoint;
use super::key::{PublicKey, SigningKey};

/// The longest note that is read, in bytes.
const MAX_NOTE: usize = 1 << 16;
/// The most signatures of a note.
const MAX_SIGNATURES: usize = 100;
/// The beginning of a line with a signature: an em dash.
const DASH: &str = "\u{2014} ";

/// A text with signatures, which may be of unknown keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The signed text, with its last line end.
    pub text: String,
    /// The signatures, in their order.
    pub signatures: Vec<NoteSignature>,
}

/// A signature in a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteSignature {
    /// The name of the key.
    pub name: String,
    /// The id of the key, which need not be its own alone.
    pub id: [u8; 4],
    /// The signature itself.
    pub bytes: Vec<u8>,
}

impl FromStr for Note {
    type Err = LogFault;

    fn from_str(text: &str) -> Result<Self, LogFault> {
        let is_plain = |byte: u8| byte >= b' ' || byte == b'\n';
        if text.len() > MAX_NOTE || !text.bytes().all(is_plain) {
            return Err(LogFault::Malformed);
        }
        let (body, lines) = text.rsplit_once("\n\n").ok_or(LogFault::Malformed)?;
        let lines = lines.strip_suffix('\n').ok_or(LogFault::Malformed)?;
        let signatures: Vec<NoteSignature> = lines.split('\n').map(str::parse).collect::<Result<_, _>>()?;
        if signatures.len() > MAX_SIGNATURES {
            return Err(LogFault::Malformed);
        }
        Ok(Self { text: format!("{body}\n"), signatures })
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text)?;
        self.signatures.iter().try_for_each(|signature| writeln!(f, "{signature}"))
    }
}

impl FromStr for NoteSignature {
    type Err = LogFault;

    fn from_str(line: &str) -> Result<Self, LogFault> {
        let read = || {
            let (name, bytes) = line.strip_prefix(DASH)?.split_once(' ')?;
            let bytes = STANDARD.decode(bytes).ok()?;
            let (id, bytes) = bytes.split_first_chunk()?;
            let found = Self { name: name.to_owned(), id: *id, bytes: bytes.to_vec() };
            (is_name(name) && !bytes.is_empty()).then_some(found)
        };
        read().ok_or(LogFault::Malformed)
    }
}

impl NoteSignature {
    /// The time of a signature on a checkpoint and a time, up to the year 9999.
    pub(super) fn signed_at(&self) -> Option<DateTime<Utc>> {
        let (time, _) = self.bytes.split_first_chunk()?;
        note_time(u64::from_be_bytes(*time))
    }
}

/// A time in seconds, up to the year 9999.
pub(super) fn note_time(seconds: u64) -> Option<DateTime<Utc>> {
    let time = DateTime::from_timestamp_secs(seconds.try_into().ok()?)?;
    (time.year() <= 9999).then_some(time)
}

impl fmt::Display for NoteSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{DASH}{} {}", self.name, STANDARD.encode([&self.id[..], &self.bytes].concat()))
    }
}

/// Returns true if a text can be the name of a key.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'+')
}

/// The kind of a key, by what it signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyType {
    /// A note as it is: the key of a log.
    Log = 1,
    /// A checkpoint and a time: the key of a witness, or of a log for the time.
    Witness = 4,
}

/// A public key with the name that signatures call it by: `NAME+ID+KEY`, a line
/// that others call a vkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifierKey {
    name: String,
    kind: KeyType,
    key: PublicKey,
}

impl VerifierKey {
    /// The key of a log with an origin.
    pub fn of_log(origin: &str, key: PublicKey) -> Self {
        Self { name: origin.to_owned(), kind: KeyType::Log, key }
    }

    /// The key with which the holder of this one signs a checkpoint and a time (L2.3).
    pub(super) fn timed(&self) -> Self {
        Self { kind: KeyType::Witness, ..self.clone() }
    }

    /// The name: of a log its origin.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kind of key.
    pub const fn kind(&self) -> KeyType {
        self.kind
    }

    /// The key itself.
    pub const fn key(&self) -> PublicKey {
        self.key
    }

    fn material(&self) -> [u8; 33] {
        let mut material = [self.kind as u8; 33];
        material[1..].copy_from_slice(&self.key.to_bytes());
        material
    }

    fn id(&self) -> [u8; 4] {
        let hash = Sha256::new()
            .chain_update(&self.name)
            .chain_update("\n")
            .chain_update(self.material())
            .finalize();
        [hash[0], hash[1], hash[2], hash[3]]
    }

    /// Returns true if a signature names this key.
    fn is_named_by(&self, signature: &NoteSignature) -> bool {
        signature.name == self.name && signature.id == self.id()
    }

    /// The key's signature on a note, if there is one.
    ///
    /// # Errors
    /// [`LogFault::BadSignature`] if a signature names this key, and does not hold.
    pub fn signature_on<'a>(&self, note: &'a Note) -> Result<Option<&'a NoteSignature>, LogFault> {
        let mut own = note.signatures.iter().filter(|signature| self.is_named_by(signature));
        if own.clone().all(|signature| self.holds(&note.text, signature)) {
            Ok(own.next())
        } else {
            Err(LogFault::BadSignature)
        }
    }

    fn holds(&self, text: &str, signature: &NoteSignature) -> bool {
        match self.kind {
            KeyType::Log => self.key.has_signed(text.as_bytes(), &signature.bytes),
            KeyType::Witness => signature.signed_at().is_some_and(|time| {
                self.key.has_signed(cosigned_text(text, time).as_bytes(), &signature.bytes[8..])
            }),
        }
    }
}

/// The text that a witness signs of a checkpoint.
fn cosigned_text(text: &str, time: DateTime<Utc>) -> String {
    format!("cosignature/v1\ntime {}\n{text}", time.timestamp())
}

impl FromStr for VerifierKey {
    type Err = VerifierKeyError;

    fn from_str(text: &str) -> Result<Self, VerifierKeyError> {
        let read = || {
            let mut parts = text.splitn(3, '+');
            let (name, id, material) = (parts.next()?, parts.next()?, parts.next()?);
            let material = STANDARD.decode(material).ok()?;
            let (kind, key) = material.split_first()?;
            let kind = match kind {
                1 => KeyType::Log,
                4 => KeyType::Witness,
                _ => return None,
            };
            let key = PublicKey::from_bytes(key.try_into().ok()?);
            let found = Self { name: name.to_owned(), kind, key };
            (is_name(name) && hex::encode(found.id()) == id).then_some(found)
        };
        read().ok_or(VerifierKeyError)
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}+{}", self.name, hex::encode(self.id()), STANDARD.encode(self.material()))
    }
}

/// A text that is no key of a log or witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a key of a log or witness is NAME+ID+KEY, such as /v1/log gives")]
pub struct VerifierKeyError;

/// The signature of type 1 of a key of the log with an origin.
fn plain_signature(origin: &str, text: &str, key: &SigningKey) -> NoteSignature {
    let id = VerifierKey::of_log(origin, key.public()).id();
    NoteSignature { name: origin.to_owned(), id, bytes: key.sign_bytes(text.as_bytes()).to_vec() }
}

/// A text with a signature of type 1 of each key of the log with an origin.
pub(super) fn sign_note(origin: &str, text: String, keys: &[SigningKey]) -> Note {
    let signatures = keys.iter().map(|key| plain_signature(origin, &text, key)).collect();
    Note { text, signatures }
}

/// A checkpoint with the signatures of a log's keys (L2.3) at a time, to the second.
pub fn sign_checkpoint(checkpoint: &Checkpoint, keys: &[SigningKey], time: DateTime<Utc>) -> Note {
    let (origin, text) = (&checkpoint.origin, checkpoint.to_string());
    let sign = |key: &SigningKey| {
        let id = VerifierKey::of_log(origin, key.public()).timed().id();
        let timed = key.sign_bytes(cosigned_text(&text, time).as_bytes());
        let bytes = [&time.timestamp().to_be_bytes()[..], &timed].concat();
        [plain_signature(origin, &text, key), NoteSignature { name: origin.clone(), id, bytes }]
    };
    let signatures = keys.iter().flat_map(sign).collect();
    Note { text, signatures }
}
