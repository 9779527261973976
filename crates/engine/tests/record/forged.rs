//! Records that are consistent and still not the game that was played.

use regicide_engine::engine::Hash;
use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, Checked, Expected, RecordFile, Verdict, verify};

use crate::played::{Played, coop, partners, verdict_of};

fn outcome(verdict: &Verdict, name: &str) -> Option<Checked> {
    verdict.checks.iter().find(|check| check.name.as_ref() == name).map(|check| check.outcome)
}

fn knowing(record: &RecordFile, commitment: Option<Hash>, chain: Option<Hash>) -> Verdict {
    verify(record, &Expected { commitment, chain, ..Expected::default() }, Language::default())
}

#[test]
fn s6_a_forged_record_is_consistent_but_not_authenticated() {
    for setup in [coop(), partners()] {
        let (played, forged) = (Played::random(setup, "true", 20), Played::random(setup, "forged", 20));
        for record in [played.whole(), forged.whole()] {
            let verdict = verdict_of(&record);
            assert!(verdict.consistent);
            assert_eq!(verdict.authenticity, Authenticity::Unauthenticated);
        }
    }
}

#[test]
fn s6_a_published_commitment_or_hash_reveals_a_forgery() {
    let (played, forged) = (Played::random(coop(), "true", 20), Played::random(coop(), "forged", 20));
    let (commitment, chain) = (Some(played.seed.commitment()), Some(played.chain(played.entries.len())));
    for known in [(commitment, None), (None, chain), (commitment, chain)] {
        let verdict = knowing(&played.whole(), known.0, known.1);
        assert!(verdict.consistent && verdict.authenticity == Authenticity::Authenticated);
        let verdict = knowing(&forged.whole(), known.0, known.1);
        assert!(verdict.consistent, "the published values do not cover that");
        assert_eq!(verdict.authenticity, Authenticity::Contradicted);
        let expected = |known: Option<Hash>| known.map(|_| Checked::Failed);
        assert_eq!(outcome(&verdict, "expected_commitment"), expected(known.0));
        assert_eq!(outcome(&verdict, "expected_chain"), expected(known.1));
    }
}

#[test]
fn s5_2_the_chain_reveals_other_moves_of_the_same_deal() {
    let (played, other) = (Played::random(coop(), "true", 20), Played::random(coop(), "true", 3));
    let commitment = Some(played.seed.commitment());
    let chain = Some(played.chain(played.entries.len()));
    assert_eq!(knowing(&other.whole(), commitment, None).authenticity, Authenticity::Authenticated);
    let verdict = knowing(&other.whole(), commitment, chain);
    assert_eq!(verdict.authenticity, Authenticity::Contradicted);
    assert_eq!(outcome(&verdict, "expected_commitment"), Some(Checked::Held));
    assert_eq!(outcome(&verdict, "expected_chain"), Some(Checked::Failed));
}

#[test]
fn another_commitment_contradicts_a_record_even_if_a_move_is_bad_too() {
    let (played, forged) = (Played::random(coop(), "true", 20), Played::random(coop(), "forged", 20));
    let mut record = forged.whole();
    record.moves[3].text = "dance".to_owned();
    let verdict = knowing(&record, Some(played.seed.commitment()), None);
    assert!(!verdict.consistent);
    assert_eq!(verdict.authenticity, Authenticity::Contradicted);
    let verdict = knowing(&record, Some(forged.seed.commitment()), None);
    assert_eq!(
        verdict.authenticity,
        Authenticity::Unauthenticated,
        "an invalid record is never authenticated"
    );
}

#[test]
fn s5_3_a_buried_card_enters_the_chain_as_its_hash() {
    let buries = |game: &Played| game.entries.iter().position(|entry| entry.mv.is_hidden());
    let mut games = (0..20).map(|n| Played::random(partners(), &format!("bury-{n}"), 60));
    let (game, index) = games.find_map(|game| buries(&game).map(|index| (game, index))).unwrap();
    let entry = &game.entries[index];
    let seed = game.seed.as_str();
    let hash = |text: String| Hash::of(text.as_bytes());
    let hidden = hash(format!("regicide/hide/v1\0{seed}\0{} {}", entry.seq, entry.mv));
    let time = entry.at.unwrap().format("%Y-%m-%dT%H:%M:%S%.6fZ");
    let line = format!("{} {} {} {time} bury #{hidden}", game.chain(index), entry.seq, entry.seat);
    assert_eq!(game.chain(index + 1), hash(line));
}
