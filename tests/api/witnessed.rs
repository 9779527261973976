//! Witnesses of the transparency log: their signatures are served, their failures stop
//! nothing, and a contradicting history at one of them stops the log.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actix_web::rt::spawn;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta};
use ed25519_dalek::Signer as _;
use regicide_engine::engine::Hash;
use regicide_engine::tlog::{
    Checkpoint, LogPolicy, Note, NoteSignature, SigningKey, is_consistent, sign_checkpoint,
};
use regicide_server::api::Config;
use regicide_server::service::runtime::Clock as _;
use regicide_server::service::settings::{CheckpointGuard, TlogSettings, WitnessPolicy};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};

use crate::client::Client;
use crate::received::{Received, read};
use crate::restored::play;
use crate::server::Setting;
use crate::tlog::refused;

crate::on_both_databases!(
    a_witness_signs_continuations_of_its_signed_checkpoint,
    metrics_have_the_size_that_each_witness_signed,
    a_failing_witness_stops_nothing_and_gets_further_requests,
    nothing_is_signed_before_all_witnesses_have_answered,
    a_contradicting_history_at_a_witness_stops_the_log,
);

/// The seed of a witness's key.
const OTHER_SEED: u8 = 7;
/// The time in a witness's signature.
const TIME: u64 = 1_800_000_000;

/// The behaviour of a witness on a request for a signature.
#[derive(Clone, Debug)]
enum Mood {
    Honest,
    /// With the signature of another key.
    OtherKey,
    Answers(u16, &'static str),
    /// The connection is closed.
    Closes,
    /// The connection stays open.
    Hangs,
}

struct State {
    mood: Mood,
    /// The checkpoint that it serves.
    shown: Option<String>,
    signed: Option<Checkpoint>,
    requests: Vec<String>,
}

#[derive(Clone)]
struct Witness {
    name: &'static str,
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Witness {
    async fn start(name: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = State { mood: Mood::Honest, shown: None, signed: None, requests: Vec::new() };
        let witness = Self { name, address, state: Arc::new(Mutex::new(state)) };
        let serving = witness.clone();
        spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                spawn(serving.clone().answer(stream));
            }
        });
        witness
    }

    async fn answer(self, mut stream: TcpStream) {
        let Received { path, body, .. } = read(&mut stream).await;
        let mood = self.state.lock().unwrap().mood.clone();
        let (status, content) = if path == "/add-checkpoint" {
            self.state.lock().unwrap().requests.push(body.clone());
            match mood {
                Mood::Honest => self.sign(&body),
                Mood::OtherKey => (200, self.cosignature(&note_in(&body), OTHER_SEED)),
                Mood::Answers(status, content) => (status, content.to_owned()),
                Mood::Closes => return,
                Mood::Hangs => return std::future::pending().await,
            }
        } else {
            self.state.lock().unwrap().shown.clone().map_or((404, String::new()), |shown| (200, shown))
        };
        let length = content.len();
        let answer = format!("HTTP/1.1 {status} Status\r\ncontent-length: {length}\r\n\r\n{content}");
        stream.write_all(answer.as_bytes()).await.unwrap();
    }

    /// The requirements of `tlog-witness`, except the signature of the log.
    fn sign(&self, body: &str) -> (u16, String) {
        let (head, _) = body.split_once("\n\n").unwrap();
        let mut lines = head.lines();
        let old: u64 = lines.next().unwrap().strip_prefix("old ").unwrap().parse().unwrap();
        let hash = |line| Hash(STANDARD.decode(line).unwrap().try_into().unwrap());
        let proof: Vec<Hash> = lines.map(hash).collect();
        let note = note_in(body);
        let new: Checkpoint = note.text.parse().unwrap();
        let mut state = self.state.lock().unwrap();
        let size = state.signed.as_ref().map_or(0, |signed| signed.size);
        if old != size {
            return (409, format!("{size}\n"));
        }
        let goes_on = match &state.signed {
            Some(signed) => is_consistent((signed.size, signed.root), (new.size, new.root), &proof),
            None => proof.is_empty(),
        };
        if !goes_on {
            return (422, String::new());
        }
        state.signed = Some(new);
        (200, self.cosignature(&note, self.seed()))
    }

    /// Its key line.
    fn vkey(&self) -> String {
        format!("{}+{}+{}", self.name, hex::encode(self.key_id()), STANDARD.encode(self.material()))
    }

    /// Each name has another key.
    fn seed(&self) -> u8 {
        *self.name.as_bytes().last().unwrap()
    }

    fn material(&self) -> Vec<u8> {
        [&[4][..], key(self.seed()).verifying_key().as_bytes()].concat()
    }

    fn key_id(&self) -> [u8; 4] {
        let Hash(hash) = Hash::of(&[format!("{}\n", self.name).as_bytes(), &self.material()].concat());
        [hash[0], hash[1], hash[2], hash[3]]
    }

    /// The line of its signature, by the key of a seed.
    fn cosignature(&self, note: &Note, seed: u8) -> String {
        let signed = key(seed).sign(format!("cosignature/v1\ntime {TIME}\n{}", note.text).as_bytes());
        let bytes = [&TIME.to_be_bytes()[..], &signed.to_bytes()].concat();
        format!("{}\n", NoteSignature { name: self.name.to_owned(), id: self.key_id(), bytes })
    }

    fn set(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
    }

    /// The number of requests with a text.
    fn times(&self, text: &str) -> usize {
        self.state.lock().unwrap().requests.iter().filter(|request| request.contains(text)).count()
    }

    fn has_received(&self, text: &str) -> bool {
        self.state.lock().unwrap().requests.iter().any(|request| request.contains(text))
    }

    /// An instance that requests its signatures.
    fn instance(&self, setting: &Setting) -> Client {
        setting.instance_with(|config: &mut Config| config.settings.tlog = self.settings())
    }

    fn settings(&self) -> TlogSettings {
        TlogSettings {
            look: Some(Duration::from_millis(20)),
            interval: Duration::ZERO,
            guard: CheckpointGuard::Witnesses,
            policy: policy(&[self]),
        }
    }
}

