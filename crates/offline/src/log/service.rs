//! The keys, the checkpoint and the proofs of a service, as the service itself gives them.

use regicide_engine::engine::Message;
use regicide_engine::record::{PublicKey, RecordFile};
use regicide_engine::tlog::{LogPolicy, Note, VerifierKey};
use serde_json::json;
use url::Url;

use super::place::{Api, MAX_FILE};
use crate::failures::Failure;
use crate::output::Output;

/// A service whose word is taken for its own records.
pub(crate) struct ServiceKeys {
    api: Api,
    /// The keys that sign games.
    pub(crate) keys: Vec<PublicKey>,
    /// The keys of the transparency log.
    pub(crate) log_keys: Vec<VerifierKey>,
    /// The checkpoint of the log; nothing if none is signed yet.
    pub(crate) checkpoint: Option<String>,
}

/// The URL of a service.
pub(crate) fn service_url(text: &str) -> Result<Url, String> {
    let url = text.trim_end_matches('/').parse::<Url>().ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    url.ok_or_else(|| "a service is written like https://regicide.example".to_owned())
}

impl ServiceKeys {
    pub(crate) async fn fetch(url: &Url, out: &Output) -> Result<Self, Failure> {
        let api = Api::new(url, out);
        let keys = api.signing_keys().await?.iter().filter_map(|key| key.parse().ok()).collect();
        let log_keys = api.log_keys().await?;
        let path = "/log/checkpoint";
        let checkpoint = match api.found(path, MAX_FILE).await? {
            None => None,
            Some(note) => {
                let note = String::from_utf8(note).ok().filter(|note| note.parse::<Note>().is_ok());
                Some(note.ok_or_else(|| api.unusable(path))?)
            }
        };
        Ok(Self { api, keys, log_keys, checkpoint })
    }

    /// Replaces the proof in a record by the one in the latest checkpoint, if the log of
    /// the service has the game.
    pub(crate) async fn add_proof(&self, record: &mut RecordFile, policy: &LogPolicy) -> Result<(), Failure> {
        record.proof = None;
        // A record is untrusted: its id could be any path.
        let is_id = |id: &&String| id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
        let Some(id) = record.id.as_ref().filter(is_id).filter(|id| !id.is_empty()) else { return Ok(()) };
        let since = policy.kept.as_ref().map(|kept| format!("?since={}", kept.size)).unwrap_or_default();
        let path = format!("/v1/games/{id}/proof{since}");
        if let Some(proof) = self.api.found(&path, MAX_FILE).await? {
            record.proof = Some(String::from_utf8(proof).map_err(|_| self.api.unusable(&path))?);
        }
        Ok(())
    }

    /// Prints the source of the keys and the extent of the trust in it.
    pub(crate) fn report(&self, policy: &LogPolicy, out: &mut Output) -> Result<(), Failure> {
        let (url, keys) = (self.api.base(), self.keys.len());
        let size = policy.kept.as_ref().map_or(0, |kept| kept.size);
        let message = Message::new("command-service-keys").with("url", url);
        let message = message.with("keys", keys).with("size", size);
        let object = json!({
            "type": "service", "url": url, "keys": self.keys,
            "log_keys": self.log_keys.iter().map(ToString::to_string).collect::<Vec<_>>(), "size": size,
        });
        Ok(out.report(&object, &message)?)
    }
}
