//! The outbox: events of games that are not yet delivered to webhooks.
//!
//! The transaction that stores an event adds the rows and notifies all instances of the
//! webhooks. A row has the last event of its game, and is deleted once that is delivered or has
//! passed.

use constcat::concat;
use uuid::Uuid;

use super::changes::Change;
use super::database::{Row, Statement, Transaction, params};
use super::error::{RowKind, StoreError};
use super::text::to_json;

/// A player, a game, and the name and number of moves of an event of it.
pub(super) type MoveEvent = (Uuid, Uuid, &'static str, u32);

/// Adds events of games, for the webhooks of their players that receive them. Rows are written
/// in the order in which deliveries remove them, so that no two transactions deadlock. The
/// event replaces an earlier one of the game, and an invitation is sent once.
macro_rules! insert_events {
    ($events:expr) => {
        concat!(
            "insert into \"webhook_outbox\" as webhook_outbox (webhook_id, game_id, event, seq)
            select distinct webhooks.id, events.game_id, events.event, events.seq
            from (",
            $events,
            ") as events join \"webhooks\" as webhooks on webhooks.player = events.player
            where webhooks.events like '%' || events.event || '%'
                or events.event = 'invitation' and webhooks.events like '%rematch%'
            order by 1, 2
            on conflict (webhook_id, game_id) do update set event = excluded.event, seq = excluded.seq, pending = 1
            where excluded.event <> 'invitation'
            returning webhook_id"
        )
    };
}

/// Adds the events of the moves that a statement of Postgres has `stored`.
pub(super) const INSERT_EVENTS_OF_STORED_MOVES: &str = insert_events!(
    "select events.player, events.game_id, events.event, events.seq
    from unnest($23::uuid[], $24::uuid[], $25::text[], $26::int[]) as events (player, game_id, event, seq)
    where events.game_id in (select game_id from stored)"
);

const INSERT_EVENTS_OF_MOVES: Statement = Statement::each(
    "",
    insert_events!(
        "select unhex(value ->> 0) as player, unhex(value ->> 1) as game_id, value ->> 2 as event,
            value ->> 3 as seq
        from json_each($1)"
    ),
);

/// The present event of a game for its players. A turn in a game for one is no event.
const INSERT_EVENTS: Statement = Statement::new(insert_events!(
    "select case when event = 'invitation' then invited_player else player end as player, game_id, event, seq
    from (
        select s.player, s.game_id, s.seat, s.open, s.invited_player, g.players,
            case when g.finished_at is not null or g.cancelled_at is not null then 'game_over'
                when (select max(open) from seats where game_id = $1) = 1 then 'invitation'
                else 'turn' end as event,
            coalesce((select max(seq) from moves where game_id = $1),
                (select moves from packed_logs where game_id = $1), 0) as seq,
            coalesce((select to_act from moves where game_id = $1 order by seq desc limit 1), g.to_act) as to_act
        from games g join seats s on s.game_id = g.id
        where g.id = $1
    ) as seated
    where event = 'game_over' or event = 'turn' and players > 1 and seat = to_act
        or event = 'invitation' and open = 1"
)).of_game();

/// Adds the present event of a game that has begun, ended, or got invitations.
pub(super) async fn insert_events(transaction: &mut Transaction, game: Uuid) -> Result<(), StoreError> {
    let rows = transaction.fetch(INSERT_EVENTS, params![game]).await?;
    notify(transaction, &rows)
}

/// SQLite: adds events of moves. On Postgres the statement that stores the moves does this.
pub(super) async fn insert_move_events(
    transaction: &mut Transaction,
    events: &[MoveEvent],
) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    let events: Vec<_> = events
        .iter()
        .map(|(player, game, event, seq)| (player.simple(), game.simple(), event, seq))
        .collect();
    let rows = transaction.fetch(INSERT_EVENTS_OF_MOVES, params![to_json(&events)]).await?;
    notify(transaction, &rows)
}

fn notify(transaction: &mut Transaction, rows: &[Row]) -> Result<(), StoreError> {
    for row in rows {
        transaction.announce(Change::Webhook(row.id(RowKind::Webhook, "webhook_id")?));
    }
    Ok(())
}
