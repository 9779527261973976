//! Where a log is: a service, or a folder with a copy.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use regicide::engine::Message;
use regicide::i18n::Language;
use regicide::json;
use regicide::tlog::{Tile, VerifierKey};
use tokio::time::sleep;
use url::Url;

use super::folder::LogFolder;
use crate::cli::Failure;
use crate::cli::output::Output;
use crate::service::{HttpAnswer, HttpClient};

/// The longest file of a log, and the longest answer but the export, in bytes.
const MAX_FILE: usize = 1 << 20;
/// How long is waited before something is asked for again.
const PAUSES: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4)];
/// How long at the most, whatever the service says.
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// What names a log: a URL or a folder.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Url(Url),
    Folder(PathBuf),
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(path) = text.strip_prefix("file:") {
            return Ok(Self::Folder(PathBuf::from(path.strip_prefix("//").unwrap_or(path))));
        }
        if !text.contains("://") {
            return Ok(Self::Folder(PathBuf::from(text)));
        }
        let url = text.trim_end_matches('/').parse::<Url>().ok();
        let url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        url.map(Self::Url).ok_or_else(|| "a service is written like https://regicide.example".to_owned())
    }
}

impl Place {
    pub(super) fn open(&self, out: &Output) -> Source {
        match self {
            // Whoever names a service may name any.
            Self::Url(url) => Source::Service(Api {
                client: HttpClient::new(|_| true),
                base: url.as_str().trim_end_matches('/').to_owned(),
                language: out.language(),
            }),
            Self::Folder(path) => Source::Folder(LogFolder::new(path.clone())),
        }
    }
}

/// Where the files of a log are read.
pub(super) enum Source {
    Service(Api),
    Folder(LogFolder),
}

/// A service that is asked.
pub(super) struct Api {
    client: HttpClient,
    base: String,
    language: Language,
}

impl Source {
    /// The checkpoint, which has to be there.
    pub(super) async fn checkpoint(&self) -> Result<String, Failure> {
        match self {
            Self::Service(api) => {
                let note = api.required("/log/checkpoint", MAX_FILE).await?;
                Ok(String::from_utf8_lossy(&note).into_owned())
            }
            Self::Folder(folder) => folder.checkpoint(),
        }
    }

    /// A tile or bundle; nothing if it is not there.
    pub(super) async fn tile(&self, tile: Tile) -> Result<Option<Vec<u8>>, Failure> {
        match self {
            Self::Service(api) => api.found(&format!("/log/{tile}"), MAX_FILE).await,
            Self::Folder(folder) => folder.read(&tile.to_string()),
        }
    }

    /// The keys that the log says it has.
    pub(super) async fn keys(&self) -> Result<Vec<VerifierKey>, Failure> {
        match self {
            Self::Service(api) => {
                let info = api.found("/v1/log", MAX_FILE).await?.unwrap_or_default();
                let info = json::parse(info).unwrap_or_default();
                let keys = info["keys"].as_array().into_iter().flatten();
                Ok(keys.filter_map(|key| key.as_str()?.parse().ok()).collect())
            }
            Self::Folder(folder) => folder.keys(),
        }
    }
}

impl Api {
    /// What is at a path; nothing if the service says that there is nothing.
    pub(super) async fn found(&self, path: &str, most: usize) -> Result<Option<Vec<u8>>, Failure> {
        let answer = self.ask(path, most).await?;
        match answer.status {
            200 => Ok(Some(answer.body)),
            404 => Ok(None),
            _ => Err(self.refused(path, &answer)),
        }
    }

    pub(super) async fn required(&self, path: &str, most: usize) -> Result<Vec<u8>, Failure> {
        let answer = self.ask(path, most).await?;
        if answer.status == 200 { Ok(answer.body) } else { Err(self.refused(path, &answer)) }
    }

    fn refused(&self, path: &str, answer: &HttpAnswer) -> Failure {
        let problem = json::parse(&answer.body).unwrap_or_default();
        let detail = problem["detail"].as_str().or(problem["title"].as_str()).unwrap_or_default();
        let told = Message::new("log-answer").with("url", format!("{}{path}", self.base));
        let told = told.with("status", answer.status.to_string()).with("detail", detail);
        self.language.text(&told).into()
    }

    /// The answer to a request, which is repeated a few times.
    async fn ask(&self, path: &str, most: usize) -> Result<HttpAnswer, Failure> {
        let url: Url = format!("{}{path}", self.base).parse()?;
        for pause in PAUSES {
            let pause = match self.client.get(&url, most).await {
                Ok(HttpAnswer { status: 429 | 503, retry_after: Some(wait), .. }) => wait,
                Ok(answer) => return Ok(answer),
                Err(_) => pause,
            };
            sleep(pause.min(MAX_PAUSE)).await;
        }
        self.client.get(&url, most).await.map_err(|error| {
            let told = Message::new("log-no-answer").with("url", url.as_str());
            self.language.text(&told.with("reason", <&str>::from(error))).into()
        })
    }
}
