//! Challenges of organisers: tournaments, classes, streams.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use regicide_engine::engine::{
    GameKind, Message, Options, Seed, SeedError, Setup, SetupError, deserialize_some,
};
use regicide_engine::record::SeedBy;
use regicide_system::entropy::secret_seed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Challenges;
use super::deals::{MEASURING, candidate_time, wanted};
use super::{ChallengeInfo, check_range};
use crate::service::auth::Bearer;
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::error::{Error, FieldErrors};
use crate::service::names::{DisplayName, given_name};
use crate::service::runtime::scheduler::Class;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::pay_for_computing;
use regicide_store::{Admission, Challenge, DealSearch, MAX_LISTED, Player, Source, Visibility};

/// The longest time until a challenge opens, and that it is open.
const MAX_DURATION: TimeDelta = TimeDelta::days(366);
/// The longest time that games may take after the challenge closes, in minutes.
const MAX_GRACE_MINUTES: u32 = 7 * 24 * 60;
const MAX_ATTEMPTS: u32 = 100;
/// The most characters of an organiser's words in a seed (docs/spec/record.md S1.3).
const MAX_SEED_WORDS: usize = 31;

/// A challenge to be created.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({
    "name": "Club night", "players": 2, "closes_at": "2026-11-28T22:00:00Z", "grace_minutes": 60,
    "seed_words": "club-night"
})))]
pub struct CreateChallenge {
    /// Its name.
    #[schema(value_type = DisplayName)]
    pub name: String,
    /// The kind of game.
    #[serde(default)]
    pub kind: GameKind,
    /// The number of players.
    #[schema(minimum = 1, maximum = 4)]
    pub players: u8,
    /// The game's options.
    #[serde(default)]
    pub options: Options,
    /// The start of the time in which games can be begun: at most 366 days from now;
    /// now if left out.
    #[serde(default)]
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub opens_at: Option<DateTime<Utc>>,
    /// The end of the time in which games can be begun: at most 366 days after it
    /// opens.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub closes_at: DateTime<Utc>,
    /// The time for which games that were begun in time may still be played, in
    /// minutes.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10080)]
    pub grace_minutes: u32,
    /// The number of attempts per player, 1 if left out; only the first attempt is
    /// ranked.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(minimum = 1, maximum = 100)]
    pub attempts: Option<u8>,
    /// The admission of players.
    #[serde(default)]
    pub admission: Admission,
    /// The visibility in lists; with its id every challenge can be read. A public one is
    /// listed (`listed`) if the player's account is old enough, usually a day, and has fewer
    /// than five listed challenges that are not over and none that an operator has hidden; or
    /// if an operator creates or lists it. It cannot be `private`.
    #[serde(default)]
    pub visibility: Visibility,
    /// Words that the seed begins with, at most 31 characters out of `A-Z a-z
    /// 0-9 . _ ~ -`; the service adds its secret part (docs/spec/record.md S1.3).
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(min_length = 1, max_length = 31, pattern = "^[A-Za-z0-9._~-]{1,31}$")]
    pub seed_words: Option<String>,
    /// A seed that is public from the start. Results are then listed, but
    /// never ranked.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._~-]{1,64}$")]
    pub seed: Option<String>,
    /// True to require a deal that a player who sees every card can win: secret seeds
    /// are drawn until a win is found for one, 16 at the most
    /// (docs/spec/challenges.md C4). Only for the co-operative game, and not with
    /// `seed`.
    #[serde(default)]
    pub require_winnable: bool,
    /// True to have bots play the deal, so that its difficulty is shown. Only for the
    /// co-operative game.
    #[serde(default)]
    pub measure_difficulty: bool,
}

#[derive(Clone)]
struct Deal {
    setup: Setup,
    seed: Seed,
    seed_by: SeedBy,
    search: Option<DealSearch>,
}

impl CreateChallenge {
    /// The times at which it opens, closes and ends.
    fn window(&self, now: DateTime<Utc>) -> Result<[DateTime<Utc>; 3], Error> {
        let [opens_at, closes_at] =
            [self.opens_at.unwrap_or(now), self.closes_at].map(|time| time.trunc_subsecs(6));
        let opens_in_time = opens_at >= now && opens_at - now <= MAX_DURATION;
        let closes_in_time = closes_at > opens_at && closes_at - opens_at <= MAX_DURATION;
        let mut errors = FieldErrors::default();
        errors.unfit(!opens_in_time, "opens_at", "unfit-opens-at");
        errors.unfit(!closes_in_time, "closes_at", "unfit-closes-at");
        errors.check(&check_range("grace_minutes", self.grace_minutes, 0..=MAX_GRACE_MINUTES));
        errors.finish()?;
        Ok([opens_at, closes_at, closes_at + TimeDelta::minutes(self.grace_minutes.into())])
    }

    /// Validates all fields.
    fn check(
        &self,
        setup: &Result<Setup, SetupError>,
        seed: &Result<(Seed, SeedBy), Error>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mut errors = FieldErrors::default();
        errors.unfit(self.visibility == Visibility::Private, "visibility", "unfit-private-challenge");
        errors.check(setup);
        errors.check(seed);
        let ranks_seats = setup.is_ok_and(|setup| setup.ranks_seats());
        errors.unfit(self.require_winnable && ranks_seats, "require_winnable", "unfit-not-together");
        errors.unfit(self.measure_difficulty && ranks_seats, "measure_difficulty", "unfit-not-together");
        let has_seed = self.seed.is_some();
        errors.unfit(self.require_winnable && has_seed, "require_winnable", "unfit-winnable-seed");
        errors.check(&given_name("name", &self.name));
        errors.check(&self.window(now));
        errors.check(&check_range("attempts", self.attempts().into(), 1..=MAX_ATTEMPTS));
        errors.finish()
    }

