//! A browser with one connection: it keeps answers with their tags, as browsers
//! do, and requests the client's files.

use std::collections::HashMap;
use std::io::Read as _;
use std::rc::Rc;
use std::time::{Duration, Instant};

use actix_web::rt::time::timeout;
use flate2::read::GzDecoder;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HOST,
    HeaderMap, HeaderValue, IF_NONE_MATCH,
};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::Value;

use super::World;
use super::chance::Chance;
use crate::generator::lines::{Lines, StreamConnection};
use crate::generator::{Failure, Target};

/// How long to wait for an answer.
const TIMEOUT: Duration = Duration::from_mins(1);

pub(crate) struct Browser {
    pub(crate) world: Rc<World>,
    sender: SendRequest<Full<Bytes>>,
    /// Cached answers with their tags, by path and whether a token
    /// was sent.
    kept: HashMap<(String, bool), (HeaderValue, Value)>,
    /// The header of the player, or of the seat.
    pub(crate) bearer: Option<HeaderValue>,
    /// For idempotency keys.
    chance: Chance,
}

/// A stream that is read until it is dropped.
pub(crate) struct Open {
    pub(crate) lines: Lines,
    _connection: StreamConnection,
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Bytes,
}

async fn connect(target: &Target) -> Result<SendRequest<Full<Bytes>>, Failure> {
    let (sender, connection) = handshake(TokioIo::new(target.connect().await?)).await?;
    // Its errors are also returned to who waits for an answer.
    actix_web::rt::spawn(connection);
    Ok(sender)
}

impl Browser {
    /// That of the person with this number.
    pub(crate) async fn open(world: &Rc<World>, number: u32) -> Result<Self, Failure> {
        let sender = connect(&world.target).await?;
        let chance = Chance::of(!number);
        Ok(Self { world: Rc::clone(world), sender, kept: HashMap::new(), bearer: None, chance })
    }

    /// The same browser later, when its connection was closed.
    pub(crate) async fn reopen(&mut self) -> Result<(), Failure> {
        self.sender = connect(&self.world.target).await?;
        Ok(())
    }

    /// Sends the token of a player or a seat from now on.
    pub(crate) fn sign(&mut self, token: &Value) -> Result<(), Failure> {
        let token = token.as_str().ok_or("there is no token")?;
        self.bearer = Some(format!("Bearer {token}").try_into()?);
        Ok(())
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Answer, Failure> {
        let mut request = Request::new(Full::from(body));
        *request.method_mut() = method;
        *request.uri_mut() = self.world.target.resource(path)?;
        *request.headers_mut() = headers;
        request.headers_mut().insert(HOST, self.world.target.header().clone());
        request.headers_mut().insert(ACCEPT_LANGUAGE, HeaderValue::from_static("en"));
        let exchange = async {
            self.sender.ready().await?;
            let (head, body) = self.sender.send_request(request).await?.into_parts();
            let body = body.collect().await?.to_bytes();
            Ok::<_, hyper::Error>(Answer { status: head.status.as_u16(), headers: head.headers, body })
        };
        Ok(timeout(TIMEOUT, exchange).await.map_err(|_| format!("{path}: no answer in a minute"))??)
    }

    /// Requests a file; with a tag, a 304 is accepted.
    pub(crate) async fn file(&mut self, path: &str) -> Result<(), Failure> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"));
        let key = (path.to_owned(), false);
        headers.extend(self.kept.get(&key).map(|(tag, _)| (IF_NONE_MATCH, tag.clone())));
        let answer = self.send(Method::GET, path, headers, Vec::new()).await?;
        self.world.count("requests for files", 1);
        match (answer.status, answer.headers.get(ETAG)) {
            (200, Some(tag)) => drop(self.kept.insert(key, (tag.clone(), Value::Null))),
            (304, _) => {}
            (status, _) => return Err(format!("{path} was answered with {status}").into()),
        }
        Ok(())
    }

    /// A file as text, of which nothing is counted.
    pub(crate) async fn read(&mut self, path: &str) -> Result<String, Failure> {
        let answer = self.send(Method::GET, path, HeaderMap::new(), Vec::new()).await?;
        Ok(str::from_utf8(&answer.body)?.to_owned())
    }

    /// A response of the API; nothing after a 403.
    async fn try_get(&mut self, path: &str, signed: bool) -> Result<Option<Value>, Failure> {
        let mut headers = self.headers(signed);
        let key = (path.to_owned(), signed);
        headers.extend(self.kept.get(&key).map(|(tag, _)| (IF_NONE_MATCH, tag.clone())));
        let answer = self.send(Method::GET, path, headers, Vec::new()).await?;
        self.world.count("requests to read", 1);
        match answer.status {
            200 => {
                let value = json(&answer)?;
                if let Some(tag) = answer.headers.get(ETAG) {
                    self.kept.insert(key, (tag.clone(), value.clone()));
                }
                Ok(Some(value))
            }
            304 => {
                let (_, value) = self.kept.get(&key).ok_or("304 without a tag")?;
                Ok(Some(value.clone()))
            }
            403 => Ok(None),
            status => Err(format!("GET {path} was answered with {status}: {}", json(&answer)?).into()),
        }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<Value, Failure> {
        self.try_get(path, false).await?.ok_or_else(|| format!("GET {path} was answered with 403").into())
    }

    pub(crate) async fn get_signed(&mut self, path: &str) -> Result<Value, Failure> {
        self.try_get(path, true).await?.ok_or_else(|| format!("GET {path} was answered with 403").into())
    }

    /// A board is closed to who has not played.
    pub(crate) async fn get_if_open(&mut self, path: &str) -> Result<Option<Value>, Failure> {
        self.try_get(path, true).await
    }

    /// Does something that a person waits for.
    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Result<Value, Failure> {
        let mut headers = self.headers(true);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert("idempotency-key", self.chance.uuid().to_string().try_into()?);
        let start = Instant::now();
        let answer = self.send(Method::POST, path, headers, body.to_string().into_bytes()).await?;
        self.world.waits.borrow_mut().action(start.elapsed());
        match answer.status {
            200 | 201 => json(&answer),
            status => Err(format!("POST {path} was answered with {status}: {}", json(&answer)?).into()),
        }
    }

    fn headers(&self, signed: bool) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, application/problem+json"));
        // A browser would take `br`, too, which nothing here can read.
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        headers.extend(self.bearer.clone().filter(|_| signed).map(|bearer| (AUTHORIZATION, bearer)));
        headers
    }

    /// Opens a stream of events, on a connection of its own.
    pub(crate) async fn follow(&self, path: &str) -> Result<Open, Failure> {
        let mut connection = StreamConnection::open(&self.world.target).await?;
        let resource = self.world.target.resource(path)?;
        let lines = connection.follow(resource, self.bearer.clone()).await?;
        self.world.count("streams", 1);
        Ok(Open { lines, _connection: connection })
    }
}

fn json(answer: &Answer) -> Result<Value, Failure> {
    if answer.headers.get(CONTENT_ENCODING).is_none_or(|coding| coding != "gzip") {
        return Ok(serde_json::from_slice(&answer.body)?);
    }
    let mut text = Vec::new();
    GzDecoder::new(&*answer.body).read_to_end(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}
