//! The published vectors of the log hold to the bit (docs/spec/log.md L6): an
//! implementation of their own has made them, from the specification.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::DateTime;
use regicide_engine::engine::Hash;
use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, CheckName, Checked, Expected, PublicKey, RecordFile, verify};
use regicide_engine::tlog::{
    Checkpoint, Entry, EntryKind, KeyType, LogFault, LogPolicy, Note, Proof, Quorum, SigningKey, Tile,
    TileKind, TileSet, VerifierKey, Witnessed, complete_root, decode_bundle, encode_bundle, game_entry,
    is_consistent, is_included, leaf_hash, players_hash, sign_checkpoint, tiles_of_consistency,
    tiles_of_inclusion, tiles_of_root,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    origin: String,
    keys: Keys,
    games: Vec<GameCase>,
    changed_hands: SignedCase,
    challenges: Vec<ChallengeCase>,
    entries: Vec<String>,
    roots: BTreeMap<u64, String>,
    inclusion: Vec<InclusionCase>,
    consistency: Vec<ConsistencyCase>,
    files: BTreeMap<String, File>,
    kept: String,
    checkpoint: String,
    checkpoint_cosigned: String,
    proof: ProofCase,
    bad: Vec<Case>,
    good: Vec<Case>,
    bad_keys: Vec<BadKey>,
    policy: String,
    good_policies: Vec<GoodPolicy>,
    bad_policies: Vec<BadPolicy>,
    times: Times,
    proof_before: ProofCase,
    late: String,
    early: String,
    same_subject: Vec<[String; 2]>,
    twice: Vec<String>,
}

/// The times of the log's signatures, in seconds since 1970.
#[derive(Deserialize)]
struct Times {
    checkpoint: i64,
}

#[derive(Deserialize)]
struct Keys {
    log: Key,
    witness: Key,
}

#[derive(Deserialize)]
struct Key {
    secret: String,
    public: String,
    vkey: String,
    timed_vkey: Option<String>,
}

#[derive(Deserialize)]
struct GameCase {
    id: String,
    subject: Hash,
    statement_line: String,
    chain: Hash,
    player_ids: String,
    players: Hash,
    entry: String,
}

/// A signed record, with its line and entry.
#[derive(Deserialize)]
struct SignedCase {
    record: serde_json::Value,
    #[serde(flatten)]
    game: GameCase,
}

#[derive(Deserialize)]
struct ChallengeCase {
    id: String,
    subject: Hash,
    line: String,
    entry: String,
}

#[derive(Deserialize)]
struct InclusionCase {
    index: u64,
    size: u64,
    hashes: Vec<String>,
}

#[derive(Deserialize)]
struct ConsistencyCase {
    old: u64,
    new: u64,
    hashes: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    sha256: Hash,
    length: usize,
}

#[derive(Deserialize)]
struct ProofCase {
    entry_index: usize,
    text: String,
}

/// A proof that holds, or one that does not; what is not given is as usual.
#[derive(Deserialize)]
struct Case {
    why: String,
    text: String,
    entry: Option<String>,
    policy: Option<String>,
    /// In seconds since 1970, if it holds.
    logged_at: Option<i64>,
    /// `kept`: `null` for no checkpoint that was kept.
    #[serde(flatten)]
    other: serde_json::Map<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct GoodPolicy {
    why: String,
    text: String,
    logs: Vec<String>,
    witnesses: Vec<String>,
}

#[derive(Deserialize)]
struct BadPolicy {
    why: String,
    text: String,
}

#[derive(Deserialize)]
struct BadKey {
    why: String,
    vkey: String,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../data/vectors/log.json")).unwrap()
}

fn hash(text: &str) -> Hash {
    Hash(STANDARD.decode(text).unwrap().try_into().unwrap())
}

fn hashes(texts: &[String]) -> Vec<Hash> {
    texts.iter().map(|text| hash(text)).collect()
}

fn checkpoint(note: &str) -> Checkpoint {
    note.parse::<Note>().unwrap().text.parse().unwrap()
}

impl Vectors {
    /// The expectation of a case that names no other.
    fn policy(&self) -> LogPolicy {
        LogPolicy { kept: Some(checkpoint(&self.kept)), ..self.policy.parse().unwrap() }
    }

