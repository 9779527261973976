//! The answers of a service.

use std::time::Duration;

use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;
use regicide_engine::json;
use regicide_engine::tlog::{Note, Tile};
use regicide_system::http_client::{HttpAnswer, HttpClient};
use tokio::time::sleep;
use url::Url;

use crate::failures::Failure;
use crate::output::Output;

/// The longest text of a service that an error repeats, in characters.
const MAX_DETAIL: usize = 200;
/// The longest file of a log, and the longest answer but the export, in bytes.
pub(super) const MAX_FILE: usize = 1 << 20;
const CHECKPOINT: &str = "/log/checkpoint";
/// The pauses before a request is repeated.
const PAUSES: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4)];
/// The longest pause, whatever the service requests.
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// A service that serves a log.
pub(super) struct Api {
    client: HttpClient,
    base: String,
    language: Language,
    pauses: [Duration; 3],
}

impl Api {
    pub(super) fn new(url: &Url, out: &Output) -> Self {
        Self {
            // The user names the service, so any address is allowed.
            client: HttpClient::new(|_| true),
            base: url.as_str().trim_end_matches('/').to_owned(),
            language: out.language(),
            pauses: PAUSES,
        }
    }

    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// The policy for the log, as the service gives it.
    pub(super) async fn policy(&self) -> Result<String, Failure> {
        let path = "/log/policy";
        String::from_utf8(self.required(path, MAX_FILE).await?).map_err(|_| self.unusable(path))
    }

    /// The checkpoint, which must exist. A text that is not a signed note was not sent by
    /// the log, and contradicts nothing.
    pub(super) async fn checkpoint(&self) -> Result<String, Failure> {
        self.note(CHECKPOINT, self.required(CHECKPOINT, MAX_FILE).await?)
    }

    /// The checkpoint; nothing before the first one.
    pub(super) async fn first_checkpoint(&self) -> Result<Option<String>, Failure> {
        let found = self.found(CHECKPOINT, MAX_FILE).await?;
        found.map(|note| self.note(CHECKPOINT, note)).transpose()
    }

    /// A tile or bundle; nothing if it does not exist. A partial one may be gone when there is a
    /// complete one.
    pub(super) async fn tile(&self, tile: Tile) -> Result<Option<Vec<u8>>, Failure> {
        let file = async |tile: Tile| self.found(&format!("/log/{tile}"), MAX_FILE).await;
        match file(tile).await? {
            None if !tile.is_complete() => {
                let complete = file(tile.completed()).await?;
                Ok(complete.and_then(|content| tile.cut_from(&content).map(<[u8]>::to_vec)))
            }
            found => Ok(found),
        }
    }

    /// The content at a path; nothing for the status 404.
    pub(super) async fn found(&self, path: &str, most: usize) -> Result<Option<Vec<u8>>, Failure> {
        let answer = self.request(path, most).await?;
        if answer.status == 404 { Ok(None) } else { self.body(path, answer).map(Some) }
    }

    pub(super) async fn required(&self, path: &str, most: usize) -> Result<Vec<u8>, Failure> {
        let answer = self.request(path, most).await?;
        self.body(path, answer)
    }

    /// The signed note in an answer.
    fn note(&self, path: &str, body: Vec<u8>) -> Result<String, Failure> {
        let note = String::from_utf8(body).ok().filter(|note| note.parse::<Note>().is_ok());
        note.ok_or_else(|| self.unusable(path))
    }

    /// The body of a success. A page of HTML is from a proxy.
    fn body(&self, path: &str, answer: HttpAnswer) -> Result<Vec<u8>, Failure> {
        if answer.status != 200 {
            return Err(self.refused(path, &answer));
        }
        let is_page = answer.content_type.is_some_and(|content_type| content_type.starts_with("text/html"));
        if is_page { Err(self.unusable(path)) } else { Ok(answer.body) }
    }

    /// The failure of an answer that no correct service sends.
    pub(super) fn unusable(&self, path: &str) -> Failure {
        let message = Message::new("log-bad-answer").with("url", format!("{}{path}", self.base));
        self.language.text(&message).into()
    }

