//! Challenges of organisers: tournaments, classes, streams.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{ChallengeInfo, out_of_range};
use crate::engine::{GameKind, Message, Options, Seed, SeedError, Setup};
use crate::record::SeedBy;
use crate::service::Service;
use crate::service::create::{invalid, secret_seed};
use crate::service::error::Error;
use crate::service::idempotency::{IdempotencyKey, Reply, Seal, request_hash};
use crate::service::name::{DisplayName, check_name};
use crate::service::token::Token;
use crate::store::{Admission, Challenge, ChallengeStatus, Source, Visibility};

/// The longest time until a challenge opens, and that it is open.
const LONGEST: TimeDelta = TimeDelta::days(366);
/// The longest time that games may take beyond it, in minutes.
const MOST_GRACE: u32 = 7 * 24 * 60;
/// The most attempts.
const MOST_ATTEMPTS: u8 = 100;
/// The most invitations of one request.
const MOST_INVITATIONS: u32 = 100;
/// The most characters of an organiser's words in a seed (RECORD.md S1.3).
const MOST_WORDS: usize = 31;

/// A challenge to be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({
    "name": "Club night", "players": 2, "closes_at": "2026-11-28T22:00:00Z", "grace_minutes": 60,
    "seed_words": "club-night"
})))]
pub struct CreateChallenge {
    /// What it is called.
    #[schema(value_type = DisplayName)]
    pub name: String,
    /// Which game.
    #[serde(default)]
    pub game: GameKind,
    /// For how many players.
    #[schema(minimum = 1, maximum = 4)]
    pub players: u8,
    /// What is chosen about the game.
    #[serde(default)]
    pub options: Options,
    /// From then on games can be begun: at most 366 days from now; now if left
    /// out.
    #[serde(default)]
    pub opens_at: Option<DateTime<Utc>>,
    /// From then on no game can be begun: at most 366 days after it opens.
    pub closes_at: DateTime<Utc>,
    /// How long games that were begun in time may still be played, in minutes.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10080)]
    pub grace_minutes: u32,
    /// How often a player may try, 1 if left out; only the first attempt is
    /// ranked.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100)]
    pub attempts: Option<u8>,
    /// Who may take part.
    #[serde(default)]
    pub admission: Admission,
    /// Whether it stands in lists; who has its id finds it in any case.
    #[serde(default)]
    pub visibility: Visibility,
    /// Words that the seed begins with, at most 31 characters out of `A-Z a-z
    /// 0-9 . _ ~ -`; the service adds its secret part (RECORD.md S1.3).
    #[serde(default)]
    #[schema(min_length = 1, max_length = 31, pattern = "^[A-Za-z0-9._~-]{1,31}$")]
    pub seed_words: Option<String>,
    /// A seed that is public from the start. Results are then listed, but
    /// never ranked.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._~-]{1,64}$")]
    pub seed: Option<String>,
}

/// A challenge that was made, with the secret that its organiser gets once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CreatedChallenge {
    /// The challenge.
    pub challenge: ChallengeInfo,
    /// The organiser's token: it makes invitations, reads the board at any
    /// time, and takes results off it.
    #[schema(min_length = 43, max_length = 43)]
    pub admin_token: String,
}

/// How many players to invite.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"count": 2})))]
pub struct Invite {
    /// How many codes to make.
    #[schema(minimum = 1, maximum = 100)]
    pub count: u32,
}

/// Invitations, shown this once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Invitations {
    /// A code each; it admits one player.
    pub codes: Vec<String>,
}

