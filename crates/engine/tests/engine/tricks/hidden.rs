//! Nothing that T11 hides is in what a viewer is shown.

use std::collections::BTreeSet;

use regicide_engine::engine::tricks::{Effect, Position};
use regicide_engine::engine::{Seat, Viewer};
use serde::Serialize;
use serde_json::Value;

use super::play::games;

/// The public facts of this hand, and the cards of each seat by the position line.
struct Known {
    public: BTreeSet<String>,
    /// The seats that buried a card in this hand.
    buried_by: Option<Seat>,
}

impl Known {
    fn at_the_deal(position: &Position) -> Self {
        let open = field(position, 1);
        Self { public: cards(&open), buried_by: None }
    }

    /// Follows a move by what it was, without asking for effects.
    fn follow(&mut self, seat: Seat, text: &str, after: &Position) {
        if let Some(card) = text.strip_prefix("play ") {
            self.public.insert(card.to_owned());
        }
        if text.starts_with("bury ") {
            self.buried_by = Some(seat);
        }
        if field(after, 10) == "take" && text.starts_with("play ") {
            *self = Self::at_the_deal(after);
        }
    }

    /// The cards that a viewer may know.
    fn of(&self, position: &Position, viewer: Viewer) -> BTreeSet<String> {
        let mut known = self.public.clone();
        if let Viewer::Seat(seat) = viewer {
            known.extend(cards(field(position, 2).split('|').nth(seat.index()).unwrap()));
            if self.buried_by == Some(seat) {
                known.extend(cards(&field(position, 3)));
            }
        }
        known
    }
}

fn field(position: &Position, at: usize) -> String {
    position.to_string().split(' ').nth(at).unwrap().to_owned()
}

/// The cards of a list of the position line.
fn cards(list: &str) -> BTreeSet<String> {
    let list = list.trim_matches('-');
    (0..list.len()).step_by(2).map(|at| list[at..at + 2].to_owned()).collect()
}

/// Every card named anywhere in a value's JSON.
fn named(value: &impl Serialize) -> BTreeSet<String> {
    fn collect(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::String(text) if text.len() == 2 => {
                found.insert(text.clone());
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Value::Object(fields) => fields.values().for_each(|item| collect(item, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut found = BTreeSet::new();
    collect(&serde_json::to_value(value).unwrap(), &mut found);
    found
}

fn viewers(players: u8) -> impl Iterator<Item = Viewer> {
    Seat::all(players).map(Viewer::Seat).chain([Viewer::Spectator])
}

#[test]
fn t11_views_and_effects_name_no_hidden_card() {
    for game in games("hidden", 3) {
        let players = game.setup.players();
        let mut known = Known::at_the_deal(&game.start());
        game.play(|turn| {
            let mut shown_before = known.public.clone();
            known.follow(turn.seat, &turn.mv.to_string(), turn.after);
            shown_before.extend(turn.mv.to_string().strip_prefix("play ").map(str::to_owned));
            for viewer in viewers(players) {
                let may_know = known.of(turn.after, viewer);
                let seen = named(&turn.after.view(viewer));
                assert!(seen.is_subset(&may_know), "{viewer:?} {seen:?} at {}", turn.after);
                let effects: Vec<Effect> = turn.effects.iter().map(|effect| effect.seen_by(viewer)).collect();
                let shown: BTreeSet<String> = named(&effects).difference(&shown_before).cloned().collect();
                assert!(shown.is_subset(&may_know), "{viewer:?} {shown:?} by {}", turn.mv);
            }
        });
    }
}

#[test]
fn t11_a_seat_sees_its_whole_hand() {
    for game in games("own", 2) {
        let players = game.setup.players();
        game.play(|turn| {
            for seat in Seat::all(players) {
                let hand = turn.after.view(Viewer::Seat(seat)).hand.unwrap();
                let line = field(turn.after, 2);
                let own = line.split('|').nth(seat.index()).unwrap();
                assert_eq!(named(&hand), cards(own));
            }
        });
    }
}
