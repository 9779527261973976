//! Writes batches of moves.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use regicide_engine::engine::Hash;
use tokio::time::sleep;
use uuid::Uuid;

use super::statements::{
    APPEND_BATCH, APPEND_BATCH_AFTER_RACE, APPEND_BATCH_WITH_QUEUES, APPEND_SOME_OF_BATCH, APPEND_TO_SHARD,
    FINISH, FINISH_FORMER, FINISH_SEATS,
};
use super::{Append, BotsNext};
use crate::batch::{Answers, Executor, Operation};
use crate::bots::{DELETE_BOT_TURN, UPSERT_BOT_TURN};
use crate::changes::{AnnouncedMove, Change};
use crate::database::{
    Connections, Database, DatabaseClock, Dialect, Row, ToValue as _, Transaction, Value, announcements,
    params,
};
use crate::error::{RowKind, StoreError};
use crate::outbox::insert_move_events;
use crate::text::to_json;
use crate::token::TokenHash;

impl Operation for Append {
    type Answer = ();

    const SHARES_ANSWER: bool = false;

    fn subject(&self) -> Uuid {
        self.game
    }
}

pub(crate) struct MoveWriter {
    pub(crate) database: Database,
    pub(crate) clock: DatabaseClock,
}

impl Executor for MoveWriter {
    type Operation = Append;

    /// Stores the moves whose game has not changed since they were validated.
    async fn execute(&self, batch: &[Append]) -> Result<Answers<Append>, StoreError> {
        let Some(first) = batch.first() else { return Ok(Answers::<Append>::default()) };
        let (connections, now) = (self.database.batches_of(first.game), self.clock.replacement());
        let stored = match connections.dialect {
            Dialect::Postgres => write_to_postgres(connections, batch, now).await,
            Dialect::Distributed => write_to_shard(connections, first.game, batch, now).await,
            Dialect::Sqlite => write_to_sqlite(connections, batch, now).await,
        };
        Ok(stored?.into_iter().map(|game| (game, ())).collect())
    }
}

/// How often, and after which pause, a batch is repeated whose shard has moved to another server.
const MOVED_SHARD_ATTEMPTS: usize = 20;
const MOVED_SHARD_PAUSE: Duration = Duration::from_millis(50);

async fn write_to_sqlite(
    connections: &Connections,
    batch: &[Append],
    now: Option<DateTime<Utc>>,
) -> Result<HashSet<Uuid>, StoreError> {
    let mut transaction = connections.begin().await?;
    let rows = to_json(&batch.iter().map(row).collect::<Vec<_>>());
    let values = params![rows, now];
    // The driver takes longer for each returned row than SQLite does to store it, so rows
    // are returned only if some moves were stored and some not.
    let stored = match transaction.execute(APPEND_BATCH, values).await? {
        0 => return Ok(HashSet::new()),
        all if all == batch.len() as u64 => batch.iter().map(|append| append.game).collect(),
        _ => {
            transaction.restart().await?;
            read_games(&transaction.fetch(APPEND_SOME_OF_BATCH, values).await?)?
        }
    };
    let ends: Vec<_> = batch
        .iter()
        .filter(|append| append.finished.is_some() && stored.contains(&append.game))
        .map(|append| (append.game.simple(), append.finished_at(), append.result()))
        .collect();
    let stored_moves = || batch.iter().filter(|append| stored.contains(&append.game));
    if !ends.is_empty() {
        transaction.execute(FINISH, params![to_json(&ends)]).await?;
        let ends = seat_ends(stored_moves());
        transaction.execute(FINISH_SEATS, params![ends.as_str()]).await?;
        if stored_moves().any(Append::counts_for_former) {
            transaction.execute(FINISH_FORMER, params![ends]).await?;
        }
    }
    insert_move_events(&mut transaction, &stored_moves().flat_map(Append::events).collect::<Vec<_>>())
        .await?;
    for append in stored_moves() {
        store_turn_after(&mut transaction, append).await?;
        changes(append).for_each(|change| transaction.announce(change));
    }
    transaction.commit().await?;
    Ok(stored)
}

async fn write_to_postgres(
    connections: &Connections,
    batch: &[Append],
    now: Option<DateTime<Utc>>,
) -> Result<HashSet<Uuid>, StoreError> {
    let tokens: Vec<_> = batch.iter().map(|append| joined(append.tokens())).collect();
    let mut values = parameters(batch, &tokens, now);
    let has_queues = batch
        .iter()
        .any(|append| append.bots != BotsNext::None || append.has_events() || append.counts_for_former());
    let statement = if has_queues { APPEND_BATCH_WITH_QUEUES } else { APPEND_BATCH };
    if has_queues {
        values.extend(queues(batch));
    }
    match connections.fetch(statement, &values).await {
        Err(error) if error.is_taken() => {
            if !has_queues {
                values.extend(queues(batch));
            }
            read_games(&connections.fetch(APPEND_BATCH_AFTER_RACE, &values).await?)
        }
        rows => read_games(&rows?),
    }
}

/// The games of a batch are of one shard, which one of them identifies.
async fn write_to_shard(
    connections: &Connections,
    shard: Uuid,
    batch: &[Append],
    now: Option<DateTime<Utc>>,
) -> Result<HashSet<Uuid>, StoreError> {
    let tokens: Vec<_> = batch.iter().map(|append| joined(append.player_token)).collect();
    let mut values = parameters(batch, &tokens, now);
    values.extend(queues(batch));
    values.extend_from_slice(params![shard]);
    for _ in 0..MOVED_SHARD_ATTEMPTS {
        match connections.fetch(APPEND_TO_SHARD, &values).await {
            // Other servers learn of the move of a shard a moment after it.
            Err(error) if error.is_serialization_failure() => sleep(MOVED_SHARD_PAUSE).await,
            rows => return read_games(&rows?),
        }
    }
    Err(StoreError::unavailable("a shard of the games is not where its server says".to_owned()))
}

