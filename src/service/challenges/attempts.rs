//! Attempts at a challenge, alone or as a team.

use regicide_engine::engine::{Score, Seat, deserialize_some};
use regicide_engine::i18n::Language;
use regicide_engine::record::SeedBy;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Challenges;
use super::daily::day_at;
use super::is_ranked;
use super::share;
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::error::Error;
use crate::service::games::create::check_turn_limit;
use crate::service::games::loaded_game::{LoadedGame, Role};
use crate::service::games::view::GameView;
use crate::service::runtime::code::code_hash;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::{check_code, count_lines};
use regicide_store::{
    Admission, Attempt, Challenge, ChallengeEntry, ChallengeStatus, Entrant, Game, Identity, Invitation,
    Reached, SeatPlayer, SeatState, Source, Status, StoreError,
};

/// The number of a player's games that are loaded for their scores. For all but the
/// last attempt, the score is stored, unless a request was interrupted.
const LOOKED_AT: usize = 2;

/// The default turn limit of attempts of several players, in seconds.
const TEAM_TURN_LIMIT: u32 = 3600;

/// A request for an attempt at a challenge.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({})))]
pub struct StartAttempt {
    /// The invitation's code, where one is required and none has admitted the player
    /// yet.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub invitation: Option<String>,
    /// The number of seconds that the seat to act has for its move before the others may
    /// concede without its consent (R11.3), with two or more players; an hour if left out.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(minimum = 60, maximum = 1_209_600)]
    pub turn_limit: Option<u32>,
}

/// A started attempt. The player's token opens its game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AttemptStarted {
    /// The challenge.
    pub challenge_id: Uuid,
    /// The number of the attempt, from 1; `null` for practice.
    pub attempt: Option<u8>,
    /// True if its result will be ranked.
    pub ranked: bool,
    /// The game, as its player sees it. With more than one player it waits until
    /// others have taken its seats.
    pub game: GameView,
}

/// An attempt of the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnAttempt {
    /// The number of the attempt, from 1.
    pub attempt: u8,
    /// Its game.
    pub game_id: Uuid,
    /// The caller's seat.
    pub seat: Seat,
    /// True if its result is ranked, or will be: not if an operator cancels it or not
    /// all seats were taken.
    pub ranked: bool,
    /// The present status of its game.
    pub status: Status,
    /// The score so far; `null` where it does not count: the game was cancelled, or
    /// ended before all seats were taken.
    pub score: Option<Score>,
    /// The reason why the result does not count, if an operator or the organiser took
    /// it off the board.
    pub void_reason: Option<String>,
    /// A text to share, without spoilers, once the game is over, with a link
    /// to the challenge's page if the URL of the pages is configured.
    pub share: Option<String>,
}

