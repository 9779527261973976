//! What shows that a log, or the service that keeps it, contradicts itself.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use regicide::engine::Message;
use regicide::json;
use serde::Serialize;
use serde_json::Value;

use super::folder::LogFolder;
use super::growth::Misfit;
use crate::failures::Failure;
use crate::output::Output;

/// How many files there are of contradictions of different kinds, at the most.
const FILES: u32 = 99;

/// The proof, as it is kept in a file.
#[derive(Debug, Serialize)]
pub(super) struct Contradiction {
    #[serde(skip)]
    told: Message,
    /// What is wrong, in a word, and in words.
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
    /// What it held, in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    /// The record that it is about, with what else was said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Value>,
}

/// Why something was not done to its end.
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
    pub(super) fn new(told: Message) -> Self {
        let kind = told.id().trim_start_matches("log-").to_owned();
        Self {
            told,
            kind,
            what: String::new(),
            kept: None,
            found: None,
            file: None,
            content: None,
            record: None,
        }
    }

    /// Two checkpoints of which the one that was found does not go on from the other.
    pub(super) fn of(misfit: Misfit, kept: Option<String>, found: String) -> Self {
        let told = misfit.message();
        let (file, content) = match misfit {
            Misfit::Unfit { file, content } => (Some(file.to_string()), Some(STANDARD.encode(content))),
            Misfit::Missing(file) => (Some(file.to_string()), None),
            Misfit::Smaller { .. } | Misfit::OtherPast | Misfit::OtherRoot => (None, None),
        };
        Self { kept, found: Some(found), file, content, ..Self::new(told) }
    }

    /// With the checkpoint that was kept, if there was one, and the one that was found.
    pub(super) fn between(self, kept: Option<String>, found: String) -> Self {
        Self { kept, found: Some(found), ..self }
    }

    /// With the record that it is about.
    pub(super) fn about(self, record: Value) -> Self {
        Self { record: Some(record), ..self }
    }

    pub(super) fn stop(self) -> Stop {
        Stop::Contradicted(Box::new(self))
    }

    /// Keeps the proof in the folder and says so. The first one of a kind stays, as a
    /// monitor may find the same again and again.
    pub(super) fn tell(mut self, folder: &LogFolder, out: &mut Output) -> Result<(), Failure> {
        out.record_failure();
        self.what = out.text(&self.told);
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
        let told =
            Message::new("log-contradiction").with("what", self.what.as_str()).with("file", file.as_str());
        let object = serde_json::json!({ "type": "contradiction", "what": self.what, "file": file });
        Ok(out.tell(&object, &told)?)
    }
}
