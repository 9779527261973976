//! From rows to types: whatever cannot have been stored by the service is
//! reported as corrupt.

use std::fmt::Display;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer};
use uuid::Uuid;

use super::StoreError;
use super::model::{
    Entered, Exported, Finished, Game, LogEntry, Mark, MoveKey, NewGame, Origin, SeatPlayer, SeatState,
    Status, StoredKey, Summary, TokenHash, Visibility,
};
use crate::engine::{GameKind, Hash, Options, Seat, Setup};
use crate::record::{Entry, SeedBy};

/// A game's row with its seats as JSON.
#[derive(sqlx::FromRow)]
pub(super) struct GameRow {
    id: Uuid,
    game: String,
    rules: i16,
    players: i16,
    options: String,
    seed: String,
    commitment: Vec<u8>,
    seed_by: String,
    origin: String,
    origin_game: Option<Uuid>,
    origin_seq: Option<i32>,
    visibility: String,
    created_at: i64,
    abandon_after: i32,
    owner: Option<Vec<u8>>,
    version: i32,
    cancelled_at: Option<i64>,
    finished_at: Option<i64>,
    result: Option<String>,
    export_position: Option<i64>,
    challenge: Option<Uuid>,
    attempt: Option<i16>,
    ends_at: Option<i64>,
    seats: String,
    moves: String,
}

/// A set-up as it stands in a row.
#[derive(sqlx::FromRow)]
pub(super) struct SetupRow {
    game: String,
    players: i16,
    options: String,
}

impl SetupRow {
    /// Nothing if it is none.
    pub(super) fn read(&self) -> Option<Setup> {
        let kind = GameKind::ALL.into_iter().find(|kind| kind.name() == self.game)?;
        let options = serde_json::from_str(&self.options).ok()?;
        Setup::new(kind, self.players.try_into().ok()?, &options).ok()
    }
}

/// A game's row as a list shows it.
#[derive(sqlx::FromRow)]
pub(super) struct SummaryRow {
    #[sqlx(flatten)]
    game: GameRow,
    seq: i32,
    status: String,
}

/// What tells a game's state from all others.
#[derive(sqlx::FromRow)]
pub(super) struct MarkRow {
    version: i32,
    seq: Option<i32>,
    h: Option<Vec<u8>>,
}

impl MarkRow {
    /// Nothing if it is no mark of a game that can be read.
    pub(super) fn mark(self) -> Option<Mark> {
        let last = match (self.seq, self.h) {
            (Some(seq), Some(h)) => Some((seq.try_into().ok()?, Hash(h.try_into().ok()?))),
            _ => None,
        };
        Some(Mark { version: self.version.try_into().ok()?, last })
    }
}

/// A key that signs finished games.
#[derive(sqlx::FromRow)]
pub(super) struct KeyRow {
    number: i32,
    secret: Vec<u8>,
    valid_from: i64,
}

impl TryFrom<KeyRow> for StoredKey {
    type Error = StoreError;

    fn try_from(row: KeyRow) -> Result<Self, StoreError> {
        let wrong = || StoreError::Schema("a signing key that is none".to_owned());
        Ok(Self {
            number: row.number.try_into().map_err(|_| wrong())?,
            secret: row.secret.try_into().map_err(|_| wrong())?,
            valid_from: DateTime::from_timestamp_micros(row.valid_from).ok_or_else(wrong)?,
        })
    }
}

/// A seat: number, name, open, token, asked to concede, player, that player's
/// token.
type SeatRow = (Seat, Option<String>, u8, Bytes, Option<u32>, Option<Uuid>, Bytes);

/// A move: number, seat, text, time, hash, key, request.
type MoveRow = (u32, Seat, String, Option<i64>, Bytes, Bytes, Bytes);

/// 32 bytes in hex in a row's JSON, of either case; null or empty for none.
struct Bytes(Option<[u8; 32]>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?.filter(|text| !text.is_empty());
        let Some(text) = text else { return Ok(Self(None)) };
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(serde::de::Error::custom)?;
        Ok(Self(Some(bytes)))
    }
}