/// The lines of witnesses that all have to sign.
fn policy(witnesses: &[&Witness]) -> WitnessPolicy {
    let names = (0..witnesses.len()).fold(String::new(), |names, number| format!("{names} w{number}"));
    let witness = |(number, one): (usize, &&Witness)| {
        format!("witness w{number} {} http://{}\n", one.vkey(), one.address)
    };
    let lines: String = witnesses.iter().enumerate().map(witness).collect();
    format!("{lines}group all-of-them all{names}\nquorum all-of-them\n").parse().unwrap()
}

fn note_in(body: &str) -> Note {
    body.split_once("\n\n").unwrap().1.parse().unwrap()
}

fn key(seed: u8) -> ed25519_dalek::SigningKey {
    ed25519_dalek::SigningKey::from_bytes(&[seed; 32])
}

/// The checkpoint of a size, once it is served.
async fn checkpoint(client: &Client, size: u64) -> String {
    loop {
        let answer = client.get("/log/checkpoint").await;
        if answer.status == 200 && answer.text.lines().nth(1) == Some(&size.to_string()) {
            return answer.text;
        }
    }
}

/// Waits until the witnesses have shown that the database was not restored.
async fn guarded(client: &Client) {
    while client.get("/log/checkpoint").await.status != 200 {}
}

/// The same, once a witness has signed it.
async fn cosigned(client: &Client, size: u64, witness: &Witness) -> String {
    loop {
        let note = checkpoint(client, size).await;
        if note.contains(&format!("\n— {} ", witness.name)) {
            return note;
        }
    }
}