impl Challenges {
    /// Starts an attempt at a challenge; once it is over, a practice game of its
    /// deal.
    pub async fn start_attempt(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &StartAttempt,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let hash = request_hash(&format!("start_attempt {id}"), request);
        let start = async |cipher: &ReplyCipher<'_>| {
            let (player, identity) = self.auth.required_player(token).await?;
            let challenge = self.stored(id).await?;
            let players = challenge.setup.players();
            check_turn_limit(request.turn_limit, players)?;
            let turn_limit = request.turn_limit.or((players > 1).then_some(TEAM_TURN_LIMIT));
            let entry = match challenge.status(self.core.now().await?) {
                ChallengeStatus::Coming => return Err(Error::ChallengeNotOpen),
                ChallengeStatus::Closing => return Err(Error::ChallengeClosed),
                ChallengeStatus::Over => None,
                ChallengeStatus::Open => Some(self.next_attempt(&challenge, player).await?),
            };
            let who = SeatPlayer { id: player, token: identity.token };
            let entrant = match entry {
                None => Entrant { entry, player: who, invitation: None },
                Some(entry) => self.admit(&challenge, entry, who, request.invitation.as_deref()).await?,
            };
            let game = self.attempt_game(&challenge, player, &identity, entry).await?;
            let game = Game { turn_limit, ..game };
            let loaded = LoadedGame::made(game)?;
            let started = AttemptStarted {
                challenge_id: id,
                attempt: entry.map(|entry| entry.attempt),
                ranked: entry.is_some_and(|entry| entry.attempt == 1) && is_ranked(&challenge),
                game: loaded.view(Role::Seat(Seat::default())),
            };
            let game = &loaded.game;
            let reply = Reply::new(game.id, &started);
            self.core.store.games.start_attempt(game, &entrant, cipher.answer(&reply).as_ref()).await?;
            self.games.cache.insert(loaded);
            Ok(reply)
        };
        self.auth.once_retried(token, key, hash, start).await
    }

    async fn next_attempt(&self, challenge: &Challenge, player: Uuid) -> Result<ChallengeEntry, Error> {
        let had = self.core.store.attempts.of_player(challenge.id, player, self.core.now().await?).await?;
        let free = (1..=challenge.attempts).find(|number| had.iter().all(|had| had.number != *number));
        let attempt = free.ok_or(Error::AttemptedAlready)?;
        check_turn(attempt, &had)?;
        Ok(ChallengeEntry { challenge: challenge.id, attempt, ends_at: challenge.ends_at })
    }

    /// The membership of a player in an attempt, if the challenge admits them.
    async fn admit(
        &self,
        challenge: &Challenge,
        entry: ChallengeEntry,
        player: SeatPlayer,
        code: Option<&str>,
    ) -> Result<Entrant, Error> {
        let invitation = match challenge.admission {
            Admission::Anyone => None,
            Admission::Invited => Some(Invitation(code.map(code_hash))),
        };
        if let Some(invitation) = invitation {
            let check = async {
                let challenges = &self.core.store.challenges;
                let is_admitted = challenges.is_admitted(challenge.id, player.id, invitation).await?;
                if is_admitted { Ok(()) } else { Err(Error::InvitationNeeded) }
            };
            match code {
                Some(_) => check_code(challenge.id, check).await?,
                None => check.await?,
            }
        }
        Ok(Entrant { entry: Some(entry), player, invitation })
    }

    async fn attempt_game(
        &self,
        challenge: &Challenge,
        player: Uuid,
        identity: &Identity,
        entry: Option<ChallengeEntry>,
    ) -> Result<Game, Error> {
        let seat = |seat: Seat| {
            let own = seat == Seat::default();
            SeatState {
                name: identity.shown_name().filter(|_| own).map(str::to_owned),
                open: !own,
                player: own.then_some(SeatPlayer { id: player, token: identity.token }),
                ..SeatState::open(seat)
            }
        };
        Ok(Game {
            // The seed of a practice game is public.
            seed_by: if entry.is_some() { challenge.seed_by } else { SeedBy::Client },
            visibility: challenge.visibility,
            seats: Seat::all(challenge.setup.players()).map(seat).collect(),
            challenge: entry,
            creator: Some(player),
            // The published commitment: if a damaged row has another seed, the game
            // is refused.
            commitment: challenge.commitment,
            ..self.games.new_game(self.core.now().await?, challenge.setup, challenge.seed.clone())
        })
    }

    /// The membership of a player in the attempt of a game.
    pub(in crate::service) async fn join_attempt(
        &self,
        challenge: &Challenge,
        entry: ChallengeEntry,
        player: SeatPlayer,
        code: Option<&str>,
    ) -> Result<Entrant, Error> {
        let now = self.core.now().await?;
        if challenge.status(now) != ChallengeStatus::Open {
            return Err(Error::ChallengeClosed);
        }
        let had = self.core.store.attempts.of_player(challenge.id, player.id, now).await?;
        if had.iter().any(|had| had.number == entry.attempt) {
            return Err(Error::AttemptedAlready);
        }
        check_turn(entry.attempt, &had)?;
        self.admit(challenge, entry, player, code).await
    }

    /// Checks that a house bot may join the attempt of a game.
    pub(in crate::service) async fn check_bot_joins(&self, entry: ChallengeEntry) -> Result<(), Error> {
        let challenge = self.stored(entry.challenge).await?;
        if challenge.status(self.core.now().await?) != ChallengeStatus::Open {
            return Err(Error::ChallengeClosed);
        }
        match challenge.admission {
            Admission::Anyone => Ok(()),
            Admission::Invited => Err(Error::Unfit { field: "seat", reason: "unfit-bot-not-invited" }),
        }
    }

    /// The attempts of the player whose token is sent: from one statement, except for
    /// games whose score is not stored.
    pub(super) async fn own_attempts(
        &self,
        challenge: &Challenge,
        token: Option<&Token>,
        language: Language,
    ) -> Result<Vec<OwnAttempt>, Error> {
        let Some((player, _)) = self.auth.sending_player(token).await? else { return Ok(Vec::new()) };
        let mut own = Vec::new();
        let mut looked_at = 0;
        let attempts =
            self.core.store.attempts.of_player(challenge.id, player, self.core.now().await?).await?;
        count_lines(attempts.len());
        for mut attempt in attempts {
            if attempt.reached.is_none() && attempt.status.counts(attempt.is_full) && looked_at < LOOKED_AT {
                looked_at += 1;
                self.look_at_attempt(challenge, &mut attempt).await?;
            }
            let streak = self.streak(challenge, &attempt, player).await?;
            own.push(self.own_attempt(challenge, attempt, streak, language)?);
        }
        Ok(own)
    }

    /// The streak of a player that a finished first attempt of today belongs to; 0 for others.
    async fn streak(&self, challenge: &Challenge, attempt: &Attempt, player: Uuid) -> Result<u32, Error> {
        let today = day_at(self.core.now().await?);
        let is_todays = matches!(challenge.source, Source::Daily(day) if day == today);
        if !is_todays || attempt.number > 1 || !attempt.status.is_over() {
            return Ok(0);
        }
        Ok(self.core.store.standings.streak_of(player, today).await?.current)
    }

    /// Computes the score of an attempt from its game, and stores it if the game is
    /// over. A first attempt is ranked, where the request that ended it was cut off.
    async fn look_at_attempt(&self, challenge: &Challenge, attempt: &mut Attempt) -> Result<(), Error> {
        let mut loaded = self.games.loaded_game(attempt.game).await?;
        if attempt.number == 1 && loaded.is_over() {
            let results = self.results_of_first(challenge, &mut loaded).await?;
            attempt.void_reason = results.into_iter().find_map(|result| result.void_reason);
        }
        Error::deferred(self.note_reached(challenge.id, &loaded).await)?;
        (attempt.status, attempt.is_full) = (loaded.status(), loaded.has_begun());
        let mut reached = loaded.reached().into_iter();
        attempt.reached = reached.find(|(seat, _)| *seat == attempt.seat).map(|(_, reached)| reached);
        Ok(())
    }

    fn own_attempt(
        &self,
        challenge: &Challenge,
        attempt: Attempt,
        streak: u32,
        language: Language,
    ) -> Result<OwnAttempt, Error> {
        let Attempt { number, game, seat, status, is_full, ranked: _, reached, void_reason } = attempt;
        let counts = status.counts(is_full);
        let ranked = number == 1 && is_ranked(challenge) && counts;
        let mut own = OwnAttempt {
            attempt: number,
            game_id: game,
            seat,
            ranked,
            status,
            score: None,
            void_reason,
            share: None,
        };
        if let Some(Reached { score, defeats }) = reached.filter(|_| counts) {
            let score = read_score(challenge, game, score)?;
            own.score = Some(score);
            let pages_url = self.core.settings.pages_url();
            let text = || share::text(challenge, score, defeats.as_ref(), streak, language, pages_url);
            own.share = status.is_over().then(text);
        }
        Ok(own)
    }
}

/// The stored score of an attempt, where it counts.
pub(super) fn reached_score(challenge: &Challenge, attempt: &Attempt) -> Result<Option<Score>, Error> {
    let reached = attempt.reached.as_ref().filter(|_| attempt.status.counts(attempt.is_full));
    reached.map(|reached| read_score(challenge, attempt.game, reached.score)).transpose()
}

pub(super) fn read_score(challenge: &Challenge, game: Uuid, score: u32) -> Result<Score, Error> {
    let read = Score::from_value(challenge.setup.ruleset(), score);
    Ok(read.ok_or_else(|| StoreError::corrupt_result(game, format_args!("the score {score}")))?)
}

/// Attempts are made one after the other: in a later one the deal of an earlier one
/// could be learnt.
fn check_turn(attempt: u8, had: &[Attempt]) -> Result<(), Error> {
    let is_over = |number: u8| had.iter().any(|earlier| earlier.number == number && earlier.status.is_over());
    if (1..attempt).all(is_over) { Ok(()) } else { Err(Error::AttemptOutOfTurn) }
}
