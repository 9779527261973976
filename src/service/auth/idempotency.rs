//! A request is carried out once, however often it is sent.
//!
//! The key of a request that creates or changes something is claimed before anything
//! is done, and gets its answer in the transaction of the change. Entries of the log need
//! none of this: their key is in the log.

use std::collections::BTreeSet;

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::engine::Hash;
use regicide_system::entropy::Entropy;
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::Auth;
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use regicide_store::{Claim, ClaimState, MoveKey, StoreError, StoredAnswer, is_dry_run};

pub(in crate::service) const KEY_RETENTION: TimeDelta = TimeDelta::hours(24);
/// The age from which a claim without an answer counts as one whose request was cut
/// off, and the next request with its key takes it over. If the first still runs, it
/// stores nothing: its claim is lost.
const CLAIM_EXPIRY: TimeDelta = TimeDelta::seconds(5);

/// An `Idempotency-Key` with the caller that it belongs to.
#[derive(Clone)]
pub struct IdempotencyKey {
    key: String,
    caller: Option<Token>,
}

impl IdempotencyKey {
    pub(crate) fn new(key: &str, caller: Option<&Token>) -> Self {
        Self { key: key.to_owned(), caller: caller.cloned() }
    }

    /// The stored hash of the key, from which it cannot be derived.
    fn hash(&self) -> Hash {
        Hash(self.labelled("regicide/idempotency/key/v1"))
    }

    fn labelled(&self, label: &str) -> [u8; 32] {
        let caller = self.caller.as_ref().map(|token| token.hash().0);
        Sha256::new()
            .chain_update(label)
            .chain_update([0, u8::from(caller.is_some())])
            .chain_update(caller.unwrap_or_default())
            .chain_update(&self.key)
            .finalize()
            .into()
    }

    /// The key in the form of a move's log row.
    pub(crate) fn for_move(&self, request: Hash) -> MoveKey {
        MoveKey { key: self.hash(), request }
    }

    /// Answers contain tokens, so they are stored encrypted under a key that only the
    /// sender of the `Idempotency-Key` can derive.
    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&Key::from(self.labelled("regicide/idempotency/answer/v2")))
    }

    /// One `Idempotency-Key` can encrypt several answers: when the first is deleted,
    /// or a change is retried. Each therefore has a random nonce, which is stored
    /// before it: with 192 bits none comes twice.
    fn seal(&self, claim: &Claim, plain: &[u8], entropy: &dyn Entropy) -> StoredAnswer {
        let mut nonce = [0; NONCE_LENGTH];
        entropy.fill(&mut nonce);
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), plain);
        let sealed = sealed.expect("an answer is far shorter than the cipher's limit");
        StoredAnswer { claim: *claim, body: [nonce.as_slice(), &sealed].concat() }
    }

    fn open(&self, stored: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = stored.split_first_chunk::<NONCE_LENGTH>()?;
        self.cipher().decrypt(&XNonce::from(*nonce), sealed).ok()
    }
}

/// The length of the nonce at the beginning of a stored answer, in bytes.
const NONCE_LENGTH: usize = 24;

/// The number of characters that can carry 128 bits, even as hexadecimal digits.
const RANDOM_LENGTH: usize = 32;
/// Fewer different characters than this are not random: 32 random hexadecimal
/// digits have fewer once in twenty million times.
const RANDOM_VARIETY: usize = 8;

/// True if a key has the room for 128 random bits: hexadecimal digits, base64url or a
/// UUID of any version, and no constant. Its randomness cannot be checked.
fn is_random(key: &str) -> bool {
    let in_alphabet = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let different: BTreeSet<u8> = key.bytes().collect();
    key.len() >= RANDOM_LENGTH && key.bytes().all(in_alphabet) && different.len() >= RANDOM_VARIETY
}

/// The hash of a request: it depends on operation and content, but not on the order
/// of its fields.
pub(crate) fn request_hash(operation: &str, request: &impl Serialize) -> Hash {
    let content = serde_json::to_string(request).expect("requests are plain data");
    Hash::of(format!("{operation}\0{content}").as_bytes())
}

/// An answer that is stored, and returned again for its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The game or player that it is about.
    pub about: Uuid,
    /// The answer in JSON.
    pub json: String,
    /// True if it is about the result of an earlier request, usually one with the
    /// same key.
    pub repeated: bool,
    /// True if that was another request, whose result this one found.
    pub existed: bool,
    /// True if the log has the key, so that the answer is computed again for a repeated
    /// request.
    pub in_log: bool,
}

impl Reply {
    pub(crate) fn new(about: Uuid, answer: &impl Serialize) -> Self {
        let json = serde_json::to_string(answer).expect("answers are plain data");
        Self { about, json, repeated: false, existed: false, in_log: false }
    }

