//! The published games hold to the bit (docs/spec/record.md S7).

use chrono::{DateTime, Utc};
use regicide_engine::engine::{
    Game, GameKind, Hash, Ignore, Move, Named, Options, Position, Ruleset, Seat, Seed, Setup, SoloYield,
    Variant,
};
use regicide_engine::record::{Chain, Entry, header_line, pack, unpack};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    game: GameKind,
    rules: u8,
    seed: String,
    players: u8,
    first: Seat,
    solo_yield: Option<SoloYield>,
    variants: Option<Vec<Variant>>,
    jokers: Option<u8>,
    partners: Option<bool>,
    target: Option<u16>,
    commitment: String,
    header: String,
    h0: String,
    start: String,
    moves: Vec<Step>,
    packed: String,
}

#[derive(Deserialize)]
struct Step {
    seq: u32,
    seat: Seat,
    #[serde(rename = "move")]
    mv: String,
    at: Option<DateTime<Utc>>,
    legal_before: usize,
    refused: Vec<String>,
    position: String,
    digest: String,
    h: String,
}

impl Case {
    fn setup(&self) -> Setup {
        let options = Options {
            first: Some(self.first),
            solo_yield: self.solo_yield,
            variants: self.variants.clone(),
            jokers: self.jokers,
            partners: self.partners,
            target: self.target,
        };
        Setup::new(Ruleset::current(self.game), self.players, &options).unwrap()
    }
}

