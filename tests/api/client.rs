//! A client of the API: one method for each operation, on a server that runs
//! in this process.

use std::net::SocketAddr;

use awc::http::{Method, StatusCode, header};
use futures_util::StreamExt;
use futures_util::stream::LocalBoxStream;
use serde_json::{Value, json};

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: header::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error} in {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// The answer's JSON, if it has this status.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }

    /// The problem with this status and code.
    #[track_caller]
    pub(crate) fn problem(self, status: u16, code: &str) -> Value {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{}", self.text);
        let problem = self.expect(status);
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status);
        let kind = problem["type"].as_str().unwrap();
        assert!(kind.ends_with(&format!("/problems/{code}")), "{kind}");
        problem
    }
}

/// An answer whose body is read as it comes.
pub(crate) struct Opened {
    pub(crate) status: StatusCode,
    pub(crate) headers: header::HeaderMap,
    pub(crate) body: LocalBoxStream<'static, Result<actix_web::web::Bytes, awc::error::PayloadError>>,
}

/// A client with or without a token.
#[derive(Clone)]
pub(crate) struct Client {
    http: awc::Client,
    base: String,
    token: Option<String>,
}

/// A request that is being put together.
pub(crate) struct Request(awc::ClientRequest);

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let http = awc::Client::builder().timeout(std::time::Duration::from_mins(1)).finish();
        Self { http, base: format!("http://{address}"), token: None }
    }

    /// The same client with a token.
    pub(crate) fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// This client with another's token, if that has one.
    pub(crate) fn with_token_of(&self, other: &Self) -> Self {
        Self { token: other.token.clone(), ..self.clone() }
    }

    /// The token that it sends.
    pub(crate) fn token(&self) -> &str {
        self.token.as_deref().unwrap()
    }

    /// The token that it sends, if it has one.
    pub(crate) fn known_token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The URL of the server.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// The server's address.
    pub(crate) fn address(&self) -> &str {
        self.base.strip_prefix("http://").unwrap()
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> Request {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        Request(request)
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.request(Method::GET, path).send().await
    }

    /// The bytes at a path, or the status if there are none.
    pub(crate) async fn file(&self, path: &str) -> Result<Vec<u8>, StatusCode> {
        let mut response = self.http.get(format!("{}{path}", self.base)).send().await.unwrap();
        let bytes = response.body().await.unwrap().to_vec();
        if response.status().is_success() { Ok(bytes) } else { Err(response.status()) }
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.request(Method::POST, path).json(body).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.request(Method::DELETE, path).send().await
    }

    pub(crate) async fn create(&self, body: &Value) -> Value {
        self.post("/v1/games", body).await.expect(201)
    }

    pub(crate) async fn view(&self, id: &str) -> Value {
        self.get(&format!("/v1/games/{id}")).await.expect(200)
    }

    /// Makes a move in its text form.
    pub(crate) async fn make(&self, id: &str, text: impl Into<Value>) -> Answer {
        self.post(&format!("/v1/games/{id}/moves"), &json!({ "text": text.into() })).await
    }

    /// Proposes to concede or to take a move back, or accepts the open proposal (R11.2).
    pub(crate) async fn propose(&self, id: &str, kind: &str) -> Answer {
        self.post(&format!("/v1/games/{id}/proposal"), &json!({ "type": kind })).await
    }

    /// Concedes, alone, or as one of the people at the table.
    pub(crate) async fn concede(&self, id: &str) -> Answer {
        self.propose(id, "concede").await
    }
}

impl Request {
    pub(crate) fn header(self, name: &str, value: &str) -> Self {
        Self(self.0.insert_header((name, value)))
    }

    pub(crate) async fn send(self) -> Answer {
        self.try_send().await.unwrap()
    }

    pub(crate) async fn json(self, body: &Value) -> Answer {
        self.try_json(body).await.unwrap()
    }

    /// The answer with a body that is read as it comes.
    pub(crate) async fn open(self) -> Opened {
        let response = self.0.send().await.unwrap();
        Opened {
            status: response.status(),
            headers: response.headers().clone(),
            body: response.boxed_local(),
        }
    }

    /// The answer, if the service is still running.
    pub(crate) async fn try_send(self) -> Option<Answer> {
        let is_head = self.0.get_method() == Method::HEAD;
        Self::answer(self.0.send().await.ok()?, !is_head).await
    }

    /// The same with a body.
    pub(crate) async fn try_json(self, body: &Value) -> Option<Answer> {
        Self::answer(self.0.send_json(body).await.ok()?, true).await
    }

    pub(crate) async fn body(self, kind: &str, body: impl Into<String>) -> Answer {
        self.bytes(kind, body.into().into_bytes()).await
    }

    pub(crate) async fn bytes(self, kind: &str, body: Vec<u8>) -> Answer {
        let request = self.0.insert_header((header::CONTENT_TYPE, kind));
        Self::answer(request.send_body(body).await.unwrap(), true).await.unwrap()
    }

    async fn answer<S>(mut response: awc::ClientResponse<S>, has_body: bool) -> Option<Answer>
    where
        S: futures_util::Stream<Item = Result<actix_web::web::Bytes, awc::error::PayloadError>> + Unpin,
    {
        let body = response.body().limit(16 << 20).await.ok()?;
        // This client takes an answer that was cut off for a whole one.
        let length = response.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        let is_compressed = response.headers().contains_key(header::CONTENT_ENCODING);
        if has_body && !is_compressed && length.is_some_and(|length| length != body.len().to_string()) {
            return None;
        }
        let text = String::from_utf8_lossy(&body).into_owned();
        Some(Answer { status: response.status(), headers: response.headers().clone(), text })
    }
}