    fn to_bytes(&self) -> Vec<u8> {
        [self.about.as_bytes().as_slice(), self.json.as_bytes()].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (about, json) = bytes.split_first_chunk()?;
        let json = String::from_utf8(json.to_vec()).ok()?;
        Some(Self { about: Uuid::from_bytes(*about), json, repeated: true, existed: false, in_log: false })
    }
}

/// Turns a reply into the answer that is stored with the change itself: `None`
/// without a key.
pub(crate) struct ReplyCipher<'a>(Option<(&'a IdempotencyKey, Claim, &'a dyn Entropy)>);

impl ReplyCipher<'_> {
    pub(crate) fn answer(&self, reply: &Reply) -> Option<StoredAnswer> {
        let (key, claim, entropy) = self.0.as_ref()?;
        Some(key.seal(claim, &reply.to_bytes(), *entropy))
    }
}

/// Releases the key of a request that panics.
struct ReleasedOnPanic<'a>(&'a Auth, Claim);

impl Drop for ReleasedOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.begin_release(self.1);
        }
    }
}

impl Auth {
    /// The key of a request whose token is optional. With a valid token any key is
    /// accepted. Without a token the key alone opens the stored answer, which may
    /// contain secrets.
    ///
    /// # Errors
    /// For a key that can be guessed: [`Error::KeyWeak`] without a token, and
    /// [`Error::TokenUnknown`] with one that is unknown or revoked.
    pub async fn idempotency_key(&self, key: &str, caller: Option<&Token>) -> Result<IdempotencyKey, Error> {
        if !is_random(key) {
            self.bearer(caller.ok_or(Error::KeyWeak)?).await?;
        }
        Ok(IdempotencyKey::new(key, caller))
    }

