//! A diagram for a viewer shows no card that the view of that viewer lacks.

use std::collections::BTreeSet;

use regicide_engine::engine::{
    Diagram, Game as _, GameKind, Ignore, Options, Position, Ruleset, Seat, Seed, Setup, Viewer,
};
use regicide_engine::i18n::Language;

/// Every text of a diagram that could be a card.
fn cards(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| word.parse::<regicide_engine::engine::Card>().is_ok()).map(str::to_owned).collect()
}

fn drawn(diagram: &Diagram) -> String {
    let rows = diagram.rows.iter().map(|(_, row)| Language::default().text(row));
    rows.collect::<Vec<_>>().join("\n")
}

fn validate(position: &Position, players: u8) {
    let whole = cards(&drawn(&position.diagram(None)));
    let viewers = Seat::all(players).map(Viewer::Seat).chain([Viewer::Spectator]);
    for viewer in viewers {
        let shown = cards(&drawn(&position.diagram(Some(viewer))));
        let seen = cards(&serde_json::to_string(&position.view(viewer)).unwrap());
        assert!(shown.is_subset(&seen), "{viewer:?}: {:?}", shown.difference(&seen));
        assert!(shown.is_subset(&whole) && shown.len() < whole.len());
    }
}

#[test]
fn no_diagram_shows_what_its_viewer_may_not_see() {
    for &kind in GameKind::ALL {
        for players in 1..=4 {
            let options = Options::default();
            let Ok(setup) = Setup::new(Ruleset::current(kind), players, &options) else { continue };
            let seed: Seed = "diagrams".parse().unwrap();
            let (mut position, mut dice) = (Position::deal(&setup, seed.key()), seed.key().stream(9_999));
            while let Some(seat) = position.to_act().filter(|_| position.seq() < 300) {
                validate(&position, players);
                let legal = position.legal_moves();
                let chosen = legal[dice.below(u32::try_from(legal.len()).unwrap()) as usize];
                position = position.play(seat, &chosen, &mut Ignore).unwrap();
            }
        }
    }
}
