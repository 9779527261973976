//! Results of challenges and days, which are public once these are over.

use chrono::{DateTime, Utc};
use constcat::concat;
use uuid::Uuid;

use super::{Webhook, Webhooks};
use crate::challenges::{CHALLENGE_COLUMNS, Challenge};
use crate::database::{Row, Statement, params};
use crate::error::{RowKind, StoreError};
use crate::outbox::insert_results;

/// Challenges that are over and whose results are not in the outbox have an index of their own.
const OVER: Statement = Statement::new(
    "select id from challenges where results_sent = 0 and ends_at <= $1 order by ends_at, id limit $2",
);

const MARK: Statement =
    Statement::new("update challenges set results_sent = 1 where id = $1 and results_sent = 0");

/// The webhooks that were registered before a challenge was over and receive its results: those
/// of its players and its organiser, and the operator's if it is listed or has no other organiser.
const RECEIVERS: Statement = Statement::new(
    "select w.id from webhooks w join challenges c on c.id = $1
    where w.events like '%results%' and w.created_at < c.ends_at
        and (w.player = c.organiser
            or w.player = $2 and (c.organiser is null
                or c.visibility = 'public' and c.listed = 1 and c.hidden = 0)
            or exists (select 1 from attempts a where a.challenge = c.id and a.player = w.player))
    order by w.id",
);

/// The results that a webhook is to be sent, with that of its player's first attempt. In the
/// co-operative game all seats have one result.
const RESULTS: Statement = Statement::new(concat!(
    "select c.*, r.score as own_score,
        (select cast(coalesce(sum(b.results), 0) as bigint) from board_counts b
            where b.challenge = c.id and b.bots = coalesce(r.bots, 0)) as board_results,
        (select cast(1 + coalesce(sum(b.results), 0) as bigint) from board_counts b
            where b.challenge = c.id and b.bots = r.bots and b.score > r.score) as own_rank
    from (
        select ",
    CHALLENGE_COLUMNS,
    " from challenges where id in (
            select game_id from webhook_events where webhook_id = $1 and event = 'results' and pending = 1)
    ) as c
    left join attempts a on a.challenge = c.id and a.player = $2 and a.number = 1
    left join results r on r.challenge = a.challenge and r.game = a.game and r.void_reason is null
        and r.seat = case c.game when 'regicide' then r.seat else a.seat end
    order by c.id limit $3"
));

/// The results of a challenge that is over.
#[derive(Clone, Debug)]
pub struct ChallengeResults {
    pub challenge: Challenge,
    /// The score and the rank of the webhook's player, if there is one.
    pub own: Option<(u32, i64)>,
    /// The number of results of the player's board, by default that of people.
    pub results: i64,
}

fn read(row: &Row) -> Result<ChallengeResults, StoreError> {
    let challenge = Challenge::read(row)?;
    row.parse(RowKind::Challenge, "id", |row| {
        let own = row.optional("own_score")?.zip(row.optional("own_rank")?);
        Ok(ChallengeResults { challenge, own, results: row.get("board_results")? })
    })
}

impl Webhooks {
    /// Challenges that are over at `now` and whose results are not in the outbox, at most
    /// `limit`.
    pub async fn challenges_over(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        self.database.read_rows(OVER, params![now, limit], |row| row.id(RowKind::Challenge, "id")).await
    }

    /// The webhooks that receive the results of a challenge.
    pub async fn receivers_of_results(&self, challenge: Uuid) -> Result<Vec<Uuid>, StoreError> {
        let id = |row: &Row| row.id(RowKind::Webhook, "id");
        self.database.read_rows(RECEIVERS, params![challenge, Uuid::nil()], id).await
    }

    /// Adds the results of a challenge to the outbox, once.
    pub async fn add_results(&self, challenge: Uuid, receivers: &[Uuid]) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        if transaction.execute(MARK, params![challenge]).await? > 0 {
            insert_results(&mut transaction, challenge, receivers).await?;
        }
        transaction.commit().await
    }

    /// The results that are to be sent to a webhook, at most `limit`.
    pub async fn pending_results(
        &self,
        webhook: &Webhook,
        limit: u32,
    ) -> Result<Vec<ChallengeResults>, StoreError> {
        let values = params![webhook.id, webhook.owner.id(), limit];
        self.database.read_rows(RESULTS, values, read).await
    }
}