    /// Carries out a change that stores its own answer, sealed, in its own
    /// transaction. For a key that has an answer, returns that instead.
    pub(crate) async fn once(
        &self,
        key: Option<&IdempotencyKey>,
        request: Hash,
        change: impl AsyncFnOnce(ReplyCipher<'_>) -> Result<Reply, Error>,
    ) -> Result<Reply, Error> {
        let Some(key) = key.filter(|_| !is_dry_run()) else { return change(ReplyCipher(None)).await };
        let claim = Claim { key: key.hash(), request, by: self.core.new_id(self.core.now().await?) };
        if let Some(earlier) = self.claim(key, &claim).await? {
            return Ok(earlier);
        }
        let released = ReleasedOnPanic(self, claim);
        let done = change(ReplyCipher(Some((key, claim, &*self.core.entropy)))).await;
        drop(released);
        match &done {
            // Such an answer is not stored with the key.
            Ok(reply) if reply.existed || reply.in_log => self.core.store.idempotency.release(&claim).await?,
            Ok(_) => {}
            // Do not wait a second time for an unavailable database.
            Err(Error::Store(StoreError::Unavailable(_))) => {
                self.begin_release(claim);
            }
            Err(_) => self.core.store.idempotency.release(&claim).await?,
        }
        done
    }

    /// Carries out a change like [`Self::once`], for requests that may come with a
    /// token: a token that is void by now gets no earlier answer, either.
    pub(crate) async fn once_with_token(
        &self,
        token: Option<&Token>,
        key: Option<&IdempotencyKey>,
        request: Hash,
        change: impl AsyncFnOnce(ReplyCipher<'_>) -> Result<Reply, Error>,
    ) -> Result<Reply, Error> {
        let reply = self.once(key, request, change).await?;
        if let Some(token) = token.filter(|_| reply.repeated) {
            self.bearer(token).await?;
        }
        Ok(reply)
    }

    /// Carries out a change once for each key, and validates it again if the stored
    /// state has changed before its outcome was stored. Without a token, the caller
    /// of this method checks the access of a repeated request: its answer may contain
    /// tokens.
    pub(crate) async fn once_retried(
        &self,
        token: Option<&Token>,
        key: Option<&IdempotencyKey>,
        request: Hash,
        change: impl AsyncFn(&ReplyCipher<'_>) -> Result<Reply, Error>,
    ) -> Result<Reply, Error> {
        let change =
            async |cipher: ReplyCipher<'_>| self.core.retry_stale(async || change(&cipher).await).await;
        self.once_with_token(token, key, request, change).await
    }

    /// Deletes the keys that are older than their retention.
    pub async fn forget_keys(&self) -> Result<(), Error> {
        Ok(self.core.store.idempotency.forget(self.core.now().await? - KEY_RETENTION).await?)
    }

    fn begin_release(&self, claim: Claim) {
        let store = self.core.store.clone();
        self.core.jobs.begin("release_key", claim.by, move || {
            let store = store.clone();
            async move { Ok(store.idempotency.release(&claim).await?) }
        });
    }

    /// The answer of the key, or `None` if it is claimed now.
    async fn claim(&self, key: &IdempotencyKey, claim: &Claim) -> Result<Option<Reply>, Error> {
        let now = self.core.now().await?;
        match self.core.store.idempotency.claim(claim, now, now - CLAIM_EXPIRY, now - KEY_RETENTION).await? {
            ClaimState::Claimed => Ok(None),
            ClaimState::Running { since } => {
                Err(Error::KeyRunning { retry_after: seconds_until_free(since, now) })
            }
            ClaimState::OtherRequest => Err(Error::KeyReused),
            ClaimState::Answered(sealed) => {
                let reply = key.open(&sealed).and_then(|plain| Reply::from_bytes(&plain));
                Ok(Some(reply.ok_or(Error::KeyReused)?))
            }
        }
    }
}

/// The number of seconds until a claim is free if its request was cut off, at least
/// 1.
fn seconds_until_free(since: DateTime<Utc>, now: DateTime<Utc>) -> u64 {
    let left = (since + CLAIM_EXPIRY - now).clamp(TimeDelta::zero(), CLAIM_EXPIRY);
    // Rounded up, since in a part of a second it is not free yet.
    u64::try_from(left.num_seconds() + 1).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use std::panic::AssertUnwindSafe;

    use futures_util::FutureExt as _;
    use regicide_system::entropy::OsEntropy;

    use super::*;
    use crate::service::Service;
    use crate::service::settings::Settings;

    #[test]
    fn a_key_with_room_for_128_random_bits_is_taken_for_random() {
        let good = ["6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11", "6F8DBB3C-6C1C-4B56-9A3E-0A5F0D6F3A11"];
        let weak = ["", "1", "order-66", "00000000-0000-0000-0000-000000000000", "hJ3kd92mLqpZ0sX1vB7nRt"];
        assert!(good.into_iter().all(is_random));
        assert!(!weak.into_iter().any(is_random));
    }

    #[test]
    fn an_answer_opens_with_its_own_key_only() {
        let key = |text: &str| IdempotencyKey::new(text, Some(&Token::from_client("t")));
        let claim = Claim { key: key("a").hash(), request: Hash::of(b""), by: Uuid::nil() };
        let reply = Reply::new(Uuid::max(), &"secret");
        let sealed = key("a").seal(&claim, &reply.to_bytes(), &OsEntropy);
        assert!(!String::from_utf8_lossy(&sealed.body).contains("secret"));
        let opened = key("a").open(&sealed.body).and_then(|plain| Reply::from_bytes(&plain));
        assert_eq!(opened, Some(Reply { repeated: true, ..reply }));
        assert_eq!(key("b").open(&sealed.body), None);
        assert_eq!(key("a").open(&sealed.body[..NONCE_LENGTH - 1]), None);
    }

    #[test]
    fn two_answers_of_one_key_have_no_keystream_in_common() {
        let key = IdempotencyKey::new("a", Some(&Token::from_client("t")));
        let claim = Claim { key: key.hash(), request: Hash::of(b""), by: Uuid::nil() };
        let answers = [[0_u8; 200], [1; 200]];
        let [one, other] = answers.map(|answer| key.seal(&claim, &answer, &OsEntropy).body);
        for (answer, sealed) in answers.iter().zip([&one, &other]) {
            assert_eq!(key.open(sealed).as_deref(), Some(answer.as_slice()));
        }
        // With one keystream the ciphertexts would differ as the answers do: by a 1
        // in every byte.
        let pairs = one[NONCE_LENGTH..].iter().zip(&other[NONCE_LENGTH..]).take(200);
        let as_answers = pairs.filter(|(one, other)| *one ^ *other == 1).count();
        assert!(as_answers < 20, "of 200 bytes: {as_answers}");
    }

    #[tokio::test]
    async fn the_key_of_a_request_that_panics_is_free_again() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        // The clock is stopped: no claim expires.
        let service = Service::at(DateTime::UNIX_EPOCH, &url, Settings::default()).await;
        let (key, request) = (IdempotencyKey::new("a", None), Hash::of(b""));
        let panics = service.auth.once(Some(&key), request, async |_| panic!("as it must"));
        assert!(AssertUnwindSafe(panics).catch_unwind().await.is_err());
        while !service.core.jobs.is_empty() {
            tokio::task::yield_now().await;
        }
        let reply = Reply::new(Uuid::nil(), &"done");
        let done = service.auth.once(Some(&key), request, async |_| Ok(reply.clone())).await;
        assert_eq!(done.unwrap(), reply);
    }
}
