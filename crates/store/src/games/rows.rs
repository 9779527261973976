//! Parses rows into games. Values that the service cannot have stored are reported as corrupt.

use regicide_engine::engine::Seat;
use regicide_engine::record::Chain;
use serde::{Deserialize, Deserializer};

use super::log::game_log;
use super::proposal::read_proposal;
use super::seat_rows::seat_states;
use super::{Exported, Game, GameHead, GameInPlay, Origin, Revision, SeatIdentity};
use crate::challenges::ChallengeEntry;
use crate::database::{Invalid, Row, columns};
use crate::error::{RowKind, StoreError};
use crate::moves::Finished;
use crate::seats::{SeatState, read_former};
use crate::setup::read_setup;
use crate::status::{Status, Visibility};
use crate::token::TokenHash;

/// 32 bytes in hex in a row's JSON, of either case; null or empty for none.
struct HexBytes(Option<[u8; 32]>);

impl<'de> Deserialize<'de> for HexBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?.filter(|text| !text.is_empty());
        let Some(text) = text else { return Ok(Self(None)) };
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(serde::de::Error::custom)?;
        Ok(Self(Some(bytes)))
    }
}

impl Game {
    pub(crate) fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Game, "id", |row| {
            let (setup, commitment) = (read_setup(row)?, row.get("commitment")?);
            let start = || Chain::start(&setup, commitment).hash();
            let (moves, packed) = game_log(&row.get::<Vec<u8>>("moves")?, start)?;
            Ok(columns!(
                row,
                Self {
                    id,
                    seed_by: row.name("seed_by")?,
                    origin: read_origin(row)?,
                    visibility: read_visibility(row)?,
                    created_at,
                    abandon_after,
                    owner,
                    spectator_code,
                    seats: read_seats(row, setup.players())?,
                    setup: setup,
                    commitment: commitment,
                    seed: row.get::<String>("seed")?.parse().map_err(Invalid::new)?,
                    moves: moves,
                    packed: packed,
                    to_act: row.get("to_act_at_first")?,
                    finished: read_finished(row)?,
                    challenge: read_challenge(row)?,
                    creator,
                    rematch_of,
                    version,
                    cancelled_at,
                    rematch,
                    proposal: read_proposal(row)?,
                    turn_limit,
                    seated_at,
                    former_players: read_former(row)?,
                    players_hash,
                }
            ))
        })
    }
}

impl GameInPlay {
    pub(super) fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Game, "id", |row| {
            let status = row.name("status")?;
            let (seat, to_act): (Seat, Option<Seat>) = (row.get("seat")?, row.get("to_act")?);
            let is_on_turn = status == Status::Running && to_act == Some(seat);
            let held_until = row.get("held_until")?;
            Ok(Self { id: row.get("id")?, status, seq: row.get("seq")?, is_on_turn, held_until })
        })
    }
}

impl Exported {
    pub(super) fn read(row: &Row) -> Result<Self, StoreError> {
        let (position, id) =
            row.parse(RowKind::Game, "id", |row| Ok((row.get("export_position")?, row.get("id")?)))?;
        Ok(Self { position, id, game: Game::read(row) })
    }
}

impl Revision {
    pub(super) fn read(row: &Row) -> Result<Self, Invalid> {
        let last = row.optional("seq")?.zip(row.optional("h")?);
        Ok(Self { version: row.get("version")?, last })
    }
}

impl GameHead {
    pub(super) fn read(row: &Row) -> Result<Self, Invalid> {
        let seats: Vec<(Option<String>, HexBytes)> =
            serde_json::from_str(&row.get::<String>("seats")?).map_err(Invalid::new)?;
        let seats = seats
            .into_iter()
            .map(|(name, token)| SeatIdentity { name, player_token: token.0.map(TokenHash) });
        Ok(Self { revision: Revision::read(row)?, seats: seats.collect() })
    }
}

pub(super) fn read_origin(row: &Row) -> Result<Origin, Invalid> {
    let name: String = row.get("origin")?;
    match (name.as_str(), row.optional("origin_game")?, row.optional("origin_seq")?) {
        ("created", None, None) => Ok(Origin::Created),
        ("import", None, None) => Ok(Origin::Imported),
        ("fork", Some(of), Some(at)) => Ok(Origin::Fork { of, at }),
        _ => Err(Invalid::new("its origin is incomplete")),
    }
}

pub(crate) fn read_finished(row: &Row) -> Result<Option<Finished>, Invalid> {
    match (row.optional("finished_at")?, row.optional::<String>("result")?) {
        (None, None) => Ok(None),
        (Some(at), Some(result)) => {
            let outcome = serde_json::from_str(&result).map_err(Invalid::new)?;
            Ok(Some(Finished { at, outcome }))
        }
        _ => Err(Invalid::new("a result without its time")),
    }
}

pub(super) fn read_challenge(row: &Row) -> Result<Option<ChallengeEntry>, Invalid> {
    match (row.optional("challenge")?, row.optional("attempt")?, row.optional("ends_at")?) {
        (None, None, None) => Ok(None),
        (Some(challenge), Some(attempt), Some(ends_at)) => {
            Ok(Some(ChallengeEntry { challenge, attempt, ends_at }))
        }
        _ => Err(Invalid::new("its challenge is incomplete")),
    }
}

pub(super) fn read_seats(row: &Row, players: u8) -> Result<Vec<SeatState>, Invalid> {
    seat_states(&row.get::<Vec<u8>>("seats")?, players)
}

/// The visibility of a stored game: an unlisted one with a code is private.
pub(crate) fn read_visibility(row: &Row) -> Result<Visibility, Invalid> {
    let code: Option<TokenHash> = row.optional("spectator_code")?;
    if code.is_some() { Ok(Visibility::Private) } else { row.name("visibility") }
}