    fn attempts(&self) -> u8 {
        self.attempts.unwrap_or(1)
    }
}

impl Challenges {
    /// Creates a challenge for a player, who is its organiser, or for the operator.
    pub async fn create(
        &self,
        request: &CreateChallenge,
        token: Option<&Token>,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        let create = async |cipher: ReplyCipher<'_>| {
            let maker = self.maker(token).await?;
            let deal = self.challenge_deal(request).await?;
            let challenge = self
                .core
                .retry_stale(async || {
                    self.create_challenge_once(request, &deal, maker.as_ref(), &cipher).await
                })
                .await?;
            if request.measure_difficulty {
                self.begin_measuring();
            }
            Ok(challenge)
        };
        self.auth.once_with_token(Some(token), key, request_hash("create_challenge", request), create).await
    }

    async fn create_challenge_once(
        &self,
        request: &CreateChallenge,
        deal: &Deal,
        maker: Option<&Player>,
        cipher: &ReplyCipher<'_>,
    ) -> Result<Reply, Error> {
        let name = given_name("name", &request.name)?;
        let Deal { setup, seed, seed_by, search } = deal.clone();
        let now = self.core.now().await?;
        let [opens_at, closes_at, ends_at] = request.window(now)?;
        let may_list = self.may_list(maker, now).await?;
        let organiser = maker.map(|player| player.id);
        let challenge = Challenge {
            id: self.core.new_id(now),
            source: Source::Custom { name: Some(name), organiser },
            setup,
            commitment: seed.commitment(),
            seed,
            seed_by,
            created_at: now,
            opens_at,
            closes_at,
            ends_at,
            attempts: request.attempts(),
            admission: request.admission,
            visibility: request.visibility,
            listed: may_list && request.visibility == Visibility::Public,
            search,
            difficulty: wanted(request.measure_difficulty),
            logged: None,
        };
        let reply = Reply::new(challenge.id, &ChallengeInfo::new(&challenge, now));
        self.core.store.challenges.add(&challenge, None, cipher.answer(&reply).as_ref()).await?;
        Ok(reply)
    }

    /// The creator of a challenge: a player, or `None` for the operator.
    async fn maker(&self, token: &Token) -> Result<Option<Player>, Error> {
        match self.auth.bearer(token).await? {
            Bearer::Player(player, _) => Ok(Some(player)),
            Bearer::Operator => Ok(None),
            Bearer::Seat => Err(Error::Forbidden("forbidden-organise")),
        }
    }

    /// True if a challenge of a player is listed: any client can create players, so a
    /// player must have some age, and few listed challenges.
    async fn may_list(&self, maker: Option<&Player>, now: DateTime<Utc>) -> Result<bool, Error> {
        let Some(player) = maker else { return Ok(true) };
        let listing = self.core.store.challenges.organiser_listing(player.id, now).await?;
        let is_old = now - player.created_at >= TimeDelta::hours(self.core.settings.listing_age_hours.into());
        Ok(is_old && !listing.hidden && listing.current < MAX_LISTED)
    }

    /// The deal of a challenge. Long searches are made only after all fields of the request
    /// are validated.
    async fn challenge_deal(&self, request: &CreateChallenge) -> Result<Deal, Error> {
        let setup = Setup::new((self.core.settings.ruleset)(request.kind), request.players, &request.options);
        let seed = self.challenge_seed(request);
        request.check(&setup, &seed, self.core.now().await?)?;
        let (setup, (seed, seed_by)) = (setup?, seed?);
        if request.measure_difficulty {
            pay_for_computing(MEASURING)?;
        }
        if !request.require_winnable {
            return Ok(Deal { setup, seed, seed_by, search: None });
        }
        let search = candidate_time(setup, self.core.settings.solver_nodes);
        let candidate = |_| {
            pay_for_computing(search)?;
            Ok(self.challenge_seed(request)?.0)
        };
        let (seed, search) = self.first_winnable(setup, Class::Search, candidate).await?;
        Ok(Deal { setup, seed, seed_by, search })
    }

    /// A secret seed with the organiser's words, or a public one.
    fn challenge_seed(&self, request: &CreateChallenge) -> Result<(Seed, SeedBy), Error> {
        let secret = secret_seed(&*self.core.entropy);
        match (&request.seed, &request.seed_words) {
            (Some(_), Some(_)) => Err(Error::Unfit { field: "seed_words", reason: "unfit-two-seeds" }),
            (Some(seed), None) => Ok((seed.parse()?, SeedBy::Client)),
            (None, None) => Ok((secret, SeedBy::Service)),
            (None, Some(words)) => {
                if words.is_empty() || words.len() > MAX_SEED_WORDS {
                    return Err(Error::invalid("seed_words", Message::new("invalid-seed-words")));
                }
                let seed = format!("{words}~{}", secret.as_str());
                let malformed = |SeedError| Error::invalid("seed_words", Message::new("seed-malformed"));
                Ok((seed.parse().map_err(malformed)?, SeedBy::Service))
            }
        }
    }
}

/// True if a caller runs a challenge: the player who created it, or the operator.
pub(in crate::service) fn runs(bearer: &Bearer, challenge: &Challenge) -> bool {
    match (bearer, &challenge.source) {
        (Bearer::Operator, _) => true,
        (Bearer::Player(player, _), Source::Custom { organiser, .. }) => *organiser == Some(player.id),
        (Bearer::Player(..), Source::Daily(_)) | (Bearer::Seat, _) => false,
    }
}