/// Microseconds since 1970, as times are stored.
pub(super) fn micros(at: DateTime<Utc>) -> i64 {
    at.timestamp_micros()
}

impl GameRow {
    fn corrupt(&self, what: impl Display) -> StoreError {
        StoreError::Corrupt { game: self.id, what: what.to_string() }
    }

    fn time(&self, micros: i64) -> Result<DateTime<Utc>, StoreError> {
        DateTime::from_timestamp_micros(micros).ok_or_else(|| self.corrupt("a time out of range"))
    }

    fn setup(&self) -> Result<Setup, StoreError> {
        let kind = GameKind::ALL.into_iter().find(|kind| kind.name() == self.game);
        let kind = kind.ok_or_else(|| self.corrupt(format_args!("the game {:?}", self.game)))?;
        if self.rules != i16::from(kind.rules()) {
            return Err(self.corrupt(format_args!("version {} of the rules", self.rules)));
        }
        let options: Options = serde_json::from_str(&self.options).map_err(|error| self.corrupt(error))?;
        let players = u8::try_from(self.players).map_err(|error| self.corrupt(error))?;
        Setup::new(kind, players, &options).map_err(|error| self.corrupt(error))
    }

    fn seed_by(&self) -> Result<SeedBy, StoreError> {
        SeedBy::of_name(&self.seed_by)
            .ok_or_else(|| self.corrupt(format_args!("a seed by {:?}", self.seed_by)))
    }

    fn origin(&self) -> Result<Origin, StoreError> {
        let at = self.origin_seq.map(u32::try_from).transpose().map_err(|error| self.corrupt(error))?;
        match (self.origin.as_str(), self.origin_game, at) {
            ("created", None, None) => Ok(Origin::Created),
            ("import", None, None) => Ok(Origin::Imported),
            ("fork", Some(of), Some(at)) => Ok(Origin::Fork { of, at }),
            _ => Err(self.corrupt("an origin that cannot be")),
        }
    }

    fn visibility(&self) -> Result<Visibility, StoreError> {
        Visibility::of_name(&self.visibility)
            .ok_or_else(|| self.corrupt(format_args!("the visibility {:?}", self.visibility)))
    }

    fn finished(&self) -> Result<Option<Finished>, StoreError> {
        match (self.finished_at, &self.result) {
            (None, None) => Ok(None),
            (Some(at), Some(result)) => {
                let outcome = serde_json::from_str(result).map_err(|error| self.corrupt(error))?;
                Ok(Some(Finished { at: self.time(at)?, outcome }))
            }
            _ => Err(self.corrupt("a result without its time")),
        }
    }

    fn challenge(&self) -> Result<Option<Entered>, StoreError> {
        match (self.challenge, self.attempt, self.ends_at) {
            (None, None, None) => Ok(None),
            (Some(challenge), Some(attempt), Some(ends_at)) => {
                let attempt = attempt.try_into().map_err(|error| self.corrupt(error))?;
                Ok(Some(Entered { challenge, attempt, ends_at: self.time(ends_at)? }))
            }
            _ => Err(self.corrupt("a challenge that is none")),
        }
    }

    fn seats(&self, players: u8) -> Result<Vec<SeatState>, StoreError> {
        let rows: Vec<SeatRow> = serde_json::from_str(&self.seats).map_err(|error| self.corrupt(error))?;
        let places: Vec<Seat> = rows.iter().map(|row| row.0).collect();
        if !Seat::all(players).eq(places) {
            return Err(self.corrupt("seats that are not those of its players"));
        }
        let seat = |(seat, name, open, token, asked_to_concede, player, player_token): SeatRow| SeatState {
            seat,
            name,
            open: open == 1,
            token: token.0.map(TokenHash),
            asked_to_concede,
            player: player.zip(player_token.0).map(|(id, token)| SeatPlayer { id, token: TokenHash(token) }),
        };
        Ok(rows.into_iter().map(seat).collect())
    }

