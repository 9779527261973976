//! Properties of every position of every co-operative game.

use std::collections::BTreeSet;

use regicide_engine::engine::regicide::{Effect, Position, RulesVersion, Setup};
use regicide_engine::engine::{
    Card, CardSet, Game, Ignore, Move, Options, Seat, Seed, SoloYield, Stream, Variant, Viewer,
};

/// Every way to set a game up that differs for the rules, of every version.
fn set_ups() -> Vec<Setup> {
    RulesVersion::ALL.iter().flat_map(|&rules| set_ups_of(rules)).collect()
}

fn set_ups_of(rules: RulesVersion) -> Vec<Setup> {
    let mut all = Vec::new();
    for players in 1..=4_u8 {
        for bits in 0..8 {
            let chosen = Variant::ALL.iter().copied().enumerate().filter(|(i, _)| bits & 1 << i != 0);
            let options = Options {
                first: Seat::try_from(players - 1).ok(),
                variants: Some(chosen.map(|(_, variant)| variant).collect()),
                ..Options::default()
            };
            all.extend(Setup::new(rules, players, &options));
        }
    }
    let once = Options { solo_yield: Some(SoloYield::Once), ..Options::default() };
    all.extend(Setup::new(rules, 1, &once));
    assert_eq!(all.len(), 4 + 8 * 3 + 1);
    all
}

fn pick<'a, T>(dice: &mut Stream, items: &'a [T]) -> &'a T {
    &items[dice.below(u32::try_from(items.len()).unwrap()) as usize]
}

/// Plays games of every set-up at random and shows each move to `look`:
/// dice, position before, seat, move, position after, effects.
fn play(games: u32, mut look: impl FnMut(&mut Stream, &Position, Seat, Move, &Position, &[Effect])) {
    for setup in set_ups() {
        for number in 0..games {
            let key = format!("coop-{number}").parse::<Seed>().unwrap().key();
            let mut dice = key.stream(1 << 40);
            let mut position = Position::deal(&setup, key);
            while let Some(seat) = position.to_act() {
                let mv = *pick(&mut dice, &position.legal_moves());
                let mut effects = Vec::new();
                let next = position.play(seat, &mv, &mut effects).unwrap();
                look(&mut dice, &position, seat, mv, &next, &effects);
                position = next;
                assert!(position.seq() < 1000, "every game ends");
            }
            assert!(position.outcome().is_some());
            assert!(position.legal_moves().is_empty());
        }
    }
}

/// The cards of a position, field by field of its line.
fn cards(position: &Position) -> Vec<Card> {
    let line = position.to_string();
    let fields: Vec<&str> = line.split(' ').collect();
    let enemy = fields[5].split(':').next().unwrap();
    let places = fields[..4].iter().copied().chain(fields[4].split('|')).chain([enemy]);
    let pairs = places.filter(|place| *place != "-").flat_map(|place| place.as_bytes().chunks(2));
    pairs.map(|pair| str::from_utf8(pair).unwrap().parse().unwrap()).collect()
}

#[test]
fn every_card_is_in_exactly_one_place_at_all_times() {
    play(100, |_, _, _, _, after, _| {
        let cards = cards(after);
        let players = after.view(Viewer::Spectator).hand_sizes.len();
        assert_eq!(cards.len(), 52 + players.saturating_sub(2), "{after}");
        assert_eq!(cards.iter().collect::<BTreeSet<_>>().len(), cards.len(), "{after}");
    });
}

#[test]
fn a_play_or_discard_is_legal_exactly_if_its_set_is_listed() {
    let all: Vec<Card> = CardSet::ALL.iter().collect();
    play(3, |dice, before, seat, _, _, _| {
        let listed: BTreeSet<String> = before.legal_moves().iter().map(|mv| sorted(mv).to_string()).collect();
        assert_eq!(listed.len(), before.legal_moves().len(), "each set is listed once");
        let view = before.view(Viewer::Seat(seat));
        let hand = view.hand.unwrap();
        let mut tries: Vec<Move> = ["yield", "flip", "next 0", "next 1", "next 3", "take", "keep", "trump H"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        for _ in 0..30 {
            let from = if dice.below(5) == 0 || hand.is_empty() { &all } else { &hand };
            let named: Vec<Card> = (0..=dice.below(4)).map(|_| *pick(dice, from)).collect();
            tries.extend([Move::play(&named).unwrap(), Move::discard(&named).unwrap()]);
        }
        for mv in before.legal_moves() {
            tries.push(shuffled(dice, &mv));
        }
        for mv in tries {
            let mut effects: Vec<Effect> = Vec::new();
            let copy = *before;
            let played = before.play(seat, &mv, &mut effects);
            assert_eq!(played.is_ok(), listed.contains(&sorted(&mv).to_string()), "{mv} in {before}");
            assert_eq!(*before, copy);
            assert!(played.is_ok() || effects.is_empty());
        }
    });
}

/// A move with its cards in canonical order.
fn sorted(mv: &Move) -> Move {
    with_cards(mv, <[Card]>::sort)
}

fn shuffled(dice: &mut Stream, mv: &Move) -> Move {
    with_cards(mv, |cards| dice.shuffle(cards))
}

fn with_cards(mv: &Move, change: impl FnOnce(&mut [Card])) -> Move {
    let mut mv = *mv;
    if let Move::Play(cards) | Move::Discard(cards) = &mut mv {
        change(cards.as_mut_slice());
    }
    mv
}

#[test]
fn a_replay_leads_where_the_game_led_in_text_and_in_json() {
    let mut before_text = String::new();
    play(10, |_, before, seat, mv, after, effects| {
        let text: Move = mv.to_string().parse().unwrap();
        let json: Move = serde_json::from_str(&serde_json::to_string(&mv).unwrap()).unwrap();
        assert_eq!((text, json), (mv, mv));
        let mut again = Vec::new();
        assert_eq!(before.play(seat, &text, &mut again).as_ref(), Ok(after));
        assert_eq!(again, effects);
        assert_eq!(before.play(seat, &json, &mut Ignore).as_ref(), Ok(after));
        before_text = after.to_string();
    });
    assert!(before_text.contains("lost") || before_text.contains("won"));
}

#[test]
fn views_and_effects_hold_nothing_that_is_hidden() {
    play(10, |_, before, _, _, after, effects| {
        let line = after.to_string();
        let fields: Vec<&str> = line.split(' ').collect();
        let hands: Vec<&str> = fields[4].split('|').collect();
        let holds = |cards: &str, text: &str| {
            let names =
                cards.as_bytes().chunks(2).filter(|_| cards != "-").map(|name| str::from_utf8(name).unwrap());
            names.into_iter().any(|name| text.contains(&format!("\"{name}\"")))
        };
        let viewers = Seat::all(u8::try_from(hands.len()).unwrap()).map(Viewer::Seat);
        for viewer in viewers.chain([Viewer::Spectator]) {
            let view = serde_json::to_string(&after.view(viewer)).unwrap();
            assert!(!holds(fields[0], &view) && !holds(fields[1], &view), "{view} in {line}");
            for (seat, hand) in Seat::all(4).zip(&hands).filter(|(seat, _)| !viewer.is(*seat)) {
                assert!(!holds(hand, &view), "seat {seat} in {view}");
            }
            for effect in effects {
                if let Effect::Drawn { seat, cards, .. } = effect.seen_by(viewer) {
                    assert_eq!(cards.is_some(), viewer.is(seat));
                }
            }
        }
        assert_eq!(before.seq() + 1, after.seq());
    });
}
