//! Invitations to a challenge, and what became of them, for its organiser.

use std::collections::HashMap;

use regicide_engine::engine::{Score, deserialize_some};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::attempts::reached_score;
use super::custom::runs;
use super::{Challenges, check_range};
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::error::{Error, FieldErrors};
use crate::service::games::list::page_limit;
use crate::service::names::{Label, LabelOrNone, check_label};
use crate::service::runtime::code::{code_hash, new_code};
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_lines;
use regicide_store::{
    Admission, Attempt, Challenge, ChallengeStatus, Conflict, Invited, NewInvitation, StoreError,
};

/// The most invitations of one request.
const MAX_INVITATIONS: u32 = 100;

/// A request for invitations.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"count": 2, "names": ["Ada L.", "Ada B."]})))]
pub struct Invite {
    /// The number of codes.
    #[schema(minimum = 1, maximum = 100)]
    pub count: u32,
    /// Names for the first of the codes, in their order: at most as many as codes. Only the
    /// organiser and operators see them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Label>, max_items = 100)]
    pub names: Vec<String>,
}

/// Invitations, shown this once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Invitations {
    /// The codes; each admits one player. They are 12 characters in three groups, without
    /// I, L, O and U, and are read in any case, with or without the hyphens; O is read as
    /// 0, I and L as 1.
    pub codes: Vec<String>,
}

/// The page of a challenge's invitations to show.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct InvitationsQuery {
    /// The `next` of the previous page.
    pub after: Option<Uuid>,
    /// The maximum number of invitations, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// A page of a challenge's invitations, in the order in which they were made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InvitationList {
    /// The invitations.
    pub items: Vec<InvitationInfo>,
    /// To be sent as `after` for the next page; `null` on the last.
    pub next: Option<Uuid>,
}

/// An invitation to a challenge. Its code is not stored.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InvitationInfo {
    /// Its id.
    pub id: Uuid,
    /// The name that the organiser gave it.
    pub name: Option<String>,
    /// Its state.
    pub status: InvitationStatus,
    /// The player who used it.
    pub player_id: Option<Uuid>,
    /// That player's display name, unless the player is deleted or it is hidden.
    pub player_name: Option<String>,
    /// The game of that player's first attempt.
    pub game_id: Option<Uuid>,
    /// The score of that attempt once it has ended; `null` where it does not count, or is not
    /// computed yet.
    pub score: Option<Score>,
    /// The reason why that attempt's result does not count, if it was taken off the board.
    pub void_reason: Option<String>,
}

/// The state of an invitation, by its player's first attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InvitationStatus {
    /// No player has used it.
    Invited,
    /// A player has used it, whose game waits for others or was left.
    Joined,
    /// The game runs.
    Playing,
    /// The game has ended.
    Ended,
    /// It admits no player. The player who used it begins and joins no further attempt; a game
    /// that has begun goes on, and its result counts.
    Revoked,
}

/// A change of an invitation.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"revoked": true})))]
pub struct ChangeInvitation {
    /// True to revoke it, false to restore it.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub revoked: Option<bool>,
    /// The name of the invited player for the organiser; an empty text removes it.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<LabelOrNone>, inline)]
    pub name: Option<String>,
}

