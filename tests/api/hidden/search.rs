//! Searching a response for cards that its caller may not see.

use serde_json::{Map, Value};

use super::cards::{ANY_JESTER, Cards, named};
use super::secrets::Secrets;
use super::seen::Seen;
use crate::client::Answer;

/// True if a problem names a card independently of the caller: jesters, or the notation of
/// jesters.
fn is_general(card: &str, text: &str) -> bool {
    card == ANY_JESTER
        || (card.starts_with('X') && ["X1 or X2", "X1 o X2"].iter().any(|both| text.contains(both)))
}

/// One running game as its callers may see it.
pub(super) struct Search<'a> {
    pub(super) seen: &'a Seen,
    pub(super) secrets: &'a Secrets,
    /// The caller's seat; none for spectators.
    pub(super) viewer: Option<usize>,
    /// Cards that the request itself named, which a problem may repeat.
    pub(super) requested: &'a Cards,
}

impl Search<'_> {
    /// Everything in an answer that should not be there.
    pub(super) fn leaks(&self, answer: &Answer) -> Vec<String> {
        let mut leaks = Vec::new();
        let headers = answer.headers.iter();
        let headers =
            headers.map(|(name, value)| format!("{name}: {}\n", String::from_utf8_lossy(value.as_bytes())));
        let headers: String = headers.collect();
        self.search_cards(&headers, self.requested, &mut leaks);
        self.search_text(&format!("{headers}{}", answer.text), &mut leaks);
        match serde_json::from_str::<Value>(&answer.text) {
            Ok(body) => {
                // Without escapes it may be another text.
                if answer.text.contains('\\') {
                    self.search_text(&body.to_string(), &mut leaks);
                }
                self.search_value(&body, self.requested, &mut leaks);
            }
            Err(_) => self.search_cards(&answer.text, self.requested, &mut leaks),
        }
        leaks
    }

    /// The same for a list of finished games: they show their cards, but the
    /// game with this id is not among them, nor are its secrets.
    pub(super) fn leaks_in_export(&self, answer: &Answer, game: &str) -> Vec<String> {
        let mut leaks = Vec::new();
        self.search_text(&answer.text, &mut leaks);
        if answer.text.contains(game) {
            leaks.push(format!("the game {game} is exported"));
        }
        leaks
    }

    fn search_text(&self, text: &str, leaks: &mut Vec<String>) {
        leaks.extend(self.secrets.found_in(text).map(|what| format!("{what} in {text}")));
    }

    fn search_cards(&self, text: &str, allowed: &Cards, leaks: &mut Vec<String>) {
        for card in named(text).difference(allowed) {
            let jester = allowed.iter().any(|card| card.starts_with('X'));
            let speaks_of_jesters = card == ANY_JESTER && (jester || !self.seen.has_jesters());
            let in_general = std::ptr::eq(allowed, self.requested) && is_general(card, text);
            if !speaks_of_jesters && !in_general {
                leaks.push(format!("{card} in {text}"));
            }
        }
    }

    /// Searches a part of an answer in which these cards may be named.
    fn search_value(&self, value: &Value, allowed: &Cards, leaks: &mut Vec<String>) {
        match value {
            Value::String(text) => {
                self.search_cards(text, allowed, leaks);
            }
            Value::Array(items) => items.iter().for_each(|item| self.search_value(item, allowed, leaks)),
            Value::Object(fields) => self.search_object(fields, allowed, leaks),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn search_object(&self, fields: &Map<String, Value>, allowed: &Cards, leaks: &mut Vec<String>) {
        let number =
            |name| fields.get(name).and_then(Value::as_u64).and_then(|seq| usize::try_from(seq).ok());
        let is_move = fields.contains_key("text") && fields.contains_key("move");
        let is_minimal = fields.contains_key("effects") && fields.contains_key("to_act");
        let of_move = match number("seq") {
            // A move of the log, with its effects.
            Some(seq) if is_move || is_minimal => Some(self.seen.of_move(seq, self.viewer)),
            // A legal move.
            None if is_move => Some(self.seen.hand(self.viewer)),
            _ => None,
        };
        for (name, value) in fields {
            self.search_cards(name, allowed, leaks);
            match (name.as_str(), number("shown_seq"), &of_move) {
                ("table", Some(seq), _) => {
                    self.search_value(value, &self.seen.table(seq, self.viewer), leaks);
                }
                // The answer to a move holds the game after it.
                ("game", _, _) | (_, _, None) => self.search_value(value, allowed, leaks),
                (_, _, Some(known)) => self.search_value(value, known, leaks),
            }
        }
    }
}
