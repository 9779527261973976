//! Games that a deadline closed, and receipts, as in the vectors (docs/spec/log.md L6).

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, CheckName, Checked, Expected, RecordFile, Verdict, verify};
use regicide_engine::tlog::{LogPolicy, ProofSource, Quorum, Receipt, SigningKey};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Vectors {
    keys: Value,
    policy: String,
    closed: Vec<Closed>,
    bad_closed: Vec<BadClosed>,
    good_receipts: Vec<ReceiptCase>,
    bad_receipts: Vec<ReceiptCase>,
}

#[derive(Deserialize)]
struct Closed {
    why: String,
    record: Value,
    entry: String,
}

#[derive(Deserialize)]
struct BadClosed {
    why: String,
    /// The first check that fails; none where the record is no record file.
    check: Option<String>,
    record: Value,
}

#[derive(Deserialize)]
struct ReceiptCase {
    why: String,
    receipt: String,
    entry: Option<String>,
    by: Option<i64>,
    policy: Option<String>,
}

impl Vectors {
    fn read() -> Self {
        serde_json::from_str(include_str!("../data/vectors/log.json")).unwrap()
    }

    fn policy(&self) -> LogPolicy {
        self.policy.parse().unwrap()
    }

    /// The verdict about a record, by the usual policy.
    fn verdict(&self, record: &RecordFile, receipt: Option<Receipt>) -> Verdict {
        let expected = Expected::by_policy(Some(&self.policy()), record);
        verify(record, &Expected { receipt, ..expected }, Language::default())
    }
}

fn first_failed(verdict: &Verdict) -> Option<CheckName> {
    verdict.checks.iter().find(|check| check.outcome == Checked::Failed).map(|check| check.name)
}

#[test]
fn s6_15_a_closed_game_is_signed_and_logged_as_in_the_vectors() {
    let vectors = Vectors::read();
    for Closed { why, record, entry } in &vectors.closed {
        let record = RecordFile::from_value(record.clone()).unwrap();
        let verdict = vectors.verdict(&record, None);
        assert_eq!(first_failed(&verdict), None, "{why}");
        assert_eq!((verdict.consistent, verdict.authenticity), (true, Authenticity::Authenticated), "{why}");
        let closed_at: DateTime<Utc> = record.closed_at.as_deref().unwrap().parse().unwrap();
        assert_eq!(verdict.closed_at, Some(closed_at), "{why}");
        assert_eq!(verdict.result, None, "{why}");
        assert_eq!(verdict.entry.unwrap().to_string(), *entry, "{why}");
        assert_eq!(verdict.log.is_some(), record.proof.is_some(), "{why}");
    }
    assert!(vectors.closed.iter().any(|case| !case.record["proof"].is_null()));
    for BadClosed { why, check, record } in &vectors.bad_closed {
        let failed = RecordFile::from_value(record.clone()).map(|record| {
            let failed = first_failed(&vectors.verdict(&record, None));
            failed.unwrap_or_else(|| panic!("{why}: it holds")).to_string()
        });
        assert_eq!(failed.ok(), *check, "{why}");
    }
}

#[test]
fn l8_3_receipts_are_read_as_in_the_vectors() {
    let vectors = Vectors::read();
    let policy = |case: &ReceiptCase| {
        case.policy.as_ref().map_or_else(|| vectors.policy(), |text| text.parse().unwrap())
    };
    for case in &vectors.good_receipts {
        let receipt =
            policy(case).receipt(&case.receipt).unwrap_or_else(|fault| panic!("{}: {fault}", case.why));
        assert_eq!(Some(receipt.entry.to_string()), case.entry, "{}", case.why);
        assert_eq!(Some(receipt.by.timestamp()), case.by, "{}", case.why);
    }
    assert!(vectors.bad_receipts.len() > 60);
    for case in &vectors.bad_receipts {
        assert!(policy(case).receipt(&case.receipt).is_err(), "{}", case.why);
    }
}

/// L8.1: without fractions of a second.
#[test]
fn l8_1_a_receipt_is_signed_as_in_the_vectors() {
    let vectors = Vectors::read();
    let case = &vectors.good_receipts[0];
    let mut secret = [0; 32];
    hex::decode_to_slice(vectors.keys["log"]["secret"].as_str().unwrap(), &mut secret).unwrap();
    let read = vectors.policy().receipt(&case.receipt).unwrap();
    let ended_at = read.by - TimeDelta::days(1) + TimeDelta::microseconds(999_999);
    let made = Receipt::new(read.origin.clone(), read.entry, ended_at);
    assert_eq!(made, read);
    assert_eq!(made.sign(&[SigningKey::from_bytes(&secret)]).to_string(), case.receipt);
}

/// L8.4: by the record, and by its proof.
#[test]
fn l8_4_a_receipt_is_kept_by_its_own_game_in_time() {
    let vectors = Vectors::read();
    let proven = vectors.closed.iter().find(|case| !case.record["proof"].is_null()).unwrap();
    let record = RecordFile::from_value(proven.record.clone()).unwrap();
    let logged = vectors.verdict(&record, None).log.unwrap();
    let entry = proven.entry.parse().unwrap();
    let receipt = Receipt { origin: logged.origin.clone(), entry, by: logged.logged_at };
    let judge = |record: &RecordFile, receipt: &Receipt| {
        let verdict = vectors.verdict(record, Some(receipt.clone()));
        (first_failed(&verdict), verdict.authenticity, verdict.coverage)
    };
    assert_eq!(judge(&record, &receipt).0, None);
    let failed = (Some(CheckName::Receipt), Authenticity::Contradicted);
    let early = Receipt { by: logged.logged_at - TimeDelta::seconds(1), ..receipt.clone() };
    let other_log = Receipt { origin: "other/log".to_owned(), ..receipt.clone() };
    let other_entry = vectors.closed.iter().map(|case| &case.entry).find(|entry| **entry != proven.entry);
    let other_game = Receipt { entry: other_entry.unwrap().parse().unwrap(), ..receipt.clone() };
    for wrong in [&early, &other_log, &other_game] {
        let (check, authenticity, _) = judge(&record, wrong);
        assert_eq!((check, authenticity), failed, "{wrong}");
    }
    // Without a proof and a signature the receipt alone confirms the record.
    let alone = RecordFile { proof: None, signature: None, ..record };
    let (check, authenticity, coverage) = judge(&alone, &early);
    assert_eq!((check, authenticity), (None, Authenticity::Authenticated));
    assert!(coverage.contains("promised"), "{coverage}");
    assert_eq!(judge(&alone, &other_game).0, Some(CheckName::Receipt));
    // A copy of the log that did not have the game later than promised.
    let copy = |without: Option<DateTime<Utc>>| {
        let source = ProofSource::Copy(without);
        let policy = LogPolicy { source, quorum: Quorum::None, ..vectors.policy() };
        let record = RecordFile::from_value(proven.record.clone()).unwrap();
        let expected = Expected { log: Some(policy), receipt: Some(early.clone()), ..Expected::default() };
        first_failed(&verify(&record, &expected, Language::default()))
    };
    assert_eq!((copy(None), copy(Some(early.by))), (None, None));
    assert_eq!(copy(Some(logged.logged_at)), Some(CheckName::Receipt));
}