impl Challenges {
    /// Creates invitations to a challenge, for its organiser or the operator.
    pub async fn invite(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &Invite,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let challenge = self.run_by(id, token).await?;
        let now = self.core.now().await?;
        let status = challenge.status(now);
        if status != ChallengeStatus::Coming && status != ChallengeStatus::Open {
            return Err(Error::ChallengeClosed);
        }
        request.check(&challenge)?;
        let codes: Vec<String> = (0..request.count).map(|_| new_code(&*self.core.entropy)).collect();
        // Those of one millisecond are in no order.
        let mut ids: Vec<_> = codes.iter().map(|_| self.core.new_id(now)).collect();
        ids.sort_unstable();
        let mut names = request.names.iter().cloned();
        let made = ids.into_iter().zip(&codes);
        let made = made.map(|(id, code)| NewInvitation { id, code: code_hash(code), name: names.next() });
        let made: Vec<_> = made.collect();
        let reply = Reply::new(id, &Invitations { codes });
        let invite = async |cipher: ReplyCipher<'_>| {
            self.core.store.challenges.add_invitations(id, &made, cipher.answer(&reply).as_ref()).await?;
            Ok(reply)
        };
        self.auth.once(key, request_hash(&format!("invite {id}"), request), invite).await
    }

    /// The invitations to a challenge, for its organiser or the operator.
    pub async fn invitations(
        &self,
        id: Uuid,
        token: Option<&Token>,
        query: &InvitationsQuery,
    ) -> Result<InvitationList, Error> {
        let limit = page_limit(query.limit)?;
        let challenge = self.run_by(id, token).await?;
        self.rank_for_read(&challenge).await?;
        let after = query.after.unwrap_or_default();
        let page = self.core.store.challenges.invitations(id, after, limit).await?;
        Ok(InvitationList { items: self.with_attempts(&challenge, page.items).await?, next: page.next })
    }

    /// Revokes an invitation to a challenge, restores or renames it, for its organiser or the
    /// operator.
    pub async fn update_invitation(
        &self,
        id: Uuid,
        invitation: Uuid,
        token: Option<&Token>,
        request: &ChangeInvitation,
    ) -> Result<InvitationInfo, Error> {
        let challenge = self.run_by(id, token).await?;
        let challenges = &self.core.store.challenges;
        let name = request.name.as_deref();
        name.filter(|name| !name.is_empty()).map_or(Ok(()), |name| check_label("name", name))?;
        match challenges.update_invitation(id, invitation, request.revoked, name).await {
            Err(StoreError::Conflict(Conflict::Missing)) => return Err(Error::NoSuchInvitation),
            changed => changed?,
        }
        let changed = challenges.invitation(id, invitation).await?;
        let mut changed = self.with_attempts(&challenge, Vec::from_iter(changed)).await?;
        changed.pop().ok_or(Error::NoSuchInvitation)
    }

    /// A challenge that the caller runs.
    async fn run_by(&self, id: Uuid, token: Option<&Token>) -> Result<Challenge, Error> {
        let challenge = self.stored(id).await?;
        let token = token.ok_or(Error::TokenMissing)?;
        if !runs(&self.auth.bearer(token).await?, &challenge) {
            return Err(Error::Forbidden("forbidden-invite-to-challenge"));
        }
        Ok(challenge)
    }

    async fn with_attempts(
        &self,
        challenge: &Challenge,
        invited: Vec<Invited>,
    ) -> Result<Vec<InvitationInfo>, Error> {
        count_lines(invited.len());
        let players = invited.iter().filter_map(|invited| invited.player);
        let now = self.core.now().await?;
        let attempts = self.core.store.attempts.first_of(challenge.id, players, now).await?;
        let mut attempts: HashMap<Uuid, Attempt> = attempts.into_iter().collect();
        let with_attempt = |invited: Invited| {
            let attempt = invited.player.and_then(|player| attempts.remove(&player));
            InvitationInfo::new(challenge, invited, attempt)
        };
        invited.into_iter().map(with_attempt).collect()
    }
}

impl Invite {
    fn check(&self, challenge: &Challenge) -> Result<(), Error> {
        let mut errors = FieldErrors::default();
        errors.unfit(challenge.admission == Admission::Anyone, "count", "unfit-for-anyone");
        errors.check(&check_range("count", self.count, 1..=MAX_INVITATIONS));
        errors.unfit(self.names.len() > self.count as usize, "names", "unfit-names-beyond-codes");
        for name in &self.names {
            errors.check(&check_label("names", name));
        }
        errors.finish()
    }
}

impl InvitationInfo {
    fn new(challenge: &Challenge, invited: Invited, attempt: Option<Attempt>) -> Result<Self, Error> {
        let Invited { id, name, revoked, player, player_name } = invited;
        let status = match (&attempt, player) {
            _ if revoked => InvitationStatus::Revoked,
            (Some(attempt), _) if attempt.status.is_over() => InvitationStatus::Ended,
            (Some(attempt), _) if attempt.is_full => InvitationStatus::Playing,
            (_, Some(_)) => InvitationStatus::Joined,
            (_, None) => InvitationStatus::Invited,
        };
        let score = match &attempt {
            Some(attempt) => reached_score(challenge, attempt)?,
            None => None,
        };
        Ok(Self {
            id,
            name,
            status,
            player_id: player,
            player_name,
            game_id: attempt.as_ref().map(|attempt| attempt.game),
            score,
            void_reason: attempt.and_then(|attempt| attempt.void_reason),
        })
    }
}
