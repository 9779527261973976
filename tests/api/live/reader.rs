//! A client that reads a stream.

use std::time::Duration;

use actix_web::rt::time::timeout;
use awc::http::Method;
use futures_util::StreamExt;
use serde_json::Value;

use crate::client::{Client, Opened};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    ServerSent,
    Lines,
}

pub(crate) struct Reader {
    opened: Opened,
    form: Form,
    /// Received text that was not parsed yet.
    text: String,
}

impl Reader {
    pub(crate) async fn open(client: &Client, path: &str, form: Form, after: Option<&str>) -> Self {
        let accept = match form {
            Form::ServerSent => "text/event-stream",
            Form::Lines => "application/x-ndjson",
        };
        let mut request = client.request(Method::GET, path).header("accept", accept);
        if let Some(after) = after {
            request = request.header("last-event-id", after);
        }
        let opened = request.open().await;
        assert_eq!(opened.status.as_u16(), 200, "{path}");
        let kind = opened.headers.get("content-type").unwrap().to_str().unwrap().to_owned();
        assert_eq!(kind, accept);
        Self { opened, form, text: String::new() }
    }

    /// The next event.
    #[track_caller]
    pub(crate) fn event(&mut self) -> impl Future<Output = Value> {
        let caller = std::panic::Location::caller();
        async move {
            let event = timeout(Duration::from_secs(40), self.next()).await;
            let event = event.unwrap_or_else(|_| panic!("no event came, {caller}"));
            event.unwrap_or_else(|| panic!("the stream has ended, {caller}"))
        }
    }

    /// The next event, unless the stream ends.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        let end = match self.form {
            Form::ServerSent => "\n\n",
            Form::Lines => "\n",
        };
        loop {
            while let Some((event, rest)) = self.text.split_once(end) {
                let event = event.to_owned();
                let rest = rest.to_owned();
                self.text = rest;
                if let Some(event) = self.read(&event) {
                    return Some(event);
                }
            }
            let piece = self.opened.body.next().await?.ok()?;
            self.text.push_str(std::str::from_utf8(&piece).unwrap());
        }
    }

    /// An event, unless it is a keep-alive.
    fn read(&self, text: &str) -> Option<Value> {
        if self.form == Form::Lines {
            let event: Value = serde_json::from_str(text).unwrap();
            return Some(event).filter(|event| event["type"] != "keepalive");
        }
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        let event: Value = serde_json::from_str(field("data: ")?).unwrap();
        assert_eq!(field("event: "), event["type"].as_str());
        assert_eq!(field("id: "), event["id"].as_str());
        Some(event)
    }
}
