//! Proofs that a log, or the service that keeps it, contradicts itself.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use regicide_engine::engine::Message;
use regicide_engine::json;
use serde::Serialize;
use serde_json::Value;

use super::folder::LogFolder;
use super::growth::Misfit;
use crate::failures::Failure;
use crate::output::Output;

/// The maximum number of files of contradictions of different kinds.
const FILES: u32 = 99;

/// The proof, in the format of its file.
#[derive(Debug, Serialize)]
pub(super) struct Contradiction {
    #[serde(skip)]
    message: Message,
    /// The id and the text of the contradiction.
    kind: String,
    what: String,
    /// The checkpoint that was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<String>,
    /// The checkpoint that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    /// The file that does not fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The content of the file, in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    /// The contradicting record, with further details.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Value>,
}

/// The reason why a command stopped early.
pub(super) enum Stop {
    Failed(Failure),
    Contradicted(Box<Contradiction>),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Contradiction {
    pub(super) fn new(message: Message) -> Self {
        let kind = message.id().trim_start_matches("log-").to_owned();
        Self {
            message,
            kind,
            what: String::new(),
            kept: None,
            found: None,
            file: None,
            content: None,
            record: None,
        }
    }

    /// Two checkpoints, the found one of which does not extend the kept one.
    pub(super) fn of(misfit: Misfit, kept: Option<String>, found: String) -> Self {
        let message = misfit.message();
        let (file, content) = match misfit {
            Misfit::Unfit { file, content } => (Some(file.to_string()), Some(STANDARD.encode(content))),
            Misfit::Missing(file) => (Some(file.to_string()), None),
            Misfit::Smaller { .. } | Misfit::OtherPast | Misfit::OtherRoot => (None, None),
        };
        Self { kept, found: Some(found), file, content, ..Self::new(message) }
    }

    /// Adds the checkpoint that was kept, if there was one, and the one that was found.
    pub(super) fn between(self, kept: Option<String>, found: String) -> Self {
        Self { kept, found: Some(found), ..self }
    }

    /// Adds the contradicting record.
    pub(super) fn about(self, record: Value) -> Self {
        Self { record: Some(record), ..self }
    }

    pub(super) fn stop(self) -> Stop {
        Stop::Contradicted(Box::new(self))
    }

    /// Stores the proof in the folder and reports it. Only the first proof of a kind is
    /// stored, because a monitor may find it in each round.
    pub(super) fn report(mut self, folder: &LogFolder, out: &mut Output) -> Result<(), Failure> {
        out.record_failure();
        self.what = out.text(&self.message);
        let mut name = "contradiction.json".to_owned();
        for next in 2..=FILES {
            let Some(earlier) = folder.read(&name)? else {
                folder.write(&name, &serde_json::to_vec_pretty(&self)?)?;
                break;
            };
            let earlier = json::parse(earlier).unwrap_or_default();
            if earlier["kind"] == self.kind.as_str() {
                break;
            }
            name = format!("contradiction-{next}.json");
        }
        let file = folder.path(&name).display().to_string();
        let message =
            Message::new("log-contradiction").with("what", self.what.as_str()).with("file", file.as_str());
        let object = serde_json::json!({ "type": "contradiction", "what": self.what, "file": file });
        Ok(out.report(&object, &message)?)
    }
}