/// Tokens as one value.
fn joined(tokens: impl IntoIterator<Item = TokenHash>) -> Vec<u8> {
    tokens.into_iter().flat_map(|token| token.0).collect()
}

/// The parameters of a batch on Postgres, without those of bots.
fn parameters<'a>(batch: &'a [Append], tokens: &'a [Vec<u8>], now: Option<DateTime<Utc>>) -> Vec<Value<'a>> {
    let announced = announcements(batch.iter().flat_map(changes).map(String::from)).into_iter().map(Some);
    let mut values = Vec::from(columns(batch, tokens));
    values.extend(endings(batch));
    values.extend_from_slice(params![now, Value::texts(announced)]);
    values
}

/// The changes that a move announces.
fn changes(append: &Append) -> impl Iterator<Item = Change> {
    let bot_turn = (append.bots == BotsNext::Move).then_some(Change::BotTurn(append.game));
    let Append { game, players, finished, row, .. } = append;
    let (players, made) = (players.clone(), Some(AnnouncedMove::of(row)));
    let moved = Change::Game { id: *game, players, listed: finished.is_some(), made };
    [moved].into_iter().chain(bot_turn)
}

/// SQLite: stores the turn of a bot after a move, or removes an earlier one.
async fn store_turn_after(transaction: &mut Transaction, append: &Append) -> Result<(), StoreError> {
    let statement = match append.bots {
        BotsNext::None => return Ok(()),
        BotsNext::Move => UPSERT_BOT_TURN,
        BotsNext::Wait => DELETE_BOT_TURN,
    };
    transaction.execute(statement, params![append.game, append.row.entry.seq]).await?;
    Ok(())
}

/// The games whose moves were stored.
fn read_games(rows: &[Row]) -> Result<HashSet<Uuid>, StoreError> {
    rows.iter().map(|row| row.id(RowKind::Game, "game_id")).collect()
}

/// A batch for Postgres, column by column.
fn columns<'a>(batch: &'a [Append], tokens: &'a [Vec<u8>]) -> [Value<'a>; 12] {
    let rows = || batch.iter();
    [
        Value::ids(rows().map(|append| append.game)),
        Value::integers(rows().map(|append| append.version)),
        Value::integers(rows().map(|append| append.row.entry.seq)),
        Value::integers(rows().map(|append| u8::from(append.row.entry.seat).into())),
        Value::texts(rows().map(|append| Some(append.row.entry.mv.to_string()))),
        Value::bigints(rows().map(Append::at)),
        Value::bytes(rows().map(|append| Some(&append.row.h.0[..]))),
        Value::bytes(rows().map(|append| append.row.key.as_ref().map(|key| &key.key.0[..]))),
        Value::bytes(rows().map(|append| append.row.key.as_ref().map(|key| &key.request.0[..]))),
        Value::bytes(rows().map(|append| append.after.as_ref().map(|h| &h.0[..]))),
        Value::bigints(rows().map(|append| append.to_act.map(|seat| u8::from(seat).into()))),
        Value::bytes(tokens.iter().map(|tokens| (!tokens.is_empty()).then_some(&tokens[..]))),
    ]
}

/// The ends of games in a batch, for Postgres.
fn endings(batch: &[Append]) -> [Value<'static>; 4] {
    let ends = || batch.iter().filter(|append| append.finished.is_some());
    [
        Value::ids(ends().map(|append| append.game)),
        Value::bigints(ends().map(Append::finished_at)),
        Value::texts(ends().map(Append::result)),
        seat_ends(batch.iter()).to_value(),
    ]
}

/// The ends of games at their seats.
fn seat_ends<'a>(batch: impl Iterator<Item = &'a Append>) -> String {
    let of_game =
        |append: &'a Append| append.seat_ends.iter().map(|end| (append.game.simple(), end.to_json()));
    to_json(&batch.flat_map(of_game).collect::<Vec<_>>())
}

/// For Postgres: the games of a batch that wait for a bot after their move, those that do not,
/// and the events for webhooks.
fn queues(batch: &[Append]) -> [Value<'static>; 8] {
    let of = |bots| batch.iter().filter(move |append| append.bots == bots);
    let (waiting, settled) = (|| of(BotsNext::Move), || of(BotsNext::Wait));
    let events = || batch.iter().flat_map(Append::events);
    [
        Value::ids(waiting().map(|append| append.game)),
        Value::integers(waiting().map(|append| append.row.entry.seq)),
        Value::ids(settled().map(|append| append.game)),
        Value::integers(settled().map(|append| append.row.entry.seq)),
        Value::ids(events().map(|(player, ..)| player)),
        Value::ids(events().map(|(_, game, ..)| game)),
        Value::texts(events().map(|(_, _, event, _)| Some(event.to_owned()))),
        Value::integers(events().map(|(.., seq)| seq)),
    ]
}

/// A move for SQLite, which reads the batch as JSON.
fn row(append: &Append) -> impl serde::Serialize {
    let entry = &append.row.entry;
    let hex = |hash: Option<Hash>| hash.map(|hash| hash.to_string());
    (
        append.game.simple(),
        append.version,
        entry.seq,
        u8::from(entry.seat),
        entry.mv.to_string(),
        append.at(),
        append.row.h.to_string(),
        hex(append.row.key.map(|key| key.key)),
        hex(append.row.key.map(|key| key.request)),
        hex(append.after),
        append.to_act.map(u8::from),
        append.tokens().iter().map(|token| hex::encode(token.0)).collect::<Vec<_>>(),
    )
}
