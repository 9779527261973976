//! The longest game that a log holds.

use regicide::engine::{Game, GameKind, Options, Position, Seed, Setup, Silent, Stream};
use regicide::record::{Entry, MAX_MOVES, Rebuild, RecordFile};

use crate::played::{judge, legal};

/// Random moves up to the end of the hand, or nothing if that ends the game.
fn hand(start: &Position, dice: &mut Stream) -> Option<(Position, Vec<Entry>)> {
    let (mut position, mut entries) = (*start, Vec::new());
    loop {
        let legal = legal(&position);
        let mv = legal[dice.below(u32::try_from(legal.len()).unwrap()) as usize];
        let seat = position.to_act()?;
        let mut effects = Vec::new();
        position = position.play(seat, &mv, &mut effects).unwrap();
        entries.push(Entry { seq: position.seq(), seat, mv, at: None });
        position.to_act()?;
        if effects.iter().any(|effect| effect.message().to_string().starts_with("effect-hand_scored")) {
            return Some((position, entries));
        }
    }
}

/// A game that goes on because nobody is alone highest at the target (T10):
/// a hand that would end it is played otherwise.
fn long_game(setup: Setup, seed: &Seed, moves: u32) -> Vec<Entry> {
    let mut dice = "dice".parse::<Seed>().unwrap().key().stream(1);
    let mut position = Position::deal(&setup, seed.key());
    let mut entries = Vec::new();
    while position.seq() < moves {
        if let Some((end, hand)) = hand(&position, &mut dice) {
            position = end;
            entries.extend(hand);
        }
    }
    entries
}

#[test]
fn s6_a_log_is_full_after_20_000_moves() {
    let setup = Setup::new(GameKind::Tricks, 3, &Options::default()).unwrap();
    let seed: Seed = "long".parse().unwrap();
    let entries = long_game(setup, &seed, MAX_MOVES + 1);
    let most = MAX_MOVES as usize;
    let mut record = RecordFile::new(&setup, &seed, entries.iter().take(most).copied());
    let verdict = judge(&record);
    assert!(verdict.consistent);
    assert_eq!(verdict.moves_valid, MAX_MOVES);

    record.moves.push(entries[most].into());
    let verdict = judge(&record);
    assert!(!verdict.consistent);
    assert_eq!(verdict.moves_valid, MAX_MOVES);
    let bad = verdict.bad_move.unwrap();
    assert_eq!((bad.seq, bad.rule), (MAX_MOVES + 1, "S6"));
    assert!(bad.reason.contains("20000"), "{}", bad.reason);
}

#[test]
fn a_refused_move_leaves_the_game_as_it_was() {
    let setup = Setup::new(GameKind::Tricks, 3, &Options::default()).unwrap();
    let seed: Seed = "long".parse().unwrap();
    let entries = long_game(setup, &seed, 1);
    let mut game = Rebuild::new(&setup, &seed);
    game.add(&entries[0], &mut Silent).unwrap();
    let (position, chain) = (*game.position(), game.chain());
    for bad in [entries[0], entries[2], Entry { mv: "yield".parse().unwrap(), ..entries[1] }] {
        assert!(game.add(&bad, &mut Silent).is_err());
        assert_eq!((*game.position(), game.chain()), (position, chain));
    }
    game.add(&entries[1], &mut Silent).unwrap();
}
