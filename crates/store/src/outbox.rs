//! The outbox: events of games, and results of challenges, that are not yet delivered to webhooks.
//!
//! The transaction that stores an event adds the rows and notifies all instances of the
//! webhooks. A row has the last event of its kind of a game, and is deleted once that is delivered
//! or has passed.

use constcat::concat;
use uuid::Uuid;

use super::changes::Change;
use super::database::{Row, Statement, Transaction, params};
use super::error::{RowKind, StoreError};
use super::text::to_json;

/// A player (nil for a seat without one), a game, and the name and number of moves of an event of
/// it.
pub(super) type MoveEvent = (Uuid, Uuid, &'static str, u32);

/// Adds events of games, for the webhooks of their players that receive them and for those of the
/// game alone, which receive the turns of all seats. Those are deleted after the end of their game,
/// so all of them get its row. Rows are written in the order in which deliveries remove them, so
/// that no two transactions deadlock. The event replaces an earlier one of its kind, and an
/// invitation is sent once. No event's name may contain another's.
macro_rules! insert_events {
    ($events:expr, $game:literal) => {
        concat!(
            "insert into \"webhook_events\" as webhook_events (webhook_id, game_id, event, seq)
            select distinct webhooks.id, ",
            $game,
            ", events.event, events.seq
            from (",
            $events,
            ") as events join \"webhooks\" as webhooks
                on webhooks.player = events.player and webhooks.game_id is null
                or webhooks.game_id = events.game_id
            where webhooks.events like '%' || events.event || '%'
                or events.event = 'invitation' and webhooks.events like '%rematch%'
                or events.event = 'game_over' and webhooks.game_id is not null
            order by 1, 2, 3
            on conflict (webhook_id, game_id, event) do update set seq = excluded.seq, pending = 1
            where excluded.event <> 'invitation'
            returning webhook_id"
        )
    };
}

/// Adds the events of the moves that a statement of Postgres has `stored`.
pub(super) const INSERT_EVENTS_OF_STORED_MOVES: &str = insert_events!(
    "select events.player, events.game_id, events.event, events.seq
    from unnest($23::uuid[], $24::uuid[], $25::text[], $26::int[]) as events (player, game_id, event, seq)
    where events.game_id in (select game_id from stored)",
    "events.game_id"
);

const INSERT_EVENTS_OF_MOVES: Statement = Statement::each(
    "",
    insert_events!(
        "select unhex(value ->> 0) as player, unhex(value ->> 1) as game_id, value ->> 2 as event,
            value ->> 3 as seq
        from json_each($1)",
        "events.game_id"
    ),
);

/// The present event of a game for its players. A turn in a game for one is no event. That a game
/// has begun is one for its creator, unless `$2` is the creator: a player's own act is no event.
/// The rows get the game's id as the parameter: Citus sends an insert of a column that it selects
/// from a game to all servers.
const INSERT_EVENTS: Statement = Statement::new(insert_events!(
    "select case when begins = 1 then case when creator <> $2 then creator end
            when event = 'invitation' then invited_player else player end as player,
        game_id, case begins when 1 then 'game_begun' else event end as event, seq
    from (
        select s.player, s.game_id, s.seat, s.open, s.bot, s.invited_player, g.players, g.creator, kinds.begins,
            case when g.finished_at is not null or g.cancelled_at is not null then 'game_over'
                when (select max(open) from seats where game_id = $1) = 1 then 'invitation'
                else 'turn' end as event,
            coalesce((select max(seq) from moves where game_id = $1),
                (select moves from packed_logs where game_id = $1), 0) as seq,
            coalesce((select to_act from moves where game_id = $1 order by seq desc limit 1), g.to_act) as to_act
        from games g join seats s on s.game_id = g.id
            cross join (select 0 as begins union all select 1) as kinds
        where g.id = $1
    ) as seated
    where begins = 0 and (event = 'game_over' or event = 'turn' and players > 1 and seat = to_act and bot is null
            or event = 'invitation' and open = 1)
        or begins = 1 and event = 'turn' and players > 1 and seat = 0",
    "$1"
))
.of_game();

/// Adds the present events of a game that has begun, ended, or got invitations by the act of
/// `player`, if one acted.
pub(super) async fn insert_events(
    transaction: &mut Transaction,
    game: Uuid,
    player: Option<Uuid>,
) -> Result<(), StoreError> {
    let rows = transaction.fetch(INSERT_EVENTS, params![game, player.unwrap_or_default()]).await?;
    notify(transaction, &rows)
}

/// The game is over for a player who loses the seat to others. Webhooks for one game follow its
/// seats.
const INSERT_LOST_SEAT: Statement = Statement::new(
    "insert into \"webhook_events\" as webhook_events (webhook_id, game_id, event, seq)
    select id, $1, 'game_over', $3 from \"webhooks\" as webhooks
    where player = $2 and game_id is null and events like '%game_over%'
    order by id
    on conflict (webhook_id, game_id, event) do update set seq = excluded.seq, pending = 1
    returning webhook_id",
)
.of_game();

/// Adds the event that another player has handed over the seat of `player`, after this number of
/// moves.
pub(super) async fn insert_lost_seat(
    transaction: &mut Transaction,
    game: Uuid,
    player: Uuid,
    seq: u32,
) -> Result<(), StoreError> {
    let rows = transaction.fetch(INSERT_LOST_SEAT, params![game, player, seq]).await?;
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

/// Adds the results of a challenge for one webhook, unless that was deleted meanwhile.
const INSERT_RESULTS: Statement = Statement::new(
    "insert into webhook_events (webhook_id, game_id, event, seq)
    select id, $2, 'results', 0 from webhooks where id = $1
    on conflict do nothing",
);

/// Adds the results of a challenge for webhooks.
pub(super) async fn insert_results(
    transaction: &mut Transaction,
    challenge: Uuid,
    webhooks: &[Uuid],
) -> Result<(), StoreError> {
    for webhook in webhooks {
        transaction.execute(INSERT_RESULTS, params![*webhook, challenge]).await?;
        transaction.announce(Change::Webhook(*webhook));
    }
    Ok(())
}

fn notify(transaction: &mut Transaction, rows: &[Row]) -> Result<(), StoreError> {
    for row in rows {
        transaction.announce(Change::Webhook(row.id(RowKind::Webhook, "webhook_id")?));
    }
    Ok(())
}
