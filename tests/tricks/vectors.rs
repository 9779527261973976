//! The published games hold to the bit (RECORD.md S7).

use chrono::{DateTime, Utc};
use regicide::engine::{Game, GameKind, Hash, Move, Options, Position, Seat, Seed, Setup, Silent};
use regicide::record::{Chain, Entry, header_line};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    game: GameKind,
    rules: u8,
    seed: String,
    players: u8,
    first: Seat,
    jokers: u8,
    partners: bool,
    target: u16,
    commitment: String,
    header: String,
    h0: String,
    start: String,
    moves: Vec<Step>,
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
            jokers: Some(self.jokers),
            partners: Some(self.partners),
            target: Some(self.target),
            ..Options::default()
        };
        Setup::new(self.game, self.players, &options).unwrap()
    }
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../data/vectors/tricks-games.json")).unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn check_before(position: &Position, step: &Step) {
    let mut legal = Vec::new();
    position.for_each_legal(|mv| legal.push(mv));
    assert_eq!(legal.len(), step.legal_before, "move {}", step.seq);
    assert!(legal.contains(&mv(&step.mv)), "move {}", step.seq);
    assert_eq!(position.to_act(), Some(step.seat), "move {}", step.seq);
    for refused in &step.refused {
        assert!(position.play(step.seat, &mv(refused), &mut Silent).is_err(), "{} {refused}", step.seq);
    }
}

#[test]
fn the_headers_and_deals_of_the_vectors_hold() {
    for case in cases() {
        let seed: Seed = case.seed.parse().unwrap();
        let setup = case.setup();
        assert_eq!(case.rules, case.game.rules());
        assert_eq!(seed.commitment().to_string(), case.commitment);
        assert_eq!(header_line(&setup, seed.commitment()), case.header);
        assert_eq!(Chain::start(&setup, seed.commitment()).hash().to_string(), case.h0);
        assert_eq!(Position::deal(&setup, seed.key()).to_string(), case.start);
    }
}

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
            position = position.play(step.seat, &entry.mv, &mut Silent).unwrap();
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
    let ends = cases().into_iter().map(|case| {
        let seed: Seed = case.seed.parse().unwrap();
        let start = Position::deal(&case.setup(), seed.key());
        let end = case
            .moves
            .iter()
            .fold(start, |position, step| position.play(step.seat, &mv(&step.mv), &mut Silent).unwrap());
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
