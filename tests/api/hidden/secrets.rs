//! Texts that no answer about a running game may hold.

use std::collections::{BTreeSet, HashMap};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

/// How many bytes of a text are looked up at once.
const BLOCK: usize = 8;

/// Secrets of one game, each with a name.
///
/// There are hundreds, and many answers: to search for each by itself took most
/// of the time. A secret of fifteen bytes or more that stands in a text covers a
/// whole block of it, wherever it begins, and that block is among the first
/// eight that the secret itself can be cut at.
pub(super) struct Secrets {
    key: [u8; 32],
    texts: Vec<(String, String)>,
    /// The secrets that can cover a block.
    by_block: HashMap<[u8; BLOCK], Vec<usize>>,
    /// Those that are too short to cover one in every place.
    short: Vec<usize>,
}

impl Secrets {
    /// The seed and the generator's key (docs/spec/record.md S1.2) in the ways in which
    /// bytes are written.
    pub(super) fn new(seed: &str) -> Self {
        let key: [u8; 32] = Sha256::digest(format!("regicide/key/v1\0{seed}")).into();
        let mut secrets = Self { key, texts: Vec::new(), by_block: HashMap::new(), short: Vec::new() };
        secrets.add("the seed", seed.to_owned());
        secrets.add_bytes("the key", &key);
        secrets.add_stream(0);
        secrets
    }

    fn add(&mut self, what: &str, text: String) {
        let number = self.texts.len();
        if text.len() < 2 * BLOCK - 1 {
            self.short.push(number);
        } else {
            for block in text.as_bytes().array_windows().take(BLOCK) {
                self.by_block.entry(*block).or_default().push(number);
            }
        }
        self.texts.push((what.to_owned(), text));
    }

    fn add_bytes(&mut self, what: &str, bytes: &[u8]) {
        self.add(what, hex::encode(bytes));
        self.add(what, hex::encode_upper(bytes));
        for encoded in [STANDARD.encode(bytes), URL_SAFE.encode(bytes)] {
            self.add(what, encoded.trim_end_matches('=').to_owned());
        }
        self.add_numbers(what, bytes);
    }

    fn add_numbers<N: ToString>(&mut self, what: &str, numbers: &[N]) {
        let numbers: Vec<String> = numbers.iter().map(N::to_string).collect();
        for separator in [",", ", "] {
            self.add(what, numbers.join(separator));
        }
    }

    /// The first random numbers of a move's stream, or of the deal's
    /// (docs/spec/record.md S2.1).
    fn add_stream(&mut self, number: u64) {
        let mut stream = ChaCha20Rng::from_seed(self.key);
        stream.set_stream(number);
        let words = [stream.next_u32(), stream.next_u32()];
        let what = format!("stream {number}");
        self.add(&what, hex::encode(words.map(u32::to_le_bytes).concat()));
        self.add(&what, words.map(|word| format!("{word:08x}")).concat());
        self.add_numbers(&what, &words);
    }

    /// A position that was reached: its line, its digest and the stream of the
    /// move that follows.
    pub(super) fn add_position(&mut self, line: &str) {
        let seq: u64 = line.rsplit(' ').next().and_then(|seq| seq.parse().ok()).expect("a position line");
        self.add(&format!("position {seq}"), line.to_owned());
        let (what, digest) = (format!("the digest of position {seq}"), Sha256::digest(line));
        self.add(&what, hex::encode(digest));
        self.add(&what, STANDARD.encode(digest).trim_end_matches('=').to_owned());
        self.add_stream(seq + 1);
    }

    /// The token of a seat.
    pub(super) fn add_token(&mut self, seat: usize, token: &str) {
        self.add(&format!("the token of seat {seat}"), token.to_owned());
    }

    /// The names of the secrets that a text holds.
    pub(super) fn found_in(&self, text: &str) -> impl Iterator<Item = &str> {
        let (blocks, _) = text.as_bytes().as_chunks();
        let long = blocks.iter().filter_map(|block| self.by_block.get(block)).flatten();
        let possible: BTreeSet<usize> = long.chain(&self.short).copied().collect();
        let possible = possible.into_iter().map(|number| &self.texts[number]);
        possible.filter(move |(_, secret)| text.contains(secret.as_str())).map(|(what, _)| what.as_str())
    }

    /// All that is searched for.
    pub(super) fn texts(&self) -> &[(String, String)] {
        &self.texts
    }
}

#[test]
fn s1_2_the_key_is_that_of_the_description() {
    let vectors = include_str!("../../../crates/engine/tests/data/vectors/randomness.json");
    let vectors: serde_json::Value = serde_json::from_str(vectors).unwrap();
    let mut checked = 0;
    for vector in vectors.as_array().into_iter().flatten() {
        if let (Some(seed), Some(key)) = (vector["seed"].as_str(), vector["key"].as_str()) {
            let secrets = Secrets::new(seed);
            assert!(secrets.found_in(key).any(|what| what == "the key"));
            checked += 1;
        }
    }
    assert!(checked > 0, "{vectors}");
}

#[test]
fn every_secret_is_found_anywhere_in_a_response() {
    let mut secrets = Secrets::new("hidden-in-a-text.");
    secrets.add("a short one", "1,2".to_owned());
    for (what, secret) in secrets.texts() {
        for before in 0..2 * BLOCK {
            let text = format!("{}{secret}{}", "-".repeat(before), "-".repeat(before % 3));
            assert!(secrets.found_in(&text).any(|found| found == what), "{what} in {text}");
        }
    }
}
