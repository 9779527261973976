//! The effects tell everything: who follows them needs no other source.

use regicide_engine::engine::tricks::{Effect, Highest, TurnedUp, View, WonOrShared};
use regicide_engine::engine::{Card, Seat, Viewer};

use super::play::games;

/// Updates a view with the effects that its viewer sees; `stock` is what a
/// deal leaves.
fn follow(view: &mut View, stock: u8, effect: Effect) {
    match effect {
        Effect::CardTaken { seat, card } => {
            view.turned_up = TurnedUp::Taken { card, seat };
            view.hand_sizes[seat.index()] += 1;
        }
        Effect::TurnedDown { card } => {
            view.turned_up = TurnedUp::Stock { card };
            view.stock_left += 1;
        }
        Effect::TrumpSet { suit, .. } | Effect::TrumpChanged { suit, .. } => view.trump = Some(suit),
        Effect::Buried { seat, card } => {
            view.hand_sizes[seat.index()] -= 1;
            view.buried_by = Some(seat);
            view.buried = card;
        }
        Effect::CardPlayed { seat, card } => {
            view.hand_sizes[seat.index()] -= 1;
            view.trick.push(card);
            view.played.push(card);
            view.played.sort_unstable();
        }
        Effect::TrickWon { seat, tricks_won, .. } => {
            view.trick.clear();
            view.leader = seat;
            view.tricks[seat.index()] = tricks_won;
        }
        Effect::RanksReversed { highest, .. } => view.highest = highest,
        Effect::HandScored { points, .. } => view.points = points,
        Effect::CardsDealt { seat, count, .. } => {
            view.hand_sizes[seat.index()] = count;
            view.tricks[seat.index()] = 0;
        }
        Effect::CardTurnedUp { dealer, card } => {
            view.turned_up = TurnedUp::Open { card };
            view.dealer = dealer;
            view.leader = dealer;
            view.played.clear();
            (view.trump, view.buried_by, view.buried) = (None, None, None);
            view.highest = Highest::King;
            view.stock_left = stock;
        }
        Effect::Passed { .. }
        | Effect::Kept { .. }
        | Effect::SideConceded { .. }
        | Effect::GameWon { .. }
        | Effect::GameShared { .. } => {}
    }
}

/// Follows the viewer's own hand, where the viewer has one.
fn follow_hand(hand: &mut Vec<Card>, own: Seat, effect: Effect) {
    if let Effect::CardTaken { seat, card } = effect
        && seat == own
    {
        hand.push(card);
        hand.sort_unstable();
    }
    if let Effect::CardPlayed { card, .. } | Effect::Buried { card: Some(card), .. } = effect {
        hand.retain(|&held| held != card);
    }
    if let Effect::CardsDealt { cards: Some(cards), .. } = effect {
        *hand = cards.iter().collect();
    }
}

#[test]
fn t11_a_viewer_can_follow_the_table_by_effects_alone() {
    for game in games("follow", 3) {
        let start = game.start();
        for own in Seat::all(game.setup.players()).map(Some).chain([None]) {
            let viewer = own.map_or(Viewer::Spectator, Viewer::Seat);
            let mut view = start.view(viewer);
            let stock = view.stock_left;
            game.clone().play(|turn| {
                for effect in turn.effects {
                    let effect = effect.seen_by(viewer);
                    follow(&mut view, stock, effect);
                    if let (Some(hand), Some(own)) = (&mut view.hand, own) {
                        follow_hand(hand, own, effect);
                    }
                }
                // What the rules say of the table is no effect.
                let seen = turn.after.view(viewer);
                (view.phase, view.best, view.hand_points) = (seen.phase, seen.best, seen.hand_points);
                assert_eq!(view, seen, "{} by {}", turn.after, turn.mv);
            });
        }
    }
}

#[test]
fn t12_the_last_effect_of_a_game_is_its_result() {
    for game in games("result", 10) {
        let mut last = None;
        let outcome = game.play(|turn| last = turn.effects.last().copied()).outcome().unwrap();
        let points = outcome.points;
        let expected = match outcome.outcome {
            WonOrShared::Won => Effect::GameWon { side: outcome.winners.alone().unwrap(), points },
            WonOrShared::Shared => Effect::GameShared { sides: outcome.winners, points },
        };
        assert_eq!(last, Some(expected));
    }
}
