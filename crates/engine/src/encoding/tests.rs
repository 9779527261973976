use super::*;
use crate::bots::Observer;
use crate::bots::tests::setups;
use crate::engine::{Effect, Game as _, GameKind, Key, Position, Seat, Seed, Setup, Stream, Viewer};

fn length(kind: GameKind) -> usize {
    fields(kind).last().map_or(0, |last| last.start + last.len)
}

fn random() -> Stream {
    Key::labelled("test", &[3; 32]).stream(0)
}

/// Plays random games of every kind and shows each position with its seat.
fn walk(mut look: impl FnMut(&Setup, &Position, Seat, &Observer)) {
    let setups = setups();
    assert!(setups.len() > 30, "{}", setups.len());
    let mut random = random();
    for setup in setups {
        for deal in ["one", "two", "three"] {
            let deal: Seed = deal.parse().unwrap();
            let mut position = Position::deal(&setup, deal.key());
            let mut observers = Observer::all(&setup, &position);
            while let Some(seat) = position.to_act() {
                look(&setup, &position, seat, &observers[seat.index()]);
                let legal = position.legal_moves();
                let mv = legal[random.below(u32::try_from(legal.len()).unwrap()) as usize];
                let mut effects: Vec<Effect> = Vec::new();
                position.advance(seat, &mv, &mut effects).unwrap();
                for observer in &mut observers {
                    observer.observe(&effects, &position);
                }
            }
        }
    }
}

#[test]
fn every_legal_move_has_an_action_and_no_other() {
    let mut seen = std::collections::BTreeSet::new();
    walk(|setup, position, seat, _| {
        let view = position.view(Viewer::Seat(seat));
        let known = Actions::new(setup, &view, seat);
        let mut mask = vec![2; actions(setup.kind())];
        known.mask(position, &mut mask);
        let legal = position.legal_moves();
        assert_eq!(mask.iter().map(|&legal| usize::from(legal)).sum::<usize>(), legal.len(), "{position}");
        for mv in &legal {
            let action = known.of(mv).unwrap();
            assert_eq!((mask[action], known.to_move(action)), (1, Some(*mv)), "{position}");
            seen.insert((setup.kind().as_ref().to_owned(), action));
        }
        // Whatever the mask leaves out is refused.
        for action in (0..=mask.len()).filter(|&action| mask.get(action) != Some(&1)) {
            let mv = known.to_move(action);
            assert!(
                mv.is_none_or(|mv| position.play(seat, &mv, &mut crate::engine::Ignore).is_err()),
                "{action}"
            );
        }
    });
    assert!(seen.len() > 300, "{}", seen.len());
}

#[test]
fn r12_3_t11_an_observation_is_the_same_wherever_the_hidden_cards_are() {
    let (mut compared, mut moved) = (0, 0);
    let mut random = random();
    walk(|setup, position, seat, observer| {
        if position.seq() % 5 > 0 {
            return;
        }
        let other = observer.knowledge().world(&mut random);
        let observation = |position: &Position| {
            let mut row = vec![0; length(setup.kind())];
            observe(setup, &position.view(Viewer::Seat(seat)), seat, position.to_act(), &mut row);
            row
        };
        let mask = |position: &Position| {
            let mut mask = vec![0; actions(setup.kind())];
            Actions::new(setup, &position.view(Viewer::Seat(seat)), seat).mask(position, &mut mask);
            mask
        };
        assert_eq!(observation(position), observation(&other), "{position}");
        assert_eq!(mask(position), mask(&other), "{position}");
        compared += 1;
        moved += u32::from(position.reveal() != other.reveal());
    });
    assert!(compared > 500 && moved > 400, "{compared} compared, hidden cards moved in {moved}");
}

#[test]
fn an_observation_has_its_fields_and_fills_all_of_them() {
    for &kind in GameKind::ALL {
        let mut names: Vec<&str> = fields(kind).iter().map(|field| field.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), fields(kind).len());
    }
    let mut filled = std::collections::BTreeSet::new();
    walk(|setup, position, seat, _| {
        let mut row = vec![9; length(setup.kind())];
        observe(setup, &position.view(Viewer::Seat(seat)), seat, Some(seat), &mut row);
        for field in fields(setup.kind()) {
            let part = &row[field.start..][..field.len];
            if part.iter().any(|&number| number > 0) {
                filled.insert((setup.kind().as_ref().to_owned(), field.name));
            }
        }
    });
    let all: usize = GameKind::ALL.iter().map(|&kind| fields(kind).len()).sum();
    assert_eq!(filled.len(), all, "{filled:?}");
}

#[test]
fn a_table_is_played_to_its_end_for_its_rewards() {
    let mut random = random();
    for setup in setups() {
        for reward in [Reward::Progress, Reward::Win] {
            let mut table = Table::new(setup, reward, &"table".parse().unwrap());
            let (mut row, mut mask) = (vec![0; length(setup.kind())], vec![0; actions(setup.kind())]);
            let mut total = [0.0; Seat::COUNT];
            loop {
                table.observe_to_act(&mut row, &mut mask);
                let legal: Vec<usize> = (0..mask.len()).filter(|&action| mask[action] == 1).collect();
                let illegal = (0..mask.len()).find(|&action| mask[action] == 0).unwrap();
                assert_eq!(table.play(illegal), Err(IllegalAction(illegal)));
                let action = legal[random.below(u32::try_from(legal.len()).unwrap()) as usize];
                let step = table.play(action).unwrap();
                for (total, reward) in total.iter_mut().zip(step.rewards) {
                    *total += reward;
                }
                if step.terminated {
                    break;
                }
                assert!(!step.truncated);
            }
            assert_eq!((table.to_act(), table.play(0)), (None, Err(IllegalAction(0))));
            for seat in Seat::all(setup.players()) {
                let result = table.result(seat);
                let expected = match (reward, result.enemies_defeated, table.position()) {
                    (Reward::Win, _, _) => f32::from(u8::from(result.won)),
                    (Reward::Progress, Some(defeated), _) => f32::from(defeated) / 12.0,
                    (Reward::Progress, None, position) => {
                        let target = f32::from(setup.options().target.unwrap());
                        let score = serde_json::to_value(position.scores()[seat.index()].1).unwrap();
                        let points = u16::try_from(score["side_points"].as_u64().unwrap()).unwrap();
                        f32::from(points) / target
                    }
                };
                assert!((total[seat.index()] - expected).abs() < 1e-4, "{setup}, seat {seat}: {total:?}");
            }
        }
    }
}
