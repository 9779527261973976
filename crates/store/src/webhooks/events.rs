//! Events of games that are not yet delivered to webhooks, read from the outbox.

use chrono::{DateTime, Utc};
use constcat::concat;
use regicide_engine::engine::{Outcome, Seat};
use uuid::Uuid;

use super::{Webhook, WebhookEvent, Webhooks};
use crate::database::{Row, Statement, Transaction, params};
use crate::error::{RowKind, StoreError};
use crate::games::{
    COLUMNS, GameInfo, LAST_MOVE, SEATS_POSTGRES, SEATS_SQLITE, STATUS, SeatInfo, read_finished,
    read_visibility,
};
use crate::setup::read_setup;
use crate::status::{Status, Visibility};

/// Removes an event that has passed, unless a later one has replaced it. After the last one of a game
/// no earlier one is left to send.
const REMOVE_EVENT: Statement = Statement::new(
    "delete from webhook_events
    where webhook_id = $1 and game_id = $2 and seq <= $4 and (event = $3 or $5 = 1)",
);

const DELIVERED_INVITATION: Statement = Statement::new(
    "update webhook_events set pending = 0 where webhook_id = $1 and game_id = $2 and event = 'invitation'",
);

/// The pending events of a webhook, those of the newest games first, with the present state of
/// the games.
///
/// An invitation is one to a rematch if the player sat in the game before it. That is a query of
/// its own, as a cluster has the two games on several servers, and refuses joins with a query
/// whose subqueries depend on it.
macro_rules! outbox {
    ($seats:expr) => {
        concat!(
            "with listed as materialized (
                select described.*, coalesce(to_act_after_last, to_act_at_first) as to_act,
                    coalesce(cancelled_at, touched_at) as updated_at, ",
            STATUS,
            "
                from (
                    select ",
            COLUMNS,
            ", ",
            LAST_MOVE,
            ", (",
            $seats,
            " where game_id = g.id) as seats, o.game_id as event_game, o.event, o.seq as event_seq,
                        (select min(seat) from seats where game_id = g.id and player = $3) as own_seat,
                        (select min(seat) from seats
                            where game_id = g.id and invited_player = $3 and open = 1 and invited_until > $1)
                            as held_seat,
                        (select max(seat) from former_players where game_id = g.id and player = $3) as former_seat,
                        (select min(seat) from former_players where game_id = g.id) as first_changed,
                        (select max(seat) from former_players where game_id = g.id) as last_changed
                    from webhook_events o join games g on g.id = o.game_id
                    where o.webhook_id = $2 and o.pending = 1
                ) as described
                order by event_game desc, event limit $4
            ), sat as materialized (
                select distinct game_id from seats where player = $3 and game_id in (
                    select rematch_of from listed where event = 'invitation')
            )
            select listed.*, sat.game_id as sat_before, creators.name as creator_name
            from listed
                left join sat on sat.game_id = listed.rematch_of
                left join players as creators on creators.id = listed.creator and creators.name_hidden = 0
            order by listed.id desc, listed.event"
        )
    };
}

const OUTBOX: Statement = Statement::each(outbox!(SEATS_POSTGRES), outbox!(SEATS_SQLITE));

/// The status of a game, and a player's seat in it.
const GAME_STATE: Statement = Statement::new(concat!(
    "select described.*, ",
    STATUS,
    "
    from (
        select g.id, g.finished_at, g.cancelled_at, g.ends_at, g.origin, g.abandon_after, g.seated_at, ",
    LAST_MOVE,
    ",
            (select min(seat) from seats where game_id = g.id and player = $3) as own_seat
        from games g where g.id = $2
    ) as described"
));

/// An event of a game that is not yet delivered to a webhook.
#[derive(Clone, Debug)]
pub struct GameEvent {
    pub game: GameInfo,
    /// The number of moves at the event.
    pub seq: u32,
    pub event: WebhookEvent,
    /// The player's seat, or the one held for the player, if there is one.
    pub seat: Option<Seat>,
    /// The seat to act, if the game runs.
    pub to_act: Option<Seat>,
    /// The seats that have won, once the game has finished.
    pub winners: Vec<Seat>,
    /// The player who invites, with the name that is shown, if it is known who does.
    pub inviter: Option<(Uuid, Option<String>)>,
}

/// The key of an event in the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutboxKey {
    /// The game, or the challenge of results.
    pub subject: Uuid,
    pub event: WebhookEvent,
    pub seq: u32,
    /// True if it is the end of the game.
    pub is_last: bool,
}

impl From<&GameEvent> for OutboxKey {
    fn from(GameEvent { game, event, seq, .. }: &GameEvent) -> Self {
        let is_last = *event == WebhookEvent::GameOver && game.status.is_over();
        Self { subject: game.id, event: *event, seq: *seq, is_last }
    }
}

/// A row of the outbox, with its event if that has not passed.
type Pending = (OutboxKey, Option<GameEvent>);