impl Service {
    /// Makes a challenge.
    ///
    /// # Errors
    /// A set-up against the rules, a window, a seed or a name that does not
    /// do, trouble with the key, or the store's.
    pub async fn create_challenge(
        &self,
        request: &CreateChallenge,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        check_name("name", &request.name)?;
        let setup = Setup::new(request.game, request.players, &request.options)?;
        let now = self.now();
        let [opens_at, closes_at] =
            [request.opens_at.unwrap_or(now), request.closes_at].map(|time| time.trunc_subsecs(6));
        if opens_at < now || opens_at - now > LONGEST {
            return Err(Error::Unfit { field: "opens_at", reason: "unfit-opens-at" });
        }
        if closes_at <= opens_at || closes_at - opens_at > LONGEST {
            return Err(Error::Unfit { field: "closes_at", reason: "unfit-closes-at" });
        }
        if request.grace_minutes > MOST_GRACE {
            return Err(invalid("grace_minutes", out_of_range(0, MOST_GRACE)));
        }
        let attempts = request.attempts.unwrap_or(1);
        if !(1..=MOST_ATTEMPTS).contains(&attempts) {
            return Err(invalid("attempts", out_of_range(1, MOST_ATTEMPTS.into())));
        }
        let (seed, seed_by) = self.challenge_seed(request)?;
        let token = Token::new(&*self.entropy);
        let challenge = Challenge {
            id: self.new_id(now),
            source: Source::Own { name: Some(request.name.clone()), admin: token.hash() },
            setup,
            commitment: seed.commitment(),
            seed,
            seed_by,
            created_at: now,
            opens_at,
            closes_at,
            ends_at: closes_at + TimeDelta::minutes(request.grace_minutes.into()),
            attempts,
            admission: request.admission,
            visibility: request.visibility,
        };
        let admin_token = token.reveal().to_owned();
        let made = CreatedChallenge { challenge: ChallengeInfo::new(&challenge, now), admin_token };
        let reply = Reply::new(challenge.id, &made);
        let create = async |seal: Seal<'_>| {
            let stored = self.store.add_challenge(&challenge, None, seal.answer(&reply).as_ref()).await?;
            if stored { Ok(reply) } else { Err(Error::Contended) }
        };
        self.once(key, request_hash("create_challenge", request), create).await
    }

    /// A secret seed with the organiser's words, or one that is public.
    fn challenge_seed(&self, request: &CreateChallenge) -> Result<(Seed, SeedBy), Error> {
        let malformed = |field| move |SeedError| invalid(field, Message::new("seed-malformed"));
        let secret = secret_seed(&*self.entropy);
        match (&request.seed, &request.seed_words) {
            (Some(_), Some(_)) => Err(Error::Unfit { field: "seed_words", reason: "unfit-two-seeds" }),
            (Some(seed), None) => Ok((seed.parse().map_err(malformed("seed"))?, SeedBy::Client)),
            (None, None) => Ok((secret, SeedBy::Service)),
            (None, Some(words)) => {
                if words.is_empty() || words.len() > MOST_WORDS {
                    return Err(invalid("seed_words", Message::new("invalid-seed-words")));
                }
                let seed = format!("{words}~{}", secret.as_str());
                Ok((seed.parse().map_err(malformed("seed_words"))?, SeedBy::Service))
            }
        }
    }

    /// Makes invitations to a challenge, with its organiser's token.
    ///
    /// # Errors
    /// If the token is not the organiser's, the challenge is for anyone or closed,
    /// or trouble with the key.
    pub async fn invite(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &Invite,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let challenge = self.stored_challenge(id).await?;
        let token = token.ok_or(Error::TokenMissing)?;
        if !organises(&challenge, token) {
            return Err(Error::TokenUnknown);
        }
        if challenge.status(self.now()) != ChallengeStatus::Coming
            && challenge.status(self.now()) != ChallengeStatus::Open
        {
            return Err(Error::ChallengeClosed);
        }
        if challenge.admission == Admission::Anyone {
            return Err(Error::Unfit { field: "count", reason: "unfit-for-anyone" });
        }
        if !(1..=MOST_INVITATIONS).contains(&request.count) {
            return Err(invalid("count", out_of_range(1, MOST_INVITATIONS)));
        }
        let codes: Vec<Token> = (0..request.count).map(|_| Token::new(&*self.entropy)).collect();
        let hashes: Vec<_> = codes.iter().map(Token::hash).collect();
        let codes = codes.iter().map(|code| code.reveal().to_owned()).collect();
        let reply = Reply::new(id, &Invitations { codes });
        let invite = async |seal: Seal<'_>| {
            let stored = self.store.invite(id, &hashes, seal.answer(&reply).as_ref()).await?;
            if stored { Ok(reply) } else { Err(Error::Contended) }
        };
        self.once(key, request_hash(&format!("invite {id}"), request), invite).await
    }
}

/// Whether the token is that of the challenge's organiser.
pub(in crate::service) fn organises(challenge: &Challenge, token: &Token) -> bool {
    match &challenge.source {
        Source::Own { admin, .. } => token.matches(admin),
        Source::Daily(_) => false,
    }
}
