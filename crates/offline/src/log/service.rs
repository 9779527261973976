//! The policy, the checkpoint and the proofs of a service, as the service itself gives them.

use std::str::FromStr;

use regicide_engine::engine::Message;
use regicide_engine::json::parse as parse_json;
use regicide_engine::record::{Commitment, LoggedCommitment, RecordFile};
use regicide_engine::tlog::{EntryKind, LogPolicy, VerifierKey};
use serde_json::json;
use url::Url;

use super::api::{Api, MAX_FILE};
use super::policy::parse;
use crate::failures::Failure;
use crate::output::Output;

/// A service whose word is taken for its own records.
pub(crate) struct ServicePolicy {
    api: Api,
    /// The policy, with the last checkpoint as the kept one.
    pub(crate) policy: LogPolicy,
}

/// The commitment of a challenge in a log, or the reason why that does not hold.
pub(crate) type CheckedChallenge = Result<LoggedCommitment, Message>;

/// The URL of a challenge: that of its service, and its id.
#[derive(Clone, Debug)]
pub(crate) struct ChallengeUrl {
    pub(crate) service: Url,
    pub(crate) id: String,
}

impl FromStr for ChallengeUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (before, id) = text.split_once("/challenges/")?;
            let service = before.strip_suffix("/v1").unwrap_or(before);
            is_id(id).then(|| Some(Self { service: service_url(service).ok()?, id: id.to_owned() }))?
        };
        read().ok_or_else(|| "a challenge is written like https://regicide.example/challenges/ID".to_owned())
    }
}

/// Returns true if a text is an id, and not a path.
pub(crate) fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The URL of a service.
pub(crate) fn service_url(text: &str) -> Result<Url, String> {
    let url = text.trim_end_matches('/').parse::<Url>().ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    url.ok_or_else(|| "a service is written like https://regicide.example".to_owned())
}

impl ServicePolicy {
    /// Requests the checkpoint of a service, and its policy unless one is given.
    pub(crate) async fn fetch(url: &Url, given: Option<LogPolicy>, out: &Output) -> Result<Self, Failure> {
        let api = Api::new(url, out);
        let mut policy = match given {
            Some(policy) => policy,
            None => parse("/log/policy", &api.policy().await?, out)?,
        };
        if let Some(note) = api.first_checkpoint().await? {
            let opened = policy.open(&note).map_err(|fault| out.failure(&fault.message()))?;
            policy.kept = Some(opened.checkpoint).filter(|checkpoint| checkpoint.size > 0);
        }
        Ok(Self { api, policy })
    }

    fn size(&self) -> u64 {
        self.policy.kept.as_ref().map_or(0, |kept| kept.size)
    }

    /// The proof of the service for a game or challenge; nothing if its log does not have it.
    async fn proof(&self, of: &str) -> Result<Option<String>, Failure> {
        let since = if self.size() > 0 { format!("?since={}", self.size()) } else { String::new() };
        let path = format!("/v1/{of}/proof{since}");
        let proof = self.api.found(&path, MAX_FILE).await?;
        proof.map(|proof| String::from_utf8(proof).map_err(|_| self.api.unusable(&path))).transpose()
    }

    /// The commitment of a challenge of the service in its log, or the reason why that does not hold.
    pub(crate) async fn challenge(&self, id: &str) -> Result<CheckedChallenge, Failure> {
        let path = format!("/v1/challenges/{id}");
        let Some(found) = self.api.found(&path, MAX_FILE).await? else {
            return Ok(Err(Message::new("challenge-unknown")));
        };
        let challenge = parse_json(&found).ok().and_then(Commitment::of_challenge);
        let subject = |id: &str| EntryKind::Commitment.subject(id);
        let challenge = challenge.filter(|challenge| subject(&challenge.id) == subject(id));
        let challenge = challenge.ok_or_else(|| self.api.unusable(&path))?;
        Ok(match self.proof(&format!("challenges/{id}")).await? {
            Some(proof) => challenge.logged(&proof, &self.policy),
            None => Err(Message::new("challenge-not-logged")),
        })
    }

    /// Replaces the proof in a record by that of the service, if its log has the game.
    pub(crate) async fn add_proof(&self, record: &mut RecordFile) -> Result<(), Failure> {
        record.proof = None;
        // A record is untrusted: its id could be any path.
        if let Some(id) = record.id.as_ref().filter(|id| is_id(id)) {
            record.proof = self.proof(&format!("games/{id}")).await?;
        }
        Ok(())
    }

    /// Prints the source of the policy and the extent of the trust in it.
    pub(crate) fn report(&self, out: &mut Output) -> Result<(), Failure> {
        let (url, size) = (self.api.base(), self.size());
        let keys: Vec<String> = self.policy.keys.iter().map(VerifierKey::to_string).collect();
        let message = Message::new("command-service-policy").with("url", url).with("size", size);
        Ok(out.report(&json!({ "type": "service", "url": url, "keys": keys, "size": size }), &message)?)
    }
}
