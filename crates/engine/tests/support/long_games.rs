//! Games that go on for as long as a test wants.

use regicide_engine::engine::tricks::Effect as TricksEffect;
use regicide_engine::engine::{Effect, Game as _, Position, Seed, Setup, Stream};
use regicide_engine::record::Entry;

/// Random moves up to the end of the hand, or nothing if that ends the game.
fn hand(start: &Position, dice: &mut Stream) -> Option<(Position, Vec<Entry>)> {
    let (mut position, mut entries) = (*start, Vec::new());
    loop {
        let legal = position.legal_moves();
        let mv = legal[dice.below(u32::try_from(legal.len()).expect("few moves")) as usize];
        let seat = position.to_act()?;
        let mut effects = Vec::new();
        position = position.play(seat, &mv, &mut effects).expect("a legal move");
        entries.push(Entry { seq: position.seq(), seat, mv, at: None });
        position.to_act()?;
        if effects.iter().any(|effect| matches!(effect, Effect::Tricks(TricksEffect::HandScored { .. }))) {
            return Some((position, entries));
        }
    }
}

/// A game that goes on because nobody is alone highest at the target (T10):
/// a hand that would end it is played otherwise.
pub(crate) fn long_game(setup: Setup, seed: &Seed, moves: u32) -> Vec<Entry> {
    let mut dice = "dice".parse::<Seed>().expect("a seed").key().stream(1);
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