    fn moves(&self) -> Result<Vec<LogEntry>, StoreError> {
        let rows: Vec<MoveRow> = serde_json::from_str(&self.moves).map_err(|error| self.corrupt(error))?;
        (1..).zip(rows).map(|(place, row)| self.log_entry(place, row)).collect()
    }

    fn log_entry(&self, place: u32, row: MoveRow) -> Result<LogEntry, StoreError> {
        let (seq, seat, text, at, h, key, request) = row;
        let wrong = |what: &dyn Display| self.corrupt(format_args!("move {seq}: {what}"));
        if seq != place {
            return Err(wrong(&format_args!("it stands where move {place} should")));
        }
        let mv = text.parse().map_err(|error| wrong(&error))?;
        let at = at.map(|at| self.time(at)).transpose()?;
        let h = Hash(h.0.ok_or_else(|| wrong(&"it has no hash"))?);
        let key =
            key.0.zip(request.0).map(|(key, request)| MoveKey { key: Hash(key), request: Hash(request) });
        Ok(LogEntry { entry: Entry { seq, seat, mv, at }, h, key })
    }
}

impl TryFrom<GameRow> for Game {
    type Error = StoreError;

    fn try_from(row: GameRow) -> Result<Self, StoreError> {
        let setup = row.setup()?;
        let owner = row.owner.as_deref().map(<[u8; 32]>::try_from).transpose();
        let commitment = row.commitment.as_slice().try_into();
        Ok(Self {
            game: NewGame {
                id: row.id,
                setup,
                seed: row.seed.parse().map_err(|error| row.corrupt(error))?,
                commitment: commitment.map(Hash).map_err(|error| row.corrupt(error))?,
                seed_by: row.seed_by()?,
                origin: row.origin()?,
                visibility: row.visibility()?,
                created_at: row.time(row.created_at)?,
                abandon_after: u32::try_from(row.abandon_after).map_err(|error| row.corrupt(error))?,
                owner: owner.map_err(|error| row.corrupt(error))?.map(TokenHash),
                seats: row.seats(setup.players())?,
                moves: row.moves()?,
                finished: row.finished()?,
                challenge: row.challenge()?,
            },
            version: u32::try_from(row.version).map_err(|error| row.corrupt(error))?,
            cancelled_at: row.cancelled_at.map(|at| row.time(at)).transpose()?,
        })
    }
}

impl TryFrom<GameRow> for Exported {
    type Error = StoreError;

    fn try_from(row: GameRow) -> Result<Self, StoreError> {
        let position = row.export_position.ok_or_else(|| row.corrupt("it has no place in the export"))?;
        Ok(Self { position, game: row.try_into()? })
    }
}

impl TryFrom<SummaryRow> for Summary {
    type Error = StoreError;

    fn try_from(SummaryRow { game: row, seq, status }: SummaryRow) -> Result<Self, StoreError> {
        let known = Status::ALL.into_iter().find(|known| known.name() == status);
        let status = known.ok_or_else(|| row.corrupt(format_args!("the status {status:?}")))?;
        let setup = row.setup()?;
        Ok(Self {
            id: row.id,
            setup,
            seed_by: row.seed_by()?,
            origin: row.origin()?,
            created_at: row.time(row.created_at)?,
            status,
            seats: row.seats(setup.players())?,
            seq: u32::try_from(seq).map_err(|error| row.corrupt(error))?,
            finished: row.finished()?,
            challenge: row.challenge()?,
        })
    }
}

/// The seat with a number.
pub(super) fn seat(number: i16) -> Option<Seat> {
    u8::try_from(number).ok()?.try_into().ok()
}

/// A row of a challenge that makes no sense.
pub(super) fn wrong(what: &str, id: Uuid) -> StoreError {
    StoreError::Corrupt { game: id, what: format!("a row of a challenge: {what}") }
}