/// L4.8, L5.1.
async fn a_witness_signs_continuations_of_its_signed_checkpoint(setting: Setting) {
    let witness = Witness::start("witness.example/w1").await;
    let client = witness.instance(&setting);
    play(&client).await;
    cosigned(&client, 1, &witness).await;
    for _ in 0..2 {
        play(&client).await;
    }
    let note = cosigned(&client, 3, &witness).await;
    let log = client.get("/v1/log").await.expect(200);
    let text = log["policy"].as_str().unwrap();
    assert_eq!(client.get("/log/policy").await.text, text);
    let policy: LogPolicy = text.parse().unwrap();
    assert_eq!((policy.keys.len(), policy.witnesses.len()), (1, 1), "{text}");
    assert_eq!(
        policy.open(&note).unwrap().witnesses,
        [(witness.name.to_owned(), DateTime::from_timestamp_secs(TIME.try_into().unwrap()).unwrap())]
    );
    assert_eq!(log["witnesses"][0]["size"], 3);

    // The witness has lost its state: the service starts again from size 0.
    witness.set(|state| state.signed = None);
    play(&client).await;
    cosigned(&client, 4, &witness).await;
    assert!(witness.has_received("old 0\n\n"));
}

async fn metrics_have_the_size_that_each_witness_signed(setting: Setting) {
    let witness = Witness::start("witness.example/w1").await;
    witness.set(|state| state.mood = Mood::Closes);
    let (client, figures) =
        setting.instance_with_figures_and(|config| config.settings.tlog = witness.settings());
    play(&client).await;
    let reached = async |size: u64| {
        let name = witness.name;
        let line = format!("regicide_transparency_log_witness_entries{{witness=\"{name}\"}} {size}\n");
        while !figures.get("/metrics").await.text.contains(&line) {}
    };
    reached(0).await;
    witness.set(|state| state.mood = Mood::Honest);
    reached(1).await;
}

/// L2.6.
async fn a_failing_witness_stops_nothing_and_gets_further_requests(setting: Setting) {
    let witness = Witness::start("witness.example/w1").await;
    let client = witness.instance(&setting);
    guarded(&client).await;
    let moods = [
        Mood::Answers(409, "none of your business"),
        Mood::Answers(409, "0\n"),
        Mood::Answers(409, "99\n"),
        Mood::Answers(422, ""),
        Mood::Answers(500, ""),
        Mood::Answers(200, ""),
        Mood::Answers(200, "— witness.example/w1 bm9uc2Vuc2U=\n"),
        Mood::OtherKey,
        Mood::Closes,
        Mood::Hangs,
    ];
    for (size, mood) in (1..).zip(moods) {
        witness.set(|state| state.mood = mood.clone());
        play(&client).await;
        while !witness.has_received(&format!("\n{size}\n")) {
            client.get("/log/checkpoint").await;
        }
        setting.clock.pass(TimeDelta::seconds(5));
        let note = checkpoint(&client, size).await;
        assert!(!note.contains(witness.name), "{mood:?}: {note}");
        witness.set(|state| state.mood = Mood::Honest);
        cosigned(&client, size, &witness).await;
    }
    assert_eq!(client.get("/v1/log").await.expect(200)["refused"], json!(null));
}