fn cases() -> Vec<Case> {
    let parse = |text| serde_json::from_str::<Vec<Case>>(text).unwrap();
    let mut cases = parse(include_str!("../data/vectors/regicide-games.json"));
    cases.extend(parse(include_str!("../data/vectors/tricks-games.json")));
    assert_eq!(cases.len(), 23);
    cases
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// A move whose cards stand in canonical order: a set is listed once, however
/// it is played.
fn as_set(mv: &Move) -> Move {
    let sorted = |cards: &Named| {
        let mut cards = *cards;
        cards.as_mut_slice().sort();
        cards
    };
    if let Move::Play(cards) = mv {
        Move::Play(sorted(cards))
    } else if let Move::Discard(cards) = mv {
        Move::Discard(sorted(cards))
    } else {
        *mv
    }
}

fn check_before(position: &Position, step: &Step) {
    let legal = position.legal_moves();
    assert_eq!(legal.len(), step.legal_before, "move {}", step.seq);
    let listed = |listed: &Move| as_set(listed) == as_set(&mv(&step.mv));
    let conceded = mv(&step.mv) == Move::Concede;
    assert!(conceded || legal.iter().any(listed), "move {}", step.seq);
    assert!(conceded || position.to_act() == Some(step.seat), "move {}", step.seq);
    for refused in &step.refused {
        let played = refused.parse::<Move>().map(|mv| position.play(step.seat, &mv, &mut Ignore));
        assert!(!matches!(played, Ok(Ok(_))), "{} {refused}", step.seq);
    }
}

/// From the seed to castle, tavern and hands (R3.3, R3.5, S2.4).
#[test]
fn s5_1_s7_the_headers_and_deals_of_the_vectors_hold() {
    for case in cases() {
        let seed: Seed = case.seed.parse().unwrap();
        let setup = case.setup();
        assert_eq!(case.rules, Ruleset::current(case.game).version());
        assert_eq!(seed.commitment().to_string(), case.commitment);
        assert_eq!(header_line(&setup, seed.commitment()), case.header);
        assert_eq!(Chain::start(&setup, seed.commitment()).hash().to_string(), case.h0);
        assert_eq!(Position::deal(&setup, seed.key()).to_string(), case.start);
    }
}

/// Hearts shuffle by the move's own stream (S2.5).
#[test]
fn every_move_of_the_vectors_holds() {
    for case in cases() {
        let seed: Seed = case.seed.parse().unwrap();
        let setup = case.setup();
        let mut position = Position::deal(&setup, seed.key());
        let mut chain = Chain::start(&setup, seed.commitment());
        for step in &case.moves {
            check_before(&position, step);
            let entry = Entry { seq: step.seq, seat: step.seat, mv: mv(&step.mv), at: step.at };
            position = position.play(step.seat, &entry.mv, &mut Ignore).unwrap();
            chain = chain.then(&entry, &seed);
            assert_eq!(position.to_string(), step.position);
            assert_eq!(position.seq(), step.seq);
            assert_eq!(Hash::of(step.position.as_bytes()).to_string(), step.digest);
            assert_eq!(chain.hash().to_string(), step.h, "{} {}", case.seed, step.seq);
        }
    }
}

#[test]
fn the_vectors_end_with_the_side_that_is_alone_highest() {
    let tricks = cases().into_iter().filter(|case| case.game == GameKind::Tricks);
    let ends = tricks.map(|case| {
        let seed: Seed = case.seed.parse().unwrap();
        let start = Position::deal(&case.setup(), seed.key());
        let end = case
            .moves
            .iter()
            .fold(start, |position, step| position.play(step.seat, &mv(&step.mv), &mut Ignore).unwrap());
        serde_json::to_string(&end.outcome()).unwrap()
    });
    let expected = [
        r#"{"outcome":"won","winners":[1],"points":[45,53],"conceded_by":null}"#,
        r#"{"outcome":"won","winners":[0],"points":[23,0],"conceded_by":null}"#,
        r#"{"outcome":"won","winners":[0],"points":[31,28,23],"conceded_by":null}"#,
        r#"{"outcome":"won","winners":[3],"points":[4,15,16,23],"conceded_by":null}"#,
        r#"{"outcome":"won","winners":[1],"points":[5,36],"conceded_by":null}"#,
    ];
    assert_eq!(ends.collect::<Vec<_>>(), expected);
}

#[derive(Deserialize)]
struct Randomness {
    seed: String,
    commitment: String,
    stream: u64,
    words: Vec<u32>,
    below_10: Vec<u32>,
    shuffle_0_to_9: Vec<u8>,
}

#[test]
fn s2_1_s2_2_s2_3_words_numbers_and_shuffles_of_the_vectors_hold() {
    let text = include_str!("../data/vectors/randomness.json");
    let cases: Vec<Randomness> = serde_json::from_str(text).unwrap();
    assert_eq!(cases.len(), 6);
    for case in cases {
        let seed: Seed = case.seed.parse().unwrap();
        let stream = || seed.key().stream(case.stream);
        let repeat =
            |count: usize, next: &mut dyn FnMut() -> u32| (0..count).map(|_| next()).collect::<Vec<_>>();
        assert_eq!(seed.commitment().to_string(), case.commitment);
        let mut words = stream();
        assert_eq!(repeat(case.words.len(), &mut || words.word()), case.words);
        let mut numbers = stream();
        assert_eq!(repeat(case.below_10.len(), &mut || numbers.below(10)), case.below_10);
        let mut items: Vec<u8> = (0..10).collect();
        stream().shuffle(&mut items);
        assert_eq!(items, case.shuffle_0_to_9);
    }
}

/// The packed form, from its own description (docs/spec/packed.md).
#[test]
fn the_packed_logs_of_the_vectors_hold() {
    for case in cases() {
        let entry = |step: &Step| Entry { seq: step.seq, seat: step.seat, mv: mv(&step.mv), at: step.at };
        let log: Vec<(Entry, Hash)> =
            case.moves.iter().map(|step| (entry(step), step.h.parse().unwrap())).collect();
        let packed = pack(log.iter().map(|(entry, hash)| (entry, *hash))).unwrap();
        assert_eq!(hex::encode(&packed), case.packed, "{}", case.seed);
        let unpacked = unpack(&packed).unwrap().into_iter().map(|mv| (mv.entry, mv.check));
        assert!(unpacked.eq(log.iter().map(|(entry, hash)| (*entry, hash.0[..4].try_into().unwrap()))));
    }
}
