//! Writes batches of new games.

use uuid::Uuid;

use super::statements::{CREATE_BATCH, INSERT_GAME, INSERT_MOVES};
use super::{Game, Origin, Visibility};
use crate::store::batch::{Answers, Executor, Operation};
use crate::store::bot_turns::NOTE_BOT_TURN;
use crate::store::changes::Change;
use crate::store::database::{Connections, Dialect, Transaction, Value, announcements, params};
use crate::store::error::StoreError;
use crate::store::moves::LogEntry;
use crate::store::seats::{INSERT_SEAT, SeatState, write_seat};
use crate::store::to_json;
use crate::store::webhooks::insert_events;

impl Operation for Game {
    type Answer = ();

    const SHARES_ANSWER: bool = false;

    fn subject(&self) -> Uuid {
        self.id
    }
}

impl Game {
    /// Whether it can share a statement with others: nobody who sits there has
    /// an account, and it comes from nothing. These are the games that are made
    /// in great numbers.
    pub(super) fn is_plain(&self) -> bool {
        let plain_seat = |seat: &SeatState| {
            let SeatState { player, invitation, asked_to_concede, bot, .. } = seat;
            player.is_none() && invitation.is_none() && asked_to_concede.is_none() && bot.is_none()
        };
        self.origin == Origin::Created
            && self.moves.is_empty()
            && self.finished.is_none()
            && self.creator.is_none()
            && self.spectator_code.is_none()
            && self.rematch_of.is_none()
            && self.challenge.is_none()
            && self.seats.iter().all(plain_seat)
    }
}

pub(in crate::store) struct GameWriter(pub(in crate::store) Connections);

/// Writes plain games.
impl Executor for GameWriter {
    type Operation = Game;

    async fn execute(&self, batch: &[Game]) -> Result<Answers<Game>, StoreError> {
        // A statement by itself would be carried out as soon as a database
        // that hangs goes on, although the requests were answered that it
        // is away. A move made so late does no harm: it is at its place.
        let mut transaction = self.0.begin().await?;
        match transaction.dialect {
            Dialect::Postgres | Dialect::Distributed => {
                transaction.execute(CREATE_BATCH, &parameters(batch)).await?;
            }
            Dialect::Sqlite => {
                for game in batch {
                    insert_game(&mut transaction, game).await?;
                }
            }
        }
        transaction.commit().await?;
        Ok(batch.iter().map(|game| (game.id, ())).collect())
    }
}

/// What Postgres is told of a batch.
fn parameters(batch: &[Game]) -> Vec<Value<'_>> {
    let announced = announcements(batch.iter().flat_map(changes).map(String::from)).into_iter().map(Some);
    let mut values = Vec::from(columns(batch));
    values.extend(seat_columns(batch));
    values.push(Value::texts(announced));
    values
}

/// A batch for Postgres, column by column.
fn columns(batch: &[Game]) -> [Value<'_>; 13] {
    let rows = || batch.iter();
    let text = |text: &str| Some(text.to_owned());
    [
        Value::ids(rows().map(|game| game.id)),
        Value::texts(rows().map(|game| text(game.setup.kind().into()))),
        Value::integers(rows().map(|game| game.setup.ruleset().version().into())),
        Value::integers(rows().map(|game| game.setup.players().into())),
        Value::texts(rows().map(|game| Some(to_json(&game.setup.options())))),
        Value::texts(rows().map(|game| text(game.seed.as_str()))),
        Value::bytes(rows().map(|game| Some(&game.commitment.0[..]))),
        Value::texts(rows().map(|game| text(game.seed_by.as_ref()))),
        Value::texts(rows().map(|game| text(stored_visibility(game)))),
        Value::bigints(rows().map(|game| Some(game.created_at.timestamp_micros()))),
        Value::integers(rows().map(|game| game.abandon_after)),
        Value::bytes(rows().map(|game| game.owner.as_ref().map(|owner| &owner.0[..]))),
        Value::bigints(rows().map(|game| game.to_act.map(|seat| u8::from(seat).into()))),
    ]
}

/// The seats of a batch, for Postgres.
fn seat_columns(batch: &[Game]) -> [Value<'_>; 5] {
    let seats = || batch.iter().flat_map(|game| &game.seats);
    let games = batch.iter().flat_map(|game| game.seats.iter().map(|_| game.id));
    [
        Value::ids(games),
        Value::integers(seats().map(|seat| u8::from(seat.seat).into())),
        Value::texts(seats().map(|seat| seat.name.clone())),
        Value::integers(seats().map(|seat| seat.open.into())),
        Value::bytes(seats().map(|seat| seat.token.as_ref().map(|token| &token.0[..]))),
    ]
}

/// What a new game changes.
fn changes(game: &Game) -> impl Iterator<Item = Change> {
    let bot_turn = game.may_wait_for_bot().then_some(Change::BotTurn(game.id));
    let players = game.seats.iter().filter_map(player_of).collect();
    let created = Change::Game { id: game.id, players, listed: true, made: None };
    [created].into_iter().chain(bot_turn)
}

/// Stores a game with its seats and moves, and tells of it.
pub(in crate::store) async fn insert_game(
    transaction: &mut Transaction,
    game: &Game,
) -> Result<(), StoreError> {
    changes(game).for_each(|change| transaction.announce(change));
    let (origin, origin_game, origin_seq) = origin_columns(game.origin);
    let finished = game.finished.as_ref();
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
    ];
    transaction.execute(INSERT_GAME, values).await?;
    for seat in &game.seats {
        write_seat(transaction, INSERT_SEAT, game.id, seat).await?;
    }
    if !game.moves.is_empty() {
        let rows: Vec<_> = game.moves.iter().map(move_row).collect();
        transaction.execute(INSERT_MOVES, params![game.id, to_json(&rows)]).await?;
    }
    if game.may_wait_for_bot() {
        transaction.execute(NOTE_BOT_TURN, params![game.id, moves_made(game)]).await?;
    }
    if game.setup.players() > 1 && game.seats.iter().any(|seat| player_of(seat).is_some()) {
        insert_events(transaction, game.id).await?;
    }
    Ok(())
}

/// The player who sits there, or whom the seat is held for.
fn player_of(seat: &SeatState) -> Option<Uuid> {
    seat.player.map(|player| player.id).or_else(|| seat.invitation?.player())
}

/// How lists find a game: what else makes a game private is its code.
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

/// A move as the statement reads it.
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