fn read(row: &Row) -> Result<Pending, StoreError> {
    row.parse(RowKind::Game, "id", |row| {
        let (stored, seq, status) = (row.name("event")?, row.get("event_seq")?, row.name("status")?);
        let own: Option<Seat> = row.optional("own_seat")?;
        let former: Option<Seat> = row.optional("former_seat")?;
        let creator: Option<Uuid> = row.optional("creator")?;
        let game = GameInfo::read(row)?;
        // A private game is closed to its former players: they get neither its end nor the name of
        // another who has the seat.
        let is_private = read_visibility(row)? == Visibility::Private;
        let is_closed = |seat: Seat| is_private && game.seats.get(seat.index()).is_some_and(is_person);
        let current = match (stored, status) {
            // A turn is current if no move followed the one that led to it.
            (WebhookEvent::Turn, Status::Running) if row.get::<u32>("seq")? == seq => {
                own.map(|seat| (stored, Some(seat)))
            }
            // Its creator need not sit there.
            (WebhookEvent::GameBegun, Status::Running) => Some((stored, own)),
            // Another has handed over the player's seat, who has not taken it back.
            (WebhookEvent::GameOver, Status::Running) => {
                former.filter(|seat| own.is_none() && !is_closed(*seat)).map(|_| (stored, None))
            }
            (WebhookEvent::GameOver, _) => own.or(former.filter(|_| !is_private)).map(|_| (stored, own)),
            (WebhookEvent::Invitation, Status::Waiting | Status::Running) => {
                let sat_before = row.optional::<Uuid>("sat_before")?.is_some();
                let event = if sat_before { WebhookEvent::Rematch } else { WebhookEvent::Invitation };
                row.optional("held_seat")?.map(|seat| (event, Some(seat)))
            }
            _ => None,
        };
        let is_last = stored == WebhookEvent::GameOver && game.status.is_over();
        let key = OutboxKey { subject: game.id, event: stored, seq, is_last };
        let Some((event, seat)) = current else { return Ok((key, None)) };
        let to_act = row.optional("to_act")?.filter(|_| game.status == Status::Running);
        let setup = read_setup(row)?;
        let won = |outcome: &Outcome, seat| outcome.seat_result(&setup, seat).won;
        let winners = read_finished(row)?.map_or_else(Vec::new, |finished| {
            Seat::all(setup.players()).filter(|seat| won(&finished.outcome, *seat)).collect()
        });
        let inviter = match game.status {
            Status::Running => {
                let changed = [row.optional("first_changed")?, row.optional("last_changed")?];
                inviter_at(&game, seat, changed)
            }
            Status::Waiting | Status::Finished | Status::Abandoned | Status::Cancelled | Status::Closed => {
                let name = row.optional("creator_name")?;
                creator.map(|creator| (creator, name))
            }
        };
        Ok((key, Some(GameEvent { game, seq, event, seat, to_act, winners, inviter })))
    })
}

const fn is_person(seat: &SeatInfo) -> bool {
    !seat.open && seat.bot_level.is_none()
}

/// The player who has invited to the seat `held` of a running game: any holder of another seat may
/// have, so that it is known only of a single one whose seat has never `changed` hands.
fn inviter_at(
    game: &GameInfo,
    held: Option<Seat>,
    changed: [Option<Seat>; 2],
) -> Option<(Uuid, Option<String>)> {
    if changed.into_iter().flatten().any(|seat| Some(seat) != held) {
        return None;
    }
    let mut people = game.seats.iter().filter(|seat| is_person(seat));
    let only = people.next().filter(|_| people.next().is_none())?;
    only.player_id.map(|player| (player, only.name.clone()))
}

impl Webhooks {
    /// The status of a game, with the seat of a player in it, if the player has one.
    pub async fn game_state(
        &self,
        game: Uuid,
        player: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Option<(Status, Option<Seat>)>, StoreError> {
        let state = |row: &Row| {
            row.parse(RowKind::Game, "id", |row| Ok((row.name("status")?, row.optional("own_seat")?)))
        };
        self.database.read_row(GAME_STATE, params![now, game, player], state).await
    }

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
            // The owner of a webhook for one game may have left it.
            let is_received = |event: &GameEvent| {
                webhook.wants(event.event) && (webhook.game_id.is_none() || event.seat.is_some())
            };
            for (key, event) in rows {
                if let Some(event) = event.filter(is_received) {
                    current.push(event);
                } else {
                    let OutboxKey { subject, event, seq, is_last } = key;
                    let values = params![webhook.id, subject, <&str>::from(event), seq, is_last];
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
    key: &OutboxKey,
) -> Result<(), StoreError> {
    let OutboxKey { subject, event, seq, is_last } = *key;
    if matches!(event, WebhookEvent::Invitation | WebhookEvent::Rematch) {
        transaction.execute(DELIVERED_INVITATION, params![webhook, subject]).await?;
    } else {
        let values = params![webhook, subject, <&str>::from(event), seq, is_last];
        transaction.execute(REMOVE_EVENT, values).await?;
    }
    Ok(())
}
