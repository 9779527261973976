//! Every search ends, whatever is chosen about a game, and every deal that it
//! looks at is one that the seat may be in.

use super::*;
use crate::engine::Ignore;
use crate::engine::regicide::{self, Phase};

/// How many games are played with each set of options.
const GAMES: u32 = 26;
/// In one game of so many the bots move.
const BOTS_IN: u32 = 26;
/// The most moves of a game of bots here: ten times what one takes.
const MOST_MOVES: u32 = 2_000;

/// Every set of options that a game can be created with, but for the first
/// player; of the targets the least.
fn every_setup() -> Vec<Setup> {
    let some = |bits: u32| {
        let variants = Variant::ALL.iter().enumerate().filter(|(place, _)| bits & 1 << place != 0);
        Some(variants.map(|(_, &variant)| variant).collect::<Vec<_>>())
    };
    let variants = (0..1 << Variant::ALL.len()).map(some);
    let together = variants.flat_map(|variants| {
        [SoloYield::Never, SoloYield::Once].map(|solo_yield| Options {
            variants: variants.clone(),
            solo_yield: Some(solo_yield),
            ..Options::default()
        })
    });
    let choices = [0, 2].into_iter().flat_map(|jokers| [false, true].map(|partners| (jokers, partners)));
    let tricks = choices.map(|(jokers, partners)| Options {
        jokers: Some(jokers),
        partners: Some(partners),
        target: Some(10),
        ..Options::default()
    });
    let options: Vec<Options> = together.chain(tricks).collect();
    let kinds = GameKind::ALL.iter().flat_map(|&kind| (1..=4).map(move |players| (kind, players)));
    let all = kinds.flat_map(|(kind, players)| options.iter().map(move |options| (kind, players, options)));
    all.filter_map(|(kind, players, options)| Setup::new(Ruleset::current(kind), players, options).ok())
        .collect()
}

/// The next move: of bots with short searches in a few games, in the others a random
/// one, which is quick enough for thousands of games.
fn choose_soon(seat: Seat, number: u32, known: &Knowledge, position: &Position) -> Move {
    let seed = seed_of(position.seq() + 1_000 * number);
    if number.is_multiple_of(BOTS_IN) {
        return match (seat.index() + position.seq() as usize) % 4 {
            0 => choose_within(2, known, seed).mv,
            _ => choose(Level::Novice, known, seed),
        };
    }
    let legal = position.legal_moves();
    legal[usize::from(seed[0]) % legal.len()]
}

/// Plays a game; `look` sees each position with the knowledge of the seat to act.
fn play_game(setup: Setup, number: u32, mut look: impl FnMut(&Position, Seat, &Knowledge)) -> u32 {
    let deal: Seed = format!("ending-{number}").parse().unwrap();
    let mut position = Position::deal(&setup, deal.key());
    let mut observers = Observer::all(&setup, &position);
    while let Some(seat) = position.to_act() {
        assert!(position.seq() < MOST_MOVES, "{setup}, {deal:?}: {position}");
        let known = observers[seat.index()].knowledge();
        look(&position, seat, known);
        let mv = choose_soon(seat, number, known, &position);
        let mut effects: Vec<Effect> = Vec::new();
        position.advance(seat, &mv, &mut effects).unwrap();
        for observer in &mut observers {
            observer.observe(&effects, &position);
        }
    }
    position.seq()
}

/// A sampled deal is one that the seat may be in: it sees there what it sees, its
/// knowledge allows it, and its position line can be read (so every card is in one
/// place).
pub(super) fn check_sample(
    sampled: &Position,
    position: &Position,
    seat: Seat,
    known: &Knowledge,
    setup: Setup,
) {
    assert!(known.allows(sampled), "{setup}, seat {seat}: {sampled} instead of {position}");
    let viewer = Viewer::Seat(seat);
    assert_eq!(sampled.view(viewer), position.view(viewer), "{setup}: {position}");
    let parsed = Position::parse(&setup, Key::labelled("test", &[1; 32]), &sampled.to_string());
    assert!(parsed.is_ok(), "{setup}: {sampled}: {parsed:?}");
}

#[test]
fn games_of_every_option_end_and_every_sampled_deal_fits() {
    let setups = every_setup();
    assert_eq!(setups.len(), 8 + 3 * 8 + 2 * 2 + 2 * 2);
    let rng = Key::labelled("test", &[3; 32]);
    let mut games = 0;
    for setup in &setups {
        for number in 0..GAMES {
            play_game(*setup, number, |position, seat, known| {
                if (position.seq() + number).is_multiple_of(6) {
                    let mut rng = rng.stream(position.seq().into());
                    check_sample(&known.world(&mut rng), position, seat, known, *setup);
                }
            });
            games += 1;
        }
    }
    assert!(games >= 1_000, "{games}");
}

/// The levels themselves, a turn here and there: whole games of them take long.
#[test]
fn every_level_makes_a_legal_move_in_games_of_every_option() {
    let mut turns = [0; Level::ALL.len()];
    for (number, setup) in (0..).zip(every_setup()) {
        play_game(setup, number + 1, |position, seat, known| {
            let level = match (position.seq(), number) {
                (2, 20) => Level::Strong,
                (3, number) if number % 4 == 0 => Level::Steady,
                (seq, _) if seq % 8 == 0 => Level::Novice,
                _ => return,
            };
            let mv = choose(level, known, seed_of(number));
            assert!(position.play(seat, &mv, &mut Ignore).is_ok(), "{setup}: {mv} in {position}");
            turns[level as usize] += 1;
        });
    }
    assert!(turns[0] > 40 && turns[1] > 5 && turns[2] > 0, "{turns:?}");
}

/// `bot-12` for four never ended when the hands of a sampled deal could be too small
/// for the damage that the true ones cover.
#[test]
fn r10_2_hands_of_a_sampled_deal_cover_the_damage_that_the_true_ones_cover() {
    let shared = Options { variants: Some(vec![Variant::SharedDamage]), ..Options::default() };
    let mut tight = 0;
    for players in 2..=4 {
        let setup = Setup::new(Ruleset::current(GameKind::Regicide), players, &shared).unwrap();
        for number in 0..200 {
            play_game(setup, number, |position, seat, known| {
                let Position::Regicide(truth) = position else { unreachable!() };
                let Phase::Discard { damage, .. } = truth.phase else { return };
                let hands = |position: &regicide::Position| {
                    Seat::all(players).map(|seat| u32::from(position.hand_worth(seat))).sum::<u32>()
                };
                assert!(hands(truth) >= damage.into());
                let mut rng = Key::labelled("test", &[5; 32]).stream(position.seq().into());
                for _ in 0..2 {
                    let sampled = known.world(&mut rng);
                    check_sample(&sampled, position, seat, known, setup);
                    assert!(hands(sampled.co_operative().unwrap()) >= damage.into(), "{sampled}");
                }
                tight += u32::from(hands(truth) < u32::from(damage) + 3);
            });
        }
    }
    assert!(tight > 20, "{tight}");
}

#[test]
fn the_game_that_never_ended_ends() {
    let shared = Options { variants: Some(vec![Variant::SharedDamage]), ..Options::default() };
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), 4, &shared).unwrap();
    let game = play(&setup, &"bot-12".parse().unwrap(), 0, |_| Player::Iterations(3));
    assert!(game.position.outcome().is_some());
}
