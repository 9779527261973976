//! Writes new games.

use uuid::Uuid;

use super::packed::{PackedLog, insert_packed};
use super::statements::{INSERT_GAME, INSERT_MOVES};
use super::{Game, Origin};
use crate::bots::UPSERT_BOT_TURN;
use crate::changes::Change;
use crate::database::{Transaction, params};
use crate::error::StoreError;
use crate::moves::LogEntry;
use crate::outbox::insert_events;
use crate::seats::{END_SEATS, INSERT_SEAT, SeatState, write_seat};
use crate::status::Visibility;
use crate::text::to_json;

/// The changes that a new game announces.
fn changes(game: &Game) -> impl Iterator<Item = Change> {
    let bot_turn = game.may_wait_for_bot().then_some(Change::BotTurn(game.id));
    let players = game.seats.iter().filter_map(player_of).collect();
    let created = Change::Game { id: game.id, players, listed: true, made: None };
    [created].into_iter().chain(bot_turn)
}

/// Stores a game with its seats and moves, and announces it.
pub(crate) async fn insert_game(transaction: &mut Transaction, game: &Game) -> Result<(), StoreError> {
    changes(game).for_each(|change| transaction.announce(change));
    let (origin, origin_game, origin_seq) = origin_columns(game.origin);
    let finished = game.finished.as_ref();
    // An import never gets another move.
    let packed = (game.origin == Origin::Imported).then(|| PackedLog::of(game).ok()).flatten();
    let values = params![
        game.id,
        <&str>::from(game.setup.kind()),
        game.setup.ruleset().version(),
        game.setup.players(),
        to_json(&game.setup.options()),
        game.seed.as_str(),
        game.commitment,
        game.seed_by.as_ref(),
        origin,
        origin_game,
        origin_seq,
        stored_visibility(game),
        game.created_at,
        game.abandon_after,
        game.owner,
        finished.map(|finished| finished.at),
        finished.map(|finished| to_json(&finished.outcome)),
        game.challenge.map(|entry| entry.challenge),
        game.challenge.map(|entry| entry.attempt),
        game.challenge.map(|entry| entry.ends_at),
        game.challenge.is_some(),
        game.creator,
        game.rematch_of,
        game.to_act,
        game.spectator_code,
        packed.is_some(),
        game.turn_limit,
    ];
    transaction.execute(INSERT_GAME, values).await?;
    for seat in &game.seats {
        write_seat(transaction, INSERT_SEAT, game.id, seat).await?;
    }
    if game.finished.is_some() || packed.is_some() {
        transaction.execute(END_SEATS, params![game.id]).await?;
    }
    if let Some(packed) = &packed {
        insert_packed(transaction, packed).await?;
    } else if !game.moves.is_empty() {
        let rows: Vec<_> = game.moves.iter().map(move_row).collect();
        transaction.execute(INSERT_MOVES, params![game.id, to_json(&rows)]).await?;
    }
    if game.may_wait_for_bot() {
        transaction.execute(UPSERT_BOT_TURN, params![game.id, moves_made(game)]).await?;
    }
    if game.setup.players() > 1 && game.seats.iter().any(|seat| player_of(seat).is_some()) {
        insert_events(transaction, game.id, game.creator).await?;
    }
    Ok(())
}

/// The player who sits there, or for whom the seat is held.
fn player_of(seat: &SeatState) -> Option<Uuid> {
    seat.player.map(|player| player.id).or_else(|| seat.invitation?.player())
}

/// The visibility that is stored: a private game is an unlisted one with a code.
const fn stored_visibility(game: &Game) -> &'static str {
    match game.visibility {
        Visibility::Public => "public",
        Visibility::Unlisted | Visibility::Private => "unlisted",
    }
}

/// An origin's columns: its name, and a fork's game and move.
const fn origin_columns(origin: Origin) -> (&'static str, Option<Uuid>, Option<u32>) {
    match origin {
        Origin::Created => ("created", None, None),
        Origin::Imported => ("import", None, None),
        Origin::Fork { of, at } => ("fork", Some(of), Some(at)),
    }
}

fn moves_made(game: &Game) -> u32 {
    game.moves.last().map_or(0, |row| row.entry.seq)
}

/// A move in the format of the statement.
fn move_row(row: &LogEntry) -> impl serde::Serialize {
    (
        row.entry.seq,
        u8::from(row.entry.seat),
        row.entry.mv.to_string(),
        row.entry.at.map(|at| at.timestamp_micros()),
        row.h.to_string(),
        row.key.map(|key| key.key.to_string()),
        row.key.map(|key| key.request.to_string()),
    )
}
