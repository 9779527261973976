mod endings;

use std::mem;

use super::search::Node;
use super::*;
use crate::engine::{
    Effect, Game as _, GameKind, Key, Options, Position, Ruleset, Seat, Seed, Setup, SoloYield, Variant,
    View, Viewer,
};

/// Every kind of game with every number of players, each option by itself and
/// the variants together.
pub(crate) fn setups() -> Vec<Setup> {
    let variants = |list: &[Variant]| Options { variants: Some(list.to_vec()), ..Options::default() };
    let choices = [
        Options::default(),
        Options { solo_yield: Some(SoloYield::Once), ..Options::default() },
        variants(&[Variant::Mulligan]),
        variants(&[Variant::NoCombos]),
        variants(&[Variant::SharedDamage]),
        variants(Variant::ALL),
        Options { first: Seat::try_from(1).ok(), ..Options::default() },
        Options { jokers: Some(0), target: Some(10), ..Options::default() },
        Options { partners: Some(true), target: Some(10), ..Options::default() },
    ];
    let all = GameKind::ALL.iter().flat_map(|&kind| (1..=4).map(move |players| (kind, players)));
    let all = all.flat_map(|(kind, players)| choices.iter().map(move |options| (kind, players, options)));
    all.filter_map(|(kind, players, options)| Setup::new(Ruleset::current(kind), players, options).ok())
        .collect()
}

/// A move of a game, as one seat saw it.
struct Seen<'a> {
    effects: &'a [Effect],
    /// The seat's knowledge before it.
    before: &'a Knowledge,
}

/// Lets novices play a game, and shows every position to `look`: with a seat,
/// the knowledge of this seat, and the move that led there.
fn watch(setup: Setup, seed: &str, mut look: impl FnMut(&Position, Seat, &Knowledge, Option<&Seen<'_>>)) {
    let seed: Seed = seed.parse().unwrap();
    let mut position = Position::deal(&setup, seed.key());
    let seats = || Seat::all(setup.players());
    let view = |position: &Position, seat| position.view(Viewer::Seat(seat));
    let mut known: Vec<Knowledge> =
        seats().map(|seat| Knowledge::new(&setup, seat, &view(&position, seat))).collect();
    seats().zip(&known).for_each(|(seat, known)| look(&position, seat, known, None));
    while let Some(mover) = position.to_act() {
        let played = choose(Level::Novice, &known[mover.index()], seed_of(position.seq()));
        let mut effects: Vec<Effect> = Vec::new();
        position.advance(mover, &played, &mut effects).unwrap();
        for (seat, known) in seats().zip(&mut known) {
            let effects: Vec<Effect> =
                effects.iter().map(|effect| effect.seen_by(Viewer::Seat(seat))).collect();
            let before = known.clone();
            known.observe(&effects, &view(&position, seat));
            look(&position, seat, known, Some(&Seen { effects: &effects, before: &before }));
        }
    }
}

fn seed_of(number: u32) -> [u8; 32] {
    Key::labelled("test", &[7; 32]).stream(number.into()).bytes()
}

#[test]
fn bots_play_games_of_every_kind_to_their_end() {
    let setups = setups();
    assert!(setups.len() > 30, "{}", setups.len());
    for (number, setup) in (0..).zip(&setups) {
        let seed: Seed = format!("kind-{number}").parse().unwrap();
        let player = |seat: Seat| match seat.index() {
            0 => Player::Iterations(2),
            _ => Player::Level(Level::Novice),
        };
        let game = play(setup, &seed, 0, player);
        assert!(game.position.outcome().is_some(), "{setup}");
    }
}

#[test]
fn r12_3_t11_what_a_seat_knows_allows_the_truth() {
    for setup in setups() {
        for seed in ["one", "two"] {
            watch(setup, seed, |position, seat, known, _| {
                assert!(known.allows(position), "{setup}, seat {seat}: {position}");
            });
        }
    }
}

#[test]
fn a_sampled_deal_shows_the_seat_what_it_sees() {
    let mut differ = 0;
    for setup in setups() {
        watch(setup, "worlds", |position, seat, known, _| {
            if position.to_act() != Some(seat) || position.seq() % 3 > 0 {
                return;
            }
            let sampled = known.world(&mut Key::labelled("test", &[1; 32]).stream(0));
            endings::check_sample(&sampled, position, seat, known, setup);
            let without_seq =
                |position: &Position| position.to_string().rsplit_once(' ').unwrap().0.to_owned();
            differ += u32::from(without_seq(&sampled) != without_seq(position));
        });
    }
    assert!(differ > 100, "only {differ} deals are not the true one");
}

/// The position is exchanged for another that looks the same to the seat, and
/// the seat chooses the same move.
#[test]
fn r12_3_t11_a_choice_is_the_same_wherever_the_hidden_cards_are() {
    let mut compared = 0;
    for setup in setups() {
        watch(setup, "swapped", |position, seat, known, seen| {
            if position.to_act() != Some(seat) || position.seq() % 8 > 0 {
                return;
            }
            let other = known.world(&mut Key::labelled("test", &[2; 32]).stream(position.seq().into()));
            let view: View = other.view(Viewer::Seat(seat));
            let again = match seen {
                None => Knowledge::new(&setup, seat, &view),
                Some(seen) => {
                    let mut again = seen.before.clone();
                    again.observe(seen.effects, &view);
                    again
                }
            };
            let seed = seed_of(position.seq());
            assert_eq!(choose_within(3, known, seed), choose_within(3, &again, seed), "{setup}: {position}");
            assert_eq!(choose(Level::Novice, known, seed), choose(Level::Novice, &again, seed));
            compared += 1;
        });
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn every_legal_move_is_listed_with_its_visits() {
    for setup in setups() {
        watch(setup, "visits", |position, seat, known, _| {
            if position.to_act() != Some(seat) || position.seq() % 20 > 0 {
                return;
            }
            let choice = choose_within(6, known, seed_of(0));
            let legal = position.legal_moves();
            assert_eq!(choice.moves.iter().map(|considered| considered.mv).collect::<Vec<_>>(), legal);
            let visits: u32 = choice.moves.iter().map(|considered| considered.visits).sum();
            assert!(visits == 6 || visits == 1, "{visits}");
            assert!(choice.moves.iter().all(|considered| considered.won <= considered.visits));
            let most = choice.moves.iter().map(|considered| considered.visits).max();
            let chosen = choice.moves.iter().find(|considered| considered.mv == choice.mv);
            assert_eq!(chosen.map(|chosen| chosen.visits), most);
        });
    }
}

#[test]
fn a_match_is_the_same_every_time_and_its_number_makes_another() {
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), 3, &Options::default()).unwrap();
    let seed: Seed = "banana".parse().unwrap();
    let game = |number| play(&setup, &seed, number, |_| Player::Iterations(3)).moves;
    assert_eq!(game(0), game(0));
    assert_ne!(game(0), game(1));
}

#[test]
fn the_memory_of_a_search_is_as_stated() {
    assert_eq!(mem::size_of::<Node>(), 40);
}

#[test]
fn levels_have_their_names() {
    for (&level, name) in Level::ALL.iter().zip(["novice", "steady", "strong"]) {
        assert_eq!((level.to_string().as_str(), name.parse()), (name, Ok(level)));
        assert_eq!(serde_json::to_value(level).unwrap(), name);
        assert_eq!(name.parse(), Ok(Player::Level(level)));
    }
    assert_eq!("70".parse(), Ok(Player::Iterations(70)));
    assert!(["", "0", "-1", "brave"].into_iter().all(|text| text.parse::<Player>().is_err()));
}
