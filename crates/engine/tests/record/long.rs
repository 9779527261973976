//! The longest game that a log holds.

use regicide_engine::engine::{GameKind, Ignore, Options, Ruleset, Seed, Setup};
use regicide_engine::record::{Entry, Rebuild, RecordFile};

use crate::long_games::long_game;
use crate::played::verdict_of;

#[test]
fn s6_a_log_is_full_after_the_longest_game_of_its_set_up() {
    const MOST: u32 = 1881;
    let setup = Setup::new(Ruleset::current(GameKind::Tricks), 3, &Options::default()).unwrap();
    let seed: Seed = "long".parse().unwrap();
    let entries = long_game(setup, &seed, MOST + 1);
    let places = MOST as usize;
    let mut record = RecordFile::new(&setup, &seed, entries.iter().take(places).copied());
    let verdict = verdict_of(&record);
    assert!(verdict.consistent);
    assert_eq!(verdict.moves_valid, MOST);

    record.moves.push(entries[places].into());
    let verdict = verdict_of(&record);
    assert!(!verdict.consistent);
    assert_eq!(verdict.moves_valid, MOST);
    let bad = verdict.bad_move.unwrap();
    assert_eq!((bad.seq, bad.rule), (MOST + 1, "S6"));
    assert!(bad.reason.contains(&MOST.to_string()), "{}", bad.reason);
}

#[test]
fn a_refused_move_leaves_the_game_as_it_was() {
    let setup = Setup::new(Ruleset::current(GameKind::Tricks), 3, &Options::default()).unwrap();
    let seed: Seed = "long".parse().unwrap();
    let entries = long_game(setup, &seed, 1);
    let mut game = Rebuild::new(&setup, &seed);
    game.add(&entries[0], &mut Ignore).unwrap();
    let (position, chain) = (*game.position(), game.chain());
    for bad in [entries[0], entries[2], Entry { mv: "yield".parse().unwrap(), ..entries[1] }] {
        assert!(game.add(&bad, &mut Ignore).is_err());
        assert_eq!((*game.position(), game.chain()), (position, chain));
    }
    game.add(&entries[1], &mut Ignore).unwrap();
}