    fn refused(&self, path: &str, answer: &HttpAnswer) -> Failure {
        let problem = json::parse(&answer.body).unwrap_or_default();
        let detail = problem["detail"].as_str().or(problem["title"].as_str()).unwrap_or_default();
        let detail: String = detail.chars().take(MAX_DETAIL).collect();
        let message = Message::new("log-answer").with("url", format!("{}{path}", self.base));
        let message = message.with("status", answer.status.to_string()).with("detail", detail);
        self.language.text(&message).into()
    }

    /// The answer to a request, which is repeated a few times.
    async fn request(&self, path: &str, most: usize) -> Result<HttpAnswer, Failure> {
        let url: Url = format!("{}{path}", self.base).parse()?;
        for pause in self.pauses {
            let pause = match self.client.get(&url, most).await {
                Ok(HttpAnswer { status: 429 | 503, retry_after: Some(wait), .. }) => wait,
                Ok(answer) => return Ok(answer),
                Err(_) => pause,
            };
            sleep(pause.min(MAX_PAUSE)).await;
        }
        self.client.get(&url, most).await.map_err(|error| {
            let message = Message::new("log-no-answer").with("url", url.as_str());
            self.language.text(&message.with("reason", <&str>::from(error))).into()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{TcpListener, TcpStream};

    use regicide_engine::tlog::LogPolicy;
    use serde_json::Value;

    use super::*;

    /// Answers every request with the pieces of `tests/support/bad_answers.json`; the
    /// thread ends with the test program.
    fn bad_server(answer: &Value) -> Api {
        let parts: Vec<(Vec<u8>, bool)> = answer.as_array().unwrap().iter().map(made).collect();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                // A client that has read enough closes the connection.
                let _ = stream.read(&mut [0; 4096]).and_then(|_| play(&mut stream, &parts));
            }
        });
        let client = HttpClient::new(|_| true);
        Api { client, base, language: Language::default(), pauses: [Duration::ZERO; 3] }
    }

    fn play(stream: &mut TcpStream, parts: &[(Vec<u8>, bool)]) -> std::io::Result<()> {
        for (part, is_endless) in parts {
            stream.write_all(part)?;
            if *is_endless {
                loop {
                    stream.write_all(part)?;
                }
            }
        }
        Ok(())
    }

    /// The bytes of a piece, with true if they are repeated for ever. Compressed ones are
    /// sent as they are, because the client decompresses nothing.
    fn made(piece: &Value) -> (Vec<u8>, bool) {
        if let Some(text) = piece.as_str() {
            return (text.as_bytes().to_vec(), false);
        }
        let text = |name: &str| piece[name].as_str();
        if let Some(hex) = text("hex") {
            return (hex::decode(hex).unwrap(), false);
        }
        let times = piece["times"].as_u64();
        let repeated = text("repeat").or(text("gzip")).or(text("deflate")).unwrap_or_default();
        let times = times.map_or(1 << 12, |times| usize::try_from(times).unwrap().min(1 << 21));
        (repeated.repeat(times).into_bytes(), piece["times"].is_null() && piece["reset"].is_null())
    }

    #[tokio::test]
    async fn bad_answers_are_failures() {
        let bad: Value =
            serde_json::from_str(include_str!("../../../../tests/support/bad_answers.json")).unwrap();
        // The client decompresses nothing, so the compressed answer is only an object.
        let cases = bad["requests"].as_object().unwrap().iter().filter(|(name, _)| *name != "no gzip");
        for (name, answer) in cases {
            let api = bad_server(answer);
            assert!(api.checkpoint().await.is_err(), "{name}");
            let policy = api.policy().await.map(|policy| policy.parse::<LogPolicy>());
            assert!(!matches!(policy, Ok(Ok(_))), "{name}");
        }
    }

    #[tokio::test]
    async fn an_error_repeats_little_of_a_long_answer() {
        let problem = format!("HTTP/1.1 400 Bad Request\r\n\r\n{{\"detail\": \"{}\"}}", "x".repeat(100_000));
        let failure = bad_server(&serde_json::json!([problem])).policy().await.unwrap_err();
        assert!(failure.to_string().len() < 400, "{failure}");
    }
}
