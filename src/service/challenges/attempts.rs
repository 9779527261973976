//! Trying a challenge, alone or as a team.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::standings::month_of;
use super::{is_ranked, organises};
use crate::engine::{Merit, Seat};
use crate::record::SeedBy;
use crate::service::error::Error;
use crate::service::idempotency::{IdempotencyKey, Reply, Seal, request_hash};
use crate::service::table::{Caller, Table};
use crate::service::token::Token;
use crate::service::view::GameView;
use crate::service::{ATTEMPTS, Service};
use crate::store::{
    Admission, Attempt, Challenge, ChallengeStatus, Day, Entered, Entrant, Game, Identity, Invitation,
    NewGame, Origin, SeatPlayer, SeatState, Source, Status,
};
use crate::words::Language;

/// A wish to try a challenge.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({})))]
pub struct StartAttempt {
    /// The invitation's code, where one is needed and none has admitted the
    /// player yet.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// An attempt that was begun. The player's token opens its game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AttemptStarted {
    /// The challenge.
    pub challenge: Uuid,
    /// Which attempt it is, from 1; nothing for practice.
    pub attempt: Option<u8>,
    /// Whether its result will be ranked.
    pub ranked: bool,
    /// The game, as its player sees it. With more than one player it waits
    /// until others have taken its seats.
    pub game: GameView,
}

/// An attempt of the caller's.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnAttempt {
    /// Which it is, from 1.
    pub attempt: u8,
    /// Its game.
    pub game: Uuid,
    /// The caller's seat.
    pub seat: Seat,
    /// Whether its result is ranked, or will be: not if an operator calls it
    /// off, or nobody came.
    pub ranked: bool,
    /// What its game is now.
    pub status: Status,
    /// What was reached so far.
    pub result: Merit,
    /// Why the result does not count, if an operator or the organiser took it
    /// off the board.
    pub void_reason: Option<String>,
    /// A text to share, without spoilers, once the game is over.
    pub share: Option<String>,
}

