//! Events of games that are not yet delivered to webhooks, read from the outbox.

use chrono::{DateTime, Utc};
use constcat::concat;
use regicide_engine::engine::{GameKind, Seat};
use uuid::Uuid;

use super::{Webhook, WebhookEvent, Webhooks};
use crate::database::{Row, Statement, Transaction, params};
use crate::error::{RowKind, StoreError};
use crate::games::{LAST_MOVE, STATUS};
use crate::status::Status;

/// Removes an event that has passed, unless a later one has replaced it.
const REMOVE_EVENT: Statement = Statement::new(
    "delete from webhook_outbox where webhook_id = $1 and game_id = $2 and event = $3 and seq = $4",
);

const DELIVERED_INVITATION: Statement = Statement::new(
    "update webhook_outbox set pending = 0 where webhook_id = $1 and game_id = $2 and event = 'invitation'",
);

/// The pending events of a webhook, those of the newest games first, with the present state of
/// the games.
///
/// An invitation is one to a rematch if the player sat in the game before it. That is a query of
/// its own, as a cluster has the two games on several servers, and refuses joins with a query
/// whose subqueries depend on it.
const OUTBOX: Statement = Statement::new(concat!(
    "with listed as materialized (
        select described.*, ",
    STATUS,
    "
        from (
            select g.id, g.game, g.rematch_of, g.creator, g.finished_at, g.cancelled_at, g.ends_at, g.origin,
                g.abandon_after, o.game_id as event_game, o.event,
                o.seq as event_seq, ",
    LAST_MOVE,
    ",
                (select min(seat) from seats where game_id = g.id and player = $3) as own_seat,
                (select min(seat) from seats
                    where game_id = g.id and invited_player = $3 and open = 1 and invited_until > $1)
                    as held_seat
            from webhook_outbox o join games g on g.id = o.game_id
            where o.webhook_id = $2 and o.pending = 1
        ) as described
        order by event_game desc limit $4
    ), sat as materialized (
        select distinct game_id from seats where player = $3 and game_id in (
            select rematch_of from listed where event = 'invitation')
    )
    select listed.*, sat.game_id as sat_before, creators.name as creator_name
    from listed
        left join sat on sat.game_id = listed.rematch_of
        left join players as creators on creators.id = listed.creator and creators.name_hidden = 0
    order by listed.id desc"
));

/// An event of a game that is not yet delivered to a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEvent {
    pub game: Uuid,
    pub kind: GameKind,
    /// The number of moves so far.
    pub seq: u32,
    pub event: WebhookEvent,
    /// The player's seat, or the one held for the player.
    pub seat: Seat,
    /// The player who created the game and so sends the invitation, if there is one, with the
    /// name that is shown.
    pub creator: Option<(Uuid, Option<String>)>,
}

/// A row of the outbox, with its event if that has not passed.
type Pending = (Uuid, WebhookEvent, u32, Option<GameEvent>);

fn read(row: &Row) -> Result<Pending, StoreError> {
    row.parse(RowKind::Game, "id", |row| {
        let (game, stored, seq) = (row.get("id")?, row.name("event")?, row.get("event_seq")?);
        let own: Option<Seat> = row.optional("own_seat")?;
        let current = match (stored, row.name("status")?) {
            // A turn is current if no move followed the one that led to it.
            (WebhookEvent::Turn, Status::Running) if row.get::<u32>("seq")? == seq => {
                own.map(|seat| (stored, seat))
            }
            (WebhookEvent::GameOver, _) => own.map(|seat| (stored, seat)),
            (_, Status::Waiting) => {
                let sat_before = row.optional::<Uuid>("sat_before")?.is_some();
                let event = if sat_before { WebhookEvent::Rematch } else { WebhookEvent::Invitation };
                row.optional("held_seat")?.map(|seat| (event, seat))
            }
            _ => None,
        };
        let event = match current {
            None => None,
            Some((event, seat)) => {
                let (kind, name) = (row.name("game")?, row.optional("creator_name")?);
                let creator = row.optional("creator")?.map(|creator| (creator, name));
                Some(GameEvent { game, kind, seq, event, seat, creator })
            }
        };
        Ok((game, stored, seq, event))
    })
}

impl Webhooks {
    /// The events of the newest games that are to be sent to a webhook, at most `limit`. Those
    /// that have passed by `now` are removed.
    pub async fn pending_events(
        &self,
        webhook: &Webhook,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<GameEvent>, StoreError> {
        let values = params![now, webhook.id, webhook.owner.id(), limit];
        loop {
            let rows = self.database.read_rows(OUTBOX, values, read).await?;
            let (found, mut current) = (rows.len(), Vec::new());
            for (game, stored, seq, event) in rows {
                if let Some(event) = event.filter(|event| webhook.wants(event.event)) {
                    current.push(event);
                } else {
                    let values = params![webhook.id, game, <&str>::from(stored), seq];
                    self.database.execute(REMOVE_EVENT, values).await?;
                }
            }
            if !current.is_empty() || found < limit as usize {
                return Ok(current);
            }
        }
    }
}

/// Removes a delivered event, unless a later one of its game has replaced it.
/// Invitations stay, so that a game sends one only.
pub(super) async fn delete_event(
    transaction: &mut Transaction,
    webhook: Uuid,
    event: &GameEvent,
) -> Result<(), StoreError> {
    let GameEvent { game, seq, .. } = *event;
    if matches!(event.event, WebhookEvent::Invitation | WebhookEvent::Rematch) {
        transaction.execute(DELIVERED_INVITATION, params![webhook, game]).await?;
    } else {
        let values = params![webhook, game, <&str>::from(event.event), seq];
        transaction.execute(REMOVE_EVENT, values).await?;
    }
    Ok(())
}