/// L2.5: one may have missed what another has.
async fn nothing_is_signed_before_all_witnesses_have_answered(setting: Setting) {
    let witnesses = [Witness::start("witness.example/w1").await, Witness::start("witness.example/w2").await];
    let [first, second] = &witnesses;
    second.set(|state| state.mood = Mood::Closes);
    let tlog = || TlogSettings { policy: policy(&[first, second]), ..first.settings() };
    let client = setting.instance_with(|config: &mut Config| config.settings.tlog = tlog());
    play(&client).await;
    while !first.has_received("\n0\n") {
        client.get("/log/checkpoint").await.problem(503, "log_refused");
    }
    let refused = client.get("/v1/log").await.expect(200)["refused"].clone();
    assert!(refused.as_str().is_some_and(|reason| reason.contains("nor all witnesses")), "{refused}");
    assert_eq!(setting.store.tlog.size().await.unwrap(), 0);
    second.set(|state| state.mood = Mood::Honest);
    guarded(&client).await;
    cosigned(&client, 1, second).await;

    // After a restart each signs the last checkpoint anew.
    let again = setting.instance_with(|config: &mut Config| config.settings.tlog = tlog());
    guarded(&again).await;
    let last = setting.store.tlog.checkpoints(1).await.unwrap().remove(0);
    assert!(witnesses.iter().all(|witness| witness.times(&last.note) == 2), "{last:?}");

    // The checkpoint of one does not stand in for a file that was lost.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    first.set(|state| state.shown = Some(last.note.clone()));
    second.set(|state| state.mood = Mood::Closes);
    let guard = CheckpointGuard::File(file.clone());
    let without = setting.instance_with(|config: &mut Config| {
        config.settings.tlog = TlogSettings { guard: guard.clone(), ..tlog() };
    });
    while without.get("/v1/log").await.expect(200)["refused"].is_null() {
        assert!(!file.exists());
    }
    assert!(!file.exists());
    second.set(|state| state.mood = Mood::Honest);
    guarded(&without).await;
    while !file.exists() {
        without.get("/v1/log").await;
    }
}

/// L5.2.
async fn a_contradicting_history_at_a_witness_stops_the_log(setting: Setting) {
    let witness = Witness::start("witness.example/w1").await;
    let client = witness.instance(&setting);
    play(&client).await;
    let note = cosigned(&client, 1, &witness).await;
    let Checkpoint { origin, .. } = note.parse::<Note>().unwrap().text.parse().unwrap();
    let own = SigningKey::from_bytes(&setting.store.keys.signing().await.unwrap()[0].secret);
    let showing = |size, key: &SigningKey| {
        let other = Checkpoint { origin: origin.clone(), size, root: Hash::of(b"another history") };
        Some(sign_checkpoint(&other, std::slice::from_ref(key), setting.clock.now()).to_string())
    };

    // A checkpoint that the service has not signed does not count.
    let stranger = Witness::start("witness.example/w2").await;
    stranger.set(|state| state.shown = showing(5, &SigningKey::from_bytes(&[9; 32])));
    let other = stranger.instance(&setting);
    play(&client).await;
    cosigned(&other, 2, &stranger).await;
    assert_eq!(other.get("/v1/log").await.expect(200)["refused"], json!(null));

    // A witness is looked at before anything is signed.
    for (size, words) in
        [(5, "the log has 2 entries"), (2, "the first 2 entries"), (1, "the first 1 entries")]
    {
        let late = Witness::start("witness.example/w2").await;
        late.set(|state| state.shown = showing(size, &own));
        let reason = refused(&late.instance(&setting)).await;
        assert!(reason.contains(words) && reason.contains(late.name), "{reason}");
        assert!(!late.has_received(""));
    }

    // The file has what it has shown, also after a restart.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    std::fs::write(&file, &setting.store.tlog.checkpoints(1).await.unwrap()[0].note).unwrap();
    let late = Witness::start("witness.example/w2").await;
    late.set(|state| state.shown = showing(5, &own));
    for mood in [Mood::Honest, Mood::Closes] {
        late.set(|state| state.mood = mood);
        let guard = CheckpointGuard::File(file.clone());
        let restored = setting.instance_with(|config: &mut Config| {
            config.settings.tlog = TlogSettings { guard: guard.clone(), ..late.settings() };
        });
        let reason = refused(&restored).await;
        assert!(reason.contains("the log has 2 entries"), "{reason}");
    }

    // One that refuses is looked at again.
    let refusals = [(409, "9\n", 9), (409, "", 2), (422, "", 2)];
    for (logged, (status, content, size)) in (2..).zip(refusals) {
        let sudden = Witness::start("witness.example/w3").await;
        let other = sudden.instance(&setting);
        cosigned(&other, logged, &sudden).await;
        guarded(&other).await;
        sudden.set(|state| (state.mood, state.shown) = (Mood::Answers(status, content), showing(size, &own)));
        play(&client).await;
        refused(&other).await;
    }
}