impl Service {
    /// Begins an attempt at a challenge; once it is over, a practice game of
    /// the same deal.
    ///
    /// # Errors
    /// If the token is no player's, the challenge is not open, the player has
    /// no attempt left or is not admitted, or trouble with the key.
    pub async fn start_attempt(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &StartAttempt,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        let start = async |seal: Seal<'_>| {
            for _ in 0..ATTEMPTS {
                let (player, identity) = self.player_of(token).await?;
                let challenge = self.stored_challenge(id).await?;
                let entered = match challenge.status(self.now()) {
                    ChallengeStatus::Coming => return Err(Error::ChallengeNotOpen),
                    ChallengeStatus::Closing => return Err(Error::ChallengeClosed),
                    ChallengeStatus::Over => None,
                    ChallengeStatus::Open => Some(self.next_attempt(&challenge, player).await?),
                };
                let who = SeatPlayer { id: player, token: identity.token };
                let entry = match entered {
                    None => Entrant { entered, player: who, invitation: None, day: None },
                    Some(entered) => {
                        self.admit(&challenge, entered, who, request.invitation.as_deref()).await?
                    }
                };
                let game = self.attempt_game(&challenge, player, &identity, entered);
                let stored = Game { game: game.clone(), version: 0, cancelled_at: None };
                let table = Table::rebuild(stored, game.created_at)?;
                let started = AttemptStarted {
                    challenge: id,
                    attempt: entered.map(|entered| entered.attempt),
                    ranked: entered.is_some_and(|entered| entered.attempt == 1) && is_ranked(&challenge),
                    game: table.view(Caller::Seat(Seat::default())),
                };
                let reply = Reply::new(game.id, &started);
                if self.store.start_attempt(&game, &entry, seal.answer(&reply).as_ref()).await? {
                    self.kept.keep(table);
                    return Ok(reply);
                }
            }
            Err(Error::Contended)
        };
        self.once_as_player(Some(token), key, request_hash(&format!("start_attempt {id}"), request), start)
            .await
    }

    /// The attempt that follows those that the player had.
    async fn next_attempt(&self, challenge: &Challenge, player: Uuid) -> Result<Entered, Error> {
        let had = self.store.attempts(challenge.id, player).await?;
        let free = (1..=challenge.attempts).find(|number| had.iter().all(|had| had.number != *number));
        let attempt = free.ok_or(Error::AttemptedAlready)?;
        self.check_turn(attempt, &had).await?;
        Ok(Entered { challenge: challenge.id, attempt, ends_at: challenge.ends_at })
    }

    /// Attempts are made one after the other: in a later one the deal of an
    /// earlier one could be learnt.
    ///
    /// # Errors
    /// [`Error::AttemptOutOfTurn`] unless all before it are over.
    async fn check_turn(&self, attempt: u8, had: &[Attempt]) -> Result<(), Error> {
        for number in 1..attempt {
            let earlier = had.iter().find(|had| had.number == number).ok_or(Error::AttemptOutOfTurn)?;
            if !self.table(earlier.game).await?.is_over() {
                return Err(Error::AttemptOutOfTurn);
            }
        }
        Ok(())
    }

    /// What makes a player part of an attempt, if the challenge admits them.
    async fn admit(
        &self,
        challenge: &Challenge,
        entered: Entered,
        player: SeatPlayer,
        code: Option<&str>,
    ) -> Result<Entrant, Error> {
        let code = code.map(|code| Token::from_client(code).hash());
        let invitation = match challenge.admission {
            Admission::Anyone => None,
            Admission::Invited => Some(Invitation(code)),
        };
        if let Some(invitation) = invitation
            && !self.store.admits(challenge.id, player.id, invitation).await?
        {
            return Err(Error::InvitationNeeded);
        }
        Ok(Entrant { entered: Some(entered), player, invitation, day: day(challenge) })
    }

    fn attempt_game(
        &self,
        challenge: &Challenge,
        player: Uuid,
        identity: &Identity,
        entered: Option<Entered>,
    ) -> NewGame {
        let now = self.now();
        let seat = |seat: Seat| {
            let own = seat == Seat::default();
            SeatState {
                seat,
                name: identity.shown_name().filter(|_| own).map(str::to_owned),
                open: !own,
                token: None,
                asked_to_concede: None,
                player: own.then_some(SeatPlayer { id: player, token: identity.token }),
            }
        };
        NewGame {
            id: self.new_id(now),
            setup: challenge.setup,
            seed: challenge.seed.clone(),
            commitment: challenge.commitment,
            // By now everybody may know it.
            seed_by: if entered.is_some() { challenge.seed_by } else { SeedBy::Client },
            origin: Origin::Created,
            visibility: challenge.visibility,
            created_at: now,
            abandon_after: self.settings.abandon_after,
            owner: None,
            seats: Seat::all(challenge.setup.players()).map(seat).collect(),
            moves: Vec::new(),
            finished: None,
            challenge: entered,
        }
    }

    /// What makes a player part of the attempt that a game is.
    ///
    /// # Errors
    /// If no game can be begun any more, the player had this attempt in another
    /// game, or is not admitted.
    pub(in crate::service) async fn join_attempt(
        &self,
        entered: Entered,
        player: SeatPlayer,
        code: Option<&str>,
    ) -> Result<Entrant, Error> {
        let challenge = self.stored_challenge(entered.challenge).await?;
        if challenge.status(self.now()) != ChallengeStatus::Open {
            return Err(Error::ChallengeClosed);
        }
        let had = self.store.attempts(challenge.id, player.id).await?;
        if had.iter().any(|had| had.number == entered.attempt) {
            return Err(Error::AttemptedAlready);
        }
        self.check_turn(entered.attempt, &had).await?;
        self.admit(&challenge, entered, player, code).await
    }

    /// The attempts of the player whose token it is.
    pub(super) async fn own_attempts(
        &self,
        challenge: &Challenge,
        token: &Token,
        language: Language,
    ) -> Result<Vec<OwnAttempt>, Error> {
        if organises(challenge, token) || self.is_operator(token) {
            return Ok(Vec::new());
        }
        let (player, _) = self.player_of(token).await?;
        let mut own = Vec::new();
        for attempt in self.store.attempts(challenge.id, player).await? {
            let table = self.load(attempt.game).await?;
            let results = match attempt.number {
                1 if table.is_over() => self.results_of_first(challenge, attempt.game).await?,
                _ => Vec::new(),
            };
            let merits = table.position.merits();
            let own_merit = merits.iter().find(|(seat, _)| *seat == attempt.seat).or(merits.first());
            own.extend(own_merit.map(|(_, merit)| OwnAttempt {
                attempt: attempt.number,
                game: attempt.game,
                seat: attempt.seat,
                ranked: attempt.number == 1 && is_ranked(challenge) && table.counts(),
                status: table.status(),
                result: *merit,
                void_reason: results.into_iter().find_map(|result| result.void_reason),
                share:
                    (table.is_over() && table.counts()).then(|| table.share_text(challenge, merit, language)),
            }));
        }
        Ok(own)
    }
}

/// The day of a daily challenge.
pub(super) fn day(challenge: &Challenge) -> Option<Day> {
    match challenge.source {
        Source::Daily(day) => Some(Day { day, month: month_of(day), players: challenge.setup.players() }),
        Source::Own { .. } => None,
    }
}