    /// The result of a case; nothing if its entry is none.
    fn check(&self, case: &Case) -> Option<Result<Witnessed, LogFault>> {
        let mut policy = self.policy();
        if let Some(text) = &case.policy {
            // A policy with a bad key line is none.
            policy = LogPolicy { kept: policy.kept, ..text.parse().unwrap_or_default() };
        }
        if let Some(kept) = case.other.get("kept") {
            policy.kept = kept.as_str().map(checkpoint);
        }
        let usual = &self.entries[self.proof.entry_index];
        let entry: Entry = case.entry.as_ref().unwrap_or(usual).parse().ok()?;
        Some(case.text.parse().and_then(|proof: Proof| policy.check(&entry, &proof)))
    }

    /// The tiles of the whole log, as wide as they are in a tree of `size` entries.
    fn tiles(&self, size: u64) -> (Vec<(Tile, Vec<Hash>)>, TileSet) {
        let mut hashes: Vec<Hash> = self.entries[..usize::try_from(size).unwrap()]
            .iter()
            .map(|entry| leaf_hash(entry.as_bytes()))
            .collect();
        let (mut all, mut set) = (Vec::new(), TileSet::default());
        for level in 0.. {
            for (number, tile) in (0..).zip(hashes.chunks(256)) {
                let tile_at = Tile::within(TileKind::Hashes(level), number, size).unwrap();
                all.push((tile_at, tile.to_vec()));
                set.insert(tile_at, tile.to_vec());
            }
            hashes = hashes.chunks_exact(256).map(complete_root).collect();
            if hashes.is_empty() {
                return (all, set);
            }
        }
        unreachable!()
    }
}

#[test]
fn l1_3_games_have_the_entries_of_their_signed_lines() {
    let vectors = vectors();
    for case in vectors.games.into_iter().chain([vectors.changed_hands.game]) {
        // L1.4: who played is apart.
        assert_eq!(players_hash(case.chain, &case.player_ids), case.players);
        let players = format!(" player_ids={}", case.player_ids);
        let statement = case.statement_line.replacen(&players, "", 1);
        assert_eq!(EntryKind::Game.subject(&case.id), case.subject);
        assert_eq!(game_entry(&case.id, &statement, case.players).to_string(), case.entry);
    }
}

/// S6.7: the players of a seat in their order, with the moves between.
#[test]
fn s6_7_a_game_whose_seats_changed_hands_is_signed_as_in_the_vectors() {
    let vectors = vectors();
    let SignedCase { record, game: GameCase { entry, .. } } = vectors.changed_hands;
    let key: PublicKey = vectors.keys.log.public.parse().unwrap();
    let judge = |record: &serde_json::Value, language| {
        let record = RecordFile::from_value(record.clone()).unwrap();
        verify(&record, &Expected { keys: vec![key], ..Expected::default() }, language)
    };
    let english = Language::default();
    let verdict = judge(&record, english);
    assert_eq!((verdict.consistent, verdict.authenticity), (true, Authenticity::Authenticated));
    assert_eq!(verdict.entry.unwrap().to_string(), entry);
    let [ada, ben] = ["a", "b"].map(|last| format!("01a20913-9d79-7000-8000-00000000000{last}"));
    let players =
        format!("{ada} until move 1, then bot-steady until move 3, then {ada}, - until move 2, then {ben}, ");
    assert!(verdict.coverage.contains(&players), "{}", verdict.coverage);
    let spanish = judge(&record, Language::lookup("es").unwrap()).coverage;
    assert!(spanish.contains(&format!("- hasta la jugada 2, después {ben}, ")), "{spanish}");
    for (place, other) in [("0/until", 0.into()), ("1/player_id", "a".into()), ("2/seat", 3.into())] {
        let mut changed = record.clone();
        *changed.pointer_mut(&format!("/former_players/{place}")).unwrap() = other;
        let verdict = judge(&changed, english);
        assert_eq!((verdict.consistent, verdict.authenticity), (true, Authenticity::Contradicted), "{place}");
        assert_ne!(verdict.entry.unwrap().to_string(), entry);
    }
    let mut without = record;
    without.as_object_mut().unwrap().remove("former_players");
    assert_eq!(judge(&without, english).authenticity, Authenticity::Contradicted);
}

#[test]
fn l1_5_challenges_have_the_entries_of_their_lines() {
    for case in vectors().challenges {
        assert_eq!(EntryKind::Commitment.subject(&case.id), case.subject);
        assert_eq!(Entry::of_commitment(&case.id, &case.line).to_string(), case.entry);
    }
}

/// L1.7: what a reader of all entries refuses.
#[test]
fn l1_7_a_second_entry_has_the_subject_of_the_first() {
    let entries: Vec<Entry> = vectors().twice.iter().map(|entry| entry.parse().unwrap()).collect();
    assert_eq!(entries[0].subject, entries[2].subject);
    assert!(entries[0] != entries[2] && entries[0].subject != entries[1].subject);
    for [one, other] in vectors().same_subject {
        assert_ne!(one, other);
        assert_eq!(EntryKind::Game.subject(&one), EntryKind::Game.subject(&other));
    }
}

#[test]
fn l1_2_an_entry_is_read_in_one_form_only() {
    for text in vectors().entries {
        let entry: Entry = text.parse().unwrap();
        assert_eq!(entry.to_string(), text);
        let is_game = entry.kind == EntryKind::Game;
        for wrong in [&text[1..], &text[..text.len() - 1], &text.to_uppercase(), &format!("{text}\n")] {
            assert!(wrong.parse::<Entry>().is_err(), "{wrong} {is_game}");
        }
    }
}

#[test]
fn l6_roots_and_proofs_are_those_of_the_vectors() {
    let vectors = vectors();
    let (_, set) = vectors.tiles(600);
    for (size, root) in &vectors.roots {
        assert_eq!(set.root(*size), Some(hash(root)), "{size}");
    }
    let root = |size: &u64| set.root(*size).unwrap();
    for case in &vectors.inclusion {
        let proof = set.inclusion(case.index, case.size).unwrap();
        assert_eq!(proof, hashes(&case.hashes), "{} of {}", case.index, case.size);
        let entry = vectors.entries[usize::try_from(case.index).unwrap()].as_bytes();
        assert!(is_included(entry, case.index, case.size, root(&case.size), &proof));
        assert!(tiles_of_inclusion(case.index, case.size).len() <= 4);
    }
    for case in &vectors.consistency {
        let proof = set.consistency(case.old, case.new).unwrap();
        assert_eq!(proof, hashes(&case.hashes), "{} to {}", case.old, case.new);
        assert!(is_consistent((case.old, root(&case.old)), (case.new, root(&case.new)), &proof));
        assert!(tiles_of_consistency(case.old, case.new).len() <= 4);
    }
    assert_eq!(tiles_of_root(600).len(), 2, "two tiles, and the rest: {:?}", tiles_of_root(600));
}

#[test]
fn l3_1_files_are_those_of_the_vectors() {
    let vectors = vectors();
    for (path, file) in &vectors.files {
        let tile: Tile = path.parse().unwrap();
        let bytes = match tile.kind {
            TileKind::Entries => {
                let first = usize::try_from(tile.number).unwrap() * 256;
                let entries = &vectors.entries[first..first + usize::from(tile.width)];
                let bundle = encode_bundle(entries.iter().map(String::as_str));
                let read = decode_bundle(&bundle).unwrap();
                assert!(read.into_iter().eq(entries.iter().map(String::as_bytes)));
                bundle
            }
            TileKind::Hashes(_) => {
                let sizes = [300, 600].map(|size| vectors.tiles(size).0);
                let found = sizes.iter().flatten().find(|(at, _)| *at == tile);
                found.unwrap_or_else(|| panic!("{path}")).1.iter().flat_map(|hash| hash.0).collect()
            }
        };
        assert_eq!((Hash::of(&bytes), bytes.len()), (file.sha256, file.length), "{path}");
    }
}

#[test]
fn l2_3_a_checkpoint_is_signed_as_in_the_vectors() {
    let vectors = vectors();
    let mut secret = [0; 32];
    hex::decode_to_slice(&vectors.keys.log.secret, &mut secret).unwrap();
    let key = SigningKey::from_bytes(&secret);
    assert_eq!(key.public().to_string(), vectors.keys.log.public);
    assert_eq!(VerifierKey::of_log(&vectors.origin, key.public()).to_string(), vectors.keys.log.vkey);
    // L2.2: three lines.
    let root = hash(&vectors.roots[&600]);
    let checkpoint = Checkpoint { origin: vectors.origin.clone(), size: 600, root };
    let text = checkpoint.to_string();
    assert_eq!(text.lines().count(), 3);
    let time = DateTime::from_timestamp_secs(vectors.times.checkpoint).unwrap();
    let note = sign_checkpoint(&checkpoint, &[key], time);
    let timed: VerifierKey = vectors.keys.log.timed_vkey.as_ref().unwrap().parse().unwrap();
    assert!(timed.signature_on(&note).unwrap().is_some());
    assert_eq!(vectors.policy().keys[0].key(), timed.key());
    let unwitnessed = LogPolicy { quorum: Quorum::None, ..vectors.policy() }.open(&note.to_string()).unwrap();
    assert_eq!((unwitnessed.signed_at, unwitnessed.logged_at), (time, time));
    assert_eq!(note.to_string(), vectors.checkpoint);
    assert_eq!(note.to_string().parse(), Ok(note));
    assert!(format!("{text}another line\n").parse::<Checkpoint>().is_err());
    let witness: VerifierKey = vectors.keys.witness.vkey.parse().unwrap();
    assert_eq!((witness.kind(), witness.name()), (KeyType::Witness, "witness.example/w1"));
    assert_eq!(witness.key().to_string(), vectors.keys.witness.public);
    assert_eq!(witness.to_string(), vectors.keys.witness.vkey);
    let cosigned: Note = vectors.checkpoint_cosigned.parse().unwrap();
    assert!(witness.signature_on(&cosigned).unwrap().is_some());
    assert_eq!(cosigned.to_string(), vectors.checkpoint_cosigned);
}

#[test]
fn l4_7_policies_are_read_as_in_the_vectors() {
    let vectors = vectors();
    for GoodPolicy { why, text, logs, witnesses } in vectors.good_policies {
        let policy: LogPolicy = text.parse().unwrap_or_else(|error| panic!("{why}: {error}"));
        let keys: Vec<String> = policy.keys.iter().map(ToString::to_string).collect();
        let signers: Vec<String> = policy.witnesses.iter().map(|witness| witness.key.to_string()).collect();
        assert_eq!((keys, signers), (logs, witnesses), "{why}");
    }
    assert!(vectors.bad_policies.len() > 40);
    for BadPolicy { why, text } in vectors.bad_policies {
        assert!(text.parse::<LogPolicy>().is_err(), "{why}");
    }
}

#[test]
fn keys_that_are_wrong_are_none() {
    for BadKey { why, vkey } in vectors().bad_keys {
        assert!(vkey.parse::<VerifierKey>().is_err(), "{why}");
    }
}

/// L4.2: also what `extra` says.
#[test]
fn l4_1_the_proof_of_the_vectors_holds() {
    let vectors = vectors();
    let proof: Proof = vectors.proof.text.parse().unwrap();
    assert_eq!(proof.to_string(), vectors.proof.text);
    let entry: Entry = vectors.entries[vectors.proof.entry_index].parse().unwrap();
    let witnessed = vectors.policy().check(&entry, &proof).unwrap();
    assert_eq!(witnessed.checkpoint, checkpoint(&vectors.checkpoint));
    assert_eq!(witnessed.witnesses.len(), 1);
    // Other members are passed over.
    let extra = proof.to_string().replacen("index", "extra eyJvdGhlciI6MX0=\nindex", 1);
    assert!(extra.parse::<Proof>().is_err(), "extra twice");
    let mut lines: Vec<&str> = vectors.proof.text.split('\n').collect();
    lines[1] = "extra eyJvdGhlciI6MX0=";
    let other: Proof = lines.join("\n").parse().unwrap();
    assert_eq!(other.extra, regicide_engine::tlog::Extra::default());
    let without = LogPolicy { kept: None, ..vectors.policy() };
    assert!(without.check(&entry, &other).is_ok());
    assert_eq!(vectors.policy().check(&entry, &other), Err(LogFault::NotGrown));
    // The checkpoint that was kept may be the later one.
    let before: Proof = vectors.proof_before.text.parse().unwrap();
    let later = LogPolicy { kept: Some(checkpoint(&vectors.checkpoint)), ..vectors.policy() };
    assert_eq!(later.check(&entry, &before).unwrap().checkpoint.size, 300);
    assert_eq!(vectors.policy().check(&entry, &before).unwrap().checkpoint.size, 300);
}

#[test]
fn l4_3_what_is_bad_does_not_hold() {
    let vectors = vectors();
    assert!(vectors.bad.len() > 200);
    for case in &vectors.bad {
        let Some(checked) = vectors.check(case) else { continue };
        assert!(checked.is_err(), "{}: {checked:?}", case.why);
        assert!(!Language::default().text(&checked.unwrap_err().message()).is_empty());
    }
}

#[test]
fn l4_3_what_is_unusual_holds() {
    let vectors = vectors();
    assert!(vectors.good.len() > 30);
    for case in &vectors.good {
        let logged_at = vectors.check(case).unwrap().map(|witnessed| witnessed.logged_at.timestamp());
        assert_eq!(logged_at.map(Some), Ok(case.logged_at), "{}", case.why);
    }
}

/// The record of `docs/spec/example.json` with the proof of the vectors.
fn logged_record(vectors: &Vectors) -> RecordFile {
    let record = include_str!("../../../../docs/spec/example.json");
    let record = RecordFile::from_json(record).unwrap();
    RecordFile { proof: Some(vectors.proof.text.clone()), ..record }
}

/// L4.5: unless it was logged late.
#[test]
fn l4_4_a_record_in_the_log_is_authenticated() {
    let vectors = vectors();
    let judge = |record: &RecordFile, log: Option<LogPolicy>| {
        verify(record, &Expected { log, ..Expected::default() }, Language::default())
    };
    let outcome = |record: &RecordFile, log| {
        let verdict = judge(record, log);
        let check = verdict.checks.iter().find(|check| check.name == CheckName::Log);
        (verdict.authenticity, check.map(|check| check.outcome))
    };
    let record = logged_record(&vectors);
    let verdict = judge(&record, Some(vectors.policy()));
    assert_eq!(verdict.authenticity, Authenticity::Authenticated);
    assert!(verdict.coverage.contains("entry 0 of 600, confirmed by 1 witness"), "{}", verdict.coverage);
    let log = verdict.log.unwrap();
    assert_eq!((log.index, log.size, log.confirms_players), (0, 600, true));
    assert_eq!(log.cosigned_by, ["witness.example/w1"]);
    let not_checked = (Authenticity::Unauthenticated, Some(Checked::NotChecked));
    assert_eq!(outcome(&record, None), not_checked);
    let without = RecordFile { proof: None, ..record.clone() };
    assert_eq!(outcome(&without, None), (Authenticity::Unauthenticated, None));
    let failed = (Authenticity::Contradicted, Some(Checked::Failed));
    assert_eq!(outcome(&without, Some(vectors.policy())), failed, "no proof");
    // L1.4: other players, as after one was deleted.
    let player_ids = Some(vec![Some("somebody".to_owned())]);
    let others = judge(&RecordFile { player_ids, ..record.clone() }, Some(vectors.policy()));
    assert_eq!(others.authenticity, Authenticity::Authenticated);
    assert!(!others.log.unwrap().confirms_players);
    // L4.5: more than a day after the last move.
    for proof in [&vectors.late, &vectors.early] {
        let late = RecordFile { proof: Some(proof.clone()), ..record.clone() };
        assert_eq!(outcome(&late, Some(LogPolicy { kept: None, ..vectors.policy() })), failed);
    }
    let mut timeless = record.clone();
    timeless.moves.last_mut().unwrap().at = None;
    assert_eq!(outcome(&timeless, Some(vectors.policy())), failed);
    let other = RecordFile { id: Some("another".to_owned()), ..record.clone() };
    assert_eq!(outcome(&other, Some(vectors.policy())), failed);
    let other = RecordFile { id: None, ..record };
    assert_eq!(outcome(&other, Some(vectors.policy())), failed, "it says less than is logged");
}
