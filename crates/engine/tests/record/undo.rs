//! Undo: an entry of the log (docs/spec/record.md S3.1).

use regicide_engine::engine::{
    Effect, Game as _, GameKind, History, Ignore, Move, Options, Ruleset, Seat, Seed, Setup, SoloYield,
    Stream,
};
use regicide_engine::record::{BadMove, Entry, Rebuild, RecordFile};

use crate::played::verdict_of;

fn solo() -> Setup {
    let options = Options { solo_yield: Some(SoloYield::Once), ..Options::default() };
    Setup::new(Ruleset::current(GameKind::Regicide), 1, &options).unwrap()
}

fn rebuilt<'a>(setup: Setup, seed: &'a Seed, texts: &[&str]) -> Result<Rebuild<'a>, BadMove> {
    let mut game = Rebuild::new(&setup, seed);
    for (seq, text) in (1..).zip(texts) {
        let seat = game.position().to_act().unwrap_or_default();
        game.add(&Entry { seq, seat, mv: text.parse().unwrap(), at: None }, &mut Ignore)?;
    }
    Ok(game)
}

fn fields(game: &Rebuild<'_>) -> String {
    let line = game.position().to_string();
    line.rsplit_once(' ').unwrap().0.to_owned()
}

#[test]
fn s3_1_the_position_after_an_undo_is_the_one_before_the_move_but_for_its_number() {
    let seed: Seed = "s42".parse().unwrap();
    let after = |texts: &[&str]| rebuilt(solo(), &seed, texts).unwrap();
    let (start, played) = (after(&[]), after(&["play AH"]));
    let undone = after(&["play AH", "undo"]);
    assert_ne!(fields(&played), fields(&start));
    assert_eq!(fields(&undone), fields(&start));
    assert_eq!(undone.position().seq(), 2);
    assert_eq!(undone.history().undo_seat(), None);
    // Several, one after the other, and moves in between.
    let twice = after(&["yield", "discard TH", "undo", "undo", "play AH", "undo"]);
    assert_eq!((fields(&twice), twice.position().seq()), (fields(&start), 6));
}

/// The issue's own example: the order of healed cards was shown.
#[test]
fn s3_1_a_heal_stays() {
    let seed: Seed = "s42".parse().unwrap();
    for moves in [&["play AC TH", "undo"][..], &["play AC TH", "play AH", "undo"]] {
        let bad = rebuilt(solo(), &seed, moves).map(|_| ()).unwrap_err();
        assert_eq!((bad.seq as usize, bad.fault.clause()), (moves.len(), "S3.1"), "{bad}");
    }
}

/// A random entry: a move of those that are legal, or an undo.
fn entry(history: &History, dice: &mut Stream) -> Move {
    let legal = history.position().legal_moves();
    if dice.below(3) == 0 {
        return Move::Undo;
    }
    legal[dice.below(u32::try_from(legal.len()).unwrap()) as usize]
}

/// The clause read once more, without effects: piles and jesters before and after, and
/// what the player's cards were.
#[test]
fn s3_1_a_move_that_touched_hidden_cards_stays_and_no_other() {
    let seeds = (0..300).map(|number| format!("undo-{number}"));
    let (mut undone, mut refused) = (0, 0);
    for seed in seeds {
        let seed: Seed = seed.parse().unwrap();
        let mut dice = seed.key().stream(1_000_000);
        let mut history = History::deal(&solo(), seed.key());
        // The positions before the moves that are not taken back, and whether each can be.
        let mut line = Vec::new();
        while history.position().to_act().is_some() && history.position().seq() < 200 {
            let before = *history.position();
            let mv = entry(&history, &mut dice);
            let mut effects: Vec<Effect> = Vec::new();
            let taken = history.advance(Seat::default(), &mv, &mut effects);
            if mv != Move::Undo {
                taken.unwrap();
                let piles = |line: &str| line.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
                let (one, other) = (before.to_string(), history.position().to_string());
                let moved = effects.iter().any(|effect| {
                    let effect = serde_json::to_value(effect).unwrap();
                    effect["type"] == "drawn"
                        || effect["type"] == "flipped"
                        || effect["count"].as_u64() > Some(0)
                });
                line.push((before, piles(&one) == piles(&other) && !moved));
                continue;
            }
            if let Some((earlier, true)) = line.last() {
                taken.unwrap();
                let seq = serde_json::to_value(&effects).unwrap()[0]["seq"].as_u64().unwrap();
                assert_eq!(seq, u64::from(earlier.seq()) + 1);
                let cut = |line: String| line.rsplit_once(' ').unwrap().0.to_owned();
                assert_eq!(cut(history.position().to_string()), cut(earlier.to_string()));
                assert_eq!(history.position().seq(), before.seq() + 1);
                line.pop();
                undone += 1;
                continue;
            }
            let refusal = taken.unwrap_err();
            assert_eq!(refusal.clause, "S3.1");
            assert_eq!((history.position(), effects.len()), (&before, 0));
            refused += 1;
            let legal = history.position().first_legal().unwrap();
            let mut effects: Vec<Effect> = Vec::new();
            history.advance(Seat::default(), &legal, &mut effects).unwrap();
            line.push((before, !effects.iter().any(Effect::is_final)));
        }
        assert!(history.position().to_act().is_some() || history.undo_seat().is_none(), "the end stays");
    }
    assert!(undone > 500 && refused > 500, "{undone} {refused}");
}

#[test]
fn s3_1_records_with_an_undo_hold_and_others_are_refused_with_the_clause() {
    let seed: Seed = "s42".parse().unwrap();
    let entries = |texts: &[&str]| -> Vec<Entry> {
        let entry = |(seq, text): (u32, &&str)| Entry {
            seq,
            seat: Seat::default(),
            mv: text.parse().unwrap(),
            at: None,
        };
        (1..).zip(texts).map(entry).collect()
    };
    let good = RecordFile::new(&solo(), &seed, entries(&["yield", "undo", "play AC TH", "concede"]));
    let verdict = verdict_of(&good);
    assert!(verdict.consistent);
    assert_eq!((verdict.moves_valid, verdict.result.is_some()), (4, true));
    let two = Setup::new(Ruleset::current(GameKind::Regicide), 2, &Options::default()).unwrap();
    let tricks = Setup::new(Ruleset::current(GameKind::Tricks), 2, &Options::default()).unwrap();
    for (setup, texts) in [
        (solo(), &["undo"][..]),
        (solo(), &["yield", "undo", "undo"]),
        (solo(), &["flip", "undo"]),
        (solo(), &["yield", "concede", "undo"]),
        (two, &["yield", "undo", "undo"]),
        (tricks, &["pass", "undo", "undo"]),
    ] {
        let verdict = verdict_of(&RecordFile::new(&setup, &seed, entries(texts)));
        let bad = verdict.bad_move.unwrap();
        assert_eq!((bad.seq as usize, bad.rule), (texts.len(), "S3.1"), "{texts:?}");
    }
    let mut elsewhere = good;
    elsewhere.moves[1].seat = 2;
    assert_eq!(verdict_of(&elsewhere).bad_move.unwrap().rule, "S3.1");
}
